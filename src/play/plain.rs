//! A game by typed lines: for any terminal, any pipe, and any screen reader.
//!
//! In: a session, who of the sides is human, players for the rest, lines. Out: boards and words,
//! and how it ended.
//! Invariant: every line is answered; the end of the input ends the game cleanly, wherever it
//! comes.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::command::{self, Command};
use super::desk::HINT;
use super::events::Event;
use super::{Analysis, BoardStyle, Ended, GameSession, Humans, Record, draw, pool, wording};
use crate::base::fault::{Fault, Problem};
use crate::base::line;
use crate::exact::Tables;
use crate::players::{Forfeit, Player};
use crate::rules::Rules;

/// The longest line that is read; what is beyond it is dropped.
const LONGEST_LINE: u64 = 1000;

/// Simulations of `analysis`, and how many moves it tells.
const ANALYSIS: u32 = 800;
const BEST_MOVES: usize = 6;

/// How a played session came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The game is over.
    Over(Ended),
    /// It was left unfinished, by `quit` or at the end of the input.
    Left,
    /// The computer could not go on, and why.
    Forfeit(Forfeit),
}

/// The computer's players. They have been told that a game begins.
pub struct Minds<'a> {
    /// Plays the sides that no person does.
    pub agent: &'a mut dyn Player,
    /// Gives hints and analyses; without one the agent does.
    pub analyst: Option<&'a mut dyn Player>,
    /// How people call the agent.
    pub name: String,
    /// Fixed the agent's random choices in this game.
    pub seed: u64,
    /// What is proven about games of these rules.
    pub truth: Option<&'a Tables>,
}

impl<'a> Minds<'a> {
    /// One player for all.
    pub fn one(agent: &'a mut dyn Player) -> Self {
        let name = agent.name().to_owned();
        Self { agent, analyst: None, name, seed: 1, truth: None }
    }

    fn analyst(&mut self) -> &mut dyn Player {
        match &mut self.analyst {
            Some(analyst) => *analyst,
            None => self.agent,
        }
    }
}

/// Plays a session to its end.
///
/// # Errors
/// If the input cannot be read or the output not be written. A reader that has gone away is no
/// error: the game is left.
pub fn run<'a>(
    session: &'a mut GameSession,
    humans: Humans,
    minds: Minds<'a>,
    style: BoardStyle,
    input: impl BufRead,
    output: impl Write,
) -> Result<Ending, Fault> {
    let ending = Plain { session, humans, minds, style, input, output, resigning: false }.converse();
    ending.or_else(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Ok(Ending::Left),
        _ => Err(Fault::failed(format!("the game cannot go on: {error}"))),
    })
}

struct Plain<'a, I, O> {
    session: &'a mut GameSession,
    humans: Humans,
    minds: Minds<'a>,
    style: BoardStyle,
    input: I,
    output: O,
    /// Whether the last line asked to give up.
    resigning: bool,
}

/// What follows a typed line.
enum Next {
    /// The position has changed.
    Moved,
    /// It has not: ask again.
    Ask,
    /// The person leaves.
    Leave,
}

