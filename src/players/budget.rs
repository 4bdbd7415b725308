//! How long a player thinks about one action.
//!
//! In: a number of simulations or of milliseconds. Out: the same as `sims=N` or `ms=N` in a spec,
//! and the [`Limit`] of one search.
//! Invariant: a player that searches makes one simulation at least, however short its time is.

use std::fmt;

/// What a search of one action may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Budget {
    /// So many simulations.
    Simulations(u32),
    /// So many milliseconds, on the clock.
    Milliseconds(u32),
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Simulations(simulations) => write!(f, "sims={simulations}"),
            Self::Milliseconds(milliseconds) => write!(f, "ms={milliseconds}"),
        }
    }
}

/// When a player that is watched stops thinking by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// As its spec says.
    Own,
    /// When this is spent.
    Within(Budget),
    /// After so many simulations, spent even where the move is forced: for analysis.
    Analysis(u32),
    /// Only when nothing is left to find out.
    Endless,
}

impl Limit {
    /// The budget of a search by a player whose own is `own`; `None` = nothing ends it, or there is none.
    pub(super) fn budget(self, own: Option<Budget>) -> Option<Budget> {
        match self {
            Self::Own => own,
            Self::Within(budget) => Some(budget),
            Self::Analysis(simulations) => Some(Budget::Simulations(simulations)),
            Self::Endless => None,
        }
    }
}
