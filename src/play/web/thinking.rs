//! What the computer thinks about in a game.
//!
//! In: a room after something changed. Out: jobs for the pool, and what they found back in the room.
//! Invariant: a room has one job of each kind at most; so the pool's queue is bounded by the number of games.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::room::{Room, Ticket};
use super::state::HintState;
use crate::play::WaitsFor;
use crate::play::pool::{Job, Pool, Told, Want};
use crate::players::PlayerFactory;
use crate::rules::Game;

/// Simulations of a hint, and of the score of a position.
const HINT: u32 = 1000;
const SCORE: u32 = 64;

/// A room that its jobs can find again.
pub(super) type SharedRoom = Arc<Mutex<Room>>;

/// Opens a room. A panic that left one behind in the middle of a change is told by the tests, not hidden by a dead game.
pub(super) fn open(room: &SharedRoom) -> MutexGuard<'_, Room> {
    room.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Which of a room's jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Turn,
    Hint,
    Analysis,
    Score,
}

impl Kind {
    fn ticket(self, room: &mut Room) -> &mut Option<Ticket> {
        match self {
            Self::Turn => &mut room.turn_job,
            Self::Hint => &mut room.hint_job,
            Self::Analysis => &mut room.analysis_job,
            Self::Score => &mut room.score_job,
        }
    }
}

/// Begins whatever is to be thought about now.
pub(super) fn think(shared: &SharedRoom, room: &mut Room, pool: &Arc<Pool>) {
    let somebody_plays = !room.table.humans.sides().is_empty();
    if room.table.waits_for() == WaitsFor::Computer && somebody_plays && room.failed.is_none() {
        think_of_a_turn(shared, room, pool);
    }
    let place = room.place();
    let open_end = room.table.session.ended().is_none();
    if room.analysis.on && open_end && room.analysed != Some(place) {
        room.analysis_job = None;
        (room.analysed, room.analysis.found) = (Some(place), None);
        let (player, game) = (Arc::clone(room.opponents.analyst()), room.table.session.game().clone());
        begin(shared, room, pool, Kind::Analysis, player, game, Want::Analysis(room.analysis.sims));
    }
    if (!room.analysis.on || !open_end) && room.analysis_job.is_some() {
        room.analysis_job = None;
    }
    if room.scoring && room.score_job.is_none() {
        if let Some(game) = room.table.unscored() {
            let player = Arc::clone(room.opponents.analyst());
            begin(shared, room, pool, Kind::Score, player, game, Want::Analysis(SCORE));
        }
    }
}

/// The computer plays the side to move.
pub(super) fn think_of_a_turn(shared: &SharedRoom, room: &mut Room, pool: &Arc<Pool>) {
    if room.turn_job.is_none() {
        let (player, game) = (Arc::clone(room.opponents.level(room.table.level)), room.table.session.game().clone());
        begin(shared, room, pool, Kind::Turn, player, game, Want::Turn);
    }
}

/// Somebody wants a hint.
pub(super) fn think_of_a_hint(shared: &SharedRoom, room: &mut Room, pool: &Arc<Pool>) {
    if room.hint_job.is_none() {
        room.hint = Some(HintState { thinking: true, turn: None, winrate: None });
        let (player, game) = (Arc::clone(room.opponents.analyst()), room.table.session.game().clone());
        begin(shared, room, pool, Kind::Hint, player, game, Want::Analysis(HINT));
    }
}

fn begin(
    shared: &SharedRoom,
    room: &mut Room,
    pool: &Arc<Pool>,
    kind: Kind,
    player: Arc<PlayerFactory>,
    game: Game,
    want: Want,
) {
    let ticket = Ticket::new();
    let (flag, stop) = (ticket.flag(), ticket.flag());
    *kind.ticket(room) = Some(ticket);
    // Neither a room nor the pool is kept alive by what is thought for it.
    let (weak, pool_of_room) = (Arc::downgrade(shared), Arc::downgrade(pool));
    let about = game.clone();
    let tell = move |told: Told| {
        let (Some(shared), Some(pool)) = (Weak::upgrade(&weak), Weak::upgrade(&pool_of_room)) else { return };
        let mut room = open(&shared);
        let ours = kind.ticket(&mut room).as_ref().is_some_and(|ticket| ticket.is(&flag));
        if ours {
            let last = told.is_last();
            if last {
                *kind.ticket(&mut room) = None;
            }
            take(&mut room, kind, &about, told);
            if last {
                think(&shared, &mut room, &pool);
            }
        }
    };
    let seed = room.table.next_seed();
    pool.submit(Job { player, game, seed, want, stop, tell: Box::new(tell) });
}

/// Puts what was found where it belongs.
fn take(room: &mut Room, kind: Kind, about: &Game, told: Told) {
    match (kind, told) {
        (Kind::Turn, Told::Turn(Ok(actions))) => {
            room.table.session.forget_future();
            let played = actions.into_iter().try_for_each(|action| room.table.session.play(action).map(drop));
            room.moved();
            room.failed = played.err().map(|error| error.to_string());
        }
        (Kind::Turn, Told::Turn(Err(forfeit))) => {
            room.failed = Some(forfeit.to_string());
            room.changed();
        }
        (Kind::Hint, Told::Analysed(Ok(analysis))) => {
            let best = analysis.move_infos.first();
            let turn = best.and_then(|best| best.pv.first().cloned());
            room.hint = Some(HintState { thinking: false, turn, winrate: Some(analysis.root_info.winrate) });
            room.changed();
        }
        (Kind::Hint, _) => {
            room.hint = None;
            room.changed();
        }
        (Kind::Analysis, Told::Progress(analysis) | Told::Analysed(Ok(analysis))) => {
            room.table.note_score(about.position(), analysis.root_info.winrate);
            room.analysis.found = Some(analysis);
            room.changed();
        }
        (Kind::Score, Told::Analysed(Ok(analysis))) => {
            room.table.note_score(about.position(), analysis.root_info.winrate);
            room.changed();
        }
        // Without a score the same position would be asked about again and again.
        (Kind::Score, Told::Analysed(Err(_))) => room.scoring = false,
        (Kind::Analysis, Told::Analysed(Err(_))) => {
            room.analysis.on = false;
            room.changed();
        }
        (Kind::Score, Told::Progress(_)) | (_, Told::Turn(_)) | (Kind::Turn, _) => {}
    }
}
