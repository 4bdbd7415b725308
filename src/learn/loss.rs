//! The losses and their gradients with respect to the network's raw outputs.
//!
//! Input: logits and a [`Batch`]. Output: sums for each side, and the gradient of
//! `mean(cross entropy of the policy over the legal actions) + value_weight * mean(cross entropy of win/draw/loss)`,
//! each mean weighted by the samples' own weights. For a softmax `p` and a target `t` that sums to 1 the gradient of the
//! cross entropy is `p - t`; so it is written down here, over the few legal actions only, instead of being derived
//! by automatic differentiation through full rows of 561. Invariant: an illegal action has no gradient.

use std::ops::{AddAssign, Range};

use super::batch::Batch;
use crate::rules::Side;

/// Raw outputs for some rows of a batch, or gradients with respect to them.
#[derive(Debug, Clone)]
pub(super) struct Logits {
    /// `[rows, 561]`.
    pub policy: Vec<f32>,
    /// `[rows, 3]`.
    pub wdl: Vec<f32>,
}

/// What one unit of a sample's weight counts in the loss.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    policy: f64,
    value: f64,
}

impl Scale {
    pub fn new(batch: &Batch, value_weight: f64) -> Self {
        let total = |weights: &[f32]| weights.iter().map(|&weight| f64::from(weight)).sum::<f64>();
        let share = |weights: &[f32]| Some(total(weights)).filter(|&total| total > 0.0).map_or(0.0, f64::recip);
        Scale { policy: share(&batch.policy_weight), value: value_weight * share(&batch.value_weight) }
    }
}

/// Weighted sums over the samples of one side.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sums {
    pub samples: u64,
    pub policy_weight: f64,
    pub policy_loss: f64,
    pub policy_entropy: f64,
    pub target_entropy: f64,
    pub value_weight: f64,
    pub value_loss: f64,
    pub value: f64,
    pub value_squared: f64,
    pub target_value: f64,
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Sums) {
        self.samples += other.samples;
        self.policy_weight += other.policy_weight;
        self.policy_loss += other.policy_loss;
        self.policy_entropy += other.policy_entropy;
        self.target_entropy += other.target_entropy;
        self.value_weight += other.value_weight;
        self.value_loss += other.value_loss;
        self.value += other.value;
        self.value_squared += other.value_squared;
        self.target_value += other.target_value;
    }
}

/// Sums of both sides, officers first.
pub(super) type BothSums = [Sums; 2];

/// The total loss that `sums` over a whole batch amount to.
pub(super) fn total(sums: &BothSums, scale: Scale) -> f64 {
    sums.iter().map(|side| scale.policy * side.policy_loss + scale.value * side.value_loss).sum()
}

/// Sums over the samples `rows` of `batch`, whose outputs are `logits`, and the gradient of the loss.
pub(super) fn losses(logits: &Logits, batch: &Batch, rows: Range<usize>, scale: Scale) -> (BothSums, Logits) {
    let mut gradient = Logits { policy: vec![0.0; logits.policy.len()], wdl: vec![0.0; logits.wdl.len()] };
    let mut sums = BothSums::default();
    let width = logits.policy.len() / rows.len().max(1);
    let mut probabilities = Vec::new();
    for (row, sample) in rows.enumerate() {
        let side = &mut sums[batch.sides[sample].index()];
        side.samples += 1;
        let place = row * width..(row + 1) * width;
        let policy = (&logits.policy[place.clone()], &mut gradient.policy[place]);
        policy_loss(policy, batch, sample, scale.policy, side, &mut probabilities);
        let place = row * 3..(row + 1) * 3;
        let wdl = (&logits.wdl[place.clone()], &mut gradient.wdl[place]);
        value_loss(wdl, batch, sample, scale.value, side);
    }
    (sums, gradient)
}

fn policy_loss(
    (logits, gradient): (&[f32], &mut [f32]),
    batch: &Batch,
    sample: usize,
    scale: f64,
    side: &mut Sums,
    probabilities: &mut Vec<f64>,
) {
    let weight = f64::from(batch.policy_weight[sample]);
    let place = batch.actions_of(sample);
    let (actions, target) = (&batch.actions[place.clone()], &batch.policy[place]);
    probabilities.clear();
    probabilities.extend(actions.iter().map(|&action| f64::from(logits[usize::from(action)])));
    let log_sum = softmax(probabilities);
    side.policy_weight += weight;
    for ((&action, &share), &probability) in actions.iter().zip(target).zip(&*probabilities) {
        let log = f64::from(logits[usize::from(action)]) - log_sum;
        let share = f64::from(share);
        side.policy_loss -= weight * share * log;
        side.policy_entropy -= weight * probability * log;
        side.target_entropy -= weight * if share > 0.0 { share * share.ln() } else { 0.0 };
        gradient[usize::from(action)] = (weight * scale * (probability - share)) as f32;
    }
}

