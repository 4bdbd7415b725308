//! A group: a fixed set of games that search in lock step and share each batch.

use std::ops::AddAssign;

use super::cache::EvaluationCache;
use super::record::{GameRecord, RecordError};
use super::slot::{Progress, Setting, Slot};
use crate::search::{Evaluation, Evaluator, Leaf};

/// What an iteration of self-play did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Positions searched to the end.
    pub positions: u64,
    /// Leaves that the network evaluated.
    pub evaluations: u64,
    /// Leaves that were answered from memory.
    pub cached: u64,
    /// Batches that the network evaluated.
    pub batches: u64,
    /// Leaves that those batches had room for.
    pub room: u64,
}

impl Counters {
    /// Mean share of a batch that was used, in [0, 1].
    pub fn fill(&self) -> f64 {
        if self.room == 0 { 0.0 } else { self.evaluations as f64 / self.room as f64 }
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.positions += other.positions;
        self.evaluations += other.evaluations;
        self.cached += other.cached;
        self.batches += other.batches;
        self.room += other.room;
    }
}

/// Games that are evaluated together.
pub(super) struct Group {
    slots: Vec<Slot>,
    /// Number of the next game; numbers of one group are `stride` apart.
    next: u64,
    stride: u64,
    cache: EvaluationCache,
}

impl Group {
    /// Group `index` of `count`, with fresh games.
    pub fn new(setting: Setting<'_>, index: usize, count: usize) -> Self {
        let (index, stride) = (index as u64, count as u64);
        let size = setting.config.group as u64;
        let slots = (0..size).map(|slot| Slot::new(setting, slot * stride + index)).collect();
        Self { slots, next: size * stride + index, stride, cache: EvaluationCache::new(setting.config.cache) }
    }

    /// A group that goes on with recorded games.
    pub fn resume(setting: Setting<'_>, count: usize, next: u64, records: &[GameRecord]) -> Result<Self, RecordError> {
        let slots = records.iter().map(|record| Slot::resume(setting, record)).collect::<Result<_, _>>()?;
        Ok(Self { slots, next, stride: count as u64, cache: EvaluationCache::new(setting.config.cache) })
    }

    /// Number of the next game of this group.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// The games in play, as records without an end.
    pub fn in_play(&self) -> impl Iterator<Item = GameRecord> {
        self.slots.iter().map(Slot::record)
    }

    /// Plays until `quota` positions have been searched; searches under way then are dropped, games in play stay.
    /// `tick` is told what each round added.
    pub fn play(
        &mut self,
        setting: Setting<'_>,
        quota: u64,
        evaluator: &mut dyn Evaluator,
        tick: &(dyn Fn(Counters) + Sync),
    ) -> (Vec<GameRecord>, Counters) {
        let mut finished = Vec::new();
        let mut total = Counters::default();
        let mut leaves: Vec<Leaf> = Vec::with_capacity(self.slots.len());
        let mut evaluations: Vec<Evaluation> = Vec::new();
        self.cache.clear();
        while total.positions < quota {
            let mut round = Counters::default();
            leaves.clear();
            for slot in &mut self.slots {
                while let Progress::Finished(record) = slot.advance(setting, &self.cache, &mut round, &mut leaves) {
                    finished.push(record);
                    slot.renew(setting, self.next);
                    self.next += self.stride;
                }
            }
            evaluator.evaluate(&leaves, &mut evaluations);
            for ((slot, leaf), evaluation) in self.slots.iter_mut().zip(&leaves).zip(&evaluations) {
                self.cache.insert(leaf, evaluation);
                slot.provide(evaluation);
            }
            round.evaluations += leaves.len() as u64;
            round.batches += 1;
            round.room += self.slots.len() as u64;
            total += round;
            tick(round);
        }
        self.slots.iter_mut().for_each(Slot::abandon_search);
        (finished, total)
    }
}
