//! The rules of the game: board, pieces, turns, ends, text forms.
//!
//! In: a [`RuleSet`] (data) and actions. Out: positions, legal actions and turns, outcomes, hashes.
//! Asalto and its relatives are played by the same code. Invariant: a [`Position`] is always valid;
//! nothing here allocates on the path of play.
//!
//! ```
//! use asalto::rules::{Game, Position, Rules};
//!
//! let mut game = Game::new(Position::start(Rules::asalto()));
//! for text in ["@d6", "@d5", "c4-c5", "d5-e5"] {
//!     let turn = game.position().parse_turn(text)?;
//!     game.play_turn(&turn)?;
//! }
//! assert_eq!(game.position().to_string(), "3/1o1/rrr1orr/rr1rrrr/rrrrrrr/rrr/rrr r 0 - 1");
//! # Ok::<(), asalto::rules::PlayError>(())
//! ```

mod action;
mod action_list;
mod bitboard;
mod board;
mod counts;
mod direction;
mod game;
mod legal;
mod lines;
mod outcome;
pub mod perft;
mod play;
mod play_error;
pub mod playout;
mod point;
mod position;
mod position_error;
mod position_text;
mod rule_check;
mod rule_set;
mod rule_text;
mod rules_handle;
mod side;
mod starts;
mod turn;
mod validity;
mod zobrist;

pub use action::Action;
pub use action_list::ActionList;
pub use bitboard::{Bitboard, Points};
pub use direction::Direction;
pub use game::Game;
pub use lines::Diagonals;
pub use outcome::{Outcome, Reason};
pub use play_error::{Illegal, PlayError};
pub use point::{NoPoint, Point};
pub use position::{Position, Setup};
pub use position_error::{Invalid, Names, PositionError};
pub use rule_check::RuleError;
pub use rule_set::{Chain, Huff, Placement, Rebels, RuleSet};
pub use rules_handle::{Rules, Tables};
pub use side::Side;
pub use starts::{advanced, random_placements, random_turns, thinned};
pub use turn::Turn;
