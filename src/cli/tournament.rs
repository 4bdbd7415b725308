//! `asalto tournament`: everyone against everyone, with ratings and a table of officers against rebels.

use std::collections::HashSet;
use std::process::ExitCode;

use super::exports::{self, ExportArgs};
use super::input::Wrong;
use super::matches::standing;
use super::meter::Meter;
use super::openings::OpeningArgs;
use super::{contestants, signals};
use crate::arena::{Tournament, TournamentProgress};
use crate::base::fault::{Fault, Problem};
use crate::players::{PlayerFactory, PlayerSpec, spec_help};

/// Play a match between any two of several players, and rate them all on one scale, as officers and as rebels apart.
///
/// The table shows each player as officers (rows) against each as rebels (columns). Ratings are those of Bradley and Terry,
/// with intervals by bootstrap over pairs of games.
#[derive(clap::Args)]
#[command(after_help = spec_help())]
pub struct Args {
    /// The players; two or more, no two alike.
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<String>,
    /// Games of each two players; an even number.
    #[arg(long, value_name = "N", default_value_t = 72)]
    games: u32,
    /// Let each player meet itself, too: the diagonal of the table.
    #[arg(long)]
    self_play: bool,
    /// Let only the first player meet the others: a new one against a field, or a run's last network against its earlier ones.
    #[arg(long)]
    gauntlet: bool,
    #[command(flatten)]
    openings: OpeningArgs,
    #[command(flatten)]
    exports: ExportArgs,
}

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    let mut wrong = Wrong::default();
    let specs: Vec<PlayerSpec> = args.players.iter().filter_map(|text| wrong.note(contestants::spec(text))).collect();
    twice(&specs).into_iter().for_each(|problem| wrong.push(problem));
    let outputs = args.exports.outputs();
    exports::check(&args.openings.inputs(), &outputs).into_iter().for_each(|problem| wrong.push(problem));
    wrong.done()?;
    let rules = contestants::rules(args.openings.rules.as_deref(), &specs.iter().collect::<Vec<_>>())?;
    let mut wrong = Wrong::default();
    let players: Vec<PlayerFactory> =
        specs.iter().filter_map(|spec| wrong.note(contestants::factory(spec, rules))).collect();
    let openings = wrong.note(args.openings.openings(rules));
    let (Some(openings), true) = (openings, wrong.is_empty()) else { return Err(wrong.into_fault()) };
    let (seed, threads) = (args.openings.seed, args.openings.threads());
    let Args { games, self_play, gauntlet, .. } = args;
    play(&Tournament { players: &players, openings: &openings, games, seed, threads, self_play, gauntlet }, &args)
}

/// Plays the tournament, and leaves what there is to leave.
fn play(tournament: &Tournament<'_>, args: &Args) -> Result<ExitCode, Fault> {
    let stop = signals::stop_after_games()?;
    let games = tournament.games.saturating_mul(tournament.pairings().len() as u32);
    let mut meter = Meter::new(games, "games");
    let report = tournament.run(&mut |progress: &TournamentProgress| {
        meter.show(progress.done, || {
            let [a, b] = progress.pairing.map(|player| tournament.players[player].name());
            format!("{a} - {b}: {}", standing(&progress.current))
        });
        signals::flow(&stop)
    })?;
    drop(meter);
    report.players.iter().for_each(|player| exports::warn_of_forfeit(&player.name, player.first_forfeit.as_deref()));
    args.exports.leave(&report, &report.matches)?;
    let played: u32 = report.matches.iter().map(|report| report.played).sum();
    Ok(signals::exit_code(played < games))
}

/// The players that are named more than once.
fn twice(specs: &[PlayerSpec]) -> Vec<Problem> {
    let mut seen = HashSet::new();
    let again = specs.iter().filter(|spec| !seen.insert(*spec));
    let problem = |spec: &PlayerSpec| {
        Problem::new(format!("the player `{spec}` is named twice"))
            .help("name each player once; with --self-play it meets itself, too")
    };
    again.map(problem).collect()
}
