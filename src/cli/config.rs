//! `asalto config`: checks a configuration, or prints the defaults.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;

use super::input;
use crate::base::fault::Fault;
use crate::config::{self, RunConfig};

/// Check a configuration, or print the defaults.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check a file and print what it resolves to; every problem is told at once, exit code 2.
    Check {
        /// The configuration.
        file: PathBuf,
        /// Replace a value; may be repeated.
        #[arg(long = "set", value_name = "KEY=VALUE")]
        set: Vec<String>,
    },
    /// Print every key with its default, its meaning and its range.
    Print,
}

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    match args.command {
        Command::Check { file, set } => {
            let config: RunConfig = config::load(&file, &set)?;
            input::print_text(&config::resolved(&config)?)?;
            say!("{}: no problems", file.display());
        }
        Command::Print => input::print_text(config::DEFAULTS)?,
    }
    Ok(ExitCode::SUCCESS)
}
