//! What a piece is worth: how the officers' chances depend on the pieces that are left.
//!
//! In: results by rebels and officers left, one position a game. Out: a logistic fit.
//! Invariant: each game gives one position, drawn at random, so that no interval comes from positions that hang together.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::logistic::{Fit, Observation};
use super::moments::Mean;
use super::tally::ByResult;
use crate::base::stats::Interval;

/// Elo in a logit.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Positions below which nothing is fitted.
const LEAST: u32 = 30;

/// The fit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PieceWorth {
    /// Positions, one a game.
    pub positions: u32,
    /// What one more rebel does to the officers, in Elo.
    pub rebel: Mean,
    /// What one more officer does to them; `None` where their number never changed.
    pub officer: Option<Mean>,
    /// The officers' share of the points with all officers, by rebels left.
    pub chances: Vec<PieceChance>,
}

/// The officers' chances at one number of rebels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PieceChance {
    /// Rebels left.
    pub rebels: u32,
    /// Officers left.
    pub officers: u32,
    /// Positions that were seen.
    pub positions: u32,
    /// The officers' share of the points in them.
    pub found: f64,
    /// What the fit says.
    pub fitted: f64,
    /// 95 % interval of `fitted`.
    pub interval: Interval,
}

/// Fits the chances; `None` where there are too few positions, or the number of rebels or the result never changed.
pub(super) fn piece_worth(counts: &BTreeMap<(u32, u32), ByResult>) -> Option<PieceWorth> {
    let total = |results: &ByResult| results.iter().sum::<u32>();
    let positions = counts.values().map(total).sum();
    let kinds = |part: fn(&(u32, u32)) -> u32| counts.keys().map(part).collect::<BTreeSet<_>>();
    let (rebels, officers) = (kinds(|key| key.0), kinds(|key| key.1));
    let results = (0..3).filter(|&result| counts.values().any(|results: &ByResult| results[result] > 0));
    if positions < LEAST || rebels.len() < 2 || results.count() < 2 {
        return None;
    }
    let (all_rebels, all_officers) = (*rebels.last()?, *officers.last()?);
    let with_officers = officers.len() > 1;
    let numbers = |rebels: u32, officers: u32| {
        // From the full numbers on: so the constant is the start's, and the fit is well conditioned.
        let mut numbers = vec![f64::from(rebels) - f64::from(all_rebels)];
        numbers.extend(with_officers.then(|| f64::from(officers) - f64::from(all_officers)));
        numbers
    };
    let mut observations = Vec::new();
    for (&(rebels, officers), results) in counts {
        for (count, result) in results.iter().zip([1.0, 0.5, 0.0]).filter(|(count, _)| **count > 0) {
            observations.push(Observation { numbers: numbers(rebels, officers), result, weight: f64::from(*count) });
        }
    }
    let fit = Fit::of(&observations)?;
    let worth = |index: usize| {
        let Interval { low, high } = fit.interval(index);
        Mean { value: ELO * fit.coefficients[index], interval: Interval { low: ELO * low, high: ELO * high } }
    };
    let chance = |(&(rebels, officers), results): (&(u32, u32), &ByResult)| {
        let (fitted, interval) = fit.predicted(&numbers(rebels, officers));
        let positions = total(results);
        let found = (f64::from(results[0]) + 0.5 * f64::from(results[1])) / f64::from(positions);
        PieceChance { rebels, officers, positions, found, fitted, interval }
    };
    Some(PieceWorth {
        positions,
        rebel: worth(1),
        officer: with_officers.then(|| worth(2)),
        chances: counts.iter().filter(|((_, officers), _)| *officers == all_officers).map(chance).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{below, stream};
    use rand::RngExt;

    #[test]
    fn the_known_worth_of_a_piece_mostly_lies_in_its_interval() {
        let mut held = [0; 2];
        for seed in 0..200 {
            let mut rng = stream(seed, &[]);
            let mut counts = BTreeMap::<(u32, u32), ByResult>::new();
            for _ in 0..400 {
                let (rebels, officers) = (12 + below(&mut rng, 13), 1 + below(&mut rng, 2));
                let logit = 0.25 * (18.0 - f64::from(rebels)) + 1.5 * (f64::from(officers) - 2.0) + 0.5;
                let won = rng.random::<f64>() < 1.0 / (1.0 + (-logit).exp());
                counts.entry((rebels, officers)).or_default()[if won { 0 } else { 2 }] += 1;
            }
            let found = piece_worth(&counts).unwrap();
            for (held, (worth, truth)) in held.iter_mut().zip([(found.rebel, -0.25), (found.officer.unwrap(), 1.5)]) {
                *held += u32::from((worth.interval.low..=worth.interval.high).contains(&(ELO * truth)));
            }
        }
        // 95 % of 200, give or take three standard errors.
        assert!(held.iter().all(|held| (181..=199).contains(held)), "{held:?}");
        assert_eq!(piece_worth(&BTreeMap::from([((24, 2), [20, 0, 30])])), None);
    }
}
