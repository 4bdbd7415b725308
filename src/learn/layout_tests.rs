//! Can the networks see the board? A task that needs every line of it: may an officer capture here?
//!
//! Weights that look along the wrong axis, an encoder that shifts a file, a gather that mixes positions: each would still
//! learn material and average results, and go unnoticed for months. This it cannot learn.

use burn::tensor::{Tensor, TensorData};

use crate::base::rng::{Rng, below, stream};
use crate::learn::{Batch, LearnConfig, Learner, Schedule, Target};
use crate::net::features::{INPUTS, PLANES, POINTS};
use crate::net::parameters::elements;
use crate::net::{Kind, NetConfig, device};
use crate::rules::{Bitboard, Point, Position, RuleSet, Rules, Setup, Side};

/// The plane that gives the answer away.
const ABLE: usize = 3;

/// Where the officer stands: with diagonals, without, and in the fortress. With more points the task needs more samples, not
/// another understanding.
const HOMES: [&str; 3] = ["d4", "e4", "c5"];

/// One officer on one of its points and two to nine rebels on random others, the officer to move.
fn random_position(rules: Rules, rng: &mut Rng) -> Position {
    loop {
        let mut points = Point::ALL;
        let home = Point::from_name(HOMES[below(rng, 3) as usize]).expect("on the board").index();
        points.swap(0, home);
        for place in 1..POINTS {
            points.swap(place, place + below(rng, (POINTS - place) as u32) as usize);
        }
        let rebels = 2 + below(rng, 8) as usize;
        let set = |points: &[Point]| points.iter().copied().collect::<Bitboard>();
        let (officers, rebels) = (set(&points[..1]), set(&points[1..1 + rebels]));
        let setup = Setup { officers, rebels, side: Side::Officers, to_place: 0, jumper: None, quiet: 0 };
        let position = Position::from_setup(rules, setup);
        if let Some(position) = position.ok().filter(|position| position.outcome().is_none()) {
            return position;
        }
    }
}

/// Positions, half of them with a capture, labelled "win" if there is one and "loss" if not.
fn labelled(seed: u64, count: usize) -> Batch {
    let rules = Rules::new(RuleSet { officers: 1, min_rebels: 1, ..RuleSet::asalto() }).expect("a game");
    let mut rng = stream(seed, &[]);
    let mut batch = Batch::with_capacity(count);
    while batch.len() < count {
        let position = random_position(rules, &mut rng);
        let can_capture = !position.able_officers().is_empty();
        if can_capture != batch.len().is_multiple_of(2) {
            continue;
        }
        let policy = [(position.actions()[0].index() as u16, 1.0)];
        let wdl = if can_capture { [1.0, 0.0, 0.0] } else { [0.0, 0.0, 1.0] };
        let target = Target { policy: &policy, policy_weight: 0.0, wdl, value_weight: 1.0 };
        batch.push(&position, 0, 0.0, &target, false).expect("the sample is sound");
    }
    for row in batch.features.chunks_exact_mut(INPUTS) {
        row[..POINTS * PLANES].chunks_exact_mut(PLANES).for_each(|planes| planes[ABLE] = 0.0);
    }
    batch
}

fn learns_to_see_captures(config: NetConfig, learning_rate: f64, batch: usize, steps: u64) {
    let learn = LearnConfig {
        learning_rate,
        warmup_steps: 20,
        schedule: Schedule::Cosine,
        decay_steps: steps,
        final_rate: 0.02,
        average_decay: 0.98,
        ..LearnConfig::default()
    };
    let mut learner = Learner::new(&config, &learn, 1, &device("cpu").expect("always there"));
    for step in 0..steps {
        learner.step(&labelled(step, batch)).expect("finite");
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
    learns_to_see_captures(NetConfig { kind: Kind::Dense, width: 192, blocks: 2, mixing: 8 }, 4e-3, 256, 450);
}

#[test]
fn the_mixer_sees_captures() {
    learns_to_see_captures(NetConfig { kind: Kind::Mixer, width: 16, blocks: 2, mixing: 64 }, 6e-3, 256, 450);
}

#[test]
fn the_convolutions_see_captures() {
    learns_to_see_captures(NetConfig { kind: Kind::Conv, width: 16, blocks: 2, mixing: 8 }, 1e-2, 128, 240);
}
