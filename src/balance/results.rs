//! What a study says, as plain data: the JSON report.
//!
//! In: nothing; the other files of this module fill it. Out: types that serde writes.
//! Invariant: apart from the time that it took, equal games give an equal report.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::advantage::Advantage;
use super::board::BoardReport;
use super::comparison::Difference;
use super::moments::Mean;
use super::moves::FirstMove;
use super::openings::{Line, PlyVariety};
use super::pieces::PieceWorth;
use super::plan::{Cell, Contender, Ladder};
use super::spread::Spread;
use super::trace::Trace;
use super::truth::TruthReport;
use super::values::ValueReport;
use crate::arena::Score;
use crate::base::stats::Interval;
use crate::rules::{RuleSet, Side};

/// The result of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BalanceReport {
    /// The rule sets; the first is what the others are compared with.
    pub rules: Vec<RuleInfo>,
    /// The players.
    pub players: Vec<Contender>,
    /// Players by strength.
    pub ladders: Vec<Ladder>,
    /// Every cell of games.
    pub cells: Vec<CellReport>,
    /// What makes the game even.
    pub parities: Vec<Parity>,
    /// Rule sets compared with the first.
    pub comparisons: Vec<Comparison>,
    /// What is proven of the rule sets.
    #[serde(default)]
    pub truths: Vec<TruthReport>,
    /// How alike the openings of players of different strength are.
    pub divergences: Vec<Divergence>,
    /// Seeds and training runs compared.
    pub spreads: Vec<SpreadReport>,
    /// What was not played, and why.
    pub left_out: Vec<String>,
    /// Whether all games were played.
    pub complete: bool,
    /// Where the numbers come from.
    pub provenance: Provenance,
}

/// A rule set of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleInfo {
    /// Its name.
    pub name: String,
    /// Its fingerprint.
    pub hash: String,
    /// How many rebels there are at the start.
    pub rebels: u32,
    /// How many officers there are.
    pub officers: u32,
    /// All keys, as TOML.
    pub toml: String,
}

impl RuleInfo {
    /// The rules as data; Asalto's if they cannot be read.
    pub fn set(&self) -> RuleSet {
        RuleSet::from_toml(&self.toml).unwrap_or_default()
    }
}

/// A share with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// The share, in [0, 1].
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
}

/// The games of one cell. All counts but `played` are over distinct games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellReport {
    /// Which cell.
    pub cell: Cell,
    /// The cell in words.
    pub title: String,
    /// Games played.
    pub played: u32,
    /// Games among them that differ from all others, mirror images being alike.
    pub distinct: u32,
    /// The officers' wins, draws and losses.
    pub score: Score,
    /// Shares of the officers' wins, of draws, of the rebels' wins.
    pub shares: Option<[Share; 3]>,
    /// The officers' share of the points; a draw is half a point.
    pub expected: Option<Share>,
    /// Games by how they ended.
    pub ends: BTreeMap<String, u32>,
    /// The officers' advantage.
    pub advantage: Option<Advantage>,
    /// More about the games of a player against itself.
    pub detail: Option<Detail>,
}

/// What happens in the games of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Detail {
    /// Plies of a game: a tenth, half, nine tenths of the games are shorter.
    pub length: [f64; 3],
    /// Games by plies: plies, and the officers' wins, draws and losses.
    pub lengths: Vec<(u32, [u32; 3])>,
    /// Legal turns that each side has, averaged over a game.
    pub options: [Option<Mean>; 2],
    /// Rebels captured in a game.
    pub captures: Option<Mean>,
    /// Officers removed in a game for a missed capture.
    pub huffs: Option<Mean>,
    /// Placement by placement.
    pub placements: Vec<PlacementReport>,
    /// How varied the openings are.
    pub variety: Vec<PlyVariety>,
    /// The lines most played.
    pub lines: Vec<Line>,
    /// Where on the board.
    pub board: BoardReport,
    /// What the players thought.
    pub values: ValueReport,
    /// What pieces are worth.
    pub pieces: Option<PieceWorth>,
    /// Sequential tests, game by game.
    pub trace: Trace,
}

