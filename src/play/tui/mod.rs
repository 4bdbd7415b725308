//! The face on a whole terminal: `asalto play`.
//!
//! In: keys, the mouse, typed moves. Out: a screen of 80 by 24 or more.
//! Invariant: the terminal is left as it was found, whatever ends the game; without colour everything is still told apart.
//!
//! | file | concept |
//! |---|---|
//! | `terminal` | taking the terminal over and giving it back; the loop |
//! | `app` | the state of the screen, and what is done with it |
//! | `input` | what keys and the mouse ask for |
//! | `commands` | moves, files, new games: what was asked for |
//! | `draw`, `board`, `panel`, `menus` | the screen |

mod app;
mod board;
mod commands;
mod draw;
mod input;
mod menus;
mod panel;
mod terminal;

pub use app::{App, House};
pub use terminal::run;
