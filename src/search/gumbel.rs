//! Completed Q-values and the improved policy (Danihelka, Guez, Schrittwieser and Silver 2022,
//! "Policy improvement by planning with Gumbel").
//!
//! In: a node and its edges. Out: scores, the improved policy, and the action that a simulation
//! follows.
//! Invariant: lost actions have probability 0 as long as there is another; all sum to 1.
//!
//! Values here are in [-1, 1], so a `c_scale` of 1 weighs them twice as much as it would weigh
//! values in [0, 1].

use super::config::SearchConfig;
use super::tree::{EdgeId, Edges, Node, Tree};

/// `sigma(q) = (c_visit + max_b N(b)) * c_scale * q` (section 3). Returns the factor of q.
pub(crate) fn sigma(node: &Node, config: &SearchConfig) -> f32 {
    (config.c_visit + node.most_visits as f32) * config.c_scale
}

/// `completedQ(a)`: q(a) of an action that was visited or is proven, v_mix of any other (section 4,
/// appendix D).
pub(crate) fn completed_q(node: &Node, edges: &Edges, edge: EdgeId) -> f32 {
    if is_known(edges, edge) { edges.q[edge] } else { node.mixed }
}

/// Whether an action was visited or is proven.
pub(crate) fn is_known(edges: &Edges, edge: EdgeId) -> bool {
    edges.visits[edge] > 0 || !edges.is_open(edge)
}

/// `pi' = softmax(logits + sigma(completedQ))` (section 4) of an unproven node, into `out`.
pub(crate) fn improved_policy(tree: &Tree, node: &Node, config: &SearchConfig, out: &mut Vec<f32>) {
    let (edges, range) = (&tree.edges, node.edges());
    let (visits, proof) = (&edges.visits[range.clone()], &edges.proof[range.clone()]);
    let (logit, q) = (&edges.logit[range.clone()], &edges.q[range]);
    let sigma = sigma(node, config);
    out.clear();
    out.extend(visits.iter().zip(proof).zip(logit).zip(q).map(|(((&visits, &proof), &logit), &q)| {
        let known = visits > 0 || !proof.is_open();
        let improved = logit + sigma * if known { q } else { node.mixed };
        if proof.is_loss() { f32::NEG_INFINITY } else { improved }
    }));
    softmax(out);
}

/// The softmax of `logits`, in place; minus infinity becomes 0.
fn softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.iter_mut().for_each(|logit| *logit = exp(*logit - most));
    let scale = 1.0 / logits.iter().sum::<f32>();
    logits.iter_mut().for_each(|p| *p *= scale);
}

/// e^x for x <= 0, to within 2 units in the last place; 0 below -87.
///
/// Written out so that it is inlined and vectorised, which the C library's is not, and so that it
/// gives the same bits with every C library. Cody and Waite's reduction and Cephes' polynomial.
#[inline]
fn exp(x: f32) -> f32 {
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let clamped = x.max(-87.0);
    let n = (clamped * std::f32::consts::LOG2_E).round_ties_even();
    let r = clamped - n * LN_2_HIGH - n * LN_2_LOW;
    let p = 1.987_569_2e-4;
    let p = p * r + 1.398_2e-3;
    let p = p * r + 8.333_452e-3;
    let p = p * r + 4.166_579_6e-2;
    let p = p * r + 1.666_666_5e-1;
    let p = p * r + 0.5;
    let p = p * r * r + r + 1.0;
    // n lies in -126..=0, so this is a normal power of 2.
    let power = f32::from_bits(((n as i32 + 127) as u32) << 23);
    if x < -87.0 { 0.0 } else { p * power }
}

/// The action below the root: argmax over open actions of `pi'(a) - N(a) / (1 + sum_b N(b))`
/// (section 5), which keeps the visits as close to pi' as whole numbers go. Of equals the first.
pub(crate) fn select(tree: &Tree, node: &Node, config: &SearchConfig, policy: &mut Vec<f32>) -> EdgeId {
    let edges = &tree.edges;
    if node.child_visits == 0 {
        // All open actions have the same completed Q: pi' goes as the prior does.
        return best_open(node, edges, |edge| edges.logit[edge]);
    }
    improved_policy(tree, node, config, policy);
    let share = 1.0 / (1 + node.child_visits) as f32;
    best_open(node, edges, |edge| policy[edge - node.first_edge as usize] - share * edges.visits[edge] as f32)
}

