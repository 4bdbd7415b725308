//! `asalto serve`: the game in a browser.

use std::net::IpAddr;
use std::process::ExitCode;
use std::time::Duration;

use super::adversary::AdversaryArgs;
use super::{contestants, input};
use crate::base::fault::Fault;
use crate::play::web::{Address, House, Limits, serve};
use crate::players::spec_help;

/// Play in a browser: serves a page with the board, analysis and a JSON API.
///
/// Open the address that it prints. It is heard on this machine alone unless --host says otherwise, and needs no other
/// connection. Ctrl-C ends it.
#[derive(clap::Args)]
#[command(after_help = spec_help())]
pub struct Args {
    #[command(flatten)]
    adversary: AdversaryArgs,
    /// The port; 0 = any that is free.
    #[arg(long, value_name = "PORT", default_value_t = 7033)]
    port: u16,
    /// The address to listen on; 0.0.0.0 lets other machines in, without any password.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: IpAddr,
    /// A name by which this machine may be called, besides localhost and addresses; may be given several times.
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// Threads that think; 0 = all cores but one.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Games at the same time; one more is refused.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// A game that nobody has looked at for so many minutes is forgotten.
    #[arg(long, value_name = "MINUTES", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    idle: u32,
}

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    let adversary = args.adversary.read(None, None)?;
    let threads = match args.threads {
        // One core stays with the page.
        0 => input::threads(0).saturating_sub(1).max(1),
        threads => threads,
    };
    let limits = Limits { games: args.games as usize, idle: Duration::from_secs(60 * u64::from(args.idle)), threads };
    let workshop = Box::new(contestants::workshop());
    let house = House::new(adversary.rules, adversary.levels, adversary.network, workshop, adversary.truth, limits)?;
    let address = Address { host: args.host, port: args.port, names: args.allow_host };
    let mut told = Ok(());
    serve(address, house, |own| {
        told = input::print_text(&format!("asalto is at http://{own}/\n"));
        say!("Ctrl-C ends it");
    })?;
    told.map(|()| ExitCode::SUCCESS)
}
