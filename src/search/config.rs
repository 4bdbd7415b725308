//! The knobs of a search.
//!
//! In: a table of a configuration file. Out: a [`SearchConfig`], and what is wrong with it, all at once.
//! Invariant: with a configuration that passes [`SearchConfig::check`] a search neither panics nor fails to end.

use serde::{Deserialize, Serialize};

use crate::base::check::{Check, Finding, Findings};

/// How the root spends its simulations and chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RootPolicy {
    /// Gumbel noise and sequential halving (Danihelka et al. 2022): made for few simulations.
    Gumbel,
    /// PUCT (Silver et al. 2017), with Dirichlet noise if asked for: for play and analysis with many simulations.
    Puct,
}

/// How simulations choose below the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InteriorPolicy {
    /// Visits follow the improved policy as closely as they can (Danihelka et al. 2022, section 5).
    Improved,
    /// PUCT (Silver et al. 2017).
    Puct,
}

/// The most that a draw is worth to a side: less than a win.
pub const MOST_DRAW_VALUE: f32 = 0.9;

/// The knobs of a search. A number outside its range is refused by [`SearchConfig::check`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchConfig {
    /// Simulations a move: each evaluates one new position, or finds an exact end without. 1 to 100000, default 32.
    pub simulations: u32,
    /// Simulations, if fewer, where only one action doesn't lose at once: enough for a value, no waste.
    /// 1 to 100000, default 1.
    pub forced_simulations: u32,
    /// `gumbel` or `puct`, default `gumbel`.
    pub root: RootPolicy,
    /// `improved` or `puct`, default `improved`.
    pub interior: InteriorPolicy,
    /// Gumbel root: how many actions are considered at most (the paper's m). 1 to 128, default 16.
    pub considered: u32,
    /// Gumbel root: scale of the noise. 1 explores as the paper does; 0 is none, for play at full strength.
    /// 0 to 10, default 1.
    pub gumbel_scale: f32,
    /// Weight of values against priors before any visit, in visits. 0 to 1000, default 50.
    pub c_visit: f32,
    /// Weight of values (in [-1, 1]) against priors. 0 to 100, default 1.
    pub c_scale: f32,
    /// PUCT: weight of prior against value. 0 to 100, default 1.5.
    pub c_puct: f32,
    /// PUCT: an unvisited action is worth its parent's value less this, times the square root of the prior of its
    /// visited siblings. 0 to 2, default 0.2.
    pub fpu_reduction: f32,
    /// PUCT: how far exploration goes with the standard deviation of the result that a position promises, which is 0 where its
    /// end seems certain: 0 = not at all, 1 = in proportion. 0 to 1, default 0.
    pub puct_deviation: f32,
    /// What each rebel that is taken below the root is worth to the officers, times the fourth power of the probability that they
    /// lose: who is as good as lost sells the game dearly. Win, draw and loss stay as they are. 0 to 1, default 0.
    pub score_utility: f32,
    /// What a draw is worth to the officers, and its opposite to the rebels: who values a draw less presses on where
    /// the other is content. -0.9 to 0.9, default 0.
    pub draw_value: f32,
    /// The same of a draw that the search has proven; `None` = as of any other. No key of a file: in self-play both sides
    /// know of no difference.
    #[serde(skip)]
    pub certain_draw_value: Option<f32>,
    /// PUCT root: share of Dirichlet noise in the prior. 0 is none, for play; 0.25 is usual in self-play.
    /// 0 to 1, default 0.
    pub dirichlet_fraction: f32,
    /// PUCT root: concentration of that noise, shared out over the legal actions. 0.01 to 1000, default 10.
    pub dirichlet_total: f32,
    /// Self-play: temperature at which the first actions of a game are drawn from the policy. 0 is the chosen action.
    /// 0 to 10, default 1.
    pub temperature: f32,
    /// Self-play: for how many plies of a game that is done. 0 to 10000, default 0.
    pub temperature_plies: u32,
}

