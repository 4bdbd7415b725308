//! A slow solver that shares nothing with the fast one but the rules core.

use std::collections::HashMap;

use asalto::rules::{Bitboard, Position, Rules, Setup, Side};

use crate::exact_support::subsets;

/// Every value by plain repetition: all positions between turns, with every quiet count that can stand, and what their turns lead to.
pub struct Brute {
    pub positions: Vec<Position>,
    /// 1: the rebels win; -1: the officers do; 0: neither can force it.
    pub values: Vec<i8>,
}

type Key = (Bitboard, Bitboard, Side, u16);

fn key(position: &Position) -> Key {
    (position.rebels(), position.officers(), position.side_to_move(), position.quiet())
}

impl Brute {
    /// Solves all positions with `fewest` to `most` rebels; fewer count as lost for them. With `counts_quiet` the quiet count is part of
    /// a position, else it is always 0.
    pub fn new(rules: Rules, fewest: usize, most: usize, counts_quiet: bool) -> Brute {
        let positions = positions(rules, fewest, most, counts_quiet);
        let index: HashMap<Key, u32> =
            positions.iter().enumerate().map(|(index, position)| (key(position), index as u32)).collect();
        let turns: Vec<Vec<Next>> =
            positions.iter().map(|position| nexts(position, &index, fewest, counts_quiet)).collect();
        let mut brute = Brute { values: vec![0; positions.len()], positions };
        while brute.sweep(&turns) {}
        brute
    }

    fn sweep(&mut self, turns: &[Vec<Next>]) -> bool {
        let mut changed = false;
        for (index, position) in self.positions.iter().enumerate() {
            if self.values[index] != 0 || position.outcome().is_some() {
                continue;
            }
            let mine = if position.side_to_move() == Side::Rebels { 1 } else { -1 };
            let value = |next: &Next| match *next {
                Next::Over(value) => value,
                Next::Position(next) => self.values[next as usize],
            };
            let (mut any_mine, mut all_theirs) = (false, true);
            for next in &turns[index] {
                any_mine |= value(next) == mine;
                all_theirs &= value(next) == -mine;
            }
            if any_mine || all_theirs {
                self.values[index] = if any_mine { mine } else { -mine };
                changed = true;
            }
        }
        changed
    }
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Next {
    Over(i8),
    Position(u32),
}

fn nexts(position: &Position, index: &HashMap<Key, u32>, fewest: usize, counts_quiet: bool) -> Vec<Next> {
    let mut found = Vec::new();
    for action in &position.actions() {
        let next = position.play_unchecked(*action);
        if next.jumper().is_some() && next.rebels().count() as usize >= fewest {
            found.extend(nexts(&next, index, fewest, counts_quiet));
            continue;
        }
        let quiet = if counts_quiet { next.quiet() } else { 0 };
        let next = Position::from_setup(next.rules(), Setup { quiet, ..next.setup() }).unwrap();
        found.push(match next.outcome() {
            Some(outcome) => Next::Over(match outcome.winner {
                Some(Side::Rebels) => 1,
                Some(Side::Officers) => -1,
                None => 0,
            }),
            None if (next.rebels().count() as usize) < fewest => Next::Over(-1),
            None => Next::Position(index[&key(&next)]),
        });
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn positions(rules: Rules, fewest: usize, most: usize, counts_quiet: bool) -> Vec<Position> {
    let limit = if counts_quiet { 2 * rules.set().quiet_turns as u16 } else { 1 };
    let mut positions = Vec::new();
    for rebels in (fewest..=most).flat_map(|count| subsets(Bitboard::BOARD, count)) {
        for officers in (1..=rules.set().officers as usize).flat_map(|count| subsets(!rebels, count)) {
            for side in [Side::Rebels, Side::Officers] {
                for quiet in 0..limit {
                    let setup = Setup { officers, rebels, side, to_place: 0, jumper: None, quiet };
                    positions.push(Position::from_setup(rules, setup).unwrap());
                }
            }
        }
    }
    positions
}
