//! `asalto analyze`: what a search thinks of a position.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::adversary::AdversaryArgs;
use super::{input, signals};
use crate::base::fault::{Fault, Problem};
use crate::play::{GameSession, Record, analysis_table, pool, record};
use crate::players::{Budget, PlayerSpec, spec_help};
use crate::rules::{Game, Rules};

/// Analyze a position: for every move its visits, winrate, prior, order and expected line; for the position its value.
///
/// Everything is from the view of the side to move. A move that is proven to win, draw or lose is marked so,
/// by the search itself or by the tables of --exact. What a player does not know is `-`, in JSON null: `net` and `mcts` know
/// visits and winrate of the moves that their search went along; `alphabeta` and `ugi` the winrate of their own move alone;
/// of `random` and `greedy`, prior is how often they play a move.
#[derive(clap::Args)]
#[command(after_help = spec_help())]
pub struct Args {
    #[command(flatten)]
    adversary: AdversaryArgs,
    /// The position in text form; default: the start.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// The end of the game of this file, as `asalto play` and the browser write it; its rules are played, and repetitions
    /// count.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "rules"])]
    load: Option<PathBuf>,
    /// Play these turns first, with blanks between: `@d6 @d5 c4-c5`. Repetitions count.
    #[arg(long, value_name = "TURNS")]
    moves: Option<String>,
    /// Simulations, 1 to 1000000; default: as many, or as long, as the player's text says, 2000 if it says neither. Ctrl-C ends
    /// it earlier and tells what was found.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    sims: Option<u32>,
    /// Fixes every random choice.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print JSON, in the words of KataGo's analysis engine.
    #[arg(long)]
    json: bool,
}

/// Simulations when neither the command nor the player's text says how many.
const SIMULATIONS: u32 = 2000;

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    let loaded = args.load.as_deref().map(Record::load).transpose()?.map(|record| record.session);
    let adversary = args.adversary.read(None, loaded.as_ref().map(|session| session.position().rules()))?;
    if let (Some(sims), Some(player)) =
        (args.sims, adversary.named.as_ref().filter(|player| !player.takes_simulations()))
    {
        let problem = Problem::new(format!("`{player}` cannot be told a number of simulations, found {sims}"));
        return Err(problem.at("--sims").help("leave it out: that player thinks as its own text says").into());
    }
    let game = game(&args, loaded, adversary.rules)?;
    // A player that was named analyses itself; else the network does.
    let opponents = adversary.opponents(adversary.rules)?;
    let mut player = if adversary.named.is_some() { opponents.level(0).player() } else { opponents.analyst().player() };
    player.start_game(args.seed);
    let stop: Arc<AtomicBool> = signals::stop_flag("stopping with what was found so far")?;
    let said = args.sims.map(Budget::Simulations).or_else(|| adversary.named.as_ref().and_then(PlayerSpec::budget));
    let sims = match said.unwrap_or(Budget::Simulations(SIMULATIONS)) {
        Budget::Simulations(sims) => sims,
        Budget::Time(time) => {
            stop_after(time, Arc::clone(&stop));
            u32::MAX
        }
    };
    let truth = opponents.truth().map(Arc::as_ref);
    let analysis = pool::analyse(player.as_mut(), &game, sims, truth, &stop, &mut |_| {})
        .map_err(|forfeit| Fault::failed(forfeit.to_string()))?;
    match args.json {
        true => input::print_json(&analysis)?,
        false => input::print_text(&analysis_table(&analysis, usize::MAX))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn stop_after(time: Duration, stop: Arc<AtomicBool>) {
    thread::spawn(move || {
        thread::sleep(time);
        stop.store(true, Ordering::Relaxed);
    });
}

/// The game up to the position that is analysed.
fn game(args: &Args, loaded: Option<GameSession>, rules: Rules) -> Result<Game, Fault> {
    let mut place = if args.load.is_some() { "--load" } else { "--position" };
    let mut session = match loaded {
        Some(session) => session,
        None => GameSession::new(input::position(rules, args.position.as_deref())?),
    };
    if let Some(moves) = &args.moves {
        place = "--moves";
        let words: Vec<&str> = moves.split_whitespace().collect();
        record::play_words(&mut session, &words).map_err(|problem| Fault::from(problem.at(place)))?;
    }
    match session.game().outcome() {
        Some(outcome) => Err(Problem::new(format!("the game is over: {outcome}")).at(place).into()),
        None => Ok(session.game().clone()),
    }
}