/// The games from one placement and its mirror image.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlacementReport {
    /// The officers' points: `d6d5`.
    pub placement: String,
    /// The officers' wins, draws and losses.
    pub score: Score,
    /// The officers' share of the points.
    pub expected: Option<Share>,
    /// What the player does first there.
    pub first_move: Option<FirstMove>,
}

/// What a handicap is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Handicap {
    /// Rebels that are missing from the start.
    Rebels,
    /// How many times the simulations of the stronger side the weaker one makes.
    Simulations,
    /// How many turns the weaker side looks farther ahead.
    Depth,
}

/// The handicap that makes the game even.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parity {
    /// Who plays.
    pub player: String,
    /// What the handicap is measured in.
    pub handicap: Handicap,
    /// The side that is better off without a handicap.
    pub favoured: Side,
    /// The handicap that makes the game even.
    pub even: f64,
    /// Its 95 % interval; `None` = the games do not tell.
    pub interval: Option<Interval>,
    /// Whether it lies beyond all handicaps that were played.
    pub beyond: bool,
    /// What was played: handicap, the officers' share of the points.
    pub played: Vec<(f64, Share)>,
}

/// A rule set compared with the first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The rule set.
    pub rules: String,
    /// Who plays.
    pub player: String,
    /// Number of the player.
    pub player_number: usize,
    /// The officers' share of the points under it.
    pub expected: Share,
    /// The share of draws under it: a score near one half may be nothing but draws.
    pub draws: f64,
    /// Whether the openings are the same, one by one; otherwise only the means are compared.
    pub paired: bool,
    /// The difference from the first rule set.
    pub difference: Option<Difference>,
}

/// How alike two players open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Divergence {
    /// The two players.
    pub players: [String; 2],
    /// Jensen-Shannon divergence of their first turns, in bits: 0 = alike, 1 = nothing in common.
    pub bits: f64,
    /// What chance alone makes of it.
    pub by_chance: f64,
    /// Share of the openings that both answer with the same turn.
    pub same_reply: Option<Share>,
}

/// Several runs of the same thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpreadReport {
    /// What was repeated.
    pub title: String,
    /// Whether training runs are compared, or seeds of the games alone.
    pub training: bool,
    /// The runs.
    pub runs: Vec<String>,
    /// How they differ.
    pub spread: Spread,
}

/// Where the numbers come from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// Program, version and commit that made the report.
    pub program: String,
    /// Those that played: games may be older.
    pub played_by: Vec<String>,
    /// The command.
    pub command: String,
    /// The seed, and how many batches of games derive from it.
    pub seed: u64,
    /// Batches.
    pub seeds: u32,
    /// Placements of the officers.
    pub placements: String,
    /// Random plies before the players take over.
    pub random_plies: u32,
    /// Seconds of CPU time of all games together (time on the wall where the system does not tell it). The only number that
    /// differs from time to time.
    pub cpu_seconds: f64,
}

impl BalanceReport {
    /// The cell of a player against itself from the start of a rule set.
    pub fn main(&self, rules: usize, player: usize) -> Option<&CellReport> {
        self.cell(Cell { rules, officers: player, rebels: player, missing: 0 })
    }

    /// A cell.
    pub fn cell(&self, cell: Cell) -> Option<&CellReport> {
        self.cells.iter().find(|report| report.cell == cell)
    }

    /// What is proven of a rule set.
    pub fn truth(&self, rules: usize) -> Option<&TruthReport> {
        self.truths.iter().find(|truth| truth.rules == rules)
    }

    /// All cells of players against themselves from the start.
    pub fn mains(&self) -> impl Iterator<Item = &CellReport> {
        self.cells.iter().filter(|report| report.cell.is_main())
    }
}
