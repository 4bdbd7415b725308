//! A value flips when the side changes, and only then.

use asalto::base::rng::stream;
use asalto::rules::{Game, Position, Rules, Side};
use asalto::search::{Search, SearchConfig, run};

use crate::brute::wins_within;
use crate::fakes::{Flat, Hashed, both, game, random_game, search};

/// Officers about to place, about to jump, and in the middle of a chain; rebels in the same fights.
const SAME_SIDE_AGAIN: [&str; 5] = [
    "3/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr o 2 - 0",
    "o2/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr o 1 - 0",
    "3/1o1/3or2/rrr2r1/rrrrr1r/3/1rr o 0 - 0",
    "3/1o1/5o1/rrr2r1/rrrrr1r/3/1rr o 0 f5 0",
    "3/1o1/3or2/rrr2r1/rrrrr1r/3/1rr r 0 - 0",
];

#[test]
fn if_the_officers_always_stand_at_half_a_point_so_does_every_node() {
    for text in SAME_SIDE_AGAIN {
        let game = game(text);
        for config in both(60) {
            let mut search = Search::new(config.capacity());
            let mut evaluator = Flat { officers: [0.625, 0.25, 0.125] };
            let found = run(&mut search, &game, &config, stream(1, &[]), &mut evaluator);
            let sign = |side| if side == Side::Officers { 0.5 } else { -0.5 };
            let outline = search.outline(100);
            assert_eq!(found.proven, None, "the test needs positions far from any end: {outline}");
            assert_eq!(found.value, sign(game.position().side_to_move()), "{outline}");
            let nodes: Vec<&str> = outline.lines().filter(|line| line.contains("value")).collect();
            assert_eq!(nodes.len(), 61);
            for line in nodes {
                if line.contains(" in ") {
                    continue; // Near a proof the value is another.
                }
                let officers = line.contains("officers: own +0.5000/0.2500 mixed +0.5000 value +0.5000/0.2500");
                let rebels = line.contains("rebels: own -0.5000/0.2500 mixed -0.5000 value -0.5000/0.2500");
                assert!(officers || rebels, "{line}");
            }
        }
    }
}

#[test]
fn a_chain_that_wins_is_worth_something_in_its_middle() {
    // After d5xf5, which leaves nine, one more jump leaves eight rebels.
    let middle = "3/1o1/5o1/rrr2r1/2rrr2/3/r1r o 0 f5 0";
    let game = game(middle);
    assert!(wins_within(game.position(), 1), "{middle}");
    for config in both(16) {
        let found = search(&game, &config, 1, &mut Flat { officers: [0.0, 0.2, 0.8] });
        assert!(found.value > 0.0, "{found:#?}");
        assert_eq!(found.proven, Some(1.0), "{found:#?}");
    }
    // And it is seen from before the chain, through the middle, with the sign of the officers.
    let before = Position::parse(Rules::asalto(), "3/1o1/3or2/rrr2r1/2rrr2/3/r1r o 0 - 0").unwrap();
    for config in both(200) {
        let found = search(&Game::new(before), &config, 1, &mut Flat { officers: [0.0, 0.2, 0.8] });
        assert_eq!(found.proven, Some(1.0), "{found:#?}");
        assert_eq!(found.chosen.to_string(), "d5xf5");
    }
}

#[test]
fn what_is_good_for_one_side_is_as_bad_for_the_other() {
    for seed in 0..60 {
        let game = random_game(&mut stream(seed, &[3]), 40);
        let config = SearchConfig { simulations: 48, ..SearchConfig::default() };
        let good = search(&game, &config, seed, &mut Flat { officers: [0.75, 0.125, 0.125] });
        let bad = search(&game, &config, seed, &mut Flat { officers: [0.125, 0.125, 0.75] });
        if good.proven.is_some() || good.q.iter().any(|&q| q.abs() != 0.625) {
            continue;
        }
        assert_eq!(good.value, -bad.value, "{}", game.position());
        assert_eq!((good.visits, good.chosen), (bad.visits, bad.chosen), "{}", game.position());
    }
}

#[test]
fn whoever_is_winning_the_search_is_not_breadth_only() {
    // With unvisited actions at 0 the losing side would try them all once. From the parent's value
    // it does not.
    for officers in [[0.9, 0.05, 0.05], [0.05, 0.05, 0.9]] {
        for text in ["3/3/1o1r1o1/rrr1rrr/rrrrrrr/rrr/rrr r 0 - 0", "3/3/2o1o2/7/rrrrrrr/rrr/rrr o 0 - 0"] {
            let game = game(text);
            let [_, puct] = both(24);
            let found = search(&game, &puct, 1, &mut Pointed { officers });
            let tried = found.visits.iter().filter(|&&visits| visits > 0).count();
            assert!(found.actions.len() >= 10 && tried <= 3, "{text}: {tried} tried of {:?}", found.visits);
        }
    }
}

/// One result everywhere, and nine tenths of the prior on the first action.
struct Pointed {
    officers: [f32; 3],
}

impl asalto::search::Evaluator for Pointed {
    fn evaluate(&mut self, leaves: &[asalto::search::Leaf], out: &mut Vec<asalto::search::Evaluation>) {
        Flat { officers: self.officers }.evaluate(leaves, out);
        for evaluation in out {
            let count = evaluation.prior.len() as f32;
            evaluation.prior.iter_mut().for_each(|p| *p = 0.1 / count);
            evaluation.prior[0] += 0.9;
        }
    }
}

#[test]
fn win_draw_and_loss_are_averaged_beside_the_value() {
    for seed in 0..50 {
        let game = random_game(&mut stream(seed, &[4]), 40);
        for config in both(100) {
            let found = search(&game, &config, seed, &mut Hashed);
            let [win, draw, loss] = found.wdl;
            assert!((win + draw + loss - 1.0).abs() < 1e-5, "{:?}", found.wdl);
            assert!((win - loss - found.value).abs() < 1e-5, "{:?} {}", found.wdl, found.value);
            assert!(found.wdl.iter().all(|p| (-1e-6..=1.0 + 1e-6).contains(p)), "{:?}", found.wdl);
        }
    }
}
