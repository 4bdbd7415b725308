//! A table with the computer's thoughts about it: its move, a hint, an analysis, the score of every position.
//!
//! In: a table that changed, and what the pool found. Out: errands for the pool, and the thoughts.
//! Invariant: the computer thinks about the position on the board or not at all; what was thought about another one is
//! dropped. There is one errand of each kind at most, so a pool's queue is bounded by the number of desks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use super::pool::{Job, Told, Want};
use super::seats::Seat;
use super::{Analysis, Opponents, Table, WaitsFor};
use crate::exact::Tables;
use crate::rules::Game;

/// Simulations of a hint.
pub(super) const HINT: u32 = 1000;

/// Simulations of the score of a position.
const SCORE: u32 = 64;

/// What the computer thinks about at a desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Its move.
    Turn,
    /// A hint.
    Hint,
    /// An analysis.
    Analysis,
    /// The score of a position.
    Score,
}

/// A hint.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hint {
    /// Whether it is still being thought about.
    pub thinking: bool,
    /// The whole turn; `None` until it is known.
    pub turn: Option<String>,
    /// The expected score of the side to move.
    pub winrate: Option<f32>,
}

/// Something for the pool to think about.
#[derive(Clone)]
pub struct Errand {
    /// Which of the desk's.
    pub kind: Kind,
    game: Game,
    seat: Seat,
    want: Want,
    truth: Option<Arc<Tables>>,
    stop: Arc<AtomicBool>,
}

impl Errand {
    /// The job; `tell` brings what was found, with this errand, to [`Desk::take`].
    pub fn job(&self, tell: impl FnMut(Told) + Send + 'static) -> Job {
        Job {
            seat: self.seat.clone(),
            game: self.game.clone(),
            want: self.want,
            truth: self.truth.clone(),
            stop: Arc::clone(&self.stop),
            tell: Box::new(tell),
        }
    }
}

/// An errand that goes on; it is given up when this is dropped.
struct Ticket(Arc<AtomicBool>);

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A table and the thoughts about it.
pub struct Desk {
    /// The table.
    pub table: Table,
    /// The computer's players.
    pub opponents: Arc<Opponents>,
    /// Why the computer cannot go on, if it cannot.
    pub failed: Option<String>,
    /// A hint for the position on the board.
    pub hint: Option<Hint>,
    /// Whether every position is scored.
    pub scoring: bool,
    analysing: Option<u32>,
    analysis: Option<Analysis>,
    /// The position that the analysis is of, by its number of actions and its hash.
    analysed: Option<(usize, u64)>,
    /// The computer's seat, and the level and the game of the last turn that it thought about.
    seat: Option<(Seat, usize, Game)>,
    /// By kind.
    tickets: [Option<Ticket>; 4],
}

impl Desk {
    /// A desk where nothing has been thought about yet.
    pub fn new(table: Table, opponents: Arc<Opponents>) -> Self {
        Self {
            table,
            opponents,
            failed: None,
            hint: None,
            scoring: true,
            analysing: None,
            analysis: None,
            analysed: None,
            seat: None,
            tickets: [const { None }; 4],
        }
    }

    /// The board has changed: whatever is thought about the old one is given up.
    pub fn moved(&mut self) {
        self.give_up(Kind::Turn);
        self.give_up(Kind::Hint);
        (self.hint, self.failed) = (None, None);
    }

    /// Analyses the position on the board from now on with so many simulations, or not.
    pub fn analyse(&mut self, simulations: Option<u32>) {
        if simulations != self.analysing {
            (self.analysing, self.analysis, self.analysed) = (simulations, None, None);
            self.give_up(Kind::Analysis);
        }
    }

    /// With how many simulations the position is analysed.
    pub fn analysing(&self) -> Option<u32> {
        self.analysing
    }

    /// What is thought of the position on the board.
    pub fn analysis(&self) -> Option<&Analysis> {
        self.analysis.as_ref().filter(|_| self.analysed == Some(self.place()))
    }

    /// Whether it is being thought about.
    pub fn thinks_about(&self, kind: Kind) -> bool {
        self.tickets[kind as usize].is_some()
    }

    /// Gives everything up.
    pub fn close(&mut self) {
        self.moved();
        self.analyse(None);
        self.scoring = false;
        self.give_up(Kind::Score);
    }

    /// What is to be thought about now, and is not yet.
    pub fn errands(&mut self) -> Vec<Errand> {
        let mut errands = Vec::new();
        let somebody_plays = !self.table.humans.sides().is_empty();
        if self.table.waits_for() == WaitsFor::Computer && somebody_plays && self.failed.is_none() {
            errands.extend(self.turn());
        }
        let (place, over) = (self.place(), self.table.session.ended().is_some());
        match self.analysing {
            Some(simulations) if !over && self.analysed != Some(place) => {
                self.give_up(Kind::Analysis);
                (self.analysed, self.analysis) = (Some(place), None);
                let game = self.table.session.game().clone();
                errands.push(self.analysis_of(Kind::Analysis, game, simulations));
            }
            Some(_) if !over => {}
            _ => self.give_up(Kind::Analysis),
        }
        let unscored = (self.scoring && !self.thinks_about(Kind::Score)).then(|| self.table.unscored()).flatten();
        if let Some(game) = unscored {
            errands.push(self.analysis_of(Kind::Score, game, SCORE));
        }
        errands
    }

