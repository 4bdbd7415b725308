//! The learning phase of an iteration: batches drawn from the window, one step after another.

use std::collections::BTreeMap;

use rand::RngExt;

use super::event::{Observer, TrainEvent};
use super::metrics::MetricsRow;
use crate::base::rng::stream;
use crate::config::RunConfig;
use crate::learn::{Batch, Learner, LossReport, NonFinite, SideLoss, Target};
use crate::replay::{ReplayWindow, Sample};
use crate::rules::Side;

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
pub fn steps(
    learner: &mut Learner,
    draw: &Draw<'_>,
    steps: u64,
    observer: &dyn Observer,
) -> Result<Learned, NonFinite> {
    let mut report = LossMeans::default();
    let mut last = None;
    for step in 0..steps {
        let batch = draw.batch(draw.taken + step);
        report.add(&learner.step(&batch)?);
        observer.event(&TrainEvent::Advanced(1));
        last = Some(batch);
    }
    // A last step can be finite and still lead to weights that are of no use: these would play, and spoil the next games.
    if last.is_some_and(|batch| !learner.measure(&batch).loss.is_finite()) {
        return Err(NonFinite { step: draw.taken + steps, what: "the loss of the averaged network".to_owned() });
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
            push_sample(&mut batch, sample, mirrored);
        }
        batch
    }
}

/// Adds a sample to a batch; with `mirrored`, its mirror image, where the rules have one.
pub fn push_sample(batch: &mut Batch, sample: &Sample, mirrored: bool) {
    let value_weight = sample.value_weight;
    let target = Target { policy: &sample.policy, policy_weight: 1.0, wdl: sample.wdl, value_weight };
    let mirrored = mirrored && sample.position.rules().is_symmetric();
    batch
        .push(&sample.position, sample.repetitions, sample.draw_value, &target, mirrored)
        .expect("a sample's policy was found by a search of its position");
}

/// Means of the numbers of [`LossReport`]s, by name.
#[derive(Default)]
pub struct LossMeans(BTreeMap<String, (f64, f64)>);

impl LossMeans {
    fn add(&mut self, report: &LossReport) {
        for side in [Side::Officers, Side::Rebels] {
            let (name, loss) = (side.name(), report.side(side));
            for (what, value, weight) in numbers(loss) {
                self.add_one(format!("train/{name}/{what}"), value, weight);
            }
            self.add_one("train/policy_loss".to_owned(), loss.policy_loss, loss.policy_weight);
            self.add_one("train/value_loss".to_owned(), loss.value_loss, loss.value_weight);
        }
        self.add_one("train/loss".to_owned(), report.loss, 1.0);
        self.add_one("train/gradient_norm".to_owned(), report.gradient_norm, 1.0);
        self.add_one("train/learning_rate".to_owned(), report.learning_rate, 1.0);
    }

    fn add_one(&mut self, name: String, value: f64, weight: f64) {
        let (sum, total) = self.0.entry(name).or_default();
        *sum += value * weight;
        *total += weight;
    }

    /// Adds the means to an iteration's numbers, under `train/`.
    pub fn add_to(&self, row: &mut MetricsRow) {
        for (name, (sum, weight)) in self.0.iter().filter(|(_, (_, weight))| *weight > 0.0) {
            row.set(name, sum / weight);
        }
    }
}

/// Names, values, and the weights that these are means by.
fn numbers(loss: &SideLoss) -> [(&'static str, f64, f64); 7] {
    let (policy, value) = (loss.policy_weight, loss.value_weight);
    [
        ("policy_loss", loss.policy_loss, policy),
        ("policy_entropy", loss.policy_entropy, policy),
        ("target_entropy", loss.target_entropy, policy),
        ("value_loss", loss.value_loss, value),
        ("value_mean", loss.value_mean, value),
        ("value_variance", loss.value_variance, value),
        ("target_value", loss.target_mean, value),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_of_games_that_were_cut_short_say_nothing_of_the_value() {
        let side = |value_weight, value_loss| SideLoss {
            samples: 4,
            policy_weight: 4.0,
            policy_loss: 1.0,
            policy_entropy: 1.0,
            target_entropy: 1.0,
            value_weight,
            value_loss,
            value_mean: 0.0,
            value_variance: 0.0,
            target_mean: 0.0,
        };
        let report = |officers, rebels| LossReport {
            steps: 1,
            loss: 1.0,
            gradient_norm: 1.0,
            learning_rate: 0.1,
            officers,
            rebels,
        };
        let mut means = LossMeans::default();
        means.add(&report(side(4.0, 0.5), side(0.0, 0.0)));
        means.add(&report(side(1.0, 1.0), side(1.0, 0.25)));
        let mean = |name: &str| means.0[name].0 / means.0[name].1;
        assert_eq!(mean("train/officers/value_loss"), 0.6);
        assert_eq!(mean("train/rebels/value_loss"), 0.25);
        assert_eq!(mean("train/value_loss"), (4.0 * 0.5 + 1.0 + 0.25) / 6.0);
        assert_eq!(mean("train/policy_loss"), 1.0);
    }
}
