//! The commands by the real program: output, exit codes, and what they say to wrong input.

mod support;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;
use support::{asalto, run, smoke, stderr, stdout};
use tempfile::tempdir;

/// Trains the smoke configuration for one iteration.
fn trained(dir: &Path) {
    let config = smoke();
    let args =
        ["train", config.to_str().unwrap(), "--run-dir", "run", "--iterations", "1", "--set", "evaluate.every=0"];
    run(dir, 0, &args);
}

/// Runs a command with these lines on stdin.
fn typed(dir: &Path, args: &[&str], lines: &str) -> (Option<i32>, String) {
    let mut command = asalto(dir, args);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code(), stdout(&output) + &stderr(&output))
}

#[test]
fn perft_counts_what_the_rules_say() {
    let dir = tempdir().unwrap();
    let counts = |args: &[&str]| -> Vec<u64> {
        let output = stdout(&run(dir.path(), 0, &[&["perft", "--json"], args].concat()));
        let report: Value = serde_json::from_str(&output).unwrap();
        report["depths"].as_array().unwrap().iter().map(|row| row["leaves"].as_u64().unwrap()).collect()
    };
    assert_eq!(counts(&["--depth", "4"]), [252, 1507, 14978, 81260]);
    assert_eq!(counts(&["--depth", "5", "--unit", "micro"]), [9, 72, 504, 3014, 29956]);
    let placed = "3/1o1/rr1o1rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 - 0";
    assert_eq!(counts(&["--depth", "5", "--position", placed]), [8, 62, 568, 2376, 21512]);
    fs::write(dir.path().join("open.toml"), "huff = \"none\"\n").unwrap();
    assert_eq!(counts(&["--depth", "4", "--position", placed, "--rules", "open.toml"]), [8, 62, 524, 2874]);
    // A configuration holds its rules in a table, and will do as well.
    let foxes = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/fox-and-geese.toml");
    std::fs::write(dir.path().join("run.toml"), "[run]\nseed = 3\n\n[rules]\nhuff = \"none\"\n").unwrap();
    assert_eq!(counts(&["--depth", "4", "--position", placed, "--rules", "run.toml"]), [8, 62, 524, 2874]);
    assert_eq!(counts(&["--depth", "4", "--rules", foxes.to_str().unwrap()]), [5, 89, 572, 9778]);
}

#[test]
fn wrong_rules_and_positions_are_told_at_once() {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("bad.toml"), "officers = 7\nquiet_turns = 0\nrepetition = 0\nhuf = \"none\"\n").unwrap();
    let text = stderr(&run(dir.path(), 2, &["perft", "--depth", "1", "--rules", "bad.toml"]));
    for part in ["bad.toml:1:", "officers", "quiet_turns", "bad.toml:4:", "huf"] {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
    let text = stderr(&run(dir.path(), 2, &["perft", "--depth", "1", "--position", "ooo/9/r x"]));
    assert!(text.contains("--position"), "{text}");
    run(dir.path(), 2, &["perft", "--depth", "0"]);
    run(dir.path(), 2, &["no-such-command"]);
}

#[test]
fn the_defaults_load_and_resolve_to_themselves() {
    let dir = tempdir().unwrap();
    let printed = stdout(&run(dir.path(), 0, &["config", "print"]));
    fs::write(dir.path().join("default.toml"), printed).unwrap();
    let resolved = stdout(&run(dir.path(), 0, &["config", "check", "default.toml"]));
    fs::write(dir.path().join("resolved.toml"), &resolved).unwrap();
    assert_eq!(stdout(&run(dir.path(), 0, &["config", "check", "resolved.toml"])), resolved);
}

#[test]
fn a_whole_game_is_played_by_typed_moves_as_either_side() {
    let dir = tempdir().unwrap();
    trained(dir.path());
    for (side, first) in [("rebels", "c4-c5"), ("officers", "@c7")] {
        let args = ["play", "--model", "run", "--side", side, "--sims", "4"];
        let (code, text) =
            typed(dir.path(), &args, &format!("nonsense\nmoves\n{first}\nhint\nundo\nposition\nresign\nresign\n"));
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains("resigned"), "{text}");
        let (code, text) = typed(dir.path(), &args, "");
        assert_eq!(code, Some(0), "the end of the input ends the game: {text}");
    }
    let (code, text) = typed(dir.path(), &["play", "--model", "run", "--side", "none", "--sims", "2"], "");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("The game is over"), "{text}");
}

