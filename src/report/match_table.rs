//! A match report as text.
//!
//! In: a [`MatchReport`]. Out: aligned plain text.
//! Invariant: every score names its player and its role, and comes with its games and its interval.

use std::fmt;

use super::table::{Align, Table};
use super::text;
use crate::arena::{MatchReport, RoleReport};
use crate::rules::Side;

const COLUMNS: [(&str, Align); 11] = [
    ("player", Align::Left),
    ("as", Align::Left),
    ("games", Align::Right),
    ("wins", Align::Right),
    ("draws", Align::Right),
    ("losses", Align::Right),
    ("score", Align::Right),
    ("95 %", Align::Right),
    ("plies", Align::Right),
    ("taken", Align::Right),
    ("ends", Align::Left),
];

/// What the players are called in text: their names, told apart if they are alike.
pub(super) fn labels(report: &MatchReport) -> [String; 2] {
    let [a, b] = report.players.each_ref().map(|player| player.name.clone());
    if a == b { [format!("{a} (A)"), format!("{b} (B)")] } else { [a, b] }
}

fn row(label: &str, side: Side, role: &RoleReport) -> [String; 11] {
    let ends = role.ends.iter();
    let ends: Vec<String> = ends.map(|(reason, count)| format!("{reason} {count}")).collect();
    [
        label.to_owned(),
        side.name().to_owned(),
        role.score.games().to_string(),
        role.score.wins.to_string(),
        role.score.draws.to_string(),
        role.score.losses.to_string(),
        role.share.map_or_else(|| "-".to_owned(), text::percent),
        role.interval.map(|share| format!("{:.1}", 100.0 * share)).join(" - "),
        format!("{:.1}", role.mean_plies),
        format!("{:.1}", role.mean_taken),
        ends.join(", "),
    ]
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = &labels(self);
        let mut table = Table::new(COLUMNS);
        for (player, label) in self.players.iter().zip([a, b]) {
            for side in Side::ALL {
                table.row(row(label, side, player.role(side)));
            }
        }
        write!(f, "{table}")?;
        let unique = text::percent(self.unique_ratio);
        let (played, distinct, plies) = (self.played, self.distinct, self.mean_plies);
        writeln!(f, "\ngames: {played} played, {distinct} distinct ({unique}), {plies:.1} plies on average")?;
        let counts = self.pairs.counts.map(|count| count.to_string()).join(" ");
        writeln!(f, "pairs in which {a} got 0, 1/2, 1, 3/2, 2 points: {counts}")?;
        let [elo, low, high] =
            [self.elo.difference, self.elo.low, self.elo.high].map(|elo| elo.map_or("unbounded".to_owned(), text::elo));
        let error = self.elo.error().map_or(String::new(), |error| format!(" +- {error:.0}"));
        writeln!(f, "Elo of {a} over {b}: {elo}{error} (95 %: {low} to {high})")?;
        writeln!(f, "likelihood that {a} is the stronger: {}", text::percent(self.superiority))?;
        if let Some(sprt) = &self.sprt {
            writeln!(f, "{sprt}")?;
        }
        for (player, label) in self.players.iter().zip([a, b]) {
            let time = 1000.0 * player.seconds_per_turn;
            write!(f, "{label}: {time:.3} ms a turn")?;
            match text::forfeits(&player.forfeits_by()) {
                Some(forfeits) => writeln!(f, ", {forfeits}")?,
                None => writeln!(f)?,
            }
        }
        Ok(())
    }
}
