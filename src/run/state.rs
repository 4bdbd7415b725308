//! The small part of a run's state: counters and numbers.

use serde::{Deserialize, Serialize};

use crate::selfplay::StartBalance;

/// What `state.json` of a checkpoint holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunState {
    /// Iterations done.
    pub iteration: u32,
    /// Learning steps taken.
    pub steps: u64,
    /// Games finished.
    pub games: u64,
    /// Samples seen by the replay window.
    pub samples: u64,
    /// Samples in the window.
    pub window: u64,
    /// Uses of samples that are still to be spent on learning.
    pub credit: f64,
    /// How many rebels are missing from even starts.
    pub balance: StartBalance,
    /// Rollbacks since learning last went well.
    pub rollbacks: u32,
    /// Rollbacks in all.
    pub all_rollbacks: u32,
    /// Number of the next game of each group of self-play.
    pub next_games: Vec<u64>,
}
