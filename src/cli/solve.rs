//! `asalto solve`: exact wins, as tables on the disk.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::ThreadPoolBuilder;

use super::meter::Meter;
use super::{contestants, input, signals, solve_report};
use crate::arena::{PlayedOut, play_out};
use crate::base::fault::{Fault, Problem};
use crate::exact::{Checked, Estimate, Goal, Progress, Scope, Solver, Tables};
use crate::report::table::{Align, Table};
use crate::report::text;
use crate::run::RunDir;

/// Solve the game exactly: which positions the rebels win by force losing at most so many, or, with --full, who wins every position.
///
/// The tables go into a directory, with a checkpoint after each level (one sum of the rebels' ranks); Ctrl-C stops, --resume goes on. A player
/// `exact:DIR` plays by them.
#[derive(clap::Args)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["losses", "full", "verify"])))]
pub struct Args {
    /// Find the positions that the rebels win by force while they lose at most M from the start; a capture beyond that counts as
    /// not won.
    #[arg(long, value_name = "M")]
    losses: Option<usize>,
    /// Find the wins of both sides, down to the fewest rebels: what neither wins is a draw.
    #[arg(long)]
    full: bool,
    /// With --full: only positions with at most so many rebels.
    #[arg(long, value_name = "REBELS", requires = "full", conflicts_with_all = ["losses", "verify"])]
    up_to: Option<usize>,
    /// Go over finished tables with a simple checker that knows the rules alone.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["rules", "dir", "resume"])]
    verify: Option<PathBuf>,
    /// With --verify: check so many positions drawn at random instead of all.
    #[arg(long, value_name = "N", requires = "verify", conflicts_with_all = ["losses", "full"],
          value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    sample: Option<u32>,
    /// With --verify: play so many proven positions out instead, drawn at random: the winner by the tables, against random, greedy
    /// and alpha-beta. All must be won within the proven bound.
    #[arg(long, value_name = "N", requires = "verify", conflicts_with_all = ["sample", "losses", "full"],
          value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: Option<u32>,
    /// With --sample or --games: fixes which.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "verify", conflicts_with_all = ["losses", "full"])]
    seed: u64,
    /// Where the tables go.
    #[arg(long, value_name = "DIR", default_value = "exact")]
    dir: PathBuf,
    /// Rule set: a TOML file with its keys (see `asalto config print`), or a configuration; default: Asalto.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Threads; 0 = one a core. The tables do not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Go on with a solution that was interrupted.
    #[arg(long)]
    resume: bool,
    /// The most memory to use, in GB; default: what the machine has free.
    #[arg(long, value_name = "GB")]
    memory: Option<f64>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    let threads = input::threads(args.threads);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Fault::failed(format!("cannot start {threads} threads: {error}")))?;
    pool.install(|| match (&args.verify, args.games) {
        (Some(dir), Some(games)) => play_games(&args, dir, games),
        (Some(dir), None) => verify(&args, dir),
        (None, _) => solve(&args, threads),
    })
}

