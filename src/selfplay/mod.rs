//! Self-play: many games at once, on rayon workers, in lock step.
//!
//! Purpose: turn a network into finished games. Input: an [`Evaluator`](crate::search::Evaluator), the knobs and a seed.
//! Output: [`GameRecord`]s and [`Counters`].
//!
//! Games are dealt into fixed groups. In a round every game of a group searches until it needs the network, then the whole
//! group is evaluated as one batch; a finished game is replaced at once by the next one, so batches stay full. A game that is
//! still running when the iteration ends goes on in the next one, so long games are not under-represented.
//!
//! Invariant: the games depend on the seed, the knobs and the evaluators alone, never on the number of threads: a group never
//! looks at another one, and every random choice comes from a stream named after the game's number and its ply.

mod cache;
mod config;
mod group;
mod record;
mod slot;
mod start;
mod workers;

pub use cache::EvaluationCache;
pub use config::SelfPlayConfig;
pub use group::Counters;
pub use record::{Decision, End, GameRecord, RecordError};
pub use start::{StartBalance, StartKind, rebels_score};
pub use workers::{Harvest, SelfPlay, SelfPlayState};
