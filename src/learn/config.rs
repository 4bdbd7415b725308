//! The knobs of learning.
//!
//! Input: the `[learn]` table of a configuration. Output: a [`LearnConfig`], checked. Invariant: no knob depends on
//! the machine: the same configuration learns the same everywhere.

use serde::{Deserialize, Serialize};

use super::schedule::Schedule;
use crate::base::check::{Check, Finding, Findings};

/// How the network learns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LearnConfig {
    /// Samples of one step. Range 1 to 65536.
    pub batch: usize,
    /// Parts that a step is computed in, at most one a thread. Their number is part of the result (sums of floating
    /// point numbers depend on their order), the number of threads is not. Range 1 to 256, at most `batch`.
    pub shards: usize,
    /// Step size of AdamW after the warm-up. Range above 0.
    pub learning_rate: f64,
    /// Steps over which the step size rises from near zero. Range 0 to 1000000.
    pub warmup_steps: u64,
    /// The step size after the warm-up: `constant`, or `cosine`.
    pub schedule: Schedule,
    /// With `cosine`: the step at which the fall begins. Range 0 to 1000000000, below `decay_steps`.
    pub decay_start: u64,
    /// With `cosine`: the step at which the fall ends. Range 1 to 1000000000.
    pub decay_steps: u64,
    /// With `cosine`: the share of the step size that is left at the end. Range 0 to 1.
    pub final_rate: f64,
    /// AdamW: share of the old mean gradient that is kept a step. Range 0 to 0.9999.
    pub beta1: f64,
    /// AdamW: share of the old mean squared gradient that is kept a step. Range 0 to 0.99999.
    pub beta2: f64,
    /// AdamW: keeps the division finite. Range 1e-12 to 0.01.
    pub epsilon: f64,
    /// AdamW: weights shrink by this times the step size a step; offsets do not. Range 0 to 1.
    pub weight_decay: f64,
    /// A gradient that is longer is scaled down to this length. Range above 0.
    pub clip_norm: f64,
    /// Weight of the value's loss; the policy's is 1. Range 0 to 100.
    pub value_weight: f64,
    /// Share of the averaged weights that is kept a step; the averaged weights are those that play. 0 = the newest
    /// weights play. Range 0 to 0.99999.
    pub average_decay: f64,
}

impl Default for LearnConfig {
    fn default() -> Self {
        LearnConfig {
            batch: 512,
            shards: 2,
            learning_rate: 1e-3,
            warmup_steps: 200,
            schedule: Schedule::Constant,
            decay_start: 0,
            decay_steps: 100_000,
            final_rate: 0.1,
            beta1: 0.9,
            beta2: 0.999,
            epsilon: 1e-8,
            weight_decay: 0.01,
            clip_norm: 1.0,
            value_weight: 1.0,
            average_decay: 0.995,
        }
    }
}

impl Check for LearnConfig {
    fn check(&self) -> Vec<Finding> {
        let mut findings = Findings::new();
        findings.range("batch", self.batch, 1..=65_536, "256 to 2048 is usual");
        findings.range(
            "shards",
            self.shards,
            // A wrong batch is one mistake, not two.
            1..=if self.batch == 0 { 256 } else { self.batch.min(256) },
            "the number of cores, or twice that, is usual",
        );
        findings.above("learning_rate", self.learning_rate, 0.0, "0.0003 to 0.003 is usual");
        findings.range("warmup_steps", self.warmup_steps, 0..=1_000_000, "100 to 1000 is usual");
        findings.range("decay_steps", self.decay_steps, 1..=1_000_000_000, "");
        findings.range("decay_start", self.decay_start, 0..=1_000_000_000, "");
        let begins_first = self.decay_start < self.decay_steps || self.decay_start > 1_000_000_000;
        let falls = self.schedule == Schedule::Cosine;
        findings.require(!falls || begins_first, "decay_start", self.decay_start, "below `decay_steps`", "");
        findings.range("final_rate", self.final_rate, 0.0..=1.0, "");
        findings.range("beta1", self.beta1, 0.0..=0.9999, "0.9 is usual");
        findings.range("beta2", self.beta2, 0.0..=0.99999, "0.999 is usual");
        findings.range("epsilon", self.epsilon, 1e-12..=0.01, "1e-8 is usual");
        findings.range("weight_decay", self.weight_decay, 0.0..=1.0, "0.0001 to 0.1 is usual");
        findings.above("clip_norm", self.clip_norm, 0.0, "1 is usual");
        findings.range("value_weight", self.value_weight, 0.0..=100.0, "0.25 to 2 is usual");
        findings.range("average_decay", self.average_decay, 0.0..=0.99999, "0.99 to 0.999 is usual");
        findings.into_vec()
    }
}
