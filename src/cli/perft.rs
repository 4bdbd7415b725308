//! `asalto perft`: counts the leaves of the game tree, to check the rules and to measure them.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::ValueEnum;
use serde::Serialize;

use super::input;
use crate::base::fault::Fault;
use crate::report::text;
use crate::rules::perft;

/// Count the leaves of the game tree at each depth.
///
/// Officers that are still to be placed are placed first, in every way; a placement is no turn. Repetition plays no part.
#[derive(clap::Args)]
pub struct Args {
    /// Depth to count to, in plies of the unit; 1 to 100.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Position to count from, in text form; default: the start.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Rule set: a TOML file with its keys (see `asalto config print`), or a configuration; default: Asalto.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// What a ply is: a complete turn, or a micro-action (a placement, a step, a single jump, a stop).
    #[arg(long, value_enum, default_value_t = Unit::Turns)]
    unit: Unit,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "snake_case")]
enum Unit {
    Turns,
    Micro,
}

#[derive(Serialize)]
struct Row {
    depth: u32,
    leaves: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Report {
    position: String,
    rules: String,
    unit: Unit,
    depths: Vec<Row>,
}

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    let rules = input::rules(args.rules.as_deref())?;
    let position = input::position(rules, args.position.as_deref())?;
    let count = match args.unit {
        Unit::Turns => perft::turns,
        Unit::Micro => perft::micro,
    };
    let mut depths = Vec::new();
    if !args.json {
        input::print_text(&format!("{:>5} {:>20} {:>10} {:>12}\n", "depth", "leaves", "seconds", "leaves/s"))?;
    }
    for depth in 1..=args.depth {
        let began = Instant::now();
        let leaves = count(&position, depth);
        let seconds = began.elapsed().as_secs_f64();
        if !args.json {
            let rate = text::si(leaves as f64 / seconds);
            input::print_text(&format!("{depth:>5} {leaves:>20} {seconds:>10.3} {rate:>12}\n"))?;
        }
        depths.push(Row { depth, leaves, seconds });
    }
    if args.json {
        let report = Report { position: position.to_string(), rules: rules.hash_hex(), unit: args.unit, depths };
        input::print_json(&report)?;
    }
    Ok(ExitCode::SUCCESS)
}
