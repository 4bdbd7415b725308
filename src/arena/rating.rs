//! One Elo scale for many players, by maximum likelihood.
//!
//! In: who got how many points against whom. Out: ratings with 95 % intervals.
//! Invariant: ratings average 0; a player that won everything has a finite one; there are none where no games tie the
//! players together.
//!
//! The model is Bradley and Terry's (1952), a draw being half a win. Its likelihood, concave in the logarithms of the
//! strengths, is maximised by Newton's method: the simpler MM algorithm (Hunter 2004) finds the same, but needs thousands
//! of sweeps where one player hardly ever loses to another. Intervals come from the Bayesian bootstrap over pairs of games
//! (Rubin 1981): a pair is the unit of evidence, its two games hang together.
//!
//! Every pairing is given one imaginary pair of games, half of it won by either player, as
//! [`Pentanomial`](super::Pentanomial)'s variance is: without it a clean sweep would be an infinite difference, and
//! certain.

use rand::RngExt;
use serde::{Deserialize, Serialize};

use crate::base::rng::{Rng, stream};
use crate::base::stats::quantile;

/// Bootstrap samples.
const SAMPLES: usize = 1000;

/// The random streams of this module, and their seed: the interval is a number like any other, the same each time.
const STREAM: [u64; 1] = [0xb007];
const SEED: u64 = 1;

/// The ratings stand still when no logarithm of a strength moves by more: a millionth of an Elo.
const STILL: f64 = 1e-8;

/// The farthest that a logarithm moves in a step. Far from the top the likelihood is flat, and Newton's step much too long.
const LONGEST_STEP: f64 = 1.0;

/// Steps after which the ratings are taken as they are; about six are needed.
const MOST_STEPS: u32 = 200;

/// A rating with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// On the Elo scale; all that were rated together average 0.
    pub elo: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
}

/// Games of one pair: who met whom, and the first one's points in each.
pub(super) struct PairResult {
    /// The two of each game.
    pub met: [[usize; 2]; 2],
    /// The first one's points in each game: 0, 1/2 or 1.
    pub points: [f64; 2],
}

/// All pairs between the same two players.
pub(super) type Pairing = Vec<PairResult>;

/// Points of each against each.
struct Points {
    players: usize,
    points: Vec<f64>,
}

impl Points {
    /// Sums up the pairings, each pair as often as `weight` says; `weight` is asked for the two imaginary halves first.
    fn sum(players: usize, pairings: &[Pairing], mut weight: impl FnMut(Unit) -> f64) -> Self {
        let mut sum = Self { players, points: vec![0.0; players * players] };
        for pairing in pairings.iter().filter(|pairing| !pairing.is_empty()) {
            // Weights are relative to each other: only the number of pairs played says how much a pairing weighs.
            let halves = [weight(Unit::Half), weight(Unit::Half)];
            let weights: Vec<f64> = pairing.iter().map(|_| weight(Unit::Pair)).collect();
            let scale = (pairing.len() + 1) as f64 / (halves[0] + halves[1] + weights.iter().sum::<f64>());
            for (pair, weight) in pairing.iter().zip(weights) {
                (0..2).for_each(|game| sum.add(pair.met[game], pair.points[game], weight * scale));
            }
            for met in pairing[0].met {
                sum.add(met, 1.0, halves[0] * scale);
                sum.add(met, 0.0, halves[1] * scale);
            }
        }
        sum
    }

    fn add(&mut self, [one, other]: [usize; 2], points: f64, weight: f64) {
        self.points[one * self.players + other] += points * weight;
        self.points[other * self.players + one] += (1.0 - points) * weight;
    }

    /// The likeliest strengths, as logarithms that average 0, starting from these.
    fn likeliest(&self, start: &[f64]) -> Vec<f64> {
        let mut logs = start.to_vec();
        for _ in 0..MOST_STEPS {
            let (slope, information) = self.slope(&logs);
            let step = solve(information, slope);
            let longest = step.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
            let scale = (LONGEST_STEP / longest).min(1.0);
            logs.iter_mut().zip(&step).for_each(|(log, step)| *log += scale * step);
            if longest < STILL {
                break;
            }
        }
        let mean = logs.iter().sum::<f64>() / logs.len() as f64;
        logs.iter().map(|log| log - mean).collect()
    }

