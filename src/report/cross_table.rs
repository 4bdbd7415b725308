//! A tournament report as text: ratings, and officers against rebels.
//!
//! In: a [`TournamentReport`]. Out: aligned plain text.
//! Invariant: the first table says who each label is; a column is as wide as its numbers, however long the specs are.

use std::fmt;

use super::table::{Align, Table};
use super::text;
use crate::arena::{Contestant, Rating, TournamentReport};

/// The ratings, the best first.
fn ratings(report: &TournamentReport) -> Table {
    let right = |heading| (heading, Align::Right);
    let mut table = Table::new([
        ("", Align::Left),
        ("player", Align::Left),
        right("Elo"),
        right("95 %"),
        right("as officers"),
        right("95 %"),
        right("as rebels"),
        right("95 %"),
        right("games"),
        right("score"),
    ]);
    let elo = |player: &Contestant| player.rating.map_or(f64::NEG_INFINITY, |rating| rating.elo);
    let mut players: Vec<&Contestant> = report.players.iter().collect();
    players.sort_by(|one, other| elo(other).total_cmp(&elo(one)));
    for player in players {
        let rated = [player.rating, player.as_officers, player.as_rebels].into_iter().flat_map(cells);
        let names = [player.label.clone(), player.name.clone()];
        let share = player.score.share().map_or("-".to_owned(), text::percent);
        table.row(names.into_iter().chain(rated).chain([player.score.games().to_string(), share]));
    }
    table
}

fn cells(rating: Option<Rating>) -> [String; 2] {
    match rating {
        Some(rating) => [text::elo(rating.elo), format!("{} to {}", text::elo(rating.low), text::elo(rating.high))],
        None => ["-".to_owned(), "-".to_owned()],
    }
}

/// The officers' share of the points in percent: officers in rows, rebels in columns.
fn cross(report: &TournamentReport) -> Table {
    let labels: Vec<&str> = report.players.iter().map(|player| player.label.as_str()).collect();
    let columns = labels.iter().map(|&label| (label, Align::Right));
    let mut table = Table::new([("", Align::Left)].into_iter().chain(columns));
    for &officers in &labels {
        let share = |&rebels: &&str| {
            let cell = report.cells.iter().find(|cell| cell.officers == officers && cell.rebels == rebels);
            cell.and_then(|cell| cell.share).map_or("-".to_owned(), |share| format!("{:.1}", 100.0 * share))
        };
        table.row([officers.to_owned()].into_iter().chain(labels.iter().map(share)));
    }
    table
}

impl fmt::Display for TournamentReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", ratings(self))?;
        writeln!(f, "\nshare of the points in %: the row's player leads the officers, the column's the rebels")?;
        write!(f, "{}", cross(self))?;
        let distinct: u32 = self.matches.iter().map(|report| report.distinct).sum();
        let played: u32 = self.matches.iter().map(|report| report.played).sum();
        writeln!(f, "\ngames: {played} played, {distinct} distinct; only distinct ones count")?;
        for player in &self.players {
            if let Some(forfeits) = text::forfeits(&player.forfeits_by) {
                writeln!(f, "{}  {}: {forfeits}", player.label, player.name)?;
            }
        }
        writeln!(
            f,
            "ratings: Bradley-Terry, a draw half a win; 95 % by bootstrap over pairs; each pairing counts one imaginary \
             pair, half won by either"
        )
    }
}