fn value_loss((logits, gradient): (&[f32], &mut [f32]), batch: &Batch, sample: usize, scale: f64, side: &mut Sums) {
    let weight = f64::from(batch.value_weight[sample]);
    let target = batch.wdl[sample].map(f64::from);
    let mut probabilities = [0, 1, 2].map(|outcome| f64::from(logits[outcome]));
    let log_sum = softmax(&mut probabilities);
    for outcome in 0..3 {
        let log = f64::from(logits[outcome]) - log_sum;
        side.value_loss -= weight * target[outcome] * log;
        gradient[outcome] = (weight * scale * (probabilities[outcome] - target[outcome])) as f32;
    }
    let value = probabilities[0] - probabilities[2];
    side.value_weight += weight;
    side.value += weight * value;
    side.value_squared += weight * value * value;
    side.target_value += weight * (target[0] - target[2]);
}

/// Replaces logits by their softmax, and returns the logarithm of the sum of their exponentials.
fn softmax(values: &mut [f64]) -> f64 {
    let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for value in values.iter_mut() {
        *value = (*value - largest).exp();
        sum += *value;
    }
    for value in values.iter_mut() {
        *value /= sum;
    }
    largest + sum.ln()
}

/// What a step, or a measurement, says about one side's samples.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct SideLoss {
    /// Number of samples.
    pub samples: u64,
    /// Their weights added up, for the policy; the next three are means by it.
    pub policy_weight: f64,
    /// Mean cross entropy of the policy with its target, in nats.
    pub policy_loss: f64,
    /// Mean entropy of the network's policy over the legal actions, in nats.
    pub policy_entropy: f64,
    /// Mean entropy of the policy targets, in nats: the least that `policy_loss` can be.
    pub target_entropy: f64,
    /// Their weights added up, for the value: games that were cut short have none; the rest are means by it.
    pub value_weight: f64,
    /// Mean cross entropy of win/draw/loss with the result, in nats.
    pub value_loss: f64,
    /// Mean predicted value for the side to move, in [-1, 1].
    pub value_mean: f64,
    /// Variance of the predicted value over the samples. Near zero the value head tells nothing apart.
    pub value_variance: f64,
    /// Mean value of the results. Far from `value_mean` the value head is badly calibrated.
    pub target_mean: f64,
}

impl From<&Sums> for SideLoss {
    fn from(sums: &Sums) -> Self {
        // A side without samples has nothing to report: zeros, and `samples` says so.
        let mean = |sum: f64, weight: f64| if weight > 0.0 { sum / weight } else { 0.0 };
        let value_mean = mean(sums.value, sums.value_weight);
        SideLoss {
            samples: sums.samples,
            policy_weight: sums.policy_weight,
            policy_loss: mean(sums.policy_loss, sums.policy_weight),
            policy_entropy: mean(sums.policy_entropy, sums.policy_weight),
            target_entropy: mean(sums.target_entropy, sums.policy_weight),
            value_weight: sums.value_weight,
            value_loss: mean(sums.value_loss, sums.value_weight),
            value_mean,
            value_variance: (mean(sums.value_squared, sums.value_weight) - value_mean * value_mean).max(0.0),
            target_mean: mean(sums.target_value, sums.value_weight),
        }
    }
}

/// The outcome of one step, or of a measurement.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct LossReport {
    /// Steps taken, this one included.
    pub steps: u64,
    /// The loss that was made smaller.
    pub loss: f64,
    /// Length of the gradient before clipping; 0 when it was not computed.
    pub gradient_norm: f64,
    /// Step size of AdamW.
    pub learning_rate: f64,
    /// Samples with the officers to move.
    pub officers: SideLoss,
    /// Samples with the rebels to move.
    pub rebels: SideLoss,
}

