//! What was asked for: moves, going back and forth, files, new games.
//!
//! Invariant: whatever cannot be done is answered with the reason, and changes nothing.

use std::path::Path;
use std::sync::Arc;

use ratatui::crossterm::event::KeyCode;

use super::app::{ANALYSIS, App, Mode};
use crate::play::command::{self, Command};
use crate::play::{Desk, GameSession, Humans, Record, Table, WaitsFor, wording};
use crate::rules::{Action, PlayError, Point, Position, Side};

impl App {
    /// A point was chosen: a target of the chosen piece, another piece, or a place for an officer.
    pub(super) fn choose(&mut self, point: Point) {
        match self.desk.table.waits_for() {
            WaitsFor::Person => {}
            WaitsFor::Computer => return self.answer("The computer is to move."),
            WaitsFor::Word => {
                return self
                    .answer("Looking back: End goes to the end of the game, p lets the computer go on from here.");
            }
            WaitsFor::Nobody => return self.answer("The game is over: n begins another."),
        }
        let position = self.position();
        if position.to_place() > 0 {
            return self.play_texts(&[format!("@{point}")]);
        }
        let own = match position.side_to_move() {
            Side::Officers => position.officers(),
            Side::Rebels => position.rebels(),
        };
        match self.chosen {
            Some(from) if from == point && position.jumper().is_none() => self.chosen = None,
            Some(from) if from != point && (!own.contains(point) || position.jumper().is_some()) => {
                self.try_move(from, point)
            }
            _ if own.contains(point) && self.choices().iter().all(|action| action.origin() != point) => {
                self.answer(&format!("The {} on {point} cannot move.", position.side_to_move().piece()));
            }
            _ if own.contains(point) => self.chosen = Some(point),
            _ => self.answer(&format!("No {} stands on {point}.", position.side_to_move().piece())),
        }
    }

