//! The rounds in which a class is solved.
//!
//! In: a [`Context`] and a class. Out: a [`Solved`] class. Invariant: round `r` reads the replies to what the rounds before the last
//! one changed, and writes those to what the last one changed when it has looked at everything: so a rank is the number of a round,
//! whatever the order of the work, and counts plies.

use super::capture::Captures;
use super::class::{Ahead, Context, Goal, Replies, Solved};
use super::formation::{Class, mirrored};
use super::planes;
use super::spot::{Holes, Spot};

/// A formation, and those of its sets that become good, or no longer are.
type Change = (usize, Vec<u64>);

/// A class in the making. All `[formation * words]` but `replies` are those of canonical formations.
pub struct Work<'a> {
    context: &'a Context<'a>,
    class: &'a Class,
    words: usize,
    /// Good sets with the rebels to move.
    good: Vec<u64>,
    /// What forward steps alone make good.
    forward: Vec<u64>,
    /// Sets that can capture, and those of them all of whose captures are good.
    able: Vec<u64>,
    sound: Vec<u64>,
    /// Good sets with the officers to move, of all formations.
    pub replies: Replies,
    ranks: Vec<Vec<u64>>,
    /// Formations one of whose neighbours has new replies, one bit each.
    dirty: Vec<u64>,
    rows: Vec<u32>,
    answer: Vec<u64>,
    deepest: u32,
    evaluations: u64,
}

impl<'a> Work<'a> {
    /// Nothing is done yet.
    pub fn new(context: &'a Context<'a>, class: &'a Class) -> Self {
        let words = context.layer.words();
        let canonical = || vec![0; class.half() * words];
        Work {
            context,
            class,
            words,
            good: canonical(),
            forward: canonical(),
            able: canonical(),
            sound: canonical(),
            replies: vec![0; class.size() * words],
            ranks: Vec::new(),
            dirty: vec![0; class.half().div_ceil(64)],
            rows: Vec::new(),
            answer: vec![0; words],
            deepest: 0,
            evaluations: 0,
        }
    }

    /// A formation to be solved; `None` if the game is over in it.
    fn holes(&self, formation: usize) -> Option<Holes> {
        let rebels = self.class.formation(formation);
        let open = !self.context.geometry.is_filled(rebels);
        open.then(|| Holes::new(self.context.board, rebels))
    }

    /// The same, looked at closely.
    fn spot(&self, formation: usize) -> Option<Spot> {
        self.holes(formation).map(|holes| Spot::new(self.context.geometry, holes))
    }

    /// Looks at every formation once: forward steps, captures, games that are over, blocked sides.
    pub fn look(&mut self, ahead: &Ahead<'_>) {
        let context = self.context;
        let mut captures =
            Captures::new(context.geometry, context.known, context.board, context.fewest, context.layers);
        let mut blocked = vec![0; self.words];
        for formation in 0..self.class.half() {
            let range = formation * self.words..(formation + 1) * self.words;
            let Some(spot) = self.spot(formation) else {
                self.fill(formation);
                continue;
            };
            context.pull_forward(&spot.holes, ahead, &mut self.forward[range.clone()]);
            let (able, sound) = (&mut self.able[range.clone()], &mut self.sound[range.clone()]);
            context.mark_captures(&mut captures, &spot, able, sound);
            if context.goal == Goal::Rebels && spot.may_block(context.layer.sets.len()) {
                let nothing = vec![0; self.words];
                context.reply(&spot, (&self.able[range.clone()], &nothing), &nothing, &mut self.rows, &mut blocked);
                self.block(&spot, &range, &blocked);
            }
        }
    }

    /// Rebels fill the fortress: they have won.
    fn fill(&mut self, formation: usize) {
        let layer = self.context.layer;
        let rebels = self.class.formation(formation);
        for number in [rebels, mirrored(rebels)].map(|rebels| self.class.number(rebels)) {
            let replies = &mut self.replies[number * self.words..][..self.words];
            for (index, sets) in layer.sets.iter().enumerate() {
                planes::fill(&mut replies[layer.word_at[index]..layer.word_at[index + 1]], sets.len());
            }
        }
        self.mark(rebels);
    }

    /// Officers that cannot move have lost: known before anything else is.
    fn block(&mut self, spot: &Spot, range: &std::ops::Range<usize>, blocked: &[u64]) {
        let blocked: Vec<u64> =
            blocked.iter().zip(&self.able[range.clone()]).map(|(&blocked, &able)| blocked & !able).collect();
        if self.context.write(&spot.holes, self.class, &blocked, &mut self.replies) {
            self.mark(spot.holes.rebels);
        }
    }

    /// Marks the neighbours of a formation, whose replies are new.
    fn mark(&mut self, rebels: u64) {
        for other in self.context.neighbours(rebels) {
            let (formation, _) = self.class.canonical(other);
            self.dirty[formation / 64] |= 1 << (formation % 64);
        }
    }

    /// The least fixed point.
    pub fn grow(&mut self) {
        // Nothing is good yet, and only where the officers have lost there is a good reply.
        let won = self.gather();
        self.answer_where(|work, formation| work.is_any_sound(formation));
        self.good = std::mem::take(&mut self.forward);
        for (formation, won) in won {
            let good = &mut self.good[formation * self.words..];
            good.iter_mut().zip(won).for_each(|(good, won)| *good |= won);
        }
        self.rounds(None);
    }

    /// The greatest fixed point.
    pub fn shrink(&mut self) {
        let stuck = self.begin_full();
        self.answer_where(|_, _| true);
        self.apply(0, &stuck);
        self.dirty.fill(u64::MAX);
        self.rounds(Some(stuck));
    }

