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
//! | `room` | one game, and everyone who waits for news of it |
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

pub use house::{House, Limits};
pub use server::{Address, serve};
