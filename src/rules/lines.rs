//! The lines of the board: who may step and jump where.
//!
//! In: which diagonals are lines. Out: for each direction, the origins that a line, or two in a
//! row, leave from. Invariant: an origin in these masks has its landing (and the point jumped over)
//! on the board.

use serde::{Deserialize, Serialize};

use super::{Bitboard, Direction, Point};

/// Which diagonals of the board's unit squares are lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Diagonals {
    /// Those through every second point (column and row of even sum), as on the Asalto board.
    #[default]
    Alternate,
    /// Those through every point, as on the common Fox and Geese board.
    All,
    /// None: orthogonal lines only.
    None,
}

impl Diagonals {
    /// The name in rules files.
    pub const fn name(self) -> &'static str {
        match self {
            Diagonals::Alternate => "alternate",
            Diagonals::All => "all",
            Diagonals::None => "none",
        }
    }
}

/// The lines as masks of origins, one mask a direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    /// `steps[d]`: the points from which a line leads in direction `d`.
    pub steps: [Bitboard; 8],
    /// `jumps[d]`: the points from which two lines in a row lead in direction `d`.
    pub jumps: [Bitboard; 8],
}

impl Lines {
    pub fn new(diagonals: Diagonals) -> Lines {
        let line = |origin, direction| is_line(diagonals, origin, direction);
        let jump = |origin, direction| {
            let over = Direction::from(direction, origin, 1);
            line(origin, direction) && over.is_some_and(|over| line(over, direction))
        };
        Lines {
            steps: Direction::ALL.map(|direction| Point::ALL.into_iter().filter(|&p| line(p, direction)).collect()),
            jumps: Direction::ALL.map(|direction| Point::ALL.into_iter().filter(|&p| jump(p, direction)).collect()),
        }
    }
}

/// Whether a line of the board leads from `origin` in `direction`.
fn is_line(diagonals: Diagonals, origin: Point, direction: Direction) -> bool {
    if direction.from(origin, 1).is_none() {
        return false;
    }
    if !direction.is_diagonal() {
        return true;
    }
    let (column, row) = (origin.file() as i32, 7 - origin.rank() as i32);
    let (right, down) = direction.vector();
    // The other two corners of the unit square: no line crosses an inner corner of the cross.
    let inside_square = Point::at(column + right, row).is_some() && Point::at(column, row + down).is_some();
    inside_square
        && match diagonals {
            Diagonals::Alternate => (column + row) % 2 == 0,
            Diagonals::All => true,
            Diagonals::None => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(diagonals: Diagonals) -> (u32, u32) {
        let lines = Lines::new(diagonals);
        let total = |masks: [Bitboard; 8]| masks.iter().map(|mask| mask.count()).sum();
        (total(lines.steps), total(lines.jumps))
    }

    #[test]
    fn directed_steps_and_jumps_are_those_of_the_rules() {
        assert_eq!(counts(Diagonals::Alternate), (144, 104));
        assert_eq!(counts(Diagonals::All), (184, 120));
        assert_eq!(counts(Diagonals::None), (104, 76));
    }

    #[test]
    fn no_line_crosses_an_inner_corner() {
        for diagonals in [Diagonals::Alternate, Diagonals::All] {
            let lines = Lines::new(diagonals);
            let c6 = Point::from_name("c6").expect("on the board");
            assert!(!lines.steps[Direction::SW.index()].contains(c6));
        }
    }
}
