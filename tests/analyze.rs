//! What is thought of a position: by every kind of player, and by `asalto analyze`.

mod support;

use std::fs;
use std::sync::atomic::AtomicBool;

use asalto::play::{Analysis, Proven, pool};
use asalto::players::{Budget, MctsPlayer, NetworkPlayer, Player, PlayerSpec};
use asalto::rules::{Game, Position, Rules};
use asalto::search::{Evaluation, Evaluator, Leaf};
use serde_json::Value;
use support::{run, stderr, stdout};
use tempfile::tempdir;

/// The officer on d6 can take two rebels.
const CHAIN: &str = "3/1o1/1r1r3/rr2rrr/rrrr1rr/r1r/1o1 o 0 - 0";
/// The rebels win at once, by one move alone.
const WON: &str = "rrr/rrr/2r1r2/3r3/7/1o1/1o1 r 0 - 0";
/// Nothing can be captured, and both sides can go to and fro.
const QUIET: &str = "1o1/o2/7/7/r1rrr2/rrr/rrr r 0 - 0";
/// To and fro until `e7-d7` would be the third time.
const REPEATED: &str = "a3-b3 d7-e7 b3-a3 e7-d7 a3-b3 d7-e7 b3-a3";

fn analysis_by(player: &mut dyn Player, text: &str, simulations: u32) -> Analysis {
    let game = Game::new(Position::parse(Rules::asalto(), text).unwrap());
    player.start_game(1);
    pool::analyse(player, &game, simulations, None, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

fn analysis_of(text: &str, simulations: u32) -> Analysis {
    analysis_by(&mut MctsPlayer::new("mcts".into(), 1), text, simulations)
}

/// A player that needs no network.
fn named(text: &str) -> Box<dyn Player> {
    let none = |_: &std::path::Path| unreachable!("no network is named");
    text.parse::<PlayerSpec>().unwrap().factory(&none).unwrap().player()
}

#[test]
fn an_analysis_tells_every_move_in_order_and_marks_what_is_proven() {
    let analysis = analysis_of(CHAIN, 300);
    assert_eq!(analysis.root_info.visits, Some(300));
    assert_eq!(analysis.move_infos[0].text, "d6xd4");
    let infos = &analysis.move_infos;
    assert!(infos.iter().enumerate().all(|(order, info)| info.order == order && info.pv[0].starts_with(&info.text)));
    assert_eq!(infos.iter().filter_map(|info| info.visits).sum::<u32>(), 300);
    assert!((infos.iter().filter_map(|info| info.prior).sum::<f32>() - 1.0).abs() < 1e-3);
    assert!(infos.iter().all(|info| info.visits < Some(5) || info.pv.len() > 1), "every line goes on");
    let won = analysis_of(WON, 50);
    assert_eq!((won.root_info.proven, won.move_infos[0].proven), (Some(Proven::Win), Some(Proven::Win)));
    assert_eq!((won.move_infos[0].text.as_str(), won.root_info.winrate), ("d4-d5", Some(1.0)));
}

/// Takes every position for an even one in which half of all games are drawn.
struct Even;

impl Evaluator for Even {
    fn evaluate(&mut self, leaves: &[Leaf], out: &mut Vec<Evaluation>) {
        let even = |leaf: &Leaf| vec![1.0 / leaf.actions.len() as f32; leaf.actions.len()];
        *out = leaves.iter().map(|leaf| Evaluation { prior: even(leaf), wdl: [0.25, 0.5, 0.25] }).collect();
    }
}

#[test]
fn a_draw_counts_half_whatever_it_is_worth_to_the_player() {
    for draw_value in [[0.0; 2], [0.6; 2], [-0.9; 2]] {
        let mut player =
            NetworkPlayer::searching("even".into(), Even, Budget::Simulations(1)).with_draw_value(draw_value);
        let analysis = analysis_by(&mut player, QUIET, 100);
        assert_eq!(analysis.root_info.winrate, Some(0.5));
        let visited = analysis.move_infos.iter().filter(|info| info.visits > Some(0));
        let rates: Vec<f32> = visited.map(|info| info.winrate.unwrap()).collect();
        assert!(rates.len() > 1 && rates.iter().all(|rate| (rate - 0.5).abs() < 1e-6), "{draw_value:?}: {rates:?}");
    }
}

#[test]
fn what_nobody_looked_at_has_no_number() {
    let won = analysis_of(WON, 50);
    assert_eq!((won.move_infos[0].visits, won.move_infos[0].winrate), (Some(0), Some(1.0)));
    assert!(won.move_infos[1..].iter().all(|info| info.winrate.is_none()));
    assert!(won.move_infos.iter().all(|info| info.prior.is_none()), "decided without an evaluation");
    let few = analysis_of(CHAIN, 2);
    assert!(
        few.move_infos.iter().all(|info| info.winrate.is_some() == (info.visits > Some(0)) && info.prior.is_some())
    );
}

#[test]
fn players_without_search_tell_only_what_they_know() {
    for text in ["random", "greedy"] {
        let found = analysis_by(named(text).as_mut(), CHAIN, 1);
        let root = &found.root_info;
        assert_eq!((root.visits, root.winrate, root.value, root.wdl), (None, None, None, None), "{text}");
        assert!(found.move_infos.iter().all(|info| info.visits.is_none() && info.winrate.is_none()), "{text}");
        assert!((found.move_infos.iter().filter_map(|info| info.prior).sum::<f32>() - 1.0).abs() < 1e-5, "{text}");
    }
    let found = analysis_by(named("alphabeta:depth=2").as_mut(), CHAIN, 1);
    let (best, others) = found.move_infos.split_first().unwrap();
    assert!(best.winrate.is_some() && best.winrate == found.root_info.winrate);
    assert!(others.iter().all(|info| info.winrate.is_none()));
    assert!(found.move_infos.iter().all(|info| info.visits.is_none() && info.prior.is_none()));
    let won = analysis_by(named("alphabeta:depth=2").as_mut(), WON, 1);
    let proven: Vec<Option<Proven>> = won.move_infos.iter().map(|info| info.proven).collect();
    assert!(proven[0] == Some(Proven::Win) && proven[1..].iter().all(Option::is_none), "{proven:?}");
    // Whatever the officers do, the fortress is full after it.
    let lost = analysis_by(named("alphabeta:depth=2").as_mut(), "rrr/rrr/2r1r2/3r3/7/1o1/1o1 o 0 - 0", 1);
    assert!(lost.move_infos.len() > 1 && lost.move_infos.iter().all(|info| info.proven == Some(Proven::Loss)));
}

#[test]
fn analyze_prints_a_table_and_json() {
    let dir = tempdir().unwrap();
    let output = run(dir.path(), 0, &["analyze", "--position", WON, "--sims", "20"]);
    let text = stdout(&output);
    assert!(text.starts_with("For the rebels: win 100 %, draw 0 %, loss 0 %, proven: a win by force; "), "{text}");
    assert!(text.contains("\nd4-d5 "), "{text}");
    let output = run(dir.path(), 0, &["analyze", "--sims", "30", "--json"]);
    let json: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&json["rootInfo"]["visits"], json["moveInfos"].as_array().unwrap().len()), (&30.into(), 9));
    for key in ["move", "visits", "winrate", "prior", "order", "pv"] {
        assert!(json["moveInfos"][0].get(key).is_some(), "{key}");
    }
    let over = "rrr/rrr/2rrr2/7/7/1o1/1o1 o 0 - 0";
    let output = run(dir.path(), 2, &["analyze", "--position", over]);
    assert!(stderr(&output).contains("--position: the game is over: the rebels win"));
}

