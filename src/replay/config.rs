//! The knobs of the replay window.

use serde::{Deserialize, Serialize};

use crate::base::check::{Check, Finding, Findings};

/// How many samples are kept, how often they are used, and what their values aim at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReplayConfig {
    /// Samples from which on the window grows more slowly than the data. Range 100 to 100000000.
    pub window: usize,
    /// Exponent of that growth: the window holds `window * (samples / window) ^ growth`. Range 0 (fixed) to 1 (everything).
    pub growth: f64,
    /// Times that a sample is used, on average. Range 0.1 to 100.
    pub reuse: f64,
    /// Share of samples that are mirrored left to right. Range 0 to 1.
    pub mirror: f64,
    /// Share of the search's root value in the value target; the rest is the game's result. Range 0 to 1.
    pub value_mix: f64,
}

impl Default for ReplayConfig {
    fn default() -> Self {
        Self { window: 250_000, growth: 0.65, reuse: 4.0, mirror: 0.5, value_mix: 0.0 }
    }
}

impl ReplayConfig {
    /// Samples that the window holds after `seen` samples.
    pub fn capacity(&self, seen: u64) -> usize {
        let base = self.window as f64;
        if (seen as f64) <= base {
            return self.window;
        }
        (base * (seen as f64 / base).powf(self.growth)) as usize
    }
}

impl Check for ReplayConfig {
    fn check(&self) -> Vec<Finding> {
        let mut findings = Findings::new();
        findings.range("window", self.window, 100..=100_000_000, "100000 to 1000000 is usual");
        findings.range("growth", self.growth, 0.0..=1.0, "");
        findings.range("reuse", self.reuse, 0.1..=100.0, "4 to 8 is usual");
        findings.range("mirror", self.mirror, 0.0..=1.0, "0.5 is usual");
        findings.range("value_mix", self.value_mix, 0.0..=1.0, "");
        findings.into_vec()
    }
}
