//! People and the computer at one board: who plays what, how strongly, and who is to do something next.
//!
//! In: a session, sides, a level. Out: whom the game waits for, and the chances over the whole game.
//! Invariant: the computer moves only where nothing was taken back, so looking around in a game changes nothing.

use std::collections::HashMap;

use super::{GameSession, Humans};
use crate::base::rng::stream;
use crate::rules::{Game, Position, Side};
use rand::Rng as _;

/// Whom a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitsFor {
    /// A person moves.
    Person,
    /// The computer moves.
    Computer,
    /// The computer would move, but moves were taken back: somebody has to say whether to go on from here.
    Word,
    /// Nobody: the game is over.
    Nobody,
}

/// A game with all that belongs to it.
#[derive(Clone, Debug)]
pub struct Table {
    /// The game.
    pub session: GameSession,
    /// The sides of people.
    pub humans: Humans,
    /// The computer's level, by its place among all.
    pub level: usize,
    /// Fixes the computer's random choices.
    pub seed: u64,
    /// The officers' expected score in [0, 1], by position.
    scores: HashMap<u64, f32>,
}

/// Positions whose score is remembered; more only come up where somebody tries them all out.
const MOST_SCORES: usize = 20_000;

impl Table {
    /// A table.
    pub fn new(session: GameSession, humans: Humans, level: usize, seed: u64) -> Self {
        Self { session, humans, level, seed, scores: HashMap::new() }
    }

    /// Whom the game waits for.
    pub fn waits_for(&self) -> WaitsFor {
        match (self.session.ended(), self.humans.play(self.session.position().side_to_move())) {
            (Some(_), _) => WaitsFor::Nobody,
            (None, true) => WaitsFor::Person,
            (None, false) if self.session.is_at_end() => WaitsFor::Computer,
            (None, false) => WaitsFor::Word,
        }
    }

    /// The sides whose last turn `undo` takes back: the people's, or both where only the computer plays.
    pub fn undo_sides(&self) -> Vec<Side> {
        let sides = self.humans.sides();
        if sides.is_empty() { Side::ALL.to_vec() } else { sides }
    }

    /// The side that loses when a person gives up; `None` where only the computer plays.
    pub fn resigning_side(&self) -> Option<Side> {
        let to_move = self.session.position().side_to_move();
        if self.humans.play(to_move) { Some(to_move) } else { self.humans.sides().pop() }
    }

    /// The seed of the computer's next choice: another one wherever the game stands.
    pub fn next_seed(&self) -> u64 {
        stream(self.seed, &[self.session.game().actions().len() as u64]).next_u64()
    }

    /// Remembers what an analysis says of a position: the expected score of the side to move.
    pub fn note_score(&mut self, position: &Position, winrate: f32) {
        if self.scores.len() >= MOST_SCORES {
            self.scores.clear();
        }
        self.scores.insert(position.hash(), for_officers(position.side_to_move(), winrate));
    }

    /// `[turns of the line + 1]`: the officers' expected score before each turn and after the last; exact where the game is
    /// over, `None` where nobody has thought about it yet.
    pub fn scores(&self) -> Vec<Option<f32>> {
        let positions = self.session.positions();
        let mut scores: Vec<Option<f32>> = positions.iter().map(|position| self.score_of(position)).collect();
        if let (true, Some(ended), Some(last)) = (self.session.is_at_end(), self.session.ended(), scores.last_mut()) {
            *last = Some(score_of_winner(ended.winner()));
        }
        scores
    }

    /// The newest position of the line that has no score yet, as a game.
    pub fn unscored(&self) -> Option<Game> {
        let positions = self.session.positions();
        let open = |position: &&Position| position.outcome().is_none() && self.score_of(position).is_none();
        positions.iter().rev().find(open).map(|position| Game::new(*position))
    }

    fn score_of(&self, position: &Position) -> Option<f32> {
        match position.outcome() {
            Some(outcome) => Some(score_of_winner(outcome.winner)),
            None => self.scores.get(&position.hash()).copied(),
        }
    }
}

fn score_of_winner(winner: Option<Side>) -> f32 {
    match winner {
        Some(Side::Officers) => 1.0,
        Some(Side::Rebels) => 0.0,
        None => 0.5,
    }
}

/// The officers' expected score, where that of the side to move is known.
pub fn for_officers(side: Side, winrate: f32) -> f32 {
    match side {
        Side::Officers => winrate,
        Side::Rebels => 1.0 - winrate,
    }
}