    /// The slope of the log-likelihood, and its information matrix, row by row.
    fn slope(&self, logs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let n = self.players;
        // A likelihood does not change when all strengths do: this ties the common one down where it is.
        let (mut slope, mut information) = (vec![0.0; n], vec![1.0; n * n]);
        for one in 0..n {
            for other in (0..n).filter(|&other| other != one) {
                let (won, lost) = (self.points[one * n + other], self.points[other * n + one]);
                let share = 1.0 / (1.0 + (logs[other] - logs[one]).exp());
                slope[one] += won - (won + lost) * share;
                let weight = (won + lost) * share * (1.0 - share);
                information[one * n + one] += weight;
                information[one * n + other] -= weight;
            }
        }
        (slope, information)
    }
}

/// Solves `matrix x = right` for a symmetric positive definite matrix, row by row, by elimination.
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for pivot in 0..n {
        for row in pivot + 1..n {
            let factor = matrix[row * n + pivot] / matrix[pivot * n + pivot];
            (pivot..n).for_each(|column| matrix[row * n + column] -= factor * matrix[pivot * n + column]);
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|column| matrix[row * n + column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row * n + row];
    }
    right
}

/// What a weight is for.
enum Unit {
    /// Half of the imaginary pair.
    Half,
    /// A pair that was played.
    Pair,
}

/// Rates `players`, numbered from 0; `None` if their games do not tie all of them together, directly or through others.
pub(super) fn rate(players: usize, pairings: &[Pairing]) -> Option<Vec<Rating>> {
    if !are_connected(players, pairings) {
        return None;
    }
    let even = |unit| match unit {
        Unit::Half => 0.5,
        Unit::Pair => 1.0,
    };
    let best = Points::sum(players, pairings, even).likeliest(&vec![0.0; players]);
    let mut rng = stream(SEED, &STREAM);
    let samples: Vec<Vec<f64>> = (0..SAMPLES)
        .map(|_| Points::sum(players, pairings, |unit| drawn_weight(unit, &mut rng)).likeliest(&best))
        .collect();
    let elo = |log: f64| log * 400.0 / std::f64::consts::LN_10;
    let rating = |(player, &log): (usize, &f64)| {
        let of_player: Vec<f64> = samples.iter().map(|sample| sample[player]).collect();
        let end = |level| elo(quantile(&of_player, level).unwrap_or(log));
        // With few pairs the median of the samples may lie off the estimate; the interval holds both.
        Rating { elo: elo(log), low: end(0.025).min(elo(log)), high: end(0.975).max(elo(log)) }
    };
    Some(best.iter().enumerate().map(rating).collect())
}

fn are_connected(players: usize, pairings: &[Pairing]) -> bool {
    let links = || pairings.iter().filter_map(|pairing| pairing.first()).flat_map(|pair| pair.met);
    let mut group: Vec<usize> = (0..players).collect();
    for [one, other] in links() {
        let (kept, gone) = (group[one], group[other]);
        group.iter_mut().filter(|group| **group == gone).for_each(|group| *group = kept);
    }
    group.iter().all(|&one| one == group[0])
}

