//! The learner: parameters, optimiser and averaged weights, one step at a time.
//!
//! Input: batches. Output: a network that says more and more of what the batches say, and a [`LossReport`] for each
//! step. Invariant: a step either succeeds with finite numbers everywhere or changes nothing; and all that the next step
//! depends on is in [`Learner::save`]'s file, so that a learner that was loaded goes on as the saved one would have.

use std::path::Path;

use burn::tensor::Device;

use super::batch::Batch;
use super::config::LearnConfig;
use super::gradient::{Descent, descend, measure};
use super::loss::{self, BothSums, LossReport, Scale, SideLoss};
use super::optimizer::{AdamW, norm};
use super::state;
use crate::base::fault::Fault;
use crate::net::parameters::{self, Entry};
use crate::net::{NetConfig, Network};
use crate::rules::Side;

/// Samples that a measurement computes at once: few enough to stay in the cache.
const MEASURED_AT_ONCE: usize = 256;

/// A number of a step was infinite or not a number. The step was not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("step {step}: {what} is not finite; the step was not taken")]
pub struct NonFinite {
    /// The step, counted from 1.
    pub step: u64,
    /// The loss or tensor.
    pub what: String,
}

/// All that the next step depends on, besides the configuration and the batch.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct State {
    pub parameters: Vec<f32>,
    pub optimizer: AdamW,
    /// Running average of the parameters.
    pub average: Vec<f32>,
}

/// Learns from batches.
#[derive(Debug, Clone)]
pub struct Learner {
    config: LearnConfig,
    /// Gives the shapes; its values are those of the start.
    network: Network,
    device: Device,
    layout: Vec<Entry>,
    /// For each parameter, whether it is decayed.
    decayed: Vec<bool>,
    state: State,
}

impl Learner {
    /// A learner at its start, with a network drawn from `seed`.
    pub fn new(network: &NetConfig, config: &LearnConfig, seed: u64, device: &Device) -> Self {
        let network = network.init(seed, device);
        let parameters = parameters::read(&network);
        let layout = parameters::layout(&network);
        let decayed = layout.iter().flat_map(|entry| std::iter::repeat_n(entry.is_weight(), entry.len())).collect();
        let state = State { optimizer: AdamW::new(parameters.len()), average: parameters.clone(), parameters };
        Learner { config: config.clone(), network, device: device.clone(), layout, decayed, state }
    }

    /// Steps taken.
    pub fn steps(&self) -> u64 {
        self.state.optimizer.steps
    }

    /// The averaged network: the one that plays.
    pub fn averaged(&self) -> Network {
        parameters::write(&self.network, &self.state.average, &self.device)
    }

    /// The network as the last step left it.
    pub fn newest(&self) -> Network {
        parameters::write(&self.network, &self.state.parameters, &self.device)
    }

    /// One step of gradient descent, on the current rayon pool. The batch must not be empty.
    ///
    /// # Errors
    /// [`NonFinite`] when a loss, the gradient or a new parameter is infinite or not a number. Nothing is changed then.
    pub fn step(&mut self, batch: &Batch) -> Result<LossReport, NonFinite> {
        assert!(!batch.is_empty(), "there is nothing to learn from an empty batch");
        let scale = Scale::new(batch, self.config.value_weight);
        let found = descend(&self.network, &self.state.parameters, &self.device, batch, scale, self.config.shards);
        let Descent { sums, mut gradient } = found;
        let length = norm(&gradient);
        self.check_descent(&sums, &gradient, length)?;
        if length > self.config.clip_norm {
            let factor = (self.config.clip_norm / length) as f32;
            gradient.iter_mut().for_each(|value| *value *= factor);
        }
        let rate = self.config.rate(self.steps());
        let next = self.advanced(&gradient, rate);
        self.check_tensors(&next.parameters, "parameters")?;
        self.state = next;
        Ok(self.report(&sums, scale, length, rate))
    }

    /// The losses of the averaged network on `batch`; nothing is learned.
    pub fn measure(&self, batch: &Batch) -> LossReport {
        let scale = Scale::new(batch, self.config.value_weight);
        let sums = measure(&self.averaged(), &self.device, batch, scale, MEASURED_AT_ONCE);
        self.report(&sums, scale, 0.0, self.config.rate(self.steps()))
    }

    /// Writes the learner to `path`, at once or not at all.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), Fault> {
        state::save(&self.state, &self.layout, path)
    }

    /// The learner that was saved to `path`.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or belongs to another kind or size of network: then the message names the
    /// tensor and both shapes.
    pub fn load(network: &NetConfig, config: &LearnConfig, device: &Device, path: &Path) -> Result<Self, Fault> {
        // The seed is without effect: every value is replaced.
        let mut learner = Learner::new(network, config, 0, device);
        learner.state = state::load(&learner.layout, path)?;
        Ok(learner)
    }

    fn advanced(&self, gradient: &[f32], rate: f64) -> State {
        let mut next = self.state.clone();
        next.optimizer.step(&mut next.parameters, gradient, &self.decayed, rate, &self.config);
        let kept = self.config.kept_average(self.steps());
        let (kept, added) = (kept as f32, (1.0 - kept) as f32);
        for (average, parameter) in next.average.iter_mut().zip(&next.parameters) {
            *average = kept * *average + added * parameter;
        }
        next
    }

    fn check_descent(&self, sums: &BothSums, gradient: &[f32], length: f64) -> Result<(), NonFinite> {
        for (side, sums) in [Side::Officers, Side::Rebels].into_iter().zip(sums) {
            for (loss, what) in [(sums.policy_loss, "policy"), (sums.value_loss, "value")] {
                if !loss.is_finite() {
                    return Err(self.non_finite(format!("the {what} loss of the {}", side.name())));
                }
            }
        }
        if length.is_finite() { Ok(()) } else { self.check_tensors(gradient, "gradient") }
    }

    fn check_tensors(&self, values: &[f32], what: &str) -> Result<(), NonFinite> {
        // One pass over everything is the usual case; only a failure looks for the culprit.
        if values.iter().all(|value| value.is_finite()) {
            return Ok(());
        }
        let bad = self.layout.iter().find(|entry| values[entry.range()].iter().any(|value| !value.is_finite()));
        Err(self.non_finite(format!("the {what} of `{}`", bad.map_or("?", |entry| &entry.name))))
    }

    fn non_finite(&self, what: String) -> NonFinite {
        NonFinite { step: self.steps() + 1, what }
    }

    fn report(&self, sums: &BothSums, scale: Scale, gradient_norm: f64, learning_rate: f64) -> LossReport {
        let [officers, rebels] = sums.each_ref().map(SideLoss::from);
        LossReport {
            steps: self.steps(),
            loss: loss::total(sums, scale),
            gradient_norm,
            learning_rate,
            officers,
            rebels,
        }
    }
}
