//! `match`, `tournament` and `starts` by the real program: output, files, exit codes, what they say to wrong input.

mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use asalto::arena::{EndReason, MatchReport, PlayedGame, TournamentReport};
use serde_json::Value;
use support::{asalto, run, stderr, stdout, wait_for_handler};
use tempfile::tempdir;

fn games(path: &Path) -> Vec<PlayedGame> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The rows of a CSV file, by its headings.
fn rows(path: &Path) -> Vec<std::collections::HashMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.deserialize().map(|row| row.unwrap()).collect()
}

/// Without what differs from run to run.
fn timeless(mut report: Value) -> Value {
    report["players"].as_array_mut().unwrap().iter_mut().for_each(|player| player["seconds_per_turn"] = 0.into());
    report
}

#[test]
fn what_a_match_exports_is_what_it_prints() {
    let dir = tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let exports = ["--export-json", "m.json", "--export-csv", "m.csv", "--games-out", "m.jsonl"];
    let args = [&["match", "mcts:sims=4", "random", "--games", "12", "--json"][..], &exports].concat();
    let printed = stdout(&run(dir.path(), 0, &args));
    assert_eq!(fs::read_to_string(at("m.json")).unwrap(), printed);
    let report: MatchReport = serde_json::from_str(&printed).unwrap();
    let games = games(&at("m.jsonl"));
    assert_eq!((games.len() as u32, report.played), (12, 12));
    let pairs: Vec<[PlayedGame; 2]> = games.chunks(2).map(|pair| [pair[0].clone(), pair[1].clone()]).collect();
    let again = MatchReport::new(["mcts:sims=4".into(), "random".into()], &pairs);
    assert_eq!((again.pairs, &again.players[0].officers), (report.pairs, &report.players[0].officers));
    let rows = rows(&at("m.csv"));
    assert_eq!(rows.len(), 4);
    let first = &rows[0];
    assert_eq!(
        (&first["player"][..], &first["role"][..], &first["opponent"][..]),
        ("mcts:sims=4", "officers", "random")
    );
    let officers = &report.players[0].officers;
    assert_eq!(first["wins"].parse::<u32>().unwrap(), officers.score.wins);
    assert_eq!(first["share_low"].parse::<f64>().unwrap(), officers.interval[0]);
    let ends: u32 = EndReason::names().map(|name| first[&format!("end_{name}")].parse::<u32>().unwrap()).sum();
    assert_eq!(ends, officers.score.games());
    let mut left: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["m.csv", "m.json", "m.jsonl"]);
}

