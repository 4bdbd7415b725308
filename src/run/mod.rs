//! A training run: its directory, its checkpoints and its loop.
//!
//! Purpose: turn a configuration into a trained network, whatever happens in between. Input: a
//! [`RunConfig`](crate::config::RunConfig) and a directory. Output: the files of the directory, and [`TrainEvent`]s for those who
//! watch; nothing is printed here.
//!
//! Invariant: what the next iteration does depends on the last checkpoint and the configuration alone, so a run that was killed
//! and resumed equals the unbroken one, bit for bit.

mod checkpoint;
mod dir;
mod evaluate;
mod event;
mod facts;
mod health;
mod learning;
mod memory;
mod metrics;
mod model;
mod outline;
mod state;
mod store;
mod tally;
mod trainer;

pub use dir::{RunDir, RunLock};
pub use event::{Observer, Phase, TrainEvent};
pub use facts::{COMMIT, RunFacts};
pub use learning::push_sample;
pub use memory::MemoryEstimate;
pub use metrics::{MetricsLog, MetricsRow};
pub use model::open as open_model;
pub use state::RunState;
pub use trainer::{Ended, Trainer};
