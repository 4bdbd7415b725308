//! The program as an engine that other programs drive: `asalto engine`.
//!
//! In: lines of the Universal Game Interface (the words are those of
//! [`players::ugi`](crate::players::ugi)). Out: its answers, on any writer.
//! Invariant: every line is answered or, by the protocol, needs no answer; a wrong one with `info
//! string error: ..` and what is allowed, and it changes nothing.
//!
//! Three threads: one reads lines, one thinks and owns the player, and the caller's own
//! ([`run`]) answers. So `stop` is heard at any time, and a search sees it after its running
//! simulation.
//!
//! | file | concept |
//! |---|---|
//! | `server` | the loop over lines and reports, and which commands are allowed when |
//! | `settings` | the options, and the player and rules that they make |
//! | `thinker` | the thread that thinks |
//! | `turn` | a whole turn from searches of its actions, and what is told meanwhile |

mod server;
mod settings;
mod thinker;
mod turn;

pub use server::run;
pub use settings::{Settings, Workshop};
