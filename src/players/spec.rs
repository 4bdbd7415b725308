//! The text that names a player.
//!
//! In: a text such as `mcts:sims=2000`. Out: a [`PlayerSpec`], or one error that lists what is
//! allowed.
//! Invariant: what a spec prints as reads back as the same spec.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::alphabeta::AlphaBetaBudget;
use super::budget::Budget;
use super::network_spec::NetworkSpec;
use super::options::{DEPTH, MILLISECONDS, SIMULATIONS, read, time};
use super::ugi::UgiSpec;
use crate::base::fault::{Fault, Problem};
use crate::net::{CARD, SHIPPED};

/// Which player, with its options.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum PlayerSpec {
    /// `random`: any legal micro-action.
    Random,
    /// `greedy`: captures the most it can, else plays at random.
    Greedy,
    /// `mcts:sims=N`: tree search with playouts.
    Mcts {
        /// Simulations a move, 1 to 100000.
        simulations: u32,
    },
    /// `alphabeta:depth=N` or `alphabeta:ms=N`: alpha-beta search with a hand-made evaluation.
    AlphaBeta(AlphaBetaBudget),
    /// `net:DIR`, `net:DIR?sims=N` or `net:DIR?ms=N`: a trained network.
    Network(NetworkSpec),
    /// `exact:DIR` or `exact:DIR?else=PLAYER`: wins what tables prove.
    Exact {
        /// The directory of the tables.
        dir: String,
        /// Who plays where they say nothing; an exact player itself only if it is the last.
        fallback: Box<PlayerSpec>,
    },
    /// `ugi:COMMAND`: an outside program.
    Ugi(UgiSpec),
}

impl PlayerSpec {
    /// The same player with the network of another directory, if it plays with the one that comes with the program.
    pub fn with_network(self, other: &str) -> Self {
        match self {
            Self::Network(network) if network.dir == SHIPPED => {
                Self::Network(NetworkSpec { dir: other.to_owned(), ..network })
            }
            Self::Exact { dir, fallback } => Self::Exact { dir, fallback: Box::new(fallback.with_network(other)) },
            player => player,
        }
    }

    /// Whether it can be told how many simulations to make: not who makes none, nor an outside program, whose text tells it.
    pub fn takes_simulations(&self) -> bool {
        match self {
            Self::Mcts { .. } | Self::Network(_) => true,
            Self::Exact { fallback, .. } => fallback.takes_simulations(),
            Self::Random | Self::Greedy | Self::AlphaBeta(_) | Self::Ugi(_) => false,
        }
    }

    /// What its tree search may cost, if it makes one.
    pub fn budget(&self) -> Option<Budget> {
        match self {
            Self::Mcts { simulations } => Some(Budget::Simulations(*simulations)),
            Self::Network(network) => network.budget,
            Self::Exact { fallback, .. } => fallback.budget(),
            Self::Random | Self::Greedy | Self::AlphaBeta(_) | Self::Ugi(_) => None,
        }
    }

    /// Whether it plays the same everywhere and for ever: it depends neither on files, nor on a clock, nor on another
    /// program.
    pub fn is_fixed(&self) -> bool {
        self.is_reproducible() && !matches!(self, Self::Network(_) | Self::Exact { .. })
    }

    /// Whether its games depend on nothing but seed and moves: not so for who plays by the clock, nor for an outside
    /// program.
    pub fn is_reproducible(&self) -> bool {
        match self {
            Self::AlphaBeta(AlphaBetaBudget::Time(_))
            | Self::Network(NetworkSpec { budget: Some(Budget::Time(_)), .. })
            | Self::Ugi(_) => false,
            Self::Exact { fallback, .. } => fallback.is_reproducible(),
            Self::Random | Self::Greedy | Self::Mcts { .. } | Self::AlphaBeta(_) | Self::Network(_) => true,
        }
    }
}

/// Simulations of `mcts` when the spec gives none.
const MCTS_SIMULATIONS: u32 = 2000;

/// Turns that `alphabeta` looks ahead when the spec gives none.
const ALPHA_BETA_DEPTH: u8 = 6;

