//! What the root has to say when a search is over: the choice, the training target, the line of
//! play.
//!
//! In: a finished tree. Out: the parts of a [`SearchSummary`].
//! Invariant: a lost action is chosen, and has a target above 0, only if all are lost.
//!
//! Targets agree with proofs:
//! - root won: the prior, shared out among the actions that are proven to win;
//! - root drawn (all else is lost): the prior, shared out among the drawing actions;
//! - root lost: the prior itself, that is, no lesson: all actions are equal;
//! - otherwise lost actions get 0 and the others the improved policy (Gumbel) or their share of
//!   visits (PUCT; if a proven draw is chosen, which takes no visits once it is proven, the whole
//!   target is on it).

use super::config::{RootPolicy, SearchConfig};
use super::ends::Lookahead;
use super::gumbel::{completed_q, improved_policy, is_known};
use super::halving::Halving;
use super::summary::{SearchSummary, Variation};
use super::tree::{EdgeId, NO_NODE, Node, ROOT, Tree};
use super::value::Proof;
use crate::rules::Action;

/// The choice at a finished root.
pub(crate) fn chosen(tree: &Tree, halving: &Halving, config: &SearchConfig) -> EdgeId {
    let root = tree.node(ROOT);
    match config.root {
        RootPolicy::Gumbel if root.proof.is_open() => halving.chosen(tree, config),
        _ => most_wanted(tree, root),
    }
}

/// The action that the mover would play by visits: a win if one is proven, else the most visited
/// open one, unless that is worth less than a proven draw; a lost one only if there is no other.
fn most_wanted(tree: &Tree, node: &Node) -> EdgeId {
    let edges = &tree.edges;
    let (open, proven): (Vec<EdgeId>, Vec<EdgeId>) = node.edges().partition(|&edge| edges.is_open(edge));
    let open = greatest(open, |edge| (edges.visits[edge] as i32, edges.q[edge], edges.prior[edge]));
    let proven = greatest(proven, |edge| (edges.proof[edge].rank(), 0.0, edges.prior[edge]));
    let (open, proven) = match (open, proven) {
        (Some(open), Some(proven)) => (open, proven),
        (one, other) => return one.or(other).expect("a node has an action"),
    };
    match edges.proof[proven] {
        Proof::Win(_) => proven,
        Proof::Draw(_) if edges.visits[open] == 0 || edges.q[open] < tree.certain_draw_worth(node.side()) => proven,
        _ => open,
    }
}

/// The edge with the greatest key, of equals the first.
fn greatest(edges: Vec<EdgeId>, key: impl Fn(EdgeId) -> (i32, f32, f32)) -> Option<EdgeId> {
    edges.into_iter().reduce(|a, b| if key(b) > key(a) { b } else { a })
}

/// The training target over the root's actions (see the head of this file), into `out`.
fn target(tree: &Tree, chosen: EdgeId, config: &SearchConfig, prior: &[f32], out: &mut Vec<f32>) {
    let root = tree.node(ROOT);
    let edges = &tree.edges;
    // A prior of 0 on all that is left must not leave nothing to share out.
    let prior = |edge: EdgeId| prior[edge].max(f32::MIN_POSITIVE);
    match edges.proof[chosen].estimate(0.0) {
        _ if root.proof.is_open() && config.root == RootPolicy::Gumbel => {
            improved_policy(tree, root, config, out);
        }
        None => {
            // No visits on what isn't lost: then the prior is all there is to go by.
            let unvisited = root.child_visits == 0;
            let weight = |edge| {
                if unvisited { prior(edge) } else { edges.visits[edge] as f32 }
            };
            share_out(
                root,
                |edge| {
                    if edges.proof[edge].is_loss() { 0.0 } else { weight(edge) }
                },
                out,
            );
        }
        best => {
            let is_best = |edge: EdgeId| edges.proof[edge].estimate(0.0) == best;
            share_out(root, |edge| if is_best(edge) { prior(edge) } else { 0.0 }, out);
        }
    }
}

/// The weights of the root's actions, scaled to a sum of 1.
fn share_out(root: &Node, weight: impl Fn(EdgeId) -> f32, out: &mut Vec<f32>) {
    out.clear();
    out.extend(root.edges().map(weight));
    let total: f32 = out.iter().sum();
    out.iter_mut().for_each(|weight| *weight /= total);
}

/// The line of best play from the root, `chosen` first, as far as the tree knows it, and through a
/// chain that wins.
fn principal_variation(tree: &Tree, chosen: EdgeId) -> Vec<Action> {
    let edges = &tree.edges;
    let (mut node, mut edge) = (tree.node(ROOT), chosen);
    let mut line = vec![edges.action[edge]];
    while edges.child[edge] != NO_NODE {
        node = tree.node(edges.child[edge]);
        edge = most_wanted(tree, node);
        if edges.visits[edge] == 0 && edges.is_open(edge) {
            return line;
        }
        line.push(edges.action[edge]);
    }
    let mut position = node.position.play_unchecked(edges.action[edge]);
    if matches!(edges.proof[edge], Proof::Win(_)) {
        let mut lookahead = Lookahead::new();
        while position.outcome().is_none() {
            let Some(action) = lookahead.winning_action(&position) else {
                break;
            };
            line.push(action);
            position = position.play_unchecked(action);
        }
    }
    line
}

/// What the tree knows of each root action, in canonical order; `prior` is the evaluator's, if there was an evaluation.
pub(crate) fn variations(tree: &Tree, prior: Option<&[f32]>) -> Vec<Variation> {
    let (root, edges) = (tree.node(ROOT), &tree.edges);
    let variation = |edge: EdgeId| Variation {
        action: edges.action[edge],
        proven: edges.proof[edge].estimate(0.0).map(|exact| exact.q),
        wdl: is_known(edges, edge).then(|| edges.estimate(edge).to_wdl()),
        prior: prior.map(|prior| prior[edge - root.first_edge as usize]),
        line: principal_variation(tree, edge),
    };
    root.edges().map(variation).collect()
}

/// The summary of a finished search; `prior` is the evaluator's, without noise.
pub(crate) fn summary(tree: &Tree, halving: &Halving, config: &SearchConfig, prior: &[f32]) -> SearchSummary {
    let (root, edges) = (tree.node(ROOT), &tree.edges);
    let chosen = chosen(tree, halving, config);
    let mut policy = Vec::with_capacity(prior.len());
    target(tree, chosen, config, prior, &mut policy);
    let wdl = root.value.to_wdl();
    SearchSummary {
        actions: edges.action[root.edges()].to_vec(),
        visits: edges.visits[root.edges()].to_vec(),
        prior: prior.to_vec(),
        q: root.edges().map(|edge| completed_q(root, edges, edge)).collect(),
        policy,
        value: wdl[0] - wdl[2],
        wdl,
        proven: root.proof.estimate(0.0).map(|exact| exact.q),
        chosen: edges.action[chosen],
        principal_variation: principal_variation(tree, chosen),
        simulations: 0,
        evaluations: 0,
    }
}
