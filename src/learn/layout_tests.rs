//! Can the networks see the board? A task that needs every line of it: may an officer capture here?
//!
//! Weights that look along the wrong axis, an encoder that shifts a file, a gather that mixes positions: each would still
//! learn material and average results, and go unnoticed for months. This it cannot learn.

use burn::tensor::{Tensor, TensorData};

use crate::base::rng::{Rng, below, stream};
use crate::learn::{Batch, LearnConfig, Learner, Target};
use crate::net::features::{INPUTS, PLANES, POINTS};
use crate::net::parameters::elements;
use crate::net::{Kind, NetConfig, device};
use crate::rules::{Bitboard, Point, Position, Rules, Setup, Side};

/// The plane that gives the answer away.
const ABLE: usize = 3;

/// Two officers and nine or more rebels on random points, officers to move.
fn random_position(rng: &mut Rng) -> Position {
    loop {
        let mut points = Point::ALL;
        for place in 0..POINTS {
            points.swap(place, place + below(rng, (POINTS - place) as u32) as usize);
        }
        let rebels = 9 + below(rng, 9) as usize;
        let set = |points: &[Point]| points.iter().copied().collect::<Bitboard>();
        let (officers, rebels) = (set(&points[..2]), set(&points[2..2 + rebels]));
        let setup = Setup { officers, rebels, side: Side::Officers, to_place: 0, jumper: None, quiet: 0 };
        let position = Position::from_setup(Rules::asalto(), setup);
        if let Some(position) = position.ok().filter(|position| position.outcome().is_none()) {
            return position;
        }
    }
}

/// Positions, half of them with a capture, labelled "win" if there is one and "loss" if not.
fn labelled(seed: u64, count: usize) -> Batch {
    let mut rng = stream(seed, &[]);
    let mut batch = Batch::with_capacity(count);
    while batch.len() < count {
        let position = random_position(&mut rng);
        let can_capture = !position.able_officers().is_empty();
        if can_capture != batch.len().is_multiple_of(2) {
            continue;
        }
        let policy = [(position.actions()[0].index() as u16, 1.0)];
        let wdl = if can_capture { [1.0, 0.0, 0.0] } else { [0.0, 0.0, 1.0] };
        let target = Target { policy: &policy, policy_weight: 0.0, wdl, value_weight: 1.0 };
        batch.push(&position, 0, &target, false).expect("the sample is sound");
    }
    for row in batch.features.chunks_exact_mut(INPUTS) {
        row[..POINTS * PLANES].chunks_exact_mut(PLANES).for_each(|planes| planes[ABLE] = 0.0);
    }
    batch
}

fn learns_to_see_captures(config: NetConfig, steps: usize) {
    let learn =
        LearnConfig { learning_rate: 4e-3, warmup_steps: 20, average_decay: 0.98, shards: 2, ..LearnConfig::default() };
    let mut learner = Learner::new(&config, &learn, 1, &device("cpu").expect("always there"));
    for step in 0..steps {
        learner.step(&labelled(step as u64, 256)).expect("finite");
        if step % 25 == 24 {
            println!("{:?} {step} {}", config.kind, share_right(&learner, &labelled(u64::MAX, 2000)));
        }
    }
    let right = share_right(&learner, &labelled(u64::MAX, 2000));
    assert!(right > 0.98, "{config:?} is right about {right}");
}

fn share_right(learner: &Learner, batch: &Batch) -> f64 {
    let rows = TensorData::new(batch.features.clone(), [batch.len(), INPUTS]);
    let output = learner.averaged().forward(Tensor::from_data(rows, &device("cpu").expect("always there")));
    let wdl = elements(output.wdl);
    let right =
        wdl.as_chunks::<3>().0.iter().zip(&batch.wdl).filter(|(says, is)| (says[0] > says[2]) == (is[0] > is[2]));
    right.count() as f64 / batch.len() as f64
}

#[test]
fn the_dense_network_sees_captures() {
    learns_to_see_captures(NetConfig { kind: Kind::Dense, width: 128, blocks: 2, mixing: 8 }, 300);
}

#[test]
fn the_mixer_sees_captures() {
    learns_to_see_captures(NetConfig { kind: Kind::Mixer, width: 16, blocks: 2, mixing: 64 }, 300);
}

#[test]
fn the_convolutions_see_captures() {
    learns_to_see_captures(NetConfig { kind: Kind::Conv, width: 16, blocks: 2, mixing: 8 }, 300);
}