impl Default for SearchConfig {
    fn default() -> SearchConfig {
        SearchConfig {
            simulations: 32,
            forced_simulations: 1,
            root: RootPolicy::Gumbel,
            interior: InteriorPolicy::Improved,
            considered: 16,
            gumbel_scale: 1.0,
            c_visit: 50.0,
            c_scale: 1.0,
            c_puct: 1.5,
            fpu_reduction: 0.2,
            puct_deviation: 0.0,
            score_utility: 0.0,
            draw_value: 0.0,
            certain_draw_value: None,
            dirichlet_fraction: 0.0,
            dirichlet_total: 10.0,
            temperature: 1.0,
            temperature_plies: 0,
        }
    }
}

impl Check for SearchConfig {
    fn check(&self) -> Vec<Finding> {
        let mut findings = Findings::new();
        findings.range("simulations", self.simulations, 1..=100_000, "16 to 64 is usual");
        findings.range("forced_simulations", self.forced_simulations, 1..=100_000, "1 is usual");
        findings.range("considered", self.considered, 1..=128, "16 is usual");
        findings.range("gumbel_scale", self.gumbel_scale, 0.0..=10.0, "1 explores, 0 is full strength");
        findings.range("c_visit", self.c_visit, 0.0..=1000.0, "50 is usual");
        findings.range("c_scale", self.c_scale, 0.0..=100.0, "1 is usual");
        findings.range("c_puct", self.c_puct, 0.0..=100.0, "1 to 2 is usual");
        findings.range("fpu_reduction", self.fpu_reduction, 0.0..=2.0, "0.2 is usual");
        findings.range("puct_deviation", self.puct_deviation, 0.0..=1.0, "0 in self-play");
        findings.range("score_utility", self.score_utility, 0.0..=1.0, "0 is the game as it is");
        findings.range("draw_value", self.draw_value, -MOST_DRAW_VALUE..=MOST_DRAW_VALUE, "0 is the game as it is");
        findings.range("dirichlet_fraction", self.dirichlet_fraction, 0.0..=1.0, "0.25 is usual in self-play");
        findings.range("dirichlet_total", self.dirichlet_total, 0.01..=1000.0, "10 is usual");
        findings.range("temperature", self.temperature, 0.0..=10.0, "1 is usual");
        findings.range("temperature_plies", self.temperature_plies, 0..=10_000, "");
        findings.into_vec()
    }
}

impl SearchConfig {
    /// The capacity with which a [`Search`](super::Search) never runs full under this configuration.
    pub fn capacity(&self) -> usize {
        self.simulations as usize + 1
    }

    /// What a draw that the search has proven is worth to the officers.
    pub fn certain_draw_value(&self) -> f32 {
        self.certain_draw_value.unwrap_or(self.draw_value)
    }

    /// The temperature to draw an action at, in a game that has lasted so many plies.
    pub fn temperature_at(&self, plies: u32) -> f32 {
        if plies < self.temperature_plies { self.temperature } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_allowed_and_survive_a_file() {
        let config = SearchConfig::default();
        assert_eq!(config.check(), []);
        let text = toml::to_string(&config).unwrap();
        assert_eq!(toml::from_str::<SearchConfig>(&text).unwrap(), config);
        assert_eq!(toml::from_str::<SearchConfig>("").unwrap(), config);
    }

    #[test]
    fn unknown_keys_are_refused() {
        let error = toml::from_str::<SearchConfig>("simulatons = 3").unwrap_err().to_string();
        assert!(error.contains("simulatons"), "{error}");
    }

    #[test]
    fn every_number_out_of_range_is_reported_at_once() {
        let config = SearchConfig {
            simulations: 0,
            c_puct: f32::NAN,
            fpu_reduction: 2.1,
            temperature_plies: 20_000,
            ..SearchConfig::default()
        };
        let found: Vec<String> = config.check().iter().map(ToString::to_string).collect();
        let wanted = [
            "simulations: must be 1 to 100000, found 0",
            "c_puct: must be 0 to 100, found NaN",
            "fpu_reduction: must be 0 to 2, found 2.1",
            "temperature_plies: must be 0 to 10000, found 20000",
        ];
        assert_eq!(found, wanted);
    }
}
