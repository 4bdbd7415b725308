//! Balance: what games between equals, near equals and copies of one player say about the two sides.
//!
//! In: a [`Study`]: rule sets, players by strength, cells of games. Out: a [`BalanceReport`]; games are kept on disk, and a
//! study that was stopped goes on from there.
//! Invariant: apart from the seconds it took, a report depends on the study alone: not on the number of threads, nor on how
//! often it was interrupted. No interval comes from copies of a game, nor from numbers of one game that hang together.
//!
//! The questions are those of Tomasev et al. 2020 ("Assessing game balance with AlphaZero"), asked with intervals, at several
//! strengths and over several seeds.

mod advantage;
mod board;
mod comparison;
mod logistic;
mod moments;
mod moves;
mod openings;
mod parity;
mod pieces;
mod plan;
mod play;
mod recorded;
mod replay;
mod report;
mod results;
mod spread;
mod store;
mod tally;
mod trace;
mod truth;
mod values;

pub use advantage::Advantage;
pub use board::BoardReport;
pub use comparison::Difference;
pub use logistic::{Fit, Observation};
pub use moments::{Mean, Moments};
pub use moves::FirstMove;
pub use openings::{Line, PlyVariety};
pub use pieces::{PieceChance, PieceWorth};
pub use plan::{Cell, CellKey, Contender, Extent, Factories, Ladder, Order, RuleChoice, Strength, Study};
pub use play::{PlayedStudy, StudyProgress, StudyWatch};
pub use recorded::{RecordedGame, spare_rebels};
pub use results::{
    BalanceReport, CellReport, Comparison, Detail, Divergence, Handicap, Parity, PlacementReport, Provenance, RuleInfo,
    Share, SpreadReport,
};
pub use spread::Spread;
pub use tally::Tally;
pub use trace::{ELO as TESTED_ELO, Trace};
pub use truth::{Placed, TruthReport};
pub use values::{CalibrationPoint, FanPoint, ValueReport};
