//! Micro-actions: the small, fixed action space.
//!
//! In and out: indices `point * 17 + kind`, where kind is 0..8 for a step in that direction, 8..16
//! for a jump, and 16 for "place here" or "stop here" (the position tells which: it is never both).
//! Invariant: an action that came from an index has its landing on the board; actions compare by
//! index.

use std::cmp::Ordering;
use std::fmt;

use super::{Direction, Point};

/// One micro-action; a turn is one or more of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Place an officer here.
    Place(Point),
    /// Move the piece on this point one line in this direction.
    Step(Point, Direction),
    /// The officer on this point jumps over its neighbour in this direction, and captures it.
    Jump(Point, Direction),
    /// End the chain of jumps of the officer on this point.
    Stop(Point),
}

const KINDS: usize = 17;
const HERE: usize = 16;

impl Action {
    /// How many indices there are: 33 points of 17 kinds.
    pub const COUNT: usize = Point::COUNT * KINDS;

    /// The index in `0..COUNT`.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Action::Step(point, direction) => point.index() * KINDS + direction.index(),
            Action::Jump(point, direction) => point.index() * KINDS + 8 + direction.index(),
            Action::Place(point) | Action::Stop(point) => point.index() * KINDS + HERE,
        }
    }

    /// The action with this index, in a position where officers are being placed, or not. `None`
    /// beyond the last index, and where the action would leave the board.
    pub fn from_index(index: usize, placing: bool) -> Option<Action> {
        let point = Point::new(index / KINDS)?;
        let action = match index % KINDS {
            HERE if placing => Action::Place(point),
            HERE => Action::Stop(point),
            kind if kind < 8 => Action::Step(point, Direction::ALL[kind]),
            kind => Action::Jump(point, Direction::ALL[kind - 8]),
        };
        action.target().map(|_| action)
    }

    /// Where the acting piece stands (or is placed).
    #[inline]
    pub const fn origin(self) -> Point {
        match self {
            Action::Place(point) | Action::Step(point, _) | Action::Jump(point, _) | Action::Stop(point) => point,
        }
    }

    /// Where the acting piece stands afterwards.
    ///
    /// # Panics
    /// If the action leaves the board; no legal action and none from [`Action::from_index`] does.
    pub const fn landing(self) -> Point {
        self.target().expect("a legal action lands on the board")
    }

    /// The point jumped over, for a jump.
    pub const fn over(self) -> Option<Point> {
        match self {
            Action::Jump(point, direction) => direction.from(point, 1),
            _ => None,
        }
    }

    /// The left-right mirror image.
    pub const fn mirrored(self) -> Action {
        match self {
            Action::Place(point) => Action::Place(point.mirrored()),
            Action::Step(point, direction) => Action::Step(point.mirrored(), direction.mirrored()),
            Action::Jump(point, direction) => Action::Jump(point.mirrored(), direction.mirrored()),
            Action::Stop(point) => Action::Stop(point.mirrored()),
        }
    }

    /// The landing, or `None` off the board.
    pub(super) const fn target(self) -> Option<Point> {
        match self {
            Action::Place(point) | Action::Stop(point) => Some(point),
            Action::Step(point, direction) => direction.from(point, 1),
            Action::Jump(point, direction) => direction.from(point, 2),
        }
    }
}

impl Ord for Action {
    fn cmp(&self, other: &Action) -> Ordering {
        let key = |action: &Action| (action.index(), matches!(action, Action::Stop(_)));
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Action {
    fn partial_cmp(&self, other: &Action) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let landing = self.target().map_or("?", Point::name);
        match self {
            Action::Place(point) => write!(f, "@{point}"),
            Action::Step(point, _) => write!(f, "{point}-{landing}"),
            Action::Jump(point, _) => write!(f, "{point}x{landing}"),
            Action::Stop(_) => f.write_str("stop"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_name_every_action_once() {
        assert_eq!(Action::COUNT, 561);
        let mut previous = None;
        for index in 0..Action::COUNT {
            for placing in [true, false] {
                if let Some(action) = Action::from_index(index, placing) {
                    assert_eq!(action.index(), index);
                    assert_eq!(action.mirrored().mirrored(), action);
                    assert_eq!(action.mirrored().landing(), action.landing().mirrored());
                    assert!(previous <= Some(action));
                    previous = Some(action);
                }
            }
        }
        assert_eq!(Action::from_index(Action::COUNT, false), None);
    }
}
