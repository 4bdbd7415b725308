//! When a match has said enough: a sequential probability ratio test over pairs.
//!
//! In: two hypotheses on the Elo difference, and pairs by their result. Out: the log-likelihood ratio (LLR), its bounds,
//! and whether one hypothesis is accepted.
//! Invariant: it is computed as fishtest does (`LLR_logistic` of its `server/fishtest/stats/LLRcalc.py`), so that the
//! numbers can be compared.
//!
//! The test is the generalised one (GSPRT; Li, Liu and Ying 2014): each hypothesis is the likeliest distribution of pairs
//! with its expected share of points. Van den Bergh gives that distribution in closed form but for one number
//! (<http://hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf>, proposition 1.1).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::elo::{Pentanomial, share_of};
use crate::base::fault::Problem;

/// Chance of accepting H1 where H0 is true.
const ALPHA: f64 = 0.05;

/// Chance of accepting H0 where H1 is true.
const BETA: f64 = 0.05;

/// What fishtest counts in place of a result that never came: without it one new result would move the LLR without bound.
const NEVER_SEEN: f64 = 1e-3;

/// The largest Elo difference of a hypothesis: an expected share of 99.7 %.
const MOST_ELO: f64 = 1000.0;

/// Two hypotheses: the Elo difference of the first player over the second is `elo0` (H0) or `elo1` (H1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// Which hypothesis is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtDecision {
    /// Neither yet: more games are needed.
    Continue,
    /// The difference is rather `elo0`.
    AcceptedH0,
    /// The difference is rather `elo1`.
    AcceptedH1,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtState {
    /// The Elo difference of H0.
    pub elo0: f64,
    /// The Elo difference of H1.
    pub elo1: f64,
    /// Chance of accepting H1 where H0 is true.
    pub alpha: f64,
    /// Chance of accepting H0 where H1 is true.
    pub beta: f64,
    /// The log-likelihood ratio of H1 to H0.
    pub llr: f64,
    /// At this LLR or below H0 is accepted.
    pub lower: f64,
    /// At this LLR or above H1 is accepted.
    pub upper: f64,
    /// What the test says.
    pub decision: SprtDecision,
}

impl Sprt {
    /// A test of `elo0` against `elo1`, with both error rates at 5 %.
    ///
    /// # Errors
    /// If `elo0` is not below `elo1`, or either is beyond 1000.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, Problem> {
        let sane = |elo: f64| elo.abs() <= MOST_ELO;
        if sane(elo0) && sane(elo1) && elo0 < elo1 {
            return Ok(Self { elo0, elo1 });
        }
        let found = format!("must be two Elo differences within {MOST_ELO}, the lower one first, found {elo0},{elo1}");
        Err(Problem::new(found).help(HELP))
    }

    /// The log-likelihood ratio of H1 to H0; 0 without pairs.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let results: Vec<(f64, f64)> = pairs.shares().map(|(share, count)| (share, count.max(NEVER_SEEN))).collect();
        let [tilt0, tilt1] = [self.elo0, self.elo1].map(|elo| Tilt::to(share_of(elo), &results));
        results.iter().map(|&(share, count)| count * (tilt0.divisor(share) / tilt1.divisor(share)).ln()).sum()
    }

    /// Where the test stands after these pairs. The bounds are Wald's (1945).
    pub fn state(&self, pairs: &Pentanomial) -> SprtState {
        let llr = self.llr(pairs);
        let (lower, upper) = ((BETA / (1.0 - ALPHA)).ln(), ((1.0 - BETA) / ALPHA).ln());
        let decision = match llr {
            _ if llr <= lower => SprtDecision::AcceptedH0,
            _ if llr >= upper => SprtDecision::AcceptedH1,
            _ => SprtDecision::Continue,
        };
        SprtState { elo0: self.elo0, elo1: self.elo1, alpha: ALPHA, beta: BETA, llr, lower, upper, decision }
    }
}

const HELP: &str = "written ELO0,ELO1: `0,20` tests whether the first player is 20 Elo stronger or not at all";

