//! Lines with bands over any axis.

use plotters::backend::DrawingBackend;

use super::super::axis::Axis;
use super::super::canvas::{Canvas, Drawn, Stand};
use super::super::colour::{FAINT, INK};
use super::super::draw::{Area, Frame, TEXT, TICKS};
use super::super::figure::{Content, Panel};
use super::super::labels::{self, Label};
use super::super::marks;

/// The axis across.
#[derive(Clone, Debug)]
pub struct Across {
    /// What it is, with its unit.
    pub name: String,
    /// Its ends.
    pub ends: (f64, f64),
    /// Its ticks with their texts; none = round numbers.
    pub ticks: Vec<(f64, String)>,
}

/// Lines, and levels to compare them with.
#[derive(Clone, Debug)]
pub struct Lines {
    /// Heading, scale and series.
    pub panel: Panel,
    /// The axis across.
    pub across: Across,
    /// Thin lines to compare with: from, to.
    pub levels: Vec<[(f64, f64); 2]>,
}

/// Room below a plot for ticks and the name of the axis.
const BELOW: f64 = 50.0;

impl Lines {
    pub(super) fn draw<B: DrawingBackend>(&self, area: Area, canvas: &mut Canvas<'_, B>) -> Drawn {
        let panel = &self.panel;
        let plot = Area {
            left: area.left + TICKS,
            top: area.top,
            right: area.right - labels::width(panel, canvas) + 20.0,
            bottom: area.bottom - BELOW,
        };
        let points = panel.content.series().iter().flat_map(|series| &series.points);
        let values = points.flat_map(|point| {
            let (low, high) = point.band.unwrap_or((point.y, point.y));
            [point.y, low, high]
        });
        let levels = self.levels.iter().flatten().map(|(_, y)| *y);
        let upright = Axis::upright(panel.scale, values.chain(levels));
        let frame = Frame { plot, across: Axis { low: self.across.ends.0, high: self.across.ends.1 }, upright };
        if panel.content.series().iter().all(|series| series.points.is_empty()) {
            let middle = ((plot.left + plot.right) / 2.0, (plot.top + plot.bottom) / 2.0);
            return canvas.text(&panel.empty, middle, Stand::Around, TEXT, FAINT);
        }
        frame.draw_grid(panel.scale, canvas)?;
        self.across.draw(&frame, canvas)?;
        for [from, to] in &self.levels {
            canvas.line(&[frame.place(from.0, from.1), frame.place(to.0, to.1)], FAINT, 1.0)?;
        }
        let ends = match &panel.content {
            Content::Lines(series) => marks::lines(series, &frame, canvas)?,
            Content::Stack(layers) => marks::stack(layers, &frame, canvas)?,
        };
        Label::draw_all(ends, panel, plot, canvas)
    }
}

impl Across {
    pub(super) fn draw<B: DrawingBackend>(&self, frame: &Frame, canvas: &mut Canvas<'_, B>) -> Drawn {
        let Area { left, right, bottom, .. } = frame.plot;
        canvas.line(&[(left, bottom), (right, bottom)], INK, 1.0)?;
        if self.ticks.is_empty() {
            for value in frame.across.ticks(((right - left) / 70.0).max(2.0) as usize, 0.0) {
                let text = format!("{value:.1}");
                frame.draw_tick(value, text.strip_suffix(".0").unwrap_or(&text), canvas)?;
            }
        }
        for (value, text) in &self.ticks {
            frame.draw_tick(*value, text, canvas)?;
        }
        canvas.text(&self.name, ((left + right) / 2.0, bottom + 40.0), Stand::Around, TEXT, INK)
    }
}
