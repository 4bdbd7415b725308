//! From the players that are named on the command line to players that can play.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::input;
use crate::base::fault::Fault;
use crate::exact::Manifest;
use crate::net::{self, NetEvaluator};
use crate::play::Workshop;
use crate::players::{EvaluatorMaker, NetworkSpec, PlayerFactory, PlayerSpec};
use crate::rules::Rules;
use crate::run;

/// The rules that are played: those of a file, else those of the first network or tables named, else Asalto's.
///
/// # Errors
/// Rules, a network or tables that cannot be loaded.
pub fn rules(file: Option<&Path>, specs: &[&PlayerSpec]) -> Result<Rules, Fault> {
    let bound = specs.iter().find(|spec| matches!(spec, PlayerSpec::Network(_) | PlayerSpec::Exact { .. }));
    match (file, bound) {
        (None, Some(PlayerSpec::Network(NetworkSpec { dir, .. }))) => {
            Ok(run::open_model(Path::new(dir), &net::device("cpu")?)?.rules)
        }
        (None, Some(PlayerSpec::Exact { dir, .. })) => Manifest::read(Path::new(dir))?.rules(),
        (file, _) => input::rules(file),
    }
}

/// The spec that a text names.
///
/// # Errors
/// What is wrong with it, and what is allowed.
pub fn spec(text: &str) -> Result<PlayerSpec, Fault> {
    text.parse::<PlayerSpec>().map_err(Fault::from)
}

/// Makes players of any spec; a network is loaded once, however many play with it.
pub fn workshop() -> impl Workshop {
    let loaded: Mutex<HashMap<PathBuf, (Rules, NetEvaluator)>> = Mutex::default();
    move |spec: &PlayerSpec, rules: Rules| {
        spec.factory(&|dir: &Path| {
            // A panic while loading leaves nothing half done behind.
            let mut loaded = loaded.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((_, evaluator)) = loaded.get(dir).filter(|(trained_for, _)| *trained_for == rules) {
                return Ok(maker(evaluator.clone()));
            }
            let evaluator = evaluator(dir, rules)?;
            loaded.insert(dir.to_owned(), (rules, evaluator.clone()));
            Ok(maker(evaluator))
        })
    }
}

fn maker(evaluator: NetEvaluator) -> EvaluatorMaker {
    Box::new(move || Box::new(evaluator.clone()))
}

/// What makes players of `spec` for games of `rules`.
///
/// # Errors
/// A network or tables that cannot be loaded, or that are those of other rules.
pub fn factory(spec: &PlayerSpec, rules: Rules) -> Result<PlayerFactory, Fault> {
    if let PlayerSpec::Exact { dir, .. } = spec {
        let found = Manifest::read(Path::new(dir))?.rules()?;
        if found != rules {
            let message = format!("{dir}: solved for other rules: {}", found.set().unlike(rules.set()));
            return Err(Fault::input(message).with_help("solve these rules too: asalto solve --rules FILE"));
        }
    }
    spec.factory(&|dir: &Path| evaluator(dir, rules).map(maker))
}

fn evaluator(dir: &Path, rules: Rules) -> Result<NetEvaluator, Fault> {
    let device = net::device("cpu")?;
    let model = run::open_model(dir, &device)?;
    if model.rules != rules {
        let (own, wanted) = (model.rules.hash_hex(), rules.hash_hex());
        let unlike = model.rules.set().unlike(rules.set());
        let message = format!("{}: trained for other rules, {own} and not {wanted}: {unlike}", dir.display());
        return Err(Fault::input(message).with_help(
            "play by the network's own rules, or name a network trained for these, or a player that needs none: mcts:sims=2000",
        ));
    }
    Ok(NetEvaluator::new(&model.network, &device))
}
