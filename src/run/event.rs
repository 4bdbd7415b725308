//! What a run tells those who watch it.

use std::path::PathBuf;

use super::metrics::MetricsRow;
use crate::selfplay::Counters;

/// A stage of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Games are played.
    SelfPlay,
    /// The network learns.
    Learn,
    /// The network plays against its anchors.
    Evaluate,
    /// The checkpoint is written.
    Save,
}

impl Phase {
    /// The phase's name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::SelfPlay => "self-play",
            Self::Learn => "learn",
            Self::Evaluate => "evaluate",
            Self::Save => "save",
        }
    }
}

/// Something that happened in a run.
#[derive(Clone, Debug)]
pub enum TrainEvent<'a> {
    /// The run begins or goes on after `done` of `iterations`.
    Started {
        /// Iterations that are done.
        done: u32,
        /// Iterations in all.
        iterations: u32,
    },
    /// A phase begins; `length` = positions to search, steps to learn or games to play.
    Phase {
        /// The iteration, from 1.
        iteration: u32,
        /// The phase.
        phase: Phase,
        /// How many units of work it has.
        length: u64,
    },
    /// A round of self-play was played. Comes from worker threads.
    Played(Counters),
    /// Units of work of the current phase that were done, other than self-play. May come from worker threads.
    Advanced(u64),
    /// The iteration is complete and saved.
    Iteration {
        /// Its numbers.
        row: &'a MetricsRow,
        /// Seconds since the run began or was resumed.
        seconds: f64,
    },
    /// Something that the user should know: what, why and what to do.
    Warning(String),
    /// A checkpoint was written.
    Saved(PathBuf),
}

/// Watches a run. Events may come from any thread.
pub trait Observer: Sync {
    /// Takes note of an event.
    fn event(&self, event: &TrainEvent<'_>);
}
