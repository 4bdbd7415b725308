//! One simulation: select down to a leaf, look ahead, expand, back up.
//!
//! In: a search that is ready. Out: a leaf that waits for its evaluation, or one that needs none
//! since an exact end is in reach, backed up at once.
//! Invariant: `path` leads from the root to the leaf, and `ends` is aligned with its actions.

use super::{Search, State};
use crate::rules::Position;
use crate::search::config::{InteriorPolicy, RootPolicy, SearchConfig};
use crate::search::evaluator::Leaf;
use crate::search::tree::{EdgeId, NO_NODE, NodeId, ROOT};
use crate::search::value::{Estimate, Proof, Proofs};
use crate::search::{gumbel, noise, puct};

impl Search {
    /// One simulation, from the root to a leaf: backed up at once if the leaf is proven.
    pub(super) fn simulate(&mut self) {
        let edge = self.select_at_root(0);
        match self.descend(edge) {
            None => self.state = State::Waiting,
            Some((exact, proof)) => {
                self.expand_uniformly(exact);
                self.finish(exact, proof);
            }
        }
    }

    /// From an edge of the root down to a leaf; its exact end, if one is in reach. The tree stays as it is.
    pub(super) fn descend(&mut self, mut edge: EdgeId) -> Option<(Estimate, Proof)> {
        self.path.clear();
        let mut node = ROOT;
        loop {
            self.path.push((node, edge));
            match self.tree.edges.child[edge] {
                NO_NODE => break,
                child => node = child,
            }
            edge = self.select_below(node);
        }
        let position = self.tree.node(node).position.play_unchecked(self.tree.edges.action[edge]);
        let proof = self.arrive(position);
        proof.estimate(self.tree.certain_draw_worth(position.side_to_move())).map(|exact| (exact, proof))
    }

    /// The root's edge of the next simulation, `waiting` others being under way.
    pub(super) fn select_at_root(&mut self, waiting: u32) -> EdgeId {
        let remaining = self.budget - self.simulations - waiting;
        match self.config.root {
            RootPolicy::Gumbel => self.halving.next(&self.tree, &self.config, remaining),
            RootPolicy::Puct => puct::select(&self.tree, self.tree.node(ROOT), &self.config),
        }
    }

    fn select_below(&mut self, node: NodeId) -> EdgeId {
        let node = self.tree.node(node);
        match self.config.interior {
            InteriorPolicy::Improved => gumbel::select(&self.tree, node, &self.config, &mut self.policy),
            InteriorPolicy::Puct => puct::select(&self.tree, node, &self.config),
        }
    }

    /// Makes `position`, at the end of the path, the leaf; looks one action ahead, and says what
    /// that proves.
    pub(super) fn arrive(&mut self, position: Position) -> Proof {
        let leaf = &mut self.leaf;
        leaf.position = position;
        leaf.draw_value = self.config.draw_value;
        position.legal_actions(&mut leaf.actions);
        self.lookahead.gather(&position, &self.tree, &self.path, &self.history);
        leaf.repetitions = self.lookahead.repetitions(&position).try_into().unwrap_or(u8::MAX);
        self.lookahead.look(&position, &leaf.actions, &mut self.ends);
        self.ends.iter().copied().collect::<Proofs>().result()
    }

    /// Adds the leaf to the tree, if there is room.
    pub(super) fn expand(&mut self, own: Estimate, prior: &[f32]) {
        let Leaf { position, actions, .. } = &self.leaf;
        if self.tree.has_room(actions.len()) {
            let node = self.tree.push(*position, actions, prior, &self.ends, own);
            if let Some(&(_, edge)) = self.path.last() {
                self.tree.edges.child[edge] = node;
            }
        }
    }

    /// Adds a leaf that needs no evaluation, since it is proven.
    pub(super) fn expand_uniformly(&mut self, exact: Estimate) {
        let actions = self.leaf.actions.len();
        let mut prior = std::mem::take(&mut self.policy);
        prior.clear();
        prior.resize(actions, 1.0 / actions as f32);
        self.expand(exact, &prior);
        self.policy = prior;
    }

    pub(super) fn expand_root(&mut self, own: Estimate, prior: &[f32]) {
        self.expand(own, prior);
        self.prior.clear();
        self.prior.extend_from_slice(prior);
        let SearchConfig { root, dirichlet_fraction, dirichlet_total, .. } = self.config;
        match root {
            RootPolicy::Gumbel => self.halving.start(&self.tree, &self.config, self.budget, &mut self.rng),
            RootPolicy::Puct if dirichlet_fraction > 0.0 => {
                let edges = self.tree.node(ROOT).edges();
                let prior = &mut self.tree.edges.prior[edges];
                noise::mix_dirichlet(prior, dirichlet_fraction, dirichlet_total, &mut self.rng);
            }
            RootPolicy::Puct => {}
        }
    }

    /// Ends a simulation with what its leaf is worth to the side to move there.
    pub(super) fn finish(&mut self, found: Estimate, proof: Proof) {
        self.tree.backup(&self.path, self.leaf.position.side_to_move(), found, proof);
        self.simulations += 1;
    }
}
