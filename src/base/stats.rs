//! Small statistics: intervals for shares, means, variances, quantiles.
//!
//! In: counts or samples. Out: plain numbers.
//! Invariant: nothing here panics or returns a number outside its stated range, whatever the input; "nothing is known"
//! is the widest interval or `None`, never NaN.

use serde::{Deserialize, Serialize};

/// A closed interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end, at least `low`.
    pub high: f64,
}

/// The 97.5 % quantile of the normal distribution: two-sided 95 %.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Wilson's score interval for a share, at 95 % (Wilson 1927; Brown, Cai and DasGupta 2001, section 3.1.1).
///
/// `successes` may be fractional, as a score with half points for draws is; for those the interval is a little too wide,
/// since a draw varies less than a coin. Always within `[0, 1]`; without trials it is `[0, 1]`.
pub fn wilson(successes: f64, trials: f64) -> Interval {
    // The comparisons are false for NaN.
    let known = trials > 0.0 && trials.is_finite() && (0.0..=trials).contains(&successes);
    if !known {
        return Interval { low: 0.0, high: 1.0 };
    }
    let share = successes / trials;
    let z2 = Z95 * Z95 / trials;
    let centre = (share + z2 / 2.0) / (1.0 + z2);
    let half = (Z95 / (1.0 + z2)) * (share * (1.0 - share) / trials + z2 / (4.0 * trials)).sqrt();
    // At 0 and at all successes the ends are exact; rounding must not push the share out of its own interval.
    let low = if successes == 0.0 { 0.0 } else { (centre - half).clamp(0.0, share) };
    let high = if successes == trials { 1.0 } else { (centre + half).clamp(share, 1.0) };
    Interval { low, high }
}

/// An interval for points a game, at 95 %, where some games are drawn: Wilson's, with as many games more as a draw varies less
/// than a coin. Without draws it is Wilson's own.
///
/// How much less is estimated with a win and a loss counted in, so that drawn games alone do not look like certainty.
pub fn score_interval(wins: f64, draws: f64, losses: f64) -> Interval {
    let games = wins + draws + losses;
    let (won, all) = (wins + 1.0, games + 2.0);
    let share = (won + draws / 2.0) / all;
    let variance = (won + draws / 4.0) / all - share * share;
    let worth = share * (1.0 - share) / variance;
    wilson((wins + draws / 2.0) * worth, games * worth)
}

/// Arithmetic mean; `None` of nothing.
pub fn mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    Some(values.iter().sum::<f64>() / values.len() as f64)
}

/// Unbiased sample variance (divisor n - 1); `None` of fewer than two values.
pub fn variance(values: &[f64]) -> Option<f64> {
    let mean = mean(values)?;
    if values.len() < 2 {
        return None;
    }
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some(squares / (values.len() - 1) as f64)
}

