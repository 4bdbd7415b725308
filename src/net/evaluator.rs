//! The network as the search's [`Evaluator`].
//!
//! Input: leaves. Output: for each a prior over its legal actions, and win/draw/loss. Invariant: an evaluation depends on
//! its own leaf alone, bit for bit, whichever leaves it is evaluated with: every product is computed with at least
//! [`LEAST_ROWS`] rows, because the matrix kernels cut long sums differently when there is a single one.

use burn::module::Module;
use burn::tensor::{Device, Tensor, TensorData};

use super::features::{self, INPUTS};
use super::network::Network;
use super::parameters;
use crate::rules::Action;
use crate::search::{Evaluation, Evaluator, Leaf};

/// See the module's invariant.
const LEAST_ROWS: usize = 2;

/// Leaves that a search of one position evaluates together.
const BATCH: usize = 8;

/// Evaluates leaves with a network. Copies share the weights; each worker has its own.
#[derive(Clone, Debug)]
pub struct NetEvaluator {
    network: Network,
    device: Device,
    /// Rows of one forward pass.
    rows: usize,
}

impl NetEvaluator {
    /// An evaluator with this network, which must be on `device`.
    pub fn new(network: &Network, device: &Device) -> Self {
        let rows = match network {
            Network::Dense(_) => 128,
            Network::Mixer(_) => 32,
            Network::Conv(_) => 16,
        };
        // A network that is set up for training would record every operation.
        NetEvaluator { network: network.valid(), device: device.clone(), rows }
    }

    fn evaluate_chunk(&self, leaves: &[Leaf], out: &mut [Evaluation]) {
        let rows = leaves.len().max(LEAST_ROWS);
        let mut inputs = vec![0.0; rows * INPUTS];
        for (leaf, row) in leaves.iter().zip(inputs.chunks_exact_mut(INPUTS)) {
            features::encode(&leaf.position, leaf.repetitions, leaf.draw_value, row);
        }
        let inputs = Tensor::from_data(TensorData::new(inputs, [rows, INPUTS]), &self.device);
        let output = self.network.forward(inputs);
        let (policy, wdl) = (parameters::elements(output.policy), parameters::elements(output.wdl));
        let rows = policy.chunks_exact(Action::COUNT).zip(wdl.as_chunks::<3>().0);
        for ((leaf, evaluation), (policy, wdl)) in leaves.iter().zip(out).zip(rows) {
            evaluation.prior.clear();
            evaluation.prior.extend(leaf.actions.iter().map(|action| policy[action.index()]));
            softmax(&mut evaluation.prior);
            evaluation.wdl = *wdl;
            softmax(&mut evaluation.wdl);
        }
    }
}

impl Evaluator for NetEvaluator {
    fn evaluate(&mut self, leaves: &[Leaf], out: &mut Vec<Evaluation>) {
        out.resize_with(leaves.len(), Evaluation::default);
        for (leaves, out) in leaves.chunks(self.rows).zip(out.chunks_mut(self.rows)) {
            self.evaluate_chunk(leaves, out);
        }
    }

    fn batch(&self) -> usize {
        BATCH
    }
}

/// Replaces logits by probabilities. The largest logit is subtracted first, so that nothing overflows.
fn softmax(values: &mut [f32]) {
    let largest = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for value in values.iter_mut() {
        *value = (*value - largest).exp();
        sum += *value;
    }
    values.iter_mut().for_each(|value| *value /= sum);
}
