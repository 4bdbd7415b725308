//! What counts of a match: games that were not played before.
//!
//! In: pairs of games in their order. Out: which games are new, and the new pairs by their result.
//! Invariant: a game that was played before in the same match, move for move and with the same roles, is no new
//! evidence. A pair counts if either of its games is new.

use std::collections::HashSet;

use super::elo::Pentanomial;
use super::played::{PlayedGame, Seat};

/// What has been seen of a match.
#[derive(Default)]
pub(super) struct Evidence {
    seen: HashSet<(Seat, String, String)>,
    pairs: Pentanomial,
}

impl Evidence {
    /// Takes the next pair; says which of its games are new.
    pub fn add(&mut self, pair: &[PlayedGame; 2]) -> [bool; 2] {
        let key = |game: &PlayedGame| (game.officers, game.start.clone(), game.moves.clone());
        let new = pair.each_ref().map(|game| self.seen.insert(key(game)));
        if new != [false; 2] {
            self.pairs.add(pair.each_ref().map(|game| game.verdict(Seat::A)));
        }
        new
    }

    /// The pairs that count.
    pub fn pairs(&self) -> &Pentanomial {
        &self.pairs
    }
}
