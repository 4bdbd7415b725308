//! A tournament: every player, or the first one alone, meets every other, as officers and as rebels.
//!
//! In: players, openings, a number of games for each pairing. Out: a [`TournamentReport`].
//! Invariant: all pairings play the same openings; apart from the seconds it took, the result is the same on any number of
//! threads.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;

use rand::Rng as _;
use serde::{Deserialize, Serialize};

use super::evidence::Evidence;
use super::opening::Openings;
use super::played::{PlayedGame, Seat};
use super::rating::{PairResult, Pairing, Rating, rate};
use super::report::{MatchReport, PlayerReport, sum_forfeits};
use super::runner::{Match, MatchResult, Progress};
use super::score::Score;
use crate::base::fault::Fault;
use crate::base::rng::stream;
use crate::players::PlayerFactory;
use crate::rules::Side;

/// The random streams of this module.
const STREAM: u64 = 0x70a2;

/// A tournament to be played.
pub struct Tournament<'a> {
    /// All players; no two alike.
    pub players: &'a [PlayerFactory],
    /// Where the games start.
    pub openings: &'a Openings,
    /// How many games each pairing plays; an even number.
    pub games: u32,
    /// Decides all that is random but the openings, which have their own.
    pub seed: u64,
    /// How many games are played at once. No result depends on it.
    pub threads: usize,
    /// Whether each player meets itself, too.
    pub self_play: bool,
    /// Whether only the first player meets the others.
    pub gauntlet: bool,
}

/// How far a tournament has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TournamentProgress {
    /// Games played in all.
    pub done: u32,
    /// Games to play in all.
    pub games: u32,
    /// The players that meet now, by their numbers.
    pub pairing: [usize; 2],
    /// How far their match has come.
    pub current: Progress,
}

/// The result of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentReport {
    /// The players, as they were named.
    pub players: Vec<Contestant>,
    /// Every player as officers against every other as rebels, row by row.
    pub cells: Vec<Cell>,
    /// The matches one by one.
    pub matches: Vec<MatchReport>,
}

/// A player of a tournament. Ratings are missing where too little was played to tie all players together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contestant {
    /// A short name in tables: A, B, C ...
    pub label: String,
    /// The spec.
    pub name: String,
    /// Its games against the others in both roles, copies left out.
    pub score: Score,
    /// Games that it lost by forfeit, those against itself too, by kind: crashes, time-outs, illegal moves, giving up.
    #[serde(default)]
    pub forfeits_by: BTreeMap<String, u32>,
    /// What happened in the first of them, in one line; `None` without any.
    #[serde(default)]
    pub first_forfeit: Option<String>,
    /// Its rating; those of all players average 0.
    pub rating: Option<Rating>,
    /// Its rating as officers, on the scale that all players in both roles share and average 0 on.
    pub as_officers: Option<Rating>,
    /// Its rating as rebels, on the same scale.
    pub as_rebels: Option<Rating>,
}

/// One player as officers against one as rebels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The label of the officers' player.
    pub officers: String,
    /// The label of the rebels' player.
    pub rebels: String,
    /// The officers' wins, draws and losses, copies left out.
    pub score: Score,
    /// The officers' points a game, in [0, 1]; `None` without games.
    pub share: Option<f64>,
    /// Wilson's 95 % interval of `share`: low, high.
    pub interval: [f64; 2],
}

impl Tournament<'_> {
    /// The pairings in the order in which they are played.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.players.len();
        let first = |one: usize| if self.self_play { one } else { one + 1 };
        let rows = if self.gauntlet { count.min(1) } else { count };
        (0..rows).flat_map(|one| (first(one)..count).map(move |other| [one, other])).collect()
    }

    /// Plays the tournament. `watch` hears of each pair of games as it is finished; when it answers `Break`, no further
    /// pair is begun, and the report is over those that were finished.
    ///
    /// # Errors
    /// If the number of games or threads makes no sense, or the threads cannot be started.
    pub fn run(
        &self,
        watch: &mut (dyn FnMut(&TournamentProgress) -> ControlFlow<()> + Send),
    ) -> Result<TournamentReport, Fault> {
        let pairings = self.pairings();
        let games = self.games.saturating_mul(pairings.len() as u32);
        let (mut played, mut done, mut stopped) = (Vec::new(), 0, false);
        for pairing in pairings {
            let seed = stream(self.seed, &[STREAM, pairing[0] as u64, pairing[1] as u64]).next_u64();
            let contest = Match {
                players: pairing.map(|player| &self.players[player]),
                openings: self.openings,
                games: self.games,
                seed,
                threads: self.threads,
                sprt: None,
            };
            let result = contest.run(&mut |current| {
                let told = watch(&TournamentProgress { done: done + current.done, games, pairing, current: *current });
                stopped |= told.is_break();
                told
            })?;
            done += result.report.played;
            played.push((pairing, result));
            if stopped {
                break;
            }
        }
        Ok(TournamentReport::new(self.players.iter().map(PlayerFactory::name), &played))
    }
}