/// The weight of the Bayesian bootstrap: exponential for a whole unit, and for a half one the gamma distribution of shape
/// 1/2, which is half the square of a normal number (Box and Muller 1958).
fn drawn_weight(unit: Unit, rng: &mut Rng) -> f64 {
    // Not 0, whose logarithm is infinite.
    let exponential = -(1.0 - rng.random::<f64>()).ln();
    match unit {
        Unit::Pair => exponential,
        Unit::Half => exponential * (2.0 * std::f64::consts::PI * rng.random::<f64>()).cos().powi(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::elo::share_of;

    /// Pairs between all of these strengths; draws are left out.
    fn played(elos: &[f64], pairs: u32, rng: &mut Rng) -> Vec<Pairing> {
        let mut pairings = Vec::new();
        for one in 0..elos.len() {
            for other in one + 1..elos.len() {
                let share = share_of(elos[one] - elos[other]);
                let mut game = || f64::from(u8::from(rng.random::<f64>() < share));
                let pair = |_| PairResult { met: [[one, other]; 2], points: [game(), game()] };
                pairings.push((0..pairs).map(pair).collect());
            }
        }
        pairings
    }

    #[test]
    fn known_strengths_are_found_and_mostly_lie_in_their_intervals() {
        let elos = [150.0, 50.0, -40.0, -160.0];
        let (mut held, mut error) = (0, 0.0);
        for seed in 0..30 {
            let ratings = rate(4, &played(&elos, 50, &mut stream(seed, &[]))).unwrap();
            for (rating, elo) in ratings.iter().zip(elos) {
                held += u32::from((rating.low..=rating.high).contains(&elo));
                error += (rating.elo - elo) / 30.0 / 4.0;
                assert!((rating.elo - elo).abs() < 110.0, "found {rating:?} for {elo}");
            }
            assert!(ratings.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
        }
        // 95 % of 120, give or take three standard errors.
        assert!((106..=120).contains(&held), "{held} of 120");
        assert!(error.abs() < 1e-6, "ratings and strengths both average 0");
    }

    #[test]
    fn equations_are_solved() {
        let found = solve(vec![4.0, 2.0, 0.0, 2.0, 5.0, 1.0, 0.0, 1.0, 3.0], vec![8.0, 13.0, 7.0]);
        let back =
            [4.0 * found[0] + 2.0 * found[1], 2.0 * found[0] + 5.0 * found[1] + found[2], found[1] + 3.0 * found[2]];
        assert!(back.iter().zip([8.0, 13.0, 7.0]).all(|(found, right)| (found - right).abs() < 1e-12), "{back:?}");
    }

    #[test]
    fn two_players_get_the_logistic_difference() {
        // 29 pairs with 45 points of 58, and the imaginary pair: 46 of 60.
        let pair = |at: u32| PairResult { met: [[0, 1]; 2], points: if at < 16 { [1.0; 2] } else { [1.0, 0.0] } };
        let ratings = rate(2, &[(0..29).map(pair).collect()]).unwrap();
        let expected = -400.0 * (60.0 / 46.0 - 1.0f64).log10();
        assert!((ratings[0].elo - ratings[1].elo - expected).abs() < 1e-4, "{ratings:?} {expected}");
    }

    #[test]
    fn a_clean_sweep_is_finite_and_uncertain() {
        let sweep = |pairs: u32| (0..pairs).map(|_| PairResult { met: [[0, 1]; 2], points: [1.0; 2] }).collect();
        let [few, many] = [5, 200].map(|pairs| rate(2, &[sweep(pairs)]).unwrap()[0]);
        for rating in [few, many] {
            assert!(rating.low > 0.0 && rating.low < rating.elo && rating.elo < rating.high, "{rating:?}");
            assert!(rating.high.is_finite() && rating.high - rating.low > 150.0, "{rating:?}");
        }
        assert!(many.low > few.low, "{few:?} {many:?}");
    }

    #[test]
    fn players_that_nothing_ties_together_have_no_common_scale() {
        let met = |one, other| vec![PairResult { met: [[one, other]; 2], points: [1.0, 0.0] }];
        assert_eq!(rate(3, &[met(0, 1)]), None);
        assert_eq!(rate(4, &[met(0, 1), met(2, 3)]), None);
        let chain = rate(3, &[met(0, 1), met(1, 2), Vec::new()]).unwrap();
        assert!(chain.iter().all(|rating| rating.elo.abs() < 1e-6 && rating.low < 0.0), "{chain:?}");
    }
}
