//! A figure on a canvas: headline, panels, axes.
//!
//! In: a [`Figure`]. Out: its drawing, on a page of [`WIDTH`] by [`HEIGHT`].
//! Invariant: labels stand beside the data, never on it, and no label on another.

use plotters::backend::DrawingBackend;

use super::axis::{Axis, tick_text};
use super::canvas::{Canvas, Drawn, Stand};
use super::colour::{FAINT, GRID, INK, PAPER};
use super::figure::{Content, Figure, Panel, Row, Scale};
use super::labels::{self, Label};
use super::marks;

/// The page's width in its units, which are an SVG's pixels.
pub(super) const WIDTH: f64 = 1200.0;
/// The page's height.
pub(super) const HEIGHT: f64 = 720.0;

pub(super) const TITLE: f64 = 30.0;
pub(super) const HEADING: f64 = 20.0;
pub(super) const TEXT: f64 = 17.0;
/// Free space around everything.
pub(super) const MARGIN: f64 = 26.0;
/// Room to the left of a plot for the numbers of its ticks.
pub(super) const TICKS: f64 = 62.0;
/// Room for the title and the note above the panels, and for the name of the axis below them.
pub(super) const HEAD: f64 = 92.0;
pub(super) const FOOT: f64 = 34.0;
/// Least page units between two ticks, upright and across.
const TICK_GAPS: (f64, f64) = (56.0, 66.0);

/// A rectangle on the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

/// Draws the whole figure.
pub(super) fn figure<B: DrawingBackend>(figure: &Figure, canvas: &mut Canvas<'_, B>) -> Drawn {
    canvas.rectangle((0.0, 0.0), (WIDTH, HEIGHT), PAPER)?;
    canvas.text(&figure.title, (MARGIN, 34.0), Stand::After, TITLE, INK)?;
    canvas.text(&figure.note, (MARGIN, 66.0), Stand::After, TEXT, FAINT)?;
    let heights: f64 = figure.rows.iter().map(|row| row.height).sum();
    let mut top = HEAD;
    for row in &figure.rows {
        let bottom = top + (HEIGHT - HEAD - FOOT) * row.height / heights;
        for (index, panel) in row.panels.iter().enumerate() {
            let (left, right) = columns(index, row.panels.len());
            let plot = Area {
                left: left + TICKS,
                top: top + 36.0,
                right: right - labels_width(figure, right, canvas),
                bottom: bottom - 34.0,
            };
            canvas.text(&panel.heading, (left, top + 12.0), Stand::After, HEADING, INK)?;
            draw_panel(panel, figure.iterations, plot, canvas)?;
            if bottom > HEIGHT - FOOT - 1.0 {
                canvas.text("iteration", ((plot.left + plot.right) / 2.0, HEIGHT - 20.0), Stand::Around, TEXT, INK)?;
            }
        }
        top = bottom;
    }
    Ok(())
}

/// Left and right end of the `index`-th of `count` panels side by side.
fn columns(index: usize, count: usize) -> (f64, f64) {
    let width = (WIDTH - MARGIN) / count as f64;
    (MARGIN + width * index as f64, MARGIN + width * (index + 1) as f64)
}

/// The room for labels of all panels that end at `right`: one width, so that plots below each other line up.
fn labels_width<B: DrawingBackend>(figure: &Figure, right: f64, canvas: &Canvas<'_, B>) -> f64 {
    let ends = |row: &Row, index: usize| (columns(index, row.panels.len()).1 - right).abs() < 1.0;
    let panels =
        figure.rows.iter().flat_map(|row| row.panels.iter().enumerate().filter(move |(index, _)| ends(row, *index)));
    panels.map(|(_, panel)| labels::width(panel, canvas)).fold(0.0, f64::max)
}

fn draw_panel<B: DrawingBackend>(
    panel: &Panel,
    iterations: (u64, u64),
    plot: Area,
    canvas: &mut Canvas<'_, B>,
) -> Drawn {
    let series = panel.content.series();
    let values = series.iter().flat_map(|series| &series.points).flat_map(|point| {
        let (low, high) = point.band.unwrap_or((point.y, point.y));
        [point.y, low, high]
    });
    let across = Axis::iterations(iterations.0, iterations.1);
    let upright = Axis::upright(panel.scale, values);
    let frame = Frame { plot, across, upright };
    if series.iter().all(|series| series.points.is_empty()) {
        let middle = ((plot.left + plot.right) / 2.0, (plot.top + plot.bottom) / 2.0);
        canvas.line(&[(plot.left, plot.bottom), (plot.right, plot.bottom)], INK, 1.0)?;
        return canvas.text(&panel.empty, middle, Stand::Around, TEXT, FAINT);
    }
    frame.draw(panel, canvas)?;
    let ends = match &panel.content {
        Content::Lines(series) => marks::lines(series, &frame, canvas)?,
        Content::Stack(layers) => marks::stack(layers, &frame, canvas)?,
    };
    Label::draw_all(ends, panel, plot, canvas)
}

/// A plot's place on the page with its two axes.
pub(super) struct Frame {
    pub plot: Area,
    pub across: Axis,
    pub upright: Axis,
}

impl Frame {
    /// The place of a value at an iteration.
    pub fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let Area { left, top, right, bottom } = self.plot;
        (left + self.across.share(x) * (right - left), bottom - self.upright.share(y) * (bottom - top))
    }

    fn draw<B: DrawingBackend>(&self, panel: &Panel, canvas: &mut Canvas<'_, B>) -> Drawn {
        self.draw_grid(panel.scale, canvas)?;
        let Area { left, right, bottom, .. } = self.plot;
        for iteration in self.across.ticks(((right - left) / TICK_GAPS.1) as usize, 1.0) {
            self.draw_tick(iteration, &format!("{iteration:.0}"), canvas)?;
        }
        canvas.line(&[(left, bottom), (right, bottom)], INK, 1.0)
    }

    /// A tick of the axis across, with its text below.
    pub fn draw_tick<B: DrawingBackend>(&self, value: f64, text: &str, canvas: &mut Canvas<'_, B>) -> Drawn {
        let (x, bottom) = (self.place(value, self.upright.low).0, self.plot.bottom);
        canvas.line(&[(x, bottom), (x, bottom + 5.0)], INK, 1.0)?;
        canvas.text(text, (x, bottom + 17.0), Stand::Around, TEXT, INK)
    }

    /// The lines and numbers of the upright axis.
    pub fn draw_grid<B: DrawingBackend>(&self, scale: Scale, canvas: &mut Canvas<'_, B>) -> Drawn {
        let Area { left, top, right, bottom } = self.plot;
        let upright = match scale {
            Scale::Percent if bottom - top > 250.0 => vec![0.0, 0.2, 0.4, 0.6, 0.8, 1.0],
            Scale::Percent => vec![0.0, 0.5, 1.0],
            _ => self.upright.ticks(((bottom - top) / TICK_GAPS.0).max(3.0) as usize, 0.0),
        };
        let step = upright.windows(2).next().map_or(1.0, |pair| pair[1] - pair[0]);
        for value in upright {
            let (_, y) = self.place(self.across.low, value);
            canvas.line(&[(left, y), (right, y)], GRID, 1.0)?;
            canvas.text(&tick_text(value, step, scale), (left - 8.0, y), Stand::Before, TEXT, INK)?;
        }
        Ok(())
    }
}
