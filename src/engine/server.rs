//! The loop over lines and reports.
//!
//! In: lines, from a reader; reports, from the thinker. Out: answers.
//! Invariant: between `go` and its `bestmove` only `isready`, `stop` and `quit` do anything, and
//! each `go` is answered by exactly one `bestmove`, one with mistakes, too. Other commands wait for a search that ends by itself or was stopped, and so
//! does the end of the input: a script that is piped in is done line by line. `stop` ends every search that was asked for before
//! it. A search without end is ended by the end of the input, too, and lets nothing wait for it.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, SyncSender, sync_channel};
use std::thread;

use super::settings::{Change, Settings, Workshop};
use super::thinker::{self, Report, Task};
use crate::base::fault::{Fault, Problem};
use crate::base::line;
use crate::play::{BoardStyle, draw};
use crate::players::ugi::{Command, Go, Query};
use crate::players::{Forfeit, Limit};
use crate::rules::{Game, Position, Rules, Turn};

/// The longest line that is read. A game of 10000 turns fits.
const LONGEST_LINE: u64 = 1 << 17;
/// Lines and reports that wait to be answered; who has more waits.
const WAITING_EVENTS: usize = 256;
/// Commands that wait for the end of a search.
const WAITING_COMMANDS: usize = 1 << 16;

/// What the engine waits for.
pub(super) enum Event {
    /// A line was read.
    Line(String),
    /// There are no more.
    End,
    /// The thinker has something to say.
    Report(Report),
}

/// Answers lines until `quit` or their end.
///
/// # Errors
/// If the player of the settings cannot be made, or the output not be written. A reader that has
/// gone away is no error: it quits.
pub fn run(
    settings: Settings,
    workshop: &dyn Workshop,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> Result<(), Fault> {
    let (rules, player) = settings.make(workshop)?;
    let (sender, events) = sync_channel(WAITING_EVENTS);
    let tasks = thinker::start(player, sender.clone());
    thread::spawn(move || read_lines(input, &sender));
    let game = Game::new(Position::start(rules));
    let (waiting, is_over) = (VecDeque::new(), false);
    let mut engine =
        Engine { output, workshop, settings, rules, game, tasks, search: None, waiting, is_over, leaving: false };
    let answered = events.iter().try_for_each(|event| match engine.take(event) {
        Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
        Ok(ControlFlow::Break(())) => ControlFlow::Break(Ok(())),
        Err(error) => ControlFlow::Break(Err(error)),
    });
    match answered {
        ControlFlow::Break(Err(error)) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Fault::failed(format!("the engine cannot go on: {error}")))
        }
        ControlFlow::Continue(()) if engine.search.is_some() => Err(Fault::failed("the engine's thinker has ended")),
        _ => Ok(()),
    }
}

fn read_lines(mut input: impl BufRead, events: &SyncSender<Event>) {
    while let Ok(Some(line)) = line::read(&mut input, LONGEST_LINE) {
        if events.send(Event::Line(line)).is_err() {
            return;
        }
    }
    events.send(Event::End).ok();
}

struct Engine<'a, W> {
    output: W,
    workshop: &'a dyn Workshop,
    settings: Settings,
    rules: Rules,
    game: Game,
    tasks: Sender<Task>,
    /// What the thinker is at; `None` while it does not think.
    search: Option<Running>,
    /// What is to be done once it is through; nothing while it does not think.
    waiting: VecDeque<Command>,
    /// No more lines will come.
    is_over: bool,
    /// It quits once the thinker has said its last, whatever waits.
    leaving: bool,
}

/// A search that runs.
struct Running {
    /// Stops it.
    stop: Arc<AtomicBool>,
    /// Whether nothing else does, and nothing has yet.
    is_endless: bool,
}

