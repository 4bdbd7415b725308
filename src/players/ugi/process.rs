//! A child process that is talked to by lines.
//!
//! In: a program and its arguments; lines for it. Out: its lines, or that there are none.
//! Invariant: nothing that the program does makes the caller wait beyond a deadline (lines go in
//! and out on threads of their own), and it is ended and reaped when its [`Process`] is dropped.

use std::io::{self, BufReader, Read, Write};
use std::process::{self, Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::command::Command;
use super::program::shown;
use crate::base::line;

/// The longest line that is read; what is beyond it is dropped.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that wait to be heard; a program that says more waits itself.
const UNHEARD_LINES: usize = 64;
/// How long a program that closed its output, or was told to quit, has to end.
const FAREWELL: Duration = Duration::from_millis(500);
/// How often that is looked at.
const LOOK: Duration = Duration::from_millis(2);

/// A running program.
pub(super) struct Process {
    child: Child,
    /// To the thread that writes; gone once the program is to end.
    input: Option<Sender<String>>,
    output: Receiver<String>,
    /// The last line that it wrote to stderr, and the thread that listens.
    complaint: Arc<Mutex<String>>,
    listener: JoinHandle<()>,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// The deadline has passed.
    TimedOut,
    /// The program has closed its output: it has ended, most likely.
    Ended,
}

impl Process {
    /// Starts a program. `words` holds the program, then its arguments.
    pub(super) fn start(words: &[String]) -> io::Result<Self> {
        let mut command = process::Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // In a group of its own: Ctrl-C stops a match after its games, which the program must live
        // to see; and what the program starts itself can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let missing = || io::Error::other("the program has no pipes");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;
        let (input, to_write) = channel();
        let (heard, output) = sync_channel(UNHEARD_LINES);
        let complaint = Arc::new(Mutex::new(String::new()));
        let last = Arc::clone(&complaint);
        thread::spawn(move || write_lines(stdin, &to_write));
        thread::spawn(move || read_lines(stdout, &heard));
        let listener = thread::spawn(move || keep_last_line(stderr, &last));
        Ok(Self { child, input: Some(input), output, complaint, listener })
    }

    /// Says a line. To a program that has ended, nothing; its output tells.
    pub(super) fn say(&self, line: String) {
        if let Some(input) = &self.input {
            // The writer is gone only if the program is.
            input.send(line).ok();
        }
    }

    /// Its next line.
    pub(super) fn hear(&self, deadline: Instant) -> Result<String, Silence> {
        let patience = deadline.saturating_duration_since(Instant::now());
        self.output.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::TimedOut,
            RecvTimeoutError::Disconnected => Silence::Ended,
        })
    }

    /// How it ended, in words, once it has closed its output.
    pub(super) fn ending(&mut self) -> String {
        wait_until(|| self.has_ended() && self.listener.is_finished());
        match self.child.try_wait() {
            Ok(Some(status)) => format!("the program ended ({status})"),
            _ => "the program closed its output".to_owned(),
        }
    }

    /// The last line that it wrote to stderr, as the rest of a sentence; empty if there is none.
    pub(super) fn last_words(&self) -> String {
        match lock(&self.complaint).as_str() {
            "" => String::new(),
            line => format!("; its last line on stderr: `{line}`"),
        }
    }

    /// Ends it now, with all that it has started.
    pub(super) fn kill(&mut self) {
        // Once it is reaped its number may be another's.
        if !self.has_ended() {
            kill_group(&self.child);
            self.child.kill().ok();
            self.child.wait().ok();
        }
    }

    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }
}

#[cfg(unix)]
fn kill_group(child: &Child) {
    use nix::sys::signal::{Signal, killpg};
    if let Ok(group) = i32::try_from(child.id()) {
        killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL).ok();
    }
}

#[cfg(not(unix))]
fn kill_group(_child: &Child) {}

impl Drop for Process {
    /// A program that neither its command nor the end of its input moves to quit is killed.
    fn drop(&mut self) {
        self.say(Command::Quit.to_string());
        self.input = None;
        wait_until(|| self.has_ended());
        self.kill();
    }
}

/// Waits for something to become true, but only a short while.
fn wait_until(mut done: impl FnMut() -> bool) {
    let deadline = Instant::now() + FAREWELL;
    while !done() && Instant::now() < deadline {
        thread::sleep(LOOK);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: impl Read, heard: &SyncSender<String>) {
    let mut stdout = BufReader::new(stdout);
    // A program that dies in the middle of a line has not said it.
    while let Ok(Some(line)) = line::read_ended(&mut stdout, LONGEST_LINE) {
        if heard.send(line).is_err() {
            return;
        }
    }
}

fn keep_last_line(stderr: impl Read, last: &Mutex<String>) {
    let mut stderr = BufReader::new(stderr);
    while let Ok(Some(line)) = line::read(&mut stderr, LONGEST_LINE) {
        let line = line.trim();
        if !line.is_empty() {
            *lock(last) = shown(line);
        }
    }
}
