//! A game as text, to be kept and read again: a readable form with headers in the manner of chess's PGN, and JSON.
//!
//! In: a session and the names of its players. Out: text; and from text a session again.
//! Invariant: what is written is read back as the same game, unfinished chains and resignations included; what is read is
//! played by the rules, move by move.
//!
//! ```text
//! [Event "Asalto"]
//! [Date "2026.05.17"]
//! [Officers "Club player"]
//! [Rebels "you"]
//! [Rules "asalto"]
//! [Result "0-1"]
//! [Termination "the rebels win: the officers resigned"]
//!
//! @d6 @d5 1. c4-c5 d5-e5 2. b4-c4 0-1
//! ```
//!
//! `Position` stands among the headers where the game does not begin at the start of its rules. A result counts the officers'
//! points first; `*` is a game that goes on. A turn that ends in `...` is a chain of jumps that is still going on.

mod date;
mod json;
mod moves;
mod text;

pub use date::today;
pub use moves::play as play_words;

use std::path::Path;

use super::{GameSession, Humans, rules_from_text};
use crate::base::fault::{Fault, Problem};
use crate::base::file;
use crate::rules::{Rules, Side};

/// Finds the rules that a text names.
pub type ReadRules<'a> = dyn Fn(&str) -> Result<Rules, Problem> + 'a;

/// A game with the names that go with it.
#[derive(Clone, Debug)]
pub struct Record {
    /// The game.
    pub session: GameSession,
    /// Who plays the officers.
    pub officers: String,
    /// Who plays the rebels.
    pub rebels: String,
    /// The day, `2026.05.17`, if it is known.
    pub date: Option<String>,
}

impl Record {
    /// A game of today; `person` and `computer` are how people and their opponent are called.
    pub fn new(session: GameSession, humans: Humans, person: &str, computer: &str) -> Self {
        let name = |side| if humans.play(side) { person } else { computer }.to_owned();
        Self { session, officers: name(Side::Officers), rebels: name(Side::Rebels), date: today() }
    }

    /// The readable form.
    pub fn to_text(&self) -> String {
        text::write(self)
    }

    /// The same as JSON.
    pub fn to_json(&self) -> String {
        json::write(self)
    }

    /// Reads either form.
    ///
    /// # Errors
    /// What is wrong with it, with the number of the move where it is one.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        Self::parse_with(text, &rules_from_text)
    }

    /// Reads either form; `rules` tells what the text of its rules stands for.
    ///
    /// # Errors
    /// As for [`Record::parse`].
    pub fn parse_with(text: &str, rules: &ReadRules<'_>) -> Result<Self, Problem> {
        // A comment may begin the readable form, but not with a quotation mark in it.
        let rest = text.trim_start().strip_prefix('{').map(str::trim_start);
        match rest.is_some_and(|rest| rest.starts_with('"')) {
            true => json::read(text, rules),
            false => text::read(text, rules),
        }
    }

    /// Reads a file of either form.
    ///
    /// # Errors
    /// If it cannot be read; what is wrong with it, and where.
    pub fn load(path: &Path) -> Result<Self, Fault> {
        let text = file::read_text(path).map_err(Fault::into_input)?;
        Self::parse(&text).map_err(|problem| {
            let place = problem.place.iter().map(|place| format!("{place}: ")).collect::<String>();
            let problem = Problem { message: place + &problem.message, ..problem };
            Fault::from(problem.at(path.display().to_string()))
        })
    }

    /// Writes a file: JSON if its name ends so, else the readable form.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), Fault> {
        let is_json = path.extension().is_some_and(|extension| extension == "json");
        let text = if is_json { self.to_json() } else { self.to_text() };
        file::write_atomic(path, text.as_bytes())
    }

    /// The result: officers' points, then the rebels'.
    fn result(&self) -> &'static str {
        match self.session.ended().map(|ended| ended.winner()) {
            None => "*",
            Some(None) => "1/2-1/2",
            Some(Some(Side::Officers)) => "1-0",
            Some(Some(Side::Rebels)) => "0-1",
        }
    }
}

/// Makes a session's end agree with the result that its record tells.
fn settle(session: &mut GameSession, result: &str) -> Result<(), Problem> {
    let told = match result {
        "*" | "" => return Ok(()),
        "1-0" => Some(Side::Officers),
        "0-1" => Some(Side::Rebels),
        "1/2-1/2" => None,
        _ => return Err(Problem::new(format!("result: must be 1-0, 0-1, 1/2-1/2 or *, found `{result}`"))),
    };
    match (session.ended().map(|ended| ended.winner()), told) {
        (Some(winner), told) if winner == told => Ok(()),
        (Some(_), _) => Err(Problem::new(format!("result: `{result}` is not how these moves end"))),
        // Decided without the rules: the loser gave up.
        (None, Some(winner)) => {
            session.resign(winner.other());
            Ok(())
        }
        (None, None) => Err(Problem::new("result: these moves do not end in a draw")),
    }
}
