//! The whole solution: layer by layer from the fewest rebels up, level by level from the most advanced down.
//!
//! In: rules, a [`Scope`], and someone who takes finished levels (and gives back those that were finished before). Out: every
//! level, in order. Invariant: a level depends on the levels before it alone, so a solution that is resumed after any of them
//! equals an unbroken one.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::class::{Ahead, Context, Goal, Replies, Solved};
use super::formation::{Class, code_of};
use super::geometry::Geometry;
use super::known::Known;
use super::scope::{BOARD, Scope, most_rank};
use super::sets::Layer;
use crate::base::fault::Fault;
use crate::rules::Rules;

/// Which level: whose wins, with how many rebels, and how far advanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct LevelName {
    /// Whose wins.
    pub goal: Goal,
    /// How many rebels.
    pub rebels: usize,
    /// The rebels' ranks added up, the lowest rank counting 0.
    pub advance: usize,
}

/// What was found in a level.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Tally {
    /// `found[j]`: positions that the goal's side wins, with `j + 1` officers and the rebels to move.
    pub found: Vec<u64>,
    /// The greatest rank.
    pub deepest: u32,
    /// Formations whose replies were worked out.
    pub evaluations: u64,
}

/// How far the solution is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The level in progress.
    pub level: LevelName,
    /// Canonical formations done, and of how many, over all layers and goals.
    pub done: u64,
    /// See `done`.
    pub all: u64,
}

/// A finished level on its way to who keeps it.
pub(super) struct Level<'a> {
    pub name: LevelName,
    pub layer: &'a Layer,
    pub classes: &'a [(Class, Solved)],
    pub tally: Tally,
}

