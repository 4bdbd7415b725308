//! What a turn did, in words.
//!
//! In: a position and a legal turn from it. Out: [`Event`]s, in the order in which they happened.
//! Invariant: every piece that is gone after the turn is named in exactly one event.

use std::fmt;

use crate::rules::{Action, Point, Position, Side, Turn};

/// Something that happened in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// An officer was placed.
    Placed(Point),
    /// A piece moved along a line.
    Stepped {
        /// Whose piece.
        side: Side,
        /// The turn.
        turn: Turn,
    },
    /// An officer captured.
    Captured {
        /// The turn.
        turn: Turn,
        /// Where the captured rebels stood.
        rebels: Vec<Point>,
        /// Rebels left.
        left: u32,
    },
    /// An officer was removed because it could have captured.
    Huffed {
        /// Where it stood when the turn began.
        officer: Point,
        /// Where it moved in this turn, if it did.
        moved_to: Option<Point>,
        /// The jumps that it could have begun with.
        missed: Vec<Action>,
    },
}

/// What `turn`, which is legal in `before`, does. In the middle of a chain: what the rest of the
/// chain does.
pub fn events(before: &Position, turn: &Turn) -> Vec<Event> {
    let first = turn.actions()[0];
    let after = turn.actions().iter().fold(*before, |position, &action| position.play_unchecked(action));
    let rebels: Vec<Point> = turn.actions().iter().filter_map(|action| action.over()).collect();
    let side = before.side_to_move();
    match first {
        Action::Place(point) => vec![Event::Placed(point)],
        Action::Step(origin, _) => {
            let mut events = vec![Event::Stepped { side, turn: turn.clone() }];
            if after.officers().count() < before.officers().count() {
                events.extend(before.able_officers().iter().map(|officer| Event::Huffed {
                    officer,
                    moved_to: (officer == origin).then(|| first.landing()),
                    missed: missed(before, officer),
                }));
            }
            events
        }
        Action::Jump(..) | Action::Stop(_) => {
            vec![Event::Captured { turn: turn.clone(), rebels, left: after.rebels().count() }]
        }
    }
}

/// The jumps that this officer could begin with.
fn missed(before: &Position, officer: Point) -> Vec<Action> {
    let actions = before.actions();
    actions.iter().copied().filter(|action| action.origin() == officer && action.over().is_some()).collect()
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Placed(point) => write!(f, "An officer is placed on {point}."),
            Self::Stepped { side, turn } => write!(f, "The {side} move {turn}."),
            Self::Captured { turn, rebels, .. } if rebels.is_empty() => {
                write!(f, "The officers end their capture: {turn}.")
            }
            Self::Captured { turn, rebels, left } => {
                let (noun, verb) = if rebels.len() == 1 { ("rebel", "is") } else { ("rebels", "are") };
                write!(
                    f,
                    "The officers capture {turn}: the {noun} on {} {verb} removed, {left} left.",
                    listed(rebels, "and")
                )
            }
            Self::Huffed { officer, moved_to, missed } => {
                let who = match moved_to {
                    Some(landing) => format!("that moved {officer}-{landing}"),
                    None => format!("on {officer}"),
                };
                write!(f, "Huff: the officer {who} is removed, it could have captured {}.", listed(missed, "or"))
            }
        }
    }
}

/// `a`, `a and b`, `a, b and c`.
fn listed(items: &[impl fmt::Display], conjunction: &str) -> String {
    let mut words: Vec<String> = items.iter().map(ToString::to_string).collect();
    match (words.pop(), words.is_empty()) {
        (Some(last), false) => format!("{} {conjunction} {last}", words.join(", ")),
        (last, _) => last.unwrap_or_default(),
    }
}
