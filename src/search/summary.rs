//! What a search found.
//!
//! In: a finished search. Out: a [`SearchSummary`], which owns its data and outlives the tree.
//! Invariant: the per-action arrays are all aligned with `actions`, and every number is from the
//! view of the side to move at the root.

use super::noise::uniform;
use crate::base::rng::Rng;
use crate::rules::Action;

/// What a search found about its root.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchSummary {
    /// `[actions]`: the legal actions in canonical order.
    pub actions: Vec<Action>,
    /// `[actions]`: simulations that went along each.
    pub visits: Vec<u32>,
    /// `[actions]`: the evaluator's prior, without noise. Uniform if the root was decided without
    /// an evaluation; empty for a player that has none.
    pub prior: Vec<f32>,
    /// `[actions]`: value of each, in [-1, 1]: exact if proven, else the mean of its visits, else
    /// the root's mixed value (v_mix of Danihelka et al. 2022). A draw counts as what
    /// [`SearchConfig::draw_value`](super::SearchConfig::draw_value) says, a proven one as
    /// [`SearchConfig::certain_draw_value`](super::SearchConfig::certain_draw_value); rebels taken count, too, where
    /// [`SearchConfig::score_utility`](super::SearchConfig::score_utility) says so, so it may be above win less loss.
    pub q: Vec<f32>,
    /// `[actions]`: the training target, summing to 1: the improved policy (Gumbel root) or the
    /// shares of visits (PUCT root). It agrees with what is proven: all on winning actions, nothing
    /// on losing ones while there are others. If all actions lose it is the prior.
    pub policy: Vec<f32>,
    /// The root's value, in [-1, 1].
    pub value: f32,
    /// Probabilities of win, draw and loss; `value` is win less loss.
    pub wdl: [f32; 3],
    /// The exact result if the search proved it: 1 won, 0 drawn, -1 lost.
    pub proven: Option<f32>,
    /// The action to play.
    pub chosen: Action,
    /// The expected line of play, micro-action by micro-action; `chosen` first.
    pub principal_variation: Vec<Action>,
    /// Simulations made: as many as configured, unless the root was proven earlier or its move was
    /// forced.
    pub simulations: u32,
    /// Evaluations asked for, the root's included; of alpha-beta the positions that it looked at.
    pub evaluations: u64,
}

/// What a search knows of one root action, beyond what every summary tells.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// The action.
    pub action: Action,
    /// Its exact result for the side to move, if that is proven: 1 won, 0 drawn, -1 lost.
    pub proven: Option<f32>,
    /// Probabilities of win, draw and loss after it, for the side to move, whatever a draw is worth; `None` if it has neither
    /// visits nor a proof.
    pub wdl: Option<[f32; 3]>,
    /// The evaluator's prior, without noise; `None` if the root was decided without an evaluation.
    pub prior: Option<f32>,
    /// The expected line of play, `action` first.
    pub line: Vec<Action>,
}

impl SearchSummary {
    /// What [`SearchSummary::wdl`] says where nothing is known of the value.
    pub const NO_OPINION: [f32; 3] = [1.0 / 3.0; 3];

    /// Whether anything is known of the value: by evaluations, a proof, or what another program told.
    pub fn has_opinion(&self) -> bool {
        self.evaluations > 0 || self.proven.is_some() || self.wdl != Self::NO_OPINION
    }

    /// Draws an action with probability proportional to policy^(1 / temperature): 1 draws from the
    /// policy, less sharpens it, and 0 gives `chosen`. An action of policy 0 is never drawn.
    pub fn sample(&self, temperature: f32, rng: &mut Rng) -> Action {
        if temperature <= 0.0 {
            return self.chosen;
        }
        // Relative to the greatest, so that a low temperature cannot make all weights 0.
        let most = self.policy.iter().copied().fold(0.0, f32::max);
        let weight = |p: f32| f64::from(p / most).powf(1.0 / f64::from(temperature));
        let total: f64 = self.policy.iter().map(|&p| weight(p)).sum();
        let mut left = uniform(rng) * total;
        let mut drawn = self.chosen;
        for (&action, &p) in self.actions.iter().zip(&self.policy) {
            if p > 0.0 {
                drawn = action;
                left -= weight(p);
                if left < 0.0 {
                    break;
                }
            }
        }
        drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::stream;

    fn summary(policy: &[f32]) -> SearchSummary {
        let actions: Vec<Action> =
            (0..policy.len()).filter_map(|kind| Action::from_index(17 * 16 + kind, false)).collect();
        assert_eq!(actions.len(), policy.len());
        SearchSummary {
            chosen: actions[0],
            visits: vec![0; policy.len()],
            prior: policy.to_vec(),
            q: policy.to_vec(),
            policy: policy.to_vec(),
            value: 0.0,
            wdl: [0.0, 1.0, 0.0],
            proven: None,
            principal_variation: vec![actions[0]],
            simulations: 1,
            evaluations: 1,
            actions,
        }
    }

    /// How often each action is drawn in 10,000.
    fn counts(policy: &[f32], temperature: f32) -> Vec<usize> {
        let summary = summary(policy);
        let mut rng = stream(5, &[]);
        let drawn: Vec<Action> = (0..10_000).map(|_| summary.sample(temperature, &mut rng)).collect();
        summary.actions.iter().map(|action| drawn.iter().filter(|&other| other == action).count()).collect()
    }

    #[test]
    fn temperature_0_is_the_choice() {
        assert_eq!(counts(&[0.1, 0.9], 0.0), [10_000, 0]);
    }

    #[test]
    fn temperature_1_draws_from_the_policy_and_never_what_has_none() {
        let counts = counts(&[0.25, 0.0, 0.75, 0.0], 1.0);
        assert_eq!((counts[1], counts[3]), (0, 0));
        assert!((2300..2700).contains(&counts[0]), "{counts:?}");
    }

    #[test]
    fn a_low_temperature_sharpens_and_a_very_low_one_does_not_fail() {
        let half = counts(&[0.25, 0.75], 0.5);
        assert!((850..1150).contains(&half[0]), "1 in 10, found {half:?}");
        assert_eq!(counts(&[1e-30, 2e-30, 1e-38], 0.001), [0, 10_000, 0]);
    }

    #[test]
    fn one_action_is_drawn_always() {
        assert_eq!(counts(&[1.0], 1.0), [10_000]);
    }
}
