//! An independent check of finished tables.
//!
//! In: tables. Out: whether they are right, position by position. Invariant: nothing of how the tables were made is used here: a position's
//! turns come from the rules core one micro-action at a time, and each result is looked up. Tables that pass are a proof.
//!
//! What is checked of a position with the rebels to move, a quiet count of 0, and `L` the greatest rank that the rules allow:
//!
//! - *won by the rebels at rank `r`*: some step wins at once; or goes forward to a set of rank `L` at most; or goes sideways to one of a rank
//!   below `r`. A set with the officers to move has rank 0 if each of their turns loses at once, or captures and leads to a won
//!   position; else one more than the greatest rank of the won positions to which the turns without a capture lead;
//! - *not so*: there is no such step for any `r` up to `L`;
//! - *won by the officers at rank `r`*: every step goes forward to a set of rank `L` at most, or sideways to one of a rank below `r`. A set
//!   with the officers to move has rank 0 if some turn wins at once, or captures and leads to a won position; else one more than the least
//!   rank of the won positions to which a turn leads;
//! - *not so*: not even with `r = L`.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::class::Goal;
use super::formation::Class;
use super::scope::most_rank;
use super::sets::Sets;
use super::tables::Tables;
use crate::base::fault::Fault;
use crate::base::rng::{below, stream};
use crate::rules::{Bitboard, Point, Position, Setup, Side};

/// What a check has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Checked {
    /// Positions looked at; mirror images are not looked at twice.
    pub positions: u64,
    /// Those of them that are won by the goal's side.
    pub won: u64,
}

/// Formations that are checked between two looks at the clock.
const PIECE: usize = 1024;

impl Tables {
    /// Checks every position of the tables. `watch` learns how many of how many canonical formations are done.
    ///
    /// # Errors
    /// The first position that is wrong, or a damaged table.
    pub fn verify(&self, watch: &(dyn Fn(u64, u64) + Sync)) -> Result<Checked, Fault> {
        let scope = &self.manifest().scope;
        let layers: Vec<Class> = (scope.fewest..=scope.most).flat_map(Class::of_rebels).collect();
        let all = (scope.goals.len() * layers.iter().map(Class::half).sum::<usize>()) as u64;
        let (done, positions, won) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
        for &goal in &scope.goals {
            let pieces: Vec<(&Class, usize)> = layers
                .iter()
                .flat_map(|class| (0..class.half()).step_by(PIECE).map(move |first| (class, first)))
                .collect();
            pieces.par_iter().try_for_each(|&(class, first)| -> Result<(), Fault> {
                let last = class.half().min(first + PIECE);
                let checked = self.verify_formations(goal, class, first..last)?;
                positions.fetch_add(checked.positions, Ordering::Relaxed);
                won.fetch_add(checked.won, Ordering::Relaxed);
                watch(done.fetch_add((last - first) as u64, Ordering::Relaxed), all);
                Ok(())
            })?;
        }
        Ok(Checked { positions: positions.into_inner(), won: won.into_inner() })
    }

    fn verify_formations(
        &self,
        goal: Goal,
        class: &Class,
        formations: std::ops::Range<usize>,
    ) -> Result<Checked, Fault> {
        let mut checked = Checked::default();
        let rebels: u8 = class.counts.iter().sum();
        let holes = Point::COUNT - usize::from(rebels);
        let sets: Vec<Sets> =
            (1..=self.rules().set().officers as usize).map(|officers| Sets::new(holes, officers)).collect();
        for formation in formations {
            let rebels = Bitboard::from_bits(class.formation(formation));
            for &mask in sets.iter().flat_map(|sets| &sets.masks) {
                self.verify_set(goal, rebels, mask, &mut checked)?;
            }
        }
        Ok(checked)
    }

    /// Checks `count` positions drawn at random, each layer as often as it has canonical formations and each set of officers on
    /// a formation alike.
    ///
    /// # Errors
    /// The first position that is wrong, or a damaged table.
    pub fn verify_sample(&self, count: u64, seed: u64, watch: &(dyn Fn(u64, u64) + Sync)) -> Result<Checked, Fault> {
        let goals = &self.manifest().scope.goals;
        let done = AtomicU64::new(0);
        let check = |index: u64| -> Result<Checked, Fault> {
            let mut rng = stream(seed, &[index]);
            let position = self.draw(&mut rng);
            let goal = goals[below(&mut rng, goals.len() as u32) as usize];
            let mut checked = Checked::default();
            self.verify_position(goal, &position, &mut checked)?;
            watch(done.fetch_add(1, Ordering::Relaxed), count);
            Ok(checked)
        };
        let sum = |one: Checked, other: Checked| Checked {
            positions: one.positions + other.positions,
            won: one.won + other.won,
        };
        (0..count).into_par_iter().map(check).try_reduce(Checked::default, |one, other| Ok(sum(one, other)))
    }

