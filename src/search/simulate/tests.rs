//! What only the inside of a search shows: its memory.

use super::*;
use crate::rules::{Side, thinned};
use crate::search::config::{InteriorPolicy, RootPolicy};
use crate::search::tree::{NO_NODE, ROOT};

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
            let leaves = round.step_round(1);
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
    // Nodes, then ten arrays of edges.
    assert_eq!(tree.len(), 11);
    let edges = tree[1];
    let reserved = tree[0] * (size_of::<super::super::tree::Node>() + 16) + edges * (3 + 4 + 8 * 4);
    let stated = Search::bytes(1000);
    assert!(stated >= reserved && stated - reserved < 4096, "{stated} stated, {reserved} reserved");
}

/// Games in which a few random turns have been played from a start with fewer rebels.
fn middle_game(rng: &mut rng::Rng) -> Game {
    let mut game = Game::new(thinned(Rules::asalto(), rng::below(rng, 12), rng));
    for _ in 0..rng::below(rng, 40) {
        if game.outcome().is_none() {
            let actions = game.position().actions();
            game.play(actions[rng::below(rng, actions.len() as u32) as usize]).expect("a legal action");
        }
    }
    game
}

fn puct(simulations: u32) -> SearchConfig {
    SearchConfig {
        simulations,
        forced_simulations: simulations,
        root: RootPolicy::Puct,
        interior: InteriorPolicy::Puct,
        ..SearchConfig::default()
    }
}

#[test]
fn with_puct_several_leaves_wait_at_once_and_none_is_forgotten() {
    let (mut search, mut evaluations, mut most, mut rounds, mut asked) = (Search::new(300), Vec::new(), 0, 0, 0);
    for seed in 0..100 {
        let mut rng = rng::stream(seed, &[3]);
        let game = middle_game(&mut rng);
        if game.outcome().is_some() {
            continue;
        }
        search.start(&game, &puct(200), rng);
        loop {
            let simulations = search.simulations() as usize;
            let leaves = search.step_round(8);
            if leaves.is_empty() {
                break;
            }
            assert!(leaves.len() <= 8.min(1 + simulations / 16 + 1), "{} at {simulations}", leaves.len());
            (rounds, asked, most) = (rounds + 1, asked + leaves.len(), most.max(leaves.len()));
            Plain.evaluate(leaves, &mut evaluations);
            search.provide_round(&evaluations);
            assert!(search.tree.edges.waiting.iter().all(|&waiting| waiting == 0), "seed {seed}");
        }
        let root = search.tree.node(ROOT);
        if root.proof.is_open() {
            assert_eq!(search.simulations(), 200);
            let visits: u32 = search.tree.edges.visits[root.edges()].iter().sum();
            assert_eq!(visits, 200, "each simulation is one visit");
        }
    }
    assert_eq!(most, 8);
    assert!(3 * rounds < asked, "{rounds} rounds for {asked} leaves");
}

#[test]
fn a_search_on_top_keeps_what_was_found_and_adds_its_simulations() {
    let (mut search, mut kept) = (Search::new(1000), 0);
    for seed in 0..100 {
        let mut rng = rng::stream(seed, &[4]);
        let mut game = middle_game(&mut rng);
        for turn in 0..6 {
            if game.outcome().is_some() {
                break;
            }
            let below = search.found(&game, &puct(100)).map(|node| {
                let node = search.tree.node(node);
                (search.tree.edges.visits[node.edges()].to_vec(), node.value)
            });
            search.start_on_top(&game, &puct(100), rng.clone());
            let mut before = 0;
            if let Some((visits, value)) = below {
                assert!(turn > 0, "another game");
                let root = search.tree.node(ROOT);
                assert_eq!((root.position, root.value), (*game.position(), value));
                assert_eq!(search.tree.edges.visits[root.edges()], visits[..]);
                // Every number of the tree follows from the numbers below it: nothing was mixed up on the way.
                let shown = search.outline(99);
                (0..search.tree.nodes.len() as NodeId).rev().for_each(|node| search.tree.refresh(node));
                assert_eq!(search.outline(99), shown, "seed {seed}");
                (kept, before) = (kept + 1, visits.iter().sum());
            }
            let found = run_watched(&mut search, &mut Plain, &mut |_| ControlFlow::Continue(()));
            if found.proven.is_none() {
                assert_eq!(found.simulations, 100);
                assert_eq!(found.visits.iter().sum::<u32>(), 100 + before);
            }
            game.play(found.chosen).expect("a legal action");
        }
    }
    assert!(kept > 200, "{kept}");
}

#[test]
fn a_search_on_top_begins_from_nothing_where_the_last_one_says_nothing() {
    let mut rng = rng::stream(1, &[5]);
    let game = Game::new(thinned(Rules::asalto(), 6, &mut rng));
    let mut search = Search::new(1000);
    let first = run(&mut search, &game, &puct(300), rng.clone(), &mut Plain);
    let mut later = game.clone();
    later.play(first.chosen).expect("a legal action");
    assert!(search.found(&later, &puct(300)).is_some());
    assert!(search.found(&game, &puct(300)).is_none(), "the same position again");
    assert!(search.found(&later, &SearchConfig { draw_value: 0.5, ..puct(300) }).is_none(), "a draw is worth more");
    let certain = SearchConfig { certain_draw_value: Some(0.5), ..puct(300) };
    assert!(search.found(&later, &certain).is_none(), "a certain draw is worth more");
    assert!(
        search.found(&later, &SearchConfig { root: RootPolicy::Gumbel, ..puct(300) }).is_none(),
        "sequential halving"
    );
    let other = Game::new(*later.position());
    assert!(search.found(&other, &puct(300)).is_none(), "another game");
    search.forget();
    assert!(search.found(&later, &puct(300)).is_none(), "all is forgotten");
}

