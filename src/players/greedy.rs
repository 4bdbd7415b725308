//! The greedy anchor: captures the most it can, else plays at random.
//!
//! In: a game. Out: the first action of a turn drawn from the best ones.
//! Invariant: it looks at its own turn only, never at the reply. A huff only ever punishes a turn
//! without a capture where one was possible, so who captures the most avoids it by that alone; and
//! for the rebels, who do neither, every turn is as good as any other.

use super::forfeit::Forfeit;
use super::player::{Player, decision_stream, legal_actions, opinion};
use crate::base::rng::below;
use crate::rules::{Action, Game, Position, Turn};
use crate::search::SearchSummary;

/// Captures the most it can at once.
#[derive(Debug, Default)]
pub struct GreedyPlayer {
    seed: u64,
}

impl Player for GreedyPlayer {
    fn name(&self) -> &str {
        "greedy"
    }

    fn start_game(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn think(&mut self, game: &Game) -> Result<SearchSummary, Forfeit> {
        let actions = legal_actions(game)?;
        let best = best_turns(game.position());
        let turn = &best[below(&mut decision_stream(self.seed, game), best.len() as u32) as usize];
        let begun_by = |action: &Action| best.iter().filter(|turn| turn.actions()[0] == *action).count();
        let policy = actions.iter().map(|action| begun_by(action) as f32 / best.len() as f32).collect();
        Ok(opinion(&actions, policy, turn.actions()[0]))
    }
}

/// The turns that capture the most; at least one, in a position that is not over. In the middle of
/// a chain: the longest ways to go on.
fn best_turns(position: &Position) -> Vec<Turn> {
    let captures = |turn: &Turn| turn.actions().iter().filter(|action| action.over().is_some()).count();
    let mut turns = position.legal_turns();
    let most = turns.iter().map(captures).max().unwrap_or(0);
    turns.retain(|turn| captures(turn) == most);
    turns
}
