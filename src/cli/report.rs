//! `asalto report`: draws a run's plots again and prints its last numbers.

use std::path::PathBuf;
use std::process::ExitCode;

use super::input;
use crate::base::fault::Fault;
use crate::report;
use crate::run::RunDir;

/// Draw the plots of a run again, and print where it stands.
#[derive(clap::Args)]
pub struct Args {
    /// A run directory.
    run_dir: PathBuf,
}

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    let dir = RunDir::new(&args.run_dir);
    if !dir.has_run() {
        return Err(Fault::input(format!("{}: no run directory", args.run_dir.display())));
    }
    let written = report::write_plots(&dir)?;
    input::print_text(&report::overview(&dir)?)?;
    for path in written {
        eprintln!("wrote {}", path.display());
    }
    Ok(ExitCode::SUCCESS)
}
