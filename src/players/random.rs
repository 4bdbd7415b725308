//! The weakest anchor: any legal micro-action, each as likely as the others.
//!
//! In: a game. Out: an action at random. Invariant: a chain of captures that could go on stops by
//! chance too.

use super::forfeit::Forfeit;
use super::player::{Player, decision_stream, legal_actions, opinion};
use crate::base::rng::below;
use crate::rules::Game;
use crate::search::SearchSummary;

/// Plays at random.
#[derive(Debug, Default)]
pub struct RandomPlayer {
    seed: u64,
}

impl Player for RandomPlayer {
    fn name(&self) -> &str {
        "random"
    }

    fn start_game(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn think(&mut self, game: &Game) -> Result<SearchSummary, Forfeit> {
        let actions = legal_actions(game)?;
        let chosen = actions[below(&mut decision_stream(self.seed, game), actions.len() as u32) as usize];
        let even = vec![1.0 / actions.len() as f32; actions.len()];
        Ok(opinion(&actions, even, chosen))
    }
}
