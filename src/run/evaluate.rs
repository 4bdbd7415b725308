//! Evaluation: the network, with search, against fixed anchors, as officers and as rebels apart.

use std::ops::ControlFlow;

use super::event::{Observer, TrainEvent};
use super::metrics::MetricsRow;
use crate::arena::{Match, Openings, Placements};
use crate::base::fault::{Fault, Problem};
use crate::config::RunConfig;
use crate::net::NetEvaluator;
use crate::players::{Budget, NetworkPlayer, PlayerFactory, PlayerSpec};
use crate::rules::{Position, Rules, Side};

/// Plays the configured matches on `threads` threads and adds their results to `row`, under `eval/`. Every evaluation of a run
/// uses the same openings, so that its curve shows the network and not the luck of the draw.
///
/// # Errors
/// An anchor that cannot be made.
pub fn against_anchors(
    rules: Rules,
    config: &RunConfig,
    threads: usize,
    evaluator: &NetEvaluator,
    row: &mut MetricsRow,
    observer: &dyn Observer,
) -> Result<(), Fault> {
    let knobs = &config.evaluate;
    let start = Position::start(rules);
    let openings =
        Openings::new(&[start], &Placements::All, knobs.random_plies, config.run.seed).map_err(Fault::Input)?;
    let (own, budget) = (evaluator.clone(), Budget::Simulations(knobs.simulations));
    let network = PlayerFactory::new("network", move || {
        Box::new(NetworkPlayer::searching("network".to_owned(), own.clone(), budget))
    });
    for anchor in &knobs.anchors {
        let spec: PlayerSpec =
            anchor.parse().map_err(|error| Fault::from(Problem::new(format!("evaluate.anchors: {error}"))))?;
        let opponent = spec.factory(&no_network)?;
        let players = [&network, &opponent];
        let contest =
            Match { players, openings: &openings, games: knobs.games, seed: config.run.seed, threads, sprt: None };
        let result = contest.run(&mut |_| {
            observer.event(&TrainEvent::Advanced(2));
            ControlFlow::Continue(())
        })?;
        for side in [Side::Officers, Side::Rebels] {
            let role = result.report.players[0].role(side);
            let name = |rest: &str| format!("eval/{anchor}/as_{}/{rest}", side.name());
            row.set(name("score"), role.score.share().unwrap_or(f64::NAN));
            row.set(name("games"), role.score.games());
            row.set(name("plies"), role.mean_plies);
        }
    }
    Ok(())
}

/// Anchors are fixed: a network changes from run to run.
fn no_network(dir: &std::path::Path) -> Result<crate::players::EvaluatorMaker, Fault> {
    Err(Fault::input(format!("evaluate.anchors: must be fixed players, found the network {}", dir.display())))
}
