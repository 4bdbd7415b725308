//! Alpha-beta: the strongest opponent that knows nothing but what it was told.
//!
//! In: a game. Out: the best action of a search with a hand-made evaluation.
//! Invariant: with a fixed depth, a choice depends on the seed and the game alone; by time, on the machine too.
//!
//! Iterative deepening, principal-variation search, a transposition table, killers and history for the order of moves,
//! and at the end of each line a search of captures alone.

mod evaluation;
mod order;
mod searcher;
mod table;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use rand::seq::SliceRandom;

use super::forfeit::Forfeit;
use super::player::{Player, decision_stream, legal_actions, opinion};
use crate::rules::Game;
use crate::search::SearchSummary;
use evaluation::{PROVEN, expected};
use searcher::{Limit, Searcher};

/// How far or how long alpha-beta looks ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AlphaBetaBudget {
    /// So many turns of either side, 1 to 64.
    Depth(u8),
    /// So many milliseconds a move.
    Time(u32),
}

/// The deepest that it looks.
pub(super) const MOST_DEPTH: u8 = 64;

/// Plays what alpha-beta finds.
pub struct AlphaBetaPlayer {
    name: String,
    budget: AlphaBetaBudget,
    searcher: Searcher,
    seed: u64,
}

impl AlphaBetaPlayer {
    /// A player with this budget for each action.
    pub fn new(name: String, budget: AlphaBetaBudget) -> Self {
        Self { name, budget, searcher: Searcher::new(), seed: 0 }
    }
}

impl Player for AlphaBetaPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn start_game(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn think(&mut self, game: &Game) -> Result<SearchSummary, Forfeit> {
        let actions = legal_actions(game)?;
        let limit = match self.budget {
            AlphaBetaBudget::Depth(depth) => Limit { depth, deadline: None },
            AlphaBetaBudget::Time(ms) => {
                let deadline = Instant::now() + Duration::from_millis(u64::from(ms));
                Limit { depth: MOST_DEPTH, deadline: Some(deadline) }
            }
        };
        // Which of equal moves is played is left to chance.
        let mut shuffled = actions.to_vec();
        shuffled.shuffle(&mut decision_stream(self.seed, game));
        let searched = self.searcher.search(game, &shuffled, limit);
        let chosen = searched.line[0];
        let policy = actions.iter().map(|&action| f32::from(u8::from(action == chosen))).collect();
        let value = expected(searched.value);
        Ok(SearchSummary {
            prior: Vec::new(),
            q: vec![value; actions.len()],
            value,
            wdl: [0.5 * (1.0 + value), 0.0, 0.5 * (1.0 - value)],
            proven: (searched.value.abs() >= PROVEN).then_some(value),
            principal_variation: searched.line,
            evaluations: u32::try_from(searched.nodes).unwrap_or(u32::MAX),
            ..opinion(&actions, policy, chosen)
        })
    }
}
