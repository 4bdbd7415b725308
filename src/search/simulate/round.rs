//! A round of sequential halving at once: its leaves lie in different subtrees, so none of them waits for another.
//!
//! In: a search that is ready. Out: the leaves of one simulation each of the actions that the round has not visited yet.
//! Invariant: the tree, once they are answered, is bit for bit that of one simulation after the other.

use super::{Search, State};
use crate::search::config::RootPolicy;
use crate::search::evaluator::{Evaluation, Leaf};
use crate::search::tree::{EdgeId, NodeId, ROOT};
use crate::search::value::Proof;

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

impl Search {
    /// Goes on like [`Search::step`], but to all leaves at once that a round of sequential halving wants evaluated: a
    /// network answers sixteen questions in little more time than one. With PUCT at the root it is one leaf. Empty when
    /// [`Search::summary`] is ready.
    ///
    /// Called again before [`Search::provide_round`], it gives the same leaves again.
    pub fn step_round(&mut self) -> &[Leaf] {
        while self.state == State::Ready {
            if self.is_finished() {
                self.state = State::Done;
            } else {
                self.gather();
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
        let answered = round.leaves.iter().zip(&round.lines).zip(evaluations);
        for (number, ((leaf, line), evaluation)) in answered.enumerate() {
            // What has just been proven may leave nothing to do, or begin other phases: not with these simulations.
            if number > 0 && (self.is_finished() || self.halving.starts_again(&self.tree)) {
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
    fn gather(&mut self) {
        let mut round = std::mem::take(&mut self.round);
        loop {
            let cursor = self.halving.cursor();
            let edge = self.select_at_root(round.leaves.len() as u32);
            if let Some((exact, proof)) = self.descend(edge) {
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
            let made = self.simulations + round.leaves.len() as u32;
            let goes_on = self.config.root == RootPolicy::Gumbel && self.halving.goes_on(&self.tree);
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
