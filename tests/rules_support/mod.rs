//! What the tests of the rules share: random rule sets, random games, and a slow reading of RULES
//! on a grid of letters.

#![allow(dead_code, reason = "each test program uses its own part")]

pub mod naive;

use asalto::base::rng::{self, below};
use asalto::rules::{Bitboard, Chain, Diagonals, Game, Huff, Placement, Point, Position, Rebels, RuleSet, Rules, Side};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// Rule sets of every kind that make a game, Asalto among them.
pub fn any_rules() -> impl Strategy<Value = Rules> {
    prop_oneof![1 => Just(Rules::asalto()), 1 => standard_fox_and_geese(), 6 => random_rules()]
}

fn standard_fox_and_geese() -> impl Strategy<Value = Rules> {
    select(vec![13, 15, 17]).prop_map(|geese| Rules::fox_and_geese(geese).expect("standard"))
}

fn random_rules() -> impl Strategy<Value = Rules> {
    let pieces = (1u32..=3, proptest::option::of(points(1..=33)), proptest::option::of(points(1..=12)), 0u32..=12);
    let options = (
        select(vec![Diagonals::Alternate, Diagonals::All, Diagonals::None]),
        select(Side::ALL.to_vec()),
        any::<bool>(),
        select(vec![Huff::All, Huff::None]),
        select(vec![Chain::Optional, Chain::Forced]),
        any::<bool>(),
    );
    let limits = (prop_oneof![Just(0u32), 1u32..60], prop_oneof![Just(0u32), 2u32..5]);
    (pieces, options, limits).prop_filter_map("no game", |(pieces, options, limits)| {
        let (officers, rebels, placement, min_rebels) = pieces;
        let (diagonals, first, sideways, huff, chain, fortress_win) = options;
        let (quiet_turns, repetition) = limits;
        let rebels = rebels.map_or(Rebels::Outside, Rebels::Points);
        let taken: Bitboard = match &rebels {
            Rebels::Outside => !Bitboard::FORTRESS,
            Rebels::Points(points) => points.iter().copied().collect(),
        };
        let placement = placement.map_or(Placement::Free, |points| {
            Placement::Points(points.into_iter().filter(|&point| !taken.contains(point)).collect())
        });
        let set = RuleSet {
            diagonals,
            officers,
            placement,
            rebels,
            first,
            sideways,
            huff,
            chain,
            fortress_win,
            min_rebels,
            quiet_turns,
            repetition,
        };
        Rules::new(set).ok()
    })
}

fn points(count: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<Point>> {
    subsequence(Point::ALL.to_vec(), count)
}

/// A game of random micro-actions, to its end or to so many actions.
pub fn random_game(rules: Rules, seed: u64, most_actions: usize) -> Game {
    let mut rng = rng::stream(seed, &[]);
    let mut game = Game::new(Position::start(rules));
    while game.outcome().is_none() && game.actions().len() < most_actions {
        let actions = game.position().actions();
        let action = actions[below(&mut rng, actions.len() as u32) as usize];
        game.play(action).expect("a listed action is legal");
    }
    game
}

/// Every position of a game, the start first.
pub fn positions(game: &Game) -> Vec<Position> {
    let mut positions = vec![*game.start()];
    for &action in game.actions() {
        let last = positions[positions.len() - 1];
        positions.push(last.play(action).expect("played before"));
    }
    positions
}