#[test]
fn what_is_unknown_is_a_dash_and_null() {
    let dir = tempdir().unwrap();
    let text = stdout(&run(dir.path(), 0, &["analyze", "--position", WON]));
    assert!(text.contains("\nd4-d5          0      win        -  d4-d5\n"), "{text}");
    assert!(text.contains("\nc5-d5          0        -        -  c5-d5\n"), "{text}");
    let text = stdout(&run(dir.path(), 0, &["analyze", "--model", "random"]));
    assert!(text.starts_with("For the officers: no opinion.\n"), "{text}");
    let json: Value =
        serde_json::from_str(&stdout(&run(dir.path(), 0, &["analyze", "--model", "random", "--json"]))).unwrap();
    assert_eq!((&json["rootInfo"]["wdl"], &json["moveInfos"][0]["winrate"]), (&Value::Null, &Value::Null));
}

#[test]
fn analyze_knows_the_game_before_the_position() {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("game.txt"), format!("[Position \"{QUIET}\"]\n\n{REPEATED} *\n")).unwrap();
    let proven = |args: &[&str]| {
        let args = [&["analyze", "--model", "mcts", "--sims", "20", "--json"], args].concat();
        let json: Value = serde_json::from_str(&stdout(&run(dir.path(), 0, &args))).unwrap();
        let infos = json["moveInfos"].as_array().unwrap().clone();
        let back = infos.into_iter().find(|info| info["move"] == "e7-d7").expect("the way back is legal");
        (json["position"].as_str().unwrap().to_owned(), back["proven"].clone())
    };
    let (position, drawn) = proven(&["--position", QUIET, "--moves", REPEATED]);
    assert_eq!(drawn, "draw");
    assert_eq!(proven(&["--load", "game.txt"]), (position.clone(), drawn.clone()));
    assert_eq!(proven(&["--position", &position]).1, Value::Null, "without the game nobody knows");
    // Moves go on from a game of a file, too.
    let (half, rest) = REPEATED.split_at(REPEATED.rfind("a3-b3").unwrap());
    fs::write(dir.path().join("half.txt"), format!("[Position \"{QUIET}\"]\n\n{} *\n", half)).unwrap();
    assert_eq!(proven(&["--load", "half.txt", "--moves", rest]), (position, drawn));
}

