//! A game in the hands of people: the moves so far, taking back, giving up, the result in words.
//!
//! In: actions, turns, and the wish to take one back. Out: the game as it stands, what each turn
//! did, and how it ended.
//! Invariant: the session is always a game that was played by the rules from its start.

use std::fmt;

use super::events::{Event, events};
use crate::rules::{Action, Game, Outcome, PlayError, Position, PositionError, Rules, Side, Turn};

/// A game that is being played by at least one person, or watched.
#[derive(Clone, Debug)]
pub struct GameSession {
    game: Game,
    resigned: Option<Side>,
}

/// How a session's game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By the rules.
    Rules(Outcome),
    /// This side gave up.
    Resigned(Side),
}

impl Ended {
    /// The winner; `None` for a draw.
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Rules(outcome) => outcome.winner,
            Self::Resigned(side) => Some(side.other()),
        }
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(outcome) => write!(f, "{outcome}"),
            Self::Resigned(side) => write!(f, "the {} win: the {side} resigned", side.other()),
        }
    }
}

impl GameSession {
    /// A session from this position.
    pub fn new(start: Position) -> Self {
        Self { game: Game::new(start), resigned: None }
    }

    /// A session from the text form of a position. What was before it is not known: repetition
    /// counts from here.
    ///
    /// # Errors
    /// Every reason why the text is no position of these rules.
    pub fn resume(rules: Rules, text: &str) -> Result<Self, PositionError> {
        Ok(Self::new(Position::parse(rules, text)?))
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// How it ended, if it has.
    pub fn ended(&self) -> Option<Ended> {
        self.resigned.map(Ended::Resigned).or_else(|| self.game.outcome().map(Ended::Rules))
    }

    /// Plays one micro-action; `None` as long as the turn goes on, and what the whole turn did when
    /// it is complete.
    ///
    /// # Errors
    /// If it is not legal; the game is then as it was.
    pub fn play(&mut self, action: Action) -> Result<Option<Vec<Event>>, PlayError> {
        self.game.play(action)?;
        let complete = self.position().jumper().is_none();
        Ok(complete.then(|| self.last_turn().map(|(before, turn)| events(&before, &turn)).unwrap_or_default()))
    }

    /// Plays a whole turn and says what it did.
    ///
    /// # Errors
    /// If it is not legal; the game is then as it was.
    pub fn play_turn(&mut self, turn: &Turn) -> Result<Vec<Event>, PlayError> {
        let before = *self.position();
        self.game.play_turn(turn)?;
        Ok(events(&before, turn))
    }

    /// The last turn (perhaps still going on), and the position before it; `None` before the first.
    pub fn last_turn(&self) -> Option<(Position, Turn)> {
        let turn = self.game.turns().pop()?;
        let earlier = self.game.actions().len() - turn.actions().len();
        Some((*self.rewound(earlier).position(), turn))
    }

    /// Takes back the last turn of one of these sides, and with it all replies since. A resignation
    /// is taken back alone. Says whether there was anything to take back.
    pub fn undo(&mut self, sides: &[Side]) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let mut kept = self.game.actions().len();
        for turn in self.game.turns().iter().rev() {
            kept -= turn.actions().len();
            let game = self.rewound(kept);
            if sides.contains(&game.position().side_to_move()) {
                self.game = game;
                return true;
            }
        }
        false
    }

    /// This side gives up. Nothing happens once the game is over.
    pub fn resign(&mut self, side: Side) {
        if self.ended().is_none() {
            self.resigned = Some(side);
        }
    }

    /// The game after its first `actions`.
    fn rewound(&self, actions: usize) -> Game {
        let mut game = Game::new(*self.game.start());
        for &action in &self.game.actions()[..actions] {
            game.play(action).expect("what was played once is legal again");
        }
        game
    }
}
