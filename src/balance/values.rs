//! What the players thought of their games: how the value runs, how often it turns, and whether it can be believed.
//!
//! In: games with the values that were seen. Out: the value by ply and result, calibration by side, lead changes, drama.
//! Invariant: for the calibration each game gives one value a side, drawn at random, so that no interval comes from values
//! that hang together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::moments::{Mean, Moments};
use super::recorded::RecordedGame;
use super::replay::Replay;
use super::tally::{ByResult, result_of};
use crate::arena::Verdict;
use crate::base::rng::{Rng, below};
use crate::base::stats::{Interval, wilson};
use crate::rules::Side;

/// Plies that the fan takes together.
const PLIES: u32 = 4;
/// Bins of a value from -1 to 1.
const BINS: usize = 41;
/// Bins of the calibration.
const CALIBRATION: usize = 10;
/// A lead: a value beyond this, in thousandths. What is nearer to 0 is nobody's, and turns no lead.
const LEAD: i16 = 100;

/// Values of one side as predictions.
#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    games: f64,
    predicted: f64,
    points: f64,
}

/// What was thought in the games of a cell.
#[derive(Clone, Debug, Default)]
pub(super) struct ValueTally {
    fan: BTreeMap<u32, [Vec<u32>; 3]>,
    calibration: [[Bin; CALIBRATION]; 2],
    lead_changes: Moments,
    drama: Moments,
    games: ByResult,
}

/// The officers' value in games of one result, about one ply.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FanPoint {
    /// The middle of the plies.
    pub ply: f64,
    /// Values seen.
    pub count: u32,
    /// Quantiles of the value in [-1, 1]: a tenth, half and nine tenths of the games lie below.
    pub quantiles: [f64; 3],
}

/// What a value promised, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CalibrationPoint {
    /// Games.
    pub games: u32,
    /// The expected share of the points, on average.
    pub predicted: f64,
    /// The share that the side got.
    pub found: f64,
    /// 95 % interval of `found`.
    pub interval: Interval,
}

/// What the players thought, summed up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ValueReport {
    /// The officers' value by ply in games that they won, that were drawn, that they lost.
    pub fan: [Vec<FanPoint>; 3],
    /// Predictions and results of the officers and of the rebels.
    pub calibration: [Vec<CalibrationPoint>; 2],
    /// How often the lead changes hands in a game.
    pub lead_changes: Option<Mean>,
    /// How deep the later winner's value fell, as an expected share of the points, in [0, 1]: 0.5 or more = never behind.
    pub drama: Option<Mean>,
}

impl ValueTally {
    /// Counts a game; one without values adds nothing.
    pub fn add(&mut self, recorded: &RecordedGame, replay: &Replay, verdict: Verdict, rng: &mut Rng) {
        if recorded.values.is_empty() {
            return;
        }
        let result = result_of(verdict);
        self.games[result] += 1;
        for &(ply, value) in &recorded.values {
            let bins = self.fan.entry(ply / PLIES).or_insert_with(|| [(); 3].map(|()| vec![0; BINS]));
            bins[result][bin(f64::from(value) / 1000.0)] += 1;
        }
        self.lead_changes.add(f64::from(lead_changes(&recorded.values)));
        if verdict != Verdict::Draw {
            let sign = if verdict == Verdict::Win { 1 } else { -1 };
            let deepest = recorded.values.iter().map(|&(_, value)| sign * value).min().unwrap_or(0);
            self.drama.add((1.0 + f64::from(deepest) / 1000.0) / 2.0);
        }
        self.calibrate(recorded, replay, verdict, rng);
    }

