//! Invariants of the rules core, over random games of Asalto, Fox and Geese, and random rule sets.

mod rules_support;

use std::collections::BTreeSet;

use asalto::base::rng::{self, below};
use asalto::rules::{Action, Game, Outcome, Position, Reason, RuleSet, Rules, advanced, perft, playout, thinned};
use proptest::prelude::*;
use rules_support::naive::Naive;
use rules_support::{any_rules, positions, random_game};

fn all_actions() -> impl Iterator<Item = Action> {
    let both = |index| [Action::from_index(index, true), Action::from_index(index, false)];
    (0..Action::COUNT).flat_map(both).flatten()
}

fn between_turns(position: &Position) -> bool {
    position.to_place() == 0 && position.jumper().is_none()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_legal_actions_are_those_that_play_accepts(rules in any_rules(), seed: u64) {
        for position in positions(&random_game(rules, seed, 60)) {
            let listed = position.actions();
            let ascending = listed.windows(2).all(|pair| pair[0].index() < pair[1].index());
            prop_assert!(ascending, "order in {position}");
            prop_assert_eq!(listed.is_empty(), position.outcome().is_some());
            for action in all_actions() {
                let expected = listed.contains(&action);
                prop_assert_eq!(position.is_legal(action), expected, "{} in {}", action, position);
                match position.play(action) {
                    Ok(_) => prop_assert!(expected),
                    Err(error) => {
                        prop_assert!(!expected);
                        prop_assert_eq!(error.action, action.to_string());
                    }
                }
            }
        }
    }

    #[test]
    fn text_forms_are_read_back(rules in any_rules(), seed: u64) {
        for position in positions(&random_game(rules, seed, 60)) {
            prop_assert_eq!(Position::parse(rules, &position.to_string()), Ok(position));
            prop_assert_eq!(Position::from_setup(rules, position.setup()), Ok(position));
            let turns = position.legal_turns();
            for turn in &turns {
                prop_assert_eq!(&position.parse_turn(&turn.to_string()).expect("printed"), turn);
            }
            let texts: BTreeSet<String> = turns.iter().map(ToString::to_string).collect();
            prop_assert_eq!(texts.len(), turns.len());
        }
        let text = rules.set().to_toml();
        prop_assert_eq!(RuleSet::from_toml(&text), Ok(rules.set().clone()));
        prop_assert_eq!(toml::from_str(&text), Ok(rules.set().clone()));
        prop_assert_eq!(Rules::new(rules.set().clone()), Ok(rules));
    }

    #[test]
    fn the_incremental_hash_is_the_recomputed_one(rules in any_rules(), seed: u64) {
        for position in positions(&random_game(rules, seed, 60)) {
            let recomputed = Position::from_setup(rules, position.setup()).expect("reached");
            prop_assert_eq!(position.hash(), recomputed.hash());
            prop_assert_eq!(position.outcome(), recomputed.outcome());
        }
    }

    #[test]
    fn the_mirror_commutes_with_play(rules in any_rules(), seed: u64) {
        // A mirrored position may not be one of rules with a lopsided start, but it is played
        // alike.
        for position in positions(&random_game(rules, seed, 60)) {
            let mirrored = position.mirrored();
            prop_assert_eq!(mirrored.mirrored(), position);
            prop_assert_eq!(mirrored.outcome(), position.outcome());
            if position.to_place() > 0 {
                continue;
            }
            let mut images = position.actions().to_vec();
            images.iter_mut().for_each(|action| *action = action.mirrored());
            images.sort();
            prop_assert_eq!(&images[..], &mirrored.actions()[..]);
            for &action in &position.actions() {
                let next = mirrored.play_unchecked(action.mirrored());
                prop_assert_eq!(position.play_unchecked(action).mirrored(), next);
            }
        }
    }

    #[test]
    fn pieces_are_never_created(rules in any_rules(), seed: u64) {
        for pair in positions(&random_game(rules, seed, 300)).windows(2) {
            let officers = |at: &Position| at.officers().count() + u32::from(at.to_place());
            prop_assert!(officers(&pair[1]) <= officers(&pair[0]));
            prop_assert!(pair[1].rebels().count() <= pair[0].rebels().count());
            prop_assert!((pair[1].officers() & pair[1].rebels()).is_empty());
        }
    }

    #[test]
    fn micro_actions_and_turns_reach_the_same_positions(rules in any_rules(), seed: u64) {
        for position in positions(&random_game(rules, seed, 40)) {
            let mut ends = BTreeSet::new();
            let mut open = vec![position];
            while let Some(from) = open.pop() {
                for &action in &from.actions() {
                    let next = from.play_unchecked(action);
                    if next.jumper().is_some() {
                        open.push(next);
                    } else {
                        ends.insert(next.to_string());
                    }
                }
            }
            let end = |turn| position.play_turn(turn).expect("a legal turn").to_string();
            let by_turns = position.legal_turns().iter().map(end).collect::<BTreeSet<_>>();
            prop_assert_eq!(by_turns, ends);
        }
    }

    #[test]
    fn turns_and_ends_are_those_of_a_slow_reading_of_the_rules(rules in any_rules(), seed: u64) {
        let game = random_game(rules, seed, 80);
        for position in positions(&game).iter().filter(|position| between_turns(position)) {
            let slow = Naive::from(position);
            let end = slow.end(rules.set());
            prop_assert_eq!(position.outcome().map(|outcome| outcome.reason), end, "{}", position);
            if end.is_some() {
                continue;
            }
            let mut expected = slow.turns(rules.set());
            let after = |turn| Naive::from(&position.play_turn(turn).expect("a legal turn"));
            let turns = position.legal_turns();
            let mut found: Vec<_> = turns.iter().map(|turn| (turn.to_string(), after(turn))).collect();
            expected.sort_by(|a, b| a.0.cmp(&b.0));
            found.sort_by(|a, b| a.0.cmp(&b.0));
            prop_assert_eq!(found, expected, "{}", position);
        }
    }

    #[test]
    fn bulk_counts_are_those_of_listed_turns(rules in any_rules(), seed: u64) {
        fn listed(position: &Position, depth: u32) -> u64 {
            if depth == 0 {
                return 1;
            }
            let next = |turn| position.play_turn(turn).expect("a legal turn");
            position.legal_turns().iter().map(|turn| listed(&next(turn), depth - 1)).sum()
        }
        let game = random_game(rules, seed, 40);
        let placed = positions(&game).into_iter().filter(|position| position.to_place() == 0);
        for position in placed.step_by(5) {
            for depth in 0..3 {
                let counted = perft::turns(&position, depth);
                prop_assert_eq!(counted, listed(&position, depth), "{} depth {}", position, depth);
            }
        }
    }

    #[test]
    fn a_game_ends_and_says_why(rules in any_rules(), seed: u64) {
        let game = random_game(rules, seed, 1_000_000);
        let outcome = game.outcome().expect("it ends long before");
        let standing: Vec<Position> = positions(&game).into_iter().filter(between_turns).collect();
        let last = standing[standing.len() - 1];
        let without_quiet = |at: &Position| (at.officers(), at.rebels(), at.side_to_move());
        let same = |at: &&Position| without_quiet(at) == without_quiet(&last);
        let times = standing.iter().filter(same).count();
        prop_assert_eq!(usize::from(game.repetitions()) + 1, times);
        let limit = rules.set().repetition as usize;
        prop_assert_eq!(outcome.reason == Reason::Repetition, limit > 0 && times == limit
            && !matches!(last.outcome(), Some(Outcome { winner: Some(_), .. })));
        prop_assert_eq!(game.plies() as usize, standing.len() - 1);
        let mut by_turns = Game::new(*game.start());
        for turn in game.turns() {
            prop_assert_eq!(by_turns.outcome(), None);
            by_turns.play_turn(&turn).expect("played before");
        }
        prop_assert_eq!(by_turns.outcome(), Some(outcome));
        let recent = by_turns.turn_hashes_since_irreversible();
        prop_assert_eq!(recent, game.turn_hashes_since_irreversible());
    }

    #[test]
    fn playouts_are_games(rules in any_rules(), seed: u64) {
        let (game, expected) = slow_playout(rules, seed);
        let fast = playout::random_game(Position::start(rules), &mut rng::stream(seed, &[]));
        prop_assert_eq!(fast, expected);
        let middle = positions(&game)[game.actions().len() / 2];
        let (outcome, _) = playout::random_game(middle, &mut rng::stream(seed, &[1]));
        prop_assert_eq!(outcome, outcome.reason.outcome());
    }

    #[test]
    fn advanced_starts_are_playable_and_only_went_forward(rules in any_rules(), steps in 0u32..200, seed: u64) {
        let mut rng = rng::stream(seed, &[]);
        let start = thinned(rules, 3, &mut rng);
        if let Some(advanced) = advanced(start, steps, &mut rng) {
            prop_assert_eq!(advanced.outcome(), None);
            prop_assert_eq!(advanced.rebels().count(), start.rebels().count());
            prop_assert_eq!(advanced.officers().count(), rules.set().officers);
            prop_assert_eq!((advanced.to_place(), advanced.quiet()), (0, 0));
            let ranks = |position: &Position| position.rebels().iter().map(|point| point.rank() as u32).sum::<u32>();
            prop_assert!(ranks(&start) <= ranks(&advanced) && ranks(&advanced) <= ranks(&start) + steps);
        }
    }

    #[test]
    fn thinned_starts_are_playable(rules in any_rules(), missing in 0u32..30, seed: u64) {
        let start = Position::start(rules);
        let thinned = thinned(rules, missing, &mut rng::stream(seed, &[]));
        prop_assert_eq!(thinned.outcome(), None);
        prop_assert_eq!(Position::parse(rules, &thinned.to_string()), Ok(thinned));
        prop_assert!(start.rebels().contains_all(thinned.rebels()));
        prop_assert!(thinned.rebels().count() >= rules.set().min_rebels);
        prop_assert!(thinned.rebels().count() + missing >= start.rebels().count());
    }
}

