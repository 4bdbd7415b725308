//! The program in a real terminal, which tmux plays.

use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use asalto::play::{GameSession, Record};
use asalto::rules::{Position, Rules};

/// A terminal of its own.
struct Tmux {
    socket: String,
}

impl Tmux {
    fn start(dir: &Path) -> Option<Self> {
        let tmux = Self { socket: dir.join("tmux").display().to_string() };
        let started = Command::new("tmux")
            .args(["-S", &tmux.socket, "-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "sh"])
            .current_dir(dir)
            .env("LC_ALL", "C.UTF-8")
            .status();
        let Ok(status) = started else {
            // Not by a macro: those are heard only when a test fails.
            let _ = writeln!(std::io::stderr(), "skipped: no `tmux`");
            return None;
        };
        assert!(status.success(), "tmux starts");
        tmux.until(&["$", "#"]);
        tmux.text("PS1='ready> '\n");
        Some(tmux)
    }

    fn run(&self, args: &[&str]) -> String {
        let output = Command::new("tmux").args(["-S", &self.socket]).args(args).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn screen(&self) -> String {
        self.run(&["capture-pane", "-p"])
    }

    fn keys(&self, keys: &[&str]) {
        self.run(&[&["send-keys"], keys].concat());
    }

    /// Types a text as it is.
    fn text(&self, text: &str) {
        self.run(&["send-keys", "-l", text]);
    }

    /// Waits until the screen holds one of these.
    fn until(&self, told: &[&str]) -> String {
        let begun = Instant::now();
        loop {
            let screen = self.screen();
            if told.iter().any(|told| screen.contains(told)) {
                return screen;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "{told:?} never came:\n{screen}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        self.run(&["kill-server"]);
    }
}

#[test]
fn a_whole_game_in_a_real_terminal_which_is_given_back() {
    let dir = tempfile::tempdir().unwrap();
    let Some(tmux) = Tmux::start(dir.path()) else { return };
    tmux.text(&format!("{} play --side rebels --level child --seed 3\n", env!("CARGO_BIN_EXE_asalto")));
    tmux.until(&["Your move: the rebels."]);
    tmux.keys(&["h"]);
    tmux.until(&["Hint: "]);
    tmux.keys(&["t"]);
    tmux.until(&["Analysis: rebels"]);
    tmux.text("d4-d6\n");
    tmux.until(&["no line joins these points", "d6 is occupied"]);
    // Typed as the hint says, taken back, and played again.
    tmux.keys(&["p"]);
    tmux.until(&["  1. "]);
    tmux.until(&["Your move: the rebels.", "The game is over"]);
    tmux.keys(&["u", "t"]);
    tmux.until(&["Your move: the rebels."]);
    let mut moves = 0;
    loop {
        let screen = tmux.until(&["Your move: the rebels.", "The game is over"]);
        if screen.contains("The game is over") {
            break;
        }
        tmux.keys(&["p"]);
        moves += 1;
        assert!(moves < 2000, "the game does not end:\n{screen}");
        std::thread::sleep(Duration::from_millis(20));
    }
    tmux.text("wlast game.txt\n");
    tmux.until(&["Saved."]);
    tmux.keys(&["q"]);
    // Only the shell's own screen holds its prompt: a new one, with nothing typed after it yet.
    let screen = tmux.until(&["\nready>\n"]);
    assert!(!screen.contains("q quit"), "the screen of before is back:\n{screen}");
    tmux.text("stty -a | grep -o ' echo ' | tr -d ' '; printf 'mouse\\n'\n");
    let screen = tmux.until(&["\nmouse"]);
    assert!(screen.contains("\necho\n"), "typed letters are seen again:\n{screen}");
    let game = std::fs::read_to_string(dir.path().join("last game.txt")).unwrap();
    assert!(game.contains("[Termination "), "{game}");
}

#[test]
fn a_panic_gives_the_terminal_back() {
    let dir = tempfile::tempdir().unwrap();
    let Some(tmux) = Tmux::start(dir.path()) else { return };
    let session = GameSession::new(Position::start(Rules::fox_and_geese(13).unwrap()));
    let record = Record { session, officers: "a".to_owned(), rebels: "b".to_owned(), date: None };
    std::fs::write(dir.path().join("geese.txt"), record.to_text()).unwrap();
    let program = std::env::current_exe().unwrap();
    tmux.text(&format!("{} --ignored --exact panics_in_the_terminal --nocapture; echo code $?\n", program.display()));
    tmux.until(&["? help  q quit"]);
    tmux.text("ogeese.txt\n");
    let screen = tmux.until(&["code 101\nready>\n"]);
    assert!(screen.contains("on purpose") && !screen.contains("q quit"), "{screen}");
    tmux.text("stty -a | grep -o ' echo ' | tr -d ' '; printf 'mouse\\n'\n");
    let screen = tmux.until(&["\nmouse"]);
    assert!(screen.contains("\necho\n"), "typed letters are seen again:\n{screen}");
}

#[test]
fn interrupted_or_terminated_it_gives_the_terminal_back() {
    let dir = tempfile::tempdir().unwrap();
    let Some(tmux) = Tmux::start(dir.path()) else { return };
    tmux.text(&format!("{} play; echo code $?\n", env!("CARGO_BIN_EXE_asalto")));
    tmux.until(&["? help  q quit"]);
    tmux.keys(&["C-c"]);
    let screen = tmux.until(&["code 0\nready>\n"]);
    assert!(screen.contains("The position to go on from another time:") && !screen.contains("q quit"), "{screen}");
    tmux.text(&format!("clear; {} play; echo again $?\n", env!("CARGO_BIN_EXE_asalto")));
    tmux.until(&["? help  q quit"]);
    let shell = tmux.run(&["display-message", "-p", "#{pane_pid}"]);
    let killed = Command::new("pkill").args(["-TERM", "-P", shell.trim()]).status().unwrap();
    assert!(killed.success());
    let screen = tmux.until(&["again 130\nready>\n"]);
    assert!(!screen.contains("q quit"), "{screen}");
    // A terminal that goes away takes the program with it.
    tmux.text(&format!("clear; {} play\n", env!("CARGO_BIN_EXE_asalto")));
    tmux.until(&["? help  q quit"]);
    let found = Command::new("pgrep").args(["-P", shell.trim()]).output().unwrap();
    let program = String::from_utf8_lossy(&found.stdout).trim().to_owned();
    tmux.run(&["kill-server"]);
    let begun = Instant::now();
    while Path::new("/proc").join(&program).exists() {
        assert!(begun.elapsed() < Duration::from_secs(30), "{program} goes on without a terminal");
        std::thread::sleep(Duration::from_millis(50));
    }
}