/// The officers lose with this probability, whatever the position; a draw is out of the question.
struct Doomed(f32);

impl Evaluator for Doomed {
    fn evaluate(&mut self, leaves: &[Leaf], out: &mut Vec<Evaluation>) {
        Plain.evaluate(leaves, out);
        for (leaf, evaluation) in leaves.iter().zip(out) {
            evaluation.wdl = [1.0 - self.0, 0.0, self.0];
            if leaf.position.side_to_move() == Side::Rebels {
                evaluation.wdl.reverse();
            }
        }
    }
}

#[test]
fn who_is_as_good_as_lost_takes_rebels_and_nobody_else_does_so_more() {
    // Simulations that begin with a capture, without and with the utility, where officers are lost and where they are not.
    let mut captures = [[0, 0]; 2];
    let mut search = Search::new(1000);
    let mut rng = rng::stream(1, &[6]);
    let mut seen = 0;
    while seen < 100 {
        let game = middle_game(&mut rng);
        let takes = |action: &Action| {
            let after = game.position().play_unchecked(*action);
            after.rebels().count() < game.position().rebels().count()
        };
        let is_officers = game.position().side_to_move() == Side::Officers;
        if game.outcome().is_some() || !is_officers || !game.position().actions().into_iter().any(takes) {
            continue;
        }
        seen += 1;
        for (officers, defeat) in [0.99, 0.3].into_iter().enumerate() {
            for (with, score_utility) in [0.0, 0.5].into_iter().enumerate() {
                let config = SearchConfig { score_utility, ..puct(64) };
                let found = run(&mut search, &game, &config, rng.clone(), &mut Doomed(defeat));
                let taken = found.actions.iter().zip(&found.visits).filter(|(action, _)| takes(action));
                captures[officers][with] += taken.map(|(_, visits)| visits).sum::<u32>();
                let alone = search.tree.node(ROOT);
                assert!(alone.value.q.abs() <= 1.0 && (!alone.proof.is_open() || alone.value.draw == 0.0));
                if found.proven.is_none() && score_utility == 0.0 {
                    assert!((alone.value.q - alone.value.lead).abs() < 1e-6, "without, nothing else counts");
                }
            }
        }
    }
    let [[lost, lost_with], [open, open_with]] = captures;
    assert!(lost_with > lost + lost / 4, "{captures:?}");
    assert!(open_with < open + open / 50, "{captures:?}");
}

#[test]
fn the_estimate_of_a_leaf_tells_the_score_apart_from_win_draw_and_loss() {
    let mut search = Search::new(10);
    let game = Game::new(thinned(Rules::asalto(), 4, &mut rng::stream(1, &[7])));
    search.start(&game, &SearchConfig { score_utility: 0.25, ..puct(1) }, rng::stream(0, &[]));
    // Three of the rebels at the root are gone.
    let rebels = |missing| *Game::new(thinned(Rules::asalto(), missing, &mut rng::stream(1, &[7]))).position();
    search.leaf.position = rebels(7);
    let own = Estimate::from_wdl([0.5, 0.0, 0.5], 0.0);
    let scored = search.scored(own);
    assert_eq!((scored.q, scored.lead, scored.draw), (3.0 * 0.25 / 16.0, 0.0, 0.0), "the fourth power of a half");
    assert_eq!(search.scored(Estimate::from_wdl([0.0, 0.0, 1.0], 0.0)).q, -0.25);
    assert_eq!(search.scored(Estimate::from_wdl([1.0, 0.0, 0.0], 0.0)).q, 1.0);
    search.leaf.position = rebels(14);
    assert_eq!(search.scored(Estimate::from_wdl([0.0, 0.0, 1.0], 0.0)).q, 1.0, "never more than a win");
    search.leaf.position = rebels(4);
    assert_eq!(search.scored(own), own);
}

#[test]
fn a_search_whose_score_has_changed_begins_from_nothing() {
    let config = SearchConfig { score_utility: 0.5, ..puct(300) };
    let (mut search, mut rng, mut begun) = (Search::new(1000), rng::stream(1, &[8]), [0, 0]);
    for _ in 0..200 {
        let game = middle_game(&mut rng);
        if game.outcome().is_some() {
            continue;
        }
        let first = run(&mut search, &game, &config, rng.clone(), &mut Plain);
        let mut later = game.clone();
        later.play(first.chosen).expect("a legal action");
        let kept = search.found(&later, &config).is_some();
        let taken = later.position().rebels().count() < game.position().rebels().count();
        assert!(!(kept && taken), "what is taken counts from the root on");
        begun[usize::from(taken)] += 1;
    }
    assert!(begun[0] > 50 && begun[1] > 5, "{begun:?}");
}
