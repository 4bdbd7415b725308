//! `asalto match`: games between two players, in pairs, with intervals.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::exports::{self, ExportArgs};
use super::input::Wrong;
use super::meter::Meter;
use super::openings::OpeningArgs;
use super::{contestants, signals};
use crate::arena::{Match, MatchResult, PlayedGame, Progress, Sprt};
use crate::base::fault::{Fault, Problem};
use crate::base::file;
use crate::players::spec_help;
use crate::report::text;
use crate::rules::Side;

/// Play games between two players and say who is better at which side, and how sure that is.
///
/// Every opening is played twice, with the roles swapped. A game that was played before in the match is counted once.
#[derive(clap::Args)]
#[command(after_help = spec_help())]
pub struct Args {
    /// The first player.
    a: String,
    /// The second player.
    b: String,
    /// Games; an even number. 72 uses every one of the 36 placements once a side.
    #[arg(long, value_name = "N", default_value_t = 72)]
    games: u32,
    #[command(flatten)]
    openings: OpeningArgs,
    /// Stop as soon as it is clear whether the first player is rather ELO0 or ELO1 stronger: a sequential test (pentanomial
    /// GSPRT, logistic Elo, both error rates 5 %). `--games` is then the most that are played.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    #[command(flatten)]
    exports: ExportArgs,
    /// Write the games, one JSON object a line.
    #[arg(long, value_name = "FILE")]
    games_out: Option<PathBuf>,
}

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    let mut wrong = Wrong::default();
    let specs = [&args.a, &args.b].map(|text| wrong.note(contestants::spec(text)));
    let sprt = args.sprt.as_deref().map(|text| text.parse::<Sprt>().map_err(|problem: Problem| problem.at("--sprt")));
    let sprt = sprt.and_then(|sprt| wrong.note(sprt));
    let games_out = args.games_out.as_deref().map(|path| ("--games-out", path));
    let outputs: Vec<_> = args.exports.outputs().into_iter().chain(games_out).collect();
    exports::check(&args.openings.inputs(), &outputs).into_iter().for_each(|problem| wrong.push(problem));
    let ([Some(a), Some(b)], true) = (specs, wrong.is_empty()) else { return Err(wrong.into_fault()) };
    let rules = contestants::rules(args.openings.rules.as_deref(), &[&a, &b])?;
    let factories = [a, b].map(|spec| wrong.note(contestants::factory(&spec, rules)));
    let openings = wrong.note(args.openings.openings(rules));
    let ([Some(a), Some(b)], Some(openings)) = (factories, openings) else { return Err(wrong.into_fault()) };
    let (seed, threads) = (args.openings.seed, args.openings.threads());
    play(&Match { players: [&a, &b], openings: &openings, games: args.games, seed, threads, sprt }, &args)
}

/// Plays the match, and leaves what there is to leave.
fn play(contest: &Match<'_>, args: &Args) -> Result<ExitCode, Fault> {
    let stop = signals::stop_after_games()?;
    let mut meter = Meter::new(contest.games, "games");
    let result = contest.run(&mut |progress| {
        meter.show(progress.done, || standing(progress));
        signals::flow(&stop)
    })?;
    drop(meter);
    result
        .report
        .players
        .iter()
        .for_each(|player| exports::warn_of_forfeit(&player.name, player.first_forfeit.as_deref()));
    let written = args.games_out.as_deref().map_or(Ok(()), |path| write_games(path, &result));
    args.exports.leave(&result.report, std::slice::from_ref(&result.report)).and(written)?;
    let complete = result.report.played == contest.games || result.report.sprt.is_some_and(|sprt| sprt.is_decided());
    Ok(signals::exit_code(!complete))
}

/// How a match stands, in a few words.
pub(super) fn standing(progress: &Progress) -> String {
    let share = |side: Side| progress.scores[side.index()].share().map_or("-".to_owned(), text::percent);
    let scores = format!("{} as officers, {} as rebels", share(Side::Officers), share(Side::Rebels));
    match &progress.sprt {
        Some(sprt) => format!("{scores}, LLR {:.2} ({:.2}, {:.2})", sprt.llr, sprt.lower, sprt.upper),
        None => scores,
    }
}

fn write_games(path: &Path, result: &MatchResult) -> Result<(), Fault> {
    file::write_atomic_with(path, |out| {
        result.pairs.iter().flatten().try_for_each(|game: &PlayedGame| {
            serde_json::to_writer(&mut *out, game)?;
            out.write_all(b"\n")
        })
    })
}
