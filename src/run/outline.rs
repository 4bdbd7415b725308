//! What a run is about to do, in a few lines.

use super::memory::MemoryEstimate;
use super::trainer::Trainer;

impl Trainer {
    /// Lines for people: where, what game, what network, how much memory. Said before the first iteration.
    pub fn outline(&self) -> Vec<String> {
        let config = &self.config;
        let network = &config.network;
        let mega = |bytes: f64| format!("{:.0} MB", bytes / 1e6);
        let memory = MemoryEstimate::of(config);
        let set = self.rules.set();
        vec![
            format!(
                "run      {}, seed {}, {} of {} iterations done",
                self.dir.root().display(),
                config.run.seed,
                self.state.iteration,
                config.run.iterations
            ),
            format!(
                "rules    {} officers, {} rebels, diagonals {}, hash {}",
                set.officers,
                set.rebel_points().count(),
                set.diagonals.name(),
                self.rules.hash_hex()
            ),
            format!(
                "network  {} {}x{}, {} parameters, {} multiply-adds an evaluation, on {}",
                network.kind.name(),
                network.width,
                network.blocks,
                network.parameters(),
                network.multiply_adds(),
                config.run.device
            ),
            format!(
                "games    {} at once in groups of {}, {} simulations a move, {} positions an iteration",
                config.selfplay.games, config.selfplay.group, config.search.simulations, config.selfplay.positions
            ),
            format!("threads  {} workers, one thread of the network each", self.pool.current_num_threads()),
            format!(
                "memory   about {} at most: window {}, self-play {}, learning {}, program {}",
                mega(memory.total()),
                mega(memory.window),
                mega(memory.self_play),
                mega(memory.learning),
                mega(memory.program)
            ),
        ]
    }
}
