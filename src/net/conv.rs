//! The convolutional residual network, on the 33 points only.
//!
//! Input: `[batch, INPUTS]`. Output: [`Output`]. Invariant: a 3x3 convolution is a gather of each point's nine
//! neighbours followed by a full layer; a neighbour off the board is a row of zeros. The usual padded 7x7 form would
//! spend a third of its work on the missing corners, and burn's own `Conv2d` is several times slower on this size.

use burn::module::Module;
use burn::nn::Linear;
use burn::tensor::activation::relu;
use burn::tensor::{Device, Int, Tensor, TensorData};

use super::config::NetConfig;
use super::features::POINTS;
use super::heads::{Output, PointHeads};
use super::init::Init;
use super::stem::{Stem, split};
use crate::rules::{Direction, Point};

/// Points that one convolution reads: itself and eight neighbours.
const PATCH: usize = 9;

/// Residual blocks of two convolutions: `relu(x + second(relu(first(x))))`.
#[derive(Module, Debug)]
pub struct ConvNet {
    stem: Stem,
    blocks: Vec<ConvBlock>,
    heads: PointHeads,
}

#[derive(Module, Debug)]
struct ConvBlock {
    first: Linear,
    second: Linear,
}

impl ConvNet {
    pub(super) fn new(init: &mut Init, config: &NetConfig) -> Self {
        let width = config.width;
        let branch = (config.blocks as f32).sqrt().recip();
        ConvNet {
            stem: Stem::new(init, width),
            blocks: (0..config.blocks)
                .map(|_| ConvBlock {
                    first: init.linear(PATCH * width, width, 1.0),
                    second: init.linear(PATCH * width, width, branch),
                })
                .collect(),
            heads: PointHeads::new(init, width),
        }
    }

    pub(super) fn forward(&self, inputs: Tensor<2>) -> Output {
        let device = inputs.device();
        let (planes, globals) = split(inputs);
        let x = self.stem.batch_first(planes, globals.clone());
        let [batch, points, width] = x.dims();
        let patches = Patches::new(batch, width, &device);
        let mut x = relu(x.reshape([batch * points, width]));
        for block in &self.blocks {
            let inner = relu(block.first.forward(patches.gather(x.clone())));
            x = relu(block.second.forward(patches.gather(inner)) + x);
        }
        let heads = self.heads.points(x);
        let outputs = heads.dims()[1];
        self.heads.forward(heads.reshape([batch, points, outputs]), globals)
    }
}

/// The gather that all convolutions of one batch share.
struct Patches {
    /// For each row (position, point) the nine rows that its patch reads.
    rows: Tensor<1, Int>,
    /// The row that stands for everything off the board.
    nothing: Tensor<2>,
}

impl Patches {
    fn new(batch: usize, width: usize, device: &Device) -> Self {
        let offsets = neighbours();
        let mut rows = Vec::with_capacity(batch * POINTS * PATCH);
        for start in (0..batch).map(|position| position * POINTS) {
            rows.extend(offsets.iter().map(|point| match point {
                Some(point) => (start + point) as i32,
                None => (batch * POINTS) as i32,
            }));
        }
        let rows = TensorData::new(rows, [batch * POINTS * PATCH]);
        Patches { rows: Tensor::from_data(rows, device), nothing: Tensor::zeros([1, width], device) }
    }

    /// `[rows, width]` to `[rows, 9 * width]`. Along dimension 0, as whole rows: along 1 it is several times slower.
    fn gather(&self, x: Tensor<2>) -> Tensor<2> {
        let [rows, width] = x.dims();
        let padded = Tensor::cat(vec![x, self.nothing.clone()], 0);
        padded.select(0, self.rows.clone()).reshape([rows, PATCH * width])
    }
}

/// The nine points of each point's patch, `[33 * 9]`: itself, then its neighbours in the order of the directions.
fn neighbours() -> Vec<Option<usize>> {
    let mut points = Vec::with_capacity(POINTS * PATCH);
    for point in Point::ALL {
        points.push(Some(point.index()));
        points.extend(Direction::ALL.map(|direction| direction.from(point, 1).map(Point::index)));
    }
    points
}
