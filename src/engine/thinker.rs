//! The thread that thinks.
//!
//! In: tasks, one after the other. Out: reports, the last of each thought with its turn.
//! Invariant: the player never leaves this thread, so it needs no lock; each thought has its last report, also when the player
//! panics.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::thread;

use super::server::Event;
use super::turn::Thought;
use crate::players::ugi::Info;
use crate::players::{Forfeit, Limit, Player};
use crate::rules::{Game, Turn};

/// What the thinker is to do.
pub(super) enum Task {
    /// Another player thinks from now on.
    Player(Box<dyn Player>),
    /// A new game begins, with this seed.
    NewGame(u64),
    /// Think about this game, which is not over.
    Think {
        game: Box<Game>,
        limit: Limit,
        /// Set when the turn is wanted at once.
        stop: Arc<AtomicBool>,
    },
}

/// What it says meanwhile.
pub(super) enum Report {
    /// How far it is.
    Info(Info),
    /// The turn, or why there is none.
    Done(Result<Turn, Forfeit>),
}

/// Starts the thread. It ends when the tasks do.
pub(super) fn start(player: Box<dyn Player>, events: SyncSender<Event>) -> Sender<Task> {
    let (tasks, todo) = channel();
    thread::spawn(move || work(player, &todo, &events));
    tasks
}

fn work(mut player: Box<dyn Player>, tasks: &Receiver<Task>, events: &SyncSender<Event>) {
    // Nobody listens any more: then nobody asks for more, either.
    let report = |report| drop(events.send(Event::Report(report)));
    while let Ok(task) = tasks.recv() {
        match task {
            Task::Player(new) => player = new,
            Task::NewGame(seed) => player.start_game(seed),
            Task::Think { game, limit, stop } => {
                let mut tell = |info| report(Report::Info(info));
                let mut thought = Thought { stop: &stop, tell: &mut tell };
                let found = catch_unwind(AssertUnwindSafe(|| thought.think(player.as_mut(), &game, limit)));
                let crash = |_| Err(Forfeit::crash(format!("{} failed at `{}`", player.name(), game.position())));
                report(Report::Done(found.unwrap_or_else(crash)));
            }
        }
    }
}
