//! Learning: batches in, a better network out.
//!
//! Purpose: the losses, the optimiser and the averaged weights. Input: samples put together in a [`Batch`]. Output:
//! a [`LossReport`] for each step, and the [`Learner`]'s networks. Invariant: the result depends on the configuration, the
//! seed and the batches, and on nothing else: not on the number of threads, nor on whether the learner was saved and
//! loaded in between.

mod batch;
mod config;
mod gradient;
#[cfg(test)]
mod layout_tests;
mod learner;
mod loss;
mod optimizer;
mod schedule;
mod state;

pub use batch::{BadSample, Batch, Target};
pub use config::LearnConfig;
pub use learner::{Learner, NonFinite};
pub use loss::{LossReport, SideLoss};
pub use schedule::Schedule;
