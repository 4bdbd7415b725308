//! `asalto match`: games between two players, in pairs, with intervals.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::signals::{self, STOPPED};
use super::{contestants, input};
use crate::arena::{Match, Openings, Placements};
use crate::base::fault::{Fault, Problem};
use crate::report::text;
use crate::rules::{Position, Side};

/// Play games between two players and say who is better at which side, and how sure that is.
///
/// Players: random, greedy, mcts:sims=N, net:DIR (a network's policy alone), net:DIR?sims=N (with search); DIR is a run
/// directory, a checkpoint or a model. Every opening is played twice, with the roles swapped.
#[derive(clap::Args)]
pub struct Args {
    /// The first player.
    a: String,
    /// The second player.
    b: String,
    /// Games; an even number. 72 uses every one of the 36 placements once a side.
    #[arg(long, value_name = "N", default_value_t = 72)]
    games: u32,
    /// Placements of the officers: all, or a list such as d6d5,c5e5.
    #[arg(long, default_value = "all")]
    placements: String,
    /// Random plies after the placement, so that games differ.
    #[arg(long, value_name = "K", default_value_t = 2)]
    random_plies: u32,
    /// Fixes every random choice.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games at once; 0 = one a core. The result does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Rule set (TOML); default: that of the first network named, else Asalto.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    let specs = [contestants::spec(&args.a)?, contestants::spec(&args.b)?];
    let placements: Placements =
        args.placements.parse().map_err(|problem: Problem| Fault::from(problem.at("--placements")))?;
    let rules = contestants::rules(args.rules.as_deref(), &[&specs[0], &specs[1]])?;
    let [a, b] = [contestants::factory(&specs[0], rules)?, contestants::factory(&specs[1], rules)?];
    let start = Position::start(rules);
    let openings = Openings::new(&[start], &placements, args.random_plies, args.seed).map_err(Fault::Input)?;
    let threads = match args.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let stop = signals::stop_flag("stopping after the games in progress; press Ctrl-C again to stop now")?;
    let bar = bar(args.games);
    let contest = Match { players: [&a, &b], openings: &openings, games: args.games, seed: args.seed, threads };
    let result = contest.run(&mut |progress| {
        bar.set_position(u64::from(progress.done));
        let share = |side: Side| progress.scores[side.index()].share().map_or("-".to_owned(), text::percent);
        bar.set_message(format!("{} as officers, {} as rebels", share(Side::Officers), share(Side::Rebels)));
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    bar.finish_and_clear();
    if args.json {
        input::print_json(&result.report)?
    } else {
        input::print_text(&result.report.to_string())?
    }
    Ok(if stop.load(Ordering::Relaxed) { ExitCode::from(STOPPED) } else { ExitCode::SUCCESS })
}

fn bar(games: u32) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(u64::from(games)), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{pos}/{len} games {wide_bar:.cyan/blue} {msg}  {eta} left");
    bar.with_style(style.expect("the template is well formed").progress_chars("━╸─"))
}
