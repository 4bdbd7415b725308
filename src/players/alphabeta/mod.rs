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

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use rand::seq::SliceRandom;

use super::budget::{Budget, Limit};
use super::forfeit::Forfeit;
use super::player::{Player, decision_stream, legal_actions, opinion};
use super::watch::{Thinking, Watch};
use crate::rules::{ActionList, Game};
use crate::search::{SearchSummary, Variation};
use evaluation::{PROVEN, expected};
use searcher::{Limits, Searched, Searcher};

/// How far or how long alpha-beta looks ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AlphaBetaBudget {
    /// So many turns of either side, 1 to 64.
    Depth(u8),
    /// So long a move.
    Time(Duration),
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

    /// How far a search with this limit looks. For an analysis, which counts simulations, it thinks as it always does.
    fn limits(&self, limit: Limit) -> Limits {
        let within = |time: Duration| Limits { deadline: Some(Instant::now() + time), ..Limits::depth(MOST_DEPTH) };
        match (limit, self.budget) {
            (Limit::Within(Budget::Time(time)), _) => within(time),
            (Limit::Within(Budget::Simulations(nodes)), _) => {
                Limits { nodes: nodes.into(), ..Limits::depth(MOST_DEPTH) }
            }
            (Limit::Depth(plies), _) => Limits::depth(plies),
            (Limit::Endless, _) => Limits::depth(MOST_DEPTH),
            (Limit::Own | Limit::Analysis(_), AlphaBetaBudget::Depth(depth)) => Limits::depth(depth),
            (Limit::Own | Limit::Analysis(_), AlphaBetaBudget::Time(time)) => within(time),
        }
    }
}

/// What was found about a position with these legal actions.
fn summary(actions: &ActionList, searched: &Searched) -> SearchSummary {
    let chosen = searched.line[0];
    let policy = actions.iter().map(|&action| f32::from(u8::from(action == chosen))).collect();
    let value = expected(searched.value);
    SearchSummary {
        prior: Vec::new(),
        q: vec![value; actions.len()],
        value,
        wdl: [0.5 * (1.0 + value), 0.0, 0.5 * (1.0 - value)],
        proven: (searched.value.abs() >= PROVEN).then_some(value),
        principal_variation: searched.line.clone(),
        evaluations: searched.nodes,
        ..opinion(actions, policy, chosen)
    }
}

/// What is found while the search goes on.
struct Glimpse<'a> {
    actions: &'a ActionList,
    searched: &'a Searched,
}

impl Thinking for Glimpse<'_> {
    fn simulations(&self) -> u32 {
        0
    }

    fn is_over(&self) -> bool {
        false
    }

    fn summary(&self) -> SearchSummary {
        summary(self.actions, self.searched)
    }

    fn variations(&self) -> Vec<Variation> {
        Vec::new()
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
        self.think_watched(game, Limit::Own, &mut |_| ControlFlow::Continue(()))
    }

    fn think_watched(&mut self, game: &Game, limit: Limit, watch: &mut Watch<'_>) -> Result<SearchSummary, Forfeit> {
        let actions = legal_actions(game)?;
        let limits = self.limits(limit);
        // Which of equal moves is played is left to chance.
        let mut shuffled = actions.to_vec();
        shuffled.shuffle(&mut decision_stream(self.seed, game));
        let mut watch = |searched: &Searched| watch(&Glimpse { actions: &actions, searched });
        Ok(summary(&actions, &self.searcher.search(game, &shuffled, limits, &mut watch)))
    }
}
