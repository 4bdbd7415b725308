//! Forced wins are found and proven, for both sides; immediate losses are avoided.

use asalto::base::rng::stream;
use asalto::rules::{ActionList, Position, Reason, Rules, Side};
use asalto::search::SearchConfig;

use crate::brute::{hangs, winning_turns, wins_within};
use crate::fakes::{Hashed, Tempted, both, flat, game, random_game, search};

/// Positions, and in how many turns the side to move wins at the earliest.
const FORCED: [(&str, u32); 20] = [
    // Officers, by capturing down to 8: over chains of one, two and four jumps.
    ("3/o2/1rr1o2/r3r2/2rrrrr/3/3 o 0 - 0", 1),
    ("1r1/2r/rr4r/2r1ro1/3r3/1r1/1r1 o 0 - 0", 1),
    ("3/1o1/3or2/rrr2r1/2rrr2/3/1rr o 0 - 0", 1),
    ("o2/3/rro3r/r1rr1r1/r2r1r1/1r1/r1r o 0 - 0", 1),
    ("3/1o1/r4r1/3rrr1/3r1r1/1r1/2r o 0 - 4", 2),
    ("3/3/rro1orr/r1r1r2/2r1r1r/3/3 o 0 - 0", 2),
    ("o2/3/r5r/rrro3/1r1rr1r/rr1/1r1 o 0 - 0", 2),
    ("3/1o1/7/2r1rrr/r1rrrr1/3/3 o 0 - 0", 3),
    ("3/3/rr2o2/1rr1rr1/3or1r/2r/r1r o 0 - 4", 3),
    ("3/1o1/1r1r3/1r3rr/rrr4/2r/r2 o 0 - 4", 3),
    // Rebels, by filling the fortress, by blocking the officers, and by making them huff
    // themselves.
    ("rrr/rrr/2r1r2/3r3/o5o/3/3 r 0 - 0", 1),
    ("3/3/r4rr/r1r1r1o/1rr1rrr/1rr/r1r r 0 - 4", 1),
    ("3/3/1orr1rr/rrr1rrr/rrr2rr/rrr/rrr r 0 - 1", 1),
    ("3/3/o2r1r1/rrr2r1/rrr1rr1/2r/1r1 r 0 - 7", 2),
    ("3/2r/rr4r/rrrrrr1/rrrrrro/rrr/rrr r 0 - 4", 2),
    ("r2/3/rr3rr/rr1rrrr/rrrr1rr/ror/1rr r 0 - 6", 2),
    ("3/3/rrrro1r/rrrr1rr/1rr1rrr/2r/rrr r 0 - 1", 3),
    ("3/3/r1r1or1/1rrrrrr/1rr1rrr/rrr/r1r r 0 - 1", 3),
    ("3/rr1/1r3rr/rr1rr1r/1rrrrro/rrr/rrr r 0 - 1", 3),
    ("3/r2/r1rr1o1/r1rr1rr/1rrrrrr/rrr/rrr r 0 - 7", 3),
];

#[test]
fn the_positions_are_what_they_are_said_to_be() {
    for (text, turns) in FORCED {
        let position = Position::parse(Rules::asalto(), text).unwrap();
        let earliest = (1..=3).find(|&turns| wins_within(&position, turns));
        assert_eq!(earliest, Some(turns), "{text}");
    }
}

#[test]
fn forced_wins_are_proven_and_played() {
    for (text, turns) in FORCED {
        let game = game(text);
        for config in both(20_000) {
            let config = SearchConfig { forced_simulations: 20_000, ..config };
            // Arbitrary values may lead a search away from a win that is three turns off; knowing
            // nothing may not.
            for name in if turns == 3 { &["flat"][..] } else { &["flat", "hashed"] } {
                let found = match *name {
                    "flat" => search(&game, &config, 1, &mut flat()),
                    _ => search(&game, &config, 1, &mut Hashed),
                };
                println!("{text} in {turns}, {name}, {:?}: {} simulations", config.root, found.simulations);
                let context = format!("{text} in {turns}, {name}, {:?}: {found:#?}", config.root);
                assert_eq!((found.proven, found.value, found.wdl), (Some(1.0), 1.0, [1.0, 0.0, 0.0]), "{context}");
                // The search may prove a longer win before it sees the shortest.
                let position = game.position();
                let wins = winning_turns(position, if turns == 1 { 1 } else { 3 });
                let on_a_win = wins.iter().any(|turn| turn.actions()[0] == found.chosen);
                assert!(on_a_win || found.principal_variation.len() > 5, "{context}");
                let end = found.principal_variation.iter().fold(*position, |at, &action| at.play(action).unwrap());
                let outcome = end.outcome().expect("the line of a proven win ends the game");
                assert_eq!(outcome.winner, Some(position.side_to_move()), "{context}");
            }
        }
    }
}

