//! Signs that a run is going wrong, in words that say what to do.
//!
//! Each looks at one side apart: in an asymmetric game one side can collapse while the totals look well.

use super::metrics::MetricsRow;
use crate::rules::Side;

/// Policy entropy, in nats, under which a side has stopped exploring.
const FLAT_ENTROPY: f64 = 0.05;
/// Variance of the predicted value under which the value says the same of every position.
const FLAT_VALUE: f64 = 1e-3;
/// Share of draws over which games no longer decide anything.
const MANY_DRAWS: f64 = 0.9;
/// Share of games cut short over which the results are no longer those of the game.
const MANY_CAPPED: f64 = 0.2;
/// Games or iterations before which a number means little.
const ENOUGH_GAMES: f64 = 100.0;
const ENOUGH_STEPS: f64 = 200.0;

/// What is alarming in an iteration's numbers; nothing in most.
pub fn warnings(row: &MetricsRow) -> Vec<String> {
    let mut found = Vec::new();
    if row.get("selfplay/games") == Some(0.0) {
        found.push(
            "no game ended in this iteration, so there was nothing new to learn: raise selfplay.positions".to_owned(),
        );
    } else if row.get("train/steps") == Some(0.0) && row.get("train/rollbacks").unwrap_or(0.0) == 0.0 {
        found.push(
            "nothing was learned yet: the samples do not fill a batch: lower learn.batch or raise selfplay.positions"
                .to_owned(),
        );
    }
    if row.get("train/steps").is_some_and(|steps| steps >= ENOUGH_STEPS) {
        for side in [Side::Officers, Side::Rebels] {
            found.extend(collapse_of(side, row));
        }
    }
    for kind in ["plain", "even"] {
        found.extend(results_of(kind, row));
    }
    found
}

fn collapse_of(side: Side, row: &MetricsRow) -> Vec<String> {
    let name = side.name();
    let mut found = Vec::new();
    if let Some(entropy) = row.get(&format!("train/{name}/policy_entropy")).filter(|&entropy| entropy < FLAT_ENTROPY) {
        found.push(format!(
            "the {name}' policy has collapsed: its entropy is {entropy:.3} nats (under {FLAT_ENTROPY}): \
             raise selfplay.random_plies, selfplay.temperature_plies or search.simulations"
        ));
    }
    if let Some(variance) = row.get(&format!("train/{name}/value_variance")).filter(|&variance| variance < FLAT_VALUE) {
        found.push(format!(
            "the {name}' value says the same of every position: its variance is {variance:.5} (under {FLAT_VALUE}): \
             lower selfplay.plain_share, so that more games start evenly"
        ));
    }
    found
}

fn results_of(kind: &str, row: &MetricsRow) -> Vec<String> {
    let name = |rest: &str| format!("selfplay/{kind}/{rest}");
    let games = row.get(&name("games")).unwrap_or(0.0);
    if games < ENOUGH_GAMES {
        return Vec::new();
    }
    let mut found = Vec::new();
    if let Some(draws) = row.get(&name("draw_rate")).filter(|&draws| draws > MANY_DRAWS) {
        let percent = 100.0 * draws;
        found.push(format!(
            "{percent:.0} % of the games from {kind} starts are draws: neither side learns to win; \
             lower rules.quiet_turns, or raise selfplay.random_plies"
        ));
    }
    let capped = row.get(&name("capped")).unwrap_or(0.0) / games;
    if capped > MANY_CAPPED {
        found.push(format!(
            "{:.0} % of the games from {kind} starts were cut short and teach no value: raise selfplay.max_plies",
            100.0 * capped
        ));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(numbers: &[(&str, f64)]) -> MetricsRow {
        let mut row = MetricsRow::default();
        numbers.iter().for_each(|&(name, value)| row.set(name, value));
        row
    }

    #[test]
    fn names_the_side_that_collapsed_and_no_other() {
        let healthy =
            [("train/steps", 1000.0), ("train/rebels/policy_entropy", 1.2), ("train/rebels/value_variance", 0.4)];
        assert_eq!(warnings(&row(&healthy)), Vec::<String>::new());
        let ill =
            [healthy[0], healthy[1], ("train/officers/policy_entropy", 0.01), ("train/officers/value_variance", 1e-5)];
        let found = warnings(&row(&ill));
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|text| text.contains("officers'")), "{found:?}");
    }

    #[test]
    fn early_numbers_raise_no_alarm() {
        assert!(warnings(&row(&[("train/steps", 10.0), ("train/officers/policy_entropy", 0.0)])).is_empty());
        assert!(warnings(&row(&[("selfplay/plain/games", 5.0), ("selfplay/plain/draw_rate", 1.0)])).is_empty());
    }

    #[test]
    fn an_iteration_that_teaches_nothing_says_so() {
        assert!(warnings(&row(&[("selfplay/games", 0.0)]))[0].starts_with("no game ended"));
        assert!(warnings(&row(&[("selfplay/games", 9.0), ("train/steps", 0.0)]))[0].starts_with("nothing was learned"));
    }

    #[test]
    fn draws_and_capped_games_are_told_apart() {
        let draws = warnings(&row(&[("selfplay/even/games", 200.0), ("selfplay/even/draw_rate", 0.95)]));
        assert!(draws[0].starts_with("95 % of the games from even starts are draws"), "{draws:?}");
        let capped = warnings(&row(&[("selfplay/plain/games", 200.0), ("selfplay/plain/capped", 50.0)]));
        assert!(capped[0].starts_with("25 % of the games from plain starts were cut short"), "{capped:?}");
    }
}
