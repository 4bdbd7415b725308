//! What a study plays: rule sets, players, and cells of games.
//!
//! In: the choices of whoever asks. Out: a [`Study`], whose cells can be played in any order.
//! Invariant: a cell's games depend on what [`Study::key`] names and on nothing else, so games that were played once serve
//! every study that asks for the same cell.

use serde::{Deserialize, Serialize};

use crate::arena::Placements;
use crate::players::PlayerFactory;
use crate::rules::Rules;

/// A rule set with its name.
#[derive(Clone, Debug)]
pub struct RuleChoice {
    /// A short name: that of its file.
    pub name: String,
    /// The rules.
    pub rules: Rules,
}

/// What makes one player of a ladder stronger than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// Simulations a move.
    Simulations(u32),
    /// Turns that it looks ahead.
    Depth(u32),
    /// Iterations of training.
    Iteration(u32),
}

impl std::fmt::Display for Strength {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Simulations(1) => f.write_str("1 simulation"),
            Self::Depth(1) => f.write_str("1 turn ahead"),
            Self::Iteration(iteration) => write!(f, "iteration {iteration}"),
            other => write!(f, "{} {}", other.number(), other.unit()),
        }
    }
}

impl Strength {
    /// Where it stands on an axis of its kind, one step of which is a doubling, a turn, or an iteration.
    pub fn place(self) -> f64 {
        match self {
            Self::Simulations(simulations) => f64::from(simulations).log2(),
            Self::Depth(depth) => f64::from(depth),
            Self::Iteration(iteration) => f64::from(iteration),
        }
    }

    /// The number itself.
    pub fn number(self) -> u32 {
        let (Self::Simulations(number) | Self::Depth(number) | Self::Iteration(number)) = self;
        number
    }

    /// The unit of [`Strength::number`].
    pub fn unit(self) -> &'static str {
        match self {
            Self::Simulations(_) => "simulations",
            Self::Depth(_) => "turns ahead",
            Self::Iteration(_) => "iterations",
        }
    }
}

/// A player of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contender {
    /// Its spec.
    pub name: String,
    /// A short name for tables.
    pub label: String,
    /// SHA-256 of its weights, if it has any.
    pub weights: Option<String>,
    /// Which training run it comes from, if from one of several: players that differ in nothing else are replicates.
    pub replicate: Option<String>,
}

impl Contender {
    /// Its name in tables, with its run if there are several.
    pub fn title(&self) -> String {
        match &self.replicate {
            Some(run) => format!("{run}: {}", self.label),
            None => self.label.clone(),
        }
    }
}

/// Players alike but for their strength, from weak to strong.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ladder {
    /// What they have in common.
    pub name: String,
    /// Player and strength.
    pub steps: Vec<(usize, Strength)>,
}

/// Games of one kind: who leads which side, under which rules, with how many rebels missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// Number of the rule set.
    pub rules: usize,
    /// Number of the player who leads the officers.
    pub officers: usize,
    /// Number of the player who leads the rebels.
    pub rebels: usize,
    /// Rebels missing from the start, drawn at random for each game.
    pub missing: u32,
}

impl Cell {
    /// A player against itself from the rules' own start.
    pub fn is_main(&self) -> bool {
        self.officers == self.rebels && self.missing == 0
    }
}

/// How many games of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// The cell.
    pub cell: Cell,
    /// Its games.
    pub games: u32,
}

/// `[rules][players]`: who makes the players; `None` where one cannot play by these rules.
pub type Factories = Vec<Vec<Option<PlayerFactory>>>;

/// A study of balance.
pub struct Study {
    /// The rule sets; the first is what the others are compared with.
    pub rules: Vec<RuleChoice>,
    /// The players.
    pub players: Vec<Contender>,
    /// Who makes them.
    pub factories: Factories,
    /// Players by strength.
    pub ladders: Vec<Ladder>,
    /// What is played.
    pub orders: Vec<Order>,
    /// Placements of the officers.
    pub placements: Placements,
    /// Random plies before the players take over.
    pub random_plies: u32,
    /// Decides all that is random.
    pub seed: u64,
    /// Batches of games that share nothing random.
    pub seeds: u32,
    /// Name, version and commit of the program that plays.
    pub program: String,
}

/// What decides the games of a cell: the file beside them, and the hash that names their folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellKey {
    /// Fingerprint of the rules.
    pub rules: String,
    /// Specs of the officers' and the rebels' player.
    pub players: [String; 2],
    /// Hashes of their weights.
    pub weights: [Option<String>; 2],
    /// Rebels missing from the start.
    pub missing: u32,
    /// Placements, as on the command line.
    pub placements: String,
    /// Random plies before the players take over.
    pub random_plies: u32,
    /// The seed.
    pub seed: u64,
    /// Batches.
    pub seeds: u32,
}

impl Study {
    /// What decides the games of a cell.
    pub fn key(&self, cell: &Cell) -> CellKey {
        let both = [cell.officers, cell.rebels].map(|player| &self.players[player]);
        CellKey {
            rules: self.rules[cell.rules].rules.hash_hex(),
            players: both.map(|player| player.name.clone()),
            weights: both.map(|player| player.weights.clone()),
            missing: cell.missing,
            placements: self.placements.to_string(),
            random_plies: self.random_plies,
            seed: self.seed,
            seeds: self.seeds,
        }
    }

    /// Games to play in all.
    pub fn games(&self) -> u32 {
        self.orders.iter().map(|order| order.games).sum()
    }

    /// A cell in words.
    pub fn title(&self, cell: &Cell) -> String {
        let [officers, rebels] = [cell.officers, cell.rebels].map(|player| self.players[player].title());
        let players = if cell.officers == cell.rebels { officers } else { format!("{officers} - {rebels}") };
        let missing = if cell.missing == 0 { String::new() } else { format!(", {} rebels missing", cell.missing) };
        format!("{}, {players}{missing}", self.rules[cell.rules].name)
    }

    /// Whether a cell's players can both play by its rules.
    pub fn is_playable(&self, cell: &Cell) -> bool {
        let can = |player: usize| self.factories[cell.rules][player].is_some();
        can(cell.officers) && can(cell.rebels)
    }
}

/// Which cells a study plays, and how often.
#[derive(Clone, Debug)]
pub struct Extent {
    /// Games of each player against itself, under each rule set.
    pub games: u32,
    /// Games of each step of a ladder against each other one, under the first rule set.
    pub cross_games: u32,
    /// Numbers of rebels missing, for the handicap.
    pub missing: Vec<u32>,
    /// Games of each player for each of them, under the first rule set.
    pub handicap_games: u32,
}

impl Extent {
    /// The cells in the order in which they are played.
    pub fn orders(&self, rules: usize, players: usize, ladders: &[Ladder]) -> Vec<Order> {
        let cell = |rules, officers, rebels, missing| Cell { rules, officers, rebels, missing };
        let mut orders = Vec::new();
        let mut add = |cell: Cell, games: u32| {
            if games > 0 && !orders.iter().any(|order: &Order| order.cell == cell) {
                orders.push(Order { cell, games });
            }
        };
        (0..rules).for_each(|set| (0..players).for_each(|player| add(cell(set, player, player, 0), self.games)));
        for player in 0..players {
            self.missing.iter().for_each(|&missing| add(cell(0, player, player, missing), self.handicap_games));
        }
        for ladder in ladders {
            for (officers, _) in &ladder.steps {
                for (rebels, _) in ladder.steps.iter().filter(|(rebels, _)| rebels != officers) {
                    add(cell(0, *officers, *rebels, 0), self.cross_games);
                }
            }
        }
        orders
    }
}
