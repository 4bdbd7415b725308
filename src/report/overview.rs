//! Where a run stands, as text.
//!
//! In: the run's metrics. Out: tables of its newest results, each with its interval.

use super::metrics::{MetricsLog, MetricsRow};
use super::table::{Align, Table};
use super::text;
use crate::base::stats::wilson;
use crate::rules::{Reason, Side};
use crate::selfplay::StartKind;

/// Tables of the newest iteration, and of the newest evaluation.
pub fn overview(log: &MetricsLog) -> String {
    let Some(last) = log.rows().last() else { return "no iteration is complete yet\n".to_owned() };
    let mut parts = vec![results(last), ends(last)];
    let evaluated = log.rows().iter().rev().find(|row| row.values.keys().any(|name| name.starts_with("eval/")));
    parts.extend(evaluated.map(anchors));
    parts.join("\n")
}

fn results(row: &MetricsRow) -> String {
    let columns = [("self-play", Align::Left), ("games", Align::Right)];
    let shares = [("officers win", Align::Right), ("draw", Align::Right), ("rebels win", Align::Right)];
    let mut table = Table::new([columns[0], columns[1], shares[0], shares[1], shares[2], ("plies", Align::Right)]);
    for kind in StartKind::ALL {
        let number = |rest: &str| row.get(&format!("selfplay/{}/{rest}", kind.name())).unwrap_or(0.0);
        let games = number("games");
        let share = |rest: &str| text::percent_in(number(rest) / games, wilson(number(rest), games));
        table.row([
            format!("{} start", kind.name()),
            format!("{games:.0}"),
            share("officers/wins"),
            share("draws"),
            share("rebels/wins"),
            format!("{:.0}", number("length/median")),
        ]);
    }
    format!("iteration {}\n{table}", row.iteration)
}

fn ends(row: &MetricsRow) -> String {
    let mut table = Table::new([("ends", Align::Left), ("plain", Align::Right), ("even", Align::Right)]);
    for reason in Reason::ALL {
        let count = |kind: StartKind| row.get(&format!("selfplay/{}/ends/{}", kind.name(), reason.name())).unwrap_or(0.0);
        let [plain, even] = StartKind::ALL.map(count);
        if plain + even > 0.0 {
            table.row([reason.to_string(), format!("{plain:.0}"), format!("{even:.0}")]);
        }
    }
    table.to_string()
}

fn anchors(row: &MetricsRow) -> String {
    let as_officers = |name: &String| Some(name.strip_prefix("eval/")?.strip_suffix("/as_officers/score")?.to_owned());
    let mut table = Table::new([("score against", Align::Left), ("as officers", Align::Right), ("as rebels", Align::Right)]);
    for anchor in row.values.keys().filter_map(as_officers) {
        let score = |side: Side| {
            let number = |rest: &str| row.get(&format!("eval/{anchor}/as_{}/{rest}", side.name()));
            match (number("score"), number("games")) {
                (Some(score), Some(games)) => text::percent_in(score, wilson(score * games, games)),
                _ => "-".to_owned(),
            }
        };
        table.row([anchor.clone(), score(Side::Officers), score(Side::Rebels)]);
    }
    format!("evaluation of iteration {}\n{table}", row.iteration)
}
