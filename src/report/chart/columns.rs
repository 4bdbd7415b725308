//! Stacked columns: a histogram by kind.

use plotters::backend::DrawingBackend;

use super::super::axis::Axis;
use super::super::canvas::{Canvas, Drawn, Stand};
use super::super::colour::{Colour, INK};
use super::super::draw::{Area, Frame, TEXT, TICKS};
use super::super::figure::Scale;
use super::Across;

/// Columns side by side, each a stack.
#[derive(Clone, Debug)]
pub struct Columns {
    pub heading: String,
    pub across: Across,
    /// Where each column begins and ends, and its layers from the bottom up.
    pub columns: Vec<(f64, f64, Vec<f64>)>,
    /// What the layers are.
    pub layers: Vec<(String, Colour)>,
}

/// Room to the right for what the colours mean.
const LEGEND: f64 = 170.0;

impl Columns {
    pub(super) fn draw<B: DrawingBackend>(&self, area: Area, canvas: &mut Canvas<'_, B>) -> Drawn {
        let plot = Area { left: area.left + TICKS, right: area.right - LEGEND, bottom: area.bottom - 50.0, ..area };
        let sums = self.columns.iter().map(|(_, _, layers)| layers.iter().sum::<f64>());
        let upright = Axis::upright(Scale::FromZero, sums);
        let frame = Frame { plot, across: Axis { low: self.across.ends.0, high: self.across.ends.1 }, upright };
        frame.draw_grid(Scale::FromZero, canvas)?;
        for (from, to, layers) in &self.columns {
            let mut ground = 0.0;
            for (height, (_, colour)) in layers.iter().zip(&self.layers).filter(|(height, _)| **height > 0.0) {
                let ((left, bottom), (right, top)) = (frame.place(*from, ground), frame.place(*to, ground + height));
                canvas.rectangle((left + 1.0, top), (right - 1.0, bottom), *colour)?;
                ground += height;
            }
        }
        self.across.draw(&frame, canvas)?;
        for (index, (name, colour)) in self.layers.iter().rev().enumerate() {
            let (x, y) = (plot.right + 20.0, plot.top + 14.0 + 26.0 * index as f64);
            canvas.rectangle((x, y - 8.0), (x + 16.0, y + 8.0), *colour)?;
            canvas.text(name, (x + 24.0, y), Stand::After, TEXT, INK)?;
        }
        Ok(())
    }
}
