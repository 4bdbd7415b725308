//! Several leaves at once.
//!
//! In: a search that is ready. Out: with the Gumbel root, the leaves of one simulation each of the actions that the round of
//! sequential halving has not visited yet; with PUCT, the leaves of the next simulations, each selected as if those before it
//! had been visits.
//! Invariant: with the Gumbel root the tree, once they are answered, is bit for bit that of one simulation after the other,
//! since the leaves lie in different subtrees. With PUCT it is so if no more than one leaf at once is asked for.

use super::{Search, State};
use crate::search::config::RootPolicy;
use crate::search::evaluator::{Evaluation, Leaf};
use crate::search::tree::{EdgeId, NodeId, ROOT};
use crate::search::value::Proof;

/// With PUCT, visits of the root, earlier searches' included, for each leaf that may wait: what a search looks at first, all the
/// rest follows from.
const VISITS_A_LEAF: usize = 16;

/// The simulations of a round that wait for their evaluations.
#[derive(Default)]
pub(super) struct Round {
    leaves: Vec<Leaf>,
    /// `[leaves]`, and some to be used again.
    lines: Vec<Line>,
}

/// What a simulation needs to be finished, besides its leaf.
#[derive(Default)]
struct Line {
    path: Vec<(NodeId, EdgeId)>,
    ends: Vec<Proof>,
    /// Where the halving stood before this simulation.
    cursor: usize,
}

impl Round {
    /// Forgets what waits.
    pub(super) fn clear(&mut self) {
        self.leaves.clear();
    }
}

impl Search {
    /// Goes on like [`Search::step`], but to several leaves at once: a network answers sixteen questions in little more time
    /// than one. With the Gumbel root these are all leaves that a round of sequential halving wants evaluated, with PUCT `most`
    /// at most, one at first and one more for each 16 visits of the root. Empty when [`Search::summary`] is ready.
    ///
    /// Called again before [`Search::provide_round`], it gives the same leaves again.
    pub fn step_round(&mut self, most: usize) -> &[Leaf] {
        while self.state == State::Ready {
            if self.is_finished() {
                self.state = State::Done;
            } else {
                self.gather(most);
            }
        }
        match self.state {
            State::Waiting if self.round.leaves.is_empty() => std::slice::from_ref(&self.leaf),
            State::Waiting => &self.round.leaves,
            _ => &[],
        }
    }

    /// Answers the leaves of the last [`Search::step_round`], in their order.
    ///
    /// # Panics
    /// If no leaves wait, or if the evaluations are not aligned with them.
    pub fn provide_round(&mut self, evaluations: &[Evaluation]) {
        let mut round = std::mem::take(&mut self.round);
        assert_eq!(evaluations.len(), round.leaves.len().max(1), "one evaluation for each leaf");
        if round.leaves.is_empty() {
            self.provide(&evaluations[0]);
        }
        for line in &round.lines[..round.leaves.len()] {
            line.path.iter().for_each(|&(_, edge)| self.tree.edges.waiting[edge] -= 1);
        }
        let answered = round.leaves.iter().zip(&round.lines).zip(evaluations);
        for (number, ((leaf, line), evaluation)) in answered.enumerate() {
            // What has just been proven may leave nothing to do, or begin other phases: not with these simulations.
            let starts_again = || self.config.root == RootPolicy::Gumbel && self.halving.starts_again(&self.tree);
            if number > 0 && (self.is_finished() || starts_again()) {
                self.halving.rewind(line.cursor);
                break;
            }
            self.leaf.clone_from(leaf);
            self.path.clone_from(&line.path);
            self.ends.clone_from(&line.ends);
            self.state = State::Waiting;
            self.provide(evaluation);
        }
        round.leaves.clear();
        self.round = round;
    }

    /// Selects the leaves of a round, up to the first that needs no evaluation. If that is the very first, its simulation is
    /// made.
    fn gather(&mut self, most: usize) {
        let mut round = std::mem::take(&mut self.round);
        let most = most.min(1 + self.tree.node(ROOT).child_visits as usize / VISITS_A_LEAF);
        loop {
            let cursor = self.halving.cursor();
            let edge = self.select_at_root(round.leaves.len() as u32);
            let exact = self.descend(edge);
            if self.path.last().is_some_and(|&(_, edge)| self.tree.edges.waiting[edge] > 0) {
                // The leaf is one of those that wait.
                break;
            }
            if let Some((exact, proof)) = exact {
                if round.leaves.is_empty() {
                    self.expand_uniformly(exact);
                    self.finish(exact, proof);
                } else {
                    self.halving.rewind(cursor);
                }
                break;
            }
            let number = round.leaves.len();
            if number == round.lines.len() {
                round.lines.push(Line::default());
            }
            round.leaves.push(self.leaf.clone());
            let line = &mut round.lines[number];
            line.cursor = cursor;
            line.path.clone_from(&self.path);
            line.ends.clone_from(&self.ends);
            line.path.iter().for_each(|&(_, edge)| self.tree.edges.waiting[edge] += 1);
            let made = self.simulations + round.leaves.len() as u32;
            let goes_on = match self.config.root {
                RootPolicy::Gumbel => self.halving.goes_on(&self.tree),
                RootPolicy::Puct => round.leaves.len() < most,
            };
            if made >= self.budget || !goes_on {
                break;
            }
        }
        if !round.leaves.is_empty() {
            self.state = State::Waiting;
        }
        self.round = round;
    }

    /// Whether there is nothing more to simulate.
    pub(super) fn is_finished(&self) -> bool {
        self.simulations >= self.budget || !self.tree.node(ROOT).proof.is_open()
    }
}
