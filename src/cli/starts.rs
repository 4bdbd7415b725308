//! `asalto starts`: makes a suite of even start positions.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::input::{self, Wrong};
use super::meter::Meter;
use super::{contestants, exports, signals};
use crate::arena::{SuiteConfig, make_suite};
use crate::base::check::Finding;
use crate::base::fault::{Fault, Problem};
use crate::base::file;
use crate::players::{NetworkSpec, PlayerSpec, spec_help};
use crate::rules::{Position, Rules};

/// Make a suite of even starts: positions from which neither side has much the better game.
///
/// From the plain start good rebels win nearly always. Here some rebels are missing at random, the officers are placed at
/// random, and a few random plies are played; a position is kept if a judge that plays itself from there lets neither side
/// win too often, and each win now and then. Mirror images count as the same. The result depends on the options alone, not on the number of threads.
#[derive(clap::Args)]
#[command(after_help = spec_help())]
pub struct Args {
    /// How many starts.
    #[arg(long, value_name = "N", default_value_t = SuiteConfig::default().count)]
    count: u32,
    /// How many rebels they have.
    #[arg(long, value_name = "LOW..HIGH", default_value = "12..18", value_parser = range, allow_hyphen_values = true)]
    rebels: RangeInclusive<u32>,
    /// At most so many random plies after the placement.
    #[arg(long, value_name = "K", default_value_t = SuiteConfig::default().random_plies)]
    random_plies: u32,
    /// The players that judge, one after the other: a weak one first, which is fast, saves the strong one most candidates.
    #[arg(long = "judge", value_name = "PLAYER", num_args = 1.., default_values = ["alphabeta:depth=4", "alphabeta:depth=6"])]
    judges: Vec<String>,
    /// Games that each plays from each candidate; they differ by two random plies.
    #[arg(long, value_name = "N", default_value_t = SuiteConfig::default().games_each)]
    games_each: u32,
    /// The greatest share of the points that a side may get in them; a draw is half a point for either.
    #[arg(long, value_name = "X", default_value_t = SuiteConfig::default().max_share)]
    max_share: f64,
    /// Games of them that each side must win.
    #[arg(long, value_name = "N", default_value_t = SuiteConfig::default().wins_each)]
    wins_each: u32,
    /// Fixes every random choice.
    #[arg(long, value_name = "N", default_value_t = SuiteConfig::default().seed)]
    seed: u64,
    /// Candidates at once; 0 = one a core. The result does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Rule set: a TOML file with its keys (see `asalto config print`), or a configuration; default: that of a judge's network, else Asalto.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Write the suite to this file; default: print it.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.parse::<u32>().map_err(|_| "must be a range such as 12..18, or a number".to_owned());
    Ok(number(low)?..=number(high)?)
}

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    let judges = args.judges.iter().map(|text| contestants::spec(text)).collect::<Result<Vec<_>, Fault>>()?;
    let rules = contestants::rules(args.rules.as_deref(), &judges.iter().collect::<Vec<_>>())?;
    let config = config(&args);
    let mut wrong = Wrong::default();
    config.check_for(rules).into_iter().for_each(|finding| wrong.push(problem(finding)));
    for judge in judges.iter().filter(|judge| !judge.is_reproducible()) {
        let message = format!("`{judge}` does not play the same each time, so its suite could not be made again");
        wrong.push(Problem::new(message).at("--judge").help("limit it by depth or simulations"));
    }
    let inputs: Vec<_> = args.rules.as_deref().map(|path| ("--rules", path)).into_iter().collect();
    let outputs: Vec<_> = args.out.as_deref().map(|path| ("--out", path)).into_iter().collect();
    exports::check(&inputs, &outputs).into_iter().for_each(|problem| wrong.push(problem));
    wrong.done()?;
    let factories = judges.iter().map(|judge| contestants::factory(judge, rules)).collect::<Result<Vec<_>, Fault>>()?;
    let stop = signals::stop_after_games()?;
    let mut meter = Meter::new(config.count, "starts");
    let suite = make_suite(&config, rules, &factories, input::threads(args.threads), |progress| {
        meter.show(progress.found, || format!("of {} candidates", progress.judged));
        signals::flow(&stop)
    })?;
    drop(meter);
    let text = text(&config, rules, &judges, &suite);
    match &args.out {
        Some(path) => file::write_atomic(path, text.as_bytes())?,
        None => input::print_text(&text)?,
    }
    Ok(signals::exit_code((suite.len() as u32) < config.count))
}

fn config(args: &Args) -> SuiteConfig {
    SuiteConfig {
        count: args.count,
        rebels: args.rebels.clone(),
        random_plies: args.random_plies,
        games_each: args.games_each,
        max_share: args.max_share,
        wins_each: args.wins_each,
        seed: args.seed,
    }
}

fn problem(finding: Finding) -> Problem {
    let Finding { key, demand, found, help } = finding;
    let found = found.map_or(String::new(), |found| format!(", found {found}"));
    Problem { place: Some(format!("--{key}")), message: format!("{demand}{found}"), help }
}

/// The file: how it was made, and the positions. What is made before a stop is what a smaller count makes.
fn text(config: &SuiteConfig, rules: Rules, judges: &[PlayerSpec], suite: &[Position]) -> String {
    let SuiteConfig { rebels, random_plies, games_each, max_share, wins_each, seed, .. } = config;
    let (low, high, count) = (rebels.start(), rebels.end(), suite.len());
    let judges = judges.iter().map(|judge| without_folders(judge).to_string()).collect::<Vec<_>>().join(" ");
    let header = format!(
        "# Even starts: {low} to {high} rebels, at most {random_plies} random plies. In {games_each} games of each judge against\n\
         # itself, neither side had more than {max_share} of the points, and each won {wins_each} or more. Mirror images are left out.\n\
         # made by: asalto starts --count {count} --rebels {low}..{high} --random-plies {random_plies} --judge {judges} \
         --games-each {games_each} --max-share {max_share} --wins-each {wins_each} --seed {seed}\n\
         # rules: {}\n\
         # program: asalto {}\n",
        rules.hash_hex(),
        env!("CARGO_PKG_VERSION"),
    );
    suite.iter().fold(header, |text, start| text + &format!("{start}\n"))
}

/// The spec as others can read it: where a network lies on this machine is nobody's business.
fn without_folders(spec: &PlayerSpec) -> PlayerSpec {
    match spec {
        PlayerSpec::Network(network) => {
            PlayerSpec::Network(NetworkSpec { dir: without_folder(&network.dir), ..network.clone() })
        }
        PlayerSpec::Exact { dir, fallback } => {
            PlayerSpec::Exact { dir: without_folder(dir), fallback: Box::new(without_folders(fallback)) }
        }
        other => other.clone(),
    }
}

fn without_folder(dir: &str) -> String {
    Path::new(dir).file_name().map_or_else(|| dir.to_owned(), |name| name.to_string_lossy().into_owned())
}
