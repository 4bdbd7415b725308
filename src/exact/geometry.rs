//! The board as the solver sees it: where each point leads, as masks of raw bits.
//!
//! In: [`Rules`]. Out: for each of the 64 bits of a [`Bitboard`] its neighbours, its jumps, and the
//! points from which rebels step onto it. Invariant: all of it is derived from [`Tables::has_line`](crate::rules::Tables::has_line)
//! and the rule options, so a board that the rules core plays is the board that is solved.

use crate::rules::{Bitboard, Chain, Direction, Huff, Point, Rules};

/// One jump: over which point, and onto which.
#[derive(Clone, Copy, Debug)]
pub struct Jump {
    /// The point jumped over.
    pub over: u64,
    /// The landing.
    pub landing: u64,
}

/// The lines of the board by bit, and the rule options that decide a turn.
pub struct Geometry {
    /// `lines[bit]`: the points that a line joins with this one.
    pub lines: [u64; 64],
    /// `jumps[bit]`: the jumps that leave from this point.
    pub jumps: [Vec<Jump>; 64],
    /// `below[bit]`: the points from which a rebel steps forward onto this one.
    pub below: [u64; 64],
    /// `beside[bit]`: the points from which a rebel steps sideways onto this one. It is symmetric.
    pub beside: [u64; 64],
    /// Whether officers that missed a capture are removed.
    pub huff: bool,
    /// Whether a chain of jumps must go on while it can.
    pub forced: bool,
    /// Whether nine rebels in the fortress win.
    pub fortress_win: bool,
}

impl Geometry {
    /// The geometry of a rule set.
    pub fn new(rules: Rules) -> Geometry {
        let set = rules.set();
        let mut geometry = Geometry {
            lines: [0; 64],
            jumps: std::array::from_fn(|_| Vec::new()),
            below: [0; 64],
            beside: [0; 64],
            huff: set.huff == Huff::All,
            forced: set.chain == Chain::Forced,
            fortress_win: set.fortress_win,
        };
        for origin in Point::ALL {
            for direction in Direction::ALL {
                geometry.add(rules, origin, direction);
            }
        }
        geometry
    }

    fn add(&mut self, rules: Rules, origin: Point, direction: Direction) {
        let Some(next) = direction.from(origin, 1).filter(|_| rules.has_line(origin, direction)) else { return };
        let (from, to) = (bit(origin), bit(next));
        self.lines[from] |= 1 << to;
        if direction.is_forward() {
            self.below[to] |= 1 << from;
        } else if matches!(direction, Direction::E | Direction::W) && rules.set().sideways {
            self.beside[to] |= 1 << from;
        }
        if let Some(landing) = direction.from(origin, 2).filter(|_| rules.has_line(next, direction)) {
            self.jumps[from].push(Jump { over: 1 << to, landing: 1 << bit(landing) });
        }
    }

    /// Whether the game is over because rebels fill the fortress.
    #[inline]
    pub fn is_filled(&self, rebels: u64) -> bool {
        self.fortress_win && rebels & Bitboard::FORTRESS.bits() == Bitboard::FORTRESS.bits()
    }
}

/// The bit of a point.
fn bit(point: Point) -> usize {
    Bitboard::of(point).bits().trailing_zeros() as usize
}

/// The points of a set of raw bits, one bit each, in reading order.
#[inline]
pub fn each(mut bits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = bits & bits.wrapping_neg();
        bits ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_jumps_are_as_many_as_the_rules_count() {
        let geometry = Geometry::new(Rules::asalto());
        assert_eq!(geometry.lines.iter().map(|mask| mask.count_ones()).sum::<u32>(), 144);
        assert_eq!(geometry.jumps.iter().map(Vec::len).sum::<usize>(), 104);
        for (bit, mask) in geometry.beside.iter().enumerate() {
            assert!(each(*mask).all(|other| geometry.beside[other.trailing_zeros() as usize] >> bit & 1 == 1));
        }
    }
}