#[test]
fn wrong_games_are_refused() {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("bad.txt"), "[Rules \"asalto\"]\n\n@d6 @d5 1. c4-c5 d5-d2 *\n").unwrap();
    for (args, told) in [
        (&["--moves", "@d6 @d5 c4-c5 d5-c4"][..], "error: --moves: move 4: d5-c4: no line joins these points"),
        (&["--moves", "@d6 north"], "error: --moves: move 2: north: "),
        (&["--load", "bad.txt"], "error: bad.txt: move 4: d5-d2: "),
        (&["--load", "none.txt"], "error: cannot read none.txt"),
        (&["--load", "bad.txt", "--position", QUIET], "cannot be used with"),
        (&["--position", WON, "--moves", "d4-d5"], "error: --moves: the game is over: the rebels win"),
    ] {
        let text = stderr(&run(dir.path(), 2, &[&["analyze"], args].concat()));
        assert!(text.contains(told), "{args:?}: {text}");
    }
}

#[test]
fn simulations_are_those_asked_for_and_refused_where_nobody_counts_them() {
    let dir = tempdir().unwrap();
    for player in ["random", "alphabeta:depth=2", "ugi:true"] {
        let text = stderr(&run(dir.path(), 2, &["analyze", "--model", player, "--sims", "5"]));
        let told = format!("error: --sims: `{player}` cannot be told a number of simulations, found 5\nhelp: ");
        assert!(text.starts_with(&told), "{text}");
    }
    let visits = |args: &[&str]| {
        let text = stdout(&run(dir.path(), 0, &[&["analyze", "--json", "--model"], args].concat()));
        serde_json::from_str::<Value>(&text).unwrap()["rootInfo"]["visits"].as_u64()
    };
    assert_eq!(visits(&["mcts:sims=7"]), Some(7), "what its text says");
    assert_eq!(visits(&["mcts:sims=7", "--sims", "5"]), Some(5));
    let position = "3/1o1/1r1r3/rr2rrr/rrrr1rr/r1r/1o1 r 0 - 0";
    assert_eq!(visits(&["net?sims=7", "--position", position]), Some(7));
    let timed = visits(&["net?ms=300", "--position", position]).unwrap();
    assert!(timed > 7 && timed != 2000, "by the clock: {timed}");
    let text = stderr(&run(dir.path(), 2, &["play", "--model", "mcts:sims=9", "--sims", "5"]));
    assert!(text.starts_with("error: --sims: a player that is named thinks as its own text says, found `--model mcts"));
}
