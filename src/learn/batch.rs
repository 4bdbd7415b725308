//! Samples side by side, ready for a step.
//!
//! Input: positions with what the network is to say about them. Output: a [`Batch`]. Invariant: every policy target
//! lies on the legal actions of its position, and its shares sum to 1.
//!
//! Policies are kept sparse (for each sample its legal actions and their target shares): the other 550 logits of a
//! row have neither a target nor a gradient.

use std::ops::Range;

use crate::net::features;
use crate::rules::{Action, ActionList, Position, Side};

/// What the network is to say about one position.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// Action indices and their share of the policy; actions that are not named have none. Need not sum to 1.
    pub policy: &'a [(u16, f32)],
    /// Weight of the policy in the loss: 1, or 0 for a position that was not searched.
    pub policy_weight: f32,
    /// Shares of win, draw and loss for the side to move. Need not sum to 1.
    pub wdl: [f32; 3],
    /// Weight of the value in the loss: 1, or 0 for a game without a result.
    pub value_weight: f32,
}

/// A sample that cannot be learned from.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BadSample {
    /// The policy names an action that the position does not allow.
    #[error("the policy of `{position}` names action {action}, which is not legal there")]
    Illegal {
        /// The position.
        position: String,
        /// The action's index.
        action: u16,
    },
    /// A share or weight is negative or not a number, or all shares are zero.
    #[error("the {what} of `{position}` is negative somewhere, infinite, or all zero")]
    NoDistribution {
        /// The position.
        position: String,
        /// `policy`, `result` or `weight`.
        what: &'static str,
    },
}

/// Samples side by side.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    /// `[len, INPUTS]`.
    pub(super) features: Vec<f32>,
    /// Legal actions of all samples, one after the other.
    pub(super) actions: Vec<u16>,
    /// Their target shares.
    pub(super) policy: Vec<f32>,
    /// Where the actions of each sample end.
    pub(super) ends: Vec<usize>,
    pub(super) sides: Vec<Side>,
    pub(super) policy_weight: Vec<f32>,
    pub(super) wdl: Vec<[f32; 3]>,
    pub(super) value_weight: Vec<f32>,
}

impl Batch {
    /// A batch with room for `capacity` samples.
    pub fn with_capacity(capacity: usize) -> Self {
        Batch { features: Vec::with_capacity(capacity * features::INPUTS), ..Batch::default() }
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no sample.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Removes all samples and keeps the memory.
    pub fn clear(&mut self) {
        self.features.clear();
        self.actions.clear();
        self.policy.clear();
        self.ends.clear();
        self.sides.clear();
        self.policy_weight.clear();
        self.wdl.clear();
        self.value_weight.clear();
    }

    /// Adds a position that had stood `repetitions` times before in a game where a draw was worth `draw_value` to the
    /// officers; with `mirrored`, its mirror image (files a and g
    /// change places) with the mirror image of its policy.
    ///
    /// # Errors
    /// The target does not fit the position. The batch is then unchanged.
    pub fn push(
        &mut self,
        position: &Position,
        repetitions: u8,
        draw_value: f32,
        target: &Target,
        mirrored: bool,
    ) -> Result<(), BadSample> {
        let position = if mirrored { position.mirrored() } else { *position };
        let mut actions = ActionList::new();
        position.legal_actions(&mut actions);
        let policy = shares(&position, &actions, target.policy, mirrored)?;
        let wdl = normalized(&target.wdl).ok_or_else(|| no_distribution(&position, "result"))?;
        if [target.policy_weight, target.value_weight].iter().any(|weight| !(0.0..f32::INFINITY).contains(weight)) {
            return Err(no_distribution(&position, "weight"));
        }
        self.actions.extend(actions.iter().map(|action| action.index() as u16));
        self.policy.extend(policy);
        self.ends.push(self.actions.len());
        self.sides.push(position.side_to_move());
        self.policy_weight.push(target.policy_weight);
        self.wdl.push([wdl[0], wdl[1], wdl[2]]);
        self.value_weight.push(target.value_weight);
        let start = self.features.len();
        self.features.resize(start + features::INPUTS, 0.0);
        features::encode(&position, repetitions, draw_value, &mut self.features[start..]);
        Ok(())
    }

    /// Where the legal actions of a sample lie.
    pub(super) fn actions_of(&self, sample: usize) -> Range<usize> {
        let start = if sample == 0 { 0 } else { self.ends[sample - 1] };
        start..self.ends[sample]
    }
}

/// The target's shares in the order of the legal actions, summing to 1.
fn shares(
    position: &Position,
    actions: &ActionList,
    policy: &[(u16, f32)],
    mirrored: bool,
) -> Result<Vec<f32>, BadSample> {
    let mut shares = vec![0.0; actions.len()];
    for &(index, share) in policy {
        let wanted = if mirrored { mirrored_action(index, position) } else { Some(index) };
        let place = wanted.and_then(|wanted| actions.iter().position(|action| action.index() == usize::from(wanted)));
        let place = place.ok_or_else(|| BadSample::Illegal { position: position.to_string(), action: index })?;
        shares[place] += share;
    }
    normalized(&shares).ok_or_else(|| no_distribution(position, "policy"))
}

fn mirrored_action(index: u16, position: &Position) -> Option<u16> {
    let placing = position.to_place() > 0;
    Action::from_index(usize::from(index), placing).map(|action| action.mirrored().index() as u16)
}

fn no_distribution(position: &Position, what: &'static str) -> BadSample {
    BadSample::NoDistribution { position: position.to_string(), what }
}

/// The shares scaled so that they sum to 1, if they can be.
fn normalized(shares: &[f32]) -> Option<Vec<f32>> {
    let sum: f32 = shares.iter().sum();
    let sound = shares.iter().all(|&share| share >= 0.0) && sum > 0.0 && sum.is_finite();
    sound.then(|| shares.iter().map(|share| share / sum).collect())
}
