//! Matches between two players, in pairs of games, with statistics that can be believed.
//!
//! In: two players, openings, a number of games, a seed. Out: a [`MatchReport`] and the games. A [`Tournament`] is a match
//! of everyone against everyone; [`make_suite`] finds even starts for them.
//! Invariant: apart from the seconds it took, a match is the same on any number of threads.
//!
//! Asalto's sides are different games, and some openings are lost: so every opening is played twice
//! with the roles swapped, scores are kept apart by role, and the difference between two players is
//! measured on pairs.

mod elo;
mod evidence;
pub mod grade;
mod jobs;
mod opening;
mod played;
mod playout;
mod rating;
mod report;
mod runner;
mod score;
mod sprt;
mod starts;
mod suite;
mod tournament;

pub(crate) use jobs::{InOrder, run as run_jobs};

pub use elo::{Elo, Pentanomial, elo_of, share_of};
pub use opening::{Opening, Openings, Placements};
pub use played::{EndReason, PlayedGame, Seat, play_game};
pub use playout::{PlayedOut, play_out};
pub use rating::Rating;
pub use report::{MatchReport, PlayerReport, RoleReport};
pub use runner::{Match, MatchResult, Progress, Watch};
pub use score::{Score, Verdict};
pub use sprt::{Sprt, SprtDecision, SprtState};
pub use starts::{even_starts, read_starts};
pub use suite::{SuiteConfig, SuiteProgress, make_suite};
pub use tournament::{Cell, Contestant, Tournament, TournamentProgress, TournamentReport};
