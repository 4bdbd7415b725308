//! Charts of any kind: lines over any axis, columns, intervals, matrices, the board.
//!
//! In: a [`Chart`]: graphs with their numbers. Out: its drawing, by the same canvas as all plots.
//! Invariant: what was not measured is not drawn; every graph says what its colours mean.

mod board;
mod columns;
mod graph;
mod intervals;
mod lines;
mod matrix;
mod shade;

pub(super) use board::BoardMap;
pub(super) use columns::Columns;
pub(super) use graph::{Chart, Graph};
pub(super) use intervals::{IntervalRow, Intervals};
pub(super) use lines::{Across, Lines};
pub(super) use matrix::Matrix;
pub(super) use shade::Shade;
