//! `asalto engine`: a player for other programs.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::contestants;
use crate::base::fault::Fault;
use crate::engine::{self, Settings};
use crate::players::PlayerSpec;

/// Think for another program: the Universal Game Interface (UCI for any game) on stdin and stdout.
///
/// Type `ugi`, `position startpos moves @d6 @d5`, `go movetime 1000`, `d`, `quit`; the README shows more.
#[derive(clap::Args)]
pub struct Args {
    /// The network that thinks: a run directory, a checkpoint or a model.
    #[arg(long, value_name = "DIR", conflicts_with = "player")]
    model: Option<String>,
    /// Another player that thinks, such as mcts:sims=2000 or net:DIR?ms=500.
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
    /// Rule set (TOML); default: that of the network, else Asalto.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Fixes every random choice; the option Seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// The network that thinks when none is named: the one place for a model that comes with the program.
const DEFAULT_MODEL: Option<&str> = None;
/// Simulations of a plain `go` of a network that is named by its directory.
const SIMULATIONS: u32 = 800;

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    let settings = Settings::new(player(&args)?, args.rules, args.seed);
    let workshop = |spec: &PlayerSpec, rules: Option<&Path>| {
        let rules = contestants::rules(rules, &[spec])?;
        Ok((rules, contestants::factory(spec, rules)?.player()))
    };
    engine::run(settings, &workshop, BufReader::new(io::stdin()), io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}

fn player(args: &Args) -> Result<PlayerSpec, Fault> {
    match (&args.player, args.model.as_deref().or(DEFAULT_MODEL)) {
        (Some(spec), _) => contestants::spec(spec),
        (None, Some(dir)) => contestants::spec(&format!("net:{dir}?sims={SIMULATIONS}")),
        (None, None) => Err(Fault::input("who is to think? neither --model nor --player is given")
            .with_help("name a network with --model DIR, or a player such as --player mcts:sims=2000")),
    }
}