#[test]
fn a_win_with_one_action_needs_no_evaluation() {
    for (text, turns) in FORCED {
        let game = game(text);
        let mut actions = ActionList::new();
        game.legal_actions(&mut actions);
        let side = game.position().side_to_move();
        let wins =
            |action| game.position().play_unchecked(action).outcome().is_some_and(|end| end.winner == Some(side));
        let winners = actions.iter().filter(|&&action| wins(action)).count();
        if winners == 0 {
            assert!(turns > 1 || side == Side::Officers, "only a chain of jumps takes several actions");
            continue;
        }
        for config in both(1) {
            let found = search(&game, &config, 1, &mut Hashed);
            assert_eq!((found.proven, found.simulations, found.evaluations), (Some(1.0), 0, 0), "{text}");
            assert!(wins(found.chosen), "{text}");
            for (&action, &target) in found.actions.iter().zip(&found.policy) {
                assert_eq!(target > 0.0, wins(action), "{text}: {action}");
            }
            assert!((found.policy.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        }
    }
}

#[test]
fn an_officer_never_huffs_itself_when_that_loses_at_once() {
    let mut seen = 0;
    for seed in 0..4000 {
        let game = random_game(&mut stream(seed, &[1]), 60);
        let position = *game.position();
        let loses =
            |action| position.play_unchecked(action).outcome().is_some_and(|end| end.reason == Reason::OfficersGone);
        let legal = position.actions();
        let losing = legal.iter().filter(|&&action| loses(action)).count();
        if losing == 0 || losing == legal.len() {
            continue;
        }
        seen += 1;
        for config in both(1).into_iter().chain(both(8)) {
            let mut tempted = Tempted(|at: &Position, action| at.hash() == position.hash() && loses(action));
            let found = search(&game, &config, seed, &mut tempted);
            assert!(!loses(found.chosen), "{position}: {}", found.chosen);
            for (&action, &target) in found.actions.iter().zip(&found.policy) {
                assert!(!loses(action) || target == 0.0, "{position}: {action} has target {target}");
            }
        }
    }
    assert!(seen > 100, "only {seen} positions to judge by");
}

#[test]
fn an_immediate_loss_is_never_hung() {
    let (mut seen, mut rebels) = (0, 0);
    for seed in 0..3000 {
        let game = random_game(&mut stream(seed, &[2]), 60);
        let position = *game.position();
        if position.to_place() > 0 || position.jumper().is_some() {
            continue;
        }
        let legal = position.actions();
        let hanging: Vec<_> = legal.iter().copied().filter(|&action| hangs(&position, action)).collect();
        if hanging.is_empty() || hanging.len() == legal.len() {
            continue;
        }
        seen += 1;
        rebels += usize::from(position.side_to_move() == Side::Rebels);
        for config in both(200) {
            let mut tempted =
                Tempted(|at: &Position, action| at.hash() == position.hash() && hanging.contains(&action));
            let found = search(&game, &config, seed, &mut tempted);
            if found.proven == Some(-1.0) {
                continue; // All is lost, if not at once.
            }
            assert!(!hanging.contains(&found.chosen), "{position}: {} of {hanging:?}: {found:#?}", found.chosen);
        }
    }
    assert!(seen > 100 && rebels > 20 && rebels < seen, "only {seen} positions to judge by, {rebels} of the rebels");
}
