//! What is to be solved, and what that takes.
//!
//! In: rules and the numbers of rebels to look at. Out: a [`Scope`], its layers, and an estimate of its memory. Invariant: a
//! scope is closed under play: a step stays in its layer, a capture leads to a lower one, and below the lowest nothing is good.

use serde::{Deserialize, Serialize};

use super::class::Goal;
use super::formation::Class;
use super::sets::Layer;
use crate::base::fault::Fault;
use crate::rules::{Bitboard, Rules};

/// Which positions are looked at, and for whose wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scope {
    /// The fewest rebels. A capture that leaves fewer counts as lost for the rebels.
    pub fewest: usize,
    /// The most rebels.
    pub most: usize,
    /// Whose wins, one after the other.
    pub goals: Vec<Goal>,
}

impl Scope {
    /// Rebels' wins with at most so many losses, from as many rebels as the game begins with.
    ///
    /// # Errors
    /// If more losses are asked for than the rebels survive.
    pub fn losses(rules: Rules, losses: usize) -> Result<Scope, Fault> {
        let (most, least) = (rules.set().rebel_points().count() as usize, fewest(rules));
        if losses > most - least {
            let (allowed, found) = (most - least, losses);
            let message = format!("--losses: must be 0 to {allowed} under these rules, found {found}");
            return Err(
                Fault::input(message).with_help(format!("with fewer than {least} rebels the officers have won"))
            );
        }
        Ok(Scope { fewest: most - losses, most, goals: vec![Goal::Rebels] })
    }

    /// Wins of both sides in all positions with at most `most` rebels (default: as many as the game begins with).
    ///
    /// # Errors
    /// If there are no such positions.
    pub fn full(rules: Rules, most: Option<usize>) -> Result<Scope, Fault> {
        let (start, least) = (rules.set().rebel_points().count() as usize, fewest(rules));
        let most = most.unwrap_or(start);
        if !(least..=start).contains(&most) {
            return Err(Fault::input(format!(
                "--up-to: must be {least} to {start} rebels under these rules, found {most}"
            )));
        }
        Ok(Scope { fewest: least, most, goals: goals(rules) })
    }

    /// Whether every position in scope has its exact value: a capture out of it ends the game.
    pub fn is_complete(&self, rules: Rules) -> bool {
        self.fewest == fewest(rules)
    }

    /// Whether the officers win wherever the rebels do not, so that the rebels' wins say everything: without sideways steps
    /// each turn of the rebels is progress, and there is no draw.
    pub fn is_decisive(&self, rules: Rules) -> bool {
        self.is_complete(rules) && !rules.set().sideways
    }

    /// The layers, by number of rebels; those out of scope are there, too.
    pub(super) fn layers(&self, rules: Rules) -> Vec<Layer> {
        let officers = rules.set().officers as usize;
        (0..=self.most)
            .map(|rebels| if rebels < self.fewest { Layer::empty(rebels) } else { Layer::new(rebels, officers) })
            .collect()
    }

    /// An estimate of what solving it takes.
    pub fn estimate(&self, rules: Rules, threads: usize) -> Estimate {
        let mut estimate = Estimate::default();
        for (rebels, layer) in self.layers(rules).iter().enumerate().skip(self.fewest) {
            let classes = Class::of_rebels(rebels);
            let half: usize = classes.iter().map(Class::half).sum();
            estimate.formations += classes.iter().map(Class::size).sum::<usize>() as u64;
            estimate.table_bytes += (half * layer.bytes()) as u64;
            estimate.work_bytes = estimate.work_bytes.max(work_bytes(&classes, layer, threads));
        }
        estimate
    }
}

/// What solving takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Estimate {
    /// Formations of rebels, mirror images counted apart.
    pub formations: u64,
    /// Bytes of the tables of one goal as they are kept in memory.
    pub table_bytes: u64,
    /// Bytes of the work in progress, at most.
    pub work_bytes: u64,
}

impl Estimate {
    /// Bytes of memory needed.
    pub fn memory(&self) -> u64 {
        self.table_bytes + self.work_bytes
    }
}

/// Two levels of replies, and the largest classes in the making, one a thread.
fn work_bytes(classes: &[Class], layer: &Layer, threads: usize) -> u64 {
    let levels = classes.chunk_by(|one, other| one.advance() == other.advance());
    let sizes: Vec<usize> = levels.map(|level| level.iter().map(Class::size).sum()).collect();
    let two = sizes.windows(2).map(|pair| pair[0] + pair[1]).max().or(sizes.first().copied()).unwrap_or(0);
    let mut halves: Vec<usize> = classes.iter().map(Class::half).collect();
    halves.sort_unstable_by(|one, other| other.cmp(one));
    let busy: usize = halves.iter().take(threads).sum();
    // Good, forward, able and sound sets, and the bits of ranks; then the whole level, packed twice.
    (8 * layer.words() * (two + (4 + RANK_BITS) * busy) + (1 + RANK_BITS) * layer.bytes() * two) as u64
}

/// Bits of a rank, hardly ever more: with 50 quiet turns they are below 100.
const RANK_BITS: usize = 7;

/// With fewer rebels the officers have won, or the rebels cannot move.
fn fewest(rules: Rules) -> usize {
    rules.set().min_rebels.max(1) as usize
}

/// Whose wins have to be looked for.
fn goals(rules: Rules) -> Vec<Goal> {
    if rules.set().sideways { vec![Goal::Rebels, Goal::Officers] } else { vec![Goal::Rebels] }
}

/// The greatest rank that the rules' quiet count allows.
pub(super) fn most_rank(rules: Rules) -> u32 {
    match rules.set().quiet_turns {
        0 => u32::MAX,
        turns => 2 * turns - 1,
    }
}

/// All points, as raw bits.
pub(super) const BOARD: u64 = Bitboard::BOARD.bits();
