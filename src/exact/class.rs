//! One class of formations, solved to a fixed point.
//!
//! In: where forward steps lead (the classes with one more advance), where captures lead (fewer rebels), and the [`Goal`]. Out: for each
//! canonical formation the *good* sets of officers with the rebels to move, with the rank of each result, and for every
//! formation the good sets with the officers to move, for the classes behind.
//!
//! A set is good with the rebels to move if some step leads to one that is good with the officers to move; with the officers to
//! move, if every turn leads to a good one. Rebels' wins are the least such fixed point: nothing is good at first, and what has a
//! proof is added. The officers' wins are what the greatest one leaves out: all is good at first, and what is refuted is taken away.
//!
//! Both go by rounds; the round in which a set changes is its *rank*: so many quiet plies pass, at most, before the goal's side
//! makes progress (a capture, a rebel's forward step, or the end). With the rebels to move, a win of the rebels has rank 0 if a step
//! wins at once, or goes forward to a won set; else it is one more than the rank of the set that a sideways step leads to. With the officers to
//! move that is 0 if every turn captures or loses at once; else one more than the greatest rank to which a turn without a capture leads.
//! The officers' ranks count the same plies: with the rebels to move, 0 if every step goes forward; with the officers to move, 0 if a turn
//! captures, or wins at once. So winning play lowers the rank with each of the winner's turns or makes progress, and never repeats a position.
//!
//! With `q` quiet turns allowed, `2q` quiet plies are a draw, but not where the game ends otherwise, nor by a turn that is progress: a set of rank
//! `r` with a quiet count of `c` is won exactly if `c + r < 2q`. So only ranks up to `most_rank = 2q - 1` are looked for, and for the replies
//! to a forward step, which raise the quiet count to 1 as they are made, only ranks below it. A win that needs a longer stretch is none.
//! Invariant: the result does not depend on the order in which formations are looked at.

use super::capture::Captures;
use super::formation::{Class, RANKS, mirrored};
use super::geometry::{Geometry, each};
use super::known::Known;
use super::planes::{self, Reflection, Shift};
use super::sets::{Layer, MOST_OFFICERS};
use super::spot::{Holes, Spot};
use super::work::Work;

/// Whose wins are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// The rebels': a set is good if they win.
    Rebels,
    /// The officers': a set is good if they do not win.
    Officers,
}

/// What all classes of a layer are solved with.
pub struct Context<'a> {
    /// The lines and the options.
    pub geometry: &'a Geometry,
    /// All points.
    pub board: u64,
    /// Whose wins.
    pub goal: Goal,
    /// With fewer rebels nothing is good.
    pub fewest: usize,
    /// The greatest rank.
    pub most_rank: u32,
    /// The layers with fewer rebels.
    pub known: &'a Known,
    /// `layers[rebels]`.
    pub layers: &'a [Layer],
    /// This layer.
    pub layer: &'a Layer,
}

/// The good sets with the officers to move, of all formations of a class: `[formation * words]`.
pub type Replies = Vec<u64>;

/// The class that a forward step from each rank leads to, if there is one.
pub type Ahead<'a> = [Option<(&'a Class, &'a Replies)>; RANKS];

/// A solved class. What is packed is that of canonical formations.
pub struct Solved {
    /// Good sets with the officers to move, of all formations.
    pub replies: Replies,
    /// Good sets with the rebels to move, packed: `[formation * bytes]`.
    pub good: Box<[u8]>,
    /// `ranks[b]`: the sets whose rank has bit `b`, packed.
    pub ranks: Vec<Box<[u8]>>,
    /// `found[j]`: positions that the goal's side wins, with `j + 1` officers and the rebels to move; mirror images count.
    pub found: Vec<u64>,
    /// The greatest rank.
    pub deepest: u32,
    /// Formations whose replies were worked out, each round and canonical formation once.
    pub evaluations: u64,
}

