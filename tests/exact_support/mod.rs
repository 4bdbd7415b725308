//! Small rule sets to solve, and their solution.

use std::ops::ControlFlow;
use std::path::Path;

use asalto::exact::{Scope, Solver, Tables};
use asalto::rules::{Bitboard, Point, RuleSet, Rules};

/// A rule set from lines of a rules file.
pub fn rules(text: &str) -> Rules {
    RuleSet::from_toml(text).and_then(Rules::new).expect("a game")
}

/// A rules file with rebels on all points but these, and so many officers on the first of these.
pub fn crowded(holes: &[&str], officers: usize) -> String {
    let names = |points: Vec<&str>| points.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let rebels = names(Point::ALL.iter().map(|point| point.name()).filter(|name| !holes.contains(name)).collect());
    let placement = names(holes[..officers].to_vec());
    format!("officers = {officers}\nrebels = [{rebels}]\nplacement = [{placement}]\n")
}

/// A rules file of one fox on d4 against these geese.
pub fn geese(points: &[&str], fewest: usize) -> String {
    let names: Vec<String> = points.iter().map(|name| format!("\"{name}\"")).collect();
    format!(
        "officers = 1\nplacement = [\"d4\"]\nrebels = [{}]\nmin_rebels = {fewest}\nhuff = \"none\"\n",
        names.join(", ")
    )
}

/// Solves into a directory.
pub fn solved(dir: &Path, rules: Rules, scope: Scope) -> Tables {
    let mut solver = Solver::open(dir, rules, scope, false).unwrap();
    assert!(solver.run(&|_| ControlFlow::Continue(())).unwrap());
    Tables::open(dir).unwrap()
}

/// All sets of so many of these points.
pub fn subsets(points: Bitboard, size: usize) -> Vec<Bitboard> {
    let Some(first) = points.first().filter(|_| size > 0) else {
        return if size == 0 { vec![Bitboard::EMPTY] } else { Vec::new() };
    };
    if size > points.count() as usize {
        return Vec::new();
    }
    let rest = points.without(first);
    let with_first = subsets(rest, size - 1).into_iter().map(|set| set.with(first));
    with_first.chain(subsets(rest, size)).collect()
}
