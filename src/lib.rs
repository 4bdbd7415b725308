//! Self-play trainer and balance laboratory for the siege game Asalto.
//!
//! The modules in dependency order; each imports only from those above it.
#![deny(missing_docs)]

/// Matches between players.
pub mod arena;
/// Random streams, faults, files, checks, small statistics.
pub mod base;
/// The commands.
pub mod cli;
/// The configuration of a run.
pub mod config;
/// Batches, losses, the optimiser, averaged weights.
pub mod learn;
/// The network, and the network as an evaluator.
pub mod net;
/// A game with a person.
pub mod play;
/// Whoever can choose a move: random, greedy, rollouts, network.
pub mod players;
/// From games to samples, and the window that keeps them.
pub mod replay;
/// Tables and plots.
pub mod report;
/// The game: board, rule sets, positions, turns, outcomes.
pub mod rules;
/// The run directory, checkpoints and the training loop.
pub mod run;
/// Tree search over any evaluator.
pub mod search;
/// Many games at once, for learning.
pub mod selfplay;
