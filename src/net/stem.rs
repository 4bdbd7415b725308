//! The first layer of the networks that keep one vector a point.
//!
//! Input: the flat buffer `[batch, INPUTS]`. Output: one vector of `width` channels for each point of each position.
//! Invariant: every point has its own offset, so a network whose layers treat all points alike still knows the board.

use burn::module::{Module, Param};
use burn::nn::Linear;
use burn::tensor::Tensor;

use super::features::{GLOBALS, PLANES, POINTS};
use super::init::{Init, he_bound};

#[derive(Module, Debug)]
pub(super) struct Stem {
    planes: Linear,
    globals: Linear,
    /// An offset for each point and channel, `[33, width]`.
    places: Param<Tensor<2>>,
}

impl Stem {
    pub fn new(init: &mut Init, width: usize) -> Self {
        Stem {
            planes: init.linear(PLANES, width, 1.0),
            globals: init.linear(GLOBALS, width, 1.0),
            places: init.uniform([POINTS, width], 0.5 * he_bound(PLANES)),
        }
    }

    /// `[batch, 33, width]`.
    pub fn batch_first(&self, planes: Tensor<3>, globals: Tensor<2>) -> Tensor<3> {
        let [batch, points, count] = planes.dims();
        let x = self.planes.forward(planes.reshape([batch * points, count]));
        let width = x.dims()[1];
        x.reshape([batch, points, width])
            + self.globals.forward(globals).reshape([batch, 1, width])
            + self.places.val().reshape([1, points, width])
    }

    /// `[33, batch, width]`: with the points first, mixing across points is one product for the whole batch.
    pub fn points_first(&self, planes: Tensor<3>, globals: Tensor<2>) -> Tensor<3> {
        let [batch, points, count] = planes.dims();
        let planes = planes.swap_dims(0, 1).reshape([points * batch, count]);
        let x = self.planes.forward(planes);
        let width = x.dims()[1];
        x.reshape([points, batch, width])
            + self.globals.forward(globals).reshape([1, batch, width])
            + self.places.val().reshape([points, 1, width])
    }
}

/// The flat buffer taken apart: planes `[batch, 33, PLANES]` and globals `[batch, GLOBALS]`.
pub(super) fn split(inputs: Tensor<2>) -> (Tensor<3>, Tensor<2>) {
    let [batch, _] = inputs.dims();
    let planes = inputs.clone().narrow(1, 0, POINTS * PLANES).reshape([batch, POINTS, PLANES]);
    (planes, inputs.narrow(1, POINTS * PLANES, GLOBALS))
}
