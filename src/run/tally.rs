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

/// Cuts the file back to the rows up to `iteration`; what comes after the last of them goes, a line cut off by a kill, too.
/// Damaged lines before it stay, for reports to name.
///
/// # Errors
/// The file cannot be read or written.
pub fn truncate(path: &Path, iteration: u32) -> Result<(), Fault> {
    if !path.exists() {
        return Ok(());
    }
    let bytes = file::read(path)?;
    // The iteration of each line, `None` of a damaged one.
    let iteration_of = |line: &[u8]| MetricsRow::parse(&String::from_utf8_lossy(line)).ok().map(|row| row.iteration);
    let lines: Vec<(&[u8], Option<u64>)> = bytes
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| (line, iteration_of(line)))
        .collect();
    let stays = |at: Option<u64>| at.is_some_and(|at| at <= u64::from(iteration));
    let end = lines.iter().rposition(|&(_, at)| stays(at)).map_or(0, |last| last + 1);
    let kept = lines[..end].iter().filter(|&&(_, at)| at.is_none() || stays(at));
    let kept: Vec<u8> = kept.flat_map(|(line, _)| [line, &b"\n"[..]].concat()).collect();
    file::write_atomic(path, &kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_later_goes_and_a_damaged_line_between_good_ones_stays() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("metrics.jsonl");
        let cut = |text: &[u8], iteration: u32| {
            std::fs::write(&path, text).unwrap();
            truncate(&path, iteration).unwrap();
            String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned()
        };
        let row = |iteration: u32| format!("{{\"a/b\":0.5,\"iteration\":{iteration}.0}}\n");
        let whole = [row(1), "{\"a/b\":\n".to_owned(), row(2), row(3), "{\"a/".to_owned()].concat();
        assert_eq!(cut(whole.as_bytes(), 3), [&row(1), "{\"a/b\":\n", &row(2), &row(3)].concat());
        assert_eq!(cut(whole.as_bytes(), 1), row(1));
        assert_eq!(cut(whole.as_bytes(), 0), "");
        assert_eq!(cut(&[row(1).as_bytes(), &[0xff, 0xfe, b'\n'], row(2).as_bytes(), &[0xff]].concat(), 1), row(1));
    }
}
