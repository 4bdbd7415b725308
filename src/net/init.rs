//! Starting values of the parameters.
//!
//! Input: a seed. Output: burn layers whose tensors are filled at once. Invariant: the values depend on the seed and on
//! the order in which the layers are made, on nothing else: neither on threads nor on burn's global generator, which
//! fills parameters lazily in whatever order they are first touched.

use burn::module::{Param, ParamId};
use burn::nn::Linear;
use burn::tensor::{Device, Tensor, TensorData};
use rand::RngExt;

use crate::base::rng::{self, Rng};

/// Names the random stream of the network's starting values.
const STREAM: u64 = 0x6e65_7477_6f72_6b21;

/// Fills layers from one random stream.
pub(super) struct Init<'a> {
    rng: Rng,
    device: &'a Device,
    /// Parameters are numbered in the order of creation: an id of burn's own would be random.
    next_id: u64,
}

impl<'a> Init<'a> {
    pub fn new(seed: u64, device: &'a Device) -> Self {
        Init { rng: rng::stream(seed, &[STREAM]), device, next_id: 0 }
    }

    /// Uniform in `±bound`.
    pub fn uniform<const D: usize>(&mut self, shape: [usize; D], bound: f32) -> Param<Tensor<D>> {
        let count = shape.iter().product();
        let values = (0..count).map(|_| bound * (2.0 * self.rng.random::<f32>() - 1.0)).collect();
        self.filled(shape, values)
    }

    /// All zero.
    pub fn zeros<const D: usize>(&mut self, shape: [usize; D]) -> Param<Tensor<D>> {
        self.filled(shape, vec![0.0; shape.iter().product()])
    }

    /// A full layer with weights in He's range times `gain` (He et al. 2015, section 2.2) and no bias yet.
    pub fn linear(&mut self, inputs: usize, outputs: usize, gain: f32) -> Linear {
        let weight = self.uniform([inputs, outputs], gain * he_bound(inputs));
        Linear { weight, bias: Some(self.zeros([outputs])) }
    }

    fn filled<const D: usize>(&mut self, shape: [usize; D], values: Vec<f32>) -> Param<Tensor<D>> {
        let id = ParamId::from(self.next_id);
        self.next_id += 1;
        Param::initialized(id, Tensor::from_data(TensorData::new(values, shape), self.device))
    }
}

/// Bound of the uniform distribution whose variance is 2 / `inputs`, which keeps the scale through a rectifier.
pub(super) fn he_bound(inputs: usize) -> f32 {
    (6.0 / inputs as f32).sqrt()
}
