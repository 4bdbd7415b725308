//! Keys for the incremental hash (Zobrist 1970).
//!
//! Invariant: the keys are fixed by this file, so hashes may be compared across processes and
//! stored.

use super::board::Board;
use super::{Bitboard, Point};
use crate::base::rng::mix;

const OFFICERS: usize = 0;
const REBELS: usize = 1;
const JUMPER: usize = 2;
const OTHER: usize = 3;

/// A key for each bit of a [`Bitboard`]; those off the board are never used.
const KEYS: [[u64; 64]; 4] = {
    let mut keys = [[0; 64]; 4];
    let mut index = 0;
    while index < 4 * 64 {
        keys[index / 64][index % 64] = mix(mix(0x0a5a_1700 + index as u64));
        index += 1;
    }
    keys
};

/// For the rebels to move.
pub(super) const REBELS_TO_MOVE: u64 = KEYS[OTHER][0];

/// For so many officers still to be placed.
#[inline]
pub(super) const fn to_place(officers: u8) -> u64 {
    if officers == 0 { 0 } else { KEYS[OTHER][officers as usize] }
}

/// For the officer in the middle of a chain.
#[inline]
pub(super) fn jumper(point: Option<Point>) -> u64 {
    point.map_or(0, |point| KEYS[JUMPER][point.bit() as usize])
}

/// For the pieces. As keys are combined by XOR, the key of what two boards differ by leads from
/// one's hash to the other's.
#[inline]
pub(super) fn pieces(board: Board) -> u64 {
    of_set(&KEYS[OFFICERS], board.officers) ^ of_set(&KEYS[REBELS], board.rebels)
}

#[inline]
fn of_set(keys: &[u64; 64], set: Bitboard) -> u64 {
    set.iter().fold(0, |hash, point| hash ^ keys[point.bit() as usize])
}
