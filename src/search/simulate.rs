//! The search from outside: start, step, provide, summary.
//!
//! In: a game, a configuration, a generator, and one evaluation for each leaf that [`Search::step`]
//! hands out.
//! Out: a [`SearchSummary`].
//! Invariant: after `start` a search asks for at most one evaluation a simulation and one for the
//! root, and always ends; nothing in it recurses, and until the summary nothing allocates but the
//! first rounds and the actions of a game longer than any before.

mod descent;
mod reuse;
mod round;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use self::round::Round;
use super::config::SearchConfig;
use super::ends::{LONG_LINE, Lookahead};
use super::evaluator::{Evaluation, Evaluator, Leaf};
use super::halving::Halving;
use super::outline::outline;
use super::root;
use super::summary::{SearchSummary, Variation};
use super::tree::{EdgeId, NodeId, ROOT, Tree, worth_to};
use super::value::{Estimate, Proof};
use crate::base::rng::{self, Rng};
use crate::rules::{Action, ActionList, Game, Position, Rules, Side};

/// The power of the officers' probability to lose with which rebels taken count: where all is nearly lost, and nowhere else.
const SCORE_CERTAINTY: i32 = 4;

/// What a search wants next.
#[derive(Debug)]
pub enum Step<'a> {
    /// This leaf evaluated: answer with [`Search::provide`].
    Evaluate(&'a Leaf),
    /// Nothing: [`Search::summary`] is ready.
    Done,
}

/// A search tree with all that one game needs; used again for move after move, and game after game.
pub struct Search {
    tree: Tree,
    config: SearchConfig,
    rng: Rng,
    halving: Halving,
    /// Where the game of the root began, and what was played up to the root.
    start: Position,
    played: Vec<Action>,
    /// Rebels on the board at the root.
    rebels: u32,
    /// Turn-boundary hashes of the game before the root, oldest first.
    history: Vec<u64>,
    state: State,
    /// Edges from the root to the leaf of the running simulation.
    path: Vec<(NodeId, EdgeId)>,
    leaf: Leaf,
    /// `[leaf actions]`: how each ends the game, if it does.
    ends: Vec<Proof>,
    lookahead: Lookahead,
    /// The leaves that wait side by side, if a whole round was asked for.
    round: Round,
    /// `[root actions]`: the evaluator's prior, without noise.
    prior: Vec<f32>,
    /// Scratch for the policy of the node that is selected in.
    policy: Vec<f32>,
    /// Simulations to make, made, and evaluations asked for.
    budget: u32,
    simulations: u32,
    evaluations: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The leaf waits for its evaluation.
    Waiting,
    /// The next simulation can begin.
    Ready,
    Done,
}

impl Search {
    /// A search whose tree holds at most `capacity` nodes; all its memory ([`Search::bytes`]) is
    /// reserved here.
    ///
    /// [`SearchConfig::capacity`] is enough for a configuration. With less, a search goes on when
    /// its tree is full: it evaluates leaves, but no longer looks beyond them.
    pub fn new(capacity: usize) -> Search {
        let position = Position::start(Rules::asalto());
        let tree = Tree::new(capacity);
        Search {
            // A path visits each node once at most.
            path: Vec::with_capacity(tree.nodes.capacity()),
            tree,
            config: SearchConfig::default(),
            rng: rng::stream(0, &[]),
            halving: Halving::with_capacity(ActionList::CAPACITY),
            start: position,
            played: Vec::with_capacity(LONG_LINE),
            rebels: 0,
            history: Vec::with_capacity(LONG_LINE),
            state: State::Done,
            leaf: Leaf { position, repetitions: 0, actions: ActionList::new(), draw_value: 0.0 },
            ends: Vec::with_capacity(ActionList::CAPACITY),
            lookahead: Lookahead::new(),
            round: Round::default(),
            prior: Vec::with_capacity(ActionList::CAPACITY),
            policy: Vec::with_capacity(ActionList::CAPACITY),
            budget: 0,
            simulations: 0,
            evaluations: 0,
        }
    }

    /// Bytes of memory that a search of this capacity takes, to within a few kilobytes.
    pub fn bytes(capacity: usize) -> usize {
        Tree::bytes(capacity) + size_of::<Search>()
    }

    /// The greatest capacity whose [`Search::bytes`] are within these; 1 at least.
    pub fn capacity_within(bytes: usize) -> usize {
        let (least, each) = (Search::bytes(1), Search::bytes(2) - Search::bytes(1));
        1 + bytes.saturating_sub(least) / each
    }

    /// Starts a search of the game's position and forgets the last one.
    ///
    /// The result depends on the game, the configuration, the generator's state and the evaluations
    /// alone.
    ///
    /// # Panics
    /// If the game is over: there is nothing to choose.
    pub fn start(&mut self, game: &Game, config: &SearchConfig, rng: Rng) {
        self.tree.clear(config);
        self.turn_to(game, config, rng);
        let proof = self.arrive(*game.position());
        self.budget = budget(config, &self.ends);
        self.state = State::Waiting;
        if let Some(exact) = proof.estimate(self.tree.certain_draw_worth(game.position().side_to_move())) {
            self.expand_uniformly(exact);
            self.prior.clone_from(&self.policy);
            self.state = State::Done;
        }
    }

