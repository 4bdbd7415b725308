//! Tables for the terminal; plots and a page for a run directory.

pub mod table;
pub mod text;