    /// The rounds from the first on: what the last round's replies change, and then the replies to what the last round changed. What
    /// was changed before (`None`: everything) is not replied to yet.
    fn rounds(&mut self, changed: Option<Vec<Change>>) {
        let mut before = changed;
        for rank in 1..=self.context.most_rank {
            let changes = self.gather();
            match &before {
                None => self.answer_where(|_, _| true),
                Some(before) => before.iter().for_each(|(formation, _)| self.answer(*formation)),
            }
            if changes.is_empty() && before.is_some_and(|before| before.is_empty()) {
                return;
            }
            self.apply(rank, &changes);
            before = Some(changes);
        }
    }

    /// Works out the replies of all formations of a kind.
    fn answer_where(&mut self, kind: impl Fn(&Self, usize) -> bool) {
        for formation in 0..self.class.half() {
            if kind(self, formation) {
                self.answer(formation);
            }
        }
    }

    fn is_any_sound(&self, formation: usize) -> bool {
        self.sound[formation * self.words..][..self.words].iter().any(|&word| word != 0)
    }

    /// Everything is good but where the rebels are blocked. Gives the first to be taken away: where no sideways step is
    /// possible, and no forward step leads to a good set.
    fn begin_full(&mut self) -> Vec<Change> {
        let mut stuck = Vec::new();
        let mut aside = vec![0; self.words];
        for formation in 0..self.class.half() {
            let holes = self.holes(formation);
            let at = formation * self.words;
            let all = holes.as_ref().map_or(u32::MAX, |holes| self.context.entered(holes));
            self.context.mark_movable(all, &mut self.good[at..at + self.words]);
            let Some(holes) = holes else { continue };
            aside.fill(0);
            self.context.mark_movable(self.context.entered_sideways(&holes), &mut aside);
            let (good, forward) = (&self.good[at..], &self.forward[at..]);
            let change: Vec<u64> = (0..self.words).map(|word| good[word] & !forward[word] & !aside[word]).collect();
            if change.iter().any(|&word| word != 0) {
                stuck.push((formation, change));
            }
        }
        stuck
    }

    /// What the replies change in the formations that are marked; the marks are taken off.
    fn gather(&mut self) -> Vec<Change> {
        let marked = std::mem::replace(&mut self.dirty, vec![0; self.class.half().div_ceil(64)]);
        let mut changes = Vec::new();
        let mut found = vec![0; self.words];
        for formation in planes::ones(&marked).take_while(|&formation| formation < self.class.half()) {
            let Some(holes) = self.holes(formation) else { continue };
            let range = formation * self.words..(formation + 1) * self.words;
            let grows = self.context.goal == Goal::Rebels;
            if grows {
                found.fill(0)
            } else {
                found.copy_from_slice(&self.forward[range.clone()])
            }
            self.context.pull_sideways(&holes, self.class, &self.replies, &mut found);
            let good = &self.good[range];
            found
                .iter_mut()
                .zip(good)
                .for_each(|(found, &good)| *found = if grows { *found & !good } else { good & !*found });
            if found.iter().any(|&word| word != 0) {
                changes.push((formation, found.clone()));
            }
        }
        changes
    }

    /// Makes the changes of a round.
    fn apply(&mut self, rank: u32, changes: &[Change]) {
        if changes.is_empty() {
            return;
        }
        self.deepest = rank;
        while self.ranks.len() < 32 - rank.leading_zeros() as usize {
            self.ranks.push(vec![0; self.good.len()]);
        }
        for (formation, change) in changes {
            let at = formation * self.words;
            for (word, &change) in change.iter().enumerate() {
                self.good[at + word] ^= change;
                for bit in (0..self.ranks.len()).filter(|bit| rank >> bit & 1 == 1) {
                    self.ranks[bit][at + word] |= change;
                }
            }
        }
    }

    /// Works out a formation's replies, and marks its neighbours if they are new.
    fn answer(&mut self, formation: usize) {
        let Some(spot) = self.spot(formation) else { return };
        let range = formation * self.words..(formation + 1) * self.words;
        let marks = (&self.able[range.clone()], &self.sound[range.clone()]);
        self.context.reply(&spot, marks, &self.good[range], &mut self.rows, &mut self.answer);
        self.evaluations += 1;
        if self.context.write(&spot.holes, self.class, &self.answer, &mut self.replies) {
            self.mark(spot.holes.rebels);
        }
    }

    /// The replies that belong to good sets which are known already.
    pub fn restore(&mut self, good: Vec<u64>) {
        self.good = good;
        (0..self.class.half()).for_each(|formation| self.answer(formation));
    }

    /// Counts, and hands everything over.
    pub fn finish(self) -> Solved {
        let found = self.count();
        let pack = |words: &Vec<u64>| self.context.layer.pack(words);
        let (good, ranks) = (pack(&self.good), self.ranks.iter().map(pack).collect());
        let Work { replies, deepest, evaluations, .. } = self;
        Solved { replies, good, ranks, found, deepest, evaluations }
    }

    fn count(&self) -> Vec<u64> {
        let layer = self.context.layer;
        let mut found = vec![0; layer.sets.len()];
        for formation in 0..self.class.half() {
            let Some(holes) = self.holes(formation) else { continue };
            let images = if mirrored(holes.rebels) == holes.rebels { 1 } else { 2 };
            let entered = self.context.entered(&holes);
            for (index, (sets, plane)) in layer.planes(&self.good[formation * self.words..][..self.words]).enumerate() {
                let good: u64 = plane.iter().map(|word| u64::from(word.count_ones())).sum();
                // Where the rebels are blocked the game is over, not to be won.
                let playable = || sets.masks.iter().filter(|&&mask| entered & !mask != 0).count() as u64;
                found[index] += images * if self.context.goal == Goal::Rebels { good } else { playable() - good };
            }
        }
        found
    }
}
