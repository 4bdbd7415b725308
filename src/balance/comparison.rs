//! Two cells compared, opening by opening; and many comparisons at once.
//!
//! In: the games of cells that share their openings. Out: differences with intervals and chances.
//! Invariant: an opening counts once, and only where both cells have a game of it that is no copy; intervals of many
//! differences hold all at once with 95 % (Bonferroni), and chances are corrected by Holm's method (1979).

use serde::{Deserialize, Serialize};

use super::moments::Moments;
use super::tally::One;
use crate::base::normal;
use crate::base::stats::Interval;

/// The difference of two cells' officers' scores.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// Openings that both played.
    pub pairs: u32,
    /// By how much the officers' share of the points is greater in the second cell.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
    /// The chance of a difference as large if there is none, corrected for the number of comparisons.
    pub chance: f64,
}

/// A difference on its own, before others are known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Raw {
    pub pairs: u32,
    pub value: f64,
    pub error: f64,
}

/// Compares two cells whose games of the same number have the same opening.
pub(super) fn paired(one: &[One], other: &[One]) -> Option<Raw> {
    let mut differences = Moments::default();
    for (one, other) in one.iter().zip(other).filter(|(one, other)| one.is_new && other.is_new) {
        differences.add((f64::from(other.half_points) - f64::from(one.half_points)) / 2.0);
    }
    // One imaginary pair that differs by a whole point, so that pairs which all came out alike are no certainty.
    let pairs = differences.count();
    let error = (differences.error()?.powi(2) + 0.25 / (pairs * pairs)).sqrt();
    Some(Raw { pairs: pairs as u32, value: differences.mean()?.value, error })
}

/// All comparisons of a table, corrected together.
pub(super) fn corrected(raw: &[Option<Raw>]) -> Vec<Option<Difference>> {
    let count = raw.iter().flatten().count();
    let z = normal::quantile(1.0 - 0.025 / count.max(1) as f64);
    let chances: Vec<f64> = raw.iter().flatten().map(|raw| normal::two_sided(raw.value / raw.error)).collect();
    let mut held = holm(&chances).into_iter();
    let difference = |raw: Raw| {
        let (low, high) = ((raw.value - z * raw.error).max(-1.0), (raw.value + z * raw.error).min(1.0));
        let chance = held.next().unwrap_or(1.0);
        Difference { pairs: raw.pairs, value: raw.value, interval: Interval { low, high }, chance }
    };
    let mut difference = difference;
    raw.iter().map(|raw| raw.map(&mut difference)).collect()
}

/// Chances corrected by Holm's method, in the same order.
pub(super) fn holm(chances: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|&one, &other| chances[one].total_cmp(&chances[other]));
    let mut held = vec![1.0; chances.len()];
    let mut least: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        least = least.max((chances[index] * (chances.len() - rank) as f64).min(1.0));
        held[index] = least;
    }
    held
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::stream;
    use rand::RngExt;

    #[test]
    fn holm_matches_a_table_worked_by_hand() {
        let found = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in found.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert_eq!(holm(&[]), Vec::<f64>::new());
    }

    /// Games whose openings have chances of their own, `more` better for the officers.
    fn games(seed: u64, cell: u64, more: f64) -> Vec<One> {
        let one = |opening: u64| {
            let chance = 0.2 + 0.4 * stream(seed, &[opening]).random::<f64>() + more;
            let won = stream(seed, &[opening, cell]).random::<f64>() < chance;
            One { half_points: 2 * u8::from(won), is_new: opening % 10 != 9, first: None }
        };
        (0..200).map(one).collect()
    }

    #[test]
    fn among_many_cells_that_do_not_differ_rarely_any_seems_to() {
        let (mut wrong, mut found) = (0, 0);
        for seed in 0..200 {
            let base = games(seed, 0, 0.0);
            let mut raw: Vec<_> = (1..8).map(|cell| paired(&base, &games(seed, cell, 0.0))).collect();
            raw.push(paired(&base, &games(seed, 9, 0.3)));
            let differences = corrected(&raw);
            wrong += u32::from(differences[..7].iter().flatten().any(|difference| difference.chance < 0.05));
            let last = differences[7].unwrap();
            found += u32::from(last.chance < 0.05 && last.interval.low > 0.0);
            assert_eq!(last.pairs, 180, "copies are left out");
        }
        // At most 5 % of 200 families, give or take three standard errors.
        assert!(wrong <= 19, "{wrong}");
        assert!(found >= 190, "{found}");
    }
}
