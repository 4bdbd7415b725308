//! Playing by hand: a session that any interface can drive, and the plain typed one.
//!
//! In: moves of people and of a [`Player`](crate::players::Player). Out: boards and words.
//! Invariant: the rules decide what is legal and how it ends; nothing here knows them a second
//! time.

mod board;
mod command;
mod events;
mod humans;
pub mod plain;
mod session;
mod wording;

pub use board::{BoardStyle, draw};
pub use events::{Event, events};
pub use humans::Humans;
pub use session::{Ended, GameSession};