    /// All that a search needs to know of its game but the root itself.
    fn turn_to(&mut self, game: &Game, config: &SearchConfig, rng: Rng) {
        assert!(game.outcome().is_none(), "no search of a game that is over: {}", game.position());
        self.config.clone_from(config);
        self.rng = rng;
        self.path.clear();
        self.round.clear();
        (self.simulations, self.evaluations) = (0, 0);
        self.start = *game.start();
        self.rebels = game.position().rebels().count();
        self.played.clear();
        self.played.extend_from_slice(game.actions());

        let turns = game.turn_hashes_since_irreversible();
        let before = turns.len() - usize::from(game.position().is_between_turns());
        self.history.clear();
        self.history.extend_from_slice(&turns[..before]);
    }

    /// Goes on to the next leaf that wants evaluating. Simulations that find an exact end are made
    /// on the way.
    ///
    /// Called again before [`Search::provide`], it gives the same leaf again.
    pub fn step(&mut self) -> Step<'_> {
        while self.state == State::Ready {
            if self.is_finished() {
                self.state = State::Done;
            } else {
                self.simulate();
            }
        }
        match self.state {
            State::Waiting => Step::Evaluate(&self.leaf),
            _ => Step::Done,
        }
    }

    /// Answers the last [`Step::Evaluate`].
    ///
    /// # Panics
    /// If no leaf waits, or if the prior is not aligned with the leaf's actions.
    pub fn provide(&mut self, evaluation: &Evaluation) {
        assert!(self.state == State::Waiting, "no leaf waits for an evaluation");
        assert_eq!(evaluation.prior.len(), self.leaf.actions.len(), "one prior for each legal action");
        self.state = State::Ready;
        self.evaluations += 1;
        let draw_worth = self.tree.draw_worth(self.leaf.position.side_to_move());
        let estimate = self.scored(Estimate::from_wdl(evaluation.wdl, draw_worth));
        if self.path.is_empty() {
            self.expand_root(estimate, &evaluation.prior);
        } else {
            self.expand(estimate, &evaluation.prior);
            self.finish(estimate, Proof::Open);
        }
    }

    /// The leaf's estimate with what [`SearchConfig::score_utility`] adds to it.
    fn scored(&self, estimate: Estimate) -> Estimate {
        let position = &self.leaf.position;
        let worth_of_taken = self.config.score_utility * (self.rebels - position.rebels().count()) as f32;
        if worth_of_taken == 0.0 {
            return estimate;
        }
        let mover = position.side_to_move();
        let [_, _, defeat] = estimate.seen_by(Side::Officers, mover).to_wdl();
        let worth = worth_to(mover, worth_of_taken * defeat.powi(SCORE_CERTAINTY));
        Estimate { q: (estimate.q + worth).clamp(-1.0, 1.0), ..estimate }
    }

    /// Simulations made so far.
    pub fn simulations(&self) -> u32 {
        self.simulations
    }

    /// Whether there is nothing left to do.
    pub fn is_over(&self) -> bool {
        self.state == State::Done
    }

    /// What was found; also in the middle of a search, once the root is evaluated.
    ///
    /// # Panics
    /// If the root is not evaluated yet.
    pub fn summary(&self) -> SearchSummary {
        assert!(!self.tree.nodes.is_empty(), "no summary before the root is evaluated");
        SearchSummary {
            simulations: self.simulations,
            evaluations: self.evaluations,
            ..root::summary(&self.tree, &self.halving, &self.config, &self.prior)
        }
    }

    /// What is known of each legal action, in the order of the summary: for analysis. It costs more than the summary, which
    /// follows one line only.
    ///
    /// # Panics
    /// If the root is not evaluated yet.
    pub fn variations(&self) -> Vec<Variation> {
        assert!(!self.tree.nodes.is_empty(), "no variations before the root is evaluated");
        // Who has proven the root before any simulation asked nobody.
        let decided = self.simulations == 0 && !self.tree.node(ROOT).proof.is_open();
        root::variations(&self.tree, (!decided).then_some(&self.prior))
    }

    /// The tree as text, down to `depth` actions: for tests and for the curious.
    pub fn outline(&self, depth: usize) -> String {
        outline(&self.tree, depth)
    }
}

/// The simulations of a root whose actions end so: fewer where the move is forced.
fn budget(config: &SearchConfig, ends: &[Proof]) -> u32 {
    let playable = ends.iter().filter(|end| !end.is_loss()).count();
    if playable == 1 { config.simulations.min(config.forced_simulations) } else { config.simulations }
}

/// Searches one position from start to end; for tests and tools. Self-play steps many searches side
/// by side instead.
pub fn run(
    search: &mut Search,
    game: &Game,
    config: &SearchConfig,
    rng: Rng,
    evaluator: &mut impl Evaluator,
) -> SearchSummary {
    search.start(game, config, rng);
    run_watched(search, evaluator, &mut |_| ControlFlow::Continue(()))
}

/// Goes on with a search that is started until its simulations are made or `watch` breaks off,
/// which is asked after every round of evaluations from the first simulation on; for players, whose time may
/// run out.
///
/// Where it is not known how many simulations there will be, the root should be
/// [`RootPolicy::Puct`](super::RootPolicy::Puct): sequential halving shares out a number that it
/// knows from the beginning, and broken off early it has hardly compared its candidates.
pub fn run_watched(
    search: &mut Search,
    evaluator: &mut impl Evaluator,
    watch: &mut dyn FnMut(&Search) -> ControlFlow<()>,
) -> SearchSummary {
    let mut evaluations = Vec::new();
    loop {
        let leaves = search.step_round(evaluator.batch());
        if leaves.is_empty() {
            break;
        }
        evaluator.evaluate(leaves, &mut evaluations);
        search.provide_round(&evaluations);
        if search.simulations > 0 && watch(search).is_break() {
            break;
        }
    }
    search.summary()
}
