//! `asalto train`: from a configuration to a trained network.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::progress::Watchers;
use super::signals::{self, STOPPED};
use crate::base::fault::{Fault, Problem};
use crate::base::file;
use crate::config::{self, RunConfig};
use crate::run::{Ended, RunDir, RunFacts, Trainer};

/// Train a network by self-play, from nothing, or go on with a run.
///
/// Ctrl-C once finishes the iteration, saves, and exits with code 130; twice stops at once and loses that iteration.
#[derive(clap::Args)]
pub struct Args {
    /// The configuration, e.g. configs/quick.toml. With --resume it may be left out.
    config: Option<PathBuf>,
    /// Where the run keeps everything; default: runs/ and the name of the configuration.
    #[arg(long, value_name = "DIR")]
    run_dir: Option<PathBuf>,
    /// Replace a value of the configuration; may be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Go on with the run in the directory, from its latest checkpoint.
    #[arg(long)]
    resume: bool,
    /// Go on from the checkpoint of this iteration; what came after it is removed.
    #[arg(long, value_name = "ITERATION", requires = "resume")]
    from: Option<u32>,
    /// Iterations in all (run.iterations); a larger number lets a finished run go on.
    #[arg(long, value_name = "N")]
    iterations: Option<u32>,
    /// Worker threads (run.threads); 0 = one a core. The result does not depend on it.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Fixes every random choice (run.seed).
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Keys that may change when a run goes on: they do not shape what was learned so far. Others may while they have not had any
/// effect, see [`RunState::keys_ahead`](crate::run::RunState::keys_ahead).
const FREE: [&str; 5] = ["run.iterations", "run.threads", "run.keep", "run.ladder", "evaluate."];

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    let dir = args.directory()?;
    file::check_dir(&dir).map_err(|fault| fault.with_help("name another with --run-dir"))?;
    let dir = RunDir::new(dir);
    let mut trainer = if args.resume { resume(&args, dir)? } else { begin(&args, dir)? };
    let stop = signals::stop_flag(
        "finishing this iteration, then saving; press Ctrl-C again to stop now and lose this iteration",
    )?;
    let watchers = Watchers::new(&trainer)?;
    let ended = trainer.run(&stop, &watchers)?;
    watchers.finish(&trainer, ended);
    Ok(match ended {
        Ended::Complete => ExitCode::SUCCESS,
        Ended::Stopped => ExitCode::from(STOPPED),
    })
}

fn begin(args: &Args, dir: RunDir) -> Result<Trainer, Fault> {
    let Some(path) = &args.config else {
        return Err(Fault::input("no configuration is given").with_help("asalto train configs/quick.toml"));
    };
    Trainer::begin(config::load(path, &args.overrides())?, dir)
}

fn resume(args: &Args, dir: RunDir) -> Result<Trainer, Fault> {
    if !dir.has_run() {
        return Err(Fault::input(format!("{}: no run to go on with", dir.root().display()))
            .with_help("leave out --resume to begin one, or name its directory with --run-dir"));
    }
    if !dir.config().exists() {
        return Err(Fault::input(format!(
            "{}: missing, so what the run was trained with is not known",
            dir.config().display()
        ))
        .with_help(
            "put it back (`asalto config check FILE` prints what a file resolves to), or begin a new run elsewhere",
        ));
    }
    let kept: RunConfig = config::load(&dir.config(), &[])?;
    let source = args.config.clone().unwrap_or_else(|| dir.config());
    let wanted = config::load(&source, &args.overrides())?;
    let changed = config::differences(&kept, &wanted)?;
    let fixed: Vec<_> = changed.iter().filter(|change| !FREE.iter().any(|free| change.key.starts_with(free))).collect();
    let ahead = if fixed.is_empty() { Vec::new() } else { dir.state(args.from)?.keys_ahead(&kept, &wanted) };
    let problems: Vec<Problem> = fixed
        .into_iter()
        .filter(|change| !ahead.contains(&&change.key[..]))
        .map(|change| {
            let text =
                format!("{}: the run uses {}, so it cannot go on with {}", change.key, change.kept, change.wanted);
            Problem::new(text).at(source.display().to_string())
        })
        .collect();
    if !problems.is_empty() {
        return Err(Fault::Input(problems).with_help("begin a new run for this, in another --run-dir"));
    }
    let trainer = Trainer::resume(wanted, dir, args.from)?;
    let later: Vec<String> = changed
        .iter()
        .filter(|change| ahead.contains(&&change.key[..]))
        .map(|change| format!(" --set {}={}", change.key, change.wanted))
        .collect();
    if !later.is_empty() {
        // The command that the run now equals.
        let facts = RunFacts::read(&trainer.dir().facts())?;
        RunFacts { command: facts.command.clone() + &later.concat(), ..facts }.write(&trainer.dir().facts())?;
    }
    file::write_atomic(&trainer.dir().config(), config::resolved(trainer.config())?.as_bytes())?;
    Ok(trainer)
}

impl Args {
    fn directory(&self) -> Result<PathBuf, Fault> {
        if let Some(dir) = &self.run_dir {
            return Ok(dir.clone());
        }
        match self.config.as_ref().and_then(|path| path.file_stem()) {
            Some(stem) => Ok(Path::new("runs").join(stem)),
            None => Err(Fault::input("no run is named").with_help("name its directory with --run-dir")),
        }
    }

    /// The short options are overrides like any other.
    fn overrides(&self) -> Vec<String> {
        let mut all = self.set.clone();
        all.extend(self.iterations.map(|value| format!("run.iterations={value}")));
        all.extend(self.threads.map(|value| format!("run.threads={value}")));
        all.extend(self.seed.map(|value| format!("run.seed={value}")));
        all
    }
}
