//! Careful playouts as an evaluator for the search.
//!
//! In: a leaf. Out: the result of one game played out from there, as win, draw or loss for the side
//! to move, and a prior that is even among the careful actions and small on the others.
//! Invariant: an action is careful exactly if a playout would play it: see
//! [`careful_game`].

use crate::base::rng::Rng;
use crate::rules::playout::careful_game;
use crate::rules::{Action, Position, Side};
use crate::search::{Evaluation, Evaluator, Leaf};

/// Prior weight of an action that is not careful; a careful one has 1. Measured with 200
/// simulations a move against an even prior: +363 Elo (+-96) on 100 games with 8 rebels missing,
/// and as rebels against `greedy` from the plain start 36 of 36 where the even prior got 15. It is
/// not 0, since a rebel offered in time can win an officer or the fortress.
const CARELESS: f32 = 0.1;

/// Evaluates each leaf by one playout.
#[derive(Clone, Debug)]
pub struct RolloutEvaluator {
    rng: Rng,
}

impl RolloutEvaluator {
    /// An evaluator that draws from this stream.
    pub fn new(rng: Rng) -> Self {
        Self { rng }
    }
}

/// Whether a playout would play this action, given whether officers are to move that can capture.
fn is_careful(position: &Position, action: Action, able: bool) -> bool {
    match position.side_to_move() {
        Side::Officers => !able || action.over().is_some(),
        Side::Rebels => {
            let next = position.play_unchecked(action);
            next.able_officers().is_empty() || next.outcome().is_some()
        }
    }
}

impl Evaluator for RolloutEvaluator {
    fn evaluate(&mut self, leaves: &[Leaf], out: &mut Vec<Evaluation>) {
        out.resize_with(leaves.len(), Evaluation::default);
        for (leaf, evaluation) in leaves.iter().zip(out) {
            let position = leaf.position;
            let able = position.to_place() == 0 && !position.able_officers().is_empty();
            let weight = |&action: &Action| {
                if is_careful(&position, action, able) { 1.0 } else { CARELESS }
            };
            evaluation.prior.clear();
            evaluation.prior.extend(leaf.actions.iter().map(weight));
            let total: f32 = evaluation.prior.iter().sum();
            evaluation.prior.iter_mut().for_each(|share| *share /= total);
            evaluation.wdl = match careful_game(position, &mut self.rng).0.winner {
                None => [0.0, 1.0, 0.0],
                Some(side) if side == position.side_to_move() => [1.0, 0.0, 0.0],
                Some(_) => [0.0, 0.0, 1.0],
            };
        }
    }
}
