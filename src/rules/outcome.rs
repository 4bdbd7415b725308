//! How a game ended.
//!
//! Invariant: the reason decides the winner; draws always say why.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Side;

/// Why a game is over, in the order in which RULES tests them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// No officer is left: the rebels win.
    OfficersGone,
    /// All nine fortress points hold rebels: the rebels win.
    FortressFilled,
    /// Fewer rebels than `min_rebels` remain: the officers win.
    TooFewRebels,
    /// The officers are to move and have no legal turn: the rebels win.
    OfficersBlocked,
    /// The rebels are to move and have no legal turn: the officers win.
    RebelsBlocked,
    /// The position stood `repetition` times: draw.
    Repetition,
    /// `quiet_turns` turns of each side without a capture or a forward step: draw.
    QuietTurns,
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Why it is over.
    pub reason: Reason,
}

impl Reason {
    /// All reasons, in the order in which they are tested.
    pub const ALL: [Reason; 7] = [
        Reason::OfficersGone,
        Reason::FortressFilled,
        Reason::TooFewRebels,
        Reason::OfficersBlocked,
        Reason::RebelsBlocked,
        Reason::Repetition,
        Reason::QuietTurns,
    ];

    /// The outcome that this reason decides.
    pub const fn outcome(self) -> Outcome {
        let winner = match self {
            Reason::OfficersGone | Reason::FortressFilled | Reason::OfficersBlocked => Some(Side::Rebels),
            Reason::TooFewRebels | Reason::RebelsBlocked => Some(Side::Officers),
            Reason::Repetition | Reason::QuietTurns => None,
        };
        Outcome { winner, reason: self }
    }

    /// The name used in files: `officers_gone`.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::OfficersGone => "officers_gone",
            Reason::FortressFilled => "fortress_filled",
            Reason::TooFewRebels => "too_few_rebels",
            Reason::OfficersBlocked => "officers_blocked",
            Reason::RebelsBlocked => "rebels_blocked",
            Reason::Repetition => "repetition",
            Reason::QuietTurns => "quiet_turns",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Reason::OfficersGone => "no officer is left",
            Reason::FortressFilled => "the fortress is full of rebels",
            Reason::TooFewRebels => "too few rebels remain",
            Reason::OfficersBlocked => "the officers cannot move",
            Reason::RebelsBlocked => "the rebels cannot move",
            Reason::Repetition => "the position was repeated",
            Reason::QuietTurns => "too many turns without a capture or a forward step",
        })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "the {side} win: {}", self.reason),
            None => write!(f, "draw: {}", self.reason),
        }
    }
}
