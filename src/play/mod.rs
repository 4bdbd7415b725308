//! Playing by hand: one session under every face.
//!
//! In: moves of people and of a [`Player`](crate::players::Player). Out: boards and words.
//! Invariant: the rules decide what is legal and how it ends; nothing here knows them a second
//! time.
//!
//! | file | concept |
//! |---|---|
//! | `session` | the moves so far, back and forth, the end in words |
//! | `events` | what a turn did |
//! | `humans`, `level`, `table` | who plays what and how strongly, and whom the game waits for |
//! | `opponents`, `pool`, `desk` | the computer's players, the threads that they think on, what they think about |
//! | `analysis`, `lines` | what a search thinks of a position |
//! | `record`, `rule_names` | a game as text |
//! | `view` | a table as data |
//! | `plain`, `command`, `board`, `wording` | the face of typed lines |
//! | `tui`, `web` | the faces on a whole terminal and in a browser |
//! | `lessons` | how to play, for both |

mod analysis;
mod board;
mod command;
mod desk;
mod events;
mod humans;
pub mod lessons;
mod level;
mod lines;
mod opponents;
pub mod plain;
pub mod pool;
pub mod record;
mod rule_names;
mod seats;
mod session;
mod table;
pub mod tui;
mod view;
pub mod web;
mod wording;

pub use analysis::{Analysis, MoveInfo, Proven, RootInfo};
pub use board::{BoardStyle, draw};
pub use desk::{Desk, Errand, Hint, Kind};
pub use events::{Event, events};
pub use humans::Humans;
pub use level::{Level, Levels};
pub use lines::in_turns;
pub use opponents::{Network, Opponents, Workshop};
pub use record::Record;
pub use rule_names::{named_rules, rules_from_text, rules_to_text};
pub use seats::Seat;
pub use session::{Ended, GameSession};
pub use table::{Table, WaitsFor, for_officers};
pub use view::{BoardView, EndView, HuffView, LegalAction, TurnView, View};
pub use wording::analysis as analysis_table;
use wording::fitted;
