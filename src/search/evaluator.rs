//! The one thing that the search asks of the world: what is a position worth, and which actions
//! look good?
//!
//! In: leaves of search trees. Out: for each, a prior over its legal actions and win/draw/loss.
//! Invariant: everything is from the view of the side to move at the leaf; there is no flip on
//! either side of this trait.

use crate::rules::{ActionList, Position};

/// A position that wants evaluating. The game is not over there.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The position.
    pub position: Position,
    /// How often it has stood before in its game at the end of a turn: 0 = never. 0 in the middle
    /// of a turn.
    pub repetitions: u8,
    /// Its legal actions in ascending order of index; at least one.
    pub actions: ActionList,
    /// What a draw is worth to the officers, and its opposite to the rebels, in [-0.9, 0.9].
    pub draw_value: f32,
}

/// What an evaluator says about a [`Leaf`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// `[legal actions]`: probability of each of [`Leaf::actions`], in their order; sums to 1.
    pub prior: Vec<f32>,
    /// Probabilities of win, draw and loss for the side to move; sums to 1.
    pub wdl: [f32; 3],
}

impl Evaluation {
    /// Probability of a win less that of a loss, in [-1, 1].
    pub fn value(&self) -> f32 {
        self.wdl[0] - self.wdl[2]
    }
}

/// Evaluates leaves: a network, random playouts, or a fake in tests.
pub trait Evaluator {
    /// Evaluates `leaves` into `out`, which is resized to `leaves.len()`; its buffers are reused.
    fn evaluate(&mut self, leaves: &[Leaf], out: &mut Vec<Evaluation>);

    /// How many leaves it gets through in little more time than one. A search that may look at several at once asks for so
    /// many.
    fn batch(&self) -> usize {
        1
    }
}
