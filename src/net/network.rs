//! The network: one of three kinds behind one type.
//!
//! Input: the buffer that [`features`](super::features) fills, `[batch, INPUTS]`. Output: [`Output`]. Invariant: row
//! `i` of the output depends on row `i` of the input alone.

use burn::module::Module;
use burn::tensor::{Device, Tensor};

use super::config::{Kind, NetConfig};
use super::conv::ConvNet;
use super::dense::DenseNet;
use super::heads::Output;
use super::init::Init;
use super::mixer::MixerNet;

/// A network of any kind. Cloning is cheap: clones share their tensors until one is changed.
#[derive(Module, Debug)]
pub enum Network {
    /// See [`Kind::Dense`].
    Dense(DenseNet),
    /// See [`Kind::Mixer`].
    Mixer(MixerNet),
    /// See [`Kind::Conv`].
    Conv(ConvNet),
}

impl NetConfig {
    /// A network with starting values drawn from `seed`. The same seed gives the same values on every device.
    pub fn init(&self, seed: u64, device: &Device) -> Network {
        let init = &mut Init::new(seed, device);
        match self.kind {
            Kind::Dense => Network::Dense(DenseNet::new(init, self)),
            Kind::Mixer => Network::Mixer(MixerNet::new(init, self)),
            Kind::Conv => Network::Conv(ConvNet::new(init, self)),
        }
    }

    /// Number of parameters. Builds the network to count them.
    pub fn parameters(&self) -> usize {
        self.init(0, &Device::flex()).num_params()
    }
}

impl Network {
    /// Raw outputs for `inputs`, `[batch, INPUTS]`.
    pub fn forward(&self, inputs: Tensor<2>) -> Output {
        match self {
            Network::Dense(network) => network.forward(inputs),
            Network::Mixer(network) => network.forward(inputs),
            Network::Conv(network) => network.forward(inputs),
        }
    }
}
