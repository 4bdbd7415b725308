//! What an iteration's numbers are made of, and the file that collects them.
//!
//! In: games and counters. Out: named numbers, under the paths that the README explains. `metrics.jsonl` holds one JSON object an iteration, in order. A resumed run cuts the file back to its checkpoint first, so
//! every iteration stands in it once.

use std::path::Path;

use super::metrics::MetricsRow;
use crate::base::fault::Fault;
use crate::base::{file, stats};
use crate::rules::{Reason, Side};
use crate::selfplay::{Counters, End, GameRecord, StartKind};

impl MetricsRow {
    /// Adds what self-play did in `seconds`.
    pub fn add_self_play(&mut self, games: &[GameRecord], counters: Counters, seconds: f64) {
        for kind in StartKind::ALL {
            let group: Vec<&GameRecord> = games.iter().filter(|game| game.start == kind).collect();
            self.add_results(kind.name(), &group);
        }
        self.set("selfplay/games", games.len() as f64);
        self.set("selfplay/positions", counters.positions as f64);
        self.set("selfplay/evaluations", counters.evaluations as f64);
        self.set("selfplay/batch_fill", counters.fill());
        let asked = counters.evaluations + counters.cached;
        self.set("selfplay/cache_hits", if asked == 0 { 0.0 } else { counters.cached as f64 / asked as f64 });
        self.set("time/selfplay_s", seconds);
        self.set("speed/games_per_s", games.len() as f64 / seconds);
        self.set("speed/positions_per_s", counters.positions as f64 / seconds);
        self.set("speed/evaluations_per_s", counters.evaluations as f64 / seconds);
    }

    fn add_results(&mut self, kind: &str, games: &[&GameRecord]) {
        let count = |end: End| games.iter().filter(|game| game.result == Some(end)).count() as f64;
        let total = games.len() as f64;
        let name = |rest: &str| format!("selfplay/{kind}/{rest}");
        self.set(name("games"), total);
        for (side, end) in [(Side::Officers, End::Officers), (Side::Rebels, End::Rebels)] {
            self.set(name(&format!("{}/wins", side.name())), count(end));
            self.set(name(&format!("{}/win_rate", side.name())), count(end) / total);
        }
        self.set(name("draws"), count(End::Draw));
        self.set(name("draw_rate"), count(End::Draw) / total);
        self.set(name("capped"), count(End::Capped));
        for reason in Reason::ALL {
            let ended = games.iter().filter(|game| game.reason == Some(reason)).count() as f64;
            self.set(name(&format!("ends/{}", reason.name())), ended);
        }
        let lengths: Vec<f64> = games.iter().map(|game| f64::from(game.plies)).collect();
        for (share, label) in [(0.1, "p10"), (0.5, "median"), (0.9, "p90")] {
            self.set(name(&format!("length/{label}")), stats::quantile(&lengths, share).unwrap_or(f64::NAN));
        }
        let missing: f64 = games.iter().map(|game| f64::from(game.missing)).sum();
        self.set(name("missing"), missing / total);
    }
}

/// Adds a row to the file.
///
/// # Errors
/// The file cannot be written; the message names it.
pub fn append(path: &Path, row: &MetricsRow) -> Result<(), Fault> {
    file::append_line(path, &row.line())
}

/// Cuts the file back to the rows up to `iteration`. A last line that was cut off by a kill goes with the rest.
///
/// # Errors
/// The file cannot be read or written.
pub fn truncate(path: &Path, iteration: u32) -> Result<(), Fault> {
    if !path.exists() {
        return Ok(());
    }
    let text = file::read_text(path)?;
    let rows = text.lines().filter_map(|line| MetricsRow::parse(line).ok());
    let kept: String = rows.filter(|row| row.iteration <= u64::from(iteration)).map(|row| row.line() + "\n").collect();
    file::write_atomic(path, kept.as_bytes())
}
