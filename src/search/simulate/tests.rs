//! What only the inside of a search shows: its memory.

use super::*;
use crate::rules::thinned;
use crate::search::config::RootPolicy;
use crate::search::tree::NO_NODE;

/// The same prior everywhere, and values out of the hash.
struct Plain;

impl Evaluator for Plain {
    fn evaluate(&mut self, leaves: &[Leaf], out: &mut Vec<Evaluation>) {
        out.resize(leaves.len(), Evaluation::default());
        for (leaf, evaluation) in leaves.iter().zip(out) {
            let count = leaf.actions.len();
            evaluation.prior = vec![1.0 / count as f32; count];
            let win = (leaf.position.hash() >> 40) as f32 / (1u64 << 24) as f32;
            evaluation.wdl = [win, 0.0, 1.0 - win];
        }
    }
}

impl Search {
    /// The capacity of every buffer.
    fn capacities(&self) -> Vec<usize> {
        let tree = self.tree.capacities();
        let own = [
            self.history.capacity(),
            self.path.capacity(),
            self.ends.capacity(),
            self.prior.capacity(),
            self.policy.capacity(),
        ];
        [&tree[..], &own, &self.lookahead.capacities(), &self.halving.capacities()].concat()
    }
}

#[test]
fn no_buffer_ever_grows() {
    for capacity in [1, 10, 65] {
        let config = SearchConfig { simulations: 64, ..SearchConfig::default() };
        let mut search = Search::new(capacity);
        let born = search.capacities();
        for seed in 0..100 {
            let mut rng = rng::stream(seed, &[]);
            let start = thinned(Rules::asalto(), rng::below(&mut rng, 15), &mut rng);
            let mut game = Game::new(start);
            for _ in 0..20 {
                if game.outcome().is_some() {
                    break;
                }
                let found = run(&mut search, &game, &config, rng.clone(), &mut Plain);
                game.play(found.sample(1.0, &mut rng)).expect("a legal action");
            }
        }
        assert_eq!(search.capacities(), born, "{capacity} nodes");
    }
}

#[test]
fn a_round_at_once_is_the_same_search_as_one_simulation_after_the_other() {
    let (mut one, mut round) = (Search::new(300), Search::new(300));
    let (mut evaluations, mut asked, mut most) = (Vec::new(), [0, 0], 0);
    for seed in 0..300 {
        let mut rng = rng::stream(seed, &[2]);
        let start = thinned(Rules::asalto(), rng::below(&mut rng, 16), &mut rng);
        let mut game = Game::new(start);
        // Deep into games, where ends are near and proofs cut rounds short.
        for _ in 0..rng::below(&mut rng, 60) {
            if game.outcome().is_none() {
                let actions = game.position().actions();
                game.play(actions[rng::below(&mut rng, actions.len() as u32) as usize]).expect("a legal action");
            }
        }
        if game.outcome().is_some() {
            continue;
        }
        let simulations = 1 + rng::below(&mut rng, 200);
        let root = [RootPolicy::Gumbel, RootPolicy::Puct][(seed % 8 == 0) as usize];
        let config = SearchConfig { simulations, root, ..SearchConfig::default() };
        one.start(&game, &config, rng.clone());
        while let Step::Evaluate(leaf) = one.step() {
            Plain.evaluate(std::slice::from_ref(leaf), &mut evaluations);
            asked[0] += 1;
            one.provide(&evaluations[0]);
        }
        round.start(&game, &config, rng);
        loop {
            let leaves = round.step_round();
            if leaves.is_empty() {
                break;
            }
            most = most.max(leaves.len());
            asked[1] += 1;
            Plain.evaluate(leaves, &mut evaluations);
            round.provide_round(&evaluations);
        }
        assert_eq!(round.summary(), one.summary(), "seed {seed}");
        assert_eq!(round.outline(99), one.outline(99), "seed {seed}");
    }
    assert_eq!(most, 16);
    assert!(2 * asked[1] < asked[0], "{} rounds instead of {} questions", asked[1], asked[0]);
}

#[test]
fn a_configured_capacity_is_never_full_in_self_play() {
    let config = SearchConfig { simulations: 64, ..SearchConfig::default() };
    let mut search = Search::new(config.capacity());
    for seed in 0..200 {
        let mut rng = rng::stream(seed, &[1]);
        let start = thinned(Rules::asalto(), rng::below(&mut rng, 15), &mut rng);
        let found = run(&mut search, &Game::new(start), &config, rng, &mut Plain);
        let leaves = search.tree.edges.child.iter().filter(|&&child| child != NO_NODE).count();
        assert_eq!(leaves, found.simulations as usize, "every simulation added a node");
    }
}

#[test]
fn the_stated_size_is_what_is_reserved() {
    let search = Search::new(1000);
    let tree = search.tree.capacities();
    // Nodes, then eight arrays of edges.
    assert_eq!(tree.len(), 9);
    let edges = tree[1];
    let reserved = tree[0] * (size_of::<super::super::tree::Node>() + 16) + edges * (3 + 4 + 6 * 4);
    let stated = Search::bytes(1000);
    assert!(stated >= reserved && stated - reserved < 4096, "{stated} stated, {reserved} reserved");
}
