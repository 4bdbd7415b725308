//! Elo difference and likelihood of superiority from pairs of games.
//!
//! In: a count of pairs by their result (two games from one opening, roles swapped). Out: the Elo
//! difference with its interval, and the chance that the first player is the stronger one.
//! Invariant: the pair, not the game, is the unit of evidence. Its two games hang together: an
//! opening that is lost for the officers is lost for both players once, and the difference between
//! the players is what is left over.

use serde::{Deserialize, Serialize};

use super::score::Verdict;
use crate::base::normal;
use crate::base::stats::{Interval, wilson};

/// Pairs by the first player's points in them: 0, 1/2, 1, 3/2, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pentanomial {
    /// `counts[h]` pairs in which the first player got `h` half points.
    pub counts: [u32; 5],
}

/// A difference in strength on the Elo scale: the expected share of points is `1 / (1 +
/// 10^(-difference / 400))`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Elo {
    /// Best estimate, positive if the first player is stronger; `None` if it won every point, or
    /// none (or nothing was played).
    pub difference: Option<f64>,
    /// Lower end of the 95 % interval; `None` = unbounded.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval; `None` = unbounded.
    pub high: Option<f64>,
}

impl Elo {
    /// Half the width of the interval; `None` if it is unbounded.
    pub fn error(&self) -> Option<f64> {
        Some((self.high? - self.low?) / 2.0)
    }
}

/// The Elo difference at which `share` of the points is expected (Elo 1978); `None` at 0 and 1.
pub fn elo_of(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0).then(|| -400.0 * (1.0 / share - 1.0).log10())
}

/// The share of the points that is expected at an Elo difference, in [0, 1] (Elo 1978).
pub fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl Pentanomial {
    /// Counts one pair, given what both games were for the first player.
    pub fn add(&mut self, games: [Verdict; 2]) {
        self.counts[games[0].half_points() + games[1].half_points()] += 1;
    }

    /// How many pairs.
    pub fn pairs(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// The first player's mean share of the points, in [0, 1]; `None` without pairs.
    pub fn share(&self) -> Option<f64> {
        let points: f64 = self.shares().map(|(share, count)| share * count).sum();
        (self.pairs() > 0).then(|| points / f64::from(self.pairs()))
    }

    /// The 95 % interval of [`Pentanomial::share`]: Wilson's, with as many trials as would vary as
    /// much as the pairs do (the effective sample size of survey statistics, Kish 1965). Unlike the
    /// plain normal interval it stays within [0, 1].
    pub fn interval(&self) -> Interval {
        match self.share() {
            Some(share) => {
                // A share varies at most as a coin does: never fewer trials than pairs.
                let trials = f64::from(self.pairs()) * (share * (1.0 - share) / self.variance(share)).max(1.0);
                wilson(share * trials, trials)
            }
            None => wilson(0.0, 0.0),
        }
    }

    /// The Elo difference with its interval.
    pub fn elo(&self) -> Elo {
        let Interval { low, high } = self.interval();
        Elo { difference: self.share().and_then(elo_of), low: elo_of(low), high: elo_of(high) }
    }

    /// The chance, by the normal approximation, that the first player would come out ahead for ever
    /// on; 1/2 without pairs.
    pub fn superiority(&self) -> f64 {
        self.share().map_or(0.5, |share| {
            let error = (self.variance(share) / f64::from(self.pairs())).sqrt();
            normal::cdf((share - 0.5) / error)
        })
    }

    /// The variance of one pair's share around `mean`. One imaginary pair that differs by a whole
    /// point is counted in, so that pairs which all came out alike are not taken for certainty.
    fn variance(&self, mean: f64) -> f64 {
        const IMAGINARY: f64 = 0.5 * 0.5;
        let squares: f64 = self.shares().map(|(share, count)| count * (share - mean).powi(2)).sum();
        (squares + IMAGINARY) / f64::from(self.pairs())
    }

    /// The shares of the points that a pair can have, each with its count.
    pub(super) fn shares(&self) -> impl Iterator<Item = (f64, f64)> {
        self.counts.iter().enumerate().map(|(half_points, &count)| (half_points as f64 / 4.0, f64::from(count)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected}");
    }

    #[test]
    fn elo_follows_the_logistic_curve() {
        for (share, elo) in [(0.5, 0.0), (0.75, 190.848_501_9), (0.909_090_909_1, 400.0), (0.25, -190.848_501_9)] {
            close(elo_of(share).expect("bounded"), elo, 1e-6);
            close(share_of(elo), share, 1e-9);
        }
        assert_eq!((elo_of(0.0), elo_of(1.0)), (None, None));
    }

    #[test]
    fn a_known_match_gives_its_known_figures() {
        // By hand: 1000 pairs, mean share 0.5175, variance (10*0.26780625 + 200*0.07155625 +
        // 510*0.00030625 + 270*0.05405625 + 10*0.23280625) / 1000 = 0.0340688 and the imaginary
        // 0.00025; standard error 0.0058582; Elo by the logistic curve.
        let pairs = Pentanomial { counts: [10, 200, 510, 270, 10] };
        close(pairs.share().expect("pairs"), 0.5175, 1e-12);
        let elo = pairs.elo();
        close(elo.difference.expect("bounded"), 12.165, 0.001);
        close(elo.error().expect("bounded"), 1.96 * 0.005_858_2 / (0.5175 * 0.4825) * 400.0 / 10f64.ln(), 0.05);
        close(pairs.superiority(), 0.998_592, 1e-4);
    }

    #[test]
    fn pairs_that_always_split_say_equal_and_not_for_certain() {
        let few = Pentanomial { counts: [0, 0, 10, 0, 0] };
        let many = Pentanomial { counts: [0, 0, 1000, 0, 0] };
        for pairs in [few, many] {
            assert_eq!(pairs.elo().difference, Some(0.0));
            close(pairs.superiority(), 0.5, 1e-7);
        }
        let error = |pairs: Pentanomial| pairs.elo().error().expect("bounded");
        assert!(error(few) > 50.0 && error(many) < 1.0, "{} {}", error(few), error(many));
    }

    #[test]
    fn a_clean_sweep_is_bounded_on_one_side_only() {
        let sweep = Pentanomial { counts: [0, 0, 0, 0, 20] };
        let elo = sweep.elo();
        assert_eq!((elo.difference, elo.high, elo.error()), (None, None, None));
        // Wilson's lower end for 20 of 20 is 0.8389.
        close(elo.low.expect("bounded"), 286.7, 0.5);
        assert!(sweep.superiority() > 0.9999);
        let once = Pentanomial { counts: [0, 0, 0, 0, 1] };
        assert!(once.superiority() < 0.9, "one pair says little");
        let nothing = Pentanomial::default();
        assert_eq!((nothing.share(), nothing.superiority()), (None, 0.5));
        assert_eq!(nothing.elo(), Elo { difference: None, low: None, high: None });
    }

    proptest! {
        #[test]
        fn intervals_hold_the_estimate_and_mirror_with_the_players(counts in prop::array::uniform5(0u32..200)) {
            let pairs = Pentanomial { counts };
            let mut turned = counts;
            turned.reverse();
            let turned = Pentanomial { counts: turned };
            prop_assert!((pairs.superiority() + turned.superiority() - 1.0).abs() < 1e-6);
            let Interval { low, high } = pairs.interval();
            let other = turned.interval();
            prop_assert!((low + other.high - 1.0).abs() < 1e-9 && (high + other.low - 1.0).abs() < 1e-9);
            if let Some(share) = pairs.share() {
                prop_assert!(0.0 <= low && low <= share && share <= high && high <= 1.0);
            }
        }
    }
}
