//! Where a run stands, as text.
//!
//! In: the metrics. Out: tables of the last results and a few lines, for stdout.
//! Invariant: every share comes with its number of games and its 95 % interval.

use std::fmt::Write;

use crate::run::{MetricsLog, MetricsRow};
use super::plots::anchor_names;
use super::table::{Align, Table};
use super::text;
use crate::base::stats::wilson;

/// So many iterations are taken together: a single one holds too few games to tell much.
const RECENT: usize = 10;

/// The state of a run in a screenful.
pub fn overview(log: &MetricsLog, run: &str) -> String {
    let Some(last) = log.rows().last() else { return format!("{run}: no iteration is complete\n") };
    let recent = &log.rows()[log.rows().len().saturating_sub(RECENT)..];
    let mut out = format!("{run}: {} iterations\n\n{}", last.iteration, self_play(recent));
    let evaluated = log.rows().iter().rev().find(|row| row.values.keys().any(|name| name.starts_with("eval/")));
    if let Some(row) = evaluated {
        let _ = write!(out, "\n{}", evaluation(row));
    }
    let _ = write!(out, "\n{}", numbers(last));
    out
}

fn self_play(recent: &[MetricsRow]) -> String {
    let columns = ["games", "officers win", "draws", "rebels win"].map(|heading| (heading, Align::Right));
    let title = format!("self-play, last {} iterations", recent.len());
    let mut table = Table::new([(title.as_str(), Align::Left), columns[0], columns[1], columns[2], columns[3]]);
    for (kind, name) in [("plain", "plain start"), ("even", "even starts")] {
        let sum = |what: &str| recent.iter().filter_map(|row| row.get(&format!("selfplay/{kind}/{what}"))).sum::<f64>();
        let games = sum("games");
        let shares = ["officers/wins", "draws", "rebels/wins"].map(|what| share(sum(what), games));
        table.row([name.to_owned(), format!("{games:.0}")].into_iter().chain(shares));
    }
    let cut_short: f64 = ["plain", "even"]
        .iter()
        .flat_map(|kind| recent.iter().filter_map(move |row| row.get(&format!("selfplay/{kind}/capped"))))
        .sum();
    let cut_short = if cut_short > 0.0 {
        format!("{cut_short:.0} games were cut short and have no result\n")
    } else {
        String::new()
    };
    format!("{table}{cut_short}")
}

fn evaluation(row: &MetricsRow) -> String {
    let title = format!("score in iteration {}", row.iteration);
    let headings = ["games", "as officers", "games", "as rebels"].map(|heading| (heading, Align::Right));
    let mut table = Table::new([(title.as_str(), Align::Left), headings[0], headings[1], headings[2], headings[3]]);
    let sides = ["officers", "rebels"];
    let mut anchors: Vec<String> = Vec::new();
    for anchor in sides.iter().flat_map(|side| anchor_names(row.values.keys().map(String::as_str), side)) {
        if !anchors.contains(&anchor) {
            anchors.push(anchor);
        }
    }
    for anchor in anchors {
        let cells = sides.iter().flat_map(|side| {
            let metric = |what: &str| row.get(&format!("eval/{anchor}/as_{side}/{what}")).unwrap_or(0.0);
            let games = metric("games");
            [format!("{games:.0}"), share(metric("score") * games, games)]
        });
        let cells: Vec<String> = cells.collect();
        table.row(std::iter::once(anchor.clone()).chain(cells));
    }
    table.to_string()
}

fn share(part: f64, whole: f64) -> String {
    if whole > 0.0 { text::percent_in(part / whole, wilson(part, whole)) } else { "-".to_owned() }
}

fn numbers(row: &MetricsRow) -> String {
    let line = |title: &str, numbers: &[(&str, &str)]| {
        let known = numbers.iter().filter_map(|(metric, name)| Some(format!("{name} {}", text::si(row.get(metric)?))));
        let known: Vec<String> = known.collect();
        if known.is_empty() { String::new() } else { format!("{title}: {}\n", known.join(", ")) }
    };
    line(
        "learning",
        &[
            ("train/policy_loss", "policy loss"),
            ("train/value_loss", "value loss"),
            ("train/gradient_norm", "gradient norm"),
        ],
    ) + &line(
        "speed a second",
        &[
            ("speed/games_per_s", "games"),
            ("speed/positions_per_s", "positions"),
            ("speed/evaluations_per_s", "evaluations"),
        ],
    )
}
