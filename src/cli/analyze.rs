//! `asalto analyze`: what a search thinks of a position.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::adversary::AdversaryArgs;
use super::{input, signals};
use crate::base::fault::{Fault, Problem};
use crate::play::{analysis_table, pool};
use crate::players::spec_help;
use crate::rules::Game;

/// Analyze a position: for every move its visits, winrate, prior, order and expected line; for the position its value.
///
/// Everything is from the view of the side to move. A move that is proven to win, draw or lose is marked so,
/// by the search itself or by the tables of --exact.
#[derive(clap::Args)]
#[command(after_help = spec_help())]
pub struct Args {
    #[command(flatten)]
    adversary: AdversaryArgs,
    /// The position in text form; default: the start.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Simulations, 1 to 1000000. Ctrl-C ends it earlier and tells what was found.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    sims: u32,
    /// Fixes every random choice.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print JSON, in the words of KataGo's analysis engine.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    let adversary = args.adversary.read(None)?;
    let position = input::position(adversary.rules, args.position.as_deref())?;
    if let Some(outcome) = position.outcome() {
        return Err(Fault::from(Problem::new(format!("the game is over: {outcome}")).at("--position")));
    }
    // A player that was named analyses itself; else the network does.
    let opponents = adversary.opponents(adversary.rules)?;
    let mut player = if adversary.named { opponents.level(0).player() } else { opponents.analyst().player() };
    player.start_game(args.seed);
    let stop: Arc<AtomicBool> = signals::stop_flag("stopping with what was found so far")?;
    let game = Game::new(position);
    let analysis =
        pool::analyse(player.as_mut(), &game, args.sims, opponents.truth().map(Arc::as_ref), &stop, &mut |_| {})
            .map_err(|forfeit| Fault::failed(forfeit.to_string()))?;
    match args.json {
        true => input::print_json(&analysis)?,
        false => input::print_text(&analysis_table(&analysis, usize::MAX))?,
    }
    Ok(ExitCode::SUCCESS)
}