impl TournamentReport {
    /// Sums up matches between the players with these numbers.
    fn new<'n>(names: impl Iterator<Item = &'n str>, played: &[([usize; 2], MatchResult)]) -> Self {
        let names: Vec<&str> = names.collect();
        let count = names.len();
        let cells = |officers: usize| (0..count).filter_map(move |rebels| Cell::new(officers, rebels, played));
        let overall: Vec<Pairing> =
            played.iter().filter(|([a, b], _)| a != b).map(|(met, result)| pair_results(result, [*met; 2])).collect();
        // In roles, the rebels' players are numbered behind the officers'.
        let in_roles =
            |&([a, b], ref result): &([usize; 2], MatchResult)| pair_results(result, [[a, count + b], [count + a, b]]);
        let in_roles: Vec<Pairing> = played.iter().map(in_roles).collect();
        let (ratings, role_ratings) = (rate(count, &overall), rate(2 * count, &in_roles));
        let contestant = |(number, name): (usize, &&str)| Contestant {
            label: label(number),
            name: (*name).to_owned(),
            score: score_of(number, played),
            forfeits_by: sum_forfeits(reports_of(number, played)),
            first_forfeit: reports_of(number, played).find_map(|report| report.first_forfeit.clone()),
            rating: ratings.as_ref().map(|ratings| ratings[number]),
            as_officers: role_ratings.as_ref().map(|ratings| ratings[number]),
            as_rebels: role_ratings.as_ref().map(|ratings| ratings[count + number]),
        };
        Self {
            players: names.iter().enumerate().map(contestant).collect(),
            cells: (0..count).flat_map(cells).collect(),
            matches: played.iter().map(|(_, result)| result.report.clone()).collect(),
        }
    }
}

/// The pairs of a match that count, for the ratings.
fn pair_results(result: &MatchResult, met: [[usize; 2]; 2]) -> Pairing {
    let mut evidence = Evidence::default();
    let points = |game: &PlayedGame| game.verdict(Seat::A).half_points() as f64 / 2.0;
    let new = result.pairs.iter().filter(|pair| evidence.add(pair) != [false; 2]);
    new.map(|pair| PairResult { met, points: pair.each_ref().map(points) }).collect()
}

/// A player's part in each of its matches; in one against itself it has two.
fn reports_of<'a>(
    player: usize,
    played: impl IntoIterator<Item = &'a ([usize; 2], MatchResult)>,
) -> impl Iterator<Item = &'a PlayerReport> {
    let seats = played.into_iter().flat_map(|(met, result)| met.iter().zip(&result.report.players));
    seats.filter(move |(met, _)| **met == player).map(|(_, report)| report)
}

/// A player's games against the others.
fn score_of(player: usize, played: &[([usize; 2], MatchResult)]) -> Score {
    let others = played.iter().filter(|([a, b], _)| a != b);
    reports_of(player, others).map(|report| report.total).fold(Score::default(), Score::plus)
}

impl Cell {
    /// The games of these two, if they met.
    fn new(officers: usize, rebels: usize, played: &[([usize; 2], MatchResult)]) -> Option<Self> {
        let met = |met: &[usize; 2]| *met == [officers, rebels] || *met == [rebels, officers];
        let (pairing, result) = played.iter().find(|(pairing, _)| met(pairing))?;
        let score = match pairing.iter().position(|&player| player == officers) {
            _ if officers == rebels => self_score(result),
            seat => result.report.players[seat?].role(Side::Officers).score,
        };
        let interval = score.interval();
        Some(Self {
            officers: label(officers),
            rebels: label(rebels),
            score,
            share: score.share(),
            interval: [interval.low, interval.high],
        })
    }
}

/// The officers' score of a player against itself. Here a game with the roles swapped that goes the same way is the same
/// game, too.
fn self_score(result: &MatchResult) -> Score {
    let (mut seen, mut score) = (HashSet::new(), Score::default());
    for game in result.pairs.iter().flatten() {
        if seen.insert((&game.start, &game.moves)) {
            score.add(game.verdict(game.officers));
        }
    }
    score
}

/// A, B ... Z, AA, AB ...
fn label(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { format!("{}{letter}", label(number / 26 - 1)) }
}

#[cfg(test)]
mod tests {
    use super::label;

    #[test]
    fn labels_go_on_after_z() {
        assert_eq!([0, 25, 26, 51, 52, 702].map(label), ["A", "Z", "AA", "AZ", "BA", "AAA"]);
    }
}
