//! A search that takes over what the last one found.
//!
//! In: a game, later by some actions than that of the last search. Out: a search whose tree holds what the last one found
//! below its position.
//! Invariant: what is taken over is what a search of this position could have found: values and proofs do not depend on the
//! way to the root, but for repetitions, and these are those of the same game.

use super::{Search, State, budget};
use crate::base::rng::Rng;
use crate::rules::Game;
use crate::search::config::{RootPolicy, SearchConfig};
use crate::search::tree::{NO_NODE, NodeId, ROOT};

impl Search {
    /// Starts like [`Search::start`], but on top of what the last search found of this position, if it was one of the same
    /// game with the same worth of draws and of rebels taken, earlier by an action at least, and looked at what has been played
    /// since. The simulations are new ones, as many as without. For PUCT at the root: sequential halving begins from nothing
    /// always.
    ///
    /// # Panics
    /// If the game is over: there is nothing to choose.
    pub fn start_on_top(&mut self, game: &Game, config: &SearchConfig, rng: Rng) {
        match self.found(game, config) {
            Some(node) => {
                self.turn_to(game, config, rng);
                self.tree.reroot(node);
                let edges = self.tree.node(ROOT).edges();
                self.prior.clear();
                self.prior.extend_from_slice(&self.tree.edges.prior[edges.clone()]);
                self.budget = budget(config, &self.tree.edges.proof[edges]);
                self.state = State::Ready;
            }
            None => self.start(game, config, rng),
        }
    }

    /// The next search begins from nothing, whatever its game.
    pub fn forget(&mut self) {
        self.tree.clear(&self.config);
    }

    /// The node of the game's position, if there is one that a search may begin from.
    pub(super) fn found(&self, game: &Game, config: &SearchConfig) -> Option<NodeId> {
        let has_noise = self.config.dirichlet_fraction > 0.0;
        if self.tree.nodes.is_empty() || config.root != RootPolicy::Puct || has_noise || self.start != *game.start() {
            return None;
        }
        let since = game.actions().strip_prefix(&self.played[..]).filter(|since| !since.is_empty())?;
        let worth = |config: &SearchConfig| (config.draw_value, config.certain_draw_value(), config.score_utility);
        if worth(&self.config) != worth(config) {
            return None;
        }
        if config.score_utility != 0.0 && self.rebels != game.position().rebels().count() {
            // What is taken counts from the root on.
            return None;
        }
        let node = since.iter().try_fold(ROOT, |node, action| {
            let edge = self.tree.node(node).edges().find(|&edge| self.tree.edges.action[edge] == *action)?;
            Some(self.tree.edges.child[edge]).filter(|&child| child != NO_NODE)
        })?;
        Some(node).filter(|&node| self.tree.node(node).proof.is_open())
    }
}
