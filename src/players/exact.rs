//! The exact player: wins what is proven, and leaves the rest to another.
//!
//! In: a game, tables, and the player that it falls back on. Out: the winning action in a position that is proven for the side to move; elsewhere
//! the other's, unless the tables prove that it loses and that another does not.
//! Invariant: once it has begun to win, each of its turns is progress (a capture, a forward step, the end) or leads to a lower
//! rank; so it never repeats a position, and wins in a bounded number of turns.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::budget::Limit;
use super::forfeit::Forfeit;
use super::player::{Player, legal_actions, opinion};
use super::watch::Watch;
use crate::base::fault::Fault;
use crate::exact::Tables;
use crate::rules::{Action, Game, Side};
use crate::search::SearchSummary;

/// Plays by tables where they say something.
pub struct ExactPlayer {
    name: String,
    tables: Arc<Tables>,
    fallback: Box<dyn Player>,
}

impl ExactPlayer {
    /// A player by these tables.
    pub fn new(name: String, tables: Arc<Tables>, fallback: Box<dyn Player>) -> Self {
        Self { name, tables, fallback }
    }

    /// Replaces an action that is proven to lose by the fallback's best that is not.
    fn without_blunder(&self, game: &Game, mut summary: SearchSummary) -> Result<SearchSummary, Fault> {
        let opponent = game.side_to_move().other();
        if !self.loses(game, summary.chosen, opponent)? {
            return Ok(summary);
        }
        let mut best: Option<(f32, Action)> = None;
        for (&action, &weight) in summary.actions.iter().zip(&summary.policy) {
            if best.is_none_or(|(most, _)| weight > most) && !self.loses(game, action, opponent)? {
                best = Some((weight, action));
            }
        }
        if let Some((_, action)) = best {
            summary.chosen = action;
            summary.principal_variation = vec![action];
        }
        Ok(summary)
    }

    /// Whether an action is proven to lose.
    fn loses(&self, game: &Game, action: Action, opponent: Side) -> Result<bool, Fault> {
        let value = self.tables.value(&game.position().play_unchecked(action))?;
        Ok(value.is_some_and(|proven| proven.winner == opponent))
    }
}

impl Player for ExactPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn start_game(&mut self, seed: u64) {
        self.fallback.start_game(seed);
    }

    fn think(&mut self, game: &Game) -> Result<SearchSummary, Forfeit> {
        self.think_watched(game, Limit::Own, &mut |_| ControlFlow::Continue(()))
    }

    fn think_watched(&mut self, game: &Game, limit: Limit, watch: &mut Watch<'_>) -> Result<SearchSummary, Forfeit> {
        let actions = legal_actions(game)?;
        let damaged = |fault: Fault| Forfeit::gave_up(fault.plain());
        if game.position().rules() != self.tables.rules() {
            return Err(Forfeit::gave_up("the tables are those of other rules".to_owned()));
        }
        let Some(chosen) = self.tables.best_action(game.position()).map_err(damaged)? else {
            let summary = self.fallback.think_watched(game, limit, watch)?;
            return self.without_blunder(game, summary).map_err(damaged);
        };
        let policy = actions.iter().map(|&action| if action == chosen { 1.0 } else { 0.0 }).collect();
        let (prior, wdl, proven) = (Vec::new(), [1.0, 0.0, 0.0], Some(1.0));
        Ok(SearchSummary { prior, value: 1.0, wdl, proven, ..opinion(&actions, policy, chosen) })
    }
}
