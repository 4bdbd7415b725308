//! PUCT selection (Silver et al. 2017, "Mastering the game of Go without human knowledge", Methods:
//! Select).
//!
//! In: a node and its edges. Out: the action that a simulation follows.
//! Invariant: an unvisited action is judged by its parent's value, never by 0: with 0, whoever is
//! losing would try everything once, and its search would be breadth only.

use super::config::SearchConfig;
use super::gumbel::best_open;
use super::tree::{EdgeId, Node, Tree};

/// argmax over open actions of `Q(a) + c * P(a) * sqrt(1 + sum_b N(b)) / (1 + N(a) + W(a))`. Of
/// equals the first.
///
/// c is `c_puct`, less the share `puct_deviation` of it that goes with the standard deviation of the result, as the node's
/// win, draw and loss have it (KataGo scales by that of the values found below a node): where all but one result is out of
/// the question, actions differ little in value, and these differences are all there is to go by. `fpu_reduction` shrinks
/// alike, or an action not visited yet would look the worst by far.
///
/// W counts the simulations that went along `a` and wait for their leaf's evaluation: the next one rather looks elsewhere, and
/// takes no value for lost that is only not known yet (no virtual loss but a virtual visit).
///
/// The 1 under the root counts the node's own evaluation: without it the first choice would not see
/// the prior.
pub(crate) fn select(tree: &Tree, node: &Node, config: &SearchConfig) -> EdgeId {
    let edges = &tree.edges;
    let spread = spread(tree, node, config);
    let unvisited = first_play_urgency(node, spread * config.fpu_reduction);
    let explore = spread * config.c_puct * ((1 + node.child_visits) as f32).sqrt();
    best_open(node, edges, |edge| {
        let visits = edges.visits[edge];
        let q = if visits > 0 { edges.q[edge] } else { unvisited };
        q + explore * edges.prior[edge] / (1 + visits + edges.waiting[edge]) as f32
    })
}

/// The share of the constants, which are meant for open positions, that counts in this one.
fn spread(tree: &Tree, node: &Node, config: &SearchConfig) -> f32 {
    1.0 - config.puct_deviation * (1.0 - node.value.deviation(tree.draw_worth(node.side())))
}

/// The value less `reduction * sqrt(prior of the visited actions)`, as KataGo has it: the more
/// of the prior was tried, the less is expected of the rest.
fn first_play_urgency(node: &Node, reduction: f32) -> f32 {
    (node.value.q - reduction * node.visited_prior.sqrt()).max(-1.0)
}

#[cfg(test)]
mod tests {
    use super::super::tree::ROOT;
    use super::super::value::{Estimate, Proof};
    use super::*;
    use crate::rules::{Action, Point, Position, Rules};

    /// A node with win, draw and loss like this, whose three actions have these priors, visits and values.
    fn node(wdl: [f32; 3], actions: [(f32, u32, f32); 3]) -> Tree {
        let own = Estimate::from_wdl(wdl, 0.0);
        let mut tree = Tree::new(1);
        let prior = actions.map(|(prior, _, _)| prior);
        tree.push(Position::start(Rules::asalto()), &[Action::Stop(Point::ALL[0]); 3], &prior, &[Proof::Open; 3], own);
        for (edge, (_, visits, q)) in actions.into_iter().enumerate() {
            tree.edges.visits[edge] = visits;
            (tree.edges.q[edge], tree.edges.lead[edge]) = (q, q);
        }
        tree.refresh(ROOT);
        tree
    }

    fn selected(tree: &Tree, puct_deviation: f32) -> EdgeId {
        select(tree, tree.node(ROOT), &SearchConfig { puct_deviation, ..SearchConfig::default() })
    }

    #[test]
    fn where_the_end_seems_certain_small_differences_count() {
        // Exploration favours the first action by 0.1 * 1.5 * sqrt(16) / 6 = 0.1 times the deviation, about 0.27 and 1.
        let lost = node([0.01, 0.0, 0.99], [(0.5, 5, -0.99), (0.4, 5, -0.9), (0.1, 5, -0.99)]);
        assert_eq!((selected(&lost, 0.0), selected(&lost, 1.0)), (0, 1));
        let open = node([0.5, 0.0, 0.5], [(0.5, 5, 0.0), (0.4, 5, 0.09), (0.1, 5, 0.0)]);
        assert_eq!((selected(&open, 0.0), selected(&open, 1.0)), (0, 0), "here they don't");
    }

    #[test]
    fn where_the_end_seems_certain_an_unvisited_action_is_no_worse_than_others() {
        // Of three losing actions one is not visited yet.
        let lost = node([0.01, 0.0, 0.99], [(0.5, 8, -0.97), (0.3, 8, -0.97), (0.2, 0, 0.0)]);
        let urgency = |reduction| first_play_urgency(lost.node(ROOT), reduction);
        assert!(urgency(0.2) < -0.99 && urgency(0.0) > -0.98, "{} {}", urgency(0.2), urgency(0.0));
        assert_eq!(selected(&lost, 1.0), 2);
    }
}
