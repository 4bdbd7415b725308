//! Tree search guided by an evaluator: Gumbel root with sequential halving, or PUCT.
//!
//! In: a [`Game`](crate::rules::Game), a [`SearchConfig`], a seeded generator, and an
//! [`Evaluator`]'s answers.
//! Out: a [`SearchSummary`]: the move, the training target, the value, the line of play.
//! Invariant: every value is from the view of one side to move, and flips when the *side* changes,
//! never by ply: a side that places two officers, or jumps on in a chain, moves again.
//!
//! A [`Search`] works in lock-step with many others: [`Search::step`] runs until it needs a leaf
//! evaluated, and [`Search::provide`] takes the answer, so that one batch can serve a whole group
//! of games. One concept a file:
//!
//! | file | concept |
//! |---|---|
//! | `config` | the knobs |
//! | `evaluator` | leaf, evaluation, evaluator |
//! | `value` | estimates and proofs, and the one place where they flip |
//! | `tree` | nodes and edges in flat arrays |
//! | `ends` | ends of the game one action ahead; repetition |
//! | `gumbel` | completed Q, improved policy, selection below the root |
//! | `halving` | the Gumbel root |
//! | `puct` | PUCT selection |
//! | `noise` | Gumbel and Dirichlet samples |
//! | `backup` | values and proofs from leaf to root |
//! | `root` | choice, training target, principal variation |
//! | `simulate` | the search: start, step, provide, summary; in `descent` one simulation, in `round` several at once, in `reuse` what the last search found |
//! | `summary` | what a search found |
//! | `outline` | a tree as text |

mod backup;
mod config;
mod ends;
mod evaluator;
mod gumbel;
mod halving;
mod noise;
mod outline;
mod puct;
mod root;
mod simulate;
mod summary;
mod tree;
mod value;

pub use config::{InteriorPolicy, MOST_DRAW_VALUE, RootPolicy, SearchConfig};
pub use evaluator::{Evaluation, Evaluator, Leaf};
pub use simulate::{Search, Step, run, run_watched};
pub use summary::{SearchSummary, Variation};
