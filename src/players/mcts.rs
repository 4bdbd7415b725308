//! Monte-Carlo tree search with playouts: no knowledge of the game but one turn's care in the
//! playouts.
//!
//! In: a game. Out: the most visited action of a tree search whose leaves are valued by one playout
//! each.
//! Invariant: the search is the same as a network's, with another evaluator; so the two differ in
//! what they know alone.

use std::ops::ControlFlow;

use super::budget::{Budget, Limit};
use super::forfeit::Forfeit;
use super::player::{Player, decision_stream, legal_actions};
use super::rollout::RolloutEvaluator;
use super::searcher::Searcher;
use super::watch::Watch;
use crate::base::rng::stream;
use crate::rules::Game;
use crate::search::{SearchConfig, SearchSummary};

/// Names the stream of the playouts beside that of the search.
const PLAYOUTS: u64 = 1;

/// Searches with playouts.
pub struct MctsPlayer {
    name: String,
    simulations: u32,
    searcher: Searcher,
    seed: u64,
}

impl MctsPlayer {
    /// A player of this many simulations a move. The constants are the search's own: with 200 simulations, `c_puct` 0.7 lost
    /// 53 Elo (+-54) to 1.5.
    pub fn new(name: String, simulations: u32) -> Self {
        Self { name, simulations, searcher: Searcher::new(SearchConfig::default()), seed: 0 }
    }
}

impl Player for MctsPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn start_game(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn think(&mut self, game: &Game) -> Result<SearchSummary, Forfeit> {
        self.think_watched(game, Limit::Own, &mut |_| ControlFlow::Continue(()))
    }

    fn think_watched(&mut self, game: &Game, limit: Limit, watch: &mut Watch<'_>) -> Result<SearchSummary, Forfeit> {
        legal_actions(game)?;
        let own = Some(Budget::Simulations(self.simulations));
        let playouts = stream(self.seed, &[game.actions().len() as u64, PLAYOUTS]);
        let mut evaluator = RolloutEvaluator::new(playouts);
        Ok(self.searcher.think(game, (limit, own), decision_stream(self.seed, game), &mut evaluator, watch))
    }
}
