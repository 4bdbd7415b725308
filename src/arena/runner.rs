//! Runs a match: hands out pairs of games to threads and gathers what they bring back.
//!
//! In: a [`Match`]. Out: its games and their report; on the way, [`Progress`] after each pair.
//! Invariant: a pair depends on the match's seed and the pair's number alone. Each thread has
//! players of its own, told before each game to forget the last.

use std::ops::ControlFlow;

use rand::Rng as _;

use super::elo::Pentanomial;
use super::evidence::Evidence;
use super::jobs::{self, InOrder};
use super::opening::Openings;
use super::played::{PlayedGame, Seat, play_game};
use super::report::MatchReport;
use super::score::Score;
use super::sprt::{Sprt, SprtState};
use crate::base::fault::Fault;
use crate::base::rng::stream;
use crate::players::{Player, PlayerFactory};

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
    /// Ends the match early, at the first pair after which this test is decided.
    pub sprt: Option<Sprt>,
}

/// Who hears how a match goes on, and can stop it.
pub type Watch<'a> = dyn FnMut(&Progress) -> ControlFlow<()> + Send + 'a;

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
    /// Where the sequential test stands, over the pairs of which all earlier ones are finished.
    pub sprt: Option<SprtState>,
}

/// A finished match.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchResult {
    /// The statistics.
    pub report: MatchReport,
    /// The games, in order: first player A leads the officers, then player B from the same opening.
    pub pairs: Vec<[PlayedGame; 2]>,
}

/// What has come of a match so far.
struct Gathered {
    waiting: InOrder<[PlayedGame; 2]>,
    pairs: Vec<[PlayedGame; 2]>,
    sprt: Option<(Sprt, Evidence)>,
    progress: Progress,
}

impl Match<'_> {
    /// Plays the match. `watch` hears of each pair as it is finished, in whatever order that is;
    /// when it answers `Break`, no further pair is begun, and the report is over those that were
    /// finished.
    ///
    /// # Errors
    /// If the number of games or threads makes no sense, or the threads cannot be started.
    pub fn run(&self, watch: &mut Watch<'_>) -> Result<MatchResult, Fault> {
        if self.games == 0 || !self.games.is_multiple_of(2) {
            let found = self.games;
            let fault = Fault::input(format!("games: must be an even number from 2 on, found {found}"));
            return Err(fault.with_help("each opening is played twice, with the roles swapped"));
        }
        let mut gathered = Gathered::new(self.games, self.sprt);
        jobs::run(
            self.threads,
            self.games / 2,
            || self.players.map(PlayerFactory::player),
            |players, pair| self.play(players, pair),
            |pair, games| {
                let decided = gathered.add(pair, games);
                let watched = watch(&gathered.progress);
                if decided { ControlFlow::Break(()) } else { watched }
            },
        )?;
        let names = self.players.map(|player| player.name().to_owned());
        let report = MatchReport::new(names, &gathered.pairs).with_sprt(self.sprt);
        Ok(MatchResult { report, pairs: gathered.pairs })
    }

    /// Plays a pair.
    fn play(&self, players: &mut [Box<dyn Player>; 2], pair: u32) -> [PlayedGame; 2] {
        let opening = self.openings.of_pair(pair);
        Seat::ALL.map(|officers| {
            let number = 2 * pair + officers.index() as u32;
            for (player, seat) in players.iter_mut().zip(Seat::ALL) {
                player.start_game(self.seed_of(number, seat));
            }
            let [a, b] = &mut *players;
            play_game(number, &opening, [a.as_mut(), b.as_mut()], officers)
        })
    }

    fn seed_of(&self, game: u32, seat: Seat) -> u64 {
        stream(self.seed, &[STREAM, u64::from(game), seat.index() as u64]).next_u64()
    }
}

impl Gathered {
    fn new(games: u32, sprt: Option<Sprt>) -> Self {
        let state = sprt.map(|sprt| sprt.state(&Pentanomial::default()));
        Self {
            waiting: InOrder::new(),
            pairs: Vec::new(),
            sprt: sprt.map(|sprt| (sprt, Evidence::default())),
            progress: Progress { done: 0, games, scores: [Score::default(); 2], sprt: state },
        }
    }

    /// Takes a finished pair. Whether the test is decided now: pairs are judged in the order of their numbers, and those
    /// after the one that decides it are left out, so that it makes no difference who was faster.
    fn add(&mut self, number: u32, games: [PlayedGame; 2]) -> bool {
        self.progress.done += 2;
        for game in &games {
            self.progress.scores[game.side_of(Seat::A).index()].add(game.verdict(Seat::A));
        }
        self.waiting.put(number, games);
        while !self.is_decided() {
            let Some(pair) = self.waiting.take() else { break };
            if let Some((sprt, evidence)) = &mut self.sprt {
                evidence.add(&pair);
                self.progress.sprt = Some(sprt.state(evidence.pairs()));
            }
            self.pairs.push(pair);
        }
        self.is_decided()
    }

    fn is_decided(&self) -> bool {
        self.progress.sprt.is_some_and(|state| state.is_decided())
    }
}
