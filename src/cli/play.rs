//! `asalto play`: a game against a player, by typed moves.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use super::contestants;
use super::input;
use crate::base::fault::{Fault, Problem};
use crate::base::rng::stream;
use crate::net::SHIPPED;
use crate::play::{BoardStyle, GameSession, Humans, plain};
use crate::players::{PlayerSpec, spec_help};
use rand::Rng;

/// Play against a trained network, or another player, by typed moves.
///
/// Type `help` in the game for what can be typed.
#[derive(clap::Args)]
#[command(after_help = spec_help())]
pub struct Args {
    /// The opponent: a run directory, a checkpoint or a model; or any other player.
    #[arg(long, value_name = "DIR|PLAYER", default_value = SHIPPED)]
    model: String,
    /// The side that you play: officers, rebels, both, or none to watch.
    #[arg(long, default_value = "rebels")]
    side: String,
    /// Simulations a move, where the opponent is named by a directory; 0 = the policy alone.
    #[arg(long, value_name = "N", default_value_t = 64)]
    sims: u32,
    /// Rule set: a TOML file with its keys (see `asalto config print`), or a configuration; default: that of the model, else Asalto.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Begin from this position, in text form.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Fixes the opponent's random choices.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Draw the board with ASCII characters only.
    #[arg(long)]
    ascii: bool,
}

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    let humans: Humans = args.side.parse().map_err(|problem: Problem| Fault::from(problem.at("--side")))?;
    let spec = opponent(&args)?;
    let rules = contestants::rules(args.rules.as_deref(), &[&spec])?;
    let position = input::position(rules, args.position.as_deref())?;
    let mut agent = contestants::factory(&spec, rules)?.player();
    agent.start_game(stream(args.seed, &[]).next_u64());
    let mut session = GameSession::new(position);
    let style = BoardStyle { unicode: !args.ascii, colour: console::colors_enabled() };
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    match plain::run(&mut session, humans, agent.as_mut(), style, input, output)? {
        plain::Ending::Forfeit(why) => Err(Fault::failed(why.to_string())),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// A directory means its network; anything else is a player's spec.
fn opponent(args: &Args) -> Result<PlayerSpec, Fault> {
    let path = std::path::Path::new(&args.model);
    let named_directory = path.is_dir() || path == std::path::Path::new(SHIPPED);
    if !named_directory && args.model.contains('/') && !args.model.contains(':') {
        return Err(Fault::from(Problem::new(format!("no such directory: {}", path.display())).at("--model")));
    }
    let text = match (named_directory, args.sims) {
        (false, _) => args.model.clone(),
        (true, 0) => format!("net:{}", args.model),
        (true, sims) => format!("net:{}?sims={sims}", args.model),
    };
    contestants::spec(&text)
}
