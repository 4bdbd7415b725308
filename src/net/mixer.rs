//! The mixer network (after Tolstikhin et al. 2021, MLP-Mixer).
//!
//! Input: `[batch, INPUTS]`. Output: [`Output`]. Invariant: inside, activations are `[33, batch, width]`. So the mixing
//! across points (`[33, batch * width]`) and across channels (`[33 * batch, width]`) are views of one buffer, and each
//! is one plain matrix product: nothing is transposed between blocks.

use burn::module::{Module, Param};
use burn::nn::Linear;
use burn::tensor::Tensor;
use burn::tensor::activation::relu;

use super::config::NetConfig;
use super::features::POINTS;
use super::heads::{Output, PointHeads};
use super::init::{Init, he_bound};
use super::stem::{Stem, split};

/// Residual blocks that mix across the points, then across the channels.
#[derive(Module, Debug)]
pub struct MixerNet {
    stem: Stem,
    blocks: Vec<MixerBlock>,
    heads: PointHeads,
}

#[derive(Module, Debug)]
struct MixerBlock {
    gather: Mix,
    scatter: Mix,
    first: Linear,
    second: Linear,
}

/// A full layer along the first dimension: `weight [outputs, inputs] * x [inputs, n] + bias [outputs, 1]`.
#[derive(Module, Debug)]
struct Mix {
    weight: Param<Tensor<2>>,
    bias: Param<Tensor<2>>,
}

impl Mix {
    fn new(init: &mut Init, inputs: usize, outputs: usize, gain: f32) -> Self {
        let weight = init.uniform([outputs, inputs], gain * he_bound(inputs));
        Mix { weight, bias: init.zeros([outputs, 1]) }
    }

    fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        self.weight.val().matmul(x) + self.bias.val()
    }
}

impl MixerBlock {
    fn new(init: &mut Init, config: &NetConfig, branch: f32) -> Self {
        MixerBlock {
            gather: Mix::new(init, POINTS, config.mixing, 1.0),
            scatter: Mix::new(init, config.mixing, POINTS, branch),
            first: init.linear(config.width, config.width, 1.0),
            second: init.linear(config.width, config.width, branch),
        }
    }

    /// `x`: `[33, batch * width]`, and so is the result.
    fn forward(&self, x: Tensor<2>, width: usize) -> Tensor<2> {
        let [points, columns] = x.dims();
        let x = self.scatter.forward(relu(self.gather.forward(x.clone()))) + x;
        let x = x.reshape([points * columns / width, width]);
        let x = self.second.forward(relu(self.first.forward(x.clone()))) + x;
        x.reshape([points, columns])
    }
}

impl MixerNet {
    pub(super) fn new(init: &mut Init, config: &NetConfig) -> Self {
        // Two branches a block add to the trunk.
        let branch = (2.0 * config.blocks as f32).sqrt().recip();
        MixerNet {
            stem: Stem::new(init, config.width),
            blocks: (0..config.blocks).map(|_| MixerBlock::new(init, config, branch)).collect(),
            heads: PointHeads::new(init, config.width),
        }
    }

    pub(super) fn forward(&self, inputs: Tensor<2>) -> Output {
        let (planes, globals) = split(inputs);
        let x = self.stem.points_first(planes, globals.clone());
        let [points, batch, width] = x.dims();
        let mut x = x.reshape([points, batch * width]);
        for block in &self.blocks {
            x = block.forward(x, width);
        }
        let heads = self.heads.points(relu(x.reshape([points * batch, width])));
        let outputs = heads.dims()[1];
        let heads = heads.reshape([points, batch, outputs]).swap_dims(0, 1);
        self.heads.forward(heads, globals)
    }
}
