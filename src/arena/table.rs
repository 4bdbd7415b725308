//! A match report as text.
//!
//! In: a [`MatchReport`]. Out: rows for any table, and the whole as aligned plain text.
//! Invariant: every score names its player and its role, and comes with its games and its interval.

use std::fmt;

use super::report::{MatchReport, PlayerReport, RoleReport};
use crate::rules::Side;

/// The columns of [`MatchReport::rows`].
pub const COLUMNS: [&str; 10] = ["player", "as", "games", "wins", "draws", "losses", "score", "95 %", "plies", "ends"];

/// The columns that hold words and are aligned to the left; numbers are aligned to the right.
const WORDS: [usize; 3] = [0, 1, 9];

impl MatchReport {
    /// What the players are called in text: their names, told apart if they are alike.
    pub fn labels(&self) -> [String; 2] {
        let [a, b] = self.players.each_ref().map(|player| player.name.clone());
        if a == b { [format!("{a} (A)"), format!("{b} (B)")] } else { [a, b] }
    }

    /// One row for each player in each role, under [`COLUMNS`].
    pub fn rows(&self) -> Vec<[String; 10]> {
        let labelled = self.players.iter().zip(self.labels());
        labelled.flat_map(|(player, label)| Side::ALL.map(|side| row(&label, side, player.role(side)))).collect()
    }
}

impl PlayerReport {
    /// Its games in one role.
    pub fn role(&self, side: Side) -> &RoleReport {
        match side {
            Side::Officers => &self.officers,
            Side::Rebels => &self.rebels,
        }
    }
}

fn row(label: &str, side: Side, role: &RoleReport) -> [String; 10] {
    let ends = role.ends.iter();
    let ends: Vec<String> = ends.map(|(reason, count)| format!("{reason} {count}")).collect();
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    [
        label.to_owned(),
        side.name().to_owned(),
        role.score.games().to_string(),
        role.score.wins.to_string(),
        role.score.draws.to_string(),
        role.score.losses.to_string(),
        role.share.map_or_else(|| "-".to_owned(), |share| format!("{} %", percent(share))),
        role.interval.map(percent).join(" - "),
        format!("{:.1}", role.mean_plies),
        ends.join(", "),
    ]
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.labels();
        write_aligned(f, &self.rows())?;
        writeln!(
            f,
            "\ngames: {} played, {} distinct ({:.1} %), {:.1} plies on average",
            self.played,
            self.distinct,
            100.0 * self.unique_ratio,
            self.mean_plies
        )?;
        let counts = self.pairs.counts.map(|count| count.to_string()).join(" ");
        writeln!(f, "pairs in which {a} got 0, 1/2, 1, 3/2, 2 points: {counts}")?;
        let [elo, low, high] = [self.elo.difference, self.elo.low, self.elo.high].map(signed);
        let superior = 100.0 * self.superiority;
        writeln!(f, "Elo of {a} over {b}: {elo} (95 %: {low} to {high})")?;
        writeln!(f, "likelihood that {a} is the stronger: {superior:.1} %")?;
        for (player, label) in self.players.iter().zip([&a, &b]) {
            let time = 1000.0 * player.seconds_per_turn;
            write!(f, "{label}: {time:.3} ms a turn")?;
            match player.forfeits {
                0 => writeln!(f)?,
                lost => writeln!(f, ", {lost} games lost by giving up or by an illegal move")?,
            }
        }
        Ok(())
    }
}

/// An Elo difference in whole numbers with its sign; zero has none.
fn signed(elo: Option<f64>) -> String {
    match elo.map(|elo| elo.round() as i64) {
        None => "unbounded".to_owned(),
        Some(0) => "0".to_owned(),
        Some(elo) => format!("{elo:+}"),
    }
}

/// Writes the rows under their columns.
fn write_aligned(f: &mut fmt::Formatter<'_>, rows: &[[String; 10]]) -> fmt::Result {
    let mut lines = vec![COLUMNS.map(str::to_owned)];
    lines.extend_from_slice(rows);
    let width_of = |column: usize| lines.iter().map(|line| line[column].chars().count()).max();
    let widths: Vec<usize> = (0..COLUMNS.len()).filter_map(width_of).collect();
    for line in &lines {
        let cell = |(column, text): (usize, &String)| {
            let width = widths[column];
            match WORDS.contains(&column) {
                true => format!("{text:<width$}"),
                false => format!("{text:>width$}"),
            }
        };
        let cells: Vec<String> = line.iter().enumerate().map(cell).collect();
        writeln!(f, "{}", cells.join("  ").trim_end())?;
    }
    Ok(())
}
