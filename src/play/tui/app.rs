//! The state of the screen.
//!
//! In: what was asked for, and what the pool found. Out: what is drawn.
//! Invariant: only the session says what is legal.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crate::base::fault::Fault;
use crate::play::pool::{Pool, Told};
use crate::play::{BoardStyle, Desk, Errand, Level, Opponents, Table, WaitsFor};
use crate::rules::{Action, ActionList, Point, Position, Rules};

/// Who can be played against: the levels, and their players for any rules.
pub struct House {
    /// The levels, the weakest first.
    pub levels: Vec<Level>,
    /// The players for games of some rules.
    pub opponents: Box<dyn Fn(Rules) -> Result<Opponents, Fault>>,
}

/// The pause between the moves of a game that is watched.
const PACE: Duration = Duration::from_millis(700);
/// Simulations of the analysis.
pub(super) const ANALYSIS: u32 = 4000;

/// What the keys do now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// They move on the board.
    Board,
    /// They are typed; the text so far.
    Line(String),
    /// They turn the pages of the help; the page.
    Help(usize),
    /// The game as text.
    Game,
    /// They choose the side of a new game.
    NewGame,
    /// They choose a level.
    Level,
    /// They confirm that the game is given up.
    Resign,
}

/// The game on the screen.
pub struct App {
    pub(super) desk: Desk,
    pub(super) house: House,
    pub(super) style: BoardStyle,
    pub(super) mode: Mode,
    pub(super) cursor: Point,
    /// The piece that is to move.
    pub(super) chosen: Option<Point>,
    pub(super) flipped: bool,
    /// What was answered last.
    pub(super) message: String,
    /// Whether a game that is watched goes on.
    pub(super) watching: bool,
    pub(super) over: bool,
    pool: Arc<Pool>,
    sender: Sender<(Errand, Told)>,
    told: Receiver<(Errand, Told)>,
    next_move: Instant,
}

impl App {
    /// A screen with this table.
    ///
    /// # Errors
    /// If the players cannot be loaded, or there is no thread to think on.
    pub fn new(table: Table, house: House, style: BoardStyle) -> Result<Self, Fault> {
        let opponents = Arc::new((house.opponents)(table.session.position().rules())?);
        let (sender, told) = channel();
        let watching = table.humans.sides().is_empty();
        let mut app = Self {
            desk: Desk::new(table, opponents),
            house,
            style,
            mode: Mode::Board,
            cursor: Point::from_name("d4").expect("the centre"),
            chosen: None,
            flipped: false,
            message: String::new(),
            watching,
            over: false,
            // One for the move, one for what is thought meanwhile.
            pool: Arc::new(Pool::new(2)?),
            sender,
            told,
            next_move: Instant::now(),
        };
        app.think();
        Ok(app)
    }

    /// Whether the person has left.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The game as it stands.
    pub fn table(&self) -> &Table {
        &self.desk.table
    }

    pub(super) fn position(&self) -> Position {
        *self.desk.table.session.position()
    }

    /// The legal actions, if a person is to move.
    pub(super) fn choices(&self) -> Vec<Action> {
        let mut actions = ActionList::new();
        if self.desk.table.waits_for() == WaitsFor::Person {
            self.desk.table.session.game().legal_actions(&mut actions);
        }
        actions.to_vec()
    }

    /// Lets the computer think about whatever there is to think about now.
    pub(super) fn think(&mut self) {
        for errand in self.desk.errands() {
            self.send(errand);
        }
    }

    pub(super) fn send(&self, errand: Errand) {
        let (own, sender) = (errand.clone(), self.sender.clone());
        // A screen that is gone has nobody to tell.
        self.pool.submit(errand.job(move |told| drop(sender.send((own.clone(), told)))));
    }

    /// Takes what was found meanwhile. Says whether anything has changed.
    pub fn pump(&mut self) -> bool {
        let mut changed = false;
        while let Ok((errand, told)) = self.told.try_recv() {
            changed |= self.take(&errand, told);
        }
        let watches = self.watching && self.desk.table.humans.sides().is_empty();
        if watches && self.next_move <= Instant::now() {
            self.next_move = Instant::now() + PACE;
            self.let_the_computer_move();
            changed = true;
        }
        changed
    }

    /// Waits until nothing is thought about any more; for tests.
    pub fn settle(&mut self) {
        while [crate::play::Kind::Turn, crate::play::Kind::Hint, crate::play::Kind::Analysis, crate::play::Kind::Score]
            .into_iter()
            .any(|kind| self.desk.thinks_about(kind))
        {
            if let Ok((errand, told)) = self.told.recv() {
                self.take(&errand, told);
            }
        }
    }

    fn take(&mut self, errand: &Errand, told: Told) -> bool {
        let before = self.desk.table.session.game().actions().len();
        let changed = self.desk.take(errand, told);
        if self.desk.table.session.game().actions().len() != before {
            self.chosen = None;
            self.message.clear();
        }
        if changed {
            self.think();
        }
        changed
    }

    /// The computer plays the side to move.
    pub(super) fn let_the_computer_move(&mut self) {
        if let Some(errand) = self.desk.turn() {
            self.send(errand);
        }
    }

    /// The board has changed.
    pub(super) fn moved(&mut self) {
        self.desk.moved();
        self.chosen = self.position().jumper().filter(|_| self.desk.table.waits_for() == WaitsFor::Person);
        self.message.clear();
        self.think();
    }
}
