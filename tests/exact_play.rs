//! The exact player wins what is proven, against whoever plays; and `asalto solve` by the real program.

mod exact_support;
mod support;

use std::fs;

use asalto::base::rng::{below, stream};
use asalto::exact::{Scope, Tables};
use asalto::players::{Player, PlayerSpec};
use asalto::rules::{Bitboard, Game, Position, Setup, Side};
use exact_support::{crowded, geese, rules, solved, subsets};
use support::{run, stderr, stdout};
use tempfile::tempdir;

/// Plays a proven position to its end; the winner has so many turns at most.
fn wins(tables: &Tables, start: Position, exact: &mut dyn Player, other: &mut dyn Player) {
    let proven = tables.probe(&start).unwrap().unwrap();
    let (mut game, mut turns) = (Game::new(start), 0);
    while game.outcome().is_none() {
        let mover = game.side_to_move();
        let player: &mut dyn Player = if mover == proven.winner { exact } else { other };
        game.play(player.choose(&game).unwrap()).unwrap();
        turns += u64::from(mover == proven.winner && game.position().jumper().is_none());
    }
    assert_eq!(game.outcome().unwrap().winner, Some(proven.winner), "{start}: {:?}", game.turns());
    assert!(turns <= tables.most_turns(&start), "{start}: {turns} turns");
}

#[test]
fn every_proven_position_is_won_within_the_bound() {
    let crowd = crowded(&["d4", "c5", "d3"], 2);
    let foxes = geese(&["a3", "d2", "g3"], 2) + "diagonals = \"all\"\nfirst = \"officers\"\n";
    for (text, losses) in [(crowd, Some(1)), (foxes, None)] {
        let rules = rules(&text);
        let scope = losses.map_or_else(|| Scope::full(rules, None), |losses| Scope::losses(rules, losses)).unwrap();
        let dir = tempdir().unwrap();
        let tables = solved(dir.path(), rules, scope.clone());
        let spec = |text: &str| text.parse::<PlayerSpec>().unwrap();
        let none = |_: &std::path::Path| -> Result<_, _> { Err(asalto::base::fault::Fault::input("no networks")) };
        let player = |text: &str| spec(text).factory(&none).unwrap().player();
        let mut exact = player(&format!("exact:{}?else=random", dir.path().display()));
        let formations: Vec<Bitboard> =
            (scope.fewest..=scope.most).flat_map(|count| subsets(Bitboard::BOARD, count)).collect();
        let mut rng = stream(1, &[]);
        let mut played = [0; 2];
        for round in 0..3000 {
            let rebels = formations[below(&mut rng, formations.len() as u32) as usize];
            let sets = subsets(!rebels, rules.set().officers as usize);
            let officers = sets[below(&mut rng, sets.len() as u32) as usize];
            let side = if below(&mut rng, 2) == 0 { Side::Rebels } else { Side::Officers };
            let setup = Setup { officers, rebels, side, to_place: 0, jumper: None, quiet: 0 };
            let start = Position::from_setup(rules, setup).unwrap();
            let Some(proven) = tables.probe(&start).unwrap() else { continue };
            let mut other = player(["random", "greedy", "alphabeta:depth=2"][round % 3]);
            exact.start_game(round as u64);
            other.start_game(round as u64);
            wins(&tables, start, &mut *exact, &mut *other);
            played[usize::from(proven.winner == Side::Officers)] += 1;
        }
        // The three geese lose everywhere; the crowd's table holds the rebels' wins.
        assert!(played[usize::from(losses.is_none())] > 20, "{played:?}");
    }
}

