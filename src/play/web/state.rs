//! A game as the page sees it.

use serde::Serialize;

use crate::play::{Analysis, Hint, View};

/// A game.
#[derive(Debug, Serialize)]
pub(super) struct GameState {
    /// The game's own secret name.
    pub id: String,
    /// Grows with every change.
    pub version: u64,
    /// The name of the rule set.
    pub rules: String,
    /// The name of the level.
    pub level: String,
    /// Where the game began, in text form.
    pub start: String,
    /// Whether the computer is thinking about its move.
    pub thinking: bool,
    /// Why the computer cannot go on, if it cannot.
    pub failed: Option<String>,
    pub hint: Option<Hint>,
    pub analysis: AnalysisState,
    /// Whether every position is scored.
    pub scoring: bool,
    #[serde(flatten)]
    pub view: View,
}

/// An analysis.
#[derive(Debug, Serialize)]
pub(super) struct AnalysisState {
    /// Whether it is wanted.
    pub on: bool,
    /// Simulations at which it ends.
    pub sims: u32,
    /// Whether it goes on.
    pub running: bool,
    /// What it has found about the position on the board.
    pub found: Option<Analysis>,
}
