//! Self-play trainer and balance laboratory for the siege game Asalto.
//!
//! The modules in dependency order; each imports only from those above it.
#![deny(missing_docs)]

pub mod base;
pub mod rules;
pub mod search;
pub mod players;
pub mod arena;
pub mod play;
