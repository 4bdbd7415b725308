//! Tables for the terminal and as CSV; plots and a page for a run directory.
//!
//! In: plain data, such as a [`MetricsLog`](crate::run::MetricsLog) or a [`MatchReport`](crate::arena::MatchReport). Out:
//! text, and image files.
//! Invariant: one output a file, and every file is written whole.

mod axis;
mod balance;
mod canvas;
mod chart;
mod colour;
mod cross_table;
mod draw;
pub mod figure;
mod grades;
mod image;
mod labels;
mod marks;
mod match_csv;
mod match_table;
mod overview;
mod page;
mod plots;
pub mod table;
pub mod text;

pub use balance::{BALANCE_FILES, write_balance};
pub use colour::Colour;
pub use grades::{GRADE_FILES, GradeReport, write_grades};
pub use image::{png, svg};
pub use match_csv::match_csv;
pub use overview::overview;
pub use page::write_plots;
pub use plots::figures;
