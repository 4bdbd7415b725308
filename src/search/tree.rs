//! The search tree: nodes and edges in flat arrays.
//!
//! In: expanded positions. Out: indices that stay valid until [`Tree::clear`].
//! Invariant: never more nodes or edges than reserved at birth, so a tree never allocates again. A
//! node's edges are contiguous and in the canonical order of actions; an edge has a child node only
//! if it was visited.

use std::ops::Range;

use super::config::SearchConfig;
use super::value::{Estimate, Proof};
use crate::rules::{Action, ActionList, Position, Side};

/// Index of a node.
pub(crate) type NodeId = u32;
/// Index of an edge.
pub(crate) type EdgeId = usize;

/// The node that a search starts from.
pub(crate) const ROOT: NodeId = 0;
/// The child of an edge that has none.
pub(crate) const NO_NODE: NodeId = NodeId::MAX;

/// Edges reserved for each node. Positions of Asalto average 12 legal actions; where a search meets
/// wider ones, the edges run out before the nodes, and the arena is full a little early.
const EDGES_PER_NODE: usize = 20;

/// An expanded position. All numbers are from the view of the side to move here.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub position: Position,
    pub first_edge: u32,
    pub edge_count: u32,
    /// The evaluator's word on this position alone.
    pub own: Estimate,
    /// Its value with all that was searched below it.
    pub value: Estimate,
    pub proof: Proof,
    /// What an unvisited action is taken to be worth: v_mix of Danihelka et al. 2022, appendix D.
    pub mixed: f32,
    /// Share of the prior that lies on visited actions.
    pub visited_prior: f32,
    /// Visits of all actions together, those of lost ones left out.
    pub child_visits: u32,
    /// Visits of the most visited action, lost ones left out.
    pub most_visits: u32,
    /// How many actions are not proven.
    pub open_edges: u32,
}

impl Node {
    pub(crate) fn edges(&self) -> Range<EdgeId> {
        self.first_edge as usize..(self.first_edge + self.edge_count) as usize
    }

    pub(crate) fn side(&self) -> Side {
        self.position.side_to_move()
    }
}

/// All edges, one array a quantity. All numbers are from the view of the side that moves along the
/// edge.
#[derive(Default)]
pub(crate) struct Edges {
    pub action: Vec<Action>,
    /// Probability given by the evaluator (at a PUCT root with noise: mixed with it), above 0.
    pub prior: Vec<f32>,
    /// Natural logarithm of the evaluator's prior.
    pub logit: Vec<f32>,
    pub visits: Vec<u32>,
    /// Simulations that went along and wait for their leaf's evaluation.
    pub waiting: Vec<u32>,
    /// Mean value of the visits, or the exact one; meaningless while unvisited and open.
    pub q: Vec<f32>,
    /// Mean probability of a win less that of a loss, beside `q`.
    pub lead: Vec<f32>,
    /// Mean probability of a draw, beside `q`.
    pub draw: Vec<f32>,
    pub proof: Vec<Proof>,
    pub child: Vec<NodeId>,
}

impl Edges {
    fn with_capacity(capacity: usize) -> Edges {
        Edges {
            action: Vec::with_capacity(capacity),
            prior: Vec::with_capacity(capacity),
            logit: Vec::with_capacity(capacity),
            visits: Vec::with_capacity(capacity),
            waiting: Vec::with_capacity(capacity),
            q: Vec::with_capacity(capacity),
            lead: Vec::with_capacity(capacity),
            draw: Vec::with_capacity(capacity),
            proof: Vec::with_capacity(capacity),
            child: Vec::with_capacity(capacity),
        }
    }

    fn clear(&mut self) {
        self.action.clear();
        self.prior.clear();
        self.logit.clear();
        self.visits.clear();
        self.waiting.clear();
        self.q.clear();
        self.lead.clear();
        self.draw.clear();
        self.proof.clear();
        self.child.clear();
    }

    fn copy_within(&mut self, edges: Range<EdgeId>, to: EdgeId) {
        self.action.copy_within(edges.clone(), to);
        self.prior.copy_within(edges.clone(), to);
        self.logit.copy_within(edges.clone(), to);
        self.visits.copy_within(edges.clone(), to);
        self.waiting.copy_within(edges.clone(), to);
        self.q.copy_within(edges.clone(), to);
        self.lead.copy_within(edges.clone(), to);
        self.draw.copy_within(edges.clone(), to);
        self.proof.copy_within(edges.clone(), to);
        self.child.copy_within(edges, to);
    }

    fn truncate(&mut self, len: usize) {
        self.action.truncate(len);
        self.prior.truncate(len);
        self.logit.truncate(len);
        self.visits.truncate(len);
        self.waiting.truncate(len);
        self.q.truncate(len);
        self.lead.truncate(len);
        self.draw.truncate(len);
        self.proof.truncate(len);
        self.child.truncate(len);
    }

    fn push_all(&mut self, actions: &[Action], prior: &[f32], ends: &[Proof], draw_worth: f32) {
        let total = self.action.len() + actions.len();
        self.action.extend_from_slice(actions);
        // The floor keeps an action with prior 0 in the game: its logit is -87, not minus infinity.
        let prior = prior.iter().map(|p| p.max(f32::MIN_POSITIVE));
        self.prior.extend(prior.clone());
        self.logit.extend(prior.map(f32::ln));
        self.visits.resize(total, 0);
        self.waiting.resize(total, 0);
        self.proof.extend_from_slice(ends);
        let exact = ends.iter().map(|end| end.estimate(draw_worth).unwrap_or_default());
        self.q.extend(exact.clone().map(|estimate| estimate.q));
        self.lead.extend(exact.clone().map(|estimate| estimate.lead));
        self.draw.extend(exact.map(|estimate| estimate.draw));
        self.child.resize(total, NO_NODE);
    }

