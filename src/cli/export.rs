//! `asalto export`: a run's network as a model that can be given away.

use std::path::PathBuf;
use std::process::ExitCode;

use super::input;
use crate::base::fault::Fault;
use crate::config::{self, RunConfig};
use crate::net::{self, CARD, Model, Training};
use crate::run::{MetricsLog, MetricsRow, RunDir, RunFacts, open_model};

/// Write the network of a run as a model: its weights, and a card that tells where it comes from.
///
/// What was measured of the model that lies in the folder already (the `[[measured]]` tables of its card) is kept if it is the
/// same network.
#[derive(clap::Args)]
pub struct Args {
    /// A run directory.
    run_dir: PathBuf,
    /// The folder of the model, such as models/NAME.
    model: PathBuf,
    /// The network after this iteration; default: the latest.
    #[arg(long, value_name = "ITERATION")]
    from: Option<u32>,
}

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    let dir = input::run_dir(&args.run_dir)?;
    if RunDir::new(&args.model).has_run() {
        return Err(Fault::input(format!("{}: holds a run, so it cannot be a model's folder", args.model.display()))
            .with_help("name another folder, such as models/NAME"));
    }
    let device = net::device("cpu")?;
    let source = match args.from {
        Some(iteration) => dir.checkpoint(dir.known(iteration)?),
        None => args.run_dir.clone(),
    };
    let mut model = open_model(&source, &device)?;
    let (log, _) = MetricsLog::read(&dir.metrics())?;
    let config: RunConfig = config::load(&dir.config(), &[])?;
    let training = training(&RunFacts::read(&dir.facts())?, &config, &log, args.from.unwrap_or(u32::MAX));
    let iteration = training.iterations;
    model.training = Some(training);
    let replaces = args.model.join(CARD).exists();
    if replaces {
        let old = Model::load(&args.model, &device)?;
        if net::parameters::read(&old.network) == net::parameters::read(&model.network) {
            model.measured = old.measured;
        }
    }
    model.save(&args.model)?;
    let old = if replaces { ", in place of the model that was there" } else { "" };
    input::print_text(&format!("{}: the network after iteration {iteration}{old}\n", args.model.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// What the run's own files say about iterations up to `until`.
fn training(facts: &RunFacts, config: &RunConfig, log: &MetricsLog, until: u32) -> Training {
    let rows: Vec<_> = log.rows().iter().filter(|row| row.iteration <= u64::from(until)).collect();
    let sum = |name: &str| rows.iter().filter_map(|row| row.get(name)).sum::<f64>();
    // A run may have gone on with other threads than it began with.
    let thread_seconds = |row: &&MetricsRow| {
        let seconds = ["time/selfplay_s", "time/learn_s", "time/evaluate_s"].map(|name| row.get(name).unwrap_or(0.0));
        seconds.iter().sum::<f64>() * row.get("time/threads").unwrap_or(facts.threads as f64)
    };
    let seconds: f64 = rows.iter().map(thread_seconds).sum();
    let iterations = rows.last().map_or(0, |row| row.iteration as u32);
    Training {
        command: command(facts, iterations),
        seed: config.run.seed,
        program: format!("asalto {} {}", facts.version, facts.commit),
        iterations,
        games: sum("selfplay/games") as u64,
        positions: sum("selfplay/positions") as u64,
        thread_hours: (seconds / 36.0).round() / 100.0,
    }
}

/// The command that began the run, by the program's own name, and how far it went: it may have been prolonged since.
fn command(facts: &RunFacts, iterations: u32) -> String {
    let arguments = facts.command.split_once(' ').map_or("", |(_, arguments)| arguments);
    format!("asalto {arguments} # {iterations} iterations")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thread_hours_follow_the_threads_of_each_iteration() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("metrics.jsonl");
        let rows = [
            r#"{"iteration":1,"time/selfplay_s":3600,"selfplay/games":5}"#,
            r#"{"iteration":2,"time/selfplay_s":1800,"time/learn_s":1800,"time/threads":2,"selfplay/games":6}"#,
            r#"{"iteration":3,"time/selfplay_s":3600}"#,
        ];
        std::fs::write(&path, rows.map(|row| format!("{row}\n")).concat()).unwrap();
        let (log, _) = MetricsLog::read(&path).unwrap();
        let facts = RunFacts {
            version: "1".into(),
            commit: "c".into(),
            seed: 1,
            device: "cpu".into(),
            threads: 1,
            rules: String::new(),
            parameters: 1,
            system: String::new(),
            command: "asalto train x.toml".into(),
            began: 0,
        };
        let training = training(&facts, &RunConfig::default(), &log, 2);
        assert_eq!((training.thread_hours, training.games, training.iterations), (3.0, 11, 2));
    }
}