/// The quantile at `level` (clamped to `[0, 1]`), linear between order statistics (type 7 of Hyndman and Fan 1996, the
/// default of R and NumPy). NaNs are left out; `None` of nothing.
pub fn quantile(values: &[f64], level: f64) -> Option<f64> {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|value| !value.is_nan()).collect();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let place = level.clamp(0.0, 1.0) * last as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    // Equal ends are returned as they are: infinity less infinity would be NaN.
    Some(if below == above { below } else { below + (above - below) * place.fract() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn assert_close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected}");
    }

    #[test]
    fn wilson_matches_published_values() {
        // Newcombe 1998, table I, method 3 (score, no continuity correction).
        for (successes, trials, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let interval = wilson(successes, trials);
            assert_close(interval.low, low, 5e-5);
            assert_close(interval.high, high, 5e-5);
        }
    }

    #[test]
    fn an_interval_with_draws_is_narrower_and_still_holds() {
        assert_eq!(score_interval(15.0, 0.0, 133.0), wilson(15.0, 148.0));
        let drawn = score_interval(0.0, 92.0, 16.0);
        // 16 losses to nothing are no chance (2 to the power of 16 tells).
        assert!(drawn.high < 0.5 && wilson(46.0, 108.0).high > 0.5, "{drawn:?}");
        let only_draws = score_interval(0.0, 36.0, 0.0);
        assert!(only_draws.low > 0.42 && only_draws.low < 0.48, "no certainty: {only_draws:?}");
        for (win, draw) in [(0.05, 0.85), (0.1, 0.2), (0.0, 0.9), (0.3, 0.4), (0.02, 0.08)] {
            let (truth, mut held) = (win + draw / 2.0, 0);
            for seed in 0..1000 {
                let mut rng = crate::base::rng::stream(seed, &[7]);
                let mut counts = [0.0; 3];
                for _ in 0..108 {
                    let x: f64 = rand::RngExt::random(&mut rng);
                    counts[if x < win {
                        0
                    } else if x < win + draw {
                        1
                    } else {
                        2
                    }] += 1.0;
                }
                let Interval { low, high } = score_interval(counts[0], counts[1], counts[2]);
                held += i32::from(low <= truth && truth <= high);
            }
            assert!(held >= 930, "{held} of 1000 for {win}, {draw}");
        }
    }

    #[test]
    fn wilson_of_nothing_or_nonsense_is_everything() {
        let everything = Interval { low: 0.0, high: 1.0 };
        for (successes, trials) in
            [(0.0, 0.0), (1.0, f64::NAN), (f64::NAN, 5.0), (6.0, 5.0), (-1.0, 5.0), (1.0, f64::INFINITY)]
        {
            assert_eq!(wilson(successes, trials), everything, "{successes} of {trials}");
        }
    }

    /// The chance that the interval of a binomial sample holds the true share, summed over all outcomes: exact, where
    /// a simulation would only be near.
    fn coverage(share: f64, trials: u32) -> f64 {
        let odds = share / (1.0 - share);
        let mut chance = (1.0 - share).powi(trials as i32);
        let mut covered = 0.0;
        for successes in 0..=trials {
            let interval = wilson(f64::from(successes), f64::from(trials));
            if (interval.low..=interval.high).contains(&share) {
                covered += chance;
            }
            chance *= odds * f64::from(trials - successes) / f64::from(successes + 1);
        }
        covered
    }

    #[test]
    fn wilson_covers_the_truth_about_95_times_in_100() {
        for trials in [10, 50, 200] {
            // Shares up to a half: the interval is symmetric, and the chances above would start from 0 in floating point.
            let covered: Vec<f64> = (1..500).map(|i| coverage(f64::from(i) / 1000.0, trials)).collect();
            assert_close(mean(&covered).unwrap(), 0.95, 0.006);
            // The known worst case lies near the ends: about 0.835 whatever the size (Brown, Cai and DasGupta 2001).
            assert!(covered.iter().all(|&chance| chance > 0.83), "{trials}: {covered:?}");
        }
    }

    #[test]
    fn mean_variance_and_quantiles_match_hand_computed_values() {
        let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        assert_eq!(mean(&values), Some(5.0));
        assert_close(variance(&values).unwrap(), 32.0 / 7.0, 1e-12);
        let quantiles = [0.0, 0.1, 0.5, 0.9, 1.0].map(|level| quantile(&[4.0, 1.0, f64::NAN, 3.0, 2.0], level));
        assert_eq!(quantiles, [1.0, 1.3, 2.5, 3.7, 4.0].map(Some));
        assert_eq!(quantile(&[7.0], 0.9), Some(7.0));
        assert_eq!(quantile(&[f64::INFINITY; 2], 0.5), Some(f64::INFINITY));
    }

    #[test]
    fn too_few_values_give_none() {
        assert_eq!(mean(&[]), None);
        assert_eq!(variance(&[1.0]), None);
        assert_eq!(quantile(&[f64::NAN], 0.5), None);
    }

    proptest! {
        #[test]
        fn wilson_holds_the_share_and_narrows_with_more_trials(successes in 0u32..5000, more in 0u32..5000) {
            let trials = f64::from(successes + more + 1);
            let share = f64::from(successes) / trials;
            let (narrow, wide) = (wilson(share * trials * 4.0, trials * 4.0), wilson(f64::from(successes), trials));
            prop_assert!(0.0 <= wide.low && wide.low <= share && share <= wide.high && wide.high <= 1.0);
            prop_assert!(narrow.high - narrow.low < wide.high - wide.low);
        }

        #[test]
        fn quantiles_are_ordered_and_within_the_values(values in prop::collection::vec(-1e9f64..1e9, 1..50)) {
            let [low, q1, q2, q3, high] = [0.0, 0.25, 0.5, 0.75, 1.0].map(|level| quantile(&values, level).unwrap());
            prop_assert!(low <= q1 && q1 <= q2 && q2 <= q3 && q3 <= high);
            prop_assert!(values.contains(&low) && values.contains(&high));
        }
    }
}
