//! The speed of the rules core: leaves of perft, random games, and the steps that a search takes.

use std::hint::black_box;

use asalto::base::rng;
use asalto::rules::{ActionList, Position, Rules, perft, playout};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Leaves of the tree of turns, below all 36 placements; the last ply is counted in bulk.
fn perft_turns(criterion: &mut Criterion) {
    const DEPTH: u32 = 5;
    let start = Position::start(Rules::asalto());
    let mut group = criterion.benchmark_group("perft");
    group.throughput(Throughput::Elements(perft::turns(&start, DEPTH)));
    group.bench_function("turns", |bencher| bencher.iter(|| perft::turns(black_box(&start), DEPTH)));
    group.finish();
}

/// Whole games of uniformly random micro-actions, the placements among them.
fn random_games(criterion: &mut Criterion) {
    let start = Position::start(Rules::asalto());
    let mut rng = rng::stream(1, &[]);
    let mut group = criterion.benchmark_group("playout");
    group.throughput(Throughput::Elements(1));
    group.bench_function("random_game", |bencher| {
        bencher.iter(|| playout::random_game(black_box(start), &mut rng));
    });
    group.finish();
}

/// What a search does at a node: list the actions, and play each of them.
fn expansion(criterion: &mut Criterion) {
    let text = "3/1o1/rr1o1rr/rr1rrrr/rrrrrrr/rrr/rrr o 0 - 0";
    let position = Position::parse(Rules::asalto(), text).expect("a valid position");
    let mut actions = ActionList::new();
    let mut group = criterion.benchmark_group("expansion");
    group.throughput(Throughput::Elements(position.actions().len() as u64));
    group.bench_function("play_all", |bencher| {
        bencher.iter(|| {
            black_box(&position).legal_actions(&mut actions);
            actions.iter().fold(0, |all, &action| all ^ position.play_unchecked(action).hash())
        });
    });
    group.finish();
}

criterion_group!(benches, perft_turns, random_games, expansion);
criterion_main!(benches);