impl FromStr for Sprt {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let numbers = text
            .split_once(',')
            .and_then(|(elo0, elo1)| Some((elo0.trim().parse::<f64>().ok()?, elo1.trim().parse::<f64>().ok()?)));
        let (elo0, elo1) = numbers
            .ok_or_else(|| Problem::new(format!("must be two numbers with a comma, found `{text}`")).help(HELP))?;
        Self::new(elo0, elo1)
    }
}

impl SprtState {
    /// Whether the match need not go on.
    pub fn is_decided(&self) -> bool {
        self.decision != SprtDecision::Continue
    }
}

impl fmt::Display for SprtState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, llr, lower, upper, .. } = self;
        write!(f, "SPRT of {elo0} against {elo1} Elo: LLR {llr:.2}, bounds {lower:.2} and {upper:.2}: ")?;
        match self.decision {
            SprtDecision::Continue => f.write_str("undecided"),
            SprtDecision::AcceptedH0 => write!(f, "H0 accepted ({elo0} Elo)"),
            SprtDecision::AcceptedH1 => write!(f, "H1 accepted ({elo1} Elo)"),
        }
    }
}

/// The likeliest distribution with a given mean: each observed frequency is divided by `1 + tilt (share - mean)`.
struct Tilt {
    mean: f64,
    tilt: f64,
}

impl Tilt {
    /// Finds it by bisection: the mean that is left over falls as the tilt grows, from infinity to minus infinity
    /// between the two tilts at which a divisor is 0.
    fn to(mean: f64, results: &[(f64, f64)]) -> Self {
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        loop {
            let tilt = f64::midpoint(low, high);
            if tilt <= low || tilt >= high {
                return Self { mean, tilt };
            }
            let candidate = Self { mean, tilt };
            let excess: f64 =
                results.iter().map(|&(share, count)| count * (share - mean) / candidate.divisor(share)).sum();
            if excess > 0.0 { low = tilt } else { high = tilt }
        }
    }

