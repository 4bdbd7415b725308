//! Why an action cannot be played, in words.
//!
//! In: a [`Position`] and an action that is not legal in it, or a text that is no move. Out:
//! [`PlayError`]. Invariant: the text names the move and the first rule that it breaks.

use super::{Action, Direction, Outcome, Point, Position, Side};

/// A move that cannot be played: its text, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{action}: {reason}")]
pub struct PlayError {
    /// The move as it would be typed.
    pub action: String,
    /// The first rule that it breaks.
    pub reason: Illegal,
}

/// A rule that a move breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The game has ended.
    #[error("the game is over ({0})")]
    Over(Outcome),
    /// The text is no move.
    #[error("moves are typed as `@c7`, `d4-d5`, `d5xd3`, `d5xd3xf3` or `stop`")]
    Syntax,
    /// The text names something that is no point.
    #[error("`{0}` is no point of the board")]
    NoPoint(String),
    /// Officers are placed before anything moves.
    #[error("the officers are still to be placed: {0} to go")]
    StillPlacing(u8),
    /// There is nothing to place.
    #[error("no officer is left to place")]
    NothingToPlace,
    /// Officers may not be placed there.
    #[error("officers cannot be placed on {0}")]
    NoPlacement(Point),
    /// The landing is not empty.
    #[error("{0} is occupied")]
    Occupied(Point),
    /// It is the other side's turn.
    #[error("it is the {0}' turn")]
    NotTheirTurn(Side),
    /// The side to move has no piece there.
    #[error("no {side} stands on {point}", side = .0.piece(), point = .1)]
    NoPiece(Side, Point),
    /// The points are not neighbours on a line.
    #[error("no line joins these points")]
    NoLine,
    /// No two lines in a row lead there.
    #[error("no straight line of two steps joins these points")]
    NoJump,
    /// Rebels move up the board or sideways.
    #[error("rebels never move backward")]
    Backward,
    /// The rule set has no sideways steps.
    #[error("in this rule set rebels never move sideways")]
    Sideways,
    /// Rebels do not jump.
    #[error("rebels never capture")]
    RebelsNeverCapture,
    /// There is no rebel to capture.
    #[error("no rebel stands on {0} to be captured")]
    NothingToCapture(Point),
    /// A chain is going on.
    #[error("the officer on {0} is in the middle of a capture: it can only jump on or stop")]
    MidChain(Point),
    /// There is no chain to stop.
    #[error("no capture is going on")]
    NoChain,
    /// The rule set forces chains.
    #[error("in this rule set an officer must jump on while it can")]
    ForcedChain,
    /// More follows after a complete turn.
    #[error("the turn is complete before {0}")]
    TooLong(Action),
    /// A turn that leaves a chain going on.
    #[error("the turn is not complete: the officer on {0} can jump on, so it must jump or stop")]
    Unfinished(Point),
}

impl Position {
    /// Why an action that is not legal is not.
    pub(super) fn explain(&self, action: Action) -> PlayError {
        PlayError { action: action.to_string(), reason: self.broken_rule(action) }
    }

    fn broken_rule(&self, action: Action) -> Illegal {
        if let Some(outcome) = self.outcome() {
            return Illegal::Over(outcome);
        }
        match action {
            Action::Place(_) if self.to_place == 0 => Illegal::NothingToPlace,
            Action::Place(point) if !self.board.empty().contains(point) => Illegal::Occupied(point),
            Action::Place(point) => Illegal::NoPlacement(point),
            _ if self.to_place > 0 => Illegal::StillPlacing(self.to_place),
            Action::Stop(_) => match self.jumper {
                None => Illegal::NoChain,
                Some(_) if self.rules.forced => Illegal::ForcedChain,
                Some(jumper) => Illegal::MidChain(jumper),
            },
            Action::Step(origin, direction) => self.broken_by_step(origin, direction),
            Action::Jump(origin, direction) => self.broken_by_jump(origin, direction),
        }
    }

    /// Why an action cannot follow in the turn that the action before it has ended.
    pub(super) fn cannot_follow(&self, action: Action) -> Illegal {
        match action {
            Action::Jump(origin, direction) if self.end.is_none() && self.board.officers.contains(origin) => {
                // Judged as if the chain went on: whatever the jump lacks is why the chain has
                // ended.
                Position { side: Side::Officers, jumper: Some(origin), ..*self }.broken_by_jump(origin, direction)
            }
            _ => self.outcome().map_or(Illegal::TooLong(action), Illegal::Over),
        }
    }

    fn broken_by_step(&self, origin: Point, direction: Direction) -> Illegal {
        if let Some(jumper) = self.jumper {
            return Illegal::MidChain(jumper);
        }
        if let Some(reason) = self.no_piece_of_mover(origin) {
            return reason;
        }
        let Some(landing) = direction.from(origin, 1) else {
            return Illegal::NoLine;
        };
        if !self.rules.steps[direction.index()].contains(origin) {
            return Illegal::NoLine;
        }
        if self.side == Side::Rebels && !self.rules.rebel_steps[direction.index()].contains(origin) {
            let sideways = matches!(direction, Direction::E | Direction::W);
            return if sideways { Illegal::Sideways } else { Illegal::Backward };
        }
        Illegal::Occupied(landing)
    }

    fn broken_by_jump(&self, origin: Point, direction: Direction) -> Illegal {
        if let Some(reason) = self.no_piece_of_mover(origin) {
            return reason;
        }
        if self.side == Side::Rebels {
            return Illegal::RebelsNeverCapture;
        }
        if let Some(jumper) = self.jumper.filter(|&jumper| jumper != origin) {
            return Illegal::MidChain(jumper);
        }
        let (Some(over), Some(landing)) = (direction.from(origin, 1), direction.from(origin, 2)) else {
            return Illegal::NoJump;
        };
        if !self.rules.jumps[direction.index()].contains(origin) {
            return Illegal::NoJump;
        }
        if !self.board.rebels.contains(over) {
            return Illegal::NothingToCapture(over);
        }
        Illegal::Occupied(landing)
    }

    /// Why the piece on `origin` cannot be the one that moves, if it cannot.
    fn no_piece_of_mover(&self, origin: Point) -> Option<Illegal> {
        let (own, others) = match self.side {
            Side::Officers => (self.board.officers, self.board.rebels),
            Side::Rebels => (self.board.rebels, self.board.officers),
        };
        if own.contains(origin) {
            return None;
        }
        Some(if others.contains(origin) {
            Illegal::NotTheirTurn(self.side)
        } else {
            Illegal::NoPiece(self.side, origin)
        })
    }
}
