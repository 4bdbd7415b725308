//! What every other module stands on, and what knows nothing of the game.
//!
//! - [`clock`]: CPU time of a thread
//! - [`fault`]: the two ways in which a command fails, and how they read
//! - [`check`]: how a configuration struct says what is wrong with its values
//! - [`mod@file`], [`json_lines`]: files that are whole or not there, whatever happens in between
//! - [`mod@line`]: lines of a stream, however long they are
//! - [`normal`]: the normal distribution
//! - [`rng`]: random streams by seed and path
//! - [`stats`]: intervals, means and quantiles
//!
//! Invariant: nothing here prints. Text is handed up; only the layers that talk to a person print it.

pub mod check;
pub mod clock;
pub mod fault;
pub mod file;
pub mod json_lines;
pub mod line;
pub mod normal;
mod replace;
pub mod rng;
pub mod stats;
