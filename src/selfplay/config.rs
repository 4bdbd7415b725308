//! The knobs of self-play.

use serde::{Deserialize, Serialize};

use crate::base::check::{Check, Finding, Findings};
use crate::search::MOST_DRAW_VALUE;

/// How games are started, explored and batched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SelfPlayConfig {
    /// Games played at once; a multiple of `group`. Range 1 to 65536.
    pub games: usize,
    /// Games of a group: they are evaluated as one batch by one worker. Range 1 to 4096.
    pub group: usize,
    /// Positions searched in an iteration, over all games. Range 1 to 100000000.
    pub positions: usize,
    /// Share of games from the plain start; the rest begins with rebels missing. Range 0.3 to 1.
    pub plain_share: f64,
    /// Share of plain games whose officers are placed uniformly at random; in the others the network places them. Range 0 to 1.
    pub random_placements: f64,
    /// Even starts play up to this many uniformly random plies after the placement. Range 0 to 40.
    pub random_plies: u32,
    /// Share of even starts in the middle game: rebels advanced by random steps, officers anywhere. Range 0 to 1.
    pub advanced_share: f64,
    /// Steps, at most, that rebels of such a start have tried. Range 1 to 1000.
    pub advanced_steps: u32,
    /// Rebels missing from an even start at first, on average. Adapted after every iteration. Range 0 to 32.
    pub missing: f64,
    /// Rebels more or fewer than the average that may be missing. Range 0 to 16.
    pub missing_spread: f64,
    /// How far the average moves when one side wins every even game, in rebels an iteration. Range 0 to 8.
    pub missing_rate: f64,
    /// Each game has its own draw value: `search.draw_value` and a random share, from -1 to 1, of this. The network is told.
    /// 0 = in every game the same. Range 0 to 0.9.
    pub draw_value: f32,
    /// From the game of this number on its draw value is any from -0.9 to 0.9; 0 = never. Range 0 to 1000000000000.
    pub any_draw_from: u64,
    /// Share of decisions that are searched with all simulations and learned from (playout cap randomisation, Wu 2019);
    /// the others are only played. Range 0.01 to 1.
    pub full_share: f64,
    /// Simulations of the others. Range 1 to 100000.
    pub fast_simulations: u32,
    /// A game of this many plies is broken off. It counts as `capped`, never as a draw, and teaches no value. Range 10 to 100000.
    pub max_plies: u32,
    /// Evaluations that a group remembers within an iteration; 0 = none. Range 0 to 10000000.
    pub cache: usize,
}

impl Default for SelfPlayConfig {
    fn default() -> Self {
        Self {
            games: 512,
            group: 128,
            positions: 60_000,
            plain_share: 0.4,
            random_placements: 0.75,
            random_plies: 6,
            advanced_share: 0.0,
            advanced_steps: 100,
            missing: 7.0,
            missing_spread: 4.0,
            missing_rate: 2.0,
            draw_value: 0.0,
            any_draw_from: 0,
            full_share: 1.0,
            fast_simulations: 8,
            max_plies: 600,
            cache: 16_384,
        }
    }
}

impl SelfPlayConfig {
    /// The game up to which [`SelfPlayConfig::any_draw_from`] changes nothing.
    pub fn told_draws_until(&self) -> u64 {
        if self.any_draw_from == 0 { u64::MAX } else { self.any_draw_from }
    }

    /// Groups that the games are dealt into.
    pub fn groups(&self) -> usize {
        self.games / self.group
    }
}

impl Check for SelfPlayConfig {
    fn check(&self) -> Vec<Finding> {
        let mut findings = Findings::new();
        findings.range("games", self.games, 1..=65_536, "256 to 1024 is usual");
        findings.range("group", self.group, 1..=4_096, "64 to 256 is usual");
        findings.range("positions", self.positions, 1..=100_000_000, "50 to 200 for each game at once is usual");
        findings.range(
            "plain_share",
            self.plain_share,
            0.3..=1.0,
            "at most 70 % of the games start with rebels missing",
        );
        findings.range("random_placements", self.random_placements, 0.0..=1.0, "");
        findings.range("random_plies", self.random_plies, 0..=40, "2 to 8 is usual");
        findings.range("advanced_share", self.advanced_share, 0.0..=1.0, "");
        findings.range("advanced_steps", self.advanced_steps, 1..=1_000, "");
        findings.range("missing", self.missing, 0.0..=32.0, "about 7 is even for good players of Asalto");
        findings.range("missing_spread", self.missing_spread, 0.0..=16.0, "");
        findings.range("missing_rate", self.missing_rate, 0.0..=8.0, "");
        findings.range("draw_value", self.draw_value, 0.0..=MOST_DRAW_VALUE, "0 to 0.3 is usual");
        findings.range("any_draw_from", self.any_draw_from, 0..=1_000_000_000_000, "0 = never");
        findings.range("full_share", self.full_share, 0.01..=1.0, "0.25 to 1 is usual");
        findings.range("fast_simulations", self.fast_simulations, 1..=100_000, "");
        findings.range("max_plies", self.max_plies, 10..=100_000, "");
        findings.range("cache", self.cache, 0..=10_000_000, "");
        let dealt = self.group == 0 || self.games.is_multiple_of(self.group);
        findings.require(dealt, "games", self.games, "a multiple of selfplay.group", "");
        findings.into_vec()
    }
}