#[test]
fn the_program_solves_checks_and_plays_by_its_tables() {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("small.toml"), geese(&["a3", "d2", "g3"], 2)).unwrap();
    let solve = ["solve", "--full", "--rules", "small.toml", "--dir", "tables", "--threads", "2"];
    let text = stdout(&run(dir.path(), 0, &solve));
    for part in ["officers", "deepest", "1 of 1 placements", "tables"] {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
    let again = stdout(&run(dir.path(), 0, &[&solve[..], &["--json"]].concat()));
    let report: serde_json::Value = serde_json::from_str(&again).unwrap();
    assert_eq!(report["complete"], true);
    assert!(stdout(&run(dir.path(), 0, &["solve", "--verify", "tables"])).contains("are right"));
    assert!(stdout(&run(dir.path(), 0, &["solve", "--verify", "tables", "--sample", "500"])).contains("500 positions"));
    let games = ["match", "exact:tables?else=greedy", "random", "--games", "4", "--rules", "small.toml"];
    run(dir.path(), 0, &games);
    let text = stderr(&run(dir.path(), 2, &["match", "exact:tables", "random", "--games", "2", "--rules", "no.toml"]));
    assert!(text.contains("no.toml"), "{text}");
}

#[test]
fn what_is_proven_is_marked_and_stands_beside_what_is_played() {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("crowd.toml"), crowded(&["d4", "c5", "d3"], 2)).unwrap();
    run(dir.path(), 0, &["solve", "--losses", "1", "--rules", "crowd.toml", "--dir", "tables"]);
    let tables = Tables::open(&dir.path().join("tables")).unwrap();
    let mut rng = stream(2, &[]);
    let won = |position: &Position| tables.probe(position).unwrap().is_some_and(|proven| proven.winner == Side::Rebels);
    let splits = |position: &Position| {
        let next = position.actions().iter().map(|&action| position.play_unchecked(action)).collect::<Vec<_>>();
        // Not to be seen at once, and not by every step.
        next.iter().all(|next| next.outcome().is_none()) && next.iter().any(won) && !next.iter().all(won)
    };
    let position = (0..100_000).map(|_| tables.draw(&mut rng)).find(|at| at.outcome().is_none() && splits(at)).unwrap();
    let text = position.to_string();
    let with = ["--rules", "crowd.toml", "--position", &text, "--sims", "1", "--model", "mcts", "--json"];
    let analysis = |more: &[&str]| -> serde_json::Value {
        let args = [&["analyze"][..], &with, more].concat();
        serde_json::from_str(&stdout(&run(dir.path(), 0, &args))).unwrap()
    };
    let marked = analysis(&["--exact", "tables"]);
    assert_eq!(marked["rootInfo"]["proven"], "win");
    for info in marked["moveInfos"].as_array().unwrap() {
        let action = position.parse_action(info["move"].as_str().unwrap()).unwrap();
        let next = position.play_unchecked(action);
        assert_eq!(
            info["proven"] == "win",
            won(&next) || next.outcome().is_some_and(|end| end.winner == Some(Side::Rebels))
        );
    }
    // The best is one that wins, whatever one simulation thought of it.
    assert_eq!(marked["moveInfos"][0]["proven"], "win");
    assert_eq!(analysis(&[])["rootInfo"]["proven"], serde_json::Value::Null);
    let other = stderr(&run(dir.path(), 2, &["analyze", "--exact", "tables"]));
    assert!(other.contains("--exact") && other.contains("other rules"), "{other}");

    let study = ["balance", "--player", "greedy", "--rules", "crowd.toml", "--games", "8", "--out", "study", "--json"];
    let report = |more: &[&str]| run(dir.path(), 0, &[&study[..], more].concat());
    let found: serde_json::Value = serde_json::from_str(&stdout(&report(&["--exact", "tables"]))).unwrap();
    let winner = tables.starts().unwrap()[0].winner.map(|side| side.to_string());
    assert_eq!(found["truths"][0]["placements"][0]["winner"].as_str(), winner.as_deref());
    let page = fs::read_to_string(dir.path().join("study/index.html")).unwrap();
    assert!(
        page.contains("What is proven") && page.contains("under crowd rules the rebels win by force"),
        "no proof on the page"
    );
    let twice = [&study[..], &["--exact", "tables", "tables"]].concat();
    assert!(stderr(&run(dir.path(), 2, &twice)).contains("second table"));
}

