//! The eight directions, clockwise from north (towards rank 7).
//!
//! In and out: indices 0..8, mirror images, unit vectors. Invariant: `N` is "forward" for the
//! rebels everywhere.

use super::Point;

/// A compass direction; north is up the board, towards rank 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Up: forward for the rebels.
    N,
    /// Up and right.
    NE,
    /// Right.
    E,
    /// Down and right.
    SE,
    /// Down.
    S,
    /// Down and left.
    SW,
    /// Left.
    W,
    /// Up and left.
    NW,
}

use Direction::{E, N, NE, NW, S, SE, SW, W};

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Direction; 8] = [N, NE, E, SE, S, SW, W, NW];

    /// The directions that rebels may step in, if sideways steps are allowed; in the order of their
    /// indices.
    pub const OF_REBELS: [Direction; 5] = [N, NE, E, W, NW];

    /// 0 for north to 7 for north-west, clockwise.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The left-right mirror image (east and west change places).
    pub const fn mirrored(self) -> Direction {
        Direction::ALL[(8 - self as usize) % 8]
    }

    /// The opposite direction.
    pub const fn reversed(self) -> Direction {
        Direction::ALL[(self as usize + 4) % 8]
    }

    /// Whether a step this way goes up the board, straight or diagonally.
    pub const fn is_forward(self) -> bool {
        matches!(self, N | NE | NW)
    }

    /// Whether this is one of the four diagonals.
    pub const fn is_diagonal(self) -> bool {
        self as usize % 2 == 1
    }

    /// Columns to the right and rows *down* of one step.
    pub const fn vector(self) -> (i32, i32) {
        match self {
            N => (0, -1),
            NE => (1, -1),
            E => (1, 0),
            SE => (1, 1),
            S => (0, 1),
            SW => (-1, 1),
            W => (-1, 0),
            NW => (-1, -1),
        }
    }

    /// The point `distance` steps this way from `origin`, lines or not; `None` off the board.
    pub const fn from(self, origin: Point, distance: i32) -> Option<Point> {
        let (right, down) = self.vector();
        Point::at(origin.file() as i32 + right * distance, 7 - origin.rank() as i32 + down * distance)
    }

    /// The direction in which `to` lies exactly `distance` steps from `from`.
    pub fn between(from: Point, to: Point, distance: i32) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.from(from, distance) == Some(to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirror_and_reverse_act_on_vectors() {
        for (index, direction) in Direction::ALL.into_iter().enumerate() {
            assert_eq!(direction.index(), index);
            let (right, down) = direction.vector();
            assert_eq!(direction.mirrored().vector(), (-right, down));
            assert_eq!(direction.reversed().vector(), (-right, -down));
            assert_eq!(direction.is_forward(), down < 0);
            assert_eq!(direction.is_diagonal(), right != 0 && down != 0);
        }
    }

    #[test]
    fn steps_stop_at_the_edge() {
        let d4 = Point::from_name("d4").expect("on the board");
        assert_eq!(N.from(d4, 3).map(Point::name), Some("d7"));
        assert_eq!(NE.from(d4, 2), None);
        let d6 = Point::from_name("d6").expect("on the board");
        assert_eq!(Direction::between(d4, d6, 2), Some(N));
        assert_eq!(Direction::between(d4, d6, 1), None);
    }
}
