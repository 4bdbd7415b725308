//! What a match says: scores per player and role, ends, Elo from pairs.
//!
//! In: the games of a match, in pairs. Out: a [`MatchReport`]. Nothing is played or timed here.
//! Invariant: a game that was played before in the same match, move for move and with the same
//! roles, is no new evidence: it counts in `played` and in the thinking time, and nowhere else. A
//! pair of which both games are such copies counts nowhere either.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::elo::{Elo, Pentanomial};
use super::evidence::Evidence;
use super::played::{PlayedGame, Seat};
use super::score::Score;
use super::sprt::{Sprt, SprtState};
use crate::base::stats;
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
    /// Where the sequential test stands, if there is one.
    pub sprt: Option<SprtState>,
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
    /// What happened in the first of them, in one line; `None` without any.
    #[serde(default)]
    pub first_forfeit: Option<String>,
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
    /// Rebels captured in its games, on average, after the opening; 0 without games.
    #[serde(default)]
    pub mean_taken: f64,
    /// Games that it lost by forfeit.
    pub forfeits: u32,
    /// The same by kind of forfeit.
    pub forfeits_by: BTreeMap<String, u32>,
}

impl MatchReport {
    /// Sums up the games of a match: whole pairs, `[2n, 2n + 1]` of one opening with the roles
    /// swapped.
    pub fn new(names: [String; 2], pairs: &[[PlayedGame; 2]]) -> Self {
        let mut evidence = Evidence::default();
        let mut new: Vec<&PlayedGame> = Vec::new();
        for pair in pairs {
            let counts = evidence.add(pair);
            new.extend(pair.iter().zip(counts).filter_map(|(game, counts)| counts.then_some(game)));
        }
        let all: Vec<&PlayedGame> = pairs.iter().flatten().collect();
        let (played, distinct) = (all.len() as u32, new.len() as u32);
        let [a, b] = names;
        Self {
            players: [PlayerReport::new(a, Seat::A, &all, &new), PlayerReport::new(b, Seat::B, &all, &new)],
            played,
            distinct,
            unique_ratio: if played == 0 { 1.0 } else { f64::from(distinct) / f64::from(played) },
            elo: evidence.pairs().elo(),
            superiority: evidence.pairs().superiority(),
            sprt: None,
            pairs: *evidence.pairs(),
            mean_plies: mean(&new, |game| game.plies),
        }
    }

    /// The same report with the state of a test over its pairs.
    pub fn with_sprt(mut self, sprt: Option<Sprt>) -> Self {
        self.sprt = sprt.map(|sprt| sprt.state(&self.pairs));
        self
    }
}

impl PlayerReport {
    fn new(name: String, seat: Seat, all: &[&PlayedGame], new: &[&PlayedGame]) -> Self {
        let officers = RoleReport::new(seat, Side::Officers, new);
        let rebels = RoleReport::new(seat, Side::Rebels, new);
        let turns: u32 = all.iter().map(|game| game.turns[seat.index()]).sum();
        let seconds: f64 = all.iter().map(|game| game.seconds[seat.index()]).sum();
        Self {
            name,
            total: officers.score.plus(rebels.score),
            first_forfeit: new.iter().find(|game| game.is_forfeited_by(seat)).and_then(|game| game.forfeit.clone()),
            forfeits: officers.forfeits + rebels.forfeits,
            officers,
            rebels,
            turns,
            seconds_per_turn: if turns == 0 { 0.0 } else { seconds / f64::from(turns) },
        }
    }

    /// Its forfeits in both roles together, by kind.
    pub fn forfeits_by(&self) -> BTreeMap<String, u32> {
        sum_forfeits([self])
    }

    /// Its games in one role.
    pub fn role(&self, side: Side) -> &RoleReport {
        match side {
            Side::Officers => &self.officers,
            Side::Rebels => &self.rebels,
        }
    }
}

impl RoleReport {
    fn new(seat: Seat, side: Side, games: &[&PlayedGame]) -> Self {
        let games: Vec<&PlayedGame> = games.iter().copied().filter(|game| game.side_of(seat) == side).collect();
        let mean_taken = mean(&games, |game| game.taken);
        let mut role = Self { mean_plies: mean(&games, |game| game.plies), mean_taken, ..Self::default() };
        for game in games {
            role.score.add(game.verdict(seat));
            *role.ends.entry(game.reason.name().to_owned()).or_default() += 1;
            if game.is_forfeited_by(seat) {
                *role.forfeits_by.entry(game.reason.name().to_owned()).or_default() += 1;
            }
        }
        let interval = role.score.interval();
        let forfeits = role.forfeits_by.values().sum();
        Self { share: role.score.share(), interval: [interval.low, interval.high], forfeits, ..role }
    }
}

/// The forfeits of a player's matches, in both roles together, by kind.
pub(super) fn sum_forfeits<'a>(reports: impl IntoIterator<Item = &'a PlayerReport>) -> BTreeMap<String, u32> {
    let roles = reports.into_iter().flat_map(|report| [&report.officers, &report.rebels]);
    let mut sums = BTreeMap::new();
    for (kind, count) in roles.flat_map(|role| &role.forfeits_by) {
        *sums.entry(kind.clone()).or_default() += count;
    }
    sums
}

/// 0 without games.
fn mean(games: &[&PlayedGame], of: impl Fn(&PlayedGame) -> u32) -> f64 {
    let values: Vec<f64> = games.iter().map(|game| f64::from(of(game))).collect();
    stats::mean(&values).unwrap_or(0.0)
}
