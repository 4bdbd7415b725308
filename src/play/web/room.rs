//! One game, and everyone who waits for news of it.
//!
//! In: moves and wishes. Out: a state that grows a version with every change.
//! Invariant: whoever waits hears of every change.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

use tokio::sync::watch;

use super::state::{AnalysisState, GameState};
use crate::play::pool::Pool;
use crate::play::{Desk, Errand, Kind, View, rules_to_text};

/// Simulations of an analysis that does not say how many.
pub(super) const ANALYSIS: u32 = 2000;

/// One game.
pub(super) struct Room {
    pub id: String,
    pub desk: Desk,
    /// When it was last asked for.
    pub used: Instant,
    /// The names of the levels.
    levels: Arc<Vec<String>>,
    news: watch::Sender<u64>,
}

/// A room that what is thought for it can find again.
pub(super) type SharedRoom = Arc<Mutex<Room>>;

/// Opens a room. Nothing that can panic leaves one behind in the middle of a change.
pub(super) fn open(room: &SharedRoom) -> MutexGuard<'_, Room> {
    room.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Room {
    pub fn new(id: String, desk: Desk, levels: Arc<Vec<String>>) -> Self {
        Self { id, desk, used: Instant::now(), levels, news: watch::Sender::new(1) }
    }

    /// Hears of every change.
    pub fn listen(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    /// Tells that something has changed.
    pub fn changed(&mut self) {
        self.news.send_modify(|version| *version += 1);
    }

    /// The game as the page sees it.
    pub fn state(&self) -> GameState {
        let (desk, session) = (&self.desk, &self.desk.table.session);
        GameState {
            id: self.id.clone(),
            version: *self.news.borrow(),
            rules: rules_to_text(session.position().rules()),
            level: self.levels[desk.table.level].clone(),
            start: session.game().start().to_string(),
            thinking: desk.thinks_about(Kind::Turn),
            failed: desk.failed.clone(),
            hint: desk.hint.clone(),
            analysis: AnalysisState {
                on: desk.analysing().is_some(),
                sims: desk.analysing().unwrap_or(ANALYSIS),
                running: desk.thinks_about(Kind::Analysis),
                found: desk.analysis().cloned(),
            },
            scoring: desk.scoring,
            view: View::new(&desk.table),
        }
    }
}

/// Sends the pool whatever is to be thought about in a room now.
pub(super) fn think(shared: &SharedRoom, room: &mut Room, pool: &Arc<Pool>) {
    for errand in room.desk.errands() {
        send(shared, errand, pool);
    }
}

/// Sends the pool an errand, whose answers come back to the room.
pub(super) fn send(shared: &SharedRoom, errand: Errand, pool: &Arc<Pool>) {
    // Neither a room nor the pool is kept alive by what is thought for it.
    let (weak, pool_of_room) = (Arc::downgrade(shared), Arc::downgrade(pool));
    let own = errand.clone();
    pool.submit(errand.job(move |told| {
        let (Some(shared), Some(pool)) = (Weak::upgrade(&weak), Weak::upgrade(&pool_of_room)) else { return };
        let mut room = open(&shared);
        if room.desk.take(&own, told) {
            room.changed();
            think(&shared, &mut room, &pool);
        }
    }));
}
