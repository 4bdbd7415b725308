//! `asalto bench`: how fast this machine is at each stage, one core at a time.

use std::hint::black_box;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use rayon::ThreadPoolBuilder;
use serde::Serialize;

use super::input;
use crate::base::fault::Fault;
use crate::base::rng::stream;
use crate::config::{self, RunConfig};
use crate::exact::{self, Scope};
use crate::learn::{Batch, Learner};
use crate::net::{self, NetEvaluator};
use crate::replay;
use crate::report::text;
use crate::rules::{Position, Rules, perft, playout, thinned};
use crate::run::push_sample;
use crate::search::{Evaluator, Leaf};
use crate::selfplay::{GameRecord, SelfPlay, StartBalance};

/// Measure the speed of every stage on one core: rules, inference, self-play, learning, exact solving.
#[derive(clap::Args)]
pub struct Args {
    /// Configuration whose network, search and self-play are measured; default: all defaults.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Replace a value of the configuration; may be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Seconds that each stage is measured for.
    #[arg(long, value_name = "S", default_value_t = 3.0)]
    seconds: f64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What was measured. Rates are those of one core.
#[derive(Serialize)]
struct Report {
    /// Leaves of the tree of turns counted a second, the last ply in bulk; depth 7 from d6 d5.
    perft_leaves_per_s: f64,
    /// Uniformly random complete games of Asalto a second, from random placements.
    random_games_per_s: f64,
    /// Fused multiply-adds of f32, two operations each, from registers: the most that the core can do.
    peak_gflops: f64,
    /// Network measured.
    network: String,
    parameters: usize,
    multiply_adds: usize,
    /// Leaves of a batch: the size of a self-play group.
    batch: usize,
    /// Evaluations a second by the network alone.
    inference_evaluations_per_s: f64,
    /// Share of the peak that inference reaches.
    inference_of_peak: f64,
    /// Evaluations a second during self-play, all its other work included.
    self_play_evaluations_per_s: f64,
    /// Self-play's rate as a share of bare inference.
    self_play_of_inference: f64,
    self_play_positions_per_s: f64,
    self_play_batch_fill: f64,
    self_play_cache_hits: f64,
    /// Samples a second that are learned from.
    learn_samples_per_s: f64,
    /// Formations of 24 rebels whose replies the exact solver works out a second, each for all 45 sets of officers.
    exact_formations_per_s: f64,
}

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    let config: RunConfig = match &args.config {
        Some(path) => config::load(path, &args.set)?,
        None => config::parse("defaults", "", &args.set)?,
    };
    if !(0.1..=600.0).contains(&args.seconds) {
        return Err(Fault::input(format!("--seconds: must be 0.1 to 600, found {}", args.seconds)));
    }
    let rules = config.rules()?;
    let span = Duration::from_secs_f64(args.seconds);
    let pool = ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.map_err(|error| Fault::failed(format!("cannot start a thread: {error}")))?;
    let report = pool.install(|| measure(&config, rules, span))?;
    if args.json {
        input::print_json(&report)?
    } else {
        input::print_text(&report.table())?
    }
    Ok(ExitCode::SUCCESS)
}

fn measure(config: &RunConfig, rules: Rules, span: Duration) -> Result<Report, Fault> {
    let device = net::device(&config.run.device)?;
    let network = config.network.init(config.run.seed, &device);
    let mut evaluator = NetEvaluator::new(&network, &device);
    let peak = peak_gflops(span);
    let batch = config.selfplay.group;
    let inference = inference(&mut evaluator, rules, batch, span);
    let played = self_play(config, rules, &evaluator, span);
    let operations = 2.0 * config.network.multiply_adds() as f64;
    Ok(Report {
        perft_leaves_per_s: perft_speed(span),
        random_games_per_s: random_games(span),
        peak_gflops: peak,
        network: format!("{} {}x{}", config.network.kind.name(), config.network.width, config.network.blocks),
        parameters: config.network.parameters(),
        multiply_adds: config.network.multiply_adds(),
        batch,
        inference_evaluations_per_s: inference,
        inference_of_peak: inference * operations / (peak * 1e9),
        self_play_evaluations_per_s: played.evaluations,
        self_play_of_inference: played.evaluations / inference,
        self_play_positions_per_s: played.positions,
        self_play_batch_fill: played.fill,
        self_play_cache_hits: played.hits,
        learn_samples_per_s: learning(config, rules, &played.games, span),
        exact_formations_per_s: exact::speed(Rules::asalto(), &Scope::losses(Rules::asalto(), 0)?, span)?,
    })
}

/// Repeats `work`, which returns how much it did, and returns the rate of the fastest tenth: what other programs take away
/// from the core is not the stage's own time.
fn best_rate(span: Duration, mut work: impl FnMut() -> f64) -> f64 {
    let began = Instant::now();
    let mut rates = Vec::new();
    while rates.len() < 5 || began.elapsed() < span {
        let start = Instant::now();
        let done = work();
        rates.push(done / start.elapsed().as_secs_f64());
    }
    rates.sort_by(f64::total_cmp);
    rates[rates.len() - 1 - rates.len() / 10]
}

fn perft_speed(span: Duration) -> f64 {
    let text = "3/1o1/rr1o1rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 - 0";
    let position = Position::parse(Rules::asalto(), text).expect("the officers stand on d6 and d5");
    best_rate(span, || perft::turns(black_box(&position), 7) as f64)
}

