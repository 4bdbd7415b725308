//! The labels to the right of a plot, each at the end of its line or layer.
//!
//! In: where lines end. Out: their names and last values, moved apart where lines end close together.
//! Invariant: the labels keep the order of the line ends, and stay within the panel as long as there is room for all.

use plotters::backend::DrawingBackend;

use super::canvas::{Canvas, Drawn, Stand};
use super::colour::{Colour, INK};
use super::draw::Area;
use super::figure::{Marker, Panel, Scale};
use super::text;

const SIZE: f64 = 17.0;
/// Least distance of two labels.
const DISTANCE: f64 = 21.0;
/// From the plot to the text: a gap and the swatch.
const INDENT: f64 = 42.0;

/// The end of a line or layer.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub name: String,
    /// The last value.
    pub value: f64,
    /// Where it ends on the page.
    pub y: f64,
    pub colour: Colour,
    /// The line's marker; a layer has none.
    pub marker: Option<Marker>,
}

impl Label {
    /// Draws labels to the right of `plot`.
    pub fn draw_all<B: DrawingBackend>(
        mut labels: Vec<Self>,
        panel: &Panel,
        plot: Area,
        canvas: &mut Canvas<'_, B>,
    ) -> Drawn {
        labels.sort_by(|a, b| a.y.total_cmp(&b.y));
        let wanted: Vec<f64> = labels.iter().map(|label| label.y).collect();
        let places = apart(&wanted, plot.top, plot.bottom);
        for (label, y) in labels.iter().zip(places) {
            let left = plot.right + 12.0;
            match label.marker {
                Some(marker) => {
                    canvas.line(&[(left, y), (left + 22.0, y)], label.colour, 2.5)?;
                    canvas.marker(marker, (left + 11.0, y), 4.5, label.colour)?;
                }
                None => canvas.rectangle((left + 4.0, y - 7.0), (left + 18.0, y + 7.0), label.colour)?,
            }
            canvas.text(&label.text(panel.scale), (plot.right + INDENT, y), Stand::After, SIZE, INK)?;
        }
        Ok(())
    }

    fn text(&self, scale: Scale) -> String {
        let value = if scale == Scale::Percent { format!("{:.0} %", 100.0 * self.value) } else { text::si(self.value) };
        format!("{} {value}", self.name).trim_start().to_owned()
    }
}

/// The room that a panel's labels take.
pub(super) fn width<B: DrawingBackend>(panel: &Panel, canvas: &Canvas<'_, B>) -> f64 {
    let widest = if panel.scale == Scale::Percent { "100 %" } else { "-99.9k" };
    let texts = panel.content.series().iter().map(|series| format!("{} {widest}", series.name));
    INDENT + texts.map(|text| canvas.text_width(&text, SIZE)).fold(0.0, f64::max) + 14.0
}

/// Places in the same order as `wanted`, near them, and [`DISTANCE`] apart.
fn apart(wanted: &[f64], top: f64, bottom: f64) -> Vec<f64> {
    let mut places = Vec::with_capacity(wanted.len());
    let mut least = top.min(bottom - DISTANCE * wanted.len().saturating_sub(1) as f64);
    for &place in wanted {
        let place = place.max(least);
        places.push(place);
        least = place + DISTANCE;
    }
    // Those that were pushed off the lower end go up again, and push others in turn.
    let mut most = bottom;
    for place in places.iter_mut().rev() {
        *place = place.min(most);
        most = *place - DISTANCE;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_have_room_stay_where_they_are() {
        assert_eq!(apart(&[10.0, 50.0, 200.0], 0.0, 300.0), [10.0, 50.0, 200.0]);
    }

    #[test]
    fn labels_at_one_place_are_moved_apart_and_stay_inside() {
        for wanted in [[5.0; 4], [295.0; 4], [150.0; 4]] {
            let places = apart(&wanted, 0.0, 300.0);
            assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= DISTANCE - 1e-9), "{places:?}");
            assert!(places[0] >= 0.0 && places[3] <= 300.0, "{places:?}");
        }
    }

    #[test]
    fn too_many_labels_still_do_not_cover_each_other() {
        let places = apart(&[20.0; 10], 0.0, 100.0);
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= DISTANCE - 1e-9), "{places:?}");
        assert!(places[9] <= 100.0);
    }
}