/// Between the directory of an exact player and its fallback.
const ELSE: &str = "?else=";

/// The kinds: name, form, what it is.
const KINDS: [(&str, &str, &str); 16] = [
    ("random", "random", "any legal move"),
    ("greedy", "greedy", "captures the most it can, else plays at random"),
    ("mcts", "mcts:sims=2000", "tree search with playouts; sims = simulations a move, 1 to 100000 (2000)"),
    ("alphabeta", "alphabeta:depth=6", "alpha-beta search; depth = turns it looks ahead, 1 to 64 (6)"),
    ("alphabeta", "alphabeta:ms=500", "the same by time; ms = milliseconds a move, 0.1 to 3600000"),
    ("net", "net:DIR", "a trained network, its policy alone; DIR = directory of a run or a model"),
    ("net", "net", "the network that comes with the program; options as below: net?sims=64"),
    ("net", "net:DIR?sims=64", "a trained network with search; sims = simulations a move, 1 to 100000"),
    ("net", "net:DIR?ms=500", "a trained network with search; ms = milliseconds a move, 0.1 to 3600000"),
    (
        "net",
        "net:DIR?sims=64,draw=40",
        "the same; draw = what one is worth to the officers, 0 to 90 % of a win (0): as rebels it presses on",
    ),
    (
        "net",
        "net:DIR?sims=64,contempt=40",
        "the same; contempt = by how much less a draw is worth to itself, 0 to 90 % of a win (0): either side presses on",
    ),
    (
        "net",
        "net?temperature=100",
        "its moves are drawn from its policy; temperature = 0 to 500 hundredths, 0 = the best move (0)",
    ),
    ("exact", "exact:DIR", "wins what the tables in DIR prove (see `asalto solve`); elsewhere alphabeta:depth=6"),
    ("exact", "exact:DIR?else=PLAYER", "the same; elsewhere any other player"),
    ("ugi", "ugi:COMMAND", "an outside program that speaks UGI, a second a move; COMMAND is quoted as in a shell"),
    ("ugi", "ugi[ms=500,grace=5000]:COMMAND", "the same; ms or sims a move; grace = milliseconds late that lose"),
];

/// A text that names no player; its display lists what does.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}\nhelp: {}", spec_help())]
pub struct SpecError {
    message: String,
}

impl SpecError {
    pub(super) fn new(message: String) -> Self {
        Self { message }
    }

    /// What is wrong and the kinds that are allowed, in one line.
    pub fn in_short(&self) -> String {
        let mut kinds = KINDS.map(|(kind, ..)| kind).to_vec();
        kinds.dedup();
        format!("{}; a player is one of {}", self.message, kinds.join(", "))
    }
}

impl From<SpecError> for Fault {
    fn from(error: SpecError) -> Self {
        Problem::new(error.message).help(spec_help()).into()
    }
}

/// All forms of a spec with their meanings, one a line: for the help of every command that takes players.
pub fn spec_help() -> String {
    let width = KINDS.iter().map(|(_, form, _)| form.len()).max().unwrap_or(0);
    let lines = KINDS.map(|(_, form, meaning)| format!("\n  {form:<width$}  {meaning}"));
    format!("a player is one of{}", lines.concat())
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (kind, rest) = text.split_once(':').map_or((text, None), |(kind, rest)| (kind, Some(rest)));
        // The model that ships needs no name: `net`, `net?sims=64`.
        if let Some(options) = text.strip_prefix("net?") {
            return NetworkSpec::read(text, &format!("{SHIPPED}?{options}")).map(Self::Network);
        }
        match (kind, rest) {
            ("random", None) => Ok(Self::Random),
            ("greedy", None) => Ok(Self::Greedy),
            ("random" | "greedy", Some(options)) => Err(without_options(text, kind, options)),
            ("mcts", None) => Ok(Self::Mcts { simulations: MCTS_SIMULATIONS }),
            ("mcts", Some(options)) => {
                let [simulations] = read(text, options, [&SIMULATIONS])?;
                Ok(Self::Mcts { simulations: simulations.unwrap_or(MCTS_SIMULATIONS) })
            }
            ("alphabeta", rest) => alphabeta(text, rest),
            ("net", rest) => NetworkSpec::read(text, rest.unwrap_or(SHIPPED)).map(Self::Network),
            ("exact", rest) => exact(text, rest.unwrap_or_default()),
            (kind, rest) if kind == "ugi" || kind.starts_with("ugi[") => {
                UgiSpec::read(text, &kind["ugi".len()..], rest.unwrap_or_default()).map(Self::Ugi)
            }
            _ => Err(unknown(text, kind)),
        }
    }
}