    pub(crate) fn estimate(&self, edge: EdgeId) -> Estimate {
        Estimate { q: self.q[edge], lead: self.lead[edge], draw: self.draw[edge] }
    }

    /// An action that a simulation may go along: nothing is proven of it yet.
    pub(crate) fn is_open(&self, edge: EdgeId) -> bool {
        self.proof[edge].is_open()
    }

    /// Bytes that one edge takes.
    const BYTES: usize = size_of::<Action>() + size_of::<Proof>() + size_of::<[u32; 8]>();
}

/// What is worth so much to the officers, as a side sees it.
pub(crate) fn worth_to(side: Side, to_officers: f32) -> f32 {
    match side {
        Side::Officers => to_officers,
        Side::Rebels => -to_officers,
    }
}

/// The arena.
pub(crate) struct Tree {
    pub nodes: Vec<Node>,
    pub edges: Edges,
    node_limit: usize,
    edge_limit: usize,
    /// What a draw that may come is worth to the officers, and one that is certain; to the rebels, the opposite.
    draw_value: f32,
    certain_draw_value: f32,
}

impl Tree {
    /// An empty tree that will hold at most `capacity` nodes (at least the root).
    pub(crate) fn new(capacity: usize) -> Tree {
        let (node_limit, edge_limit) = Tree::limits(capacity);
        let nodes = Vec::with_capacity(node_limit);
        Tree {
            nodes,
            edges: Edges::with_capacity(edge_limit),
            node_limit,
            edge_limit,
            draw_value: 0.0,
            certain_draw_value: 0.0,
        }
    }

    /// Room for one root of any width comes on top, so that a root always fits.
    fn limits(capacity: usize) -> (usize, usize) {
        let nodes = capacity.clamp(1, NO_NODE as usize / EDGES_PER_NODE - ActionList::CAPACITY);
        (nodes, nodes * EDGES_PER_NODE + ActionList::CAPACITY)
    }

    /// Bytes reserved by a tree of this capacity, with a path through it.
    pub(crate) fn bytes(capacity: usize) -> usize {
        let (nodes, edges) = Tree::limits(capacity);
        nodes * (size_of::<Node>() + size_of::<(NodeId, EdgeId)>()) + edges * Edges::BYTES
    }

    /// Forgets all nodes and keeps the memory; from now on draws are worth what the configuration says.
    pub(crate) fn clear(&mut self, config: &SearchConfig) {
        self.nodes.clear();
        self.edges.clear();
        self.draw_value = config.draw_value;
        self.certain_draw_value = config.certain_draw_value();
    }

    /// What a draw that may come is worth to a side.
    pub(crate) fn draw_worth(&self, side: Side) -> f32 {
        worth_to(side, self.draw_value)
    }

    /// What a draw that is proven is worth to a side.
    pub(crate) fn certain_draw_worth(&self, side: Side) -> f32 {
        worth_to(side, self.certain_draw_value)
    }

    pub(crate) fn has_room(&self, actions: usize) -> bool {
        self.nodes.len() < self.node_limit && self.edges.action.len() + actions <= self.edge_limit
    }

    /// Adds a node whose actions have the given priors and ends. Check [`Tree::has_room`] first.
    pub(crate) fn push(
        &mut self,
        position: Position,
        actions: &[Action],
        prior: &[f32],
        ends: &[Proof],
        own: Estimate,
    ) -> NodeId {
        debug_assert!(self.has_room(actions.len()), "the arena is full");
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node {
            position,
            first_edge: self.edges.action.len() as u32,
            edge_count: actions.len() as u32,
            own,
            value: own,
            proof: Proof::Open,
            mixed: own.q,
            visited_prior: 0.0,
            child_visits: 0,
            most_visits: 0,
            open_edges: 0,
        });
        self.edges.push_all(actions, prior, ends, self.certain_draw_worth(position.side_to_move()));
        self.refresh(id);
        id
    }

    /// Forgets all but the node and what lies below it, and makes it the root. Nothing else changes.
    pub(crate) fn reroot(&mut self, root: NodeId) {
        // A child comes after its parent: one pass in order meets every node after what it hangs from, and moving to the
        // front never overwrites what is still to be moved.
        let mut place = vec![NO_NODE; self.nodes.len()];
        let (mut nodes, mut edges) = (0, 0);
        place[root as usize] = 0;
        for id in root as usize..self.nodes.len() {
            if place[id] == NO_NODE {
                continue;
            }
            let range = self.nodes[id].edges();
            for &child in self.edges.child[range.clone()].iter().filter(|&&child| child != NO_NODE) {
                place[child as usize] = 0;
            }
            place[id] = nodes as NodeId;
            self.nodes[nodes] = Node { first_edge: edges as u32, ..self.nodes[id] };
            self.edges.copy_within(range.clone(), edges);
            (nodes, edges) = (nodes + 1, edges + range.len());
        }
        self.nodes.truncate(nodes);
        self.edges.truncate(edges);
        for child in self.edges.child.iter_mut().filter(|child| **child != NO_NODE) {
            *child = place[*child as usize];
        }
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }
}

#[cfg(test)]
impl Tree {
    /// The capacity of every array: nodes, then edges.
    pub(crate) fn capacities(&self) -> Vec<usize> {
        let Edges { action, prior, logit, visits, waiting, q, lead, draw, proof, child } = &self.edges;
        let floats = [prior, logit, q, lead, draw].map(Vec::capacity);
        let others = [action.capacity(), visits.capacity(), waiting.capacity(), proof.capacity(), child.capacity()];
        [&[self.nodes.capacity()], &others[..], &floats[..]].concat()
    }
}