/// The open action with the highest score, of equals the first. An unproven node has one.
pub(crate) fn best_open(node: &Node, edges: &Edges, score: impl Fn(EdgeId) -> f32) -> EdgeId {
    let mut open = node.edges().filter(|&edge| edges.is_open(edge));
    let first = open.next().expect("an unproven node has an unproven action");
    let mut best = (score(first), first);
    for edge in open {
        let score = score(edge);
        if score > best.0 {
            best = (score, edge);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::super::tree::ROOT;
    use super::super::value::{Estimate, Proof};
    use super::*;
    use crate::base::rng::{Rng, below, stream};
    use crate::rules::{Action, Point, Position, Rules};

    /// A node with 14 actions, some visited, some proven.
    fn some_node(rng: &mut Rng) -> Tree {
        let position = Position::start(Rules::asalto());
        let mut chance = |n| below(rng, n);
        let prior: Vec<f32> = (0..14).map(|_| (1 + chance(99)) as f32 / 700.0).collect();
        let actions = [Action::Stop(Point::ALL[0]); 14];
        let own = Estimate { q: chance(200) as f32 / 100.0 - 1.0, ..Estimate::default() };
        let mut tree = Tree::new(1);
        tree.push(position, &actions, &prior, &[Proof::Open; 14], own);
        for edge in 0..14 {
            tree.edges.visits[edge] = chance(3) * chance(5);
            tree.edges.q[edge] = chance(200) as f32 / 100.0 - 1.0;
            if chance(5) == 0 {
                let proof = [Proof::Loss(1), Proof::Draw(1)][chance(2) as usize];
                tree.edges.proof[edge] = proof;
                tree.edges.q[edge] = if proof.is_loss() { -1.0 } else { 0.0 };
            }
        }
        tree.edges.proof[7] = Proof::Open;
        tree.refresh(ROOT);
        tree
    }

    #[test]
    fn selection_below_the_root_is_that_of_section_5() {
        let config = SearchConfig { c_visit: 5.0, c_scale: 0.3, ..SearchConfig::default() };
        let mut rng = stream(1, &[]);
        for _ in 0..2000 {
            let tree = some_node(&mut rng);
            let (node, edges) = (tree.node(ROOT), &tree.edges);
            let alive: Vec<usize> = (0..14).filter(|&edge| !edges.proof[edge].is_loss()).collect();
            let visited = || alive.iter().copied().filter(|&edge| edges.visits[edge] > 0);
            let (n, p, q) = (
                |edge: usize| f64::from(edges.visits[edge]),
                |edge: usize| f64::from(edges.prior[edge]),
                |edge: usize| f64::from(edges.q[edge]),
            );
            let visits: f64 = visited().map(n).sum();
            let most = visited().map(n).fold(0.0, f64::max);
            let own = f64::from(node.own.q);
            let mean = visited().map(|edge| p(edge) * q(edge)).sum::<f64>() / visited().map(p).sum::<f64>();
            let mixed = if visits > 0.0 { (own + visits * mean) / (1.0 + visits) } else { own };
            let known = |edge: usize| edges.visits[edge] > 0 || !edges.is_open(edge);
            let completed = |edge| if known(edge) { q(edge) } else { mixed };
            let weight = |edge| p(edge) * (0.3 * (5.0 + most) * completed(edge)).exp();
            let total: f64 = alive.iter().map(|&edge| weight(edge)).sum();
            let score = |edge| weight(edge) / total - n(edge) / (1.0 + visits);
            let open = alive.iter().copied().filter(|&edge| edges.is_open(edge));
            let best = open.map(score).fold(f64::NEG_INFINITY, f64::max);
            let selected = select(&tree, node, &config, &mut Vec::new());
            assert!(edges.is_open(selected) && score(selected) > best - 1e-5);
        }
    }

    #[test]
    fn exp_is_that_of_the_library() {
        for step in 0..=87_000 {
            let x = -(step as f32) / 1000.0;
            let error = (exp(x) / x.exp() - 1.0).abs();
            assert!(error < 2.5e-7, "exp({x}) is off by {error}");
        }
        assert_eq!(exp(0.0), 1.0);
        assert_eq!((exp(-87.1), exp(f32::NEG_INFINITY)), (0.0, 0.0));
    }

    #[test]
    fn softmax_sums_to_1_and_leaves_nothing_to_minus_infinity() {
        for logits in [vec![0.3], vec![-1000.0, 0.0], vec![f32::NEG_INFINITY, 5.0, 4.0, 5.0], vec![2.0; 128]] {
            let mut policy = logits.clone();
            softmax(&mut policy);
            assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{logits:?}: {policy:?}");
            for (logit, p) in logits.iter().zip(policy) {
                assert!(p.is_finite() && (*logit > f32::NEG_INFINITY || p == 0.0), "{logits:?}");
            }
        }
    }
}
