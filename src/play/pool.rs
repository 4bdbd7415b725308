//! Threads that think, for any number of games.
//!
//! In: jobs: a player, a game, what is wanted. Out: what was found, told to whoever gave the job.
//! Invariant: every job is answered exactly once by a last word ([`Told::is_last`]), also when its player panics; a job that is
//! stopped ends after the simulation it is at. A turn is thought about by the player of its seat, which knows what it found
//! before; an analysis begins from nothing.
//!
//! Moves go before analyses: who waits for the computer's move waits least.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::analysis::Analysis;
use super::seats::{Seat, Seats};
use crate::base::fault::Fault;
use crate::exact::Tables;
use crate::players::{Forfeit, Limit, Player, Thinking};
use crate::rules::{Action, Game};

/// How often an analysis that goes on tells what it has found.
const INTERVAL: Duration = Duration::from_millis(150);

/// What a job wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// The player's whole turn.
    Turn,
    /// An analysis of so many simulations.
    Analysis(u32),
}

/// What a job is told.
pub enum Told {
    /// An analysis that goes on.
    Progress(Analysis),
    /// The analysis is over.
    Analysed(Result<Analysis, Forfeit>),
    /// The turn; for placements, all of them.
    Turn(Result<Vec<Action>, Forfeit>),
}

impl Told {
    /// Whether nothing follows.
    pub fn is_last(&self) -> bool {
        !matches!(self, Self::Progress(_))
    }
}

/// Something to think about.
pub struct Job {
    /// Who thinks. A seat has one turn at most to think about at a time.
    pub seat: Seat,
    /// About what; it is not over.
    pub game: Game,
    /// What is wanted.
    pub want: Want,
    /// What is proven about games of its rules: analyses are marked with it.
    pub truth: Option<Arc<Tables>>,
    /// Set when nobody wants it any more.
    pub stop: Arc<AtomicBool>,
    /// Is told what was found.
    pub tell: Box<dyn FnMut(Told) + Send>,
}

/// The threads.
pub struct Pool {
    queue: Arc<Queue>,
    threads: Vec<JoinHandle<()>>,
}

struct Queue {
    jobs: Mutex<Jobs>,
    ready: Condvar,
    seats: Mutex<Seats>,
}

#[derive(Default)]
struct Jobs {
    turns: VecDeque<Job>,
    analyses: VecDeque<Job>,
    closed: bool,
}

