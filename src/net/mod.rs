//! The network: what it sees, what it is, and how it answers the search.
//!
//! Purpose: everything between a position and its evaluation. Input: [`Leaf`](crate::search::Leaf)s. Output: priors
//! over their legal actions and win/draw/loss. Invariant: everything is from the view of the side to move, and the
//! role is an input: nothing is ever flipped.

mod config;
mod conv;
mod dense;
mod device;
mod evaluator;
pub mod features;
mod heads;
mod init;
mod mixer;
mod model;
mod network;
pub mod parameters;
mod stem;
pub mod tensor_file;

pub use config::{Kind, NetConfig};
pub use device::{DeviceError, device};
pub use evaluator::NetEvaluator;
pub use heads::Output;
pub use model::{CARD, Measured, Model, SHIPPED, Training};
pub use network::Network;
