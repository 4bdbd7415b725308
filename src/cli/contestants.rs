//! From the players that are named on the command line to players that can play.

use std::path::Path;

use super::input;
use crate::base::fault::{Fault, Problem};
use crate::exact::Manifest;
use crate::net::{self, NetEvaluator};
use crate::players::{EvaluatorMaker, PlayerFactory, PlayerSpec};
use crate::rules::Rules;
use crate::run;

/// The rules that are played: those of a file, else those of the first network or tables named, else Asalto's.
///
/// # Errors
/// Rules, a network or tables that cannot be loaded.
pub fn rules(file: Option<&Path>, specs: &[&PlayerSpec]) -> Result<Rules, Fault> {
    let bound = specs.iter().find(|spec| matches!(spec, PlayerSpec::Network { .. } | PlayerSpec::Exact { .. }));
    match (file, bound) {
        (None, Some(PlayerSpec::Network { dir, .. })) => {
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
    text.parse().map_err(|error: crate::players::SpecError| Fault::from(Problem::new(error.to_string())))
}

/// What makes players of `spec` for games of `rules`.
///
/// # Errors
/// A network or tables that cannot be loaded, or that are those of other rules.
pub fn factory(spec: &PlayerSpec, rules: Rules) -> Result<PlayerFactory, Fault> {
    if let PlayerSpec::Exact { dir, .. } = spec {
        let found = Manifest::read(Path::new(dir))?.rules_hash;
        if found != rules.hash_hex() {
            let message =
                format!("{dir}: solved for the rules {found}, but the game has the rules {}", rules.hash_hex());
            return Err(Fault::input(message).with_help("solve these rules too: asalto solve --rules FILE"));
        }
    }
    spec.factory(&|dir: &Path| load(dir, rules))
}

fn load(dir: &Path, rules: Rules) -> Result<EvaluatorMaker, Fault> {
    let device = net::device("cpu")?;
    let model = run::open_model(dir, &device)?;
    if model.rules.hash() != rules.hash() {
        let (wanted, found) = (rules.hash_hex(), model.rules.hash_hex());
        let message = format!("{}: trained for the rules {found}, but the game has the rules {wanted}", dir.display());
        return Err(Fault::input(message).with_help(
            "play by the network's own rules, or name a network trained for these, or a player that needs none: mcts:sims=2000",
        ));
    }
    let evaluator = NetEvaluator::new(&model.network, &device);
    Ok(Box::new(move || Box::new(evaluator.clone())))
}
