//! The configuration of a run: load, override, check everything at once.
//!
//! In: a TOML file, `--set key=value` arguments, and a struct of structs of knobs whose defaults are the defaults.
//! Out: that struct, every value of it checked, or *all* problems, each with its place, what is allowed and what was found.
//! Invariant: what [`load()`] accepts has passed [`crate::base::check::Check::check`], and [`resolved`] writes it as a file that loads back to the
//! same values.
//!
//! A struct can be loaded when it is made like this ([`Knobs`] is then implemented for it):
//! - a section is a struct, a knob is any other field; what a knob means and may be stands beside the code that it turns;
//! - `Default` gives the value of every key, so files name only what they change (no `#[serde(default)]` is needed);
//! - an optional knob is an `Option` whose default is `None`; a list is one knob, replaced as a whole;
//! - an enum is written as a string (`#[serde(rename_all = "snake_case")]`), so a section never changes its keys.

mod assemble;
mod changes;
mod explain;
mod leaf;
mod load;
mod run_config;
mod schema;
mod source;

pub use changes::{Change, differences};
pub use load::{Knobs, keys, load, parse, resolved};
pub use run_config::{EvaluateSection, RunConfig, RunSection};

/// The defaults as a file: every key, with its meaning and its range.
pub const DEFAULTS: &str = include_str!("../../configs/default.toml");
