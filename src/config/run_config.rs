//! The whole configuration of a training run.

use serde::{Deserialize, Serialize};

use crate::base::check::{Check, Finding, Findings};
use crate::base::fault::{Fault, Problem};
use crate::learn::LearnConfig;
use crate::net::NetConfig;
use crate::players::PlayerSpec;
use crate::replay::ReplayConfig;
use crate::rules::{RuleError, RuleSet, Rules};
use crate::search::SearchConfig;
use crate::selfplay::SelfPlayConfig;

/// Every knob of a run, one section a stage. `configs/default.toml` shows and explains each.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RunConfig {
    /// How long, how and where.
    pub run: RunSection,
    /// The game.
    pub rules: RuleSet,
    /// How self-play thinks.
    pub search: SearchConfig,
    /// How games are started and batched.
    pub selfplay: SelfPlayConfig,
    /// The network's kind and size.
    pub network: NetConfig,
    /// What is kept to learn from.
    pub replay: ReplayConfig,
    /// How it is learned.
    pub learn: LearnConfig,
    /// How progress is measured.
    pub evaluate: EvaluateSection,
}

impl RunConfig {
    /// The rules that the run plays.
    ///
    /// # Errors
    /// Everything that is wrong with them.
    pub fn rules(&self) -> Result<Rules, Fault> {
        let problem = |error: RuleError| Problem::new(format!("rules.{error}"));
        Rules::new(self.rules.clone()).map_err(|errors| Fault::Input(errors.into_iter().map(problem).collect()))
    }
}

/// Length, seed and place of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RunSection {
    /// Iterations in all: self-play, learning, checkpoint. Range 1 to 1000000.
    pub iterations: u32,
    /// Fixes every random choice. Range 0 to 2^63 - 1.
    pub seed: u64,
    /// Worker threads; 0 = one a core. The result does not depend on it. Range 0 to 1024.
    pub threads: usize,
    /// `cpu`, or `wgpu` or `cuda` where the program was built with it.
    pub device: String,
    /// Newest checkpoints kept. Range 1 to 1000000.
    pub keep: usize,
    /// Every so many iterations a checkpoint is kept for good; 0 = none. The first one always is. Range 0 to 1000000.
    pub ladder: u32,
}

impl Default for RunSection {
    fn default() -> Self {
        Self { iterations: 200, seed: 1, threads: 0, device: "cpu".to_owned(), keep: 3, ladder: 10 }
    }
}

/// Matches against fixed anchors during the run. They measure; nothing is learned from them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EvaluateSection {
    /// Iterations between two evaluations; 0 = never. The last iteration is always evaluated. Range 0 to 1000000.
    pub every: u32,
    /// Opponents, as player specs.
    pub anchors: Vec<String>,
    /// Games against each anchor, half of them as officers. An even number. Range 2 to 100000.
    pub games: u32,
    /// Simulations a move of the network. Range 1 to 100000.
    pub simulations: u32,
    /// Random plies after the placement, so that games differ. Range 0 to 40.
    pub random_plies: u32,
}

impl Default for EvaluateSection {
    fn default() -> Self {
        Self {
            every: 5,
            anchors: ["random", "greedy", "mcts:sims=200"].map(str::to_owned).to_vec(),
            games: 72,
            simulations: 32,
            random_plies: 2,
        }
    }
}

impl Check for RunConfig {
    fn check(&self) -> Vec<Finding> {
        let mut findings = Findings::new();
        findings.section("run", &self.run);
        findings.section("rules", &self.rules);
        findings.section("search", &self.search);
        findings.section("selfplay", &self.selfplay);
        findings.section("network", &self.network);
        findings.section("replay", &self.replay);
        findings.section("learn", &self.learn);
        findings.section("evaluate", &self.evaluate);
        findings.into_vec()
    }
}

impl Check for RunSection {
    fn check(&self) -> Vec<Finding> {
        let mut findings = Findings::new();
        findings.range("iterations", self.iterations, 1..=1_000_000, "");
        findings.range("seed", self.seed, 0..=i64::MAX as u64, "");
        findings.range("threads", self.threads, 0..=1024, "0 takes one a core");
        findings.range("keep", self.keep, 1..=1_000_000, "3 is usual");
        findings.range("ladder", self.ladder, 0..=1_000_000, "");
        if let Err(why) = crate::net::device(&self.device) {
            findings.say("device", why.to_string());
        }
        findings.into_vec()
    }
}

/// What an anchor must be: the curve over training has to mean something, and resuming to give the same.
const ANCHOR: &str = "a player that is always the same: no network, no time limit";

impl Check for EvaluateSection {
    fn check(&self) -> Vec<Finding> {
        let mut findings = Findings::new();
        findings.range("every", self.every, 0..=1_000_000, "");
        findings.range("games", self.games, 2..=100_000, "");
        findings.range("simulations", self.simulations, 1..=100_000, "32 is usual");
        findings.range("random_plies", self.random_plies, 0..=40, "2 is usual");
        let even = self.games.is_multiple_of(2);
        findings.require(even, "games", self.games, "an even number, so that each side is played as often", "");
        for anchor in &self.anchors {
            match anchor.parse::<PlayerSpec>() {
                Err(why) => findings.say("anchors", why.to_string()),
                Ok(spec) => findings.require(spec.is_fixed(), "anchors", spec, ANCHOR, ""),
            }
        }
        findings.into_vec()
    }
}
