//! The computer's players for one rule set: one for each level, and the one that analyses.
//!
//! In: levels, a network, someone who makes players. Out: [`Opponents`].
//! Invariant: all of them play by these rules; what cannot be loaded fails here, before any game.

use std::sync::Arc;

use super::level::Levels;
use crate::base::fault::Fault;
use crate::exact::Tables;
use crate::players::{PlayerFactory, PlayerSpec};
use crate::rules::Rules;

/// Makes what makes players, for rules that they can play. Any closure of this form is one.
pub trait Workshop: Send + Sync {
    /// The factory of this player.
    ///
    /// # Errors
    /// If it cannot be loaded, or does not fit the rules.
    fn make(&self, player: &PlayerSpec, rules: Rules) -> Result<PlayerFactory, Fault>;
}

impl<F: Fn(&PlayerSpec, Rules) -> Result<PlayerFactory, Fault> + Send + Sync> Workshop for F {
    fn make(&self, player: &PlayerSpec, rules: Rules) -> Result<PlayerFactory, Fault> {
        self(player, rules)
    }
}

/// The network that plays, and the rules that it was trained for.
#[derive(Clone, Debug)]
pub struct Network {
    /// Its directory.
    pub dir: String,
    /// Its rules.
    pub rules: Rules,
}

/// The players of one rule set.
pub struct Opponents {
    rules: Rules,
    levels: Vec<Arc<PlayerFactory>>,
    analyst: Arc<PlayerFactory>,
    truth: Option<Arc<Tables>>,
}

/// Who analyses where no network was trained for the rules.
const ANALYST_WITHOUT_NETWORK: PlayerSpec = PlayerSpec::Mcts { simulations: 2000 };

impl Opponents {
    /// The players of these levels. `truth` is used if it is about these rules.
    ///
    /// # Errors
    /// If one of them cannot be loaded.
    pub fn new(
        rules: Rules,
        levels: &Levels,
        network: &Network,
        workshop: &dyn Workshop,
        truth: Option<&Arc<Tables>>,
    ) -> Result<Self, Fault> {
        let fits = network.rules == rules;
        let make = |player: PlayerSpec| workshop.make(&player, rules).map(Arc::new);
        let of_level = |level: &super::Level| {
            let player = if fits { &level.player } else { &level.other_rules };
            make(player.clone().with_network(&network.dir))
        };
        let analyst = match fits {
            true => "net?sims=1".parse::<PlayerSpec>()?.with_network(&network.dir),
            false => ANALYST_WITHOUT_NETWORK,
        };
        let levels = levels.all().iter().map(of_level).collect::<Result<_, Fault>>()?;
        let truth = truth.filter(|tables| tables.rules() == rules).cloned();
        Ok(Self { rules, levels, analyst: make(analyst)?, truth })
    }

    /// Their rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Who plays at this level.
    pub fn level(&self, level: usize) -> &Arc<PlayerFactory> {
        &self.levels[level]
    }

    /// What is proven about their games, if tables are there.
    pub fn truth(&self) -> Option<&Arc<Tables>> {
        self.truth.as_ref()
    }

    /// Who gives hints and analyses: the network with as much search as it is asked for.
    pub fn analyst(&self) -> &Arc<PlayerFactory> {
        &self.analyst
    }
}