impl<I: BufRead, O: Write> Plain<'_, I, O> {
    fn converse(&mut self) -> io::Result<Ending> {
        if !self.humans.sides().is_empty() {
            writeln!(self.output, "You play {}. Type a move such as d4-d5 or d5xd3, or `help`.", self.described())?;
        }
        loop {
            if let Some(ended) = self.session.ended() {
                self.board()?;
                writeln!(self.output, "The game is over: {ended}.")?;
                return Ok(Ending::Over(ended));
            }
            if !self.humans.play(self.session.position().side_to_move()) {
                if let Err(forfeit) = self.agents_turn()? {
                    writeln!(self.output, "{} cannot go on: {forfeit}", self.minds.name)?;
                    return Ok(Ending::Forfeit(forfeit));
                }
                continue;
            }
            self.board()?;
            while let Next::Ask = match self.ask()? {
                Next::Leave => return Ok(Ending::Left),
                next => next,
            } {}
        }
    }

    fn described(&self) -> &'static str {
        match (self.humans.officers, self.humans.rebels) {
            (true, true) => "both sides",
            (true, false) => "the officers",
            _ => "the rebels",
        }
    }

    /// Lets the agent play until its turn is over.
    fn agents_turn(&mut self) -> io::Result<Result<(), Forfeit>> {
        if self.humans.sides().is_empty() {
            self.board()?;
        }
        let events = loop {
            let action = match self.minds.agent.choose(self.session.game()) {
                Ok(action) => action,
                Err(forfeit) => return Ok(Err(forfeit)),
            };
            match self.session.play(action) {
                Ok(Some(events)) => break events,
                Ok(None) => {}
                Err(error) => return Ok(Err(Forfeit::illegal_move(error.to_string()))),
            }
        };
        self.tell(&events)?;
        Ok(Ok(()))
    }

    fn tell(&mut self, events: &[Event]) -> io::Result<()> {
        let told: String = events.iter().map(|event| format!("{event}\n")).collect();
        self.output.write_all(wording::fitted(&told).as_bytes())
    }

    fn board(&mut self) -> io::Result<()> {
        let before = self.session.last_turn().map(|(before, _)| before);
        let board = draw(self.session.position(), before.as_ref(), self.style);
        write!(self.output, "\n{board}\n")
    }

    /// Asks for one line and does what it says.
    fn ask(&mut self) -> io::Result<Next> {
        write!(self.output, "{}> ", self.session.position().side_to_move())?;
        self.output.flush()?;
        let Some(line) = line::read(&mut self.input, LONGEST_LINE)? else {
            writeln!(self.output)?;
            return self.leave("The input has ended");
        };
        match command::read(&line) {
            Ok(command) => self.obey(command),
            Err(answer) => self.answer(&format!("{answer}\n")),
        }
    }

    fn obey(&mut self, command: Command) -> io::Result<Next> {
        let resigning = std::mem::take(&mut self.resigning);
        let position = *self.session.position();
        match command {
            Command::Help => self.answer(&wording::help(&position)),
            Command::Moves => self.answer(&wording::moves(&position)),
            Command::Position => self.answer(&format!("{position}\n")),
            Command::Hint => self.hint(),
            Command::Analysis => self.analysis(),
            Command::Game => self.answer(&self.record().to_text()),
            Command::Save(name) => self.save(&name),
            Command::Load(name) => self.load(&name),
            Command::New => {
                *self.session = GameSession::new(*self.session.game().start());
                // Another game, other random choices.
                self.minds.seed = self.minds.seed.wrapping_add(1);
                self.minds.agent.start_game(self.minds.seed);
                writeln!(self.output, "A new game begins.")?;
                Ok(Next::Moved)
            }
            Command::Redo if self.session.redo(&self.humans.sides()) => {
                writeln!(self.output, "Played again.")?;
                Ok(Next::Moved)
            }
            Command::Redo => self.answer("Nothing was taken back that could be played again.\n"),
            Command::Board => Ok(Next::Moved),
            Command::Undo if self.session.undo(&self.humans.sides()) => {
                writeln!(self.output, "Taken back.")?;
                Ok(Next::Moved)
            }
            Command::Undo => self.answer("There is no move of yours to take back.\n"),
            Command::Resign if !resigning => {
                self.resigning = true;
                self.answer("Type `resign` again to give the game up; anything else goes on with it.\n")
            }
            Command::Resign => {
                self.session.resign(position.side_to_move());
                Ok(Next::Moved)
            }
            Command::Quit => self.leave("The game is left unfinished"),
            Command::Turns(texts) => self.play(&texts),
        }
    }

    fn answer(&mut self, text: &str) -> io::Result<Next> {
        self.output.write_all(wording::fitted(text).as_bytes())?;
        Ok(Next::Ask)
    }

    fn leave(&mut self, why: &str) -> io::Result<Next> {
        writeln!(self.output, "{why}. The position to go on from another time:\n{}", self.session.position())?;
        Ok(Next::Leave)
    }

    /// Plays typed turns: all of them, or none if one is refused.
    fn play(&mut self, texts: &[String]) -> io::Result<Next> {
        match self.session.play_texts(texts) {
            Ok(told) => {
                self.tell(&told)?;
                Ok(Next::Moved)
            }
            Err((position, error)) => self.answer(&wording::refusal(&position, &error)),
        }
    }

    fn analysis(&mut self) -> io::Result<Next> {
        let text = match self.thoughts(ANALYSIS) {
            Ok(analysis) => wording::analysis(&analysis, BEST_MOVES),
            Err(forfeit) => format!("No analysis: {forfeit}\n"),
        };
        self.answer(&text)
    }

    /// What the analyst thinks of the position after so many simulations.
    fn thoughts(&mut self, simulations: u32) -> Result<Analysis, Forfeit> {
        let (stop, truth) = (AtomicBool::new(false), self.minds.truth);
        pool::analyse(self.minds.analyst(), self.session.game(), simulations, truth, &stop, &mut |_| {})
    }

    fn record(&self) -> Record {
        Record::new(self.session.clone(), self.humans, "you", &self.minds.name)
    }

    fn save(&mut self, name: &str) -> io::Result<Next> {
        match self.record().save(Path::new(name)) {
            Ok(()) => self.answer(&format!("Saved. `load {name}` goes on with it.\n")),
            Err(fault) => self.answer(&format!("Not saved: {}\n", wording::plainly(&fault))),
        }
    }

    fn load(&mut self, name: &str) -> io::Result<Next> {
        match load(Path::new(name), self.session.position().rules()) {
            Ok(session) => {
                *self.session = session;
                writeln!(self.output, "Loaded.")?;
                Ok(Next::Moved)
            }
            Err(fault) => self.answer(&format!("Not loaded: {}\n", wording::plainly(&fault))),
        }
    }

    fn hint(&mut self) -> io::Result<Next> {
        let text = match self.thoughts(HINT) {
            Ok(analysis) => wording::hint(&analysis),
            Err(forfeit) => format!("No hint: {forfeit}\n"),
        };
        self.answer(&text)
    }
}

/// The game of a file, which has to be played by these rules.
///
/// # Errors
/// If there is none, or it has other rules.
pub fn load(path: &Path, rules: Rules) -> Result<GameSession, Fault> {
    let record = Record::load(path)?;
    if record.session.position().rules() != rules {
        let problem = Problem::new("this game is played by other rules").at(path.display().to_string());
        return Err(problem.help("`asalto play --load FILE` takes the rules of the file").into());
    }
    Ok(record.session)
}