fn random_games(span: Duration) -> f64 {
    let start = Position::start(Rules::asalto());
    let mut rng = stream(1, &[]);
    best_rate(span, || {
        for _ in 0..5_000 {
            black_box(playout::random_game(start, &mut rng));
        }
        5_000.0
    })
}

/// Twelve chains of eight lanes: enough to keep both multiply-add units of a core busy.
fn peak_gflops(span: Duration) -> f64 {
    const CHAINS: usize = 12;
    const STEPS: usize = 100_000;
    let (scale, offset) = (black_box([0.999_f32; 8]), black_box([0.001_f32; 8]));
    best_rate(span / 4, || {
        let mut sums = black_box([[1.0_f32; 8]; CHAINS]);
        for _ in 0..STEPS {
            for chain in &mut sums {
                for lane in 0..8 {
                    chain[lane] = chain[lane].mul_add(scale[lane], offset[lane]);
                }
            }
        }
        black_box(sums);
        (STEPS * CHAINS * 8 * 2) as f64 / 1e9
    })
}

/// Leaves from the early game, all different.
fn leaves(rules: Rules, count: usize) -> Vec<Leaf> {
    let mut rng = stream(2, &[]);
    let leaf = |index: usize| {
        let position = thinned(rules, index as u32 % 8, &mut rng);
        Leaf { position, repetitions: 0, actions: position.actions(), draw_value: 0.0 }
    };
    (0..count).map(leaf).collect()
}

fn inference(evaluator: &mut NetEvaluator, rules: Rules, batch: usize, span: Duration) -> f64 {
    let leaves = leaves(rules, batch);
    let mut out = Vec::new();
    best_rate(span, || {
        evaluator.evaluate(black_box(&leaves), &mut out);
        batch as f64
    })
}

struct Played {
    evaluations: f64,
    positions: f64,
    fill: f64,
    hits: f64,
    games: Vec<GameRecord>,
}

/// One group of games, long enough for every phase of the game to be among them.
fn self_play(config: &RunConfig, rules: Rules, evaluator: &NetEvaluator, span: Duration) -> Played {
    let mut knobs = config.selfplay.clone();
    knobs.games = knobs.group;
    let balance = StartBalance { missing: knobs.missing };
    knobs.positions = 20 * knobs.group;
    let mut games = SelfPlay::new(rules, config.run.seed, knobs, config.search.clone(), balance);
    games.iterate(evaluator, balance, &|_| ());
    let began = Instant::now();
    let mut harvest = games.iterate(evaluator, balance, &|_| ());
    while began.elapsed() < span {
        let more = games.iterate(evaluator, balance, &|_| ());
        harvest.games.extend(more.games);
        harvest.counters += more.counters;
    }
    let seconds = began.elapsed().as_secs_f64();
    let counters = harvest.counters;
    Played {
        evaluations: counters.evaluations as f64 / seconds,
        positions: counters.positions as f64 / seconds,
        fill: counters.fill(),
        hits: counters.cached as f64 / (counters.cached + counters.evaluations).max(1) as f64,
        games: harvest.games,
    }
}

fn learning(config: &RunConfig, rules: Rules, games: &[GameRecord], span: Duration) -> f64 {
    let Ok(device) = net::device(&config.run.device) else { return f64::NAN };
    let mut learner = Learner::new(&config.network, &config.learn, config.run.seed, &device);
    let samples = games.iter().flat_map(|game| replay::samples(game, rules, &config.replay).unwrap_or_default());
    let mut batch = Batch::with_capacity(config.learn.batch);
    for sample in samples.take(config.learn.batch) {
        push_sample(&mut batch, &sample, false);
    }
    if batch.is_empty() {
        return f64::NAN;
    }
    best_rate(span, || match learner.step(&batch) {
        Ok(_) => batch.len() as f64,
        Err(_) => f64::NAN,
    })
}

impl Report {
    fn table(&self) -> String {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let rows = [
            ("perft, bulk-counted", text::si(self.perft_leaves_per_s), "turn leaves/s"),
            ("random games", text::si(self.random_games_per_s), "games/s"),
            ("peak of the core", format!("{:.1}", self.peak_gflops), "GFLOP/s"),
            ("network", self.network.clone(), ""),
            ("  parameters", text::si(self.parameters as f64), ""),
            ("  multiply-adds", text::si(self.multiply_adds as f64), "an evaluation"),
            ("inference", text::si(self.inference_evaluations_per_s), "evaluations/s"),
            ("  batch", self.batch.to_string(), "leaves"),
            ("  of the peak", percent(self.inference_of_peak), ""),
            ("self-play", text::si(self.self_play_evaluations_per_s), "evaluations/s"),
            ("  of inference", percent(self.self_play_of_inference), ""),
            ("  positions", text::si(self.self_play_positions_per_s), "positions/s"),
            ("  batch fill", percent(self.self_play_batch_fill), ""),
            ("  cache hits", percent(self.self_play_cache_hits), ""),
            ("learning", text::si(self.learn_samples_per_s), "samples/s"),
            ("exact solver", text::si(self.exact_formations_per_s), "formations/s"),
        ];
        let line = |(name, value, unit): &(&str, String, &str)| {
            format!("{name:<20} {value:>12}  {unit}").trim_end().to_owned() + "\n"
        };
        "one core\n".to_owned() + &rows.iter().map(line).collect::<String>()
    }
}
