//! Backup: what a simulation found, carried from its leaf up to the root.
//!
//! In: the path, and the leaf's estimate or proof. Out: refreshed edges and nodes along the path.
//! Invariant: a node's numbers depend on its own evaluation and its edges alone ([`Tree::refresh`]
//! reads nothing else), so they can be checked at any time, and nothing drifts however many
//! simulations pass.
//!
//! A node's value is the visit-weighted mean of its own evaluation (weight 1) and its actions'
//! values, with two exceptions that follow from what is proven, since a mover knows it too:
//! - a lost action counts for nothing (value, v_mix, targets) as long as there is another: the
//!   mover won't play it, and what was once spent on finding that out says nothing about the
//!   position;
//! - with a proven draw at hand the position is worth a draw at least.
//!
//! Proofs follow MCTS-Solver (Winands, Björnsson and Saito 2008, section 3): one winning action
//! proves a win; when every action is proven, the best of them is the result.

use super::tree::{EdgeId, NO_NODE, NodeId, Tree};
use super::value::{Estimate, Proof, Proofs};
use crate::rules::Side;

impl Tree {
    /// Takes what the last edge of `path` led to, as `side` (to move there) sees it, up to the
    /// root.
    pub(crate) fn backup(&mut self, path: &[(NodeId, EdgeId)], side: Side, found: Estimate, proof: Proof) {
        let (mut viewer, mut found, mut proof) = (side, found, proof);
        for &(node, edge) in path.iter().rev() {
            let mover = self.node(node).side();
            self.record(edge, found.seen_by(mover, viewer), proof.seen_by(mover, viewer).one_further());
            self.refresh(node);
            let node = self.node(node);
            (viewer, found, proof) = (mover, node.value, node.proof);
        }
    }

    /// Counts one visit of an edge, with the value that its position has now.
    fn record(&mut self, edge: EdgeId, found: Estimate, proof: Proof) {
        let edges = &mut self.edges;
        edges.visits[edge] += 1;
        edges.proof[edge] = proof;
        if edges.child[edge] == NO_NODE && proof.is_open() {
            // Without a node (full arena) each visit is one evaluation, and their mean is kept
            // here.
            let weight = 1.0 / edges.visits[edge] as f32;
            edges.q[edge] += (found.q - edges.q[edge]) * weight;
            edges.lead[edge] += (found.lead - edges.lead[edge]) * weight;
            edges.draw[edge] += (found.draw - edges.draw[edge]) * weight;
        } else {
            (edges.q[edge], edges.lead[edge], edges.draw[edge]) = (found.q, found.lead, found.draw);
        }
    }

    /// Recomputes a node from its own evaluation and its edges.
    pub(crate) fn refresh(&mut self, id: NodeId) {
        let node = &self.nodes[id as usize];
        let (edges, range) = (&self.edges, node.edges());
        let proof = &edges.proof[range.clone()];
        // Almost always nothing is proven, and one glance tells.
        let nothing = proof.iter().all(|proof| proof.is_open());
        let proofs = if nothing { Proofs::none(node.edge_count) } else { proof.iter().copied().collect() };
        let mut sums = Sums::new(node.own, proofs);
        let chances = edges.lead[range.clone()].iter().zip(&edges.draw[range.clone()]);
        let values = edges.q[range.clone()].iter().zip(chances);
        let visits = edges.visits[range.clone()].iter().zip(&edges.prior[range]);
        for (((&visits, &prior), (&q, (&lead, &draw))), proof) in visits.zip(values).zip(proof) {
            sums.add(if proof.is_loss() { 0 } else { visits }, Estimate { q, lead, draw }, prior);
        }
        let (own, draw_worth) = (node.own, self.certain_draw_worth(node.side()));
        let node = &mut self.nodes[id as usize];
        node.proof = sums.proofs.result();
        node.value = node.proof.estimate(draw_worth).unwrap_or_else(|| sums.value(draw_worth));
        node.mixed = sums.mixed(own.q);
        node.visited_prior = sums.visited_prior;
        node.child_visits = sums.visits;
        node.most_visits = sums.most;
        node.open_edges = sums.proofs.open;
    }
}

/// One pass over a node's edges.
struct Sums {
    /// Visit-weighted sums of value, lead and draw, own evaluation included.
    total: Estimate,
    visits: u32,
    most: u32,
    visited_prior: f32,
    /// Sum of prior times q over visited actions.
    visited_q: f32,
    proofs: Proofs,
}

impl Sums {
    fn new(own: Estimate, proofs: Proofs) -> Sums {
        Sums { total: own, visits: 0, most: 0, visited_prior: 0.0, visited_q: 0.0, proofs }
    }

    /// Adds an action, a lost one with 0 visits.
    #[inline]
    fn add(&mut self, visits: u32, found: Estimate, prior: f32) {
        // Without branches: whether the next action was visited is anybody's guess.
        let weight = visits as f32;
        let prior = if visits > 0 { prior } else { 0.0 };
        self.total.q += weight * found.q;
        self.total.lead += weight * found.lead;
        self.total.draw += weight * found.draw;
        self.visits += visits;
        self.most = self.most.max(visits);
        self.visited_prior += prior;
        self.visited_q += prior * found.q;
    }

    fn value(&self, draw_worth: f32) -> Estimate {
        let weight = (1 + self.visits) as f32;
        let Estimate { q, lead, draw } = self.total;
        let mean = Estimate { q: q / weight, lead: lead / weight, draw: draw / weight };
        if self.proofs.has_draw() && mean.q < draw_worth { Estimate::drawn(draw_worth) } else { mean }
    }

    /// v_mix (Danihelka et al. 2022, appendix D): the own value v and the visited actions' values,
    /// these weighted among each other by the prior and against v by their visits:
    /// `(v + N * (sum of prior * q) / P) / (1 + N)`, with N visits on actions of total prior P.
    fn mixed(&self, own: f32) -> f32 {
        if self.visits == 0 {
            return own;
        }
        let visits = self.visits as f32;
        let mean = self.visited_q / self.visited_prior;
        (own + visits * mean) / (1.0 + visits)
    }
}
