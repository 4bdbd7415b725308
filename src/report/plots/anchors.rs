//! Matches against fixed players over training: the yardsticks that do not move.

use super::super::figure::{Content, Marker, Panel, Row, Scale, Series};
use super::measure::scores;
use super::{Plot, SIDES};
use crate::run::MetricsLog;

/// The usual anchors from weak to strong; others follow by name.
const STRENGTH: [&str; 3] = ["random", "greedy", "mcts"];

/// The longest anchor name that is shown whole.
const NAME: usize = 16;

pub(super) fn anchors(log: &MetricsLog) -> Plot {
    let panels = SIDES.map(|(side, colour)| {
        let names = anchor_names(log.names().into_iter(), side);
        let series = names.iter().enumerate().map(|(index, anchor)| {
            let metric = |what: &str| format!("eval/{anchor}/as_{side}/{what}");
            let points = scores(log, &metric("score"), &metric("games"));
            let marker = Marker::ALL[index % Marker::ALL.len()];
            Series { name: short(anchor), colour: colour.step(index, names.len()), points, marker }
        });
        let content = Content::Lines(series.collect());
        Panel {
            heading: format!("score as {side}"),
            scale: Scale::Percent,
            content,
            empty: "no evaluation yet".to_owned(),
        }
    });
    let note = "points a game, a draw is half a point; bands are 95 % Wilson intervals; stronger opponents are darker";
    Plot {
        name: "anchors",
        title: "Strength against fixed opponents",
        note,
        rows: vec![Row { height: 1.0, panels: panels.to_vec() }],
    }
}

/// The players that `side` was measured against, from weak to strong, found in the names of metrics.
pub fn anchor_names<'n>(metrics: impl Iterator<Item = &'n str>, side: &str) -> Vec<String> {
    let ending = format!("/as_{side}/score");
    let name = |metric: &str| metric.strip_prefix("eval/")?.strip_suffix(&ending).map(str::to_owned);
    let mut names: Vec<String> = metrics.filter_map(name).collect();
    let strength = |name: &String| STRENGTH.iter().position(|known| name.starts_with(known)).unwrap_or(STRENGTH.len());
    // Shorter first: `mcts:sims=200` is weaker than `mcts:sims=2000`.
    names.sort_by_cached_key(|name| (strength(name), name.len(), name.clone()));
    names
}

fn short(name: &str) -> String {
    if name.chars().count() <= NAME { name.to_owned() } else { name.chars().take(NAME - 1).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_run_from_weak_to_strong() {
        let row = ["mcts:sims=2000", "greedy", "alphabeta", "mcts:sims=200", "random"]
            .map(|name| format!("\"eval/{name}/as_rebels/score\":0.5"))
            .join(",");
        let (log, _) = MetricsLog::parse("m", &format!("{{\"iteration\":1,{row}}}"));
        assert_eq!(
            anchor_names(log.names().into_iter(), "rebels"),
            ["random", "greedy", "mcts:sims=200", "mcts:sims=2000", "alphabeta"]
        );
        assert_eq!(anchor_names(log.names().into_iter(), "officers"), Vec::<String>::new());
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(short("net:runs/quick/checkpoints/000001"), "net:runs/quick/…");
    }
}
