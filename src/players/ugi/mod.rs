//! Outside programs as players, by the Universal Game Interface.
//!
//! In: the command line of a program that speaks UGI, which is UCI for any game. Out: a
//! [`UgiPlayer`] that plays what the program answers; and the protocol's words, which `asalto
//! engine` reads with the same code.
//! Invariant: whatever the program does (crash, hang, flood, an illegal move), the player answers
//! in time, forfeits at the worst, and starts the program afresh for the next game, unless it did not get ready in time.
//!
//! What is said in a game (`>` to the program, `<` from it):
//!
//! ```text
//! > ugi
//! < id name asalto 0.1.0
//! < option name Seed type spin default 1 min 0 max 18446744073709551615
//! < ugiok
//! > setoption name Seed value 7          (if the program has that option)
//! > uginewgame
//! > isready
//! < readyok
//! > position text 3/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr o 2 - 0 moves @d6 @d5 c4-c5
//! > isready
//! < readyok
//! > go movetime 1000
//! < info nodes 800 nps 9000 time 89 score wdl 312 101 587 pv d5xd3 e4-e5
//! < bestmove d5xd3
//! > quit
//! ```
//!
//! Moves are whole turns in the text form of the rules: a placement is `@d6`, a chain of captures
//! `d5xd3xf3`. In the middle of a chain, which only a `position text` can lead to, a move is what
//! completes it.

mod command;
mod go;
mod info;
mod player;
mod process;
mod program;
mod spec;

pub use command::{Command, Query};
pub use go::{Clock, Go};
pub use info::Info;
pub use player::{NeverReady, UgiPlayer};
pub use spec::UgiSpec;
