//! How long a player thinks about one action.
//!
//! In: a number of simulations or of milliseconds. Out: the same as `sims=N` or `ms=N` in a spec,
//! and the [`Limit`] of one search.
//! Invariant: a player that searches makes one simulation at least, however short its time is.

use std::fmt;
use std::time::Duration;

/// What a search of one action may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Budget {
    /// So many simulations.
    Simulations(u32),
    /// So long, on the clock.
    Time(Duration),
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Simulations(simulations) => write!(f, "sims={simulations}"),
            Self::Time(time) => write!(f, "ms={}", milliseconds(*time)),
        }
    }
}

/// A time in milliseconds, with as many decimals as it needs: 0.25, 1.4, 500.
pub(super) fn milliseconds(time: Duration) -> f64 {
    // From microseconds, which are whole: a quotient of two whole numbers prints as it was written.
    time.as_micros() as f64 / 1000.0
}

/// When a player that is watched stops thinking by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// As its spec says.
    Own,
    /// When this is spent.
    Within(Budget),
    /// When it has looked so many plies ahead; who does not count plies stops as its spec says.
    Depth(u8),
    /// After so many simulations, spent even where the move is forced: for analysis.
    Analysis(u32),
    /// Only when nothing is left to find out.
    Endless,
}

impl Limit {
    /// The budget of a search by a player whose own is `own`; `None` = nothing ends it, or there is none.
    pub(super) fn budget(self, own: Option<Budget>) -> Option<Budget> {
        match self {
            Self::Own | Self::Depth(_) => own,
            Self::Within(budget) => Some(budget),
            Self::Analysis(simulations) => Some(Budget::Simulations(simulations)),
            Self::Endless => None,
        }
    }
}