/// The fast playout numbers its choices by direction, then by point; the same choices in a slow game
/// give the same game.
fn slow_playout(rules: Rules, seed: u64) -> (Game, (Outcome, u32)) {
    fn order(action: &Action) -> (usize, usize) {
        (action.index() % 17, action.index() / 17)
    }
    let mut rng = rng::stream(seed, &[]);
    let mut game = Game::new(Position::start(rules));
    loop {
        if let Some(outcome) = game.outcome() {
            let plies = game.plies();
            return (game, (outcome, plies));
        }
        let mut actions = game.position().actions().to_vec();
        actions.sort_by_key(order);
        let chosen = below(&mut rng, actions.len() as u32) as usize;
        game.play(actions[chosen]).expect("a listed action is legal");
    }
}

/// One piece each, shuffling at opposite ends: most games end by repetition, many as early as can be.
#[test]
fn playouts_see_the_earliest_repetitions() {
    let text = "diagonals = 'none'\nofficers = 1\nplacement = ['d1']\nrebels = ['d7']\n\
        min_rebels = 1\nquiet_turns = 0\nrepetition = 2";
    let rules = Rules::new(RuleSet::from_toml(text).expect("faultless")).expect("a game");
    let mut earliest = 0;
    for seed in 0..300 {
        let (_, expected) = slow_playout(rules, seed);
        let fast = playout::random_game(Position::start(rules), &mut rng::stream(seed, &[]));
        assert_eq!(fast, expected);
        earliest += u32::from(fast == (Reason::Repetition.outcome(), 4));
    }
    assert!(earliest > 10, "{earliest} of 300 games");
}

/// Without the rebel that can move the game would be over before its first turn.
#[test]
fn a_thinned_start_that_would_be_over_is_the_plain_one() {
    let text = "officers = 1\nplacement = ['c4']\nrebels = ['d7', 'd1']\nmin_rebels = 1\nsideways = false";
    let rules = Rules::new(RuleSet::from_toml(text).expect("faultless")).expect("a game");
    let thinned = |seed| thinned(rules, 1, &mut rng::stream(seed, &[])).rebels().count();
    let mut counts: Vec<u32> = (0..50).map(thinned).collect();
    counts.sort_unstable();
    counts.dedup();
    assert_eq!(counts, [1, 2]);
}