#[test]
fn matches_print_tables_or_json() {
    let dir = tempdir().unwrap();
    trained(dir.path());
    let args = ["match", "net:run?sims=4", "greedy", "--games", "8"];
    let table = stdout(&run(dir.path(), 0, &args));
    assert!(table.contains("officers") && table.contains("rebels") && table.contains("Elo"), "{table}");
    let json = |threads: &str| {
        let output = stdout(&run(dir.path(), 0, &[&args[..], &["--json", "--threads", threads]].concat()));
        let mut report: Value = serde_json::from_str(&output).unwrap();
        report["players"].as_array_mut().unwrap().iter_mut().for_each(|player| player["seconds_per_turn"] = 0.into());
        report
    };
    assert_eq!(json("1"), json("2"), "threads change nothing");
    for (bad, why) in [
        (&["match", "greedy", "grady"][..], "grady"),
        (&["match", "greedy", "random", "--games", "3"][..], "even"),
        (&["match", "greedy", "net:nowhere"][..], "nowhere"),
        (&["match", "greedy", "random", "--placements", "d6d4"][..], "d6d4"),
    ] {
        let text = stderr(&run(dir.path(), 2, bad));
        assert!(text.contains(why), "{bad:?}: {text}");
    }
}

#[test]
fn a_network_is_refused_for_other_rules_than_its_own() {
    let dir = tempdir().unwrap();
    trained(dir.path());
    fs::write(dir.path().join("open.toml"), "huff = \"none\"\n").unwrap();
    let text = stderr(&run(dir.path(), 2, &["match", "net:run", "greedy", "--rules", "open.toml"]));
    assert!(text.contains("4663d9e7112a7388"), "both hashes are named: {text}");
}

#[test]
fn a_run_is_reported_and_its_networks_compared() {
    let dir = tempdir().unwrap();
    let config = smoke();
    run(dir.path(), 0, &["train", config.to_str().unwrap(), "--run-dir", "run"]);
    let text = stdout(&run(dir.path(), 0, &["report", "run"]));
    assert!(text.contains("iteration 3") && text.contains("plain start") && text.contains("greedy"), "{text}");
    let networks = ["--network", "dense:8x1", "--network", "conv:4x1", "--seconds", "0.05"];
    let text = stdout(&run(dir.path(), 0, &[&["compare", "run"][..], &networks].concat()));
    assert!(text.contains("dense:8x1") && text.contains("conv:4x1") && text.lines().count() == 3, "{text}");
    let text = stderr(&run(dir.path(), 2, &["compare", "run", "--network", "dense"]));
    assert!(text.contains("kind:widthxblocks"), "{text}");
}

#[test]
fn other_rule_sets_are_trained_by_the_same_program() {
    let dir = tempdir().unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/fox-and-geese.toml");
    let mut args = vec!["train", path.to_str().unwrap(), "--run-dir", "fox", "--iterations", "1"];
    let small = [
        "selfplay.games=8",
        "selfplay.group=8",
        "selfplay.positions=300",
        "search.simulations=4",
        "network.width=16",
        "learn.batch=32",
        "evaluate.games=2",
        "evaluate.simulations=2",
        "evaluate.anchors=[\"greedy\"]",
        "selfplay.cache=64",
    ];
    small.iter().for_each(|set| args.extend(["--set", set]));
    run(dir.path(), 0, &args);
    run(dir.path(), 0, &["games", "verify", "fox"]);
    run(dir.path(), 0, &["match", "net:fox?sims=4", "random", "--games", "4"]);
}

#[test]
fn bench_prints_every_stage() {
    let dir = tempdir().unwrap();
    let small = [
        "selfplay.group=8",
        "selfplay.games=8",
        "search.simulations=2",
        "network.width=8",
        "network.blocks=1",
        "learn.batch=16",
    ];
    let mut args = vec!["bench", "--json", "--seconds", "0.1"];
    small.iter().for_each(|set| args.extend(["--set", set]));
    let report: Value = serde_json::from_str(&stdout(&run(dir.path(), 0, &args))).unwrap();
    for (name, value) in report.as_object().unwrap() {
        assert!(value.as_f64().is_none_or(|number| number.is_finite() && number >= 0.0), "{name}: {value}");
    }
    assert_eq!(report["self_play_batch_fill"], 1.0);
}