#[test]
fn files_that_cannot_be_written_are_refused_before_the_first_game_all_at_once() {
    let dir = tempdir().unwrap();
    fs::create_dir(dir.path().join("folder")).unwrap();
    fs::write(dir.path().join("starts.txt"), "3/1o1/rr1o1rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 - 0\n").unwrap();
    let args = ["match", "grady", "greedy", "--games", "100000000", "--sprt", "5", "--export-json", "no/such/file"];
    let more = ["--export-csv", "folder", "--games-out", "./starts.txt", "--starts", "starts.txt"];
    let text = stderr(&run(dir.path(), 2, &[&args[..], &more].concat()));
    for part in [
        "unknown player `grady`",
        "--sprt: must be two numbers",
        "--export-json: cannot write no/such/file",
        "--export-csv: cannot write folder",
        "--games-out: ./starts.txt is named by --starts, too",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    let twice = ["match", "random", "greedy", "--export-json", "x", "--export-csv", "./x"];
    let text = stderr(&run(dir.path(), 2, &twice));
    assert!(text.contains("--export-csv: ./x is named by --export-json, too"), "{text}");
    assert!(!dir.path().join("x").exists());
}

#[cfg(unix)]
#[test]
fn exports_go_through_links_and_to_stdout() {
    let dir = tempdir().unwrap();
    std::os::unix::fs::symlink("real.csv", dir.path().join("link.csv")).unwrap();
    let exports = ["--export-json", "/dev/stdout", "--export-csv", "link.csv"];
    let args = [&["match", "random", "greedy", "--games", "2"][..], &exports].concat();
    // A pipe, and a file: what is printed follows what is exported in both.
    let file = fs::File::create(dir.path().join("out.txt")).unwrap();
    assert!(asalto(dir.path(), &args).stdout(file).status().unwrap().success());
    for text in [stdout(&run(dir.path(), 0, &args)), fs::read_to_string(dir.path().join("out.txt")).unwrap()] {
        let (json, table) = text.split_at(text.find("\n}\n").unwrap() + 3);
        assert_eq!(serde_json::from_str::<MatchReport>(json).unwrap().played, 2);
        assert!(table.contains("games: 2 played"), "{text}");
    }
    assert!(dir.path().join("link.csv").is_symlink());
    assert_eq!(rows(&dir.path().join("real.csv")).len(), 4);
}

#[test]
fn a_negative_number_is_a_wrong_one_and_no_unknown_option() {
    let dir = tempdir().unwrap();
    for (option, allowed) in [("--games", "-2 is not in 0..="), ("--seed", "must be a whole number from 0 to 18446744")]
    {
        let text = stderr(&run(dir.path(), 2, &["match", "random", "greedy", option, "-2"]));
        assert!(text.contains("invalid value '-2'") && text.contains(allowed), "{text}");
    }
}

#[test]
fn starts_come_from_a_file_in_turn_and_wrong_ones_are_told_line_by_line() {
    let dir = tempdir().unwrap();
    let starts = ["2r/1o1/rr1o1rr/rrr1rrr/r1rr1rr/rrr/1rr r 0 - 0", "3/o2/rr2orr/rrr1rrr/rr3rr/rrr/rrr r 0 - 0"];
    fs::write(dir.path().join("two.txt"), format!("# two\n{}\n\n{} # the second\n", starts[0], starts[1])).unwrap();
    let args = ["match", "greedy", "random", "--games", "8", "--starts", "two.txt", "--games-out", "g.jsonl"];
    run(dir.path(), 0, &args);
    let played = games(&dir.path().join("g.jsonl"));
    for game in &played {
        assert_eq!(game.start, starts[game.number as usize / 2 % 2]);
        assert_eq!(game.opening, 0, "no random plies");
    }
    run(dir.path(), 0, &[&args[..], &["--random-plies", "1"]].concat());
    assert!(games(&dir.path().join("g.jsonl")).iter().all(|game| game.opening > 0));
    fs::write(dir.path().join("bad.txt"), "x\n#\n3/1o1/rr1o1rr/rrrrrrr/rrrrrrr/rrr r 0 - 0\n").unwrap();
    let text = stderr(&run(dir.path(), 2, &["match", "greedy", "random", "--starts", "bad.txt"]));
    assert!(text.contains("bad.txt:1: ") && text.contains("bad.txt:3: the board must have 7 ranks"), "{text}");
    let text = stderr(&run(dir.path(), 2, &["match", "greedy", "random", "--starts", "evn"]));
    assert!(text.contains("cannot read evn") && text.contains("`even`"), "{text}");
    let text = stderr(&run(dir.path(), 2, &[&args[..], &["--placements", "d6d5"]].concat()));
    assert!(text.contains("--placements: no officer is left to place"), "{text}");
    let text = stderr(&run(dir.path(), 2, &["match", "greedy", "random", "--placements", "x"]));
    assert!(text.contains("error: --placements: `x` is not a placement"), "{text}");
}

#[test]
fn the_even_starts_are_built_in_for_asalto() {
    let dir = tempdir().unwrap();
    run(dir.path(), 0, &["match", "greedy", "random", "--games", "20", "--starts", "even", "--games-out", "g.jsonl"]);
    let mut starts: Vec<String> = games(&dir.path().join("g.jsonl")).into_iter().map(|game| game.start).collect();
    starts.dedup();
    assert_eq!(starts.len(), 10, "another start for each pair");
    fs::write(dir.path().join("open.toml"), "huff = \"none\"\n").unwrap();
    let args = ["match", "greedy", "random", "--starts", "even", "--rules", "open.toml"];
    let text = stderr(&run(dir.path(), 2, &args));
    assert!(text.contains("asalto starts --rules"), "{text}");
}

#[test]
fn a_sequential_test_ends_the_match_early_on_any_number_of_threads() {
    let dir = tempdir().unwrap();
    let report = |threads: &str| {
        let args =
            ["match", "greedy", "random", "--games", "1000", "--sprt", "-10,100", "--json", "--threads", threads];
        timeless(serde_json::from_str(&stdout(&run(dir.path(), 0, &args))).unwrap())
    };
    let one = report("1");
    assert_eq!(one["sprt"]["decision"], "accepted_h1");
    assert!(one["played"].as_u64().unwrap() < 200, "{one}");
    assert_eq!(one, report("4"));
    let text = stdout(&run(dir.path(), 0, &["match", "greedy", "greedy", "--games", "2", "--sprt", "0,5"]));
    assert!(text.contains("SPRT of 0 against 5 Elo: LLR") && text.contains("undecided"), "{text}");
}

#[test]
fn a_match_that_is_stopped_leaves_what_was_played() {
    let dir = tempdir().unwrap();
    let args = ["match", "mcts:sims=50", "random", "--games", "100000", "--export-json", "m.json", "--games-out", "g"];
    let mut child = asalto(dir.path(), &args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_handler(&child);
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it goes on");
        sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    let report: MatchReport = serde_json::from_str(&fs::read_to_string(dir.path().join("m.json")).unwrap()).unwrap();
    assert_eq!(games(&dir.path().join("g")).len() as u32, report.played);
    assert!(report.played > 0 && report.played < 100_000 && report.played.is_multiple_of(2));
    assert!(stdout(&output).contains("games: "), "the report is printed, too");
}

#[test]
fn a_tournament_prints_ratings_and_a_cross_table() {
    let dir = tempdir().unwrap();
    let args = ["tournament", "random", "greedy", "mcts:sims=4", "--games", "8", "--self-play"];
    let exports = ["--export-json", "t.json", "--export-csv", "t.csv"];
    let text = stdout(&run(dir.path(), 0, &[&args[..], &exports].concat()));
    for part in ["as officers", "as rebels", "A  random", "B  greedy", "C  mcts:sims=4"] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    let report: TournamentReport =
        serde_json::from_str(&fs::read_to_string(dir.path().join("t.json")).unwrap()).unwrap();
    assert_eq!((report.matches.len(), report.cells.len()), (6, 9));
    let rows = rows(&dir.path().join("t.csv"));
    assert_eq!(rows.len(), 24, "two players in two roles of each match");
    let json = |threads: &str| {
        let mut report: Value = serde_json::from_str(&stdout(&run(
            dir.path(),
            0,
            &[&args[..], &["--json", "--threads", threads]].concat(),
        )))
        .unwrap();
        report["matches"].as_array_mut().unwrap().iter_mut().for_each(|one| *one = timeless(one.take()));
        report
    };
    assert_eq!(json("1"), json("3"));
}

#[test]
fn a_tournament_of_one_or_of_twins_is_refused() {
    let dir = tempdir().unwrap();
    run(dir.path(), 2, &["tournament", "random"]);
    let text = stderr(&run(dir.path(), 2, &["tournament", "random", "mcts", "mcts:sims=2000", "grady"]));
    assert!(text.contains("the player `mcts:sims=2000` is named twice") && text.contains("`grady`"), "{text}");
    let text = stderr(&run(dir.path(), 2, &["tournament", "random", "greedy", "--games", "7"]));
    assert!(text.contains("even number"), "{text}");
}

#[test]
fn a_suite_of_starts_is_made_again_by_the_command_in_its_file() {
    let dir = tempdir().unwrap();
    let args = ["starts", "--count", "6", "--judge", "alphabeta:depth=1", "--games-each", "4", "--out", "s.txt"];
    run(dir.path(), 0, &args);
    let text = fs::read_to_string(dir.path().join("s.txt")).unwrap();
    let command = text.lines().find_map(|line| line.strip_prefix("# made by: asalto ")).unwrap();
    let again: Vec<&str> = command.split(' ').chain(["--threads", "3"]).collect();
    assert_eq!(stdout(&run(dir.path(), 0, &again)), text);
    assert!(text.contains("# rules: 4663d9e7112a7388"), "{text}");
    assert!(!text.contains(dir.path().to_str().unwrap()), "{text}");
    run(dir.path(), 0, &["match", "random", "greedy", "--games", "12", "--starts", "s.txt"]);
}

#[test]
fn wrong_options_of_starts_are_told_at_once() {
    let dir = tempdir().unwrap();
    let args = ["starts", "--count", "0", "--max-share", "0.1", "--rebels", "2..30", "--judge", "alphabeta:ms=5"];
    let text = stderr(&run(dir.path(), 2, &[&args[..], &["--out", "no/such"]].concat()));
    for part in [
        "--count: must be 1",
        "--max-share: must be 0.5 to 1",
        "--rebels: must be within 9..24",
        "--judge: ",
        "--out: ",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    run(dir.path(), 2, &["starts", "--rebels", "many"]);
}

#[test]
fn every_command_with_players_lists_them_in_its_help() {
    let dir = tempdir().unwrap();
    for command in ["match", "tournament", "starts", "play"] {
        let text = stdout(&run(dir.path(), 0, &[command, "--help"]));
        assert!(text.contains("captures the most it can, else plays at random"), "{command}: {text}");
        assert!(text.contains("net:DIR?sims=64"), "{command}: {text}");
    }
    let text = stderr(&run(dir.path(), 2, &["play", "--side", "left"]));
    assert!(text.contains("error: --side: must be officers"), "{text}");
}
