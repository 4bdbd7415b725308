//! From a spec to players.
//!
//! In: a [`PlayerSpec`], and for networks someone who loads them. Out: a [`PlayerFactory`], which
//! makes a player for each thread. Invariant: whatever can fail (a missing directory, weights that
//! do not fit) fails here, once, before any game.

use std::path::Path;
use std::sync::Arc;

use super::network::NetworkPlayer;
use super::spec::PlayerSpec;
use super::ugi::{NeverReady, UgiPlayer};
use super::{AlphaBetaPlayer, ExactPlayer, GreedyPlayer, MctsPlayer, Player, RandomPlayer};
use crate::base::fault::Fault;
use crate::exact::Tables;
use crate::rules::Side;
use crate::search::{Evaluation, Evaluator, Leaf};

/// Makes any number of players alike; each plays on a thread of its own.
pub struct PlayerFactory {
    name: String,
    make: Box<dyn Fn() -> Box<dyn Player> + Send + Sync>,
}

/// Makes evaluators that share one network, one for each player.
pub type EvaluatorMaker = Box<dyn Fn() -> Box<dyn Evaluator + Send> + Send + Sync>;

/// Loads the network of a directory. Any closure of this form is one.
pub trait EvaluatorLoader {
    /// The network's evaluators.
    ///
    /// # Errors
    /// If there is no network, or it does not fit the rules that are played; the message names the
    /// file.
    fn load(&self, dir: &Path) -> Result<EvaluatorMaker, Fault>;
}

impl<F: Fn(&Path) -> Result<EvaluatorMaker, Fault>> EvaluatorLoader for F {
    fn load(&self, dir: &Path) -> Result<EvaluatorMaker, Fault> {
        self(dir)
    }
}

impl PlayerFactory {
    /// A factory of players that `make` makes; `name` stands in tables.
    pub fn new(name: impl Into<String>, make: impl Fn() -> Box<dyn Player> + Send + Sync + 'static) -> Self {
        Self { name: name.into(), make: Box::new(make) }
    }

    /// The name in tables: the spec.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// One more player.
    pub fn player(&self) -> Box<dyn Player> {
        (self.make)()
    }
}

impl PlayerSpec {
    /// What makes this spec's players; a network is loaded now, by `loader`, and an outside program
    /// is started to see whether it can be.
    ///
    /// # Errors
    /// If the network cannot be loaded, or the program not be started.
    pub fn factory(&self, loader: &dyn EvaluatorLoader) -> Result<PlayerFactory, Fault> {
        let name = self.to_string();
        Ok(match self {
            Self::Random => PlayerFactory::new(name, || Box::new(RandomPlayer::default())),
            Self::Greedy => PlayerFactory::new(name, || Box::new(GreedyPlayer::default())),
            &Self::Mcts { simulations } => {
                PlayerFactory::new(name.clone(), move || Box::new(MctsPlayer::new(name.clone(), simulations)))
            }
            &Self::AlphaBeta(budget) => {
                PlayerFactory::new(name.clone(), move || Box::new(AlphaBetaPlayer::new(name.clone(), budget)))
            }
            Self::Network(spec) => {
                let (evaluators, spec) = (loader.load(Path::new(&spec.dir))?, spec.clone());
                let draw_value = Side::ALL.map(|side| spec.draw_value(side));
                let temperature = spec.temperature as f32 / 100.0;
                PlayerFactory::new(name.clone(), move || {
                    let player = match spec.budget {
                        None => NetworkPlayer::policy(name.clone(), evaluators()),
                        Some(budget) => NetworkPlayer::searching(name.clone(), evaluators(), budget),
                    };
                    Box::new(player.with_draw_value(draw_value).with_temperature(temperature))
                })
            }
            Self::Exact { dir, fallback } => {
                let (tables, fallback) = (Arc::new(Tables::open(Path::new(dir))?), fallback.factory(loader)?);
                PlayerFactory::new(name.clone(), move || {
                    Box::new(ExactPlayer::new(name.clone(), Arc::clone(&tables), fallback.player()))
                })
            }
            Self::Ugi(spec) => {
                spec.try_to_start()?;
                let (spec, never_ready) = (spec.clone(), NeverReady::default());
                PlayerFactory::new(name, move || Box::new(UgiPlayer::new(spec.clone(), Arc::clone(&never_ready))))
            }
        })
    }
}

impl Evaluator for Box<dyn Evaluator + Send> {
    fn evaluate(&mut self, leaves: &[Leaf], out: &mut Vec<Evaluation>) {
        self.as_mut().evaluate(leaves, out);
    }

    fn batch(&self) -> usize {
        self.as_ref().batch()
    }
}
