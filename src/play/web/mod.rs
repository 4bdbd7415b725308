//! The face in a browser: one page, and the JSON that it speaks with the program.
//!
//! In: requests of HTTP. Out: the page, games as JSON, refusals with their reason.
//! Invariant: whatever is not allowed changes nothing; no other site's page can drive a game.
//!
//! | file | concept |
//! |---|---|
//! | `server` | binding, routes, the end |
//! | `guard` | which requests are let in at all, and the headers of every answer |
//! | `api`, `requests` | the calls, and what they may say |
//! | `refusal` | how a call is refused |
//! | `house` | all games: ids, limits, expiry |
//! | `room`, `thinking` | one game, and what the computer is thinking about in it |
//! | `state` | a game as the page sees it |
//! | `assets` | the files of the page |

mod api;
mod assets;
mod guard;
mod house;
mod refusal;
mod requests;
mod room;
mod server;
mod state;
mod thinking;

pub use house::{House, Limits};
pub use server::{Address, serve};