    fn calibrate(&mut self, recorded: &RecordedGame, replay: &Replay, verdict: Verdict, rng: &mut Rng) {
        let side_at = |ply: u32| replay.turns.get(ply as usize).map(|turn| turn.side);
        for side in Side::ALL {
            let of_side = recorded.values.iter().filter(|(ply, _)| side_at(*ply) == Some(side));
            let own: Vec<i16> = of_side.map(|&(_, value)| value).collect();
            if own.is_empty() {
                continue;
            }
            let value = f64::from(own[below(rng, own.len() as u32) as usize]) / 1000.0;
            let (value, points) = match side {
                Side::Officers => (value, verdict.half_points() as f64 / 2.0),
                Side::Rebels => (-value, verdict.reversed().half_points() as f64 / 2.0),
            };
            let predicted = (1.0 + value) / 2.0;
            let place = ((predicted * CALIBRATION as f64) as usize).min(CALIBRATION - 1);
            let bin = &mut self.calibration[side.index()][place];
            bin.games += 1.0;
            bin.predicted += predicted;
            bin.points += points;
        }
    }

    /// What it adds up to.
    pub fn report(&self) -> ValueReport {
        let calibration = self.calibration.map(|bins| {
            let known = bins.into_iter().filter(|bin| bin.games > 0.0);
            let point = |bin: Bin| CalibrationPoint {
                games: bin.games as u32,
                predicted: bin.predicted / bin.games,
                found: bin.points / bin.games,
                interval: wilson(bin.points, bin.games),
            };
            known.map(point).collect()
        });
        let fan = [0, 1, 2].map(|result| self.fan_of(result));
        let lead_changes = self.lead_changes.mean().map(|mean| mean.within(0.0, f64::INFINITY));
        ValueReport { fan, calibration, lead_changes, drama: self.drama.mean().map(|mean| mean.within(0.0, 1.0)) }
    }

    /// The fan of one result, where a tenth of its games (and a few at least) still last.
    fn fan_of(&self, result: usize) -> Vec<FanPoint> {
        let games = f64::from(self.games[result]);
        let point = |(&at, bins): (&u32, &[Vec<u32>; 3])| {
            let count: u32 = bins[result].iter().sum();
            let quantiles = [0.1, 0.5, 0.9].map(|level| quantile(&bins[result], level));
            FanPoint { ply: f64::from(PLIES) * (f64::from(at) + 0.5), count, quantiles }
        };
        let least = (games * f64::from(PLIES) / 10.0).max(5.0);
        self.fan.iter().map(point).filter(|point| f64::from(point.count) >= least).collect()
    }
}

fn bin(value: f64) -> usize {
    ((value + 1.0) / 2.0 * (BINS - 1) as f64).round() as usize
}

/// The value below which this share of a histogram lies.
fn quantile(bins: &[u32], level: f64) -> f64 {
    let total: u32 = bins.iter().sum();
    let mut left = level * f64::from(total);
    let at = bins.iter().position(|&count| {
        left -= f64::from(count);
        left <= 0.0 && count > 0
    });
    2.0 * at.unwrap_or(BINS - 1) as f64 / (BINS - 1) as f64 - 1.0
}

/// How often the lead goes from one side to the other.
fn lead_changes(values: &[(u32, i16)]) -> u32 {
    let leads = values.iter().filter(|(_, value)| value.abs() > LEAD).map(|(_, value)| value.signum());
    let (mut changes, mut last) = (0, 0);
    for lead in leads {
        changes += u32::from(last != 0 && lead != last);
        last = lead;
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_changes_when_the_other_side_takes_it_and_not_when_it_is_lost_in_the_middle() {
        let of = |values: &[i16]| lead_changes(&values.iter().map(|&value| (0, value)).collect::<Vec<_>>());
        assert_eq!(of(&[300, 50, -50, 200, 20]), 0);
        assert_eq!(of(&[300, -300, 90, -400, 500]), 2);
        assert_eq!(of(&[]), 0);
    }

    #[test]
    fn quantiles_of_a_histogram_are_those_of_its_values() {
        let mut bins = vec![0; BINS];
        [-1.0, -0.5, 0.0, 0.5, 1.0].iter().for_each(|&value| bins[bin(value)] += 2);
        assert_eq!([0.05, 0.5, 0.95].map(|level| quantile(&bins, level)), [-1.0, 0.0, 1.0]);
    }
}