    fn divisor(&self, share: f64) -> f64 {
        1.0 + self.tilt * (share - self.mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Rng, stream};
    use rand::RngExt;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1).unwrap()
    }

    /// The greatest log-likelihood of these counts over all distributions with this mean, by climbing along the three
    /// directions that change neither the sum nor the mean. It shares nothing with the closed form.
    fn climbed(counts: [f64; 5], mean: f64) -> f64 {
        const DIRECTIONS: [[f64; 5]; 3] =
            [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0], [0.0, 0.0, 1.0, -2.0, 1.0]];
        // A distribution with the right mean and every chance above 0.
        let low = 2.0 * (1.0 - mean).min(mean) / 10.0;
        let mut chances = [low; 5];
        let rest = 1.0 - 5.0 * low;
        let moved = (mean - 5.0 * low / 2.0) / rest;
        chances[4] += rest * moved;
        chances[0] += rest * (1.0 - moved);
        let likelihood = |chances: &[f64; 5]| counts.iter().zip(chances).map(|(c, p)| c * p.ln()).sum::<f64>();
        let along = |chances: &[f64; 5], direction: &[f64; 5], step: f64| {
            std::array::from_fn::<f64, 5, _>(|at| chances[at] + step * direction[at])
        };
        for _ in 0..3000 {
            for direction in &DIRECTIONS {
                let room = |sign: f64| {
                    let limit = |at: usize| match sign * direction[at] {
                        slope if slope < 0.0 => chances[at] / -slope,
                        _ => f64::INFINITY,
                    };
                    (0..5).map(limit).fold(f64::INFINITY, f64::min)
                };
                let (mut low, mut high) = (-room(-1.0), room(1.0));
                for _ in 0..60 {
                    let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
                    let [a, b] = [left, right].map(|step| likelihood(&along(&chances, direction, step)));
                    if a < b { low = left } else { high = right }
                }
                chances = along(&chances, direction, f64::midpoint(low, high));
            }
        }
        likelihood(&chances)
    }

    #[test]
    fn the_ratio_is_that_of_the_greatest_likelihoods() {
        let cases = [
            ([10, 20, 40, 20, 10], 0.0, 5.0),
            ([2, 8, 20, 30, 40], 0.0, 20.0),
            ([30, 20, 10, 4, 1], 0.0, 100.0),
            ([3, 60, 200, 90, 7], -20.0, 30.0),
        ];
        for (counts, elo0, elo1) in cases {
            let found = sprt(elo0, elo1).llr(&Pentanomial { counts });
            let [h0, h1] = [elo0, elo1].map(|elo| climbed(counts.map(f64::from), share_of(elo)));
            assert!((found - (h1 - h0)).abs() < 1e-6, "{counts:?}: found {found}, expected {}", h1 - h0);
        }
    }

    #[test]
    fn two_results_give_the_ratio_of_a_coin() {
        // Only whole pairs won and lost: a coin's, whose likelihoods are known in closed form.
        let pairs = Pentanomial { counts: [40, 0, 0, 0, 60] };
        let [q0, q1] = [0.0, 50.0].map(share_of);
        let expected = 60.0 * (q1 / q0).ln() + 40.0 * ((1.0 - q1) / (1.0 - q0)).ln();
        let found = sprt(0.0, 50.0).llr(&pairs);
        assert!((found - expected).abs() < 0.01, "found {found}, expected {expected}");
    }

    #[test]
    fn turning_players_and_hypotheses_round_turns_the_sign() {
        let (pairs, turned) = (Pentanomial { counts: [1, 0, 7, 9, 3] }, Pentanomial { counts: [3, 9, 7, 0, 1] });
        let (found, other) = (sprt(-5.0, 20.0).llr(&pairs), sprt(-20.0, 5.0).llr(&turned));
        assert!((found + other).abs() < 1e-9, "{found} {other}");
    }

    #[test]
    fn bounds_and_states_are_walds() {
        let test = sprt(0.0, 50.0);
        let nothing = test.state(&Pentanomial::default());
        assert_eq!((nothing.llr, nothing.decision), (0.0, SprtDecision::Continue));
        assert!((nothing.upper - 19f64.ln()).abs() < 1e-12 && (nothing.lower + 19f64.ln()).abs() < 1e-12);
        assert_eq!(test.state(&Pentanomial { counts: [0, 0, 0, 0, 60] }).decision, SprtDecision::AcceptedH1);
        let lost = test.state(&Pentanomial { counts: [60, 0, 0, 0, 0] });
        assert_eq!(lost.decision, SprtDecision::AcceptedH0);
        assert!(lost.to_string().ends_with(": H0 accepted (0 Elo)"), "{lost}");
    }

    #[test]
    fn wrong_hypotheses_are_refused() {
        for text in ["", "5", "5,0", "0,0", "a,b", "0,NaN", "0,2000", "-inf,0"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
        assert_eq!("-5, 10.5".parse::<Sprt>().unwrap(), sprt(-5.0, 10.5));
    }

    /// Plays pairs whose results have this distribution until the test decides; at most 5000.
    fn run(test: Sprt, chances: [f64; 5], rng: &mut Rng) -> SprtDecision {
        let mut pairs = Pentanomial::default();
        for _ in 0..5000 {
            let mut left: f64 = rng.random();
            let drawn = chances.iter().position(|chance| {
                left -= chance;
                left < 0.0
            });
            pairs.counts[drawn.unwrap_or(4)] += 1;
            let state = test.state(&pairs);
            if state.is_decided() {
                return state.decision;
            }
        }
        SprtDecision::Continue
    }

    #[test]
    fn each_hypothesis_is_missed_about_5_times_in_100() {
        let test = sprt(0.0, 60.0);
        // The same spread around both means: chances moved from a lost pair to a won one.
        for (elo, wrong) in [(0.0, SprtDecision::AcceptedH1), (60.0, SprtDecision::AcceptedH0)] {
            let moved = share_of(elo) - 0.5;
            let chances = [0.15 - moved, 0.2, 0.3, 0.2, 0.15 + moved];
            let errors = (0..1000).filter(|&seed| run(test, chances, &mut stream(seed, &[])) == wrong).count();
            assert!((20..=75).contains(&errors), "{errors} of 1000 at {elo} Elo");
        }
    }
}
