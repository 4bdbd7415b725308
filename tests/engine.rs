//! `asalto engine` through its pipes: handshake, every command, wrong lines, stopping, leaving.
//!
//! Times here are generous: they catch an engine that hangs, on any machine. What is measured on a quiet one stands in the
//! README.

mod support;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use support::{asalto, run, smoke, stderr};
use tempfile::tempdir;

/// No answer takes as long.
const PATIENCE: Duration = Duration::from_secs(30);
/// `stop` is answered far sooner.
const AT_ONCE: Duration = Duration::from_secs(10);
/// The officer on d6 can take two rebels, and wins by it.
const CHAIN: &str = "o2/1o1/3r3/rr3rr/rr1r1rr/3/3 o 0 - 0";

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start(dir: &Path, args: &[&str]) -> Self {
        let mut command = asalto(dir, &[&["engine"], args].concat());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Self { child, input, lines }
    }

    /// Thinks with few playouts; what it says is as good as anyone's.
    fn mcts() -> Self {
        Self::start(Path::new("."), &["--player", "mcts:sims=30"])
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn hear(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the engine answers")
    }

    /// The lines up to the first that begins with `word`.
    fn until(&self, word: &str) -> Vec<String> {
        let mut heard = vec![self.hear()];
        while !heard[heard.len() - 1].starts_with(word) {
            heard.push(self.hear());
        }
        heard
    }

    /// Says a line and hears the one answer to it.
    fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.hear()
    }

    /// All that is said until everything is done.
    fn settled(&mut self) -> Vec<String> {
        self.say("isready");
        let mut heard = self.until("readyok");
        heard.pop();
        heard
    }

    fn best_move(&mut self, go: &str) -> String {
        self.say(go);
        self.until("bestmove").pop().unwrap().strip_prefix("bestmove ").unwrap().to_owned()
    }

    /// The position, in text form.
    fn position(&mut self) -> String {
        self.say("d");
        self.until("info string position text ").pop().unwrap().split_off("info string position text ".len())
    }

    /// Closes the input and waits for the end.
    fn end(mut self) -> (Option<i32>, Vec<String>) {
        self.input = None;
        let rest = self.lines.iter().collect();
        (self.child.wait().unwrap().code(), rest)
    }
}

#[test]
fn the_handshake_names_the_program_and_its_options() {
    let mut engine = Engine::mcts();
    engine.say("ugi");
    let lines = engine.until("ugiok");
    assert!(lines[0].starts_with("id name asalto ") && lines[1].starts_with("id author "), "{lines:?}");
    assert_eq!(
        lines[2..],
        [
            "option name Player type string default mcts:sims=30",
            "option name Simulations type spin default 30 min 0 max 100000",
            "option name Rules type string default <empty>",
            "option name Seed type spin default 1 min 0 max 18446744073709551615",
            "ugiok"
        ]
    );
    assert_eq!(engine.ask("isready"), "readyok");
    engine.say("quit");
    assert_eq!(engine.end(), (Some(0), vec![]));
}

#[test]
fn a_game_is_set_up_asked_about_and_thought_about() {
    let mut engine = Engine::mcts();
    assert_eq!(engine.ask("query p1turn"), "response true", "the officers place first");
    engine.say("position startpos moves @d6 @d5 c4-c5");
    assert_eq!(engine.position(), "3/1o1/rrro1rr/rr1rrrr/rrrrrrr/rrr/rrr o 0 - 0");
    engine.say("position startpos moves @d6 @d5");
    assert_eq!(engine.ask("query p1turn"), "response false");
    assert_eq!(engine.ask("query gameover"), "response false");
    assert_eq!(engine.ask("query result"), "response none");
    engine.say("go nodes 50");
    let lines = engine.until("bestmove");
    let info: Vec<&str> = lines[lines.len() - 2].split(' ').collect();
    assert_eq!(info[..3], ["info", "nodes", "50"], "{lines:?}");
    assert_eq!((info[3], info[5], info[7], info[8]), ("nps", "time", "score", "wdl"), "{lines:?}");
    let wdl: Vec<u32> = info[9..12].iter().map(|part| part.parse().unwrap()).collect();
    assert_eq!(wdl.iter().sum::<u32>(), 1000, "{lines:?}");
    assert_eq!(lines[lines.len() - 1], format!("bestmove {}", info[13]), "the line begins with the move: {lines:?}");
    engine.say("uginewgame");
    assert_eq!(engine.position(), "3/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr o 2 - 0");
    let (mut again, placed) = (Engine::mcts(), engine.best_move("go"));
    assert!(placed.starts_with('@'), "{placed}");
    assert_eq!(again.best_move("go"), placed, "the same seed thinks the same");
    assert_eq!(engine.settled(), [""; 0]);
    assert_eq!(engine.end().0, Some(0));
}

