//! How a player fails to go on.
//!
//! In: what went wrong. Out: a [`Forfeit`]: a kind to count by, and words for people.
//! Invariant: whoever forfeits has lost one game by it, and nothing else.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What kind of failure it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ForfeitKind {
    /// An outside program ended, or could not be started.
    Crash,
    /// An outside program did not answer in time.
    TimeOut,
    /// The move is not legal, or no move at all.
    IllegalMove,
    /// The player itself says that it cannot go on: its network answers with nonsense, the game is
    /// over.
    GaveUp,
}

impl ForfeitKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Crash, Self::TimeOut, Self::IllegalMove, Self::GaveUp];

    /// The name in tables and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::TimeOut => "time_out",
            Self::IllegalMove => "illegal_move",
            Self::GaveUp => "gave_up",
        }
    }
}

impl fmt::Display for ForfeitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A player cannot go on, and why; in a match it loses the game by that.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct Forfeit {
    /// What kind of failure.
    pub kind: ForfeitKind,
    /// What happened, in one line.
    pub message: String,
}

impl Forfeit {
    /// An outside program ended, or could not be started.
    pub fn crash(message: impl Into<String>) -> Self {
        Self { kind: ForfeitKind::Crash, message: message.into() }
    }

    /// An outside program did not answer in time.
    pub fn time_out(message: impl Into<String>) -> Self {
        Self { kind: ForfeitKind::TimeOut, message: message.into() }
    }

    /// The move is not legal.
    pub fn illegal_move(message: impl Into<String>) -> Self {
        Self { kind: ForfeitKind::IllegalMove, message: message.into() }
    }

    /// The player itself cannot go on.
    pub fn gave_up(message: impl Into<String>) -> Self {
        Self { kind: ForfeitKind::GaveUp, message: message.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_named_alike_in_tables_and_files() {
        for kind in ForfeitKind::ALL {
            assert_eq!(serde_json::to_string(&kind).unwrap(), format!("\"{kind}\""));
        }
        assert_eq!(Forfeit::crash("it ended").to_string(), "it ended");
    }
}
