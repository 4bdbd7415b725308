//! The exact solver against a slow one, and its files against damage and interruption.

mod exact_brute;
mod exact_support;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use asalto::exact::{Scope, Solver, Tables};
use asalto::rules::{Rules, Side};
use exact_brute::Brute;
use exact_support::{crowded, geese, rules, solved};
use tempfile::tempdir;

/// Solves a scope both ways and compares every position, with either side to move; then lets the checker go over the tables.
fn agrees(text: &str, scope: impl Fn(Rules) -> Scope, counts_quiet: bool) -> [usize; 3] {
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
        assert!(agrees || position.outcome().is_some(), "{found}, not {value}: {position} under\n{text}");
        assert_eq!(tables.probe(position).unwrap(), tables.probe(&position.mirrored()).unwrap(), "{position}");
        counts[(value + 1) as usize] += 1;
    }
    tables.verify(&|_, _| ()).unwrap();
    counts
}

#[test]
fn one_fox_and_two_geese_agree_with_the_slow_solver() {
    for (sideways, chain, diagonals) in [
        (true, "optional", "all"),
        (false, "forced", "all"),
        (true, "forced", "none"),
        (false, "optional", "alternate"),
    ] {
        let text = geese(&["a3", "g3"], 1)
            + &format!("sideways = {sideways}\nchain = \"{chain}\"\ndiagonals = \"{diagonals}\"");
        let counts = agrees(&text, |rules| Scope::full(rules, None).unwrap(), false);
        assert!(counts[0] > 1000, "{counts:?}");
    }
}

#[test]
fn a_short_quiet_count_is_kept_to_exactly() {
    for quiet in [1, 2, 3] {
        let text = geese(&["a3", "g3"], 1) + &format!("quiet_turns = {quiet}\nsideways = true\n");
        let counts = agrees(&text, |rules| Scope::full(rules, None).unwrap(), true);
        assert!(counts[0] > 1000 && counts[1] > 1000, "{counts:?}");
    }
    let text = crowded(&["d5", "d4", "c3"], 2) + "quiet_turns = 2\n";
    let counts = agrees(&text, |rules| Scope::losses(rules, 0).unwrap(), true);
    assert!(counts[2] > 100, "{counts:?}");
}

#[test]
fn crowded_boards_agree_with_the_slow_solver() {
    let cases = [(&["d5", "d4"][..], 1, 2), (&["d4", "c5", "d3"], 2, 1), (&["d4", "c5", "d3", "a3"], 3, 0)];
    for (holes, officers, losses) in cases {
        for (huff, chain) in [("all", "optional"), ("none", "optional"), ("all", "forced")] {
            let text = crowded(holes, officers) + &format!("huff = \"{huff}\"\nchain = \"{chain}\"\n");
            let counts = agrees(&text, |rules| Scope::losses(rules, losses).unwrap(), false);
            assert!(counts[2] > 100, "{counts:?}");
        }
    }
}

/// The files of a directory of tables, without the time they took.
fn files(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "level"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn an_interrupted_solution_goes_on_to_the_same_tables_on_any_number_of_threads() {
    for quiet in [2, 50] {
        let rules = rules(&(geese(&["a3", "d2", "g3"], 2) + &format!("sideways = true\nquiet_turns = {quiet}\n")));
        let scope = Scope::full(rules, None).unwrap();
        let [whole, broken] = [(); 2].map(|()| tempdir().unwrap());
        let tables = solved(whole.path(), rules, scope.clone());
        let (mut calls, mut finished) = (0, false);
        while !finished {
            calls += 1;
            let left = AtomicU32::new(29 + calls);
            let mut solver = Solver::open(broken.path(), rules, scope.clone(), true).unwrap();
            let watch = |_| match left.fetch_sub(1, Ordering::Relaxed) {
                0..=1 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            };
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1 + calls as usize % 3).build().unwrap();
            finished = pool.install(|| solver.run(&watch)).unwrap();
        }
        assert!(calls > 3, "{calls} calls");
        assert_eq!(files(whole.path()), files(broken.path()));
        let tallies = |tables: &Tables| tables.manifest().levels.clone();
        assert_eq!(tallies(&tables), tallies(&Tables::open(broken.path()).unwrap()));
    }
}

#[test]
fn a_flipped_bit_anywhere_is_noticed() {
    let rules = rules(&geese(&["a3", "g3"], 1));
    let dir = tempdir().unwrap();
    solved(dir.path(), rules, Scope::full(rules, None).unwrap());
    let read_all = || Tables::open_whole(dir.path())?.verify(&|_, _| ()).map(|_| ());
    read_all().unwrap();
    for entry in fs::read_dir(dir.path()).unwrap() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        for at in (0..bytes.len()).step_by(97).chain([bytes.len() - 1]) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            // A blank may become another one, and a letter of the file's own text is under its checksum.
            fs::write(&path, &damaged).unwrap();
            let blank = bytes[at].is_ascii_whitespace() && damaged[at].is_ascii_whitespace();
            assert!(read_all().is_err() || blank, "{} at {at}", path.display());
        }
        fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
        assert!(read_all().is_err(), "{} cut short", path.display());
        fs::write(&path, &bytes).unwrap();
    }
    read_all().unwrap();
}

#[test]
fn a_directory_holds_one_solution() {
    let dir = tempdir().unwrap();
    let one = rules(&geese(&["a3", "g3"], 1));
    solved(dir.path(), one, Scope::full(one, None).unwrap());
    let other = rules(&(geese(&["a3", "g3"], 1) + "sideways = false\n"));
    for (rules, scope) in [(other, Scope::full(other, None).unwrap()), (one, Scope::losses(one, 0).unwrap())] {
        let fault = Solver::open(dir.path(), rules, scope, true).err().unwrap();
        assert!(fault.to_string().contains("other"), "{fault}");
    }
    assert!(Tables::open(dir.path()).is_ok());
}
