//! Studies of balance: sound statistics through the whole program, resumable, the same on any number of threads.

mod support;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use asalto::arena::Placements;
use asalto::balance::{BalanceReport, Contender, Extent, Provenance, RuleChoice, Study};
use asalto::base::rng::stream;
use asalto::players::{Forfeit, Player, PlayerFactory};
use asalto::rules::{Action, Game, Rules, Side};
use asalto::search::SearchSummary;
use rand::RngExt;
use serde_json::Value;
use support::{asalto, run, smoke, stderr, stdout};
use tempfile::tempdir;

/// A toy in which both sides are alike but for the chance of a coin: the rebels' player, who moves first, gives up with that
/// chance, and if it does not, the officers' player does.
struct Coin {
    officers_win: f64,
    drawn: f64,
}

impl Player for Coin {
    fn name(&self) -> &str {
        "coin"
    }

    fn start_game(&mut self, seed: u64) {
        self.drawn = stream(seed, &[]).random();
    }

    fn think(&mut self, game: &Game) -> Result<SearchSummary, Forfeit> {
        if game.side_to_move() == Side::Officers || self.drawn < self.officers_win {
            return Err(Forfeit::gave_up("the coin says so"));
        }
        let chosen: Action = game.position().actions()[0];
        Ok(SearchSummary {
            actions: vec![chosen],
            visits: vec![0],
            prior: vec![1.0],
            q: vec![0.0],
            policy: vec![1.0],
            value: 0.0,
            wdl: [1.0 / 3.0; 3],
            proven: None,
            chosen,
            principal_variation: vec![chosen],
            simulations: 0,
            evaluations: 0,
        })
    }
}

/// A study of coins: each of these chances is a player.
fn coins(chances: &[f64], games: u32, seed: u64) -> Study {
    let factory =
        |&officers_win: &f64| Some(PlayerFactory::new("coin", move || Box::new(Coin { officers_win, drawn: 0.0 })));
    let contender = |chance: &f64| {
        let name = format!("coin {chance}");
        Contender { name: name.clone(), label: name, weights: None, replicate: None }
    };
    let extent = Extent { games, cross_games: 0, missing: Vec::new(), handicap_games: 0 };
    Study {
        rules: vec![RuleChoice { name: "asalto".into(), rules: Rules::asalto() }],
        players: chances.iter().map(contender).collect(),
        factories: vec![chances.iter().map(factory).collect()],
        ladders: Vec::new(),
        orders: extent.orders(1, chances.len(), &[]),
        placements: Placements::All,
        // Enough for games to differ though nobody plays more than a turn.
        random_plies: 8,
        seed,
        seeds: 3,
        program: "test".into(),
    }
}

fn played(study: &Study, threads: usize) -> BalanceReport {
    let dir = tempdir().unwrap();
    let played = study.play(dir.path(), threads, &mut |_| ControlFlow::Continue(())).unwrap();
    BalanceReport { provenance: Provenance::default(), ..played.report(study, Vec::new(), Provenance::default()) }
}

#[test]
fn a_fair_coin_shows_no_advantage_and_a_biased_one_shows_its_own_within_the_intervals_they_promise() {
    let chances = [0.5, 0.3, 0.9];
    let (mut share, mut elo, mut accused) = ([0; 3], [0; 3], 0);
    for seed in 0..40 {
        let report = played(&coins(&chances, 150, seed), 2);
        for (index, &chance) in chances.iter().enumerate() {
            let cell = report.main(0, index).unwrap();
            assert!(cell.distinct > 140, "{} of {}", cell.distinct, cell.played);
            let interval = cell.expected.unwrap().interval;
            share[index] += u32::from((interval.low..=interval.high).contains(&chance));
            let advantage = cell.advantage.unwrap().elo.interval;
            let truth = 400.0 * (chance / (1.0 - chance)).log10();
            elo[index] += u32::from((advantage.low..=advantage.high).contains(&truth));
        }
        let fair = report.main(0, 0).unwrap();
        accused += u32::from(fair.detail.as_ref().unwrap().trace.decided.is_some());
        let biased = report.main(0, 2).unwrap().expected.unwrap();
        assert!(biased.interval.low > 0.6, "the officers are far ahead: {biased:?}");
    }
    // 95 % of 40, give or take three standard errors.
    assert!(share.iter().chain(&elo).all(|held| *held >= 34), "{share:?} {elo:?}");
    assert!(accused <= 9, "two sequential tests of 5 % each: {accused} of 40");
}