#[test]
fn a_chain_is_one_move_in_every_way_of_thinking() {
    let mut engine = Engine::mcts();
    for go in ["go", "go nodes 300", "go movetime 50", "go infinite\nstop"] {
        engine.say(&format!("position text {CHAIN}"));
        assert_eq!(engine.best_move(go), "d6xd4xd2", "{go}");
    }
    engine.say(&format!("position text {CHAIN} moves d6xd4"));
    assert!(engine.position().contains(" r 0 - 0"), "a chain that was cut short");
    engine.say("position text o2/3/7/rr1o1rr/rr1r1rr/3/3 o 0 d4 0");
    assert_eq!(engine.best_move("go nodes 100"), "d4xd2", "what completes the chain");
    engine.say(&format!("position text {CHAIN}\nsetoption name Player value greedy"));
    assert_eq!(engine.best_move("go infinite\nstop"), "d6xd4xd2", "a player that does not search");
}

#[test]
fn options_may_come_in_any_order() {
    for order in
        [["Simulations value 17", "Player value mcts:sims=5"], ["Player value mcts:sims=5", "Simulations value 17"]]
    {
        let mut engine = Engine::mcts();
        order.iter().for_each(|option| engine.say(&format!("setoption name {option}")));
        engine.say("go");
        let lines = engine.until("bestmove");
        assert!(lines[lines.len() - 2].starts_with("info nodes 17 "), "{order:?}: {lines:?}");
    }
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let mut engine = Engine::mcts();
    engine.say("position text rrr/rrr/2r1r2/3r3/7/1o1/1o1 r 0 - 0 moves d4-d5");
    assert_eq!(engine.ask("query gameover"), "response true");
    assert_eq!(engine.ask("query result"), "response p2win");
    assert!(engine.ask("go infinite").contains("info string the game is over: "));
    assert_eq!(engine.hear(), "bestmove none");
}

