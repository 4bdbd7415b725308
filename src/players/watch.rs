//! A player's thoughts, while it has them.
//!
//! In: a search that runs. Out: what it has found so far, for whoever watches, who can break it off.
//! Invariant: to look changes nothing.

use std::ops::ControlFlow;

use crate::search::{Search, SearchSummary, Variation};

/// What can be seen of a search while it runs.
pub trait Thinking {
    /// Simulations made so far; 0 where none are counted.
    fn simulations(&self) -> u32;

    /// Whether there is nothing left to find out.
    fn is_over(&self) -> bool;

    /// What was found so far.
    fn summary(&self) -> SearchSummary;

    /// What is known of each action beyond that; nothing where only the best one is known.
    fn variations(&self) -> Vec<Variation>;
}

/// Is asked now and then whether the search goes on: by a tree search after each round of simulations, and once more when it
/// has ended without being broken off, so that the last that it sees is all there is; by alpha-beta some thousand times a
/// second.
pub type Watch<'a> = dyn FnMut(&dyn Thinking) -> ControlFlow<()> + 'a;

impl Thinking for Search {
    fn simulations(&self) -> u32 {
        self.simulations()
    }

    fn is_over(&self) -> bool {
        self.is_over()
    }

    fn summary(&self) -> SearchSummary {
        self.summary()
    }

    fn variations(&self) -> Vec<Variation> {
        self.variations()
    }
}