/// Checks finished tables: the checksums of all that is read, and the word of each position against the words of those it leads to.
fn verify(args: &Args, dir: &Path) -> Result<ExitCode, Fault> {
    let began = Instant::now();
    let tables = Tables::open_whole(dir)?;
    let meter = Mutex::new(None);
    let watch = |done: u64, all: u64| {
        let mut meter = meter.lock().unwrap_or_else(PoisonError::into_inner);
        let unit = if args.sample.is_some() { "positions" } else { "formations" };
        let left = (all - done) as f64 / (done.max(1) as f64 / began.elapsed().as_secs_f64());
        let text = || format!("right so far; {} left", text::duration(Duration::from_secs_f64(left)));
        meter.get_or_insert_with(|| Meter::new(all as u32, unit)).show(done as u32, text);
    };
    let checked = match args.sample {
        Some(count) => tables.verify_sample(count.into(), args.seed, &watch),
        None => tables.verify(&watch),
    };
    drop(meter);
    let checked = checked?;
    if args.json {
        input::print_json(&checked)?;
    } else {
        let (what, time) =
            (if args.sample.is_some() { "drawn at random" } else { "all there are" }, text::duration(began.elapsed()));
        let Checked { positions, won } = checked;
        let over = args.sample.map(|drawn| u64::from(drawn).saturating_sub(positions)).filter(|over| *over > 0);
        let over = over.map_or(String::new(), |over| format!(" ({over} more that were drawn are over already)"));
        input::print_text(&format!("{positions} positions, {what}, are right{over}; {won} of them are won; {time}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Who resists the tables.
const RESISTING: [&str; 3] = ["random", "greedy", "alphabeta:depth=4"];

/// Plays proven positions out.
fn play_games(args: &Args, dir: &Path, games: u32) -> Result<ExitCode, Fault> {
    let tables = Arc::new(Tables::open(dir)?);
    let player = |text: &&str| contestants::factory(&contestants::spec(text)?, tables.rules());
    let players = RESISTING.iter().map(player).collect::<Result<Vec<_>, Fault>>()?;
    let meter = Mutex::new((Meter::new(games, "games"), 0));
    let played = play_out(&tables, &players, games, args.seed, &|| {
        let mut meter = meter.lock().unwrap_or_else(PoisonError::into_inner);
        meter.1 += 1;
        let done = meter.1;
        meter.0.show(done, || "all won so far".to_owned());
    });
    drop(meter);
    let played = played?;
    if args.json {
        input::print_json(&played)?;
        return Ok(ExitCode::SUCCESS);
    }
    let columns = [("against", Align::Left), ("games", Align::Right), ("won", Align::Right)];
    let more = [("turns, mean", Align::Right), ("most", Align::Right), ("of the bound", Align::Right)];
    let mut table = Table::new(columns.into_iter().chain(more));
    for PlayedOut { player, games, mean_turns, most_turns, most_of_bound } in played {
        let [games, won, most] = [games.to_string(), games.to_string(), most_turns.to_string()];
        table.row([player, games, won, format!("{mean_turns:.1}"), most, text::percent(most_of_bound)]);
    }
    input::print_text(&format!("random proven positions, the winner playing by {}\n{table}", dir.display()))?;
    Ok(ExitCode::SUCCESS)
}

fn solve(args: &Args, threads: usize) -> Result<ExitCode, Fault> {
    let rules = input::rules(args.rules.as_deref())?;
    let scope = match args.losses {
        Some(losses) => Scope::losses(rules, losses)?,
        None => Scope::full(rules, args.up_to)?,
    };
    let estimate = scope.estimate(rules, threads);
    check_memory(&estimate, args.memory)?;
    crate::base::file::create_dir(&args.dir).map_err(|fault| fault.with_help("name another with --dir"))?;
    let in_use = |fault: Fault| fault.with_help("wait for it, stop it, or choose another --dir");
    let _lock = RunDir::new(&args.dir).lock().map_err(in_use)?;
    let mut solver = Solver::open(&args.dir, rules, scope, args.resume)?;
    announce(&solver, &estimate, threads);
    let stop = signals::stop_flag("stopping; what is in progress is given up, finished levels are saved")?;
    let meter = Mutex::new(Levels::new());
    let finished = solver.run(&|progress| {
        meter.lock().unwrap_or_else(PoisonError::into_inner).show(progress);
        signals::flow(&stop)
    })?;
    drop(meter);
    if !finished {
        say!("stopped; go on with the same command and --resume");
        return Ok(signals::exit_code(true));
    }
    let tables = Tables::open(&args.dir)?;
    let report = solve_report::Report::new(&args.dir, &tables)?;
    if args.json {
        input::print_json(&report)?
    } else {
        input::print_text(&report.text())?
    }
    Ok(ExitCode::SUCCESS)
}

/// Refuses what the memory cannot hold.
fn check_memory(estimate: &Estimate, limit: Option<f64>) -> Result<(), Fault> {
    let needed = estimate.memory() as f64 / 1e9;
    let (limit, whose) = match limit {
        Some(limit) if limit > 0.0 => (limit, "allowed by --memory"),
        Some(limit) => return Err(Fault::input(format!("--memory: must be above 0 GB, found {limit}"))),
        None => match available() {
            Some(bytes) => (bytes / 1e9, "free on this machine"),
            None => return Ok(()),
        },
    };
    if needed > limit {
        let message = format!("this needs about {needed:.2} GB of memory, and {limit:.2} GB are {whose}");
        return Err(Fault::from(
            Problem::new(message)
                .help("ask for fewer losses, or for fewer rebels (--full --up-to N), or use fewer threads"),
        ));
    }
    Ok(())
}

/// Bytes of memory that are free, where the system tells (Linux).
fn available() -> Option<f64> {
    solve_report::memory_of("/proc/meminfo", "MemAvailable:").map(|bytes| bytes as f64)
}

fn announce(solver: &Solver, estimate: &Estimate, threads: usize) {
    let scope = &solver.manifest().scope;
    let layers = if scope.fewest == scope.most {
        format!("{}", scope.most)
    } else {
        format!("{} to {}", scope.fewest, scope.most)
    };
    let formations = text::si(estimate.formations as f64);
    let (tables, work) = (estimate.table_bytes as f64 / 1e9, estimate.work_bytes as f64 / 1e9);
    say!(
        "{layers} rebels: {formations} formations; about {:.2} GB of memory ({tables:.2} of tables, {work:.2} of work); {threads} threads",
        estimate.memory() as f64 / 1e9
    );
    let done = solver.manifest().levels.len();
    if done > 0 && !solver.manifest().finished {
        say!("going on after {done} levels");
    }
}

/// Shows how far the solution is, and how long it will take.
struct Levels {
    meter: Option<Meter>,
    /// When the first formation of this call was begun, and how many were done before.
    began: Option<(Instant, u64)>,
}

impl Levels {
    fn new() -> Self {
        Levels { meter: None, began: None }
    }

    fn show(&mut self, progress: Progress) {
        let Progress { level, done, all } = progress;
        let (began, before) = *self.began.get_or_insert_with(|| (Instant::now(), done));
        let meter = self.meter.get_or_insert_with(|| Meter::new((all / 1000) as u32, "thousand formations"));
        meter.show((done / 1000) as u32, || {
            let side = if level.goal == Goal::Rebels { "rebels" } else { "officers" };
            let rate = (done - before) as f64 / began.elapsed().as_secs_f64();
            let left = if rate > 0.0 {
                text::duration(Duration::from_secs_f64((all - done) as f64 / rate))
            } else {
                "?".to_owned()
            };
            format!("{side}' wins, {} rebels, level {}; {left} left", level.rebels, level.advance)
        });
    }
}