#[test]
fn every_wrong_line_is_answered_and_changes_nothing() {
    let mut engine = Engine::mcts();
    engine.say("position startpos moves @d6 @d5 c4-c5");
    let before = engine.position();
    let long = "position startpos moves ".to_owned() + &"@d6 ".repeat(40_000);
    for (line, wrong) in [
        ("xyzzy", "unknown command `xyzzy`"),
        ("uci", "unknown command `uci`"),
        ("stop it", "`stop` stands alone"),
        ("position", "names no position"),
        ("position text nonsense", "five fields"),
        ("position startpos moves @a1", "move 1: @a1: "),
        ("position startpos moves @d6 @d5 c4-c9", "move 3: c4-c9: `c9` is no point"),
        ("position startpos moves @d6 @d5 c4-c3", "move 3: c4-c3: rebels never move backward"),
        ("position text rrr/rrr/2r1r2/3r3/7/1o1/1o1 r 0 - 0 moves d4-d5 d1-d2", "move 2: d1-d2: the game is over"),
        ("query weather", "`query weather` is not understood"),
        ("setoption", "names no option"),
        ("setoption name Hash value 3", "unknown option `Hash`"),
        ("setoption name Simulations value many", "option Simulations: must be 0 to 100000"),
        ("setoption name Seed value -1", "option Seed: must be 0 to"),
        (
            "setoption name Player value mtcs",
            "unknown player `mtcs`; did you mean `mcts`?; a player is one of random, ",
        ),
        (
            "setoption name Player value",
            "unknown player ``; a player is one of random, greedy, mcts, alphabeta, net, exact",
        ),
        ("setoption name Rules value", "option Rules: must be a file, or <empty> for the player's own, found nothing"),
        ("position sfen x", "unknown kind of position `sfen`"),
        ("setoption name Player value net:nowhere", "nowhere"),
        ("setoption name Player value ugi:cat", "an outside program cannot think for this engine"),
        ("setoption name Rules value nowhere.toml", "nowhere.toml"),
        ("\u{1b}[2J\u{7}", "unknown command `\\u{1b}[2J"),
        (&long, "the line is too long"),
    ] {
        engine.say(line);
        let answer = engine.settled();
        let shown = &line[..line.len().min(80)];
        assert!(answer[0].starts_with("info string error: ") && answer[0].contains(wrong), "{shown}: {answer:?}");
        assert!(answer.iter().all(|line| line.starts_with("info string ")), "{shown}: {answer:?}");
        assert!(answer.len() <= 2, "an error and perhaps help: {shown}: {answer:?}");
        assert_eq!(engine.position(), before, "{shown}");
    }
    engine.say("\n  \n");
    engine.input.as_mut().unwrap().write_all(b"\xff\xfe\n").unwrap();
    assert!(engine.settled()[0].starts_with("info string error: unknown command"));
    assert_eq!(engine.end(), (Some(0), vec![]));
}

#[test]
fn a_go_with_mistakes_is_told_them_and_has_its_best_move() {
    let mut engine = Engine::mcts();
    engine.say("position startpos moves @d6 @d5 c4-c5");
    for (line, wrong) in [
        ("go nodes", "`go nodes` is not understood"),
        ("go nodes 0", "nodes must be 1 to"),
        ("go movetime 99999999999", "movetime must be 1 to"),
        ("go mate 3", "`go mate 3` is not understood"),
        ("go p1time 1000", "a clock has `p1time` and `p2time`"),
    ] {
        engine.say(line);
        let lines = engine.until("bestmove");
        assert!(lines[0].starts_with("info string error: ") && lines[0].contains(wrong), "{line}: {lines:?}");
        assert!(lines[lines.len() - 2].starts_with("info nodes 30 "), "as its spec says: {line}: {lines:?}");
        assert!(engine.settled().is_empty(), "one answer: {line}");
    }
    assert_eq!(engine.end(), (Some(0), vec![]));
}

#[test]
fn a_depth_and_a_clock_end_a_search() {
    let mut engine = Engine::start(Path::new("."), &["--player", "alphabeta:depth=2"]);
    engine.say("position startpos moves @d6 @d5 c4-c5");
    let mut nodes = |go: &str| -> u64 {
        engine.say(go);
        let lines = engine.until("bestmove");
        lines[lines.len() - 2].split_whitespace().nth(2).unwrap().parse().unwrap()
    };
    assert!(nodes("go depth 1") < nodes("go depth 4"));
    // The officers, who place first, are player 1: a millisecond is theirs to think, the others have an hour.
    let begun = Instant::now();
    assert!(nodes("go p1time 30 p2time 80000000 p1inc 0 p2inc 0 movestogo 30") > 0);
    assert!(begun.elapsed() < AT_ONCE);
    assert_eq!(engine.end(), (Some(0), vec![]));
}

#[test]
fn an_endless_search_talks_listens_and_stops() {
    let mut engine = Engine::mcts();
    engine.say("go infinite");
    for _ in 0..3 {
        let begun = Instant::now();
        assert!(engine.hear().starts_with("info nodes "));
        assert!(begun.elapsed() < AT_ONCE, "it says how far it is");
    }
    for (line, allowed) in [("isready", true), ("go", false), ("position startpos", false), ("uginewgame", false)] {
        engine.say(line);
        let wanted = if allowed { "readyok" } else { "info string error: " };
        let answer = engine.until(wanted).pop().unwrap();
        assert!(allowed || answer.contains("the engine thinks until `stop`"), "{line}: {answer}");
    }
    let begun = Instant::now();
    engine.say("stop");
    let lines = engine.until("bestmove");
    assert!(begun.elapsed() < AT_ONCE, "{:?}", begun.elapsed());
    assert!(lines[lines.len() - 2].starts_with("info nodes "), "{lines:?}");
    engine.say("stop");
    assert_eq!(engine.settled(), [""; 0], "there is nothing more to stop");
}

