//! `asalto report`: draws a run's plots again and prints its last numbers.

use std::path::PathBuf;
use std::process::ExitCode;

use console::style;

use super::input;
use crate::base::fault::Fault;
use crate::report;
use crate::run::{MetricsLog, RunDir};

/// Draw the plots of a run again, and print where it stands.
#[derive(clap::Args)]
pub struct Args {
    /// A run directory.
    run_dir: PathBuf,
}

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    let dir = input::run_dir(&args.run_dir)?;
    let log = metrics(&dir)?;
    input::print_text(&report::overview(&log))?;
    let written = draw(&dir, &log)?;
    say!("drew {} files in {}; look at {}", written, dir.plots().display(), dir.plots().join("index.html").display());
    Ok(ExitCode::SUCCESS)
}

/// The numbers of a run. What is damaged in their file is told; the rest is used.
fn metrics(dir: &RunDir) -> Result<MetricsLog, Fault> {
    if !dir.metrics().exists() {
        return Ok(MetricsLog::default());
    }
    let (log, problems) = MetricsLog::read(&dir.metrics())?;
    for problem in problems {
        say!("{} {problem}", style("warning:").yellow().bold().for_stderr());
    }
    Ok(log)
}

/// Draws the plots of a run again; returns the number of files.
pub(super) fn redraw(dir: &RunDir) -> Result<usize, Fault> {
    draw(dir, &metrics(dir)?)
}

fn draw(dir: &RunDir, log: &MetricsLog) -> Result<usize, Fault> {
    Ok(report::write_plots(&dir.plots(), log, &name(dir))?.len())
}

/// The run's name: that of its directory.
fn name(dir: &RunDir) -> String {
    dir.root().file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}
