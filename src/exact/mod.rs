//! The exact solver: layered retrograde analysis, and its tables.
//!
//! In: rules, and which positions to solve. Out: tables in a directory; what is proven of a position. Invariant: what is proven
//! is a win of the full game by the rules core, draws by repetition and by the quiet count included.
//!
//! Rebels never move backward and never come back. So positions fall into *layers* (rebels left), these into *levels* (the sum of the
//! rebels' ranks), and these into *classes* (rebels on each rank), each of which needs only classes that were solved before:
//! `formation::Class` tells how they are numbered, `class::Context` how one is solved.
//!
//! ```no_run
//! use std::path::Path;
//! use asalto::exact::Tables;
//! use asalto::rules::{Position, Rules, Side};
//!
//! let tables = Tables::open(Path::new("tables"))?;
//! let start = Position::parse(Rules::asalto(), "3/o1o/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 - 0")?;
//! assert!(tables.probe(&start)?.is_none_or(|proven| proven.winner == Side::Rebels));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod capture;
mod class;
mod formation;
mod geometry;
mod known;
mod level_file;
mod manifest;
mod planes;
mod scope;
mod sets;
mod solve;
mod solver;
mod speed;
mod spot;
mod starts;
mod tables;
mod verify;
mod work;

pub use class::Goal;
pub use manifest::{LevelEntry, Manifest};
pub use scope::{Estimate, Scope};
pub use solve::{LevelName, Progress, Tally, Watch};
pub use solver::Solver;
pub use speed::speed;
pub use starts::Start;
pub use tables::{Proven, Tables};
pub use verify::Checked;