impl<W: Write> Engine<'_, W> {
    /// Does what an event asks for. Breaks when the engine is to end.
    fn take(&mut self, event: Event) -> io::Result<ControlFlow<()>> {
        match event {
            Event::Report(Report::Info(info)) => self.say(&info.to_string())?,
            Event::Report(Report::Done(found)) => {
                self.search = None;
                self.answer(found)?;
                return if self.leaving { Ok(ControlFlow::Break(())) } else { self.go_on() };
            }
            Event::Line(_) if self.leaving => {}
            Event::Line(line) if line.trim().is_empty() => {}
            Event::Line(line) => match read(&line) {
                Ok(Command::Quit) => return Ok(self.quit()),
                Ok(command) => self.take_command(command)?,
                Err(problem) => {
                    self.refuse(&problem.into())?;
                    if line.split_whitespace().next() == Some("go") {
                        // Whoever sent it waits for a `bestmove`.
                        self.take_command(Command::Go(Go::Own))?;
                    }
                }
            },
            Event::End => {
                self.is_over = true;
                if self.search.as_ref().is_some_and(|search| search.is_endless) {
                    self.stop();
                }
                return self.go_on();
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Does a command now, or when the search that runs is through.
    fn take_command(&mut self, command: Command) -> io::Result<()> {
        match &self.search {
            Some(_) if command == Command::Stop => {
                self.stop();
                if self.waiting.iter().any(|waiting| matches!(waiting, Command::Go(_))) {
                    self.waiting.push_back(command);
                }
                Ok(())
            }
            Some(search) if command != Command::IsReady => {
                if search.is_endless {
                    self.refuse_to_wait(&command)
                } else if self.waiting.len() == WAITING_COMMANDS {
                    let problem = format!("`{command}` is too much: {WAITING_COMMANDS} commands wait already");
                    self.refuse(&Problem::new(problem).into())
                } else {
                    self.waiting.push_back(command);
                    Ok(())
                }
            }
            _ => self.obey(command),
        }
    }

    fn refuse_to_wait(&mut self, command: &Command) -> io::Result<()> {
        let problem = Problem::new(format!("`{command}` has to wait: the engine thinks until `stop`"));
        self.refuse(&problem.help("allowed until `bestmove`: isready, stop, quit").into())
    }

    /// Does what has waited, up to the next search. Breaks when all is done and no more lines will come.
    fn go_on(&mut self) -> io::Result<ControlFlow<()>> {
        while self.search.is_none() {
            match self.waiting.pop_front() {
                Some(command) => self.obey(command)?,
                None if self.is_over => return Ok(ControlFlow::Break(())),
                None => break,
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn quit(&mut self) -> ControlFlow<()> {
        self.leaving = true;
        if self.stop() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Asks the thinker for its turn; says whether it thinks at all.
    fn stop(&mut self) -> bool {
        if let Some(search) = &mut self.search {
            search.stop.store(true, Ordering::Relaxed);
            search.is_endless = false;
        }
        self.search.is_some()
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    /// Says what is wrong, as remarks: one for each line of the fault.
    fn refuse(&mut self, fault: &Fault) -> io::Result<()> {
        self.remark(&fault.to_string())
    }

    fn remark(&mut self, text: &str) -> io::Result<()> {
        text.lines().try_for_each(|line| self.say(&format!("info string {line}")))
    }

    /// Ends a `go`.
    fn answer(&mut self, found: Result<Turn, Forfeit>) -> io::Result<()> {
        match found {
            Ok(turn) => self.say(&format!("bestmove {turn}")),
            Err(forfeit) => {
                self.refuse(&Fault::failed(forfeit.to_string()))?;
                self.say("bestmove none")
            }
        }
    }

    /// Does what a command asks for, or says what is wrong with it.
    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Ugi => self.introduce()?,
            Command::IsReady => self.say("readyok")?,
            Command::Stop => drop(self.stop()),
            Command::NewGame => self.new_game(),
            Command::Position { start, moves } => match set_up(self.rules, start.as_deref(), &moves) {
                Ok(game) => self.game = game,
                Err(problem) => self.refuse(&problem.into())?,
            },
            Command::Go(go) => self.go(go)?,
            Command::SetOption { name, value } => match self.settings.set(&name, &value, self.workshop) {
                Ok(change) => self.apply(change),
                Err(fault) => self.refuse(&fault)?,
            },
            Command::Query(query) => self.respond(query)?,
            Command::Draw => self.draw()?,
            Command::Quit => {}
        }
        Ok(())
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.say(concat!("id name asalto ", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the asalto developers")?;
        for line in self.settings.lines() {
            self.say(&line)?;
        }
        self.say("ugiok")
    }

    fn new_game(&mut self) {
        self.game = Game::new(Position::start(self.rules));
        self.task(Task::NewGame(self.settings.seed()));
    }

    fn apply(&mut self, change: Change) {
        match change {
            Change::None => {}
            Change::Seed => self.task(Task::NewGame(self.settings.seed())),
            Change::Player(rules, player) => {
                self.task(Task::Player(player));
                if rules.hash() != self.rules.hash() {
                    self.rules = rules;
                    self.game = Game::new(Position::start(rules));
                }
            }
        }
    }

    fn task(&self, task: Task) {
        // The thinker ends only when its tasks do.
        self.tasks.send(task).ok();
    }

    fn go(&mut self, go: Go) -> io::Result<()> {
        if let Some(outcome) = self.game.outcome() {
            self.remark(&format!("the game is over: {outcome}"))?;
            return self.say("bestmove none");
        }
        let is_second = self.game.side_to_move() != Position::start(self.rules).side_to_move();
        let limit = if go == Go::Own { self.settings.limit() } else { go.limit(is_second.into()) };
        let is_endless = limit == Limit::Endless;
        let stop = Arc::new(AtomicBool::new(false));
        self.task(Task::Think { game: Box::new(self.game.clone()), limit, stop: Arc::clone(&stop) });
        self.search = Some(Running { stop, is_endless });
        if self.waiting.contains(&Command::Stop) || is_endless && self.is_over {
            self.stop();
        } else if is_endless {
            std::mem::take(&mut self.waiting).iter().try_for_each(|command| self.refuse_to_wait(command))?;
        }
        Ok(())
    }

    fn respond(&mut self, query: Query) -> io::Result<()> {
        let outcome = self.game.outcome();
        let first = Position::start(self.rules).side_to_move();
        let response = match query {
            Query::FirstToMove => (self.game.side_to_move() == first).to_string(),
            Query::GameOver => outcome.is_some().to_string(),
            Query::Result => match outcome.map(|outcome| outcome.winner) {
                None => "none".to_owned(),
                Some(None) => "draw".to_owned(),
                Some(Some(side)) => if side == first { "p1win" } else { "p2win" }.to_owned(),
            },
        };
        self.say(&format!("response {response}"))
    }

    fn draw(&mut self) -> io::Result<()> {
        let position = *self.game.position();
        self.remark(&draw(&position, None, BoardStyle::default()))?;
        self.remark(&format!("position text {position}"))
    }
}

fn read(text: &str) -> Result<Command, Problem> {
    if text.len() as u64 >= LONGEST_LINE {
        return Err(Problem::new(format!("the line is too long: at most {LONGEST_LINE} bytes are read")));
    }
    text.parse()
}

/// The game that a `position` describes.
fn set_up(rules: Rules, start: Option<&str>, moves: &[String]) -> Result<Game, Problem> {
    let start = match start {
        None => Position::start(rules),
        Some(text) => Position::parse(rules, text).map_err(|error| Problem::new(error.to_string()))?,
    };
    let mut game = Game::new(start);
    for (number, text) in (1..).zip(moves) {
        let played = game.position().parse_turn(text).and_then(|turn| game.play_turn(&turn));
        played.map_err(|error| Problem::new(format!("move {number}: {error}")))?;
    }
    Ok(game)
}