impl LossReport {
    /// One side's part.
    pub fn side(&self, side: Side) -> &SideLoss {
        match side {
            Side::Officers => &self.officers,
            Side::Rebels => &self.rebels,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::Target;
    use crate::rules::{Action, Position, Rules};

    /// One sample of each side, with unlike weights and soft targets.
    fn batch() -> Batch {
        let mut batch = Batch::default();
        let samples = [("3/1o1/1r5/r6/r6/rrr/rrr o 0 - 0", 1.0, 0.5), ("3/1o1/1r5/r6/r6/rrr/rrr r 0 - 0", 0.25, 2.0)];
        for (text, policy_weight, value_weight) in samples {
            let position = Position::parse(Rules::asalto(), text).unwrap_or_else(|error| panic!("{error}"));
            let actions = position.actions();
            let policy = [(actions[0].index() as u16, 3.0), (actions[2].index() as u16, 1.0)];
            let target = Target { policy: &policy, policy_weight, wdl: [0.5, 0.2, 0.3], value_weight };
            batch.push(&position, 0, 0.0, &target, false).unwrap();
        }
        batch
    }

    fn logits() -> Logits {
        let wave = |count: usize, step: f32| (0..count).map(|index| (index as f32 * step).sin()).collect();
        Logits { policy: wave(2 * Action::COUNT, 0.7), wdl: wave(6, 1.3) }
    }

    fn loss(logits: &Logits, batch: &Batch) -> f64 {
        let scale = Scale::new(batch, 0.7);
        total(&losses(logits, batch, 0..2, scale).0, scale)
    }

    /// The slope of the loss along one logit, by a small step to both sides.
    fn slope(batch: &Batch, pick: impl Fn(&mut Logits) -> &mut f32) -> f64 {
        let step = 0.02;
        let moved = |by: f32| {
            let mut logits = logits();
            *pick(&mut logits) += by;
            loss(&logits, batch)
        };
        (moved(step) - moved(-step)) / (2.0 * f64::from(step))
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let batch = batch();
        let (_, gradient) = losses(&logits(), &batch, 0..2, Scale::new(&batch, 0.7));
        for index in 0..2 * Action::COUNT {
            let expected = slope(&batch, |logits| &mut logits.policy[index]);
            assert!((f64::from(gradient.policy[index]) - expected).abs() < 1e-4, "policy logit {index}");
        }
        for index in 0..6 {
            let expected = slope(&batch, |logits| &mut logits.wdl[index]);
            assert!((f64::from(gradient.wdl[index]) - expected).abs() < 1e-4, "value logit {index}");
        }
        let touched = gradient.policy.iter().filter(|&&value| value != 0.0).count();
        assert_eq!(touched, batch.actions.len(), "only legal actions have a gradient");
    }

    #[test]
    fn sides_are_kept_apart_and_weighted() {
        let batch = batch();
        let (sums, _) = losses(&logits(), &batch, 0..2, Scale::new(&batch, 0.7));
        let [officers, rebels] = sums.each_ref().map(SideLoss::from);
        assert_eq!((officers.samples, rebels.samples), (1, 1));
        assert!((officers.target_mean - 0.2).abs() < 1e-6 && (rebels.target_mean - 0.2).abs() < 1e-6);
        let entropy = -(0.75f64 * 0.75f64.ln() + 0.25 * 0.25f64.ln());
        assert!((officers.target_entropy - entropy).abs() < 1e-6 && (rebels.target_entropy - entropy).abs() < 1e-6);
        assert!(officers.policy_loss > officers.target_entropy && rebels.value_loss > 0.0);
        let whole =
            (sums[0].policy_loss + sums[1].policy_loss) / 1.25 + 0.7 * (sums[0].value_loss + sums[1].value_loss) / 2.5;
        assert!((whole - total(&sums, Scale::new(&batch, 0.7))).abs() < 1e-9);
    }

    #[test]
    fn equal_logits_give_the_uniform_policy() {
        let batch = batch();
        let flat = Logits { policy: vec![0.5; 2 * Action::COUNT], wdl: vec![-2.0; 6] };
        let (sums, _) = losses(&flat, &batch, 0..2, Scale::new(&batch, 1.0));
        let officers = SideLoss::from(&sums[0]);
        let legal = batch.actions_of(0).len() as f64;
        assert!(
            (officers.policy_entropy - legal.ln()).abs() < 1e-9 && (officers.policy_loss - legal.ln()).abs() < 1e-6
        );
        assert!((officers.value_loss - 3f64.ln()).abs() < 1e-6 && officers.value_mean.abs() < 1e-9);
    }

    #[test]
    fn a_side_without_samples_reports_zeros() {
        let report = SideLoss::from(&Sums::default());
        assert_eq!((report.samples, report.policy_loss, report.value_variance), (0, 0.0, 0.0));
    }
}
