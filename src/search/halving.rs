//! The Gumbel root: which actions are considered, and how simulations are shared out among them.
//!
//! In: the root and how many simulations are left. Out: the action of the next simulation, and at
//! the end the one that is left (Danihelka et al. 2022, algorithm 2; Karnin, Koren and Somekh 2013
//! for sequential halving).
//! Invariant: while the root is unproven there is always a next action, and it is an open one.
//!
//! With m considered actions and n simulations there are `p = ceil(log2 m)` phases of about `n / p`
//! simulations. Each visits all that are left equally often, then the better half stays (never
//! fewer than two: what simulations remain go to the last two in turn). The score of an action is
//! `g(a) + logit(a) + sigma(completedQ(a))`, g being the Gumbel noise; before any visit that is the
//! order of `g(a) + logit(a)`, the Gumbel-Top-k trick.
//!
//! Beyond the paper: an action that is proven leaves. When that leaves fewer than two to choose
//! from although others are open, what remains of the budget starts again on the best of all.

use super::config::SearchConfig;
use super::gumbel::{completed_q, sigma};
use super::noise;
use super::tree::{EdgeId, Edges, Node, ROOT, Tree};
use super::value::Proof;
use crate::base::rng::Rng;

/// The state of sequential halving.
#[derive(Default)]
pub(crate) struct Halving {
    /// `[root actions]`: Gumbel noise.
    noise: Vec<f32>,
    /// The actions that are left, in the order of their scores when the phase began.
    pool: Vec<EdgeId>,
    /// How many the pool was to have, nothing being proven.
    planned: usize,
    /// How many it has at the end: two, unless fewer were considered.
    least: usize,
    /// Simulations of one phase.
    phase: usize,
    /// Rounds over the pool that the phase still has, the running one included.
    rounds: usize,
    /// Next place in the pool.
    cursor: usize,
}

impl Halving {
    /// With room for `actions` root actions.
    pub(crate) fn with_capacity(actions: usize) -> Halving {
        let (noise, pool) = (Vec::with_capacity(actions), Vec::with_capacity(actions));
        Halving { noise, pool, ..Halving::default() }
    }

    /// Starts on a new root: draws its noise and considers the best `m` actions.
    pub(crate) fn start(&mut self, tree: &Tree, config: &SearchConfig, simulations: u32, rng: &mut Rng) {
        let scale = config.gumbel_scale;
        self.noise.clear();
        // Scale 0 draws as well, so that the stream of numbers doesn't depend on it.
        self.noise.extend(tree.node(ROOT).edges().map(|_| scale * noise::gumbel(rng)));
        self.consider(tree, config, simulations);
    }

    /// Starts the phases anew with the best of all open actions.
    fn consider(&mut self, tree: &Tree, config: &SearchConfig, simulations: u32) {
        let root = tree.node(ROOT);
        self.pool.clear();
        self.pool.extend(root.edges().filter(|&edge| tree.edges.is_open(edge)));
        self.planned = self.pool.len().min(config.considered as usize).min(simulations as usize);
        self.least = self.planned.min(2);
        self.phase = simulations as usize / log2_ceil(self.planned);
        self.cut(tree, config);
    }

    /// Keeps the best `planned` actions and begins a phase with them.
    fn cut(&mut self, tree: &Tree, config: &SearchConfig) {
        let scorer = Scorer::new(&self.noise, tree, config);
        // Stable, so that of equals the first in canonical order stays.
        self.pool.sort_by(|&a, &b| scorer.score(b).total_cmp(&scorer.score(a)));
        self.pool.truncate(self.planned);
        self.rounds = (self.phase / self.pool.len().max(1)).max(1);
        self.cursor = 0;
    }

    /// The root action that the next of `remaining` simulations goes along.
    pub(crate) fn next(&mut self, tree: &Tree, config: &SearchConfig, remaining: u32) -> EdgeId {
        let edges = &tree.edges;
        if self.starts_again(tree) {
            self.consider(tree, config, remaining);
        }
        loop {
            while let Some(&edge) = self.pool.get(self.cursor) {
                self.cursor += 1;
                if edges.is_open(edge) {
                    return edge;
                }
            }
            self.cursor = 0;
            self.rounds -= 1;
            if self.rounds == 0 {
                self.pool.retain(|&edge| edges.is_open(edge));
                self.planned = (self.planned / 2).max(self.least);
                self.cut(tree, config);
            }
        }
    }

    /// Whether so much of the pool is proven that the next simulation begins the phases anew.
    pub(crate) fn starts_again(&self, tree: &Tree) -> bool {
        let open = self.pool.iter().filter(|&&edge| tree.edges.is_open(edge)).count();
        open < self.least && tree.node(ROOT).open_edges as usize > open
    }

    /// Whether the running round has another action to visit.
    pub(crate) fn goes_on(&self, tree: &Tree) -> bool {
        self.pool[self.cursor.min(self.pool.len())..].iter().any(|&edge| tree.edges.is_open(edge))
    }

    /// The place in the pool where the next simulation looks first.
    pub(crate) fn cursor(&self) -> usize {
        self.cursor
    }

    /// Takes back the simulations of this round from a place in the pool on.
    pub(crate) fn rewind(&mut self, cursor: usize) {
        self.cursor = cursor;
    }

    /// The action that halving leaves: the best score in the pool or among proven draws. The root
    /// is unproven.
    pub(crate) fn chosen(&self, tree: &Tree, config: &SearchConfig) -> EdgeId {
        let scorer = Scorer::new(&self.noise, tree, config);
        let edges = &tree.edges;
        let root = tree.node(ROOT);
        let drawn = root.edges().filter(|&edge| matches!(edges.proof[edge], Proof::Draw(_)));
        let left = self.pool.iter().copied().filter(|&edge| edges.is_open(edge));
        // The last simulation may have lost the last of the pool: then any open action is better
        // than a lost one.
        let others = root.edges().filter(|&edge| edges.is_open(edge));
        best(left.chain(drawn), &scorer)
            .or_else(|| best(others, &scorer))
            .expect("an unproven root has an action that is not lost")
    }
}

/// `g(a) + logit(a) + sigma(completedQ(a))` of root actions.
struct Scorer<'a> {
    noise: &'a [f32],
    root: &'a Node,
    edges: &'a Edges,
    sigma: f32,
}

impl<'a> Scorer<'a> {
    fn new(noise: &'a [f32], tree: &'a Tree, config: &SearchConfig) -> Scorer<'a> {
        let root = tree.node(ROOT);
        Scorer { noise, root, edges: &tree.edges, sigma: sigma(root, config) }
    }

    fn score(&self, edge: EdgeId) -> f32 {
        // The root's edges are the first of the tree, so an edge is its own place in the noise.
        self.noise[edge] + self.edges.logit[edge] + self.sigma * completed_q(self.root, self.edges, edge)
    }
}

/// The edge with the highest score, of equals the first.
fn best(edges: impl Iterator<Item = EdgeId>, scorer: &Scorer) -> Option<EdgeId> {
    edges.map(|edge| (scorer.score(edge), edge)).reduce(|a, b| if b.0 > a.0 { b } else { a }).map(|(_, edge)| edge)
}

/// The logarithm to base 2, rounded up; 1 at least.
fn log2_ceil(value: usize) -> usize {
    value.max(2).next_power_of_two().trailing_zeros() as usize
}

#[cfg(test)]
impl Halving {
    /// The capacity of every buffer.
    pub(crate) fn capacities(&self) -> [usize; 2] {
        [self.noise.capacity(), self.pool.capacity()]
    }
}
