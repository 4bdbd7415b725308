//! A page of graphs: headline, and graphs in rows.

use plotters::backend::DrawingBackend;

use super::super::canvas::{Canvas, Drawn, Stand};
use super::super::colour::{FAINT, INK, PAPER};
use super::super::draw::{Area, FOOT, HEAD, HEADING, HEIGHT, MARGIN, TEXT, TITLE, WIDTH};
use super::super::image::Drawing;
use super::{BoardMap, Columns, Intervals, Lines, Matrix};

/// One image.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The file's name without its ending.
    pub name: &'static str,
    /// What it is about.
    pub title: String,
    /// How to read it, in one line.
    pub note: String,
    /// Graphs, row by row.
    pub rows: Vec<Vec<Graph>>,
}

/// One graph.
#[derive(Clone, Debug)]
pub enum Graph {
    /// Lines with bands.
    Lines(Lines),
    /// Stacked columns.
    Columns(Columns),
    /// Values with intervals, one a row.
    Intervals(Intervals),
    /// Shares by row and column.
    Matrix(Matrix),
    /// A value for each point of the board.
    Board(BoardMap),
}

/// Room above a graph for its heading.
const ABOVE: f64 = 36.0;

impl Drawing for Chart {
    fn name(&self) -> &str {
        self.name
    }

    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<'_, B>) -> Drawn {
        canvas.rectangle((0.0, 0.0), (WIDTH, HEIGHT), PAPER)?;
        canvas.text(&self.title, (MARGIN, 34.0), Stand::After, TITLE, INK)?;
        canvas.text(&self.note, (MARGIN, 66.0), Stand::After, TEXT, FAINT)?;
        let height = (HEIGHT - HEAD - FOOT / 2.0) / self.rows.len() as f64;
        for (row, graphs) in self.rows.iter().enumerate() {
            let width = (WIDTH - MARGIN) / graphs.len() as f64;
            for (column, graph) in graphs.iter().enumerate() {
                let (left, top) = (MARGIN + width * column as f64, HEAD + height * row as f64);
                let area = Area { left, top: top + ABOVE, right: left + width - MARGIN, bottom: top + height - 8.0 };
                canvas.text(graph.heading(), (left, top + 12.0), Stand::After, HEADING, INK)?;
                graph.draw(area, canvas)?;
            }
        }
        Ok(())
    }
}

impl Graph {
    fn heading(&self) -> &str {
        match self {
            Self::Lines(lines) => &lines.panel.heading,
            Self::Columns(columns) => &columns.heading,
            Self::Intervals(intervals) => &intervals.heading,
            Self::Matrix(matrix) => &matrix.heading,
            Self::Board(board) => &board.heading,
        }
    }

    fn draw<B: DrawingBackend>(&self, area: Area, canvas: &mut Canvas<'_, B>) -> Drawn {
        match self {
            Self::Lines(lines) => lines.draw(area, canvas),
            Self::Columns(columns) => columns.draw(area, canvas),
            Self::Intervals(intervals) => intervals.draw(area, canvas),
            Self::Matrix(matrix) => matrix.draw(area, canvas),
            Self::Board(board) => board.draw(area, canvas),
        }
    }
}