#[test]
fn a_study_is_the_same_on_any_number_of_threads_and_however_often_it_is_stopped() {
    let study = coins(&[0.5, 0.7], 300, 7);
    let whole = played(&study, 1);
    assert_eq!(played(&study, 3), whole);
    let dir = tempdir().unwrap();
    for stop_after in [10, 120, 250, 90] {
        let mut left = stop_after;
        let stopped = study.play(dir.path(), 2, &mut |_| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(!stopped.unwrap().complete);
    }
    let rest = study.play(dir.path(), 3, &mut |_| ControlFlow::Continue(())).unwrap();
    assert!(rest.complete);
    let report = rest.report(&study, Vec::new(), Provenance::default());
    assert_eq!(BalanceReport { provenance: Provenance::default(), ..report }, whole);
}

/// What a run of the program left, but for the time that it took.
fn report(dir: &Path) -> Value {
    let text = fs::read_to_string(dir.join("report.json")).unwrap();
    let mut report: Value = serde_json::from_str(&text).unwrap();
    report["provenance"]["cpu_seconds"] = 0.into();
    report["provenance"]["command"] = "".into();
    report
}

const SMALL: [&str; 9] =
    ["balance", "--player", "greedy", "mcts:sims=2", "mcts:sims=4", "--games", "36", "--handicap", "6,12"];

#[test]
fn the_program_leaves_tables_plots_and_a_page_that_needs_nothing_else() {
    let dir = tempdir().unwrap();
    let output = run(dir.path(), 0, &[&SMALL[..], &["--out", "b"]].concat());
    let text = stdout(&output);
    for part in [
        "In short",
        "Who wins: under asalto rules, with mcts:sims=4",
        "10b. Players and rule sets",
        "1. Results",
        "4b. Handicap to parity",
        "11. Where the numbers",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    let page = fs::read_to_string(dir.path().join("b/index.html")).unwrap();
    for part in ["<svg", "Who wins", "4b. Handicap", "</html>"] {
        assert!(page.contains(part), "no `{part}` in the page");
    }
    for outside in ["src=", "href=\"http", "url(", "<script", "@import"] {
        assert!(!page.contains(outside), "the page asks for something else: {outside}");
    }
    let results = fs::read_to_string(dir.path().join("b/csv/results.csv")).unwrap();
    assert!(results.starts_with("rules,player,games,distinct,officers,officers_low,officers_high,draws"), "{results}");
    assert_eq!(results.lines().count(), 4, "{results}");
    assert!(dir.path().join("b/csv/cross-mcts.csv").exists());
    for plot in ["strength", "matrix", "lengths", "occupancy", "losses", "placements", "sprt", "handicap"] {
        for ending in ["png", "svg"] {
            assert!(dir.path().join(format!("b/plots/{plot}.{ending}")).exists(), "no {plot}.{ending}");
        }
    }
    let json = report(&dir.path().join("b"));
    assert_eq!(json["complete"], true);
    let printed = stdout(&run(dir.path(), 0, &[&SMALL[..], &["--out", "b", "--json"]].concat()));
    let printed: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(printed["cells"], json["cells"]);
}

#[test]
fn a_study_that_is_killed_goes_on_and_ends_as_if_nothing_had_happened() {
    let dir = tempdir().unwrap();
    let many = ["balance", "--player", "greedy", "--games", "900", "--handicap-games", "0"];
    let with = |more: &[&'static str]| [&many[..], more].concat();
    let mut child = asalto(dir.path(), &with(&["--threads", "2", "--out", "killed"]))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let games = dir.path().join("killed/games");
    let saved = || {
        let folders = fs::read_dir(&games).into_iter().flatten().flatten();
        folders.filter_map(|folder| fs::read_dir(folder.path()).ok()).flatten().count()
    };
    // The cell's file and at least one block, while it goes on playing; or it was too quick for us.
    while saved() < 2 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    run(dir.path(), 0, &with(&["--threads", "3", "--out", "killed"]));
    run(dir.path(), 0, &with(&["--threads", "1", "--out", "unbroken"]));
    assert_eq!(report(&dir.path().join("killed")), report(&dir.path().join("unbroken")));
    // More games: those that were played serve.
    let more = ["balance", "--player", "greedy", "--games", "950", "--handicap-games", "0", "--out", "killed"];
    assert!(stdout(&run(dir.path(), 0, &more)).contains("950"));
}

#[test]
fn wrong_input_is_told_with_its_place_and_nothing_is_made() {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("bad.toml"), "huff = \"some\"\n").unwrap();
    fs::write(dir.path().join("one.toml"), "officers = 1\n").unwrap();
    fs::write(dir.path().join("same.toml"), "officers = 1\n").unwrap();
    fs::write(dir.path().join("file"), "").unwrap();
    fs::create_dir(dir.path().join("run")).unwrap();
    fs::write(dir.path().join("run/metrics.jsonl"), "").unwrap();
    let cases: [(&[&str], &str); 12] = [
        (&["--rules", "bad.toml"], "bad.toml:1:8: huff: must be"),
        (&["--rules", "one.toml", "same.toml"], "same.toml: the same rules"),
        (&["--player", "gredy"], "did you mean `greedy`?"),
        (&["--player", "greedy", "greedy"], "is named twice"),
        (&["--player", "alphabeta:ms=5"], "does not play the same each time"),
        (&["--player", "greedy", "--handicap", "16"], "--handicap: must be 1 to 15 under the rules asalto, found 16"),
        (&["--player", "greedy", "--placements", "d6"], "placements: `d6` does not fit"),
        (&["--player", "greedy", "--games", "0"], "0 is not in 1..=1000000"),
        (&["--player", "greedy", "--random-plies", "1000"], "random plies: must be 0 to 200"),
        (&["nowhere"], "nowhere: no run directory"),
        (&["--player", "greedy", "--out", "run"], "--out: run: holds a training run"),
        (&["--player", "greedy", "--games", "1", "--out", "file"], "must be a directory, found a file"),
    ];
    for (args, part) in cases {
        let text = stderr(&run(dir.path(), 2, &[&["balance"], args].concat()));
        assert!(text.contains(part), "no `{part}` in\n{text}");
        assert!(!dir.path().join("runs").exists(), "{args:?} left something behind");
    }
}

#[test]
fn a_damaged_file_of_games_is_named_and_its_games_are_played_again_when_it_is_gone() {
    let dir = tempdir().unwrap();
    let small = ["balance", "--player", "greedy", "--games", "20", "--handicap-games", "0", "--out", "b"];
    run(dir.path(), 0, &small);
    let whole = report(&dir.path().join("b"));
    let cell = fs::read_dir(dir.path().join("b/games")).unwrap().next().unwrap().unwrap().path();
    let file = cell.join("000000.jsonl.gz");
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    let text = stderr(&run(dir.path(), 1, &small));
    assert!(text.contains("000000.jsonl.gz") && text.contains("damaged"), "{text}");
    fs::remove_file(&file).unwrap();
    run(dir.path(), 0, &small);
    assert_eq!(report(&dir.path().join("b")), whole);
}

#[test]
fn the_shipped_rule_sets_are_what_their_names_say() {
    let rules = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("configs/rules/{name}.toml"));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        asalto::rules::RuleSet::from_toml(&text).unwrap_or_else(|errors| panic!("{name}: {errors:?}"))
    };
    use asalto::rules::{Chain, Diagonals, Huff, RuleSet};
    let base = RuleSet::asalto();
    assert_eq!(rules("asalto"), base);
    assert_eq!(rules("without-huff"), RuleSet { huff: Huff::None, ..base.clone() });
    assert_eq!(rules("all-diagonals"), RuleSet { diagonals: Diagonals::All, ..base.clone() });
    assert_eq!(rules("no-sideways"), RuleSet { sideways: false, ..base.clone() });
    assert_eq!(rules("forced-chains"), RuleSet { chain: Chain::Forced, ..base.clone() });
    assert_eq!(rules("one-officer"), RuleSet { officers: 1, ..base.clone() });
    assert_eq!(rules("three-officers"), RuleSet { officers: 3, ..base.clone() });
    for (name, count, gone) in [("rebels-22", 22, vec!["c1", "e1"]), ("rebels-20", 20, vec!["c1", "e1", "c2", "e2"])] {
        let set = rules(name);
        assert_eq!(set.rebel_points().count(), count, "{name}");
        let missing: Vec<&str> = (base.rebel_points() - set.rebel_points()).iter().map(|point| point.name()).collect();
        assert_eq!(
            {
                let mut gone = gone;
                gone.sort_unstable();
                gone
            },
            {
                let mut missing = missing;
                missing.sort_unstable();
                missing
            }
        );
        assert_eq!(RuleSet { rebels: base.rebels.clone(), ..set }, base, "{name} differs in its rebels alone");
    }
    for geese in [13, 15, 17] {
        let standard = Rules::fox_and_geese(geese).unwrap();
        let with = |sideways: bool| Rules::new(RuleSet { sideways, ..standard.set().clone() }).unwrap();
        assert_eq!(Rules::new(rules(&format!("fox-and-geese-{geese}"))).unwrap(), with(false));
        assert_eq!(Rules::new(rules(&format!("fox-and-geese-{geese}-sideways"))).unwrap(), with(true));
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/rules");
    assert_eq!(fs::read_dir(folder).unwrap().count(), 15, "each shipped rule set is checked here");
}

#[test]
fn the_checkpoints_of_a_run_play_each_other() {
    let dir = tempdir().unwrap();
    let config = smoke();
    let train = |name: &str, seed: &str| {
        let args = ["train", config.to_str().unwrap(), "--run-dir", name, "--iterations", "2", "--seed", seed];
        run(dir.path(), 0, &[&args[..], &["--set", "evaluate.every=0"]].concat());
    };
    train("one", "1");
    train("two", "2");
    let small = ["--games", "12", "--budgets", "2,4", "--handicap-games", "0", "--checkpoints", "2"];
    let text = stdout(&run(dir.path(), 0, &[&["balance", "one"][..], &small].concat()));
    for part in ["one, 4 simulations", "one, iteration 2", "iterations as officers against iterations as rebels"] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    assert!(dir.path().join("one/balance/plots/training.png").exists());
    let text = stdout(&run(dir.path(), 0, &[&["balance", "one", "two", "--cross-games", "0"][..], &small].concat()));
    assert!(text.contains("training runs"), "runs are compared:\n{text}");
    let report = report(&dir.path().join("runs/balance"));
    let copied = std::process::Command::new("cp").args(["-r", "one", "copy"]).current_dir(dir.path()).status().unwrap();
    assert!(copied.success());
    let text = stderr(&run(dir.path(), 2, &[&["balance", "one", "copy"][..], &small].concat()));
    assert!(text.contains("copies are no independent runs"), "{text}");
    let weights = |player: usize| report["players"][player]["weights"].as_str().unwrap().len();
    assert_eq!(weights(0), 64, "SHA-256 of the weights");
}
