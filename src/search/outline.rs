//! A search tree as text.
//!
//! In: a tree. Out: one line a visited or proven edge, indented by depth, in the order of the tree.
//! Invariant: equal trees give equal texts, and the text shows every number that a backup changes.

use std::fmt::Write as _;

use super::tree::{EdgeId, NO_NODE, Node, ROOT, Tree};
use super::value::{Estimate, Proof};

/// The tree down to `depth` actions below the root.
pub(crate) fn outline(tree: &Tree, depth: usize) -> String {
    let mut text = String::new();
    let Some(root) = tree.nodes.get(ROOT as usize) else {
        return text;
    };
    let _ = writeln!(text, "{} {}", root.position, node_text(root));
    // The edges still to write, the next one last: the tree is walked without recursion.
    let mut pending: Vec<(usize, EdgeId)> = root.edges().rev().map(|edge| (1, edge)).collect();
    while let Some((level, edge)) = pending.pop() {
        let edges = &tree.edges;
        if level > depth || (edges.visits[edge] == 0 && edges.is_open(edge)) {
            continue;
        }
        let child = edges.child[edge];
        let _ = write!(text, "{:indent$}{} ", "", edges.action[edge], indent = 2 * level);
        let _ =
            write!(text, "P {:.4} N {} {}", edges.prior[edge], edges.visits[edge], estimate_text(edges.estimate(edge)));
        let _ = write!(text, "{}", proof_text(edges.proof[edge]));
        if child != NO_NODE {
            let node = tree.node(child);
            let _ = write!(text, " -> {}", node_text(node));
            pending.extend(node.edges().rev().map(|edge| (level + 1, edge)));
        }
        text.push('\n');
    }
    text
}

fn node_text(node: &Node) -> String {
    let (own, mixed, value) = (estimate_text(node.own), node.mixed, estimate_text(node.value));
    format!("{}: own {own} mixed {mixed:+.4} value {value}{}", node.side(), proof_text(node.proof))
}

fn estimate_text(estimate: Estimate) -> String {
    // Adding 0 turns a negative zero into a positive one.
    format!("{:+.4}/{:.4}", estimate.q + 0.0, estimate.draw)
}

fn proof_text(proof: Proof) -> String {
    match proof {
        Proof::Open => String::new(),
        Proof::Loss(length) => format!(" lost in {length}"),
        Proof::Draw(length) => format!(" drawn in {length}"),
        Proof::Win(length) => format!(" won in {length}"),
    }
}
