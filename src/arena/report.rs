//! What a match says: scores per player and role, ends, Elo from pairs.
//!
//! In: the games of a match, in pairs. Out: a [`MatchReport`]. Nothing is played or timed here.
//! Invariant: a game that was played before in the same match, move for move and with the same
//! roles, is no new evidence: it counts in `played` and in the thinking time, and nowhere else. A
//! pair of which both games are such copies counts nowhere either.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};

use super::elo::{Elo, Pentanomial};
use super::played::{EndReason, PlayedGame, Seat};
use super::score::Score;
use crate::rules::Side;

/// The result of a match. All scores are over distinct games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchReport {
    /// Both players, in the order of their seats.
    pub players: [PlayerReport; 2],
    /// Games played.
    pub played: u32,
    /// Games among them that differ from every other.
    pub distinct: u32,
    /// `distinct / played`, in [0, 1]; 1 without games.
    pub unique_ratio: f64,
    /// Pairs by the half points of player A in them, 0 to 4.
    pub pairs: Pentanomial,
    /// By how much player A is stronger.
    pub elo: Elo,
    /// The chance that player A is the stronger one, in [0, 1].
    pub superiority: f64,
    /// Mean plies of a game; 0 without games.
    pub mean_plies: f64,
}

/// One player's part in a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerReport {
    /// The spec.
    pub name: String,
    /// Its score in both roles together.
    pub total: Score,
    /// Its games as officers.
    pub officers: RoleReport,
    /// Its games as rebels.
    pub rebels: RoleReport,
    /// Games that it lost by giving up or by an illegal move; they are among the losses.
    pub forfeits: u32,
    /// Turns that it chose.
    pub turns: u32,
    /// Mean seconds that it thought about a turn; 0 without turns. Differs from run to run.
    pub seconds_per_turn: f64,
}

/// One player's games in one role.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RoleReport {
    /// Wins, draws, losses.
    pub score: Score,
    /// Points a game, in [0, 1]; `None` without games.
    pub share: Option<f64>,
    /// Wilson's 95 % interval of `share`: low, high.
    pub interval: [f64; 2],
    /// How the games ended: reason, and how often. The reason tells the winner, but for a forfeit.
    pub ends: BTreeMap<String, u32>,
    /// Mean plies of its games; 0 without games.
    pub mean_plies: f64,
    /// Games that it lost by forfeit.
    pub forfeits: u32,
}

impl MatchReport {
    /// Sums up the games of a match: whole pairs, `[2n, 2n + 1]` of one opening with the roles
    /// swapped.
    pub fn new(names: [String; 2], pairs: &[[PlayedGame; 2]]) -> Self {
        let evidence = Evidence::gather(pairs);
        let games: Vec<&PlayedGame> = pairs.iter().flatten().collect();
        let (played, distinct) = (games.len() as u32, evidence.games.len() as u32);
        let [a, b] = names;
        Self {
            players: [
                PlayerReport::new(a, Seat::A, &games, &evidence),
                PlayerReport::new(b, Seat::B, &games, &evidence),
            ],
            played,
            distinct,
            unique_ratio: if played == 0 { 1.0 } else { f64::from(distinct) / f64::from(played) },
            elo: evidence.pairs.elo(),
            superiority: evidence.pairs.superiority(),
            pairs: evidence.pairs,
            mean_plies: mean_plies(&evidence.games),
        }
    }
}

/// What counts of a match.
struct Evidence<'a> {
    games: Vec<&'a PlayedGame>,
    pairs: Pentanomial,
}

impl<'a> Evidence<'a> {
    fn gather(pairs: &'a [[PlayedGame; 2]]) -> Self {
        let mut seen = HashSet::new();
        let mut evidence = Self { games: Vec::new(), pairs: Pentanomial::default() };
        for pair in pairs {
            let before = evidence.games.len();
            let is_new = |game: &&'a PlayedGame| seen.insert((game.officers, &game.start, &game.moves));
            evidence.games.extend(pair.iter().filter(is_new));
            if evidence.games.len() > before {
                evidence.pairs.add([pair[0].verdict(Seat::A), pair[1].verdict(Seat::A)]);
            }
        }
        evidence
    }
}

impl PlayerReport {
    fn new(name: String, seat: Seat, all: &[&PlayedGame], evidence: &Evidence<'_>) -> Self {
        let officers = RoleReport::new(seat, Side::Officers, &evidence.games);
        let rebels = RoleReport::new(seat, Side::Rebels, &evidence.games);
        let turns: u32 = all.iter().map(|game| game.turns[seat.index()]).sum();
        let seconds: f64 = all.iter().map(|game| game.seconds[seat.index()]).sum();
        Self {
            name,
            total: officers.score.plus(rebels.score),
            forfeits: officers.forfeits + rebels.forfeits,
            officers,
            rebels,
            turns,
            seconds_per_turn: if turns == 0 { 0.0 } else { seconds / f64::from(turns) },
        }
    }
}

impl RoleReport {
    fn new(seat: Seat, side: Side, games: &[&PlayedGame]) -> Self {
        let games: Vec<&PlayedGame> = games.iter().copied().filter(|game| game.side_of(seat) == side).collect();
        let mut role = Self { mean_plies: mean_plies(&games), ..Self::default() };
        for game in games {
            role.score.add(game.verdict(seat));
            *role.ends.entry(game.reason.name().to_owned()).or_default() += 1;
            role.forfeits += u32::from(game.reason == EndReason::Forfeit && game.winner == Some(side.other()));
        }
        let interval = role.score.interval();
        Self { share: role.score.share(), interval: [interval.low, interval.high], ..role }
    }
}

fn mean_plies(games: &[&PlayedGame]) -> f64 {
    let plies: u32 = games.iter().map(|game| game.plies).sum();
    if games.is_empty() { 0.0 } else { f64::from(plies) / games.len() as f64 }
}
