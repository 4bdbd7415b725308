//! The commands, one file each.
//!
//! Input: the command line. Output: data on stdout, talk on stderr, an exit code (0 done, 1 failed, 2 wrong input, 130 stopped
//! after saving). Invariant: a command that is given wrong input changes nothing.

/// A line of talk on stderr. That nobody listens is no reason to stop what is being done.
macro_rules! say {
    ($($argument:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($argument)*);
    }};
}

mod adversary;
mod analyze;
mod balance;
mod bench;
mod compare;
mod config;
mod contestants;
mod engine;
mod export;
mod exports;
mod field;
mod games;
mod grade;
mod input;
mod matches;
mod meter;
mod numbers;
mod openings;
mod perft;
mod play;
mod progress;
mod report;
mod serve;
mod signals;
mod solve;
mod solve_report;
mod starts;
mod tournament;
mod train;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::base::fault::Fault;

/// Self-play trainer and balance laboratory for the siege game Asalto.
#[derive(Parser)]
#[command(version, about, arg_required_else_help = true, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Train(train::Args),
    Play(play::Args),
    Serve(serve::Args),
    Analyze(analyze::Args),
    Match(matches::Args),
    Tournament(tournament::Args),
    Balance(balance::Args),
    Starts(starts::Args),
    Engine(engine::Args),
    Export(export::Args),
    Report(report::Args),
    Config(config::Args),
    Games(games::Args),
    Solve(solve::Args),
    Grade(grade::Args),
    Perft(perft::Args),
    Compare(compare::Args),
    Bench(bench::Args),
}

/// The program's command line.
pub fn command() -> clap::Command {
    numbers::told_their_range(Cli::command())
}

/// The command line that the program was given. Where it is wrong, or asks for help, the program ends here.
pub fn parse() -> Cli {
    let matches = command().get_matches();
    Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut command()).exit())
}

/// Runs a command.
///
/// # Errors
/// Whatever kept the command from doing its work.
pub fn run(cli: Cli) -> Result<ExitCode, Fault> {
    match cli.command {
        Command::Train(args) => train::run(args),
        Command::Play(args) => play::run(args),
        Command::Serve(args) => serve::run(args),
        Command::Analyze(args) => analyze::run(args),
        Command::Match(args) => matches::run(args),
        Command::Tournament(args) => tournament::run(args),
        Command::Balance(args) => balance::run(args),
        Command::Starts(args) => starts::run(args),
        Command::Engine(args) => engine::run(args),
        Command::Export(args) => export::run(args),
        Command::Report(args) => report::run(args),
        Command::Config(args) => config::run(args),
        Command::Games(args) => games::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Grade(args) => grade::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Bench(args) => bench::run(args),
    }
}
