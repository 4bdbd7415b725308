//! Replay: finished games become training samples, and a window keeps the newest of them.
//!
//! Purpose: the learner's data. Input: [`GameRecord`](crate::selfplay::GameRecord)s. Output: [`Sample`]s drawn at random.
//! The window has no file of its own: games are written once, with their search policies (see
//! [`GameRecord`](crate::selfplay::GameRecord)), and a resumed run fills its window from those files.
//!
//! Invariant: the window holds the newest samples in the order of the games, so that filling it again from the game files
//! gives the same window.

mod config;
mod file;
mod sample;
mod window;

pub use config::ReplayConfig;
pub use file::{read_games, write_games};
pub use sample::{Sample, samples};
pub use window::ReplayWindow;
