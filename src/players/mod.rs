//! Everyone who can play: fixed anchors of several strengths, and networks.
//!
//! In: a [`PlayerSpec`], the text that every command names a player by. Out: [`Player`]s, one for
//! each thread.
//! Invariant: a player's game depends on its spec, its seed and the moves alone; but for who plays by the clock, and outside
//! programs.
//!
//! All options are in [`spec_help`].
//!
//! | spec | what it is |
//! |---|---|
//! | `random` | any legal micro-action |
//! | `greedy` | captures the most it can, else plays at random |
//! | `mcts:sims=N` | tree search with random playouts that avoid the worst blunders |
//! | `alphabeta:depth=N`, `alphabeta:ms=N` | alpha-beta search with a hand-made evaluation |
//! | `net:DIR`, `net:DIR?sims=N`, `net:DIR?ms=N` | a trained network: its policy alone, or with search; `net` alone = the one that comes with the program |
//! | `exact:DIR`, `exact:DIR?else=PLAYER` | wins what the tables of `asalto solve` prove, see [`ExactPlayer`]; elsewhere as another player |
//! | `ugi:COMMAND` | an outside program, see [`ugi`] |

mod alphabeta;
mod budget;
mod exact;
mod factory;
mod forfeit;
mod greedy;
mod mcts;
mod network;
mod network_spec;
mod options;
mod player;
mod random;
mod rollout;
mod searcher;
mod spec;
pub mod ugi;
mod watch;

pub use alphabeta::{AlphaBetaBudget, AlphaBetaPlayer};
pub use budget::{Budget, Limit};
pub use exact::ExactPlayer;
pub use factory::{EvaluatorLoader, EvaluatorMaker, PlayerFactory};
pub use forfeit::{Forfeit, ForfeitKind};
pub use greedy::GreedyPlayer;
pub use mcts::MctsPlayer;
pub use network::NetworkPlayer;
pub use network_spec::NetworkSpec;
pub use player::Player;
pub use random::RandomPlayer;
pub use rollout::RolloutEvaluator;
pub use spec::{PlayerSpec, SpecError, spec_help};
pub use watch::{Thinking, Watch};
