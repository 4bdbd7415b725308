//! What a plot shows, as plain data: figures hold panels, panels hold series.
//!
//! In: values that `plots` has made from the metrics. Out: the same, for `draw`.
//! Invariant: every number in a series is finite; what was not measured has no point.

use super::colour::Colour;

/// One image.
#[derive(Debug, Clone)]
pub struct Figure {
    /// The file's name without its ending.
    pub name: &'static str,
    /// What the figure is about, as a headline.
    pub title: String,
    /// How to read it, in one line.
    pub note: String,
    /// The first and the last iteration of the run so far: the axis across, in every panel.
    pub iterations: (u64, u64),
    /// Panels, row by row.
    pub rows: Vec<Row>,
}

/// Panels side by side.
#[derive(Debug, Clone)]
pub struct Row {
    /// The row's share of the height, compared with the other rows.
    pub height: f64,
    /// From left to right.
    pub panels: Vec<Panel>,
}

/// One pair of axes; the one across is always the iteration.
#[derive(Debug, Clone)]
pub struct Panel {
    /// What the upright axis shows, with its unit.
    pub heading: String,
    /// How far the upright axis goes.
    pub scale: Scale,
    /// What is drawn.
    pub content: Content,
    /// What is said in place of an empty plot.
    pub empty: String,
}

/// How far an upright axis goes, and how its numbers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// 0 to 100 %; values are shares from 0 to 1.
    Percent,
    /// From 0 to the largest value.
    FromZero,
    /// From the smallest to the largest value.
    Free,
}

/// What a panel draws.
#[derive(Debug, Clone)]
pub enum Content {
    /// Lines over the iterations.
    Lines(Vec<Series>),
    /// Shares of a whole, stacked from the bottom up. All series have points at the same iterations.
    Stack(Vec<Series>),
}

impl Content {
    /// The series, whatever they are drawn as.
    pub fn series(&self) -> &[Series] {
        match self {
            Self::Lines(series) | Self::Stack(series) => series,
        }
    }
}

/// One line or one layer.
#[derive(Debug, Clone)]
pub struct Series {
    /// Its label.
    pub name: String,
    /// Its colour.
    pub colour: Colour,
    /// Its points, by iteration.
    pub points: Vec<Point>,
    /// The sign at each point, so that lines differ by more than their colour.
    pub marker: Marker,
}

/// A measured value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// The iteration, or the middle of those taken together.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// Lower and upper end of its band, when it has one.
    pub band: Option<(f64, f64)>,
    /// How many iterations it spans.
    pub width: f64,
    /// How many rows of the log were taken together.
    pub together: usize,
}

/// A sign at a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marker {
    /// A filled circle.
    Dot,
    /// A filled square.
    Square,
    /// A filled triangle.
    Triangle,
    /// A filled square on its corner.
    Diamond,
}

impl Marker {
    /// All of them, in the order in which they are given out.
    pub const ALL: [Self; 4] = [Self::Dot, Self::Square, Self::Triangle, Self::Diamond];
}