/// Who keeps finished levels.
pub(super) trait Keeper {
    /// The good sets and ranks of a level's classes, if it was finished before: `[formation * words]` for each class.
    fn load(&mut self, name: LevelName, layer: &Layer, classes: &[Class]) -> Result<Option<Vec<Loaded>>, Fault>;
    /// Keeps a level for good.
    fn keep(&mut self, level: &Level<'_>) -> Result<(), Fault>;
}

/// A class as it was kept.
pub(super) struct Loaded {
    /// Good sets with the rebels to move.
    pub good: Vec<u64>,
    /// Sets of the greatest rank that the rules allow.
    pub last: Vec<u64>,
}

/// Called often, from any thread; breaks off the solution.
pub type Watch<'a> = &'a (dyn Fn(Progress) -> ControlFlow<()> + Sync);

/// Solves a scope. Says whether it was finished: `watch` may break it off.
///
/// # Errors
/// What `keeper` cannot do.
pub(super) fn solve(rules: Rules, scope: &Scope, keeper: &mut dyn Keeper, watch: Watch<'_>) -> Result<bool, Fault> {
    let geometry = Geometry::new(rules);
    let layers = scope.layers(rules);
    let classes: Vec<Vec<Class>> = (0..=scope.most)
        .map(|rebels| if rebels < scope.fewest { Vec::new() } else { Class::of_rebels(rebels) })
        .collect();
    let half: usize = classes.iter().flatten().map(Class::half).sum();
    let all = (half * scope.goals.len()) as u64;
    let done = AtomicU64::new(0);
    for &goal in &scope.goals {
        let mut known = Known::new();
        for rebels in scope.fewest..=scope.most {
            let layer = LayerJob {
                rules,
                geometry: &geometry,
                goal,
                fewest: scope.fewest,
                layers: &layers,
                layer: &layers[rebels],
                classes: &classes[rebels],
                watch: &|level| watch(Progress { level, done: done.load(Ordering::Relaxed), all }),
                done: &done,
            };
            if layer.solve(&mut known, keeper)?.is_break() {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// One layer of one goal.
struct LayerJob<'a> {
    rules: Rules,
    geometry: &'a Geometry,
    goal: Goal,
    fewest: usize,
    layers: &'a [Layer],
    layer: &'a Layer,
    classes: &'a [Class],
    watch: &'a (dyn Fn(LevelName) -> ControlFlow<()> + Sync),
    done: &'a AtomicU64,
}

/// The replies of the level before: its classes, in order.
type Window<'a> = Vec<(&'a Class, Replies)>;

impl LayerJob<'_> {
    fn solve(&self, known: &mut Known, keeper: &mut dyn Keeper) -> Result<ControlFlow<()>, Fault> {
        let mut window = Window::new();
        // The level before, when it was finished by an earlier call: its replies are worked out only if they are needed.
        let mut earlier: Option<(&[Class], Vec<Loaded>)> = None;
        let mut packed = Vec::new();
        for level in self.classes.chunk_by(|one, other| one.advance() == other.advance()) {
            let name = LevelName { goal: self.goal, rebels: self.layer.rebels, advance: level[0].advance() };
            if let Some(loaded) = keeper.load(name, self.layer, level)? {
                packed.extend(level.iter().zip(&loaded).map(|(class, loaded)| (class, self.layer.pack(&loaded.good))));
                let half: usize = level.iter().map(Class::half).sum();
                self.done.fetch_add(half as u64, Ordering::Relaxed);
                earlier = Some((level, loaded));
                continue;
            }
            if let Some((classes, loaded)) = earlier.take() {
                window = self.rebuild(known, classes, loaded);
            }
            let Some(solved) = self.level(known, name, level, &window) else { return Ok(ControlFlow::Break(())) };
            let tally = tally(&solved);
            let solved: Vec<(Class, Solved)> = level.iter().cloned().zip(solved).collect();
            keeper.keep(&Level { name, layer: self.layer, classes: &solved, tally })?;
            window = Vec::with_capacity(level.len());
            for (class, (_, solved)) in level.iter().zip(solved) {
                packed.push((class, solved.good));
                window.push((class, solved.replies));
            }
        }
        packed.into_iter().for_each(|(class, bytes)| known.insert(class.clone(), bytes));
        Ok(ControlFlow::Continue(()))
    }

    fn context<'a>(&'a self, known: &'a Known) -> Context<'a> {
        Context {
            geometry: self.geometry,
            board: BOARD,
            goal: self.goal,
            fewest: self.fewest,
            most_rank: most_rank(self.rules),
            known,
            layers: self.layers,
            layer: self.layer,
        }
    }

    /// Solves the classes of a level, largest first; `None` if someone broke it off.
    fn level(&self, known: &Known, name: LevelName, level: &[Class], window: &Window<'_>) -> Option<Vec<Solved>> {
        let context = self.context(known);
        let stopped = AtomicBool::new(false);
        let mut order: Vec<usize> = (0..level.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(level[index].half()));
        let solve = |&index: &usize| {
            let class = &level[index];
            if stopped.load(Ordering::Relaxed) || (self.watch)(name).is_break() {
                stopped.store(true, Ordering::Relaxed);
                return None;
            }
            let solved = context.solve(class, &ahead(class, window));
            self.done.fetch_add(class.half() as u64, Ordering::Relaxed);
            Some((index, solved))
        };
        let solved: Option<Vec<_>> = order.par_iter().with_max_len(1).map(solve).collect();
        let mut solved = solved?;
        solved.sort_unstable_by_key(|(index, _)| *index);
        Some(solved.into_iter().map(|(_, solved)| solved).collect())
    }

    /// The replies of a level that was solved by an earlier call.
    fn rebuild<'b>(&self, known: &Known, classes: &'b [Class], loaded: Vec<Loaded>) -> Window<'b> {
        let context = self.context(known);
        let replies = |(class, loaded): (&'b Class, Loaded)| {
            let Loaded { mut good, last } = loaded;
            // Wins of the greatest rank do not count for the replies.
            let won = self.goal == Goal::Rebels;
            good.iter_mut().zip(last).for_each(|(good, last)| if won { *good &= !last } else { *good |= last });
            (class, context.replies(class, good))
        };
        classes.par_iter().zip(loaded).map(replies).collect()
    }
}

/// The classes that the steps of this one lead to.
fn ahead<'a>(class: &Class, window: &'a Window<'_>) -> Ahead<'a> {
    std::array::from_fn(|rank| {
        let mut counts = class.counts;
        if rank == 0 || counts[rank] == 0 {
            return None;
        }
        counts[rank] -= 1;
        counts[rank - 1] += 1;
        let found = window.binary_search_by_key(&code_of(counts), |(class, _)| code_of(class.counts)).ok()?;
        Some((window[found].0, &window[found].1))
    })
}

fn tally(solved: &[Solved]) -> Tally {
    let mut tally = Tally::default();
    for class in solved {
        tally.found.resize(class.found.len(), 0);
        tally.found.iter_mut().zip(&class.found).for_each(|(sum, found)| *sum += found);
        tally.deepest = tally.deepest.max(class.deepest);
        tally.evaluations += class.evaluations;
    }
    tally
}
