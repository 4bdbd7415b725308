//! Matches between two players, in pairs of games, with statistics that can be believed.
//!
//! In: two players, openings, a number of games, a seed. Out: a [`MatchReport`] and the games.
//! Invariant: apart from the seconds it took, a match is the same on any number of threads.
//!
//! Asalto's sides are different games, and some openings are lost: so every opening is played twice
//! with the roles swapped, scores are kept apart by role, and the difference between two players is
//! measured on pairs.

mod elo;
mod opening;
mod played;
mod report;
mod runner;
mod score;
mod table;

pub use elo::{Elo, Pentanomial, elo_of};
pub use opening::{Opening, Openings, Placements};
pub use played::{EndReason, PlayedGame, Seat, play_game};
pub use report::{MatchReport, PlayerReport, RoleReport};
pub use runner::{Match, MatchResult, Progress};
pub use score::{Score, Verdict};
pub use table::COLUMNS;
