//! Runs a match: hands out pairs of games to threads and gathers what they bring back.
//!
//! In: a [`Match`]. Out: its games and their report; on the way, [`Progress`] after each pair.
//! Invariant: a pair depends on the match's seed and the pair's number alone. Each thread has
//! players of its own, told before each game to forget the last.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use super::opening::Openings;
use super::played::{PlayedGame, Seat, play_game};
use super::report::MatchReport;
use super::score::Score;
use crate::base::fault::Fault;
use crate::base::rng::stream;
use crate::players::PlayerFactory;
use rand::Rng as _;

/// The random streams of this module.
const STREAM: u64 = 0xa4e4a;

/// A match to be played.
pub struct Match<'a> {
    /// Players A and B.
    pub players: [&'a PlayerFactory; 2],
    /// Where the games start.
    pub openings: &'a Openings,
    /// How many games; they come in pairs, so it is even.
    pub games: u32,
    /// Decides all that is random but the openings, which have their own.
    pub seed: u64,
    /// How many games are played at once. No result depends on it.
    pub threads: usize,
}

/// How far a match has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Games played.
    pub done: u32,
    /// Games to play.
    pub games: u32,
    /// Player A's games as officers and as rebels so far, by
    /// [`Side::index`](crate::rules::Side::index). Copies are not left out yet.
    pub scores: [Score; 2],
}

/// A finished match.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchResult {
    /// The statistics.
    pub report: MatchReport,
    /// The games, in order: first player A leads the officers, then player B from the same opening.
    pub pairs: Vec<[PlayedGame; 2]>,
}

/// What the threads share.
struct Shared<'a> {
    next: AtomicU32,
    stopped: AtomicBool,
    gathered: Mutex<Gathered<'a>>,
}

struct Gathered<'a> {
    pairs: Vec<[PlayedGame; 2]>,
    progress: Progress,
    watch: &'a mut (dyn FnMut(&Progress) -> ControlFlow<()> + Send),
}

impl Match<'_> {
    /// Plays the match. `watch` hears of each pair as it is finished, in whatever order that is;
    /// when it answers `Break`, no further pair is begun, and the report is over those that were
    /// finished.
    ///
    /// # Errors
    /// If the number of games or threads makes no sense, or the threads cannot be started.
    pub fn run(&self, watch: &mut (dyn FnMut(&Progress) -> ControlFlow<()> + Send)) -> Result<MatchResult, Fault> {
        if self.games == 0 || !self.games.is_multiple_of(2) {
            let found = self.games;
            let fault = Fault::input(format!("games: must be an even number from 2 on, found {found}"));
            return Err(fault.with_help("each opening is played twice, with the roles swapped"));
        }
        if self.threads == 0 {
            return Err(Fault::input("threads: must be 1 or more, found 0"));
        }
        let threads = self.threads.min(self.games as usize / 2);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Fault::failed(format!("cannot start {threads} threads: {error}")))?;
        let progress = Progress { done: 0, games: self.games, scores: [Score::default(); 2] };
        let shared = Shared {
            next: AtomicU32::new(0),
            stopped: AtomicBool::new(false),
            gathered: Mutex::new(Gathered { pairs: Vec::new(), progress, watch }),
        };
        pool.broadcast(|_| self.work(&shared));
        let gathered = shared.gathered.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut pairs = gathered.pairs;
        pairs.sort_unstable_by_key(|pair| pair[0].number);
        let names = self.players.map(|player| player.name().to_owned());
        Ok(MatchResult { report: MatchReport::new(names, &pairs), pairs })
    }

    /// One thread's work: pair after pair, until there is none left.
    fn work(&self, shared: &Shared<'_>) {
        let mut players = self.players.map(PlayerFactory::player);
        while !shared.stopped.load(Ordering::Relaxed) {
            let pair = shared.next.fetch_add(1, Ordering::Relaxed);
            if pair >= self.games / 2 {
                break;
            }
            let opening = self.openings.of_pair(pair);
            let games = Seat::ALL.map(|officers| {
                let number = 2 * pair + officers.index() as u32;
                for (player, seat) in players.iter_mut().zip(Seat::ALL) {
                    player.start_game(self.seed_of(number, seat));
                }
                let [a, b] = &mut players;
                play_game(number, &opening, [a.as_mut(), b.as_mut()], officers)
            });
            let mut gathered = shared.gathered.lock().unwrap_or_else(PoisonError::into_inner);
            if gathered.add(games).is_break() {
                shared.stopped.store(true, Ordering::Relaxed);
            }
        }
    }

    fn seed_of(&self, game: u32, seat: Seat) -> u64 {
        stream(self.seed, &[STREAM, u64::from(game), seat.index() as u64]).next_u64()
    }
}

impl Gathered<'_> {
    fn add(&mut self, games: [PlayedGame; 2]) -> ControlFlow<()> {
        self.progress.done += 2;
        for game in &games {
            self.progress.scores[game.side_of(Seat::A).index()].add(game.verdict(Seat::A));
        }
        self.pairs.push(games);
        (self.watch)(&self.progress)
    }
}
