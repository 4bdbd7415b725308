//! The gradient of one batch, computed in shards.
//!
//! Input: parameters and a batch. Output: the losses and the flat gradient. Invariant: the batch is cut into a fixed
//! number of shards, each is computed by one thread, and the parts are added in the order of the shards; so the result
//! is the same, bit for bit, on any number of threads.

use std::ops::Range;

use burn::tensor::{Device, Tensor, TensorData};
use rayon::prelude::*;

use super::batch::Batch;
use super::loss::{self, BothSums, Logits, Scale};
use crate::net::parameters::elements;
use crate::net::{Network, features, parameters};

/// What a batch says about the parameters.
pub(super) struct Descent {
    pub sums: BothSums,
    pub gradient: Vec<f32>,
}

/// Losses and gradient of `batch` for a network like `network` with the parameters `values`.
pub(super) fn descend(
    network: &Network,
    values: &[f32],
    device: &Device,
    batch: &Batch,
    scale: Scale,
    shards: usize,
) -> Descent {
    let device = device.clone().autodiff();
    let parts: Vec<Descent> = ranges(batch.len(), shards)
        .into_par_iter()
        .map(|rows| {
            // Tensors of its own for each shard: with shared ones burn would join the shards' graphs under one lock.
            let network = parameters::write(network, values, &device);
            descend_shard(&network, &device, batch, rows, scale)
        })
        .collect();
    parts.into_iter().reduce(add).expect("a batch has at least one shard")
}

/// Losses alone, computed in pieces of at most `rows` samples.
pub(super) fn measure(network: &Network, device: &Device, batch: &Batch, scale: Scale, rows: usize) -> BothSums {
    let pieces = batch.len().div_ceil(rows).max(1);
    let sums: Vec<BothSums> = ranges(batch.len(), pieces)
        .into_par_iter()
        .map(|rows| {
            let output = network.forward(inputs(batch, rows.clone(), device));
            let logits = Logits { policy: elements(output.policy), wdl: elements(output.wdl) };
            loss::losses(&logits, batch, rows, scale).0
        })
        .collect();
    let mut total = BothSums::default();
    sums.iter().for_each(|sums| add_sums(&mut total, sums));
    total
}

fn descend_shard(network: &Network, device: &Device, batch: &Batch, rows: Range<usize>, scale: Scale) -> Descent {
    let output = network.forward(inputs(batch, rows.clone(), device));
    let logits = Logits { policy: elements(output.policy.clone()), wdl: elements(output.wdl.clone()) };
    let count = rows.len();
    let (sums, slope) = loss::losses(&logits, batch, rows, scale);
    // The gradient of sum(logits * slope) with respect to the logits is `slope`, which is the gradient of the loss.
    let along =
        (output.policy * like(slope.policy, count, device)).sum() + (output.wdl * like(slope.wdl, count, device)).sum();
    let mut gradients = along.backward();
    let mut gradient = Vec::new();
    parameters::read_gradients(network, &mut gradients, &mut gradient);
    Descent { sums, gradient }
}

fn inputs(batch: &Batch, rows: Range<usize>, device: &Device) -> Tensor<2> {
    let width = features::INPUTS;
    let values = batch.features[rows.start * width..rows.end * width].to_vec();
    Tensor::from_data(TensorData::new(values, [rows.len(), width]), device)
}

/// Rows of `values` as wide as the logits that they belong to.
fn like(values: Vec<f32>, rows: usize, device: &Device) -> Tensor<2> {
    let width = values.len() / rows;
    Tensor::from_data(TensorData::new(values, [rows, width]), device)
}

fn add(mut left: Descent, right: Descent) -> Descent {
    add_sums(&mut left.sums, &right.sums);
    left.gradient.iter_mut().zip(&right.gradient).for_each(|(left, right)| *left += right);
    left
}

fn add_sums(left: &mut BothSums, right: &BothSums) {
    left.iter_mut().zip(right).for_each(|(left, right)| *left += *right);
}

/// `0..len` cut into `parts` ranges of nearly equal length, none of them empty.
fn ranges(len: usize, parts: usize) -> Vec<Range<usize>> {
    let parts = parts.clamp(1, len.max(1));
    (0..parts).map(|part| part * len / parts..(part + 1) * len / parts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_cover_everything_in_order() {
        for (len, parts) in [(10, 3), (3, 10), (512, 2), (1, 1)] {
            let ranges = ranges(len, parts);
            assert_eq!(ranges.iter().flat_map(Clone::clone).collect::<Vec<_>>(), (0..len).collect::<Vec<_>>());
            assert!(ranges.len() <= parts && ranges.iter().all(|range| !range.is_empty()));
        }
    }
}
