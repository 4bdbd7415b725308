//! `asalto games`: looks after the games that a run has written.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;
use rayon::prelude::*;

use super::input;
use crate::base::fault::{Fault, Problem};
use crate::config::{self, RunConfig};
use crate::replay;
use crate::rules::Rules;
use crate::run::{MetricsLog, RunDir};
use crate::selfplay::GameRecord;

/// Verify or show the games of a run.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Replay every game by the rules and recompute its end; exit code 1 if any does not agree with its record.
    Verify {
        /// A run directory.
        run_dir: PathBuf,
    },
    /// Print games, one a line: number, start, result, reason, plies, and the micro-actions as recorded (a chain of jumps
    /// is one jump after the other).
    Show {
        /// A run directory.
        run_dir: PathBuf,
        /// The iteration whose games are shown; default: the last.
        #[arg(long, value_name = "N")]
        iteration: Option<u32>,
    },
}

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    match args.command {
        Command::Verify { run_dir } => verify(&input::run_dir(&run_dir)?),
        Command::Show { run_dir, iteration } => show(&input::run_dir(&run_dir)?, iteration),
    }
}

fn verify(dir: &RunDir) -> Result<ExitCode, Fault> {
    let config: RunConfig = config::load(&dir.config(), &[])?;
    let rules = config.rules()?;
    let (mut files, mut games, mut problems) = (0, 0, Vec::new());
    for iteration in dir.game_iterations() {
        let path = dir.games_of(iteration);
        files += 1;
        match replay::read_games(&path) {
            Ok(records) => {
                games += records.len();
                problems.extend(wrong(&path, &records, rules));
            }
            Err(fault) => problems.extend(fault.into_problems()),
        }
    }
    problems.extend(missing(dir)?);
    if problems.is_empty() {
        input::print_text(&format!("{games} games in {files} files: every one replays to its recorded end\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let count = problems.len();
    say!("{}", Fault::Input(problems).for_stderr());
    let problems = if count == 1 { "problem" } else { "problems" };
    Err(Fault::failed(format!("{count} {problems} in {games} games of {files} files")))
}

/// Iterations that the run's numbers tell of, and whose games are not there.
fn missing(dir: &RunDir) -> Result<Vec<Problem>, Fault> {
    if !dir.metrics().exists() {
        return Ok(Vec::new());
    }
    let (log, problems) = MetricsLog::read(&dir.metrics())?;
    let known = dir.game_iterations();
    let iterations = log.rows().iter().map(|row| row.iteration as u32).filter(|iteration| !known.contains(iteration));
    let lost = iterations.map(|iteration| {
        Problem::new("missing: the run played this iteration").at(dir.games_of(iteration).display().to_string())
    });
    Ok(lost.chain(problems).collect())
}

fn wrong(path: &Path, records: &[GameRecord], rules: Rules) -> Vec<Problem> {
    let check = |record: &GameRecord| record.verify(rules).err();
    let errors: Vec<_> = records.par_iter().filter_map(check).collect();
    errors.into_iter().map(|error| Problem::new(error.to_string()).at(path.display().to_string())).collect()
}

fn show(dir: &RunDir, iteration: Option<u32>) -> Result<ExitCode, Fault> {
    let known = dir.game_iterations();
    let Some(iteration) = iteration.or(known.last().copied()).filter(|wanted| known.contains(wanted)) else {
        let help = match (known.first(), known.last()) {
            (Some(first), Some(last)) => format!("there are games of iterations {first} to {last}"),
            _ => "no games are there: the run has just begun, or they were removed".to_owned(),
        };
        return Err(Fault::input(format!("{}: no games of that iteration", dir.games().display())).with_help(help));
    };
    let mut text = String::new();
    for game in replay::read_games(&dir.games_of(iteration))? {
        let reason = game.reason.map_or("cut short", |reason| reason.name());
        let result = game.result.map_or("unfinished", |end| end.name());
        let start = match game.missing {
            0 => "plain".to_owned(),
            missing => format!("{missing} missing"),
        };
        text +=
            &format!("{:>8}  {start:<10}  {result:<8}  {reason:<16}  {:>4}  {}\n", game.number, game.plies, game.moves);
    }
    input::print_text(&text)?;
    Ok(ExitCode::SUCCESS)
}
