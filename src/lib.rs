//! Self-play trainer and balance laboratory for the siege game Asalto.
//!
//! The modules in dependency order; each imports only from those above it.
#![deny(missing_docs)]

// Random streams, faults, files, checks, small statistics.
pub mod base;

// The game: board, rule sets, positions, turns, outcomes.
pub mod rules;

// Tree search over any evaluator.
pub mod search;

// The exact solver and its tables.
pub mod exact;

// The network, and the network as an evaluator.
pub mod net;

// Whoever can choose a move: random, greedy, rollouts, network.
pub mod players;

// Many games at once, for learning.
pub mod selfplay;

// From games to samples, and the window that keeps them.
pub mod replay;

// Batches, losses, the optimiser, averaged weights.
pub mod learn;

// Matches between players.
pub mod arena;

// What games say about the two sides.
pub mod balance;

// The configuration of a run.
pub mod config;

// The run directory, checkpoints and the training loop.
pub mod run;

// Tables and plots.
pub mod report;

// A game with a person.
pub mod play;

// The program as an engine that others drive.
pub mod engine;

// The commands.
pub mod cli;
