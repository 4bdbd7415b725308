//! `asalto engine`: a player for other programs.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::contestants;
use crate::base::fault::Fault;
use crate::engine::{self, Settings};
use crate::net::SHIPPED;
use crate::players::PlayerSpec;

/// Think for another program: the Universal Game Interface (UCI for any game) on stdin and stdout.
///
/// Type `ugi`, `position startpos moves @d6 @d5`, `go movetime 1000`, `d`, `quit`; the README shows more.
///
/// While it thinks, `isready`, `stop` and `quit` are answered at once. Other commands, and the end of the input, wait for the
/// `bestmove` of a search that ends by itself (`go`, `go nodes N`, `go movetime MS`), so a script can be piped in. During
/// `go infinite` they are refused, and the end of the input stops it. `quit` stops any search: its `bestmove` is the best
/// found so far, and commands that still wait are dropped; so a script ends without it.
#[derive(clap::Args)]
pub struct Args {
    /// The network that thinks: a run directory, a checkpoint or a model; default: the one that comes with the program.
    #[arg(long, value_name = "DIR", default_value = SHIPPED, conflicts_with = "player")]
    model: String,
    /// Another player that thinks, such as mcts:sims=2000 or net:DIR?ms=500.
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
    /// Rule set: a TOML file with its keys (see `asalto config print`), or a configuration; default: that of the network, else Asalto.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Fixes every random choice; the option Seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

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
    match &args.player {
        Some(spec) => contestants::spec(spec),
        None => contestants::spec(&format!("net:{}?sims={SIMULATIONS}", args.model)),
    }
}
