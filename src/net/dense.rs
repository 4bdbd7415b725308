//! The dense residual network.
//!
//! Input: `[batch, INPUTS]`. Output: [`Output`]. Invariant: a position is one row throughout, so rows never mix.

use burn::module::Module;
use burn::nn::Linear;
use burn::tensor::Tensor;
use burn::tensor::activation::relu;

use super::config::NetConfig;
use super::features::INPUTS;
use super::heads::{DenseHeads, Output};
use super::init::Init;

/// Flat inputs, then residual blocks of two layers: `x + second(relu(first(x)))`.
#[derive(Module, Debug)]
pub struct DenseNet {
    stem: Linear,
    blocks: Vec<DenseBlock>,
    heads: DenseHeads,
}

#[derive(Module, Debug)]
struct DenseBlock {
    first: Linear,
    second: Linear,
}

impl DenseNet {
    pub(super) fn new(init: &mut Init, config: &NetConfig) -> Self {
        let width = config.width;
        // Each block adds to the trunk; this keeps the sum of all of them at the trunk's own scale.
        let branch = (config.blocks as f32).sqrt().recip();
        DenseNet {
            stem: init.linear(INPUTS, width, 1.0),
            blocks: (0..config.blocks)
                .map(|_| DenseBlock {
                    first: init.linear(width, width, 1.0),
                    second: init.linear(width, width, branch),
                })
                .collect(),
            heads: DenseHeads::new(init, width),
        }
    }

    pub(super) fn forward(&self, inputs: Tensor<2>) -> Output {
        let mut trunk = relu(self.stem.forward(inputs));
        for block in &self.blocks {
            trunk = block.second.forward(relu(block.first.forward(trunk.clone()))) + trunk;
        }
        self.heads.forward(relu(trunk))
    }
}
