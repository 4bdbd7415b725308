//! `asalto compare`: which network learns most from the same games in the same time?

use std::path::PathBuf;
use std::process::ExitCode;

use rand::RngExt;
use rayon::ThreadPoolBuilder;

use super::input;
use crate::base::check::Check;
use crate::base::clock::Clock;
use crate::base::fault::{Fault, Problem};
use crate::base::rng::{below, stream};
use crate::config::{self, RunConfig};
use crate::learn::{Batch, LearnConfig, Learner, LossReport};
use crate::net::{self, Kind, NetConfig, NetEvaluator};
use crate::replay::{self, Sample};
use crate::report::table::{Align, Table};
use crate::report::text;
use crate::rules::{Rules, Side};
use crate::run::{RunDir, push_sample};
use crate::search::{Evaluator, Leaf};

/// One in so many games is held out.
const HELD_OUT: u64 = 8;
/// Held-out samples that losses are measured on.
const MEASURED: usize = 8_000;
/// Leaves of a batch when inference is timed.
const LEAVES: usize = 128;

/// Compare networks: train each from nothing on a run's games, and measure its losses on games held out.
///
/// Every network gets the same CPU seconds of one core, so that a slower one sees fewer samples, as it would in a run.
#[derive(clap::Args)]
pub struct Args {
    /// A run directory with games.
    run_dir: PathBuf,
    /// Networks to compare, each as KIND:WIDTHxBLOCKS, KIND being dense, mixer or conv; may be repeated.
    #[arg(long = "network", value_name = "NETWORK", default_values = ["dense:128x3", "dense:256x3", "mixer:32x3", "conv:32x4"])]
    networks: Vec<String>,
    /// CPU seconds that each network is trained for.
    #[arg(long, value_name = "S", default_value_t = 60.0)]
    seconds: f64,
    /// Only the games of the last so many iterations; 0 = all.
    #[arg(long, value_name = "N", default_value_t = 8)]
    iterations: usize,
    /// Fixes every random choice.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// The samples of a run, split by game.
struct Data {
    train: Vec<Sample>,
    held_out: Vec<Sample>,
}

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    if !(0.01..=86_400.0).contains(&args.seconds) {
        return Err(Fault::input(format!("--seconds: must be 0.01 to 86400, found {}", args.seconds)));
    }
    let networks = args.networks.iter().map(|text| network(text)).collect::<Result<Vec<_>, _>>()?;
    let dir = input::run_dir(&args.run_dir)?;
    let config: RunConfig = config::load(&dir.config(), &[])?;
    let rules = config.rules()?;
    let data = read(&dir, &config, rules, args.iterations)?;
    say!("{} samples to learn from, {} held out", data.train.len(), data.held_out.len());
    let pool = ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.map_err(|error| Fault::failed(format!("cannot start a thread: {error}")))?;
    let mut table = columns();
    for network in networks {
        table.row(pool.install(|| measured(&network, &config.learn, &data, &args))?);
        say!("{} done", name(&network));
    }
    input::print_text(&table.to_string())?;
    Ok(ExitCode::SUCCESS)
}

fn columns() -> Table {
    Table::new([
        ("network", Align::Left),
        ("parameters", Align::Right),
        ("samples seen", Align::Right),
        ("samples/s", Align::Right),
        ("policy loss", Align::Right),
        ("value loss", Align::Right),
        ("evaluations/s", Align::Right),
    ])
}

/// Reads `kind:widthxblocks`.
fn network(text: &str) -> Result<NetConfig, Fault> {
    let wrong = || {
        Fault::from(
            Problem::new(format!("must be kind:widthxblocks, found `{text}`"))
                .at("--network")
                .help("the kind is dense, mixer or conv; such as dense:256x3"),
        )
    };
    let (kind, size) = text.split_once(':').ok_or_else(wrong)?;
    let (width, blocks) = size.split_once('x').ok_or_else(wrong)?;
    let kind = Kind::ALL.into_iter().find(|known| known.name() == kind).ok_or_else(wrong)?;
    let (width, blocks) = (width.parse().map_err(|_| wrong())?, blocks.parse().map_err(|_| wrong())?);
    let network = NetConfig { kind, width, blocks, ..NetConfig::default() };
    match network.check().first() {
        Some(finding) => Err(Fault::from(Problem::new(finding.to_string()).at(format!("--network {text}")))),
        None => Ok(network),
    }
}

