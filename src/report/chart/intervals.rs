//! Values with their intervals, one a row: for comparing many things at a glance.

use plotters::backend::DrawingBackend;

use super::super::axis::Axis;
use super::super::canvas::{Canvas, Drawn, Stand};
use super::super::colour::{Colour, FAINT, GRID, INK};
use super::super::draw::{Area, Frame, TEXT};
use super::super::figure::Marker;
use super::Across;
use crate::balance::Share;

/// One row.
#[derive(Clone, Debug)]
pub struct IntervalRow {
    /// What it is about; empty for a further value of the row before.
    pub name: String,
    /// The values, each with its mark.
    pub values: Vec<(Share, Colour, Marker)>,
}

/// Rows from top to bottom.
#[derive(Clone, Debug)]
pub struct Intervals {
    pub heading: String,
    pub across: Across,
    /// Where the line to compare with stands.
    pub level: f64,
    pub rows: Vec<IntervalRow>,
    /// What the marks mean.
    pub legend: Vec<(String, Colour, Marker)>,
}

impl Intervals {
    pub(super) fn draw<B: DrawingBackend>(&self, area: Area, canvas: &mut Canvas<'_, B>) -> Drawn {
        let names = self.rows.iter().map(|row| canvas.text_width(&row.name, TEXT)).fold(0.0, f64::max);
        let legend = self.legend.iter().map(|(name, ..)| canvas.text_width(name, TEXT) + 60.0).fold(0.0, f64::max);
        let plot = Area {
            left: area.left + names + 18.0,
            right: area.right - legend,
            top: area.top,
            bottom: area.bottom - 50.0,
        };
        let across = Axis { low: self.across.ends.0, high: self.across.ends.1 };
        let frame = Frame { plot, across, upright: Axis { low: 0.0, high: 1.0 } };
        for (value, _) in &self.across.ticks {
            canvas.line(&[frame.place(*value, 0.0), frame.place(*value, 1.0)], GRID, 1.0)?;
        }
        canvas.line(&[frame.place(self.level, 0.0), frame.place(self.level, 1.0)], FAINT, 1.5)?;
        let height = (plot.bottom - plot.top) / self.rows.len().max(1) as f64;
        for (index, row) in self.rows.iter().enumerate() {
            let middle = plot.top + height * (index as f64 + 0.5);
            canvas.text(&row.name, (plot.left - 12.0, middle), Stand::Before, TEXT.min(height), INK)?;
            let apart = (0.7 * height / row.values.len().max(1) as f64).min(11.0);
            for (place, (share, colour, marker)) in row.values.iter().enumerate() {
                let y = middle + apart * (place as f64 - (row.values.len() as f64 - 1.0) / 2.0);
                let x = |value: f64| frame.place(value, 0.0).0;
                canvas.line(&[(x(share.interval.low), y), (x(share.interval.high), y)], *colour, 2.5)?;
                canvas.marker(*marker, (x(share.value), y), 5.5, *colour)?;
            }
        }
        self.across.draw(&frame, canvas)?;
        for (index, (name, colour, marker)) in self.legend.iter().enumerate() {
            let (x, y) = (plot.right + 18.0, plot.top + 14.0 + 26.0 * index as f64);
            canvas.line(&[(x, y), (x + 22.0, y)], *colour, 2.5)?;
            canvas.marker(*marker, (x + 11.0, y), 5.5, *colour)?;
            canvas.text(name, (x + 32.0, y), Stand::After, TEXT, INK)?;
        }
        Ok(())
    }
}
