//! Whole turns: their text form and their generation.
//!
//! In: a [`Position`]. Out: [`Turn`]s, one for each distinct sequence of jumps. Invariant: a turn
//! from here, played action by action, ends a side's turn (or one placement); a chain cut short
//! ends with [`Action::Stop`].

use std::fmt;

use super::{Action, Illegal, PlayError, Point, Position, direction::Direction};

/// A whole turn: a placement, a step, or a capture with all its jumps (and the `Stop` that cuts it
/// short).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn(Vec<Action>);

impl Turn {
    /// The micro-actions, in order; never empty.
    pub fn actions(&self) -> &[Action] {
        &self.0
    }

    /// The left-right mirror image.
    pub fn mirrored(&self) -> Turn {
        Turn(self.0.iter().map(|action| action.mirrored()).collect())
    }

    /// A turn of these actions.
    ///
    /// # Panics
    /// If there is none.
    pub fn new(actions: Vec<Action>) -> Turn {
        assert!(!actions.is_empty(), "a turn has at least one action");
        Turn(actions)
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0[0])?;
        for action in &self.0[1..] {
            if let Action::Jump(..) = action {
                write!(f, "x{}", action.landing())?;
            }
        }
        Ok(())
    }
}

impl Position {
    /// The legal turns, one for each distinct sequence of jumps, in the order of their actions'
    /// indices. In the middle of a chain: the ways to complete it. While officers are being placed:
    /// the placements of the next one.
    ///
    /// In play there are a few dozen at most, but positions made for it have over a million; the
    /// micro-actions never exceed [`ActionList::CAPACITY`](super::ActionList::CAPACITY).
    pub fn legal_turns(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        let mut prefix = Vec::new();
        self.extend_turns(&mut prefix, &mut turns);
        turns
    }

    // As deep as a chain is long: at most the number of rebels.
    fn extend_turns(&self, prefix: &mut Vec<Action>, turns: &mut Vec<Turn>) {
        for &action in &self.actions() {
            let next = self.play_unchecked(action);
            prefix.push(action);
            if next.jumper.is_some() {
                next.extend_turns(prefix, turns);
            } else {
                turns.push(Turn(prefix.clone()));
            }
            prefix.pop();
        }
    }

    /// Reads a whole turn in its text form (`@c7`, `d4-d5`, `d5xd3xf3`; `stop` in the middle of a
    /// chain) and checks that it is legal here. A chain that could go on is cut short where the
    /// text ends.
    ///
    /// # Errors
    /// Why it is no turn, in words.
    pub fn parse_turn(&self, text: &str) -> Result<Turn, PlayError> {
        let text = text.trim();
        let refuse = |reason| PlayError { action: text.to_owned(), reason };
        let mut actions = self.read_actions(text).map_err(refuse)?;
        let next = self.follow(&actions).map_err(refuse)?;
        if let Some(jumper) = next.jumper {
            actions.push(Action::Stop(jumper));
        }
        let turn = Turn(actions);
        self.play_turn(&turn).map(|_| turn).map_err(|error| refuse(error.reason))
    }

    /// Plays a whole turn.
    ///
    /// # Errors
    /// If one of its actions is not legal, or if they are more than a turn or less.
    pub fn play_turn(&self, turn: &Turn) -> Result<Position, PlayError> {
        let refuse = |reason| PlayError { action: turn.to_string(), reason };
        let next = self.follow(turn.actions()).map_err(refuse)?;
        next.jumper.map_or(Ok(next), |jumper| Err(refuse(Illegal::Unfinished(jumper))))
    }

    /// Plays actions that belong to one turn, which may still be going on afterwards.
    fn follow(&self, actions: &[Action]) -> Result<Position, Illegal> {
        let mut position = *self;
        for (index, &action) in actions.iter().enumerate() {
            if index > 0 && position.jumper.is_none() {
                return Err(position.cannot_follow(action));
            }
            position = position.play(action).map_err(|error| error.reason)?;
        }
        Ok(position)
    }

    /// Reads one micro-action in its text form (`@c7`, `d4-d5`, `d5xd3`, `stop`) and checks that it is legal here. A jump
    /// leaves its chain as it is, to be gone on with or stopped by the next action.
    ///
    /// # Errors
    /// Why it is no action, in words.
    pub fn parse_action(&self, text: &str) -> Result<Action, PlayError> {
        let refuse = |reason| PlayError { action: text.to_owned(), reason };
        match self.read_actions(text).map_err(refuse)?[..] {
            [action] => self.play(action).map(|_| action),
            [_, next, ..] => Err(refuse(Illegal::TooLong(next))),
            [] => Err(refuse(Illegal::Syntax)),
        }
    }

    /// The actions that a text names, legal or not.
    fn read_actions(&self, text: &str) -> Result<Vec<Action>, Illegal> {
        let point = |name: &str| Point::from_name(name).ok_or_else(|| Illegal::NoPoint(name.to_owned()));
        if text == "stop" {
            // Without a chain any point will do: the action is refused for that.
            return Ok(vec![Action::Stop(self.jumper.unwrap_or(Point::ALL[0]))]);
        }
        if let Some(name) = text.strip_prefix('@') {
            return Ok(vec![Action::Place(point(name)?)]);
        }
        if let Some((from, to)) = text.split_once('-') {
            let (from, to) = (point(from)?, point(to)?);
            let direction = Direction::between(from, to, 1).ok_or(Illegal::NoLine)?;
            return Ok(vec![Action::Step(from, direction)]);
        }
        let points = text.split('x').map(point).collect::<Result<Vec<_>, _>>();
        if !text.contains('x') {
            return Err(Illegal::Syntax);
        }
        points?
            .windows(2)
            .map(|pair| Ok(Action::Jump(pair[0], Direction::between(pair[0], pair[1], 2).ok_or(Illegal::NoJump)?)))
            .collect()
    }
}