    fn verify_set(&self, goal: Goal, rebels: Bitboard, mask: u32, checked: &mut Checked) -> Result<(), Fault> {
        let holes = (!rebels).iter().enumerate();
        let officers: Bitboard = holes.filter(|(hole, _)| mask >> hole & 1 == 1).map(|(_, point)| point).collect();
        let setup = Setup { officers, rebels, side: Side::Rebels, to_place: 0, jumper: None, quiet: 0 };
        let position = Position::from_setup(self.rules(), setup);
        let position = position.map_err(|error| Fault::failed(format!("a table holds no position: {error}")))?;
        self.verify_position(goal, &position, checked)
    }

    fn verify_position(&self, goal: Goal, position: &Position, checked: &mut Checked) -> Result<(), Fault> {
        if position.outcome().is_some() {
            return Ok(());
        }
        let checker = Checker { tables: self, most_rank: most_rank(self.rules()) };
        let found = self.rank(goal, position.rebels().bits(), position.officers().bits())?;
        let is_right = match goal {
            Goal::Rebels => checker.rebels(position, found)?,
            Goal::Officers => checker.officers(position, found)?,
        };
        checked.positions += 1;
        checked.won += u64::from(found.is_some());
        if is_right {
            return Ok(());
        }
        let side = if goal == Goal::Rebels { "rebels" } else { "officers" };
        let claim = found.map_or(format!("not won by the {side}"), |rank| format!("won by the {side} at rank {rank}"));
        Err(Fault::failed(format!("the table says {claim}, which its other entries do not bear out: {position}")))
    }
}

struct Checker<'a> {
    tables: &'a Tables,
    most_rank: u32,
}

/// What a side can make of a position after the other's turn; the numbers are ranks, or what a step of that rank adds up to.
#[derive(Clone, Copy, PartialEq)]
enum Found {
    Nothing,
    Rank(u32),
}

