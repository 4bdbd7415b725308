//! PUCT selection (Silver et al. 2017, "Mastering the game of Go without human knowledge", Methods:
//! Select).
//!
//! In: a node and its edges. Out: the action that a simulation follows.
//! Invariant: an unvisited action is judged by its parent's value, never by 0: with 0, whoever is
//! losing would try everything once, and its search would be breadth only.

use super::config::SearchConfig;
use super::gumbel::best_open;
use super::tree::{EdgeId, Node, Tree};

/// argmax over open actions of `Q(a) + c_puct * P(a) * sqrt(1 + sum_b N(b)) / (1 + N(a) + W(a))`. Of
/// equals the first.
///
/// W counts the simulations that went along `a` and wait for their leaf's evaluation: the next one rather looks elsewhere, and
/// takes no value for lost that is only not known yet (no virtual loss but a virtual visit).
///
/// The 1 under the root counts the node's own evaluation: without it the first choice would not see
/// the prior.
pub(crate) fn select(tree: &Tree, node: &Node, config: &SearchConfig) -> EdgeId {
    let edges = &tree.edges;
    let unvisited = first_play_urgency(node, config);
    let explore = config.c_puct * ((1 + node.child_visits) as f32).sqrt();
    best_open(node, edges, |edge| {
        let visits = edges.visits[edge];
        let q = if visits > 0 { edges.q[edge] } else { unvisited };
        q + explore * edges.prior[edge] / (1 + visits + edges.waiting[edge]) as f32
    })
}

/// The value less `fpu_reduction * sqrt(prior of the visited actions)`, as KataGo has it: the more
/// of the prior was tried, the less is expected of the rest.
fn first_play_urgency(node: &Node, config: &SearchConfig) -> f32 {
    (node.value.q - config.fpu_reduction * node.visited_prior.sqrt()).max(-1.0)
}
