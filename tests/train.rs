//! `asalto train` by the real program: a whole run, killed, resumed, refused, damaged.

mod support;

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use asalto::base::rng::{below, stream};
use asalto::run::{MetricsLog, MetricsRow, RunDir, Trainer};
use support::{asalto, assert_same_run, run, smoke, stderr, stdout};
use tempfile::tempdir;

/// Trains the smoke configuration to its end.
fn train(dir: &Path, run_dir: &str, more: &[&str]) {
    let config = smoke();
    let mut args = vec!["train", config.to_str().unwrap(), "--run-dir", run_dir];
    args.extend(more);
    run(dir, 0, &args);
}

fn metrics(run_dir: &Path) -> Vec<MetricsRow> {
    let (log, problems) = MetricsLog::read(&run_dir.join("metrics.jsonl")).unwrap();
    assert_eq!(problems, []);
    log.rows().to_vec()
}

#[test]
fn a_run_leaves_everything_that_it_should() {
    let dir = tempdir().unwrap();
    train(dir.path(), "run", &[]);
    let root = dir.path().join("run");
    let rows = metrics(&root);
    assert_eq!(rows.iter().map(|row| row.iteration).collect::<Vec<_>>(), [1, 2, 3]);
    for row in &rows {
        let number = |name: &str| row.get(name).unwrap_or_else(|| panic!("iteration {}: no {name}", row.iteration));
        assert!(number("selfplay/batch_fill") >= 0.9, "{}", number("selfplay/batch_fill"));
        assert!(number("train/policy_loss") > 0.0 && number("train/value_loss") > 0.0);
        let games = ["plain", "even"].map(|kind| number(&format!("selfplay/{kind}/games")));
        assert_eq!(games[0] + games[1], number("selfplay/games"));
        for kind in ["plain", "even"] {
            let ends = ["officers/wins", "rebels/wins", "draws", "capped"];
            let sum: f64 = ends.iter().map(|end| number(&format!("selfplay/{kind}/{end}"))).sum();
            assert_eq!(sum, number(&format!("selfplay/{kind}/games")));
        }
    }
    let last = rows.last().unwrap();
    for anchor in ["random", "greedy", "mcts:sims=4"] {
        for side in ["officers", "rebels"] {
            let score = last.get(&format!("eval/{anchor}/as_{side}/score"));
            assert!(score.is_some_and(|score| (0.0..=1.0).contains(&score)), "{anchor} {side} {score:?}");
        }
    }
    assert_eq!(fs::read_to_string(root.join("checkpoints/latest")).unwrap(), "000003\n");
    for file in [
        "config.toml",
        "run.json",
        "log.txt",
        "plots/win_rate_plain.png",
        "plots/win_rate_plain.svg",
        "plots/index.html",
    ] {
        assert!(root.join(file).exists(), "{file} is missing");
    }
    let verified = stdout(&run(dir.path(), 0, &["games", "verify", "run"]));
    assert!(verified.contains("every one replays to its recorded end"), "{verified}");
    let shown = stdout(&run(dir.path(), 0, &["games", "show", "run"]));
    assert_eq!(shown.lines().count() as f64, last.get("selfplay/games").unwrap());
}

#[test]
fn threads_do_not_change_the_result() {
    let dir = tempdir().unwrap();
    train(dir.path(), "one", &["--threads", "1"]);
    train(dir.path(), "two", &["--threads", "2"]);
    assert_same_run(&dir.path().join("one"), &dir.path().join("two"), 3);
    let numbers = |run: &str| {
        let rows = metrics(&dir.path().join(run));
        let timed = |name: &str| name.starts_with("time/") || name.starts_with("speed/");
        rows.iter()
            .map(|row| {
                row.values
                    .iter()
                    .filter(|(name, _)| !timed(name))
                    .map(|(name, value)| (name.to_owned(), value.to_bits()))
                    .collect()
            })
            .collect::<Vec<Vec<_>>>()
    };
    assert_eq!(numbers("one"), numbers("two"));
}

#[test]
fn seeds_change_the_result() {
    let dir = tempdir().unwrap();
    train(dir.path(), "one", &["--iterations", "1", "--seed", "1"]);
    train(dir.path(), "two", &["--iterations", "1", "--seed", "2"]);
    let games = |run: &str| fs::read(dir.path().join(run).join("games/000001.jsonl.gz")).unwrap();
    assert_ne!(games("one"), games("two"));
}