impl Context<'_> {
    /// Solves a class.
    pub fn solve(&self, class: &Class, ahead: &Ahead<'_>) -> Solved {
        let mut work = Work::new(self, class);
        work.look(ahead);
        match self.goal {
            Goal::Rebels => work.grow(),
            Goal::Officers => work.shrink(),
        }
        work.finish()
    }

    /// The replies of a class that was solved before; `good` are its good sets for that purpose.
    pub fn replies(&self, class: &Class, good: Vec<u64>) -> Replies {
        let mut work = Work::new(self, class);
        work.look(&[None; RANKS]);
        work.restore(good);
        work.replies
    }

    /// The good sets of a formation as its rebels' forward steps show them, added to `to`.
    pub fn pull_forward(&self, holes: &Holes, ahead: &Ahead<'_>, to: &mut [u64]) {
        let mut rest = (0, 0);
        for point in each(holes.empty) {
            let origins = self.geometry.below[point.trailing_zeros() as usize] & holes.rebels;
            // Every origin is on the rank below.
            let upper = point.trailing_zeros() as usize / 8;
            let lower = upper + 1;
            let Some((class, replies)) = ahead.get(lower).copied().flatten().filter(|_| origins != 0) else { continue };
            if rest.0 != lower {
                let others = (0..RANKS).filter(|&rank| rank != upper && rank != lower);
                rest = (lower, others.map(|rank| class.part(holes.rebels, rank)).sum());
            }
            for origin in each(origins) {
                let after = holes.rebels ^ point ^ origin;
                let number = rest.1 + class.part(after, upper) + class.part(after, lower);
                self.pull(holes, point, origin, &replies[number * self.layer.words()..], to);
            }
        }
    }

    /// The same for sideways steps, which stay in the class.
    pub fn pull_sideways(&self, holes: &Holes, class: &Class, replies: &[u64], to: &mut [u64]) {
        let number = class.number(holes.rebels);
        for point in each(holes.empty) {
            let bit = point.trailing_zeros() as usize;
            for origin in each(self.geometry.beside[bit] & holes.rebels) {
                let after = holes.rebels ^ point ^ origin;
                let number = number + class.part(after, bit / 8) - class.part(holes.rebels, bit / 8);
                self.pull(holes, point, origin, &replies[number * self.layer.words()..], to);
            }
        }
    }

    #[inline]
    fn pull(&self, holes: &Holes, point: u64, origin: u64, from: &[u64], to: &mut [u64]) {
        let layer = self.layer;
        let from = &from[..layer.words()];
        if from.iter().all(|&word| word == 0) {
            return;
        }
        let filled = holes.number(point);
        let shift = Shift { filled, opened: holes.opened(point, origin) };
        for (index, sets) in layer.sets.iter().enumerate() {
            let range = layer.word_at[index]..layer.word_at[index + 1];
            planes::pull(sets, shift, &from[range.clone()], &mut to[range]);
        }
    }

    /// The formations that a sideways step of a rebel leads to; they are also those that it comes from.
    pub fn neighbours(&self, rebels: u64) -> impl Iterator<Item = u64> {
        each(self.board & !rebels).flat_map(move |point| {
            let origins = each(self.geometry.beside[point.trailing_zeros() as usize] & rebels);
            origins.map(move |origin| rebels ^ point ^ origin)
        })
    }

    /// The holes that rebels can step onto.
    pub fn entered(&self, holes: &Holes) -> u32 {
        self.entered_from(holes, |bit| self.geometry.below[bit] | self.geometry.beside[bit])
    }

    /// The holes that rebels can step onto sideways.
    pub fn entered_sideways(&self, holes: &Holes) -> u32 {
        self.entered_from(holes, |bit| self.geometry.beside[bit])
    }

    fn entered_from(&self, holes: &Holes, origins: impl Fn(usize) -> u64) -> u32 {
        let entered = each(holes.empty).filter(|point| origins(point.trailing_zeros() as usize) & holes.rebels != 0);
        entered.fold(0, |mask, point| mask | 1 << holes.number(point))
    }

    /// Marks the sets that do not stand on all of the holes that rebels can step onto.
    pub fn mark_movable(&self, entered: u32, movable: &mut [u64]) {
        for (index, sets) in self.layer.sets.iter().enumerate() {
            let plane = &mut movable[self.layer.word_at[index]..self.layer.word_at[index + 1]];
            let free = sets.masks.iter().enumerate().filter(|(_, mask)| entered & !**mask != 0);
            free.for_each(|(number, _)| planes::set(plane, number));
        }
    }

    /// Marks the sets that can capture, and those of them all of whose captures are good.
    pub fn mark_captures(&self, captures: &mut Captures<'_>, spot: &Spot, able: &mut [u64], sound: &mut [u64]) {
        captures.begin(spot.holes.rebels);
        let all_bad = captures.are_all_bad(spot.holes.rebels);
        for (index, sets) in self.layer.sets.iter().enumerate() {
            let range = self.layer.word_at[index]..self.layer.word_at[index + 1];
            let (able, sound) = (&mut able[range.clone()], &mut sound[range]);
            spot.mark_able(sets, able);
            if !all_bad {
                for number in planes::ones(able) {
                    if captures.all_good(spot.holes.rebels, spot.holes.points(sets.masks[number])) {
                        planes::set(sound, number);
                    }
                }
            }
        }
    }

    /// The good sets with the officers to move, from those with the rebels to move.
    pub fn reply(&self, spot: &Spot, marks: (&[u64], &[u64]), good: &[u64], rows: &mut Vec<u32>, out: &mut [u64]) {
        let (able, sound) = marks;
        let mut planes: [&[u64]; MOST_OFFICERS] = [&[]; MOST_OFFICERS];
        planes.iter_mut().zip(self.layer.planes(good)).for_each(|(to, (_, plane))| *to = plane);
        for (index, sets) in self.layer.sets.iter().enumerate() {
            let range = self.layer.word_at[index]..self.layer.word_at[index + 1];
            let (able, sound, out) = (&able[range.clone()], &sound[range.clone()], &mut out[range]);
            spot.steps_all_good(sets, planes[index], rows, out);
            for ((out, &able), &sound) in out.iter_mut().zip(able).zip(sound) {
                *out &= if self.geometry.huff { !able } else { !able | sound };
            }
            if self.geometry.huff {
                for number in planes::ones(sound) {
                    if spot.huffed_all_good(sets.masks[number], &planes) {
                        planes::set(out, number);
                    }
                }
            }
        }
    }

    /// Writes a formation's replies, and those of its mirror image; says whether they changed.
    pub fn write(&self, holes: &Holes, class: &Class, new: &[u64], replies: &mut Replies) -> bool {
        let words = self.layer.words();
        let at = class.number(holes.rebels) * words;
        if replies[at..at + words] == *new {
            return false;
        }
        replies[at..at + words].copy_from_slice(new);
        let other = mirrored(holes.rebels);
        if other != holes.rebels {
            let (reflection, to) = (Reflection::new(holes.empty), class.number(other) * words);
            for (index, (sets, plane)) in self.layer.planes(new).enumerate() {
                let range = to + self.layer.word_at[index]..to + self.layer.word_at[index + 1];
                planes::mirror(sets, &reflection, plane, &mut replies[range]);
            }
        }
        true
    }
}
