//! A program that speaks the protocol.
//!
//! In: commands. Out: what it answers to them, or how it failed to.
//! Invariant: every question has a deadline, however much or little the program says.

use std::time::{Duration, Instant};

use super::command::Command;
use super::go::Go;
use super::info::Info;
use super::process::{Process, Silence};
use super::spec::UgiSpec;
use crate::players::Forfeit;

/// How long a program may take to start, or to begin a new game.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// The option by which an engine's random choices are fixed.
const SEED: &str = "Seed";

/// A running program that has introduced itself.
pub(super) struct Program {
    process: Process,
    takes_seed: bool,
}

/// What it answers to `go`.
pub(super) struct Reply {
    /// The word after `bestmove`; empty if there is none.
    pub text: String,
    /// Its last `info`.
    pub info: Info,
    /// Its last `info string`.
    pub remark: String,
}

impl Program {
    /// Starts a program and waits until it has introduced itself.
    ///
    /// # Errors
    /// If it cannot be started, ends, or does not answer.
    pub(super) fn start(spec: &UgiSpec) -> Result<Self, Forfeit> {
        let process = Process::start(&spec.words())
            .map_err(|error| Forfeit::crash(format!("the program cannot be started: {error}")))?;
        let mut program = Self { process, takes_seed: false };
        let option = format!("option name {SEED} ");
        let mut takes_seed = false;
        program.ask(&Command::Ugi, "ugiok", HANDSHAKE, &mut |line| takes_seed |= line.starts_with(&option))?;
        Ok(Self { takes_seed, ..program })
    }

    /// Tells it that a new game begins, and waits until it is ready.
    ///
    /// # Errors
    /// If it ends or does not answer.
    pub(super) fn begin_game(&mut self, seed: u64) -> Result<(), Forfeit> {
        if self.takes_seed {
            self.say(&Command::SetOption { name: SEED.to_owned(), value: seed.to_string() });
        }
        self.say(&Command::NewGame);
        self.ask(&Command::IsReady, "readyok", HANDSHAKE, &mut |_| {}).map(drop)
    }

    /// Shows it a position and waits for its move.
    ///
    /// # Errors
    /// If it ends or does not answer.
    pub(super) fn think(&mut self, position: &Command, spec: &UgiSpec) -> Result<Reply, Forfeit> {
        self.say(position);
        // Whatever it still has to say about an earlier position is over with its `readyok`.
        self.ask(&Command::IsReady, "readyok", spec.grace(), &mut |_| {})?;
        let (mut info, mut remark) = (Info::default(), String::new());
        let go = Command::Go(Go::from(spec.budget()));
        let rest = self.ask(&go, "bestmove", spec.patience(), &mut |line| {
            if let Some(text) = line.strip_prefix("info string ") {
                remark = shown(text);
            } else if let Some(told) = info.with(line) {
                info = told;
            }
        })?;
        let text = rest.split_whitespace().next().unwrap_or_default().to_owned();
        Ok(Reply { text, info, remark })
    }

    fn say(&self, command: &Command) {
        self.process.say(command.to_string());
    }

    /// Says a command and waits for the line that begins with `word`; gives the rest of it. `other`
    /// hears the lines before.
    fn ask(
        &mut self,
        command: &Command,
        word: &str,
        patience: Duration,
        other: &mut dyn FnMut(&str),
    ) -> Result<String, Forfeit> {
        self.say(command);
        let deadline = Instant::now() + patience;
        loop {
            let line = match self.process.hear(deadline) {
                Ok(line) => line,
                Err(Silence::TimedOut) => return Err(self.too_late(command, word, patience)),
                Err(Silence::Ended) => return Err(self.ended(command)),
            };
            match line.trim().strip_prefix(word) {
                Some(rest) if rest.is_empty() || rest.starts_with(char::is_whitespace) => {
                    return Ok(rest.trim().to_owned());
                }
                // Whoever never stops talking is late, too.
                _ if Instant::now() >= deadline => return Err(self.too_late(command, word, patience)),
                _ => other(line.trim()),
            }
        }
    }

    fn too_late(&mut self, command: &Command, word: &str, patience: Duration) -> Forfeit {
        self.process.kill();
        let (time, last_words) = (patience.as_millis(), self.process.last_words());
        Forfeit::time_out(format!("no `{word}` within {time} ms of `{command}`{last_words}"))
    }

    fn ended(&mut self, command: &Command) -> Forfeit {
        let ending = self.process.ending();
        self.process.kill();
        Forfeit::crash(format!("{ending} after `{command}`{}", self.process.last_words()))
    }
}

/// The beginning of what a program said, without what could command a terminal.
pub(super) fn shown(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(200).collect()
}
