//! The two heads on top of a trunk: policy and win/draw/loss.
//!
//! Input: the trunk's activations. Output: [`Output`], raw logits. Invariant: policy logit `point * 17 + kind` belongs
//! to the action of that index, whatever the trunk's layout.

use burn::module::Module;
use burn::nn::Linear;
use burn::tensor::Tensor;
use burn::tensor::activation::relu;

use super::features::{GLOBALS, POINTS};
use super::init::Init;

/// Actions that start at one point: 8 steps, 8 jumps, and "place or stop here".
pub(super) const KINDS: usize = 17;
/// Channels of each point that the value head reads.
pub(super) const VALUE_CHANNELS: usize = 4;
/// Hidden units of the value head.
pub(super) const VALUE_HIDDEN: usize = 64;

/// A small gain for the last layers: the first policy is nearly uniform and the first value nearly even.
const HEAD_GAIN: f32 = 0.1;

/// Raw outputs of a network, before any softmax.
#[derive(Debug, Clone)]
pub struct Output {
    /// Policy logits, `[batch, 561]`; illegal actions have one too, and must be masked.
    pub policy: Tensor<2>,
    /// Logits of win, draw and loss for the side to move, `[batch, 3]`.
    pub wdl: Tensor<2>,
}

/// Heads on one vector a position.
#[derive(Module, Debug)]
pub(super) struct DenseHeads {
    /// Policy logits and hidden units of the value in one product: two would stream the activations twice.
    joint: Linear,
    wdl: Linear,
}

impl DenseHeads {
    pub fn new(init: &mut Init, width: usize) -> Self {
        let joint = init.linear(width, POINTS * KINDS + VALUE_HIDDEN, HEAD_GAIN);
        DenseHeads { joint, wdl: init.linear(VALUE_HIDDEN, 3, 1.0) }
    }

    /// `trunk`: `[batch, width]`.
    pub fn forward(&self, trunk: Tensor<2>) -> Output {
        let joint = self.joint.forward(trunk);
        let policy = joint.clone().narrow(1, 0, POINTS * KINDS);
        let value = joint.narrow(1, POINTS * KINDS, VALUE_HIDDEN);
        Output { policy, wdl: self.wdl.forward(relu(value)) }
    }
}

/// Heads on one vector a point.
#[derive(Module, Debug)]
pub(super) struct PointHeads {
    /// For each point its policy logits and a few channels for the value, in one product.
    joint: Linear,
    hidden: Linear,
    globals: Linear,
    wdl: Linear,
}

impl PointHeads {
    pub fn new(init: &mut Init, width: usize) -> Self {
        PointHeads {
            joint: init.linear(width, KINDS + VALUE_CHANNELS, HEAD_GAIN),
            hidden: init.linear(POINTS * VALUE_CHANNELS, VALUE_HIDDEN, 1.0),
            globals: init.linear(GLOBALS, VALUE_HIDDEN, 1.0),
            wdl: init.linear(VALUE_HIDDEN, 3, HEAD_GAIN),
        }
    }

    /// The part that is computed for each point: `[rows, width]` to `[rows, 17 + 4]`.
    pub fn points(&self, trunk: Tensor<2>) -> Tensor<2> {
        self.joint.forward(trunk)
    }

    /// The rest. `points`: the result of [`PointHeads::points`], positions first, `[batch, 33, 17 + 4]`;
    /// `globals`: `[batch, GLOBALS]`.
    pub fn forward(&self, points: Tensor<3>, globals: Tensor<2>) -> Output {
        let [batch, _, _] = points.dims();
        let policy = points.clone().narrow(2, 0, KINDS).reshape([batch, POINTS * KINDS]);
        let value = points.narrow(2, KINDS, VALUE_CHANNELS).reshape([batch, POINTS * VALUE_CHANNELS]);
        let hidden = self.hidden.forward(relu(value)) + self.globals.forward(globals);
        Output { policy, wdl: self.wdl.forward(relu(hidden)) }
    }
}
