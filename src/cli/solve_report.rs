//! What `asalto solve` found, in numbers.

use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use crate::base::fault::Fault;
use crate::exact::{Goal, Start, Tables};
use crate::report::table::{Align, Table};
use crate::report::text;
use crate::rules::Side;

/// What was found.
#[derive(Serialize)]
pub struct Report {
    dir: String,
    rules: String,
    rules_hash: String,
    fewest_rebels: usize,
    most_rebels: usize,
    /// Whether what neither side is proven to win is a draw.
    complete: bool,
    seconds: f64,
    /// Bytes of the tables on the disk.
    bytes: u64,
    evaluations: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_memory_bytes: Option<u64>,
    layers: Vec<LayerRow>,
    starts: Vec<StartRow>,
}

/// A number of rebels, and the goal's side.
#[derive(Serialize)]
struct LayerRow {
    wins_of: Goal,
    rebels: usize,
    /// By the number of officers, one first.
    positions_won: Vec<u64>,
    /// The most quiet plies before the winner makes progress.
    deepest: u32,
}

/// A way to place the officers, and who wins then.
#[derive(Serialize)]
struct StartRow {
    officers: String,
    winner: Option<Side>,
}

impl Report {
    /// What the tables say.
    pub fn new(dir: &Path, tables: &Tables) -> Result<Report, Fault> {
        let manifest = tables.manifest();
        let row = |start: Start| {
            let names: Vec<&str> = start.position.officers().iter().map(|point| point.name()).collect();
            StartRow { officers: names.join(" "), winner: start.winner }
        };
        let starts = tables.starts()?.into_iter().map(row).collect();
        Ok(Report {
            dir: dir.display().to_string(),
            rules: manifest.rules.clone(),
            rules_hash: manifest.rules_hash.clone(),
            fewest_rebels: manifest.scope.fewest,
            most_rebels: manifest.scope.most,
            complete: tables.is_complete(),
            seconds: manifest.seconds,
            bytes: manifest.levels.iter().map(|level| level.bytes).sum(),
            evaluations: manifest.levels.iter().map(|level| level.tally.evaluations).sum(),
            peak_memory_bytes: peak_memory(),
            layers: layers(tables),
            starts,
        })
    }

    /// The same as text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let mut table = Table::new([
            ("wins of", Align::Left),
            ("rebels", Align::Right),
            ("3 officers", Align::Right),
            ("2 officers", Align::Right),
            ("1 officer", Align::Right),
            ("deepest", Align::Right),
        ]);
        for row in &self.layers {
            let side = if row.wins_of == Goal::Rebels { "rebels" } else { "officers" };
            let won = |officers: usize| row.positions_won.get(officers - 1).map_or("-".to_owned(), u64::to_string);
            table.row([side.to_owned(), row.rebels.to_string(), won(3), won(2), won(1), row.deepest.to_string()]);
        }
        out += "positions won by force, the rebels to move (deepest: quiet plies before progress)\n";
        out += &table.to_string();
        out += "\n";
        out += &self.starts_text();
        let memory =
            self.peak_memory_bytes.map_or(String::new(), |bytes| format!(", peak memory {:.2} GB", bytes as f64 / 1e9));
        let (time, size) = (text::duration(Duration::from_secs_f64(self.seconds)), self.bytes as f64 / 1e6);
        out + &format!("\n{time}{memory}; tables of {size:.1} MB in {}\n", self.dir)
    }

    fn starts_text(&self) -> String {
        let mut out = String::new();
        let lost = self.most_rebels - self.fewest_rebels;
        let (rebels, officers, open) = match self.complete {
            true => ("won by the rebels".to_owned(), "won by the officers", "drawn"),
            false => (format!("won by the rebels losing at most {lost}"), "won by the officers", "not proven"),
        };
        for (winner, what) in [(Some(Side::Rebels), &*rebels), (Some(Side::Officers), officers), (None, open)] {
            let names: Vec<&str> =
                self.starts.iter().filter(|start| start.winner == winner).map(|start| &*start.officers).collect();
            if !names.is_empty() {
                out += &format!("{} of {} placements {what}: {}\n", names.len(), self.starts.len(), names.join(", "));
            }
        }
        out
    }
}

fn layers(tables: &Tables) -> Vec<LayerRow> {
    let mut rows: Vec<LayerRow> = Vec::new();
    for level in &tables.manifest().levels {
        let tally = &level.tally;
        match rows.last_mut().filter(|row| row.wins_of == level.name.goal && row.rebels == level.name.rebels) {
            Some(row) => {
                row.positions_won.iter_mut().zip(&tally.found).for_each(|(sum, found)| *sum += found);
                row.deepest = row.deepest.max(tally.deepest);
            }
            None => rows.push(LayerRow {
                wins_of: level.name.goal,
                rebels: level.name.rebels,
                positions_won: tally.found.clone(),
                deepest: tally.deepest,
            }),
        }
    }
    rows
}

/// The most memory that this process has had, where the system tells (Linux).
fn peak_memory() -> Option<u64> {
    memory_of("/proc/self/status", "VmHWM:")
}

/// Bytes that the system (Linux) tells in a file, after this word.
pub(super) fn memory_of(file: &str, word: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(word))?;
    line.trim().trim_end_matches(" kB").parse::<u64>().ok().map(|kilobytes| 1024 * kilobytes)
}