#[test]
fn an_endless_search_that_is_decided_waits_to_be_asked() {
    let mut engine = Engine::mcts();
    engine.say("position text rrr/rrr/2r1r2/3r3/7/1o1/1o1 r 0 - 0");
    engine.say("go infinite");
    for _ in 0..2 {
        assert!(engine.hear().contains(" score wdl 1000 0 0 pv d4-d5"));
    }
    assert_eq!(engine.best_move("stop"), "d4-d5");
}

#[test]
fn a_move_time_is_kept() {
    let mut engine = Engine::mcts();
    engine.best_move("go nodes 1");
    for time in [1, 300] {
        let begun = Instant::now();
        engine.best_move(&format!("go movetime {time}"));
        let took = begun.elapsed();
        assert!(took >= Duration::from_millis(time) && took < Duration::from_millis(time) + AT_ONCE, "{took:?}");
    }
}

#[test]
fn the_end_of_the_input_and_quit_finish_what_is_being_thought() {
    let mut engine = Engine::mcts();
    engine.say("go infinite\nquit\nd");
    let (code, lines) = engine.end();
    assert_eq!(code, Some(0));
    assert!(lines[lines.len() - 1].starts_with("bestmove @"), "{lines:?}");
    for last in ["go infinite", "go movetime 3600000\nquit"] {
        let mut engine = Engine::mcts();
        engine.say(last);
        let begun = Instant::now();
        let ended = engine.end();
        assert_eq!(ended.0, Some(0));
        assert!(ended.1.last().unwrap().starts_with("bestmove @") && begun.elapsed() < AT_ONCE, "{ended:?}");
    }
    let mut engine = Engine::mcts();
    engine.lines = channel().1;
    engine.say("d\nd\nd\ngo infinite");
    assert_eq!(engine.end().0, Some(0), "whoever listened is gone");
}

#[test]
fn a_script_that_is_piped_in_is_done_to_its_end() {
    let mut engine = Engine::mcts();
    engine.say("ugi\nposition startpos\ngo nodes 3000\nisready\nposition startpos moves @d6 @d5\ngo nodes 301");
    engine.say("go nodes 0\nquery p1turn\nsetoption name Simulations value 17\ngo\ngo movetime 30\ngo infinite\nd");
    let (code, lines) = engine.end();
    assert_eq!(code, Some(0));
    let nodes: Vec<&str> = lines
        .windows(2)
        .filter(|pair| pair[1].starts_with("bestmove "))
        .map(|pair| pair[0].split(' ').nth(2).unwrap())
        .collect();
    assert_eq!((nodes.len(), &nodes[..4]), (6, &["3000", "301", "30", "17"][..]), "{lines:?}");
    let place = |word: &str| lines.iter().position(|line| line.starts_with(word)).expect("it is said");
    let moves: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].starts_with("bestmove ")).collect();
    assert!(place("readyok") < moves[0] && place("info string error: nodes must be") < moves[0], "{lines:?}");
    assert!(moves[2] < place("response false") && place("response false") < moves[3], "{lines:?}");
    assert!(moves[5] < place("info string position text"), "what waited is done to the last: {lines:?}");
}

