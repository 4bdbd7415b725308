//! Outside programs as players: real engines, and shell scripts that fail in every way.
#![cfg(unix)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use asalto::base::fault::Fault;
use asalto::players::{EvaluatorMaker, Forfeit, ForfeitKind, Player, PlayerSpec};
use asalto::rules::{Game, Position, Rules};
use serde_json::Value;
use support::{PROGRAM, run, stderr, stdout};
use tempfile::{TempDir, tempdir};

/// The officer on d6 can take two rebels.
const CHAIN: &str = "3/1o1/1r1r3/rr2rrr/rrrr1rr/r1r/1o1 o 0 - 0";

fn no_networks(dir: &Path) -> Result<EvaluatorMaker, Fault> {
    Err(Fault::input(format!("{}: no network", dir.display())))
}

/// A shell script that speaks the protocol, and does `go` when it is to think; it notes its number
/// and each `go` in a file.
struct Script {
    dir: TempDir,
}

impl Script {
    fn new(go: &str) -> Self {
        Self::with("echo ugiok", go)
    }

    fn with(ugi: &str, go: &str) -> Self {
        let dir = tempdir().unwrap();
        let text = format!(
            "cd '{}'\necho $$ >> starts\n\
             while read -r word rest; do\n\
             case $word in\n\
             ugi) {ugi} ;;\n\
             isready) echo readyok ;;\n\
             position) position=$rest ;;\n\
             go) echo \"$rest\" >> asked; {go} ;;\n\
             quit) exit 0 ;;\n\
             esac\n\
             done\n",
            dir.path().display()
        );
        fs::write(dir.path().join("engine.sh"), text).unwrap();
        Self { dir }
    }

    fn spec(&self, options: &str) -> String {
        format!("ugi{options}:sh '{}'", self.path("engine.sh").display())
    }

