//! One formation, looked at closely: its holes, and what the officers on them can do.
//!
//! In: a formation. Out: for each set of officers whether it can capture, and whether every turn of it leads to a *good*
//! set, given which sets are good with the rebels to move. Invariant: a set without a turn has only good ones: blocked
//! officers have lost.

use super::geometry::{Geometry, each};
use super::planes::{is_set, ones, set};
use super::sets::{Sets, number};

/// A formation and its holes, numbered in reading order.
pub struct Spot {
    /// The rebels.
    pub rebels: u64,
    /// The holes.
    pub empty: u64,
    /// How many holes.
    pub holes: usize,
    /// `number[bit]`: the number of the hole on this point.
    number: [u8; 64],
    /// `points[hole]`: its bit.
    points: [u64; 33],
    /// `near[hole]`: the holes that a line joins with it.
    near: [u32; 33],
    /// `landings[hole]`: the holes that an officer on it can jump to.
    landings: [u32; 33],
    /// The holes from which any jump leaves.
    jumpers: u32,
}

impl Spot {
    /// Looks at a formation.
    pub fn new(geometry: &Geometry, board: u64, rebels: u64) -> Spot {
        let empty = board & !rebels;
        let holes = empty.count_ones() as usize;
        let mut spot = Spot {
            rebels,
            empty,
            holes,
            number: [0; 64],
            points: [0; 33],
            near: [0; 33],
            landings: [0; 33],
            jumpers: 0,
        };
        for (hole, point) in each(empty).enumerate() {
            spot.number[point.trailing_zeros() as usize] = hole as u8;
            spot.points[hole] = point;
        }
        for hole in 0..holes {
            let bit = spot.points[hole].trailing_zeros() as usize;
            spot.near[hole] = spot.mask(geometry.lines[bit] & empty);
            for jump in &geometry.jumps[bit] {
                if jump.over & rebels != 0 && jump.landing & empty != 0 {
                    spot.landings[hole] |= 1 << spot.hole(jump.landing);
                }
            }
            spot.jumpers |= u32::from(spot.landings[hole] != 0) << hole;
        }
        spot
    }

    /// The number of the hole on this point.
    #[inline]
    pub fn hole(&self, point: u64) -> usize {
        usize::from(self.number[point.trailing_zeros() as usize])
    }

    /// The number that a rebel's `origin` has as a hole after its step into the hole `filled`.
    #[inline]
    pub fn opened(&self, filled: usize, origin: u64) -> usize {
        // Holes between the two points move up by one. There are some only if the origin is on a lower rank, which comes later.
        let mut opened = filled;
        while opened + 1 < self.holes && self.points[opened + 1] < origin {
            opened += 1;
        }
        opened
    }

    /// The numbers of the holes on these points, as a mask.
    #[inline]
    pub fn mask(&self, points: u64) -> u32 {
        each(points).fold(0, |mask, point| mask | 1 << self.hole(point))
    }

    /// The points of a set of holes.
    #[inline]
    pub fn points(&self, mut mask: u32) -> u64 {
        let mut points = 0;
        while mask != 0 {
            points |= self.points[mask.trailing_zeros() as usize];
            mask &= mask - 1;
        }
        points
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
        self.near[..self.holes].iter().any(|near| (near.count_ones() as usize) < officers)
    }

    /// Marks the sets that can capture.
    pub fn mark_able(&self, sets: &Sets, able: &mut [u64]) {
        if self.jumpers == 0 {
            return;
        }
        for (index, &mask) in sets.masks.iter().enumerate() {
            if self.able(mask) != 0 {
                set(able, index);
            }
        }
    }

    /// The sets all of whose *steps* lead to sets that are good with the rebels to move, no officer being removed.
    ///
    /// With one officer lifted, the bits of a row (the sets of the others and any one more) are a mask of holes, and all steps
    /// of all officers that could be that one are looked at together.
    pub fn steps_all_good(&self, sets: &Sets, good: &[u64], rows: &mut Vec<u32>, out: &mut [u64]) {
        let each = sets.officers;
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
        if each == 1 {
            out[0] = u64::from(rows[0]);
            return;
        }
        for (index, parts) in sets.parts.chunks_exact(each).enumerate() {
            if parts.iter().all(|&(row, hole)| rows[usize::from(row)] >> hole & 1 == 1) {
                set(out, index);
            }
        }
    }

    /// The holes all of whose neighbours are in the mask.
    #[inline]
    fn all_near_in(&self, mask: u32) -> u32 {
        let full = ((1u64 << self.holes) - 1) as u32;
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

    /// `image[hole]`: the number that the mirror image of a hole has in the mirrored formation.
    pub fn image(&self) -> [u8; 33] {
        let mut image = [0; 33];
        let empty = super::formation::mirrored(self.empty);
        for (image, &point) in image.iter_mut().zip(&self.points[..self.holes]) {
            *image = (empty & (super::formation::mirrored(point) - 1)).count_ones() as u8;
        }
        image
    }
}
