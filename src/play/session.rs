//! A game in the hands of people: the moves so far, taking back and playing again, giving up, the result in words.
//!
//! In: actions, turns, and the wish to go back or forth. Out: the game as it stands, what each turn
//! did, and how it ended.
//! Invariant: the session is always a game that was played by the rules from its start; what was taken back is legal again
//! until another move is played.

use std::fmt;

use super::events::{Event, events};
use crate::rules::{Action, Game, Outcome, PlayError, Position, PositionError, Rules, Side, Turn};

/// A game that is being played by at least one person, or watched.
#[derive(Clone, Debug)]
pub struct GameSession {
    game: Game,
    /// What was taken back and can be played again, in order.
    future: Vec<Action>,
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
        Self { game: Game::new(start), future: Vec::new(), resigned: None }
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
        self.follow(&[action]);
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
        self.follow(turn.actions());
        Ok(events(&before, turn))
    }

    /// Plays whole turns in their text form, and says what they did: all of them, or none.
    ///
    /// # Errors
    /// The first that is not legal, and the position in which it is not; the game is then as it was.
    pub fn play_texts(&mut self, texts: &[impl AsRef<str>]) -> Result<Vec<Event>, (Position, PlayError)> {
        let (mut session, mut told) = (self.clone(), Vec::new());
        for text in texts {
            let position = *session.position();
            let played = position.parse_turn(text.as_ref()).and_then(|turn| session.play_turn(&turn));
            told.extend(played.map_err(|error| (position, error))?);
        }
        *self = session;
        Ok(told)
    }

    /// The last turn (perhaps still going on), and the position before it; `None` before the first.
    pub fn last_turn(&self) -> Option<(Position, Turn)> {
        let turn = self.game.turns().pop()?;
        let earlier = self.game.actions().len() - turn.actions().len();
        let before = self.game.actions()[..earlier].iter();
        Some((before.fold(*self.game.start(), |position, &action| position.play_unchecked(action)), turn))
    }

    /// Takes back the last turn of one of these sides, and with it all replies since. A resignation
    /// is taken back alone. Says whether there was anything to take back.
    pub fn undo(&mut self, sides: &[Side]) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let movers = self.movers();
        let found = (0..self.turn_number()).rev().find(|&kept| sides.contains(&movers[kept]));
        found.iter().for_each(|&kept| self.go_to(kept));
        found.is_some()
    }

    /// Plays again what was taken back, up to the next move of one of these sides, or all of it. Says whether there was
    /// anything to play again.
    pub fn redo(&mut self, sides: &[Side]) -> bool {
        if self.is_at_end() || self.resigned.is_some() {
            return false;
        }
        let (movers, at) = (self.movers(), self.turn_number());
        let all = movers.len() - 1;
        let next = (at + 1..all).find(|&kept| sides.contains(&movers[kept]));
        self.go_to(next.unwrap_or(all));
        true
    }

    /// Every turn of the game, those that were taken back included.
    pub fn line(&self) -> Vec<Turn> {
        let mut game = self.game.clone();
        for &action in &self.future {
            game.play(action).expect("what was taken back is legal again");
        }
        game.turns()
    }

    /// How many turns have been played and not taken back; one that is going on counts.
    pub fn turn_number(&self) -> usize {
        self.game.turns().len()
    }

    /// Whether nothing can be played again.
    pub fn is_at_end(&self) -> bool {
        self.future.is_empty()
    }

    /// Goes to the position after so many turns of [`GameSession::line`]; beyond its end, to the end. A resignation is
    /// taken back.
    pub fn go_to(&mut self, turns: usize) {
        let line: Vec<Action> = self.game.actions().iter().chain(&self.future).copied().collect();
        let kept = self.line().iter().take(turns).map(|turn| turn.actions().len()).sum();
        let mut game = Game::new(*self.game.start());
        for &action in &line[..kept] {
            game.play(action).expect("what was played once is legal again");
        }
        self.game = game;
        self.future = line[kept..].to_vec();
        self.resigned = None;
    }

    /// Forgets what was taken back.
    pub fn forget_future(&mut self) {
        self.future.clear();
    }

    /// `[turns of the line + 1]`: the side to move before each turn, and after the last.
    fn movers(&self) -> Vec<Side> {
        self.positions().iter().map(Position::side_to_move).collect()
    }

    /// `[turns of the line + 1]`: the position before each turn, and the one after the last.
    pub fn positions(&self) -> Vec<Position> {
        let mut position = *self.game.start();
        let after = |turn: &Turn| {
            position = turn.actions().iter().fold(position, |position, &action| position.play_unchecked(action));
            position
        };
        std::iter::once(*self.game.start()).chain(self.line().iter().map(after)).collect()
    }

    /// What was taken back is kept as long as the same is played again.
    fn follow(&mut self, actions: &[Action]) {
        match self.future.starts_with(actions) {
            true => drop(self.future.drain(..actions.len())),
            false => self.future.clear(),
        }
    }

    /// This side gives up. Nothing happens once the game is over.
    pub fn resign(&mut self, side: Side) {
        if self.ended().is_none() {
            self.resigned = Some(side);
        }
    }
}
