//! The small part of a run's state: counters and numbers.

use serde::{Deserialize, Serialize};

use crate::config::RunConfig;
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

impl RunState {
    /// Keys in which a run that stands here may go on with other values than it has had: what they say lies ahead, by the old
    /// values and by the new ones, so the run equals one that had the new ones from the beginning.
    pub fn keys_ahead(&self, kept: &RunConfig, wanted: &RunConfig) -> Vec<&'static str> {
        let mut keys = Vec::new();
        if kept.learn.constant_until().min(wanted.learn.constant_until()) >= self.steps {
            keys.extend(["learn.schedule", "learn.decay_start", "learn.decay_steps", "learn.final_rate"]);
        }
        let begun = self.next_games.iter().copied().max().unwrap_or(0);
        if kept.selfplay.told_draws_until().min(wanted.selfplay.told_draws_until()) >= begun {
            keys.push("selfplay.any_draw_from");
        }
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_ahead_may_change_and_nothing_else() {
        let state = RunState {
            iteration: 3,
            steps: 1000,
            games: 50,
            samples: 0,
            window: 0,
            credit: 0.0,
            balance: StartBalance { missing: 7.0 },
            rollbacks: 0,
            all_rollbacks: 0,
            next_games: vec![61, 72],
        };
        let config = |schedule: &str, any_draw_from: u64| {
            let text = format!(
                "[learn]\nschedule = \"cosine\"\n{schedule}\ndecay_steps = 5000\n[selfplay]\nany_draw_from = {any_draw_from}"
            );
            toml::from_str::<RunConfig>(&text).unwrap()
        };
        let plain = RunConfig::default();
        let learning = ["learn.schedule", "learn.decay_start", "learn.decay_steps", "learn.final_rate"];
        let all = [&learning[..], &["selfplay.any_draw_from"]].concat();
        assert_eq!(state.keys_ahead(&plain, &config("decay_start = 1000", 72)), all);
        assert_eq!(state.keys_ahead(&config("decay_start = 1000", 72), &plain), all);
        assert_eq!(state.keys_ahead(&plain, &config("decay_start = 999", 72)), ["selfplay.any_draw_from"]);
        assert_eq!(state.keys_ahead(&config("decay_start = 1200", 71), &plain), learning);
        assert_eq!(state.keys_ahead(&plain, &config("", 1)), [""; 0]);
    }
}
