//! A study of balance for people and programs: text, CSV files, plots and one page.
//!
//! In: a [`BalanceReport`]. Out: the text for a terminal, and files in a folder.
//! Invariant: all forms show the same numbers, and the page needs no other file and no network.

mod details;
mod files;
mod page;
mod plots;
mod results;
mod sheet;
mod summary;

use std::fmt;

pub use files::{BALANCE_FILES, write_balance};

use crate::balance::BalanceReport;
use crate::rules::{Bitboard, Point};
use sheet::Sheet;

/// The player whose games are shown in detail: the one that plays best, as far as its kind and its budget tell.
fn chief(report: &BalanceReport) -> Option<usize> {
    let played = |player: &usize| report.main(0, *player).is_some_and(|cell| cell.played > 0);
    let steps = || report.ladders.iter().flat_map(|ladder| &ladder.steps);
    let budget = |player: usize| {
        // Of a run's checkpoints the last one, and with the most simulations.
        let strengths = steps().filter(|(step, _)| *step == player).map(|(_, strength)| strength.place());
        strengths.fold((0.0, 0.0), |(most, sum): (f64, f64), place| (most.max(place), sum + place))
    };
    let rank = |player: &usize| (kind_rank(&report.players[*player].name), budget(*player));
    let better = |best: usize, player: usize| {
        let (known, other) = (rank(&best), rank(&player));
        if other.partial_cmp(&known) == Some(std::cmp::Ordering::Greater) { player } else { best }
    };
    (0..report.players.len()).filter(played).reduce(better)
}

/// Which kind of player is the stronger.
fn kind_rank(spec: &str) -> usize {
    let kinds = ["random", "greedy", "mcts", "alphabeta", "net", "exact"];
    kinds.iter().position(|kind| kind_of(spec) == *kind).unwrap_or(kinds.len())
}

/// The word that a player's spec begins with.
fn kind_of(spec: &str) -> &str {
    spec.split([':', '?']).next().unwrap_or_default()
}

/// A player's name in tables.
fn player_name(report: &BalanceReport, player: usize) -> String {
    report.players[player].title()
}

/// Whose games are shown in detail, in words.
fn detail_title(report: &BalanceReport) -> String {
    let rules = report.rules.first().map_or("", |rules| rules.name.as_str());
    chief(report).map_or(rules.to_owned(), |player| format!("{rules}, {}", player_name(report, player)))
}

/// A placement with its mirror image, where that is another one.
fn with_mirror(placement: &str) -> String {
    let names = (0..placement.len() / 2).filter_map(|index| Point::from_name(placement.get(2 * index..2 * index + 2)?));
    let points: Bitboard = names.collect();
    let mirrored = points.mirrored();
    let text = |points: Bitboard| points.iter().map(|point| point.name()).collect::<String>();
    if mirrored == points { text(points) } else { format!("{} = {}", text(points), text(mirrored)) }
}

/// All tables in their order; empty ones are left out.
fn sheets(report: &BalanceReport) -> Vec<Sheet> {
    let mut sheets =
        vec![results::results(report), results::ends(report), results::strengths(report), results::truths(report)];
    sheets.extend(results::crosses(report));
    sheets.extend([
        results::advantages(report),
        results::parities(report),
        results::comparisons(report),
        details::placements(report),
        details::variety(report),
        details::lines(report),
        details::divergences(report),
        details::course(report),
        details::pieces(report),
        details::chances(report),
        details::spreads(report),
        details::names_explained(report),
        details::provenance(report),
    ]);
    sheets.retain(|sheet| !sheet.is_empty());
    sheets
}

impl fmt::Display for BalanceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "In short")?;
        for sentence in summary::summary(self) {
            writeln!(f, "- {sentence}")?;
        }
        sheets(self).iter().try_for_each(|sheet| write!(f, "\n{}", sheet.text()))
    }
}
