//! The exact solver against a slow one, and its files against damage and interruption.

mod exact_support;

use asalto::exact::Scope;
use asalto::rules::Side;
use exact_support::{Brute, crowded, rules, solved};
use tempfile::tempdir;

/// Solves a scope both ways and compares every position, with either side to move.
fn agrees(text: &str, scope: impl Fn(asalto::rules::Rules) -> Scope, counts_quiet: bool) -> [usize; 3] {
    let rules = rules(text);
    let scope = scope(rules);
    let brute = Brute::new(rules, scope.fewest, scope.most, counts_quiet);
    let dir = tempdir().unwrap();
    let both = scope.goals.len() == 2 || scope.is_decisive(rules);
    let tables = solved(dir.path(), rules, scope);
    let mut counts = [0; 3];
    for (position, &value) in brute.positions.iter().zip(&brute.values) {
        let found = match tables.probe(position).unwrap().map(|proven| proven.winner) {
            Some(Side::Rebels) => 1,
            Some(Side::Officers) => -1,
            None => 0,
        };
        // Without the officers' wins solved, only those that are seen at once are found.
        let agrees = if both { found == value } else { (found == 1) == (value == 1) };
        assert!(agrees, "{found}, not {value}: {position} under\n{text}");
        counts[(value + 1) as usize] += 1;
    }
    counts
}

#[test]
fn one_fox_and_two_geese_agree_with_the_slow_solver() {
    for sideways in [true, false] {
        for chain in ["optional", "forced"] {
            for diagonals in ["all", "none"] {
                let text = format!(
                    "officers = 1\nplacement = [\"d4\"]\nrebels = [\"a3\", \"g3\"]\nmin_rebels = 1\nhuff = \"none\"\nsideways = {sideways}\n\
                     chain = \"{chain}\"\ndiagonals = \"{diagonals}\""
                );
                let counts = agrees(&text, |rules| Scope::full(rules, None).unwrap(), false);
                assert!(counts[0] > 1000, "{counts:?}");
            }
        }
    }
}

#[test]
fn crowded_boards_agree_with_the_slow_solver() {
    for (holes, officers, losses) in [(&["d5", "d4"][..], 1, 3), (&["d4", "c5", "d3"], 2, 1), (&["c7", "d4", "a5"], 1, 1)] {
        for (huff, chain) in [("all", "optional"), ("none", "optional"), ("all", "forced")] {
            let text = crowded(holes, officers) + &format!("huff = \"{huff}\"\nchain = \"{chain}\"\n");
            let counts = agrees(&text, |rules| Scope::losses(rules, losses).unwrap(), false);
            assert!(counts[2] > 100, "{counts:?}");
        }
    }
}
