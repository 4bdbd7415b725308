//! How much memory a run will need, estimated before it begins.

use crate::config::RunConfig;

/// Bytes of one sample in the window: its record, and a policy of about ten actions on the heap.
const SAMPLE: f64 = 240.0;
/// Bytes of one node of a search tree with its edges, of which a position has about twelve.
const NODE: f64 = 700.0;
/// Bytes of one remembered evaluation: its key, and the prior of about twelve actions.
const CACHED: f64 = 160.0;
/// Copies of the parameters: raw, averaged, two moments, gradient of each shard, the step that is tried, the network that plays.
const COPIES: f64 = 8.0;
/// Bytes that activations and their gradients take for each sample and each multiply-add of a dense layer, roughly.
const ACTIVATIONS: f64 = 24.0;
/// The program itself, its threads and buffers.
const BASE: f64 = 60e6;

/// Bytes that the run needs at its largest, by stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemoryEstimate {
    /// The replay window at the end of the run.
    pub window: f64,
    /// Trees and remembered evaluations of self-play.
    pub self_play: f64,
    /// Parameters, their optimiser, activations and gradients.
    pub learning: f64,
    /// The program itself.
    pub program: f64,
}

impl MemoryEstimate {
    /// The estimate for a configuration.
    pub fn of(config: &RunConfig) -> Self {
        let samples = u64::from(config.run.iterations) * config.selfplay.positions as u64;
        let kept = (config.replay.capacity(samples) as u64).min(samples) as f64;
        let games = config.selfplay.games as f64;
        let nodes = games * config.search.capacity() as f64;
        let cached = config.selfplay.groups() as f64 * config.selfplay.cache.next_power_of_two() as f64;
        let parameters = config.network.parameters() as f64;
        let activations = config.learn.batch as f64 * (config.network.width * (2 * config.network.blocks + 2)) as f64;
        let points = if config.network.kind.name() == "dense" { 1.0 } else { 33.0 };
        Self {
            window: kept * SAMPLE,
            self_play: nodes * NODE + cached * CACHED,
            learning: parameters * 4.0 * (COPIES + config.learn.shards as f64) + activations * points * ACTIVATIONS,
            program: BASE,
        }
    }

    /// All of it.
    pub fn total(&self) -> f64 {
        self.window + self.self_play + self.learning + self.program
    }
}
