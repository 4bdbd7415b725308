//! What the calls may say.
//!
//! Invariant: unknown keys are refused, so that a misspelt one does not do something else than was meant.

use serde::Deserialize;

/// A new game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewGame {
    /// The sides of people; `rebels` if it is not told.
    pub side: Option<String>,
    pub level: Option<String>,
    /// The name of a rule set.
    pub rules: Option<String>,
    /// A position in text form to begin from.
    pub position: Option<String>,
    /// A game as text or JSON to go on with.
    pub game: Option<String>,
}

/// A move.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Play {
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
    /// Whether it is one action: a jump leaves its chain to be gone on with.
    #[serde(default)]
    pub step: bool,
    pub at: Option<usize>,
}

/// A call that has nothing more to say than when it was meant.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plain {
    /// How many actions stood on the board.
    pub at: Option<usize>,
}

/// To another place in the game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Jump {
    /// After so many turns.
    pub turn: usize,
}

/// Analysis, on or off.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Analyse {
    pub on: bool,
    pub sims: Option<u32>,
}

/// What can be changed in a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Settings {
    pub side: Option<String>,
    pub level: Option<String>,
    /// Whether every position is scored.
    pub scores: Option<bool>,
}

/// What to wait for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct News {
    /// A newer version than this.
    pub after: Option<u64>,
}

/// Which form of a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Export {
    /// `text` (default) or `json`.
    pub format: Option<String>,
}
