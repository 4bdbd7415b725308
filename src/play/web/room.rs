//! One game, and everyone who waits for news of it.
//!
//! In: moves and wishes. Out: a state that grows a version with every change.
//! Invariant: the computer thinks about the position on the board or not at all; what was thought about another one is
//! dropped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use tokio::sync::watch;

use super::state::{AnalysisState, GameState, HintState};
use crate::play::{Opponents, Table, View, rules_to_text};

/// Simulations of an analysis that does not say how many.
pub(super) const ANALYSIS: u32 = 2000;

/// One game.
pub(super) struct Room {
    pub id: String,
    pub table: Table,
    pub opponents: Arc<Opponents>,
    /// The names of the levels.
    pub levels: Arc<Vec<String>>,
    /// Why the computer cannot go on.
    pub failed: Option<String>,
    pub hint: Option<HintState>,
    pub analysis: AnalysisState,
    pub scoring: bool,
    /// What is being thought about.
    pub turn_job: Option<Ticket>,
    pub hint_job: Option<Ticket>,
    pub analysis_job: Option<Ticket>,
    pub score_job: Option<Ticket>,
    /// The position that the analysis is of, by its number of actions and its hash.
    pub analysed: Option<(usize, u64)>,
    /// When it was last asked for.
    pub used: Instant,
    news: watch::Sender<u64>,
}

/// One job of the pool; it is given up when this is dropped.
pub(super) struct Ticket(Arc<AtomicBool>);

impl Ticket {
    pub fn new() -> Self {
        Self(Arc::default())
    }

    /// The flag that the job looks at.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether this flag is that of the ticket.
    pub fn is(&self, flag: &Arc<AtomicBool>) -> bool {
        Arc::ptr_eq(&self.0, flag)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Room {
    pub fn new(id: String, table: Table, opponents: Arc<Opponents>, levels: Arc<Vec<String>>) -> Self {
        Self {
            id,
            table,
            opponents,
            levels,
            failed: None,
            hint: None,
            analysis: AnalysisState { on: false, sims: ANALYSIS, running: false, found: None },
            scoring: true,
            turn_job: None,
            hint_job: None,
            analysis_job: None,
            score_job: None,
            analysed: None,
            used: Instant::now(),
            news: watch::Sender::new(1),
        }
    }

    /// The number of changes so far, and 1.
    pub fn version(&self) -> u64 {
        *self.news.borrow()
    }

    /// Hears of every change.
    pub fn listen(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    /// Tells that something has changed.
    pub fn changed(&mut self) {
        self.news.send_modify(|version| *version += 1);
    }

    /// The board has changed: whatever is thought about the old one is given up.
    pub fn moved(&mut self) {
        (self.turn_job, self.hint_job, self.hint, self.failed) = (None, None, None, None);
        self.changed();
    }

    /// What tells one position of the game from another.
    pub fn place(&self) -> (usize, u64) {
        let game = self.table.session.game();
        (game.actions().len(), game.position().hash())
    }

    pub fn state(&self) -> GameState {
        let session = &self.table.session;
        GameState {
            id: self.id.clone(),
            version: self.version(),
            rules: rules_to_text(session.position().rules()),
            level: self.levels[self.table.level].clone(),
            start: session.game().start().to_string(),
            thinking: self.turn_job.is_some(),
            failed: self.failed.clone(),
            hint: self.hint.clone(),
            analysis: AnalysisState {
                found: self.analysis.found.clone().filter(|_| self.analysed == Some(self.place())),
                running: self.analysis_job.is_some(),
                ..self.analysis
            },
            scoring: self.scoring,
            view: View::new(&self.table),
        }
    }
}
