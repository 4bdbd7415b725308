//! The learning phase of an iteration: batches drawn from the window, one step after another.

use rand::RngExt;

use super::event::{Observer, TrainEvent};
use super::metrics::MetricsRow;
use crate::base::rng::stream;
use crate::config::RunConfig;
use crate::learn::{Batch, Learner, LossReport, NonFinite};
use crate::replay::ReplayWindow;

/// Name of the random stream that draws batches.
const STREAM: u64 = 0x1ea2;

/// Where batches come from.
pub struct Draw<'a> {
    /// The samples.
    pub window: &'a ReplayWindow,
    /// The run's knobs.
    pub config: &'a RunConfig,
    /// Steps taken before: each step has a random stream of its own.
    pub taken: u64,
}

/// What a learning phase did.
pub struct Learned {
    /// Means over its steps; nothing where there were none.
    pub report: LossMeans,
    /// Steps taken.
    pub steps: u64,
}

/// Takes `steps` steps, each on a batch of its own.
///
/// # Errors
/// A loss or gradient that is not finite. The learner is then as it was before that step.
pub fn steps(learner: &mut Learner, draw: &Draw<'_>, steps: u64, observer: &dyn Observer) -> Result<Learned, NonFinite> {
    let mut report = LossMeans::default();
    for step in 0..steps {
        let batch = draw.batch(draw.taken + step);
        report.add(&learner.step(&batch)?);
        observer.event(&TrainEvent::Advanced(1));
    }
    Ok(Learned { report, steps })
}

impl Draw<'_> {
    /// The batch of a step.
    fn batch(&self, step: u64) -> Batch {
        let mut rng = stream(self.config.run.seed, &[STREAM, step]);
        let mut batch = Batch::with_capacity(self.config.learn.batch);
        for _ in 0..self.config.learn.batch {
            let sample = self.window.draw(&mut rng);
            let mirrored = rng.random::<f64>() < self.config.replay.mirror;
            batch.push(sample, mirrored);
        }
        batch
    }
}

/// Means of the numbers of [`LossReport`]s, by name.
#[derive(Default)]
pub struct LossMeans {
    sums: Vec<(&'static str, f64, u64)>,
}

impl LossMeans {
    fn add(&mut self, report: &LossReport) {
        for (name, value) in report.numbers() {
            if !value.is_finite() {
                continue; // a side without a sample in the batch
            }
            match self.sums.iter_mut().find(|(known, ..)| *known == name) {
                Some((_, sum, count)) => {
                    *sum += value;
                    *count += 1;
                }
                None => self.sums.push((name, value, 1)),
            }
        }
    }

    /// Adds the means to an iteration's numbers, under `train/`.
    pub fn add_to(&self, row: &mut MetricsRow) {
        for &(name, sum, count) in &self.sums {
            row.set(format!("train/{name}"), sum / count as f64);
        }
    }
}