#[test]
fn a_proof_does_not_hold_where_a_draw_by_repetition_is_near() {
    let rules = rules(&(geese(&["a3", "d2", "g3"], 2) + "sideways = true\n"));
    let dir = tempdir().unwrap();
    let tables = solved(dir.path(), rules, Scope::full(rules, None).unwrap());
    let mut game = Game::new(Position::start(rules));
    let mut held = vec![tables.hold_in(&game)];
    for text in ["a3-b3", "d4-d5", "b3-a3", "d5-d4"] {
        let turn = game.position().parse_turn(text).unwrap();
        game.play_turn(&turn).unwrap();
        held.push(tables.hold_in(&game));
    }
    assert_eq!(game.repetitions(), 1);
    // Once more, and it is a draw: winning play might have to pass through it.
    assert_eq!(held, [true, true, true, true, false]);
    game.play_turn(&game.position().parse_turn("d2-d3").unwrap()).unwrap();
    assert!(tables.hold_in(&game), "nothing from before a forward step comes again");
}

#[test]
fn damage_is_told_before_anything_is_played_and_draws_are_marked() {
    let dir = tempdir().unwrap();
    let small = geese(&["a3", "d2", "g3"], 2) + "sideways = true\n";
    fs::write(dir.path().join("small.toml"), small).unwrap();
    run(dir.path(), 0, &["solve", "--full", "--rules", "small.toml", "--dir", "tables"]);
    let analyze = |text: &str| -> serde_json::Value {
        let args = [
            "analyze",
            "--rules",
            "small.toml",
            "--model",
            "random",
            "--exact",
            "tables",
            "--json",
            "--position",
            text,
        ];
        serde_json::from_str(&stdout(&run(dir.path(), 0, &args))).unwrap()
    };
    let tables = Tables::open(&dir.path().join("tables")).unwrap();
    let mut rng = stream(5, &[]);
    let drawn = (0..100_000)
        .map(|_| tables.draw(&mut rng))
        .find(|at| at.outcome().is_none() && tables.tell_all(at) && tables.probe(at).unwrap().is_none())
        .unwrap();
    let found = analyze(&drawn.to_string());
    assert_eq!((&found["rootInfo"]["proven"], &found["rootInfo"]["winrate"]), (&"draw".into(), &0.5.into()));
    assert!(found["moveInfos"].as_array().unwrap().iter().all(|info| info["proven"] != "win"));
    drop(tables);
    let mut files: Vec<_> =
        fs::read_dir(dir.path().join("tables")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "level"));
    let largest = files.iter().max_by_key(|path| path.metadata().unwrap().len()).unwrap();
    let mut bytes = fs::read(largest).unwrap();
    let middle = bytes.len() / 3;
    bytes[middle] ^= 16;
    fs::write(largest, bytes).unwrap();
    let name = largest.file_name().unwrap().to_str().unwrap();
    for (code, args) in [
        (2, &["match", "exact:tables", "random", "--games", "2", "--rules", "small.toml"][..]),
        (1, &["grade", "random", "--exact", "tables"]),
    ] {
        let text = stderr(&run(dir.path(), code, args));
        assert!(text.contains(name) && text.contains("damaged") && !text.contains("error: error"), "{text}");
    }
}

#[test]
fn two_solvers_do_not_share_a_directory() {
    let dir = tempdir().unwrap();
    fs::create_dir(dir.path().join("tables")).unwrap();
    let lock = fs::File::create(dir.path().join("tables/lock")).unwrap();
    lock.try_lock().unwrap();
    let text = stderr(&run(dir.path(), 2, &["solve", "--losses", "0", "--dir", "tables"]));
    assert!(text.contains("tables") && text.contains("--dir"), "{text}");
    assert_eq!(fs::read_dir(dir.path().join("tables")).unwrap().count(), 1);
}

#[test]
fn proven_positions_are_played_out_by_the_program() {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("small.toml"), geese(&["a3", "d2", "g3"], 2)).unwrap();
    run(dir.path(), 0, &["solve", "--full", "--rules", "small.toml", "--dir", "tables"]);
    let play = |more: &[&str]| {
        let args = [&["solve", "--verify", "tables", "--games", "60", "--json"][..], more].concat();
        stdout(&run(dir.path(), 0, &args))
    };
    let played: serde_json::Value = serde_json::from_str(&play(&[])).unwrap();
    let games: Vec<u64> = played.as_array().unwrap().iter().map(|row| row["games"].as_u64().unwrap()).collect();
    assert_eq!(games, [20, 20, 20]);
    assert_eq!(play(&["--threads", "1"]), play(&["--threads", "3"]));
    assert_ne!(play(&[]), play(&["--seed", "2"]));
}