#[test]
fn killed_at_any_moment_and_resumed_it_equals_the_unbroken_run() {
    let dir = tempdir().unwrap();
    let began = Instant::now();
    train(dir.path(), "unbroken", &[]);
    let whole = began.elapsed();
    let mut rng = stream(20_261_130, &[]);
    let config = smoke();
    let mut kills = 0;
    // A kill before the first checkpoint leaves nothing to resume: the run is then begun again.
    for _ in 0..12 {
        let mut args = vec!["train", config.to_str().unwrap(), "--run-dir", "killed"];
        if dir.path().join("killed/config.toml").exists() {
            args.push("--resume");
        }
        let mut child = asalto(dir.path(), &args).stderr(std::process::Stdio::null()).spawn().unwrap();
        sleep(whole.mul_f64(f64::from(below(&mut rng, 1000)) / 1500.0));
        if child.try_wait().unwrap().is_none() {
            kills += 1;
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(kills >= 3, "the program was too quick to be killed: {kills} kills");
    let mut args = vec!["train", config.to_str().unwrap(), "--run-dir", "killed"];
    if dir.path().join("killed/config.toml").exists() {
        args.push("--resume");
    }
    run(dir.path(), 0, &args);
    assert_same_run(&dir.path().join("unbroken"), &dir.path().join("killed"), 3);
    let iterations: Vec<u64> = metrics(&dir.path().join("killed")).iter().map(|row| row.iteration).collect();
    assert_eq!(iterations, [1, 2, 3], "every iteration stands in the metrics once");
}

#[test]
fn a_finished_run_goes_on_as_a_longer_one_would_have() {
    let dir = tempdir().unwrap();
    train(dir.path(), "long", &[]);
    train(dir.path(), "short", &["--iterations", "2"]);
    run(dir.path(), 0, &["train", "--run-dir", "short", "--resume", "--iterations", "3"]);
    assert_same_run(&dir.path().join("long"), &dir.path().join("short"), 3);
}

#[test]
fn a_run_may_go_on_otherwise_in_what_lies_ahead_alone() {
    let dir = tempdir().unwrap();
    train(dir.path(), "short", &["--iterations", "2"]);
    let state = fs::read_to_string(dir.path().join("short/checkpoints/000002/state.json")).unwrap();
    let state: serde_json::Value = serde_json::from_str(&state).unwrap();
    let steps = state["steps"].as_u64().unwrap();
    let begun = state["next_games"].as_array().unwrap().iter().map(|next| next.as_u64().unwrap()).max().unwrap();
    let sets = |start: u64, any_draw_from: u64| {
        let values = [
            "learn.schedule=cosine".to_owned(),
            format!("learn.decay_start={start}"),
            format!("learn.decay_steps={}", steps + 10),
            format!("selfplay.any_draw_from={any_draw_from}"),
        ];
        values.into_iter().flat_map(|value| ["--set".to_owned(), value]).collect::<Vec<_>>()
    };
    let go_on = |code: i32, sets: &[String]| {
        let mut args = vec!["train", "--run-dir", "short", "--resume", "--iterations", "3"];
        args.extend(sets.iter().map(String::as_str));
        stderr(&run(dir.path(), code, &args))
    };
    let refused = go_on(2, &sets(steps - 1, 1));
    for key in
        ["learn.schedule: the run uses \"constant\", so it cannot go on with \"cosine\"", "selfplay.any_draw_from"]
    {
        assert!(refused.contains(key), "{refused}");
    }
    let later = sets(steps, begun);
    go_on(0, &later);
    train(dir.path(), "long", &later.iter().map(String::as_str).collect::<Vec<_>>());
    assert_same_run(&dir.path().join("long"), &dir.path().join("short"), 3);
    // The card names the command that makes such a network, and a run is no model's folder.
    run(dir.path(), 0, &["export", "short", "model"]);
    let card = fs::read_to_string(dir.path().join("model/model.toml")).unwrap();
    assert!(card.contains("--set learn.decay_start=") && card.contains("--set selfplay.any_draw_from="), "{card}");
    let refused = stderr(&run(dir.path(), 2, &["export", "short", "long"]));
    assert!(refused.contains("long: holds a run"), "{refused}");
}

#[test]
fn a_second_run_in_the_same_directory_is_refused() {
    let dir = tempdir().unwrap();
    let config = smoke();
    let args = ["train", config.to_str().unwrap(), "--run-dir", "run", "--iterations", "50"];
    let mut first = asalto(dir.path(), &args).stderr(std::process::Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    while !dir.path().join("run/config.toml").exists() {
        assert!(began.elapsed() < Duration::from_secs(60), "the first run does not begin");
        sleep(Duration::from_millis(20));
    }
    let second = stderr(&run(dir.path(), 2, &["train", "--run-dir", "run", "--resume"]));
    let third = stderr(&run(dir.path(), 2, &args));
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(second.contains("another run is using this directory"), "{second}");
    assert!(third.contains("another run is using this directory"), "{third}");
    // The first one is gone, however it went: its lock is, too.
    let fourth = stderr(&run(dir.path(), 2, &args));
    assert!(fourth.contains("a run was begun here already") && fourth.contains("--resume"), "{fourth}");
}

#[test]
fn damage_is_named_and_an_older_checkpoint_is_offered() {
    let dir = tempdir().unwrap();
    train(dir.path(), "run", &["--set", "run.keep=3"]);
    let weights = dir.path().join("run/checkpoints/000003/network/weights.safetensors");
    let mut bytes = fs::read(&weights).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&weights, bytes).unwrap();
    let text = stderr(&run(dir.path(), 1, &["train", "--run-dir", "run", "--resume", "--iterations", "4"]));
    assert!(text.contains("000003/network/weights.safetensors") && text.contains("--resume --from 2"), "{text}");
    train(dir.path(), "unbroken", &["--iterations", "4", "--set", "run.keep=3"]);
    run(dir.path(), 0, &["train", "--run-dir", "run", "--resume", "--from", "2", "--iterations", "4"]);
    assert_same_run(&dir.path().join("unbroken"), &dir.path().join("run"), 4);
}

#[test]
fn what_cannot_be_gone_on_with_is_told_with_what_can() {
    let dir = tempdir().unwrap();
    train(dir.path(), "run", &["--set", "run.keep=3"]);
    let text = stderr(&run(dir.path(), 2, &["train", "--run-dir", "run", "--resume", "--from", "77"]));
    assert!(text.contains("no checkpoint of iteration 77") && text.contains("one of 0, 1, 2, 3"), "{text}");
    fs::write(dir.path().join("file"), "not a directory").unwrap();
    let text = stderr(&run(dir.path(), 2, &["train", "--run-dir", "file", "run/config.toml"]));
    assert!(text.contains("file: must be a directory, found a file"), "{text}");
}

#[test]
fn a_run_that_lost_a_part_is_neither_overwritten_nor_called_whole() {
    let dir = tempdir().unwrap();
    train(dir.path(), "run", &[]);
    fs::remove_file(dir.path().join("run/games/000002.jsonl.gz")).unwrap();
    let text = stderr(&run(dir.path(), 1, &["games", "verify", "run"]));
    assert!(text.contains("run/games/000002.jsonl.gz: missing"), "{text}");
    let config = fs::read(dir.path().join("run/config.toml")).unwrap();
    fs::remove_file(dir.path().join("run/config.toml")).unwrap();
    fs::write(dir.path().join("tiny.toml"), config).unwrap();
    let text = stderr(&run(dir.path(), 2, &["train", "tiny.toml", "--run-dir", "run"]));
    assert!(text.contains("a run was begun here already"), "{text}");
    for args in [&["train", "--run-dir", "run", "--resume"][..], &["games", "verify", "run"]] {
        let output = asalto(dir.path(), args).output().unwrap();
        assert!(!output.status.success() && stderr(&output).contains("run/config.toml"), "{}", stderr(&output));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nobody_who_listens_is_no_reason_to_stop() {
    let dir = tempdir().unwrap();
    train(dir.path(), "whole", &[]);
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let program = |args: &[&str]| asalto(dir.path(), args);
    let status = program(&["train", "whole/config.toml", "--run-dir", "deaf"]).stderr(full()).status().unwrap();
    assert!(status.success(), "{status}");
    assert_same_run(&dir.path().join("whole"), &dir.path().join("deaf"), 3);
    let status = program(&["config", "check", "nowhere.toml"]).stderr(full()).status().unwrap();
    assert_eq!(status.code(), Some(2));
    let output = program(&["perft", "--depth", "2"]).stdout(full()).output().unwrap();
    assert!(output.status.code() == Some(1) && !stderr(&output).contains("panicked"), "{}", stderr(&output));
}

#[test]
fn an_exported_network_tells_where_it_comes_from_and_plays() {
    let dir = tempdir().unwrap();
    train(dir.path(), "run", &["--set", "run.keep=3"]);
    let told = stdout(&run(dir.path(), 0, &["export", "run", "given/away", "--from", "2"]));
    assert_eq!(told, "given/away: the network after iteration 2\n");
    let path = dir.path().join("given/away/model.toml");
    let card = fs::read_to_string(&path).unwrap();
    for line in ["[training]", "seed = 1", "iterations = 2", "positions = ", "command = \"asalto train "] {
        assert!(card.contains(line), "{line} is missing in {card}");
    }
    // What was measured stays with the network, and with no other.
    let measured = "[[measured]]\nopponent = \"random\"\nstarts = \"plain\"\ngames = [2, 2]\nscore = [1.0, 0.5]\n\
                    interval = [[0.3, 1.0], [0.1, 0.9]]\ncommand = \"asalto match\"\n";
    fs::write(&path, card + measured).unwrap();
    let told = stdout(&run(dir.path(), 0, &["export", "run", "given/away", "--from", "2"]));
    assert_eq!(told, "given/away: the network after iteration 2, in place of the model that was there\n");
    assert!(fs::read_to_string(&path).unwrap().contains("[[measured]]"));
    run(dir.path(), 0, &["match", "net:given/away?sims=2", "random", "--games", "2"]);
    run(dir.path(), 0, &["export", "run", "given/away"]);
    assert!(!fs::read_to_string(&path).unwrap().contains("[[measured]]"));
    let text = stderr(&run(dir.path(), 2, &["export", "run", "given/away", "--from", "9"]));
    assert!(text.contains("no checkpoint of iteration 9"), "{text}");
    let text = stderr(&run(dir.path(), 2, &["export", "nowhere", "given/away"]));
    assert!(text.contains("nowhere: no run directory"), "{text}");
}

#[test]
fn the_model_that_ships_plays_from_any_directory() {
    let dir = tempdir().unwrap();
    let output = run(dir.path(), 0, &["match", "net?sims=2", "random", "--games", "2", "--json"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("net:models/asalto?sims=2"));
}

#[test]
fn a_damaged_game_file_is_named() {
    let dir = tempdir().unwrap();
    train(dir.path(), "run", &[]);
    let path = dir.path().join("run/games/000002.jsonl.gz");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 10]).unwrap();
    for args in [&["train", "--run-dir", "run", "--resume", "--iterations", "4"][..], &["games", "verify", "run"]] {
        let text = stderr(&run(dir.path(), 1, args));
        assert!(text.contains("games/000002.jsonl.gz"), "{text}");
        assert!(args[0] != "train" || text.contains("--resume --from"), "{text}");
    }
    fs::write(dir.path().join("run/checkpoints/latest"), "zzz").unwrap();
    let text = stderr(&run(dir.path(), 1, &["train", "--run-dir", "run", "--resume", "--iterations", "4"]));
    assert!(text.contains("checkpoints/latest") && text.contains("--resume --from 3"), "{text}");
}

#[test]
fn what_cannot_change_in_a_resumed_run_is_refused_key_by_key() {
    let dir = tempdir().unwrap();
    train(dir.path(), "run", &["--iterations", "1"]);
    let sets = ["--set", "learn.batch=32", "--set", "network.width=24"];
    let args = [&["train", "--run-dir", "run", "--resume"][..], &sets].concat();
    let text = stderr(&run(dir.path(), 2, &args));
    assert!(text.contains("learn.batch") && text.contains("network.width"), "{text}");
}

#[test]
fn a_run_that_went_back_stays_there_though_it_is_killed_before_it_saves() {
    let dir = tempdir().unwrap();
    let config = smoke();
    let args = ["train", config.to_str().unwrap(), "--run-dir", "run", "--iterations", "2"];
    run(dir.path(), 0, &args);
    let run_dir = RunDir::new(dir.path().join("run"));
    let config = asalto::config::load(&run_dir.config(), &[]).unwrap();
    drop(Trainer::resume(config, run_dir, Some(1)).unwrap());
    let latest = fs::read_to_string(dir.path().join("run/checkpoints/latest")).unwrap();
    assert_eq!(latest, "000001\n");
    run(dir.path(), 0, &["train", "--run-dir", "run", "--resume", "--iterations", "2"]);
    let iterations: Vec<u64> = metrics(&dir.path().join("run")).iter().map(|row| row.iteration).collect();
    assert_eq!(iterations, [1, 2]);
}

#[test]
fn ctrl_c_finishes_the_iteration_and_saves() {
    let dir = tempdir().unwrap();
    let config = smoke();
    let args = ["train", config.to_str().unwrap(), "--run-dir", "run", "--iterations", "1000"];
    let mut child = asalto(dir.path(), &args).stderr(std::process::Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    while !dir.path().join("run/checkpoints/000001").exists() {
        assert!(began.elapsed() < Duration::from_secs(120), "no checkpoint is written");
        sleep(Duration::from_millis(20));
    }
    let interrupted = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let rows = metrics(&dir.path().join("run"));
    let latest = fs::read_to_string(dir.path().join("run/checkpoints/latest")).unwrap();
    assert_eq!(
        latest.trim().parse(),
        Ok(rows.last().unwrap().iteration),
        "the last row is that of the last checkpoint"
    );
}

#[test]
fn wrong_input_is_told_with_what_is_allowed_and_nothing_is_made() {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("bad.toml"), "[search]\nsimulations = 0\n[lern]\nbatch = 5\n[learn]\nbatch = \"many\"\n")
        .unwrap();
    let text = stderr(&run(dir.path(), 2, &["train", "bad.toml"]));
    for part in ["bad.toml:2:15", "search.simulations", "bad.toml:3:2", "lern", "learn", "bad.toml:6:9"] {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
    let absent = stderr(&run(dir.path(), 2, &["train", "absent.toml"]));
    assert!(absent.contains("absent.toml"), "{absent}");
    assert!(!dir.path().join("runs").exists());
}

#[test]
fn numbers_that_are_not_finite_roll_back_and_give_up_cleanly() {
    let dir = tempdir().unwrap();
    let config = smoke();
    let sets = ["learn.learning_rate=1e30", "learn.clip_norm=1e30", "learn.warmup_steps=0", "evaluate.every=0"];
    let mut args = vec!["train", config.to_str().unwrap(), "--run-dir", "run", "--iterations", "20"];
    sets.iter().for_each(|set| args.extend(["--set", set]));
    let text = stderr(&run(dir.path(), 1, &args));
    assert!(text.contains("is not finite") && text.contains("went back to the weights of iteration 0"), "{text}");
    assert!(text.contains("6 iterations in a row") && text.contains("learn.learning_rate"), "{text}");
    let rows = metrics(&dir.path().join("run"));
    assert_eq!(rows.last().unwrap().get("train/rollbacks"), Some(5.0));
    // What is left is good: it verifies, and its network plays.
    run(dir.path(), 0, &["games", "verify", "run"]);
    run(dir.path(), 0, &["match", "net:run", "random", "--games", "2"]);
}

/// Resident memory of a process, in bytes.
#[cfg(target_os = "linux")]
fn resident(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| 1024 * kilobytes)
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_over_twenty_iterations() {
    let dir = tempdir().unwrap();
    let config = smoke();
    let sets = ["--set", "replay.growth=0", "--set", "evaluate.every=0", "--iterations", "26"];
    let args = [&["train", config.to_str().unwrap(), "--run-dir", "run"][..], &sets].concat();
    let mut child = asalto(dir.path(), &args).stderr(std::process::Stdio::null()).spawn().unwrap();
    let lines = || fs::read_to_string(dir.path().join("run/metrics.jsonl")).map_or(0, |text| text.lines().count());
    let mut most = [0; 27];
    while child.try_wait().unwrap().is_none() {
        if let Some(bytes) = resident(child.id()) {
            let iteration = lines();
            most[iteration] = most[iteration].max(bytes);
        }
        sleep(Duration::from_millis(5));
    }
    let (early, late) = (most[3..8].iter().max().unwrap(), most[20..26].iter().max().unwrap());
    assert!(*early > 0 && *late > 0, "{most:?}");
    assert!(*late < early + early / 8 + 4_000_000, "{early} bytes early, {late} late: {most:?}");
}
