//! Shares by row and column, coloured by the side that they speak for.

use plotters::backend::DrawingBackend;

use super::super::canvas::{Canvas, Drawn, Stand};
use super::super::colour::{FAINT, GRID, INK};
use super::super::draw::{Area, TEXT};
use super::Shade;

/// A matrix of shares.
#[derive(Clone, Debug)]
pub struct Matrix {
    pub heading: String,
    /// What rows and columns are.
    pub names: [String; 2],
    /// The rows, from top to bottom.
    pub rows: Vec<String>,
    /// The columns, from left to right.
    pub columns: Vec<String>,
    /// `[rows][columns]`: shares in [0, 1]; `None` stays empty.
    pub cells: Vec<Vec<Option<f64>>>,
}

impl Matrix {
    pub(super) fn draw<B: DrawingBackend>(&self, area: Area, canvas: &mut Canvas<'_, B>) -> Drawn {
        let names = self.rows.iter().map(|name| canvas.text_width(name, TEXT)).fold(0.0, f64::max);
        let (left, top) = (area.left + names + 16.0, area.top + 54.0);
        let count = (self.columns.len().max(1) as f64, self.rows.len().max(1) as f64);
        let width = ((area.right - left) / count.0).min(150.0);
        let height = ((area.bottom - 34.0 - top) / count.1).min(96.0);
        canvas.text(&self.names[1], (left, area.top + 6.0), Stand::After, TEXT, FAINT)?;
        canvas.text(&self.names[0], (area.left, top + height * count.1 + 20.0), Stand::After, TEXT, FAINT)?;
        for (index, name) in self.columns.iter().enumerate() {
            let x = left + width * (index as f64 + 0.5);
            canvas.text(name, (x, top - 16.0), Stand::Around, TEXT, INK)?;
        }
        let size = if width < 46.0 || height < 24.0 { 13.0 } else { TEXT };
        for (row, (name, cells)) in self.rows.iter().zip(&self.cells).enumerate() {
            let y = top + height * row as f64;
            canvas.text(name, (left - 10.0, y + height / 2.0), Stand::Before, TEXT, INK)?;
            for (column, value) in cells.iter().enumerate().filter_map(|(column, value)| Some((column, (*value)?))) {
                let x = left + width * column as f64;
                // An even share is white: without an edge it would look as if nothing were there.
                canvas.rectangle((x, y), (x + width, y + height), GRID)?;
                canvas.rectangle(
                    (x + 1.0, y + 1.0),
                    (x + width - 1.0, y + height - 1.0),
                    Shade::Sides.ground(value),
                )?;
                let middle = (x + width / 2.0, y + height / 2.0);
                canvas.text(&format!("{:.0}", 100.0 * value), middle, Stand::Around, size, Shade::Sides.ink(value))?;
            }
        }
        Ok(())
    }
}
