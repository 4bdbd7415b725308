//! Keys for the incremental hash (Zobrist 1970).
//!
//! Invariant: the keys are fixed by this file, so hashes may be compared across processes and stored.

use super::{Bitboard, Point};
use crate::base::rng::mix;

const OFFICER: u64 = 0;
const REBEL: u64 = 1;
const JUMPER: u64 = 2;
const OTHER: u64 = 3;

const KEYS: [[u64; 33]; 4] = {
    let mut keys = [[0; 33]; 4];
    let mut index = 0;
    while index < 4 * 33 {
        keys[index / 33][index % 33] = mix(mix(0x0a5a_1700 + index as u64));
        index += 1;
    }
    keys
};

#[inline]
pub(super) const fn officer(point: Point) -> u64 {
    KEYS[OFFICER as usize][point.index()]
}

#[inline]
pub(super) const fn rebel(point: Point) -> u64 {
    KEYS[REBEL as usize][point.index()]
}

#[inline]
pub(super) const fn jumper(point: Point) -> u64 {
    KEYS[JUMPER as usize][point.index()]
}

/// For the rebels to move.
pub(super) const REBELS_TO_MOVE: u64 = KEYS[OTHER as usize][0];

/// For so many officers still to be placed.
#[inline]
pub(super) const fn to_place(officers: u8) -> u64 {
    if officers == 0 { 0 } else { KEYS[OTHER as usize][officers as usize] }
}

/// The key of a whole set of officers.
pub(super) fn officers(set: Bitboard) -> u64 {
    set.iter().fold(0, |hash, point| hash ^ officer(point))
}

/// The key of a whole set of rebels.
pub(super) fn rebels(set: Bitboard) -> u64 {
    set.iter().fold(0, |hash, point| hash ^ rebel(point))
}
