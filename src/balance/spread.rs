//! How much results differ between runs (or seeds), beside what chance makes them differ within one.
//!
//! In: the officers' scores of several runs of the same thing. Out: both standard deviations, and a test.
//! Invariant: the spread between runs is 0 unless they differ by more than their games explain.
//!
//! The estimate is that of DerSimonian and Laird (1986); the test is Cochran's Q, whose chi-square chance is taken by the
//! approximation of Wilson and Hilferty (1931).

use serde::{Deserialize, Serialize};

use crate::arena::Score;
use crate::base::normal;

/// What several runs of one thing say together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The officers' share of the points in each run.
    pub shares: Vec<f64>,
    /// Standard error of a run's share, from its own games, on average.
    pub within: f64,
    /// Standard deviation of the true shares between runs.
    pub between: f64,
    /// The chance of runs that differ as much if only chance makes them differ.
    pub chance: f64,
}

impl Spread {
    /// Compares runs; `None` of fewer than two with games.
    pub fn of(scores: &[Score]) -> Option<Self> {
        let runs: Vec<(f64, f64)> = scores.iter().filter_map(share_and_variance).collect();
        if runs.len() < 2 {
            return None;
        }
        let weights: Vec<f64> = runs.iter().map(|(_, variance)| 1.0 / variance).collect();
        let total: f64 = weights.iter().sum();
        let mean = runs.iter().zip(&weights).map(|((share, _), weight)| share * weight).sum::<f64>() / total;
        let q: f64 = runs.iter().zip(&weights).map(|((share, _), weight)| weight * (share - mean).powi(2)).sum();
        let free = runs.len() as f64 - 1.0;
        let scale = total - weights.iter().map(|weight| weight * weight).sum::<f64>() / total;
        let variances = runs.iter().map(|(_, variance)| variance).sum::<f64>() / runs.len() as f64;
        Some(Self {
            shares: runs.iter().map(|(share, _)| *share).collect(),
            within: variances.sqrt(),
            between: ((q - free) / scale).max(0.0).sqrt(),
            chance: 1.0 - chi_square(q, free),
        })
    }
}

/// A run's share of the points and the variance of it. An imaginary game won and one lost count in the variance, so that a
/// sweep is no certainty.
fn share_and_variance(score: &Score) -> Option<(f64, f64)> {
    let share = score.share()?;
    let [wins, draws, losses] = [score.wins, score.draws, score.losses].map(f64::from);
    let games = wins + draws + losses + 2.0;
    let middle = (wins + 1.0 + draws / 2.0) / games;
    let squares =
        (wins + 1.0) * (1.0 - middle).powi(2) + draws * (0.5 - middle).powi(2) + (losses + 1.0) * middle.powi(2);
    Some((share, squares / games / games))
}

/// The chi-square distribution function.
fn chi_square(x: f64, free: f64) -> f64 {
    let spread = 2.0 / (9.0 * free);
    normal::cdf(((x / free).cbrt() - (1.0 - spread)) / spread.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Rng, stream};
    use rand::RngExt;

    #[test]
    fn the_chi_square_distribution_matches_its_table() {
        for (x, free, chance) in [(5.991, 2.0, 0.95), (9.488, 4.0, 0.95), (1.386, 2.0, 0.5)] {
            assert!((chi_square(x, free) - chance).abs() < 0.01, "{x} {free} {}", chi_square(x, free));
        }
    }

    fn score(chance: f64, rng: &mut Rng) -> Score {
        let wins = (0..200).filter(|_| rng.random::<f64>() < chance).count() as u32;
        Score { wins, draws: 0, losses: 200 - wins }
    }

    #[test]
    fn runs_that_differ_by_chance_have_no_spread_and_others_have_theirs() {
        let (mut alarms, mut between) = (0, 0.0);
        for seed in 0..200 {
            let mut rng = stream(seed, &[]);
            let alike: Vec<Score> = (0..5).map(|_| score(0.4, &mut rng)).collect();
            alarms += u32::from(Spread::of(&alike).unwrap().chance < 0.05);
            let different: Vec<Score> =
                [0.2, 0.3, 0.4, 0.5, 0.6].iter().map(|&chance| score(chance, &mut rng)).collect();
            between += Spread::of(&different).unwrap().between / 200.0;
        }
        assert!(alarms <= 20, "{alarms} of 200");
        // The standard deviation of these five is 0.158.
        assert!((0.13..0.19).contains(&between), "{between}");
        assert_eq!(Spread::of(&[Score { wins: 3, draws: 0, losses: 1 }]), None);
    }
}
