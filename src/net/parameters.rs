//! A network's parameters as one flat vector.
//!
//! Input: a [`Network`]. Output: its tensors, one after the other in the order in which burn visits them, and back.
//! Invariant: that order is the order of the fields, the same for every network of one configuration; optimiser
//! state, averages and files are kept in it. burn's own records find tensors by parameter ids, which differ from run
//! to run; a position in a vector cannot.

use burn::module::{Module, ModuleMapper, ModuleVisitor, Param};
use burn::tensor::{Device, Gradients, Tensor, TensorData};

use super::network::Network;

/// Name, shape and place of one tensor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Path of fields, such as `blocks.0.first.weight`.
    pub name: String,
    /// Its dimensions.
    pub shape: Vec<usize>,
    /// Its first element in the flat vector.
    pub start: usize,
}

impl Entry {
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether the tensor has no elements (no tensor of a network has none).
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its elements in the flat vector.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.len()
    }

    /// Whether this is a matrix of weights: only those are decayed, offsets are not.
    pub fn is_weight(&self) -> bool {
        self.name.ends_with("weight")
    }
}

/// The table of a network's tensors, in order.
pub fn layout(network: &Network) -> Vec<Entry> {
    let mut visitor = LayoutVisitor { path: Vec::new(), entries: Vec::new(), start: 0 };
    network.visit(&mut visitor);
    visitor.entries
}

/// The values of all parameters.
pub fn read(network: &Network) -> Vec<f32> {
    let mut visitor = ReadVisitor { values: Vec::with_capacity(network.num_params()) };
    network.visit(&mut visitor);
    visitor.values
}

/// A network like `network`, on `device`, with the parameters `values`. On an autodiff device they want gradients.
///
/// # Panics
/// When `values` is not as long as the network has parameters.
pub fn write(network: &Network, values: &[f32], device: &Device) -> Network {
    assert_eq!(values.len(), network.num_params(), "a flat vector fits only its own network");
    network.clone().map(&mut WriteMapper { values, device })
}

/// The gradients of all parameters, appended to `out`. A tensor that the loss does not depend on counts as zeros.
pub fn read_gradients(network: &Network, gradients: &mut Gradients, out: &mut Vec<f32>) {
    network.visit(&mut GradientVisitor { gradients, out });
}

/// The elements of a float tensor in row-major order.
pub(crate) fn elements<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor.into_data().try_into_vec::<f32>().expect("all tensors of a network are f32")
}

struct LayoutVisitor {
    path: Vec<String>,
    entries: Vec<Entry>,
    start: usize,
}

impl ModuleVisitor for LayoutVisitor {
    fn enter_module(&mut self, name: &str, _container: &str) {
        self.path.push(name.to_string());
    }

    fn exit_module(&mut self, _name: &str, _container: &str) {
        self.path.pop();
    }

    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let shape = param.lazy_shape().to_vec();
        // The first step of the path is the kind of network.
        let entry = Entry { name: self.path[1..].join("."), shape, start: self.start };
        self.start += entry.len();
        self.entries.push(entry);
    }
}

struct ReadVisitor {
    values: Vec<f32>,
}

impl ModuleVisitor for ReadVisitor {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.values.extend(elements(param.val()));
    }
}

struct WriteMapper<'a> {
    values: &'a [f32],
    device: &'a Device,
}

impl ModuleMapper for WriteMapper<'_> {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let shape = param.lazy_shape();
        let (values, rest) = self.values.split_at(shape.num_elements());
        self.values = rest;
        let tensor = Tensor::from_data(TensorData::new(values.to_vec(), shape), self.device);
        // Without autodiff the wish for gradients is without effect.
        Param::initialized(param.id, tensor.set_require_grad(self.device.is_autodiff()))
    }
}

struct GradientVisitor<'a> {
    gradients: &'a mut Gradients,
    out: &'a mut Vec<f32>,
}

impl ModuleVisitor for GradientVisitor<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        match param.val().grad_remove(self.gradients) {
            Some(gradient) => self.out.extend(elements(gradient)),
            None => self.out.resize(self.out.len() + param.lazy_shape().num_elements(), 0.0),
        }
    }
}