impl Queue {
    // Nothing that can panic happens under the locks.
    fn lock(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seats(&self) -> MutexGuard<'_, Seats> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Option<Job> {
        let mut jobs = self.lock();
        loop {
            if jobs.closed {
                return None;
            }
            if let Some(job) = jobs.turns.pop_front() {
                return Some(job);
            }
            if let Some(job) = jobs.analyses.pop_front() {
                return Some(job);
            }
            jobs = self.ready.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Pool {
    /// So many threads.
    ///
    /// # Errors
    /// If the system refuses them.
    pub fn new(threads: usize) -> Result<Self, Fault> {
        let queue = Arc::new(Queue { jobs: Mutex::default(), ready: Condvar::new(), seats: Mutex::default() });
        let start = |number: usize| {
            let queue = Arc::clone(&queue);
            let thread = thread::Builder::new().name(format!("thinker-{number}")).spawn(move || work(&queue));
            thread.map_err(|error| Fault::failed(format!("cannot start a thread to think on: {error}")))
        };
        let threads = (0..threads.max(1)).map(start).collect::<Result<_, Fault>>()?;
        Ok(Self { queue, threads })
    }

    /// Puts a job in the queue.
    pub fn submit(&self, job: Job) {
        let mut jobs = self.queue.lock();
        match job.want {
            Want::Turn => jobs.turns.push_back(job),
            Want::Analysis(_) => jobs.analyses.push_back(job),
        }
        drop(jobs);
        self.queue.ready.notify_one();
    }

    /// How many jobs wait.
    pub fn waiting(&self) -> usize {
        let jobs = self.queue.lock();
        jobs.turns.len() + jobs.analyses.len()
    }
}

impl Drop for Pool {
    /// What waits is given up; what is being thought about should be stopped first.
    fn drop(&mut self) {
        self.queue.lock().closed = true;
        self.queue.ready.notify_all();
        let own = thread::current().id();
        // The last to let go of the pool may be one of its threads, which cannot wait for itself.
        for thread in self.threads.drain(..).filter(|thread| thread.thread().id() != own) {
            // A thread that panicked has nothing left to say.
            let _ = thread.join();
        }
    }
}

/// Those of one thread who analyse, by name and rules.
type Analysts = HashMap<(String, u64), Box<dyn Player>>;

fn work(queue: &Queue) {
    let mut analysts = Analysts::new();
    while let Some(mut job) = queue.next() {
        let done = catch_unwind(AssertUnwindSafe(|| think(queue, &mut analysts, &mut job)));
        let last = done.unwrap_or_else(|_| {
            // What a player that failed left behind may be in any state.
            analysts.clear();
            let name = job.seat.factory().name();
            let forfeit = Forfeit::crash(format!("{name} failed at `{}`", job.game.position()));
            match job.want {
                Want::Turn => Told::Turn(Err(forfeit)),
                Want::Analysis(_) => Told::Analysed(Err(forfeit)),
            }
        });
        (job.tell)(last);
    }
}

fn think(queue: &Queue, analysts: &mut Analysts, job: &mut Job) -> Told {
    match job.want {
        Want::Turn => {
            let known = queue.seats().take(&job.seat);
            let mut player = known.unwrap_or_else(|| {
                let mut player = job.seat.factory().player();
                player.start_game(job.seat.seed());
                player
            });
            let found = turn(player.as_mut(), &job.game, &job.stop);
            let gone = queue.seats().keep(&job.seat, player);
            // Not under the lock: a tree may be large.
            drop(gone);
            Told::Turn(found)
        }
        Want::Analysis(simulations) => {
            let key = (job.seat.factory().name().to_owned(), job.game.position().rules().hash());
            let player = analysts.entry(key).or_insert_with(|| job.seat.factory().player());
            player.start_game(job.seat.seed());
            let (stop, tell, truth) = (&job.stop, &mut job.tell, job.truth.as_deref());
            let mut progress = |analysis| {
                if !stop.load(Ordering::Relaxed) {
                    tell(Told::Progress(analysis));
                }
            };
            Told::Analysed(analyse(player.as_mut(), &job.game, simulations, truth, stop, &mut progress))
        }
    }
}

/// A player's whole turn, or all placements that are its own to make.
///
/// # Errors
/// If the player cannot go on.
pub fn turn(player: &mut dyn Player, game: &Game, stop: &AtomicBool) -> Result<Vec<Action>, Forfeit> {
    let mut game = game.clone();
    let mut actions = Vec::new();
    loop {
        let placing = game.position().to_place() > 0;
        let found = player.think_watched(&game, Limit::Own, &mut |_: &dyn Thinking| flow(stop))?;
        game.play(found.chosen).map_err(|error| Forfeit::illegal_move(error.to_string()))?;
        actions.push(found.chosen);
        let goes_on = game.position().jumper().is_some() || (placing && game.position().to_place() > 0);
        if !goes_on || game.outcome().is_some() {
            return Ok(actions);
        }
    }
}

/// What a player thinks of a position after so many simulations, marked with what is proven. One that does not search tells
/// what it knows: of its own move at most, or how often it plays which.
///
/// # Errors
/// If the player cannot go on, or a table is damaged.
pub fn analyse(
    player: &mut dyn Player,
    game: &Game,
    simulations: u32,
    truth: Option<&Tables>,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(Analysis),
) -> Result<Analysis, Forfeit> {
    let marked = |mut analysis: Analysis| match truth.map(|tables| analysis.mark(game, tables)) {
        Some(Err(fault)) => Err(Forfeit::gave_up(fault.plain())),
        _ => Ok(analysis),
    };
    let mut last = Instant::now();
    let mut variations = Vec::new();
    let found = player.think_watched(game, Limit::Analysis(simulations), &mut |search: &dyn Thinking| {
        let enough = search.simulations() >= simulations || flow(stop).is_break();
        if enough || search.is_over() {
            variations = search.variations();
            return ControlFlow::Break(());
        }
        if last.elapsed() >= INTERVAL {
            last = Instant::now();
            // A table that is damaged is told of at the end.
            let _ = marked(Analysis::new(game, &search.summary(), &search.variations())).map(&mut *progress);
        }
        ControlFlow::Continue(())
    })?;
    marked(Analysis::new(game, &found, &variations))
}

fn flow(stop: &AtomicBool) -> ControlFlow<()> {
    if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
