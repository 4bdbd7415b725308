//! A slow solver that shares nothing with the fast one but the rules core, and small rule sets to compare them on.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;

use asalto::exact::{Scope, Solver, Tables};
use asalto::rules::{Bitboard, Point, Position, RuleSet, Rules, Setup, Side};

/// A rule set from lines of a rules file.
pub fn rules(text: &str) -> Rules {
    RuleSet::from_toml(text).and_then(Rules::new).expect("a game")
}

/// A rules file with rebels on all points but these, and so many officers on the first of these.
pub fn crowded(holes: &[&str], officers: usize) -> String {
    let names = |points: Vec<&str>| points.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let rebels = names(Point::ALL.iter().map(|point| point.name()).filter(|name| !holes.contains(name)).collect());
    let placement = names(holes[..officers].to_vec());
    format!("officers = {officers}\nrebels = [{rebels}]\nplacement = [{placement}]\n")
}

/// A rules file of one fox on d4 against these geese.
pub fn geese(points: &[&str], fewest: usize) -> String {
    let names: Vec<String> = points.iter().map(|name| format!("\"{name}\"")).collect();
    format!(
        "officers = 1\nplacement = [\"d4\"]\nrebels = [{}]\nmin_rebels = {fewest}\nhuff = \"none\"\n",
        names.join(", ")
    )
}

/// Solves into a directory.
pub fn solved(dir: &Path, rules: Rules, scope: Scope) -> Tables {
    let mut solver = Solver::open(dir, rules, scope, false).unwrap();
    assert!(solver.run(&|_| ControlFlow::Continue(())).unwrap());
    Tables::open(dir).unwrap()
}

/// All sets of so many of these points.
pub fn subsets(points: Bitboard, size: usize) -> Vec<Bitboard> {
    let Some(first) = points.first().filter(|_| size > 0) else {
        return if size == 0 { vec![Bitboard::EMPTY] } else { Vec::new() };
    };
    if size > points.count() as usize {
        return Vec::new();
    }
    let rest = points.without(first);
    let with_first = subsets(rest, size - 1).into_iter().map(|set| set.with(first));
    with_first.chain(subsets(rest, size)).collect()
}

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
