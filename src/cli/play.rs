//! `asalto play`: a game against the computer, on the whole terminal or by typed lines.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use super::adversary::{Adversary, AdversaryArgs};
use super::{input, signals};
use crate::base::fault::{Fault, Problem};
use crate::play::{BoardStyle, GameSession, Humans, Record, Table, plain, tui};
use crate::players::spec_help;

/// Play against a trained network, or another player.
///
/// Type `help` in the game for what can be typed.
#[derive(clap::Args)]
#[command(after_help = spec_help())]
pub struct Args {
    #[command(flatten)]
    adversary: AdversaryArgs,
    /// How strong the computer plays: child, beginner, casual, intuition, club, expert or master; default: club.
    #[arg(long, value_name = "LEVEL", conflicts_with = "sims")]
    level: Option<String>,
    /// The side that you play: officers, rebels, both, or none to watch.
    #[arg(long, default_value = "rebels")]
    side: String,
    /// Simulations a move, in place of a level; 0 = the network's policy alone.
    #[arg(long, value_name = "N")]
    sims: Option<u32>,
    /// Begin from this position, in text form.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Go on with the game of this file, as `save` and the browser write it; its rules are played.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "rules"])]
    load: Option<PathBuf>,
    /// Fixes the opponent's random choices; default: others each time.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Draw the board with ASCII characters only.
    #[arg(long)]
    ascii: bool,
    /// Typed lines only, as where stdin or stdout is no terminal.
    #[arg(long)]
    plain: bool,
}

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    let humans: Humans = args.side.parse().map_err(|problem: Problem| Fault::from(problem.at("--side")))?;
    let loaded = args.load.as_deref().map(Record::load).transpose()?.map(|record| record.session);
    let adversary = args.adversary.read(args.sims, loaded.as_ref().map(|session| session.position().rules()))?;
    let level = adversary.levels.find(args.level.as_deref()).map_err(|problem| Fault::from(problem.at("--level")))?;
    let session = match loaded {
        Some(session) => session,
        None => GameSession::new(input::position(adversary.rules, args.position.as_deref())?),
    };
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    let table = Table::new(session, humans, level, seed);
    let style = BoardStyle { unicode: !args.ascii, colour: console::colors_enabled() };
    let whole_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    match args.plain || !whole_terminal {
        true => by_lines(table, &adversary, style),
        false => on_terminal(table, adversary, style),
    }
}

fn on_terminal(table: Table, adversary: Adversary, style: BoardStyle) -> Result<ExitCode, Fault> {
    let levels = adversary.levels.all().to_vec();
    let house = tui::House { levels, opponents: Box::new(move |rules| adversary.opponents(rules)) };
    let app = tui::App::new(table, house, style)?;
    let stop = signals::silent_flag()?;
    let app = tui::run(app, &stop)?;
    let session = &app.table().session;
    let left = match session.ended() {
        Some(ended) => format!("The game is over: {ended}.\n"),
        None => {
            format!("The game is left unfinished. The position to go on from another time:\n{}\n", session.position())
        }
    };
    input::print_text(&left)?;
    Ok(signals::exit_code(stop.load(Ordering::Relaxed)))
}

fn by_lines(mut table: Table, adversary: &Adversary, style: BoardStyle) -> Result<ExitCode, Fault> {
    let opponents = adversary.opponents(table.session.position().rules())?;
    let mut agent = opponents.level(table.level).player();
    let mut analyst = opponents.analyst().player();
    agent.start_game(table.seed);
    analyst.start_game(table.seed);
    let name = adversary.levels.all()[table.level].title.clone();
    let truth = opponents.truth().map(std::convert::AsRef::as_ref);
    let minds = plain::Minds { agent: agent.as_mut(), analyst: Some(analyst.as_mut()), name, seed: table.seed, truth };
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    match plain::run(&mut table.session, table.humans, minds, style, input, output)? {
        plain::Ending::Forfeit(why) => Err(Fault::failed(why.to_string())),
        _ => Ok(ExitCode::SUCCESS),
    }
}