#[test]
fn stop_ends_what_was_asked_for_before_it_and_what_comes_after_waits() {
    let mut engine = Engine::mcts();
    let turns = |lines: &[String]| lines.iter().filter(|line| line.starts_with("bestmove ")).count();
    // What is said after `stop` is not lost, though the search may take a moment to end.
    engine.say("go infinite\nstop\nposition startpos moves @d6 @d5\ngo nodes 20\nisready");
    let lines = [engine.until("bestmove"), engine.until("bestmove")].concat();
    assert!(lines.iter().all(|line| !line.contains("has to wait")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("info nodes 20 ")), "{lines:?}");
    // It ends the search that waits as well as the one that runs.
    engine.say("go movetime 60000\nposition startpos moves @d6\ngo infinite\nstop\nposition startpos\ngo nodes 10");
    let lines = [engine.until("bestmove"), engine.until("bestmove"), engine.until("bestmove")].concat();
    assert_eq!(turns(&lines), 3);
    // Nothing waits for a search without end.
    engine.say("go nodes 3000\ngo infinite\nd");
    let refused = engine.until("info string help:");
    assert!(refused.iter().any(|line| line.contains("`d` has to wait")), "{refused:?}");
    engine.best_move("stop");
    engine.say("quit");
    assert_eq!(engine.end().0, Some(0));
}

#[test]
fn alpha_beta_stops_at_once_and_counts_its_nodes() {
    let mut engine = Engine::start(Path::new("."), &["--player", "alphabeta:ms=600000"]);
    engine.say("position startpos moves @d6 @d5");
    for go in ["go infinite", "go movetime 600000", "go"] {
        engine.say(go);
        let told = [engine.hear(), engine.hear()].map(|line| {
            let words: Vec<u64> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
            assert!(line.starts_with("info nodes ") && words[0] > 1000 && words[1] > 1000, "{go}: {line}");
            words[0]
        });
        assert!(told[0] < told[1], "{go}: {told:?}");
        let begun = Instant::now();
        assert!(engine.best_move("stop").contains('-'), "{go}");
        assert!(begun.elapsed() < AT_ONCE, "{go}: {:?}", begun.elapsed());
    }
    let begun = Instant::now();
    engine.best_move("go movetime 300");
    assert!(begun.elapsed() >= Duration::from_millis(300) && begun.elapsed() < AT_ONCE, "{:?}", begun.elapsed());
}

#[test]
fn a_network_thinks_under_its_own_rules() {
    let dir = tempdir().unwrap();
    let config = smoke();
    let config = config.to_str().unwrap();
    run(dir.path(), 0, &["train", config, "--run-dir", "run", "--iterations", "1", "--set", "evaluate.every=0"]);
    let mut engine = Engine::start(dir.path(), &["--model", "run"]);
    engine.say("ugi");
    assert!(engine.until("ugiok").iter().any(|line| line.ends_with("default net:run?sims=800")));
    for go in ["go nodes 16", "go movetime 20", "setoption name Simulations value 4\ngo", "go infinite\nstop"] {
        assert!(engine.best_move(go).starts_with('@'), "{go}");
    }
    for player in ["net:run", "net:run?ms=10"] {
        engine.say(&format!("setoption name Player value {player}"));
        assert!(engine.best_move("go").starts_with('@'), "{player}");
    }
    fs::write(dir.path().join("open.toml"), "huff = \"none\"\n").unwrap();
    engine.say("setoption name Rules value open.toml");
    assert!(engine.settled()[0].contains("trained for other rules"));
    engine.say("position startpos moves @d6 @d5");
    engine.say("setoption name Player value greedy\nsetoption name Rules value open.toml");
    assert!(engine.position().contains(" o 2 "), "other rules, another game");
}

#[test]
fn a_wrong_command_line_is_refused_before_any_line_is_read() {
    let dir = tempdir().unwrap();
    for (args, why) in [
        (&["engine", "--model", "nowhere"][..], "nowhere"),
        (&["engine", "--player", "mtcs"][..], "did you mean `mcts`?"),
        (&["engine", "--player", "ugi:cat"][..], "an outside program cannot think for this engine"),
        (&["engine", "--player", "greedy", "--model", "x"][..], "cannot be used with"),
        (&["engine", "--player", "greedy", "--rules", "nowhere.toml"][..], "nowhere.toml"),
    ] {
        let text = stderr(&run(dir.path(), 2, args));
        assert!(text.contains(why), "{args:?}: {text}");
    }
}
