//! The 33 points of the cross.
//!
//! In: names such as `d4`, or indices 0..33 in reading order (`c7 d7 e7 c6 .. e1`). Out: file,
//! rank, mirror image. Invariant: every `Point` is on the board, and points compare in reading
//! order.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A point of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

/// A text that names no point of the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no point of the board")]
pub struct NoPoint(pub String);

/// For each point, its bit in a [`Bitboard`](super::Bitboard): 8 bits a rank, rank 7 first.
pub(super) const BIT_OF_POINT: [u8; 33] = bits_of_points();
const POINT_OF_BIT: [u8; 64] = points_of_bits();
const OFF_BOARD: u8 = u8::MAX;

const fn on_cross(column: i32, row: i32) -> bool {
    let inside = column >= 0 && column < 7 && row >= 0 && row < 7;
    let in_bar = (column >= 2 && column < 5) || (row >= 2 && row < 5);
    inside && in_bar
}

const fn bits_of_points() -> [u8; 33] {
    let mut bits = [0; 33];
    let (mut point, mut bit) = (0, 0);
    while bit < 64 {
        if on_cross(bit % 8, bit / 8) {
            bits[point] = bit as u8;
            point += 1;
        }
        bit += 1;
    }
    bits
}

const fn points_of_bits() -> [u8; 64] {
    let mut points = [OFF_BOARD; 64];
    let mut point = 0;
    while point < 33 {
        points[BIT_OF_POINT[point] as usize] = point as u8;
        point += 1;
    }
    points
}

impl Point {
    /// How many points there are.
    pub const COUNT: usize = 33;

    /// All points, in reading order.
    pub const ALL: [Point; Point::COUNT] = {
        let mut all = [Point(0); Point::COUNT];
        let mut index = 0;
        while index < Point::COUNT {
            all[index] = Point(index as u8);
            index += 1;
        }
        all
    };

    /// The point with this index (0..33, reading order).
    pub const fn new(index: usize) -> Option<Point> {
        if index < Point::COUNT { Some(Point(index as u8)) } else { None }
    }

    /// The point in `column` 0..7 from the left and `row` 0..7 from the top; `None` off the cross.
    pub const fn at(column: i32, row: i32) -> Option<Point> {
        if on_cross(column, row) { Some(Point(POINT_OF_BIT[(row * 8 + column) as usize])) } else { None }
    }

    /// The point with this name, file before rank: `d4`.
    pub fn from_name(name: &str) -> Option<Point> {
        match name.as_bytes() {
            &[file @ b'a'..=b'g', rank @ b'1'..=b'7'] => Point::at(i32::from(file - b'a'), i32::from(b'7' - rank)),
            _ => None,
        }
    }

    /// The name, file before rank: `d4`.
    pub fn name(self) -> &'static str {
        const NAMES: [&str; Point::COUNT] = [
            "c7", "d7", "e7", "c6", "d6", "e6", "a5", "b5", "c5", "d5", "e5", "f5", "g5", "a4", "b4", "c4", "d4", "e4",
            "f4", "g4", "a3", "b3", "c3", "d3", "e3", "f3", "g3", "c2", "d2", "e2", "c1", "d1", "e1",
        ];
        NAMES[self.index()]
    }

    /// The index, 0..33 in reading order.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 0 for `a` to 6 for `g`.
    pub const fn file(self) -> usize {
        self.bit() as usize % 8
    }

    /// The rank, 1 at the bottom to 7 at the top.
    pub const fn rank(self) -> usize {
        7 - self.bit() as usize / 8
    }

    /// The left-right mirror image (`a` and `g` change places).
    pub const fn mirrored(self) -> Point {
        let bit = self.bit();
        Point::from_bit(bit / 8 * 8 + 6 - bit % 8)
    }

    pub(super) const fn bit(self) -> u32 {
        BIT_OF_POINT[self.0 as usize] as u32
    }

    /// The point of a bit that is known to lie on the board.
    pub(super) const fn from_bit(bit: u32) -> Point {
        Point(POINT_OF_BIT[bit as usize])
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Point {
    type Err = NoPoint;

    fn from_str(text: &str) -> Result<Point, NoPoint> {
        Point::from_name(text).ok_or_else(|| NoPoint(text.to_owned()))
    }
}

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Point {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Point, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_indices_and_coordinates_agree() {
        for (index, point) in Point::ALL.into_iter().enumerate() {
            assert_eq!(point.index(), index);
            assert_eq!(Point::new(index), Some(point));
            assert_eq!(Point::from_name(point.name()), Some(point));
            let letter = char::from(b'a' + point.file() as u8);
            assert_eq!(point.name(), format!("{letter}{}", point.rank()));
            assert_eq!(point.mirrored().mirrored(), point);
            assert_eq!((point.mirrored().file(), point.mirrored().rank()), (6 - point.file(), point.rank()));
        }
        for bad in ["", "b7", "h4", "d0", "d8", "d44", "D4", "g1", "é"] {
            assert_eq!(Point::from_name(bad), None, "{bad}");
        }
        assert_eq!(Point::new(33), None);
    }
}