    /// The computer plays the side to move. Nothing where it thinks about that already, or the game is over.
    pub fn turn(&mut self) -> Option<Errand> {
        if self.thinks_about(Kind::Turn) || self.table.session.ended().is_some() {
            return None;
        }
        self.failed = None;
        let game = self.table.session.game().clone();
        let seat = self.seat_at(&game);
        Some(self.begin(Kind::Turn, seat, game, Want::Turn))
    }

    /// Somebody wants a hint. Nothing where it is thought about already, or the game is over.
    pub fn ask_hint(&mut self) -> Option<Errand> {
        if self.thinks_about(Kind::Hint) || self.table.session.ended().is_some() {
            return None;
        }
        self.hint = Some(Hint { thinking: true, turn: None, winrate: None });
        let game = self.table.session.game().clone();
        Some(self.analysis_of(Kind::Hint, game, HINT))
    }

    /// Takes what an errand found; says whether it is still of interest, and so has changed something.
    pub fn take(&mut self, errand: &Errand, told: Told) -> bool {
        let ticket = &mut self.tickets[errand.kind as usize];
        if !ticket.as_ref().is_some_and(|ticket| Arc::ptr_eq(&ticket.0, &errand.stop)) {
            return false;
        }
        if told.is_last() {
            *ticket = None;
        }
        match (errand.kind, told) {
            (Kind::Turn, Told::Turn(Ok(actions))) => {
                self.table.session.forget_future();
                let played = actions.into_iter().try_for_each(|action| self.table.session.play(action).map(drop));
                self.moved();
                self.failed = played.err().map(|error| error.to_string());
            }
            (Kind::Turn, Told::Turn(Err(forfeit))) => self.failed = Some(forfeit.to_string()),
            (Kind::Hint, Told::Analysed(Ok(found))) => {
                let (turn, winrate) = (found.best_turn().map(str::to_owned), found.root_info.score());
                self.hint = Some(Hint { thinking: false, turn, winrate });
            }
            (Kind::Hint, Told::Analysed(Err(_))) => self.hint = None,
            (Kind::Analysis, Told::Progress(found) | Told::Analysed(Ok(found))) => {
                if let Some(score) = found.root_info.score() {
                    self.table.note_score(errand.game.position(), score);
                }
                self.analysis = Some(found);
            }
            (Kind::Analysis, Told::Analysed(Err(_))) => self.analysing = None,
            (Kind::Score, Told::Analysed(found)) => match found.ok().and_then(|found| found.root_info.score()) {
                Some(score) => self.table.note_score(errand.game.position(), score),
                // Without a score the same position would be asked about again and again.
                None => self.scoring = false,
            },
            (Kind::Score | Kind::Hint, Told::Progress(_)) | (_, Told::Turn(_)) | (Kind::Turn, _) => return false,
        }
        true
    }

    /// The computer's seat: the same as long as the game goes on. Where a turn was taken back, or another level plays, somebody
    /// sits down anew.
    fn seat_at(&mut self, game: &Game) -> Seat {
        let level = self.table.level;
        let goes_on = |last: &Game| {
            last.start() == game.start()
                && last.actions().len() < game.actions().len()
                && game.actions().starts_with(last.actions())
        };
        let seat = match self.seat.take() {
            Some((seat, of, last)) if of == level && goes_on(&last) => seat,
            _ => Seat::new(Arc::clone(self.opponents.level(level)), self.table.next_seed()),
        };
        self.seat = Some((seat.clone(), level, game.clone()));
        seat
    }

    fn analysis_of(&mut self, kind: Kind, game: Game, simulations: u32) -> Errand {
        let seat = Seat::new(Arc::clone(self.opponents.analyst()), self.table.next_seed());
        self.begin(kind, seat, game, Want::Analysis(simulations))
    }

    fn begin(&mut self, kind: Kind, seat: Seat, game: Game, want: Want) -> Errand {
        let stop = Arc::<AtomicBool>::default();
        self.tickets[kind as usize] = Some(Ticket(Arc::clone(&stop)));
        let truth = self.opponents.truth().cloned();
        Errand { kind, game, seat, want, truth, stop }
    }

    fn give_up(&mut self, kind: Kind) {
        self.tickets[kind as usize] = None;
    }

    /// What tells one position of the game from another.
    fn place(&self) -> (usize, u64) {
        let game = self.table.session.game();
        (game.actions().len(), game.position().hash())
    }
}
