//! What alpha-beta must find, and that it finds the same as a search without any of its short cuts.

use std::ops::ControlFlow;
use std::time::Duration;

use super::evaluation::{WIN, evaluate};
use super::searcher::{Limits, Searcher};
use super::{AlphaBetaBudget, AlphaBetaPlayer};
use crate::base::rng::stream;
use crate::players::{GreedyPlayer, Player};
use crate::rules::{Action, Game, Position, RuleSet, Rules, Side, random_placements, random_turns};

fn position(text: &str) -> Position {
    Position::parse(Rules::asalto(), text).expect("a position")
}

fn search(position: Position, depth: u8) -> super::searcher::Searched {
    let actions = position.actions();
    Searcher::new().search(&Game::new(position), &actions, Limits::depth(depth), &mut |_| ControlFlow::Continue(()))
}

/// Minimax over micro-actions to a depth in turns: no cuts, no table, no captures beyond the depth. Values at the leaves
/// by `evaluate`, repetition is not seen.
fn minimax(position: &Position, depth: u8) -> i32 {
    if let Some(outcome) = position.outcome() {
        return match outcome.winner {
            None => 0,
            Some(side) if side == position.side_to_move() => WIN,
            Some(_) => -WIN,
        };
    }
    if depth == 0 {
        return evaluate(position);
    }
    let actions = position.actions();
    let values = actions.iter().map(|&action| {
        let next = position.play_unchecked(action);
        let depth = if next.jumper().is_some() { depth } else { depth - 1 };
        let value = minimax(&next, depth);
        if next.side_to_move() == position.side_to_move() { value } else { -value }
    });
    values.max().expect("a position that is not over has an action")
}

/// Positions from random play, with rebels to move after `plies`.
fn random_positions(plies: u32, count: u64) -> Vec<Position> {
    let walk = |seed| {
        let mut rng = stream(seed, &[]);
        let after = |position: Position, actions: Vec<Action>| {
            actions.into_iter().fold(position, |position, action| position.play_unchecked(action))
        };
        let start = Position::start(Rules::asalto());
        let placed = after(start, random_placements(start, &mut rng));
        Some(after(placed, random_turns(placed, plies, &mut rng)?))
    };
    (0..count).filter_map(walk).collect()
}

/// Where no capture is possible at the end of any line, and nothing repeats itself within so few turns, all short cuts
/// must leave the value as it is.
#[test]
fn pruning_never_changes_the_value() {
    let mut compared = 0;
    for position in random_positions(9, 60) {
        for depth in 1..=3 {
            let (exact, found) = (minimax(&position, depth), search(position, depth).value);
            if has_no_captures_within(&position, depth) {
                assert_eq!(found, exact, "{position} at depth {depth}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 20, "only {compared} positions could be compared");
}

fn has_no_captures_within(position: &Position, depth: u8) -> bool {
    let quiet =
        position.outcome().is_some() || (position.side_to_move() == Side::Rebels || position.officer_jumps() == 0);
    quiet
        && (depth == 0
            || position.actions().iter().all(|&a| has_no_captures_within(&position.play_unchecked(a), depth - 1)))
}

#[test]
fn wins_are_taken_at_once_by_either_side() {
    // One more step fills the fortress.
    let filling = search(position("rrr/rrr/2rr3/4r2/7/o2/1o1 r 0 - 0"), 2);
    assert_eq!(filling.value, WIN - 1);
    // A capture leaves eight rebels.
    let capture = search(position("3/1o1/3r3/o6/rrrrr2/rrr/3 o 0 - 0"), 1);
    assert_eq!((capture.value, capture.line[0].to_string().as_str()), (WIN - 1, "d6xd4"));
}

#[test]
fn an_officer_is_not_huffed_for_nothing() {
    let start = position("3/1o1/3r3/o6/rrrrrrr/rrr/rrr o 0 - 0");
    let found = search(start, 4);
    let first = found.line[0];
    assert!(first.over().is_some(), "{first} gives the officers away");
}

#[test]
fn the_line_can_be_played() {
    for start in random_positions(6, 10) {
        let mut game = Game::new(start);
        for action in search(start, 4).line {
            game.play(action).expect("the principal variation is legal");
        }
    }
}

#[test]
fn the_same_seed_thinks_the_same_twice_whatever_came_between() {
    let start = Position::start(Rules::asalto());
    let mut player = AlphaBetaPlayer::new("a".into(), AlphaBetaBudget::Depth(3));
    player.start_game(7);
    let first = player.think(&Game::new(start)).expect("an opinion");
    player.start_game(8);
    player.think(&Game::new(random_positions(5, 9)[0])).expect("an opinion");
    player.start_game(7);
    assert_eq!(player.think(&Game::new(start)).expect("an opinion"), first);
    assert_eq!(start.to_place(), 2, "placements are searched like any other action");
}

#[test]
fn a_time_limit_is_kept_and_leaves_a_move() {
    let mut player = AlphaBetaPlayer::new("a".into(), AlphaBetaBudget::Time(Duration::from_millis(1)));
    let summary = player.think(&Game::new(Position::start(Rules::asalto()))).expect("an opinion");
    assert!(summary.actions.contains(&summary.chosen));
    // A search to depth 64 that was not stopped would take years.
}

#[test]
fn it_beats_greedy_from_both_sides() {
    for (seed, alphabeta_side) in [(1, Side::Officers), (2, Side::Rebels), (3, Side::Officers), (4, Side::Rebels)] {
        let mut alphabeta = AlphaBetaPlayer::new("a".into(), AlphaBetaBudget::Depth(4));
        let mut greedy = GreedyPlayer::default();
        alphabeta.start_game(seed);
        greedy.start_game(seed);
        let mut game = Game::new(Position::start(Rules::asalto()));
        while game.outcome().is_none() {
            let player: &mut dyn Player =
                if game.side_to_move() == alphabeta_side { &mut alphabeta } else { &mut greedy };
            let action = player.choose(&game).expect("a move");
            game.play(action).expect("a legal move");
        }
        assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(alphabeta_side), "seed {seed}");
    }
}

#[test]
fn every_rule_set_is_searched_to_the_end_of_its_games() {
    let variants = [
        RuleSet { quiet_turns: 3, ..RuleSet::asalto() },
        RuleSet { repetition: 0, ..RuleSet::asalto() },
        RuleSet::fox_and_geese(13).expect("a rule set"),
    ];
    for set in variants {
        let rules = Rules::new(set).expect("a game");
        let mut players = [2, 3].map(|depth| AlphaBetaPlayer::new("a".into(), AlphaBetaBudget::Depth(depth)));
        let mut game = Game::new(Position::start(rules));
        while game.outcome().is_none() {
            let side = game.side_to_move();
            let action = players[side.index()].choose(&game).expect("a move");
            game.play(action).expect("a legal move");
        }
    }
}