    /// Moves a piece, or says why not.
    pub(super) fn try_move(&mut self, from: Point, to: Point) {
        let found = self
            .choices()
            .into_iter()
            .find(|action| !matches!(action, Action::Stop(_)) && action.origin() == from && action.landing() == to);
        let far = from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank())) == 2;
        let jumps = far && self.position().side_to_move() == Side::Officers;
        match found {
            Some(action) => self.play_action(action),
            None => self.play_texts(&[format!("{from}{}{to}", if jumps { 'x' } else { '-' })]),
        }
    }

    fn play_action(&mut self, action: Action) {
        match self.desk.table.session.play(action) {
            Ok(_) => {
                self.cursor = action.landing();
                self.moved();
            }
            Err(error) => self.refuse(&self.position(), &error),
        }
    }

    /// Plays whole turns in their text form: all of them, or none.
    fn play_texts(&mut self, texts: &[impl AsRef<str>]) {
        if self.desk.table.waits_for() != WaitsFor::Person {
            return self.choose(self.cursor);
        }
        match self.desk.table.session.play_texts(texts) {
            Ok(_) => {
                let last = self.desk.table.session.game().actions().last();
                self.cursor = last.map_or(self.cursor, |action| action.landing());
                self.moved();
            }
            Err((position, error)) => self.refuse(&position, &error),
        }
    }

    fn refuse(&mut self, position: &Position, error: &PlayError) {
        let told = wording::refusal(position, error);
        self.answer(&told.trim().replace('\n', ". "));
    }

    pub(super) fn answer(&mut self, text: &str) {
        self.message = text.replace('\n', " ");
    }

    /// A typed line: the same that the plain form takes.
    pub(super) fn typed(&mut self, text: &str) {
        match command::read(text) {
            Err(answer) => self.answer(&answer),
            Ok(Command::Help) => self.mode = Mode::Help(0),
            Ok(Command::Moves) => {
                let moves = wording::moves(&self.position());
                self.answer(moves.trim());
            }
            Ok(Command::Undo) => self.undo(),
            Ok(Command::Redo) => self.redo(),
            Ok(Command::Hint) => self.hint(),
            Ok(Command::Analysis) => self.toggle_analysis(),
            Ok(Command::Position | Command::Board) => self.answer(&self.position().to_string()),
            Ok(Command::Game) => self.mode = Mode::Game,
            Ok(Command::Save(name)) => self.save(&name),
            Ok(Command::Load(name)) => self.load(&name),
            Ok(Command::New) => self.mode = Mode::NewGame,
            Ok(Command::Resign) => self.mode = Mode::Resign,
            Ok(Command::Quit) => self.over = true,
            Ok(Command::Turns(texts)) => self.play_texts(&texts),
        }
    }

    pub(super) fn undo(&mut self) {
        let sides = self.desk.table.undo_sides();
        match self.desk.table.session.undo(&sides) {
            true => self.moved(),
            false => self.answer("There is no move of yours to take back."),
        }
    }

    pub(super) fn redo(&mut self) {
        let sides = self.desk.table.undo_sides();
        match self.desk.table.session.redo(&sides) {
            true => self.moved(),
            false => self.answer("Nothing was taken back that could be played again."),
        }
    }

    /// To the position after so many turns.
    pub(super) fn jump(&mut self, turns: usize) {
        self.desk.table.session.go_to(turns);
        self.watching = false;
        self.moved();
    }

    pub(super) fn hint(&mut self) {
        if self.desk.table.waits_for() != WaitsFor::Person {
            return self.answer("There is no move of yours to give a hint for.");
        }
        self.message.clear();
        if let Some(errand) = self.desk.ask_hint() {
            self.send(errand);
        }
    }

    pub(super) fn toggle_analysis(&mut self) {
        let wanted = self.desk.analysing().is_none().then_some(ANALYSIS);
        self.desk.analyse(wanted);
        self.think();
    }

    pub(super) fn stop_chain(&mut self) {
        let stop = self.choices().into_iter().find(|action| matches!(action, Action::Stop(_)));
        match stop {
            Some(action) => self.play_action(action),
            None => self.answer("No capture is going on."),
        }
    }

    /// The computer makes the move that the person would make, or goes on from here.
    pub(super) fn play_for_me(&mut self) {
        match self.desk.table.session.ended() {
            Some(_) => self.answer("The game is over: n begins another."),
            None => self.let_the_computer_move(),
        }
    }

    pub(super) fn resign(&mut self) {
        match self.desk.table.resigning_side() {
            Some(side) if self.desk.table.session.ended().is_none() => {
                self.desk.table.session.resign(side);
                self.moved();
            }
            Some(_) => self.answer("The game is over."),
            None => self.answer("You play neither side."),
        }
    }

    /// The game with the names of its players.
    pub(super) fn record(&self) -> Record {
        let computer = &self.house.levels[self.desk.table.level].title;
        Record::new(self.desk.table.session.clone(), self.desk.table.humans, "you", computer)
    }

    fn save(&mut self, name: &str) {
        match self.record().save(Path::new(name)) {
            Ok(()) => self.answer(&format!("Saved. `asalto play --load {name}` goes on with it.")),
            Err(fault) => self.answer(&format!("Not saved: {}", wording::plainly(&fault))),
        }
    }

    fn load(&mut self, name: &str) {
        match Record::load(Path::new(name)).and_then(|record| self.sit_down(record.session, self.desk.table.humans)) {
            Ok(()) => self.answer("Loaded."),
            Err(fault) => self.answer(&format!("Not loaded: {}", wording::plainly(&fault))),
        }
    }

    /// Begins with another game.
    fn sit_down(&mut self, session: GameSession, humans: Humans) -> Result<(), crate::base::fault::Fault> {
        let rules = session.position().rules();
        let opponents = match rules == self.desk.opponents.rules() {
            true => Arc::clone(&self.desk.opponents),
            false => Arc::new((self.house.opponents)(rules)?),
        };
        let analysing = self.desk.analysing();
        // Another game, another seed.
        let (level, seed) = (self.desk.table.level, self.desk.table.seed.wrapping_add(1));
        self.desk = Desk::new(Table::new(session, humans, level, seed), opponents);
        self.desk.analyse(analysing);
        self.watching = humans.sides().is_empty();
        self.moved();
        Ok(())
    }

    pub(super) fn new_game_key(&mut self, code: KeyCode) {
        self.mode = Mode::Board;
        let side = match code {
            KeyCode::Char('o' | '1') => "officers",
            KeyCode::Char('r' | '2') => "rebels",
            KeyCode::Char('b' | '3') => "both",
            KeyCode::Char('w' | '4') => "none",
            KeyCode::Enter => &self.desk.table.humans.to_string(),
            _ => return,
        };
        let humans: Humans = side.parse().unwrap_or(self.desk.table.humans);
        let start = GameSession::new(*self.desk.table.session.game().start());
        if let Err(fault) = self.sit_down(start, humans) {
            self.answer(&wording::plainly(&fault));
        }
    }

    pub(super) fn level_key(&mut self, code: KeyCode) {
        self.mode = Mode::Board;
        let KeyCode::Char(digit) = code else { return };
        let chosen =
            digit.to_digit(10).map(|digit| digit as usize).filter(|at| (1..=self.house.levels.len()).contains(at));
        if let Some(at) = chosen {
            self.desk.table.level = at - 1;
            self.moved();
            self.answer(&format!("Level: {}. {}", self.house.levels[at - 1].title, self.house.levels[at - 1].about));
        }
    }
}
