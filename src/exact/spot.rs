//! One formation, looked at closely: its holes, and what the officers on them can do.
//!
//! In: a formation. Out: for each set of officers whether it can capture, and whether every turn of it leads to a *good*
//! set, given which sets are good with the rebels to move. Invariant: a set without a turn has only good ones: blocked
//! officers have lost.

use super::bits::{apart, together};
use super::geometry::{Geometry, Jump, each};
use super::planes::{is_set, low, ones, row, set};
use super::sets::{Sets, choose, number};

/// A formation and its holes, numbered in reading order.
#[derive(Clone, Copy)]
pub struct Holes {
    /// The rebels.
    pub rebels: u64,
    /// The holes.
    pub empty: u64,
}

impl Holes {
    /// The holes that a formation leaves.
    pub fn new(board: u64, rebels: u64) -> Holes {
        Holes { rebels, empty: board & !rebels }
    }

    /// The number of the hole on this point.
    #[inline]
    pub fn number(&self, point: u64) -> usize {
        (self.empty & (point - 1)).count_ones() as usize
    }

    /// The number that a rebel's `origin` has as a hole after its step onto the hole `point`.
    #[inline]
    pub fn opened(&self, point: u64, origin: u64) -> usize {
        ((self.empty ^ point) & (origin - 1)).count_ones() as usize
    }

    /// The numbers of the holes on these points, as a mask.
    #[inline]
    pub fn mask(&self, points: u64) -> u32 {
        together(points, self.empty) as u32
    }

    /// The points of a set of holes.
    #[inline]
    pub fn points(&self, mask: u32) -> u64 {
        apart(u64::from(mask), self.empty)
    }
}

/// A formation, and where the officers on its holes can go.
pub struct Spot {
    /// The holes.
    pub holes: Holes,
    /// How many.
    count: usize,
    /// `near[hole]`: the holes that a line joins with it.
    near: [u32; 33],
    /// `landings[hole]`: the holes that an officer on it can jump to.
    landings: [u32; 33],
    /// The holes from which any jump leaves.
    jumpers: u32,
}

impl Spot {
    /// Looks at a formation.
    pub fn new(geometry: &Geometry, holes: Holes) -> Spot {
        let Holes { rebels, empty } = holes;
        let mut spot = Spot { holes, count: empty.count_ones() as usize, near: [0; 33], landings: [0; 33], jumpers: 0 };
        for (hole, point) in each(empty).enumerate() {
            let bit = point.trailing_zeros() as usize;
            spot.near[hole] = holes.mask(geometry.lines[bit]);
            let possible = |jump: &&Jump| jump.over & rebels != 0 && jump.landing & empty != 0;
            let landings = geometry.jumps[bit].iter().filter(possible).fold(0, |all, jump| all | jump.landing);
            if landings != 0 {
                spot.landings[hole] = holes.mask(landings);
                spot.jumpers |= 1 << hole;
            }
        }
        spot
    }

    /// The officers of a set that can capture.
    #[inline]
    fn able(&self, mask: u32) -> u32 {
        let (mut left, mut able) = (mask & self.jumpers, 0);
        while left != 0 {
            let hole = left.trailing_zeros();
            able |= u32::from(self.landings[hole as usize] & !mask != 0) << hole;
            left &= left - 1;
        }
        able
    }

    /// Whether some set of so many officers might have no step; false only if none has.
    pub fn may_block(&self, officers: usize) -> bool {
        self.near[..self.count].iter().any(|near| (near.count_ones() as usize) < officers)
    }

    /// Marks the sets that can capture.
    pub fn mark_able(&self, sets: &Sets, able: &mut [u64]) {
        if self.jumpers == 0 {
            return;
        }
        if sets.officers == 1 {
            able[0] = u64::from(self.jumpers);
            return;
        }
        if !sets.above.is_empty() {
            able[0] = self.able_pairs(sets);
            return;
        }
        for (index, &mask) in sets.masks.iter().enumerate() {
            if self.able(mask) != 0 {
                set(able, index);
            }
        }
    }

    /// The pairs, in one word, one of which can capture: all with a jumper but those in which the other stands on its only landing.
    fn able_pairs(&self, sets: &Sets) -> u64 {
        let (mut left, mut able) = (self.jumpers, 0);
        while left != 0 {
            let hole = left.trailing_zeros() as usize;
            left &= left - 1;
            let landings = self.landings[hole];
            let blocked = if landings.is_power_of_two() { 1 << number(landings | 1 << hole) } else { 0 };
            able |= !sets.without[hole] & !blocked;
        }
        able & low(sets.len())
    }

    /// The sets all of whose *steps* lead to sets that are good with the rebels to move, no officer being removed.
    ///
    /// With one officer lifted, the bits of a row (the sets of the others and any one more) are a mask of holes, and all steps
    /// of all officers that could be that one are looked at together.
    pub fn steps_all_good(&self, sets: &Sets, good: &[u64], rows: &mut Vec<u32>, out: &mut [u64]) {
        let each = sets.officers;
        if each == 1 {
            out[0] = u64::from(self.all_near_in(good[0] as u32));
            return;
        }
        if !sets.above.is_empty() {
            out[0] = self.pairs_all_good(sets, good[0]);
            return;
        }
        rows.clear();
        rows.extend_from_slice(&sets.rows);
        for index in ones(good) {
            for &(row, hole) in &sets.parts[index * each..][..each] {
                rows[usize::from(row)] |= 1 << hole;
            }
        }
        for row in rows.iter_mut() {
            *row = self.all_near_in(*row);
        }
        out.fill(0);
        for (index, parts) in sets.parts.chunks_exact(each).enumerate() {
            if parts.iter().all(|&(row, hole)| rows[usize::from(row)] >> hole & 1 == 1) {
                set(out, index);
            }
        }
    }

    /// The same for pairs that fit one word.
    fn pairs_all_good(&self, sets: &Sets, good: u64) -> u64 {
        let (mut lower, mut upper) = (0, 0);
        for hole in 0..self.count {
            // An officer does not step onto the other.
            let row = u64::from(self.all_near_in(row(sets, good, hole) as u32 | 1 << hole));
            lower |= (row & low(hole)) << choose(hole, 2);
            upper |= sets.above[hole].apart(row >> (hole + 1));
        }
        lower & upper
    }

    /// The holes all of whose neighbours are in the mask.
    #[inline]
    fn all_near_in(&self, mask: u32) -> u32 {
        let full = ((1u64 << self.count) - 1) as u32;
        let (mut left, mut all) = (full & !mask, full);
        while left != 0 {
            all &= !self.near[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        all
    }

    /// Whether every step of a set that could have captured leads to a good set, the able ones being removed. `good[j]` are the
    /// good sets of `j + 1` officers.
    pub fn huffed_all_good(&self, mask: u32, good: &[&[u64]]) -> bool {
        let able = self.able(mask);
        let is_good = |rest: u32| rest == 0 || is_set(good[rest.count_ones() as usize - 1], number(rest));
        let mut left = mask;
        while left != 0 {
            let (officer, hole) = (left & left.wrapping_neg(), left.trailing_zeros() as usize);
            left &= left - 1;
            let mut targets = self.near[hole] & !mask;
            if officer & able != 0 {
                if targets != 0 && !is_good(mask & !able) {
                    return false;
                }
                continue;
            }
            while targets != 0 {
                let target = targets & targets.wrapping_neg();
                targets &= targets - 1;
                if !is_good(mask & !able & !officer | target) {
                    return false;
                }
            }
        }
        true
    }
}
