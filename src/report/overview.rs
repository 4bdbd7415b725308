//! Where a run stands, as text.
//!
//! In: the metrics. Out: tables of the last results and a few lines, for stdout.
//! Invariant: every share comes with its number of games and its 95 % interval.

use super::plots::{anchor_names, end_name};
use super::table::{Align, Table};
use super::text;
use crate::base::stats::{mean, wilson};
use crate::run::{MetricsLog, MetricsRow};

/// So many iterations are taken together: a single one holds too few games to tell much.
const RECENT: usize = 10;

/// The kinds of starts, as metrics and as people name them.
const KINDS: [(&str, &str); 2] = [("plain", "plain start"), ("even", "even starts")];

/// The state of a run in a screenful.
pub fn overview(log: &MetricsLog) -> String {
    let Some(last) = log.rows().last() else { return "no iteration is complete yet\n".to_owned() };
    let recent = &log.rows()[log.rows().len().saturating_sub(RECENT)..];
    let mut parts = vec![format!("iteration {}\n", last.iteration), results(recent), ends(recent)];
    let evaluated = log.rows().iter().rev().find(|row| row.values.keys().any(|name| name.starts_with("eval/")));
    parts.extend(evaluated.map(scores));
    parts.push(numbers(last));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

fn recent_values(rows: &[MetricsRow], kind: &str, what: &str) -> Vec<f64> {
    rows.iter().filter_map(|row| row.get(&format!("selfplay/{kind}/{what}"))).collect()
}

fn sum(rows: &[MetricsRow], kind: &str, what: &str) -> f64 {
    recent_values(rows, kind, what).iter().sum()
}

fn results(rows: &[MetricsRow]) -> String {
    let title = match rows.len() {
        1 => "self-play".to_owned(),
        count => format!("self-play, last {count} iterations"),
    };
    let right = |heading| (heading, Align::Right);
    let [games, officers, draws] = ["games", "officers win", "draw"].map(right);
    let [rebels, capped, plies] = ["rebels win", "cut short", "plies"].map(right);
    let mut table = Table::new([(title.as_str(), Align::Left), games, officers, draws, rebels, capped, plies]);
    for (kind, name) in KINDS {
        let games = sum(rows, kind, "games");
        let shares = ["officers/wins", "draws", "rebels/wins"].map(|what| share(sum(rows, kind, what), games));
        let capped = sum(rows, kind, "capped");
        let plies =
            mean(&recent_values(rows, kind, "length/median")).map_or("-".to_owned(), |plies| format!("{plies:.0}"));
        let cells = [name.to_owned(), format!("{games:.0}")].into_iter().chain(shares);
        table.row(cells.chain([format!("{capped:.0}"), plies]));
    }
    table.to_string()
}

fn ends(rows: &[MetricsRow]) -> String {
    let [plain, even] = KINDS.map(|(_, name)| (name, Align::Right));
    let mut table = Table::new([("games that ended by", Align::Left), plain, even]);
    let reason =
        |metric: &String| metric.strip_prefix("selfplay/")?.split_once("/ends/").map(|(_, reason)| reason.to_owned());
    let mut reasons: Vec<String> = rows.iter().flat_map(|row| row.values.keys().filter_map(reason)).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let counts = |reason: &String| KINDS.map(|(kind, _)| sum(rows, kind, &format!("ends/{reason}")));
    reasons.retain(|reason| counts(reason).iter().any(|&count| count > 0.0));
    for reason in &reasons {
        let [plain, even] = counts(reason).map(|count| format!("{count:.0}"));
        table.row([end_name(reason), plain, even]);
    }
    if reasons.is_empty() { String::new() } else { table.to_string() }
}

fn scores(row: &MetricsRow) -> String {
    let title = format!("score in iteration {}", row.iteration);
    let [games, officers, rebels] = ["games", "as officers", "as rebels"].map(|heading| (heading, Align::Right));
    let mut table = Table::new([(title.as_str(), Align::Left), games, officers, games, rebels]);
    let sides = ["officers", "rebels"];
    let mut anchors: Vec<String> = Vec::new();
    for anchor in sides.iter().flat_map(|side| anchor_names(row.values.keys().map(String::as_str), side)) {
        if !anchors.contains(&anchor) {
            anchors.push(anchor);
        }
    }
    for anchor in anchors {
        let cells = sides.iter().flat_map(|side| {
            let number = |what: &str| row.get(&format!("eval/{anchor}/as_{side}/{what}")).unwrap_or(0.0);
            let games = number("games");
            [format!("{games:.0}"), share(number("score") * games, games)]
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
    let line = |title: &str, prefix: &str, names: [(&str, &str); 3]| {
        let known = names.iter().filter_map(|(metric, name)| {
            let value = row.get(&format!("{prefix}/{metric}"))?;
            Some(format!("{name} {}", text::si(value)))
        });
        let known: Vec<String> = known.collect();
        if known.is_empty() { String::new() } else { format!("{title}: {}\n", known.join(", ")) }
    };
    let losses = [("policy_loss", "policy loss"), ("value_loss", "value loss"), ("gradient_norm", "gradient norm")];
    let speeds = [("games_per_s", "games"), ("positions_per_s", "positions"), ("evaluations_per_s", "evaluations")];
    line("learning", "train", losses) + &line("per second", "speed", speeds)
}