impl Checker<'_> {
    /// Whether the table's word for the rebels' win is right.
    fn rebels(&self, position: &Position, claimed: Option<u32>) -> Result<bool, Fault> {
        let most = claimed.unwrap_or(self.most_rank);
        for action in &position.actions() {
            let next = position.play_unchecked(*action);
            let wins = match next.outcome() {
                Some(outcome) => outcome.winner == Some(Side::Rebels),
                None => match self.slowest(&next)? {
                    Found::Nothing => false,
                    Found::Rank(rank) if next.quiet() == 0 => rank <= self.most_rank,
                    Found::Rank(rank) => rank < most,
                },
            };
            if wins {
                return Ok(claimed.is_some());
            }
        }
        Ok(claimed.is_none())
    }

    /// The rank of a set with the officers to move that the rebels win, if they do.
    fn slowest(&self, position: &Position) -> Result<Found, Fault> {
        let mut slowest = 0;
        for action in &position.actions() {
            let next = position.play_unchecked(*action);
            if let Some(outcome) = next.outcome() {
                if outcome.winner == Some(Side::Rebels) {
                    continue;
                }
                return Ok(Found::Nothing);
            }
            let found = match next.side_to_move() {
                Side::Officers => self.slowest(&next)?,
                Side::Rebels => match self.tables.rank(Goal::Rebels, next.rebels().bits(), next.officers().bits())? {
                    None => Found::Nothing,
                    Some(_) if next.quiet() == 0 => Found::Rank(0),
                    Some(rank) => Found::Rank(rank + 1),
                },
            };
            match found {
                Found::Nothing => return Ok(Found::Nothing),
                Found::Rank(rank) => slowest = slowest.max(rank),
            }
        }
        Ok(Found::Rank(slowest))
    }

    /// Whether the table's word for the officers' win is right.
    fn officers(&self, position: &Position, claimed: Option<u32>) -> Result<bool, Fault> {
        let most = claimed.unwrap_or(self.most_rank);
        for action in &position.actions() {
            let next = position.play_unchecked(*action);
            let answered = next.outcome().is_none()
                && match self.fastest(&next)? {
                    Found::Nothing => false,
                    Found::Rank(rank) if next.quiet() == 0 => rank <= self.most_rank,
                    Found::Rank(rank) => rank < most,
                };
            if !answered {
                return Ok(claimed.is_none());
            }
        }
        Ok(claimed.is_some())
    }

    /// The rank of a set with the officers to move that they win, if they do.
    fn fastest(&self, position: &Position) -> Result<Found, Fault> {
        let mut fastest = Found::Nothing;
        for action in &position.actions() {
            let next = position.play_unchecked(*action);
            let found = match (next.outcome(), next.side_to_move()) {
                (Some(outcome), _) if outcome.winner == Some(Side::Officers) => Found::Rank(0),
                (Some(_), _) => Found::Nothing,
                (None, Side::Officers) => self.fastest(&next)?,
                (None, Side::Rebels) => {
                    match self.tables.rank(Goal::Officers, next.rebels().bits(), next.officers().bits())? {
                        None => Found::Nothing,
                        Some(_) if next.quiet() == 0 => Found::Rank(0),
                        Some(rank) => Found::Rank(rank + 1),
                    }
                }
            };
            if let Found::Rank(rank) = found {
                fastest = match fastest {
                    Found::Rank(least) => Found::Rank(rank.min(least)),
                    Found::Nothing => Found::Rank(rank),
                };
            }
        }
        Ok(fastest)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::super::class::Solved;
    use super::super::level_file::{self, BLOCK, Common, LevelFile};
    use super::super::solve::LevelName;
    use super::super::{Scope, Solver};
    use super::*;
    use crate::rules::{Point, RuleSet, Rules};

    /// Standard Fox and Geese with these geese.
    fn rules(geese: &[&str], sideways: bool) -> Rules {
        let points = geese.iter().filter_map(|name| Point::from_name(name)).collect();
        let set = RuleSet::fox_and_geese(13).expect("a game");
        let set = RuleSet { rebels: crate::rules::Rebels::Points(points), min_rebels: 1, sideways, ..set };
        Rules::new(set).expect("a game")
    }

    #[test]
    fn a_wrong_entry_is_found_though_all_checksums_are_right() {
        for (goal, sideways) in [(Goal::Rebels, true), (Goal::Officers, true), (Goal::Rebels, false)] {
            let dir = tempfile::tempdir().unwrap();
            let rules = rules(&["a3", "g3"], sideways);
            let scope = Scope::full(rules, None).unwrap();
            assert!(
                Solver::open(dir.path(), rules, scope.clone(), false)
                    .unwrap()
                    .run(&|_| ControlFlow::Continue(()))
                    .unwrap()
            );
            let layer = &scope.layers(rules)[2];
            let common = Common { rules_hash: rules.hash(), officers: 1 };
            let classes: Vec<Class> = Class::of_rebels(2).into_iter().filter(|class| class.advance() == 5).collect();
            let name = LevelName { goal, rebels: 2, advance: 5 };
            let blocks = classes.iter().map(|class| class.half().div_ceil(BLOCK)).sum();
            let file = LevelFile::open(dir.path(), common, name, blocks).unwrap();
            let read = |(index, class): (usize, &Class)| {
                let block = file.block(index, class.half(), layer).unwrap();
                let mut tables =
                    block.bytes.chunks(class.half() * layer.bytes()).map(|table| table.to_vec().into_boxed_slice());
                let mut good = tables.next().unwrap();
                if index == 0 {
                    good[3] ^= 1 << 6;
                }
                if goal == Goal::Officers {
                    level_file::complement(layer, &mut good);
                }
                let ranks = tables.collect();
                let solved = Solved { replies: Vec::new(), good, ranks, found: Vec::new(), deepest: 0, evaluations: 0 };
                (class.clone(), solved)
            };
            let solved: Vec<(Class, Solved)> = classes.iter().enumerate().map(read).collect();
            level_file::write(dir.path(), common, name, layer, &solved).unwrap();
            let tables = Tables::open(dir.path()).unwrap();
            let fault = tables.verify(&|_, _| ()).unwrap_err().to_string();
            assert!(fault.contains("the table says"), "{fault}");
        }
    }
}