#[test]
fn what_cannot_be_solved_is_refused_with_the_reason() {
    let dir = tempdir().unwrap();
    let refused = |args: &[&str]| stderr(&run(dir.path(), 2, &[&["solve"][..], args].concat()));
    assert!(refused(&["--losses", "16"]).contains("must be 0 to 15"));
    assert!(refused(&["--full", "--up-to", "8"]).contains("9 to 24"));
    assert!(refused(&["--losses", "0", "--memory", "0.1"]).contains("GB"));
    assert!(refused(&["--verify", "nowhere"]).contains("nowhere"));
    refused(&["--losses", "0", "--up-to", "20"]);
    refused(&["--full", "--sample", "5"]);
    refused(&["--losses", "0", "--games", "5"]);
    refused(&["--full", "--seed", "5"]);
    refused(&[]);
    assert!(!dir.path().join("exact").exists());
}

#[test]
fn a_player_is_graded_by_the_truth() {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("crowd.toml"), crowded(&["d4", "c5", "d3"], 2)).unwrap();
    run(dir.path(), 0, &["solve", "--losses", "1", "--rules", "crowd.toml", "--dir", "tables"]);
    let grade = |player: &str| -> serde_json::Value {
        let args = ["grade", player, "--exact", "tables", "--positions", "30", "--strong", "greedy", "--json"];
        serde_json::from_str(&stdout(&run(dir.path(), 0, &args))).unwrap()
    };
    let (exact, random) = (grade("exact:tables?else=random"), grade("random"));
    for source in [0, 1] {
        let (right, guessed) = (&exact["grades"][source], &random["grades"][source]);
        assert_eq!(right["asked"], right["kept"]);
        assert_eq!(right["asked"], guessed["asked"]);
        assert!(guessed["asked"].as_u64() == Some(0) || guessed["kept"].as_u64() < right["kept"].as_u64(), "{guessed}");
    }
    assert_eq!(random["grades"][1]["asked"], 30);
    assert!(random["grades"].as_array().unwrap().iter().all(|grade| grade["side"] == "rebels"), "{random}");
    let args = ["grade", "mcts", "--exact", "tables", "--positions", "5", "--strong", "greedy", "--budgets", "1,8"];
    let text = stdout(&run(dir.path(), 0, &args));
    assert!(text.contains("mcts:sims=1 ") && text.contains("mcts:sims=8 ") && text.contains("kept by level"), "{text}");
    let text = stderr(&run(dir.path(), 2, &["grade", "random", "--exact", "tables", "--budgets", "1"]));
    assert!(text.contains("--budgets"), "{text}");
}

#[test]
fn where_the_officers_wins_are_proven_they_are_asked_about_too() {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("geese.toml"), geese(&["c4", "d3", "e4", "c3", "e3", "b4", "f4"], 4)).unwrap();
    run(dir.path(), 0, &["solve", "--full", "--rules", "geese.toml", "--dir", "tables"]);
    for (player, is_right) in [("exact:tables?else=random", true), ("random", false)] {
        let args = ["grade", player, "--exact", "tables", "--positions", "30", "--strong", "greedy", "--json"];
        let report: serde_json::Value = serde_json::from_str(&stdout(&run(dir.path(), 0, &args))).unwrap();
        let from_tables = |side: &str| {
            let grades = report["grades"].as_array().unwrap();
            let found = grades.iter().find(|grade| grade["side"] == side && grade["source"] == "tables");
            found.unwrap_or_else(|| panic!("{report}")).clone()
        };
        for side in ["rebels", "officers"] {
            let grade = from_tables(side);
            assert_eq!((&grade["asked"], grade["kept"] == 30), (&30.into(), is_right), "{grade}");
            assert!(grade["resistance"].as_f64().unwrap() >= 1.0, "{grade}");
        }
    }
}