fn name(network: &NetConfig) -> String {
    format!("{}:{}x{}", network.kind.name(), network.width, network.blocks)
}

fn read(dir: &RunDir, config: &RunConfig, rules: Rules, iterations: usize) -> Result<Data, Fault> {
    let mut data = Data { train: Vec::new(), held_out: Vec::new() };
    let all = dir.game_iterations();
    let skipped = if iterations == 0 { 0 } else { all.len().saturating_sub(iterations) };
    for &iteration in &all[skipped..] {
        let path = dir.games_of(iteration);
        for game in replay::read_games(&path)? {
            let wrong = |error| Fault::failed(format!("{}: {error}", path.display()));
            let samples = replay::samples(&game, rules, &config.replay).map_err(wrong)?;
            let part = if game.number % HELD_OUT == 0 { &mut data.held_out } else { &mut data.train };
            part.extend(samples);
        }
    }
    if data.train.is_empty() || data.held_out.is_empty() {
        return Err(Fault::input(format!("{}: too few games to learn from and to hold out", dir.games().display())));
    }
    Ok(data)
}

/// Trains a network for its time and returns its row.
fn measured(network: &NetConfig, learn: &LearnConfig, data: &Data, args: &Args) -> Result<[String; 7], Fault> {
    let device = net::device("cpu")?;
    let mut learner = Learner::new(network, learn, args.seed, &device);
    let mut rng = stream(args.seed, &[0xc0, 1]);
    let mut seconds = 0.0;
    while seconds < args.seconds {
        let mut batch = Batch::with_capacity(learn.batch);
        for _ in 0..learn.batch {
            let mirrored = rng.random::<bool>();
            push_sample(&mut batch, &data.train[below(&mut rng, data.train.len() as u32) as usize], mirrored);
        }
        let clock = Clock::start();
        learner.step(&batch).map_err(|error| Fault::failed(format!("{}: {error}", name(network))))?;
        seconds += clock.seconds();
    }
    let mut held_out = Batch::with_capacity(MEASURED);
    let apart = (data.held_out.len() / MEASURED).max(1);
    data.held_out.iter().step_by(apart).take(MEASURED).for_each(|sample| push_sample(&mut held_out, sample, false));
    let losses = learner.measure(&held_out);
    let seen = learner.steps() as f64 * learn.batch as f64;
    Ok([
        name(network),
        text::si(network.parameters() as f64),
        text::si(seen),
        text::si(seen / seconds),
        format!("{:.4}", mean(&losses, |side| losses.side(side).policy_loss)),
        format!("{:.4}", mean(&losses, |side| losses.side(side).value_loss)),
        text::si(inference(&mut NetEvaluator::new(&learner.averaged(), &device), data)),
    ])
}

/// The mean over both sides' samples.
fn mean(losses: &LossReport, number: impl Fn(Side) -> f64) -> f64 {
    let samples = Side::ALL.map(|side| losses.side(side).samples as f64);
    let sum: f64 = Side::ALL.iter().map(|&side| samples[side.index()] * number(side)).sum();
    sum / samples.iter().sum::<f64>()
}

/// Evaluations in a CPU second.
fn inference(evaluator: &mut NetEvaluator, data: &Data) -> f64 {
    let leaf = |sample: &Sample| {
        let Sample { position, repetitions, draw_value, .. } = *sample;
        Leaf { position, repetitions, actions: position.actions(), draw_value }
    };
    let leaves: Vec<Leaf> = data.held_out.iter().cycle().take(LEAVES).map(leaf).collect();
    let mut out = Vec::new();
    let clock = Clock::start();
    let mut done = 0;
    while clock.seconds() < 2.0 {
        evaluator.evaluate(&leaves, &mut out);
        done += leaves.len();
    }
    done as f64 / clock.seconds()
}