    fn player(&self, options: &str) -> Box<dyn Player> {
        player(&self.spec(options))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// The lines of a file that it writes.
    fn lines(&self, name: &str) -> Vec<String> {
        fs::read_to_string(self.path(name)).unwrap_or_default().lines().map(str::to_owned).collect()
    }
}

fn player(spec: &str) -> Box<dyn Player> {
    spec.parse::<PlayerSpec>().unwrap().factory(&no_networks).unwrap().player()
}

fn game(text: &str) -> Game {
    Game::new(Position::parse(Rules::asalto(), text).unwrap())
}

/// How a player fails at its first move.
fn failure(player: &mut dyn Player) -> Forfeit {
    player.start_game(1);
    player.think(&game(CHAIN)).unwrap_err()
}

/// Whether a process is gone, or soon is.
fn ends(pid: &str) -> bool {
    let deadline = Instant::now() + Duration::from_secs(5);
    let alive = || {
        let mut kill = Command::new("kill");
        kill.args(["-0", pid]).stderr(Stdio::null()).status().unwrap().success()
    };
    while alive() {
        if Instant::now() > deadline {
            return false;
        }
        thread::sleep(Duration::from_millis(10));
    }
    true
}

/// The result of a match, in which this player leads.
fn fight(dir: &Path, spec: &str, opponent: &str) -> Value {
    let args = ["match", spec, opponent, "--games", "4", "--json", "--threads", "2"];
    serde_json::from_str(&stdout(&run(dir, 0, &args))).unwrap()
}

#[test]
fn the_engine_plays_from_outside_as_the_same_player_does_inside() {
    let dir = tempdir().unwrap();
    // A network builds on what it found before in the game, here as there.
    for (engine, inside) in [("mcts:sims=5", "mcts:sims=20"), ("net?sims=5", "net?sims=20")] {
        let outside = format!("ugi[sims=20]:'{PROGRAM}' engine --player {engine}");
        let [outside, inside] = [outside.as_str(), inside].map(|spec| {
            let mut report = fight(dir.path(), spec, "greedy");
            for player in report["players"].as_array_mut().unwrap() {
                player["seconds_per_turn"] = 0.into();
                player["name"] = "".into();
            }
            report
        });
        assert_eq!(outside, inside);
    }
    let report = fight(dir.path(), &format!("ugi:'{PROGRAM}' engine --player greedy"), "random");
    assert_eq!((&report["played"], &report["players"][0]["forfeits"]), (&4.into(), &0.into()));
}

#[test]
fn whoever_fails_loses_its_games_and_the_match_goes_on() {
    let dir = tempdir().unwrap();
    for (go, options) in [("exit 3", ""), ("sleep 600", "[ms=1,grace=200]"), ("echo bestmove a1-a2", "")] {
        let report = fight(dir.path(), &Script::new(go).spec(options), "random");
        assert_eq!(report["played"], 4, "{go}");
        let lost = &report["players"][0]["total"]["losses"];
        assert_eq!((lost, &report["players"][0]["forfeits"]), (&report["distinct"], lost), "{go}");
        assert_eq!(report["players"][1]["forfeits"], 0, "{go}");
    }
}

#[test]
fn forfeits_are_told_by_kind_and_the_first_with_its_cause() {
    let dir = tempdir().unwrap();
    let [ended, wrong] = &["exit 3", "echo bestmove a1-a2"].map(Script::new);
    let [ended, wrong] = [ended.spec(""), wrong.spec("")];
    let cause = |output| {
        let text = stderr(output);
        let line = text.lines().find(|line| line.starts_with("warning: ")).unwrap_or_default().to_owned();
        assert_eq!(text.matches("warning: ").count(), 1, "{text}");
        line
    };
    let told = run(dir.path(), 0, &["match", &ended, "random", "--games", "4"]);
    assert!(stdout(&told).contains("games lost by forfeit (crash "), "{}", stdout(&told));
    assert!(cause(&told).contains(&format!("{ended}: first game lost by forfeit: the program ended (exit status: 3)")));
    let exports = ["--export-json", "t.json", "--export-csv", "t.csv"];
    let told = run(
        dir.path(),
        0,
        &[&["tournament", "random", "greedy", &wrong, "--games", "4", "--self-play"][..], &exports].concat(),
    );
    let text = stdout(&told);
    assert!(text.lines().any(|line| line.starts_with("C  ugi:") && line.contains(" lost by forfeit (illegal move ")));
    assert_eq!(text.matches("by forfeit").count(), 1, "{text}");
    assert!(cause(&told).contains("first game lost by forfeit: the program played `a1-a2`"));
    let report: Value = serde_json::from_str(&fs::read_to_string(dir.path().join("t.json")).unwrap()).unwrap();
    let [random, outside] = [0, 2].map(|player: usize| &report["players"][player]["forfeits_by"]);
    assert_eq!(random, &serde_json::json!({}));
    assert!(outside["illegal_move"].as_u64() > Some(4), "those against itself too: {outside}");
    let csv = fs::read_to_string(dir.path().join("t.csv")).unwrap();
    assert!(csv.lines().next().unwrap().contains(",forfeits,") && csv.contains("end_illegal_move"), "{csv}");
}

#[test]
fn each_failure_has_its_kind_and_says_what_happened() {
    for (ugi, go, options, kind, why) in [
        (
            "echo ugiok",
            "echo 'no memory' >&2; exit 3",
            "",
            ForfeitKind::Crash,
            "the program ended (exit status: 3) after `go movetime 1000`; its last line on stderr: `no memory`",
        ),
        ("exit 0", ":", "", ForfeitKind::Crash, "the program ended (exit status: 0) after `ugi`"),
        (
            "echo ugiok",
            "printf 'bestmove @d'; exit 4",
            "",
            ForfeitKind::Crash,
            "the program ended (exit status: 4) after `go movetime 1000`",
        ),
        ("echo ugiok", "kill -9 $$", "", ForfeitKind::Crash, "signal: 9"),
        (
            "echo ugiok",
            "echo waiting >&2; sleep 600",
            "[sims=1,grace=999]",
            ForfeitKind::TimeOut,
            "no `bestmove` within 1000 ms of `go nodes 1`; its last line on stderr: `waiting`",
        ),
        (
            "echo ugiok",
            "while :; do echo info nodes 1; done",
            "[ms=1,grace=999]",
            ForfeitKind::TimeOut,
            "no `bestmove` within 1000 ms",
        ),
        (
            "echo ugiok",
            "echo bestmove d6-g4",
            "",
            ForfeitKind::IllegalMove,
            "the program played `d6-g4`: no line joins",
        ),
        (
            "echo ugiok",
            "echo bestmove d6-d5",
            "",
            ForfeitKind::IllegalMove,
            "the program played `d6-d5`: d5 is occupied",
        ),
        ("echo ugiok", "echo bestmove", "", ForfeitKind::IllegalMove, "`bestmove` without a move"),
        (
            "echo ugiok",
            "echo info string my head hurts; echo bestmove none",
            "",
            ForfeitKind::GaveUp,
            "the program answered `bestmove none`: my head hurts",
        ),
    ] {
        let script = Script::with(ugi, go);
        let forfeit = failure(script.player(options).as_mut());
        assert_eq!(forfeit.kind, kind, "{go}: {forfeit}");
        assert!(forfeit.message.contains(why), "{go}: {forfeit}");
    }
}

#[test]
fn a_program_that_never_gets_ready_is_waited_for_once() {
    for ugi in [":", "echo ugiok; exec sleep 600"] {
        let script = Script::with(ugi, "");
        let factory = script.spec("").parse::<PlayerSpec>().unwrap().factory(&no_networks).unwrap();
        let mut player = factory.player();
        let word = if ugi == ":" { "ugiok" } else { "readyok" };
        let first = failure(player.as_mut());
        assert!(first.message.starts_with(&format!("no `{word}` within 10000 ms of ")), "{first}");
        let begun = Instant::now();
        let starts = script.lines("starts").len();
        for mut later in [player, factory.player()] {
            let forfeit = failure(later.as_mut());
            assert_eq!(forfeit.kind, ForfeitKind::TimeOut);
            assert_eq!(forfeit.message, format!("not started again: {first}"));
        }
        assert_eq!(script.lines("starts").len(), starts);
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    }
}

#[test]
fn a_failed_program_is_ended_with_all_it_started_and_the_next_game_has_a_fresh_one() {
    let script = Script::new("sleep 600 & echo $! >> children; wait");
    let mut player = script.player("[ms=1,grace=999]");
    // Whether it can be started was tried before.
    let tried = script.lines("starts").len();
    for round in 1..=2 {
        assert_eq!(failure(player.as_mut()).kind, ForfeitKind::TimeOut);
        assert_eq!(script.lines("starts").len(), tried + round);
    }
    for pid in [script.lines("starts"), script.lines("children")].concat() {
        assert!(ends(&pid), "{pid} still runs");
    }
}

#[test]
fn one_program_plays_game_after_game_until_its_player_is_gone() {
    let script = Script::new("echo bestmove d6xd4xd2");
    let mut player = script.player("");
    let tried = script.lines("starts").len();
    for seed in 0..3 {
        player.start_game(seed);
        player.think(&game(CHAIN)).unwrap();
    }
    let starts = script.lines("starts");
    assert_eq!(starts.len(), tried + 1);
    drop(player);
    assert!(ends(&starts[tried]), "it still runs");
    // One that does not listen is killed.
    let deaf = Script::with("echo ugiok; echo readyok; exec sleep 600", "");
    let mut player = deaf.player("");
    player.start_game(1);
    drop(player);
    assert!(deaf.lines("starts").iter().all(|pid| ends(pid)));
}

#[test]
fn a_chain_is_asked_for_once_and_the_thought_is_told() {
    let script =
        Script::new("echo info nodes 7 score wdl 500 250 250 pv d6xd4xd2 a4-a5; echo bestmove d6xd4xd2 ponder x");
    let mut player = script.player("[sims=9]");
    player.start_game(1);
    let mut game = game(CHAIN);
    let thought = player.think(&game).unwrap();
    assert_eq!((thought.wdl, thought.value, thought.simulations), ([0.5, 0.25, 0.25], 0.25, 7));
    let line: Vec<String> = thought.principal_variation.iter().map(ToString::to_string).collect();
    assert_eq!(line[..2], ["d6xd4", "d4xd2"]);
    assert_eq!(line.last().map(String::as_str), Some("a4-a5"));
    game.play(thought.chosen).unwrap();
    assert_eq!(player.think(&game).unwrap().chosen.to_string(), "d4xd2");
    assert_eq!(player.think(&game).unwrap().chosen.to_string(), "d4xd2", "thinking twice gives the same");
    assert_eq!(script.lines("asked"), ["nodes 9"]);
}

#[test]
fn a_program_is_told_the_whole_game_and_its_seed() {
    let script = Script::with(
        "echo 'option name Seed type spin default 1'; echo ugiok",
        "echo \"$position\" >> positions; echo bestmove @d5",
    );
    let text = fs::read_to_string(script.path("engine.sh")).unwrap();
    fs::write(script.path("engine.sh"), text.replace("isready)", "setoption) echo \"$rest\" >> options ;;\nisready)"))
        .unwrap();
    let mut player = script.player("");
    player.start_game(77);
    let mut game = Game::new(Position::start(Rules::asalto()));
    game.play(game.position().parse_action("@d6").unwrap()).unwrap();
    assert_eq!(player.choose(&game).unwrap().to_string(), "@d5");
    assert_eq!(script.lines("options"), ["name Seed value 77"]);
    assert_eq!(script.lines("positions"), ["text 3/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr o 2 - 0 moves @d6"]);
}
