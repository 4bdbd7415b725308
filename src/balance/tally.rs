//! What the games of a cell add up to.
//!
//! In: games, one at a time, in the order of their numbers. Out: counts and histograms, from which the report is made.
//! Invariant: its size does not grow with the length of games, and by a few bytes with their number; a game that was played
//! before, move for move or mirrored, counts in `played` and nowhere else.

use std::collections::{BTreeMap, HashSet};

use super::board::BoardTally;
use super::moments::Moments;
use super::openings::OpeningTally;
use super::recorded::RecordedGame;
use super::replay::Replay;
use super::values::ValueTally;
use crate::arena::{Score, Seat, Verdict};
use crate::base::rng::{below, stream};
use crate::rules::{Rules, Side};

/// The random streams of this module.
const STREAM: u64 = 0x7a11;

/// One game of a cell, in a few bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct One {
    /// The officers' half points.
    pub half_points: u8,
    /// Whether it was not played before.
    pub is_new: bool,
    /// The first turn that a player chose.
    pub first: Option<u64>,
}

/// Results by their number: the officers won, nobody, the rebels.
pub(super) type ByResult = [u32; 3];

/// The number of a result in [`ByResult`].
pub(super) fn result_of(verdict: Verdict) -> usize {
    2 - verdict.half_points()
}

/// Counts over the games of a cell.
pub struct Tally {
    pub(super) played: u32,
    seen: HashSet<u64>,
    /// All games in order, copies too.
    pub(super) games: Vec<One>,
    /// The officers' results, by batch.
    pub(super) batches: Vec<Score>,
    pub(super) ends: BTreeMap<&'static str, u32>,
    /// The officers' results, by placement.
    pub(super) placements: BTreeMap<String, Score>,
    /// Games by plies and result.
    pub(super) lengths: BTreeMap<u32, ByResult>,
    /// Legal turns that a side had, averaged over a game.
    pub(super) options: [Moments; 2],
    pub(super) captures: Moments,
    pub(super) huffs: Moments,
    pub(super) openings: OpeningTally,
    pub(super) board: BoardTally,
    pub(super) values: ValueTally,
    /// One position a game, drawn at random: results by rebels and officers left.
    pub(super) pieces: BTreeMap<(u32, u32), ByResult>,
    /// Seconds of CPU time; the only number that differs from time to time.
    pub(super) seconds: f64,
}

impl Tally {
    /// Nothing yet, in so many batches.
    pub(super) fn new(batches: u32) -> Self {
        Self {
            played: 0,
            seen: HashSet::new(),
            games: Vec::new(),
            batches: vec![Score::default(); batches as usize],
            ends: BTreeMap::new(),
            placements: BTreeMap::new(),
            lengths: BTreeMap::new(),
            options: [Moments::default(); 2],
            captures: Moments::default(),
            huffs: Moments::default(),
            openings: OpeningTally::default(),
            board: BoardTally::default(),
            values: ValueTally::default(),
            pieces: BTreeMap::new(),
            seconds: 0.0,
        }
    }

    /// Counts the next game.
    ///
    /// # Errors
    /// It is no game of these rules.
    pub(super) fn add(&mut self, rules: Rules, recorded: &RecordedGame) -> Result<(), String> {
        let replay = Replay::of(rules, recorded)?;
        let verdict = recorded.game.verdict(Seat::A);
        let is_new = self.seen.insert(replay.likeness);
        self.played += 1;
        self.seconds += recorded.game.seconds.iter().sum::<f64>();
        let first = replay.turns.get(replay.opening).map(|turn| super::openings::turn_hash(&turn.turn));
        self.games.push(One { half_points: verdict.half_points() as u8, is_new, first });
        if is_new {
            self.add_new(recorded, &replay, verdict);
        }
        Ok(())
    }

    fn add_new(&mut self, recorded: &RecordedGame, replay: &Replay, verdict: Verdict) {
        let (game, result) = (&recorded.game, result_of(verdict));
        let batch = game.number as usize % self.batches.len();
        self.batches[batch].add(verdict);
        *self.ends.entry(game.reason.name()).or_default() += 1;
        let placement: String = replay.placement.iter().map(|point| point.name()).collect();
        self.placements.entry(placement).or_default().add(verdict);
        self.lengths.entry(game.plies).or_default()[result] += 1;
        for side in Side::ALL {
            let options: Vec<f64> =
                replay.turns.iter().filter(|turn| turn.side == side).map(|turn| f64::from(turn.options)).collect();
            crate::base::stats::mean(&options).into_iter().for_each(|mean| self.options[side.index()].add(mean));
        }
        self.captures.add(replay.captured.len() as f64);
        self.huffs.add(replay.huffed.len() as f64);
        self.openings.add(replay);
        self.board.add(replay);
        let mut rng = stream(u64::from(game.number), &[STREAM]);
        self.values.add(recorded, replay, verdict, &mut rng);
        if !replay.turns.is_empty() {
            let turn = &replay.turns[below(&mut rng, replay.turns.len() as u32) as usize];
            self.pieces.entry((turn.rebels.count(), turn.officers.count())).or_default()[result] += 1;
        }
    }

    /// The officers' results.
    pub(super) fn score(&self) -> Score {
        self.batches.iter().fold(Score::default(), |sum, batch| sum.plus(*batch))
    }

    /// Games that differ from all others.
    pub(super) fn distinct(&self) -> u32 {
        self.seen.len() as u32
    }
}
