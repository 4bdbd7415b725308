//! From a number to a colour.
//!
//! Invariant: a colour says the same as the number printed on it; more is darker.

use super::super::colour::{Colour, INK, OFFICERS, PAPER, REBELS};

/// How numbers are coloured.
#[derive(Clone, Copy, Debug)]
pub enum Shade {
    /// From white at 0 to a side's colour at the greatest number.
    UpTo(Colour, f64),
    /// A share of the points: the rebels' colour at 0, white at one half, the officers' at 1.
    Sides,
}

impl Shade {
    /// The ground for a number.
    pub fn ground(self, value: f64) -> Colour {
        match self {
            Self::UpTo(colour, most) => colour.shaded(1.0 - (value / most).clamp(0.0, 1.0)),
            Self::Sides if value >= 0.5 => OFFICERS.shaded(1.0 - (2.0 * value - 1.0).min(1.0)),
            Self::Sides => REBELS.shaded(1.0 - (1.0 - 2.0 * value).min(1.0)),
        }
    }

    /// A colour that can be read on the ground for a number.
    pub fn ink(self, value: f64) -> Colour {
        let Colour(red, green, blue) = self.ground(value);
        let light = 0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue);
        if light > 140.0 { INK } else { PAPER }
    }
}
