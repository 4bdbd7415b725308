//! Self-play trainer and balance laboratory for the siege game Asalto.
//!
//! The modules in dependency order; each imports only from those above it.
#![deny(missing_docs)]

/// Faults, configuration findings, atomic files, small statistics.
pub mod base;

/// The configuration of a run: load, override, check everything at once.
pub mod config;

/// Tables for the terminal; plots and a page for a run directory.
pub mod report;
