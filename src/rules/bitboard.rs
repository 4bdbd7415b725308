//! A set of points in 64 bits.
//!
//! In: points. Out: sets, counts, whole-set shifts. Layout: 8 bits a rank, rank 7 in the lowest
//! byte, file `a` in each byte's lowest bit; so ascending bits are points in reading order.
//! Invariant: only bits of the cross are ever set.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

use super::point::BIT_OF_POINT;
use super::{Direction, Point};

/// A set of points.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(u64);

impl Bitboard {
    /// No point.
    pub const EMPTY: Bitboard = Bitboard(0);

    /// All 33 points.
    pub const BOARD: Bitboard = {
        let mut bits = 0;
        let mut index = 0;
        while index < BIT_OF_POINT.len() {
            bits |= 1 << BIT_OF_POINT[index];
            index += 1;
        }
        Bitboard(bits)
    };

    /// The nine points of the top arm.
    pub const FORTRESS: Bitboard = Bitboard(0x1c1c1c);

    /// The set of this one point.
    #[inline]
    pub const fn of(point: Point) -> Bitboard {
        Bitboard(1 << point.bit())
    }

    /// The set of these raw bits; those that are no point of the cross are dropped.
    #[inline]
    pub const fn from_bits(bits: u64) -> Bitboard {
        Bitboard(bits & Bitboard::BOARD.0)
    }

    /// The raw bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many points it holds.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it holds no point.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it holds `point`.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> point.bit() & 1 != 0
    }

    /// Whether it holds every point of `other`.
    #[inline]
    pub const fn contains_all(self, other: Bitboard) -> bool {
        self.0 & other.0 == other.0
    }

    /// This set and `point`.
    #[inline]
    pub const fn with(self, point: Point) -> Bitboard {
        Bitboard(self.0 | 1 << point.bit())
    }

    /// This set without `point`.
    #[inline]
    pub const fn without(self, point: Point) -> Bitboard {
        Bitboard(self.0 & !(1 << point.bit()))
    }

    /// The first point in reading order.
    #[inline]
    pub const fn first(self) -> Option<Point> {
        if self.0 == 0 { None } else { Some(Point::from_bit(self.0.trailing_zeros())) }
    }

    /// The point with `skip` others before it in reading order.
    #[inline]
    pub const fn nth(self, skip: u32) -> Option<Point> {
        self.nth_single(skip).first()
    }

    /// The same as a set of one; empty if there are not so many points.
    #[inline]
    pub(super) const fn nth_single(self, skip: u32) -> Bitboard {
        let mut bits = self.0;
        let mut skipped = 0;
        while skipped < skip {
            bits &= bits.wrapping_sub(1);
            skipped += 1;
        }
        Bitboard(bits & bits.wrapping_neg())
    }

    /// The points of `self` from which one step in `direction` would land in `targets`.
    #[inline]
    pub(super) const fn facing(self, direction: Direction, targets: Bitboard) -> Bitboard {
        Bitboard(self.0 & targets.slid(direction.reversed()).0)
    }

    /// Every point moved one step; a point that leaves the board becomes a stray bit, so only for
    /// steps along lines, or under a mask. What leaves a rank at its side falls on the eighth,
    /// empty file, what leaves at the top or bottom on the eighth, empty rank: nothing wraps onto
    /// the board.
    #[inline]
    pub(super) const fn slid(self, direction: Direction) -> Bitboard {
        const LEFT: [u32; 8] = [64 - 8, 64 - 7, 1, 9, 8, 7, 64 - 1, 64 - 9];
        Bitboard(self.0.rotate_left(LEFT[direction.index()]))
    }

    /// The left-right mirror image.
    pub const fn mirrored(self) -> Bitboard {
        // Reversing each byte maps file f to 7 - f, one more than its mirror image 6 - f.
        Bitboard(self.0.swap_bytes().reverse_bits() >> 1)
    }

    /// The points, in reading order, each as a set of one.
    #[inline]
    pub(super) fn singles(self) -> impl Iterator<Item = Bitboard> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lowest = rest & rest.wrapping_neg();
            rest ^= lowest;
            (lowest != 0).then_some(Bitboard(lowest))
        })
    }

    /// The points, in reading order.
    #[inline]
    pub const fn iter(self) -> Points {
        Points(self)
    }
}

/// The points of a set, in reading order.
#[derive(Clone, Debug)]
pub struct Points(Bitboard);

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        let point = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(point)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.count() as usize, Some(self.0.count() as usize))
    }
}

impl ExactSizeIterator for Points {}

impl IntoIterator for Bitboard {
    type Item = Point;
    type IntoIter = Points;

    fn into_iter(self) -> Points {
        self.iter()
    }
}

impl FromIterator<Point> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Bitboard {
        points.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

macro_rules! set_operator {
    ($trait:ident, $method:ident, $self:ident, $other:ident, $bits:expr) => {
        impl $trait for Bitboard {
            type Output = Bitboard;

            #[inline]
            fn $method($self, $other: Bitboard) -> Bitboard {
                Bitboard($bits)
            }
        }
    };
}

set_operator!(BitAnd, bitand, self, other, self.0 & other.0);
set_operator!(BitOr, bitor, self, other, self.0 | other.0);
set_operator!(BitXor, bitxor, self, other, self.0 ^ other.0);
set_operator!(Sub, sub, self, other, self.0 & !other.0);

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0 & Bitboard::BOARD.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Bitboard) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Bitboard) {
        *self = *self | other;
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_and_mirrors_agree_with_single_points() {
        for point in Point::ALL {
            let set = Bitboard::of(point);
            assert_eq!(set.mirrored(), Bitboard::of(point.mirrored()));
            for direction in Direction::ALL {
                let expected = direction.from(point, 1).map_or(Bitboard::EMPTY, Bitboard::of);
                assert_eq!(set.slid(direction) & Bitboard::BOARD, expected, "{point} {direction:?}");
            }
        }
    }

    #[test]
    fn sets_list_their_points_in_reading_order() {
        assert_eq!(Bitboard::BOARD.iter().collect::<Vec<_>>(), Point::ALL);
        assert_eq!(Bitboard::BOARD.count(), 33);
        assert_eq!(Bitboard::BOARD.nth(32).map(Point::name), Some("e1"));
        assert_eq!(Bitboard::BOARD.nth(33), None);
        let fortress: Vec<_> = Bitboard::FORTRESS.iter().map(Point::name).collect();
        assert_eq!(fortress, ["c7", "d7", "e7", "c6", "d6", "e6", "c5", "d5", "e5"]);
        assert_eq!((!Bitboard::FORTRESS).count(), 24);
    }
}
