//! The colours of all plots, from the palette of Okabe and Ito (2008), which people with any colour vision can tell apart.
//!
//! In: what is shown. Out: its colour.
//! Invariant: officers are blue, rebels vermilion and draws grey in every plot.

/// Red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

/// The officers, and what is theirs.
pub const OFFICERS: Colour = Colour(0, 114, 178);
/// The rebels, and what is theirs.
pub const REBELS: Colour = Colour(213, 94, 0);
/// Draws.
pub const DRAWS: Colour = Colour(140, 140, 140);
/// Games that were cut short: neither won nor drawn.
pub const CAPPED: Colour = Colour(204, 121, 167);
/// What belongs to no side.
pub const NEUTRAL: Colour = Colour(0, 158, 115);
/// Text and axes.
pub const INK: Colour = Colour(34, 34, 34);
/// Less important text.
pub const FAINT: Colour = Colour(80, 80, 80);
/// Grid lines.
pub const GRID: Colour = Colour(228, 228, 228);
/// The ground.
pub const PAPER: Colour = Colour(255, 255, 255);

impl Colour {
    /// Lighter for `shade` above 0 (1 is white), darker below (-1 is black).
    pub fn shaded(self, shade: f64) -> Self {
        let end = if shade > 0.0 { 255.0 } else { 0.0 };
        let mix = |part: u8| (f64::from(part) + (end - f64::from(part)) * shade.abs().min(1.0)).round() as u8;
        Self(mix(self.0), mix(self.1), mix(self.2))
    }

    /// The `index`-th of `count` shades of one colour, from light to dark: for things that have an order.
    pub fn step(self, index: usize, count: usize) -> Self {
        if count < 2 {
            return self;
        }
        let place = index as f64 / (count - 1) as f64;
        self.shaded(0.45 - 0.95 * place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_run_from_light_to_dark_and_end_in_white_and_black() {
        let steps: Vec<u32> = (0..4)
            .map(|index| OFFICERS.step(index, 4))
            .map(|Colour(r, g, b)| u32::from(r) + u32::from(g) + u32::from(b))
            .collect();
        assert!(steps.is_sorted_by(|a, b| a > b), "{steps:?}");
        assert_eq!((REBELS.shaded(1.0), REBELS.shaded(-1.0), REBELS.shaded(0.0)), (PAPER, Colour(0, 0, 0), REBELS));
        assert_eq!(REBELS.step(0, 1), REBELS);
    }
}