fn alphabeta(text: &str, options: Option<&str>) -> Result<PlayerSpec, SpecError> {
    let read = |options| read(text, options, [&DEPTH, &MILLISECONDS]);
    let budget = match options.map(read).transpose()? {
        None => AlphaBetaBudget::Depth(ALPHA_BETA_DEPTH),
        Some([Some(depth), None]) => AlphaBetaBudget::Depth(depth as u8),
        Some([None, Some(ms)]) => AlphaBetaBudget::Time(time(ms)),
        Some(_) => return Err(SpecError::new(format!("player `{text}`: give either `depth` or `ms`"))),
    };
    Ok(PlayerSpec::AlphaBeta(budget))
}

/// `DIR` or `DIR?else=PLAYER`. The other player follows the first `?else=`.
fn exact(text: &str, rest: &str) -> Result<PlayerSpec, SpecError> {
    let (dir, fallback) = rest.split_once(ELSE).map_or((rest, None), |(dir, fallback)| (dir, Some(fallback)));
    if dir.is_empty() {
        return Err(SpecError::new(format!("player `{text}`: the directory of the tables is missing")));
    }
    let fallback = fallback.map_or(Ok(PlayerSpec::AlphaBeta(AlphaBetaBudget::Depth(ALPHA_BETA_DEPTH))), str::parse);
    let fallback = fallback.map_err(|error| SpecError::new(format!("player `{text}`: {}", error.message)))?;
    Ok(PlayerSpec::Exact { dir: dir.to_owned(), fallback: Box::new(fallback) })
}

fn without_options(text: &str, kind: &str, options: &str) -> SpecError {
    SpecError::new(format!("player `{text}`: {kind} has no options, found `{options}`"))
}

fn unknown(text: &str, kind: &str) -> SpecError {
    match text.split_once('?') {
        Some((kind @ ("random" | "greedy"), options)) => return without_options(text, kind, options),
        Some((kind @ ("mcts" | "alphabeta"), options)) => {
            return SpecError::new(format!("player `{text}`: its options follow a colon: `{kind}:{options}`"));
        }
        _ => {}
    }
    let folder = kind.split('?').next().unwrap_or_default();
    if kind.contains(['/', '\\']) || (!folder.is_empty() && Path::new(folder).join(CARD).exists()) {
        return SpecError::new(format!("unknown player `{text}`; the network of a folder is named `net:{text}`"));
    }
    let near = KINDS.iter().map(|(name, ..)| (strsim::damerau_levenshtein(name, kind), name)).min();
    let hint = match near {
        Some((distance, name)) if distance <= 2 => format!("; did you mean `{name}`?"),
        _ => String::new(),
    };
    SpecError::new(format!("unknown player `{kind}`{hint}"))
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Mcts { simulations } => write!(f, "mcts:sims={simulations}"),
            Self::AlphaBeta(AlphaBetaBudget::Depth(depth)) => write!(f, "alphabeta:depth={depth}"),
            Self::AlphaBeta(AlphaBetaBudget::Time(time)) => write!(f, "alphabeta:{}", Budget::Time(*time)),
            Self::Network(spec) => write!(f, "{spec}"),
            Self::Exact { dir, fallback } => write!(f, "exact:{dir}{ELSE}{fallback}"),
            Self::Ugi(spec) => write!(f, "{spec}"),
        }
    }
}

impl TryFrom<String> for PlayerSpec {
    type Error = SpecError;

    fn try_from(text: String) -> Result<Self, SpecError> {
        text.parse()
    }
}

impl From<PlayerSpec> for String {
    fn from(spec: PlayerSpec) -> Self {
        spec.to_string()
    }
}
