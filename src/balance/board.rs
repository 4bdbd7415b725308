//! What happens where on the board.
//!
//! In: games. Out: for each of the 33 points, how often officers and rebels stand there, rebels are captured there, and
//! officers removed there.
//! Invariant: each game weighs the same, however long it is.

use serde::{Deserialize, Serialize};

use super::replay::Replay;
use crate::rules::{Bitboard, Point};

/// Sums over games.
#[derive(Clone, Debug)]
pub(super) struct BoardTally {
    games: f64,
    officers: [f64; Point::COUNT],
    rebels: [f64; Point::COUNT],
    captures: [f64; Point::COUNT],
    huffs: [f64; Point::COUNT],
}

/// A value for each point, in reading order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BoardReport {
    /// Share of the turns before which an officer stands there.
    pub officers: Vec<f64>,
    /// Share of the turns before which a rebel stands there.
    pub rebels: Vec<f64>,
    /// Rebels captured there, a game.
    pub captures: Vec<f64>,
    /// Officers removed there for a missed capture, a game.
    pub huffs: Vec<f64>,
}

impl Default for BoardTally {
    fn default() -> Self {
        let zero = [0.0; Point::COUNT];
        Self { games: 0.0, officers: zero, rebels: zero, captures: zero, huffs: zero }
    }
}

impl BoardTally {
    /// Counts a game.
    pub fn add(&mut self, replay: &Replay) {
        self.games += 1.0;
        let weight = 1.0 / replay.turns.len().max(1) as f64;
        let stand = |at: &mut [f64], points: Bitboard| points.iter().for_each(|point| at[point.index()] += weight);
        for turn in &replay.turns {
            stand(&mut self.officers, turn.officers);
            stand(&mut self.rebels, turn.rebels);
        }
        replay.captured.iter().for_each(|point| self.captures[point.index()] += 1.0);
        replay.huffed.iter().for_each(|point| self.huffs[point.index()] += 1.0);
    }

    /// The values of a game, on average.
    pub fn report(&self) -> BoardReport {
        let a_game = |sums: &[f64]| sums.iter().map(|sum| sum / self.games.max(1.0)).collect();
        BoardReport {
            officers: a_game(&self.officers),
            rebels: a_game(&self.rebels),
            captures: a_game(&self.captures),
            huffs: a_game(&self.huffs),
        }
    }
}
