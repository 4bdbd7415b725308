//! The learning rate over the steps, and the decay of the averaged weights.
//!
//! Input: the number of steps taken. Output: a rate. Invariant: a function of the step alone, so that a resumed run
//! follows the same curve.

use serde::{Deserialize, Serialize};

use super::config::LearnConfig;

/// How the learning rate goes on after the warm-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Schedule {
    /// It stays. A run can be prolonged at will.
    Constant,
    /// It stays until step `decay_start`, falls along half a cosine to `final_rate` of itself at step `decay_steps`, and
    /// stays there. A run that has not come to the first of these can be prolonged at will.
    Cosine,
}

impl LearnConfig {
    /// The learning rate of the step after `steps` others.
    pub fn rate(&self, steps: u64) -> f64 {
        let warm = (steps + 1) as f64 / (self.warmup_steps + 1) as f64;
        let fallen = match self.schedule {
            Schedule::Constant => 1.0,
            Schedule::Cosine => {
                let (fallen, all) = (steps.saturating_sub(self.decay_start), self.decay_steps - self.decay_start);
                let progress = (fallen as f64 / all as f64).min(1.0);
                let cosine = (1.0 + (std::f64::consts::PI * progress).cos()) / 2.0;
                self.final_rate + (1.0 - self.final_rate) * cosine
            }
        };
        self.learning_rate * warm.min(1.0) * fallen
    }

    /// The step up to which the schedule changes nothing.
    pub fn constant_until(&self) -> u64 {
        match self.schedule {
            Schedule::Constant => u64::MAX,
            Schedule::Cosine => self.decay_start,
        }
    }

    /// The share of the old average that the step after `steps` others keeps. It grows from 0.1, so that the
    /// random weights of the start are soon forgotten.
    pub fn kept_average(&self, steps: u64) -> f64 {
        let early = (1 + steps) as f64 / (10 + steps) as f64;
        early.min(self.average_decay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::check::Check;

    #[test]
    fn the_rate_rises_then_falls() {
        let config = LearnConfig {
            learning_rate: 1.0,
            warmup_steps: 9,
            schedule: Schedule::Cosine,
            decay_steps: 1000,
            final_rate: 0.1,
            ..LearnConfig::default()
        };
        assert!((config.rate(0) - 0.1).abs() < 1e-4);
        assert!((config.rate(9) - 1.0).abs() < 1e-3);
        assert!((config.rate(500) - 0.55).abs() < 1e-9);
        assert!((config.rate(1000) - 0.1).abs() < 1e-9);
        assert_eq!(config.rate(5000), config.rate(1000));
        let later = LearnConfig { decay_start: 500, ..config.clone() };
        assert_eq!(later.rate(500), 1.0);
        assert!((later.rate(750) - 0.55).abs() < 1e-9);
        assert_eq!(later.rate(1000), config.rate(1000));
        let constant = LearnConfig { schedule: Schedule::Constant, ..config };
        assert_eq!(constant.rate(5000), 1.0);
    }

    #[test]
    fn a_fall_ends_after_it_begins() {
        let found = |schedule, decay_start| {
            let config = LearnConfig { schedule, decay_start, decay_steps: 5000, ..LearnConfig::default() };
            config.check().iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(found(Schedule::Cosine, 5000), ["decay_start: must be below `decay_steps`, found 5000"]);
        assert_eq!(found(Schedule::Cosine, 4999), [""; 0]);
        assert_eq!(found(Schedule::Constant, 5000), [""; 0], "nothing falls");
        assert_eq!(found(Schedule::Cosine, 1_000_000_001).len(), 1, "one mistake, one finding");
    }

    #[test]
    fn without_warmup_the_first_step_has_the_full_rate() {
        let config = LearnConfig { warmup_steps: 0, schedule: Schedule::Constant, ..LearnConfig::default() };
        assert_eq!(config.rate(0), config.learning_rate);
    }

    #[test]
    fn the_average_forgets_the_start_first() {
        let config = LearnConfig { average_decay: 0.99, ..LearnConfig::default() };
        assert_eq!(config.kept_average(0), 0.1);
        assert_eq!(config.kept_average(1_000_000), 0.99);
    }
}
