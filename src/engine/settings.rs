//! The options of the engine, and what they make.
//!
//! In: the command line's choices, `setoption`. Out: a player with the rules that it plays, and the
//! lines that tell the options.
//! Invariant: an option that cannot be set leaves everything as it was.

use std::path::{Path, PathBuf};

use crate::base::fault::{Fault, Problem};
use crate::players::{Budget, Limit, Player, PlayerSpec, SpecError};
use crate::rules::Rules;

/// Makes a player and says by which rules it plays: those of a file, or its own. Any closure of this
/// form is one.
pub trait Workshop {
    /// The rules, and a player for them.
    ///
    /// # Errors
    /// If either cannot be loaded, or they do not fit.
    fn make(&self, player: &PlayerSpec, rules: Option<&Path>) -> Result<(Rules, Box<dyn Player>), Fault>;
}

impl<F> Workshop for F
where
    F: Fn(&PlayerSpec, Option<&Path>) -> Result<(Rules, Box<dyn Player>), Fault>,
{
    fn make(&self, player: &PlayerSpec, rules: Option<&Path>) -> Result<(Rules, Box<dyn Player>), Fault> {
        self(player, rules)
    }
}

/// The options.
#[derive(Clone, Debug)]
pub struct Settings {
    /// `Player`: who thinks.
    player: PlayerSpec,
    /// `Rules`: a file; `None` = the player's own.
    rules: Option<PathBuf>,
    /// `Simulations` of a plain `go`; `None` = as the player's spec says.
    simulations: Option<u32>,
    /// `Seed`.
    seed: u64,
}

/// What has to be done after an option was set.
pub(super) enum Change {
    /// Nothing: the next `go` sees it.
    None,
    /// The player begins its games with another seed.
    Seed,
    /// There is another player, and perhaps other rules.
    Player(Rules, Box<dyn Player>),
}

/// How an option without a value is told.
const EMPTY: &str = "<empty>";
/// The greatest `Simulations`.
const MOST_SIMULATIONS: u32 = 100_000;

impl Settings {
    /// The choices of the command line.
    pub fn new(player: PlayerSpec, rules: Option<PathBuf>, seed: u64) -> Self {
        Self { player, rules, simulations: None, seed }
    }

    /// What every random choice begins from.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// The rules and the player that these settings make.
    ///
    /// # Errors
    /// If they cannot be loaded, or the player is itself an outside program.
    pub(super) fn make(&self, workshop: &dyn Workshop) -> Result<(Rules, Box<dyn Player>), Fault> {
        if let PlayerSpec::Ugi(_) = self.player {
            let message = format!("player `{}`: an outside program cannot think for this engine", self.player);
            return Err(Fault::input(message).with_help("drive that program itself"));
        }
        let (rules, mut player) = workshop.make(&self.player, self.rules.as_deref())?;
        player.start_game(self.seed);
        Ok((rules, player))
    }

    /// When a plain `go` ends.
    pub(super) fn limit(&self) -> Limit {
        let budget = self.simulations.map(Budget::Simulations).or_else(|| self.player.budget());
        budget.map_or(Limit::Own, Limit::Within)
    }

    /// The lines that tell the options.
    pub(super) fn lines(&self) -> [String; 4] {
        let rules = self.rules.as_ref().map_or(EMPTY.to_owned(), |path| path.display().to_string());
        let simulations = match self.limit() {
            Limit::Within(Budget::Simulations(simulations)) => simulations,
            _ => 0,
        };
        [
            format!("option name Player type string default {}", self.player),
            format!("option name Simulations type spin default {simulations} min 0 max {MOST_SIMULATIONS}"),
            format!("option name Rules type string default {rules}"),
            format!("option name Seed type spin default {} min 0 max {}", self.seed, u64::MAX),
        ]
    }

    /// Sets an option.
    ///
    /// # Errors
    /// If there is no such option, or its value is not allowed.
    pub(super) fn set(&mut self, name: &str, value: &str, workshop: &dyn Workshop) -> Result<Change, Fault> {
        match name.to_lowercase().as_str() {
            "player" => {
                let player = value.parse().map_err(|error: SpecError| Fault::input(error.in_short()))?;
                self.replace(Self { player, ..self.clone() }, workshop)
            }
            "rules" if value.is_empty() => Err(Fault::input(format!(
                "option Rules: must be a file, or {EMPTY} for the player's own, found nothing"
            ))),
            "rules" => {
                let rules = (value != EMPTY).then(|| PathBuf::from(value));
                self.replace(Self { rules, ..self.clone() }, workshop)
            }
            "simulations" => {
                let simulations = value.parse().ok().filter(|number| *number <= MOST_SIMULATIONS);
                let range = format!("0 to {MOST_SIMULATIONS}; 0 = as the player's spec says");
                let simulations: u32 = simulations.ok_or_else(|| out_of_range(name, &range, value))?;
                self.simulations = (simulations > 0).then_some(simulations);
                Ok(Change::None)
            }
            "seed" => {
                let range = format!("0 to {}", u64::MAX);
                self.seed = value.parse().map_err(|_| out_of_range(name, &range, value))?;
                Ok(Change::Seed)
            }
            _ => {
                let problem = Problem::new(format!("unknown option `{name}`"));
                Err(problem.help("allowed: Player, Simulations, Rules, Seed").into())
            }
        }
    }

    fn replace(&mut self, new: Self, workshop: &dyn Workshop) -> Result<Change, Fault> {
        let (rules, player) = new.make(workshop)?;
        *self = new;
        Ok(Change::Player(rules, player))
    }
}

fn out_of_range(name: &str, range: &str, value: &str) -> Fault {
    Fault::input(format!("option {name}: must be {range}, found `{value}`"))
}
