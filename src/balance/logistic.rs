//! Logistic regression: how the chance of a result depends on numbers.
//!
//! In: observations, each a row of numbers with a result from 0 to 1 and a weight. Out: coefficients and their covariance.
//! Invariant: there is always a fit: a weak prior (normal, standard deviation [`PRIOR`] logits for a coefficient) keeps it
//! finite where the numbers separate the results.
//!
//! Half a point counts as half a win and half a loss; it varies less than that, so intervals are rather too wide.

use crate::base::stats::{Interval, Z95};

/// Standard deviation of the prior in logits: with it a coefficient is hardly moved unless the data leave it open.
const PRIOR: f64 = 10.0;

/// Newton's steps; about eight are needed.
const STEPS: usize = 100;

/// One observation, or several alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The numbers, the constant 1 not among them.
    pub numbers: Vec<f64>,
    /// The result, in [0, 1].
    pub result: f64,
    /// How many.
    pub weight: f64,
}

/// A fitted regression: the constant first, then a coefficient for each number.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Coefficients in logits.
    pub coefficients: Vec<f64>,
    /// Their covariance, row by row.
    pub covariance: Vec<Vec<f64>>,
}

impl Fit {
    /// Fits by Newton's method; `None` without observations.
    pub fn of(observations: &[Observation]) -> Option<Self> {
        let size = observations.first()?.numbers.len() + 1;
        let mut coefficients = vec![0.0; size];
        for _ in 0..STEPS {
            let (slope, information) = slope(observations, &coefficients);
            let inverse = inverse(information)?;
            let step = |row: &Vec<f64>| row.iter().zip(&slope).map(|(part, slope)| part * slope).sum::<f64>();
            let steps: Vec<f64> = inverse.iter().map(step).collect();
            let longest = steps.iter().fold(0.0, |most: f64, step| most.max(step.abs()));
            // Far from the top the likelihood is flat, and Newton's step much too long.
            let scale = (2.0 / longest).min(1.0);
            coefficients.iter_mut().zip(&steps).for_each(|(value, step)| *value += scale * step);
            if longest < 1e-10 {
                break;
            }
        }
        let covariance = inverse(slope(observations, &coefficients).1)?;
        Some(Self { coefficients, covariance })
    }

    /// The standard error of a coefficient.
    pub fn error(&self, index: usize) -> f64 {
        self.covariance[index][index].sqrt()
    }

    /// The 95 % interval of a coefficient.
    pub fn interval(&self, index: usize) -> Interval {
        let (value, error) = (self.coefficients[index], self.error(index));
        Interval { low: value - Z95 * error, high: value + Z95 * error }
    }

    /// The chance at these numbers, with its 95 % interval.
    pub fn predicted(&self, numbers: &[f64]) -> (f64, Interval) {
        let row: Vec<f64> = [1.0].into_iter().chain(numbers.iter().copied()).collect();
        let logit: f64 = row.iter().zip(&self.coefficients).map(|(number, value)| number * value).sum();
        let times = |line: &Vec<f64>| line.iter().zip(&row).map(|(part, number)| part * number).sum::<f64>();
        let variance: f64 = self.covariance.iter().zip(&row).map(|(line, number)| number * times(line)).sum();
        let half = Z95 * variance.max(0.0).sqrt();
        (share(logit), Interval { low: share(logit - half), high: share(logit + half) })
    }

    /// Where the chance crosses one half along the only number: the root of `a + b x`, with its 95 % interval by Fieller's
    /// theorem (1954); the interval is `None` where the slope may as well be 0, so that nothing is known about a root.
    pub fn even_point(&self) -> (f64, Option<Interval>) {
        let (a, b) = (self.coefficients[0], self.coefficients[1]);
        let (aa, ab, bb) = (self.covariance[0][0], self.covariance[0][1], self.covariance[1][1]);
        let z2 = Z95 * Z95;
        // All x for which |a + b x| <= z * error(a + b x): between the roots of a quadratic equation.
        let (square, linear, constant) = (b * b - z2 * bb, a * b - z2 * ab, a * a - z2 * aa);
        let root = linear * linear - square * constant;
        let interval = (square > 0.0 && root >= 0.0)
            .then(|| Interval { low: (-linear - root.sqrt()) / square, high: (-linear + root.sqrt()) / square });
        (-a / b, interval)
    }
}

fn share(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// The slope of the log-likelihood with the prior, and the information matrix.
fn slope(observations: &[Observation], coefficients: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = coefficients.len();
    let prior = 1.0 / (PRIOR * PRIOR);
    let mut slope: Vec<f64> = coefficients.iter().map(|value| -prior * value).collect();
    let mut information = vec![vec![0.0; size]; size];
    (0..size).for_each(|index| information[index][index] = prior);
    for Observation { numbers, result, weight } in observations {
        let row: Vec<f64> = [1.0].into_iter().chain(numbers.iter().copied()).collect();
        let expected = share(row.iter().zip(coefficients).map(|(number, value)| number * value).sum());
        for (at, number) in row.iter().enumerate() {
            slope[at] += weight * (result - expected) * number;
            let scale = weight * expected * (1.0 - expected) * number;
            information[at].iter_mut().zip(&row).for_each(|(sum, other)| *sum += scale * other);
        }
    }
    (slope, information)
}

/// The inverse of a matrix by Gauss and Jordan; `None` if it has none.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for pivot in 0..size {
        let best =
            (pivot..size).max_by(|&one, &other| matrix[one][pivot].abs().total_cmp(&matrix[other][pivot].abs()))?;
        matrix.swap(pivot, best);
        inverse.swap(pivot, best);
        let scale = matrix[pivot][pivot];
        if scale.abs() < 1e-300 || !scale.is_finite() {
            return None;
        }
        for rows in [&mut matrix, &mut inverse] {
            rows[pivot].iter_mut().for_each(|part| *part /= scale);
        }
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for rows in [&mut matrix, &mut inverse] {
                let above = rows[pivot].clone();
                rows[row].iter_mut().zip(above).for_each(|(part, above)| *part -= factor * above);
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Rng, stream};
    use rand::RngExt;

    fn drawn(truth: [f64; 2], count: u32, rng: &mut Rng) -> Vec<Observation> {
        let one = |index: u32| {
            let number = f64::from(index % 9) - 4.0;
            let won = rng.random::<f64>() < share(truth[0] + truth[1] * number);
            Observation { numbers: vec![number], result: f64::from(u8::from(won)), weight: 1.0 }
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn known_coefficients_and_the_even_point_mostly_lie_in_their_intervals() {
        let truth = [-0.6, 0.4];
        let (mut held, mut even, mut at) = ([0; 2], 0, [0; 1]);
        for seed in 0..300 {
            let fit = Fit::of(&drawn(truth, 300, &mut stream(seed, &[]))).unwrap();
            for index in 0..2 {
                let interval = fit.interval(index);
                held[index] += u32::from((interval.low..=interval.high).contains(&truth[index]));
            }
            let (root, interval) = fit.even_point();
            assert!((root - 1.5).abs() < 1.5, "{root}");
            even += u32::from(interval.is_some_and(|interval| (interval.low..=interval.high).contains(&1.5)));
            let (_, interval) = fit.predicted(&[2.0]);
            at[0] += u32::from((interval.low..=interval.high).contains(&share(0.2)));
        }
        // 95 % of 300, give or take three standard errors.
        for count in [held[0], held[1], even, at[0]] {
            assert!((273..=297).contains(&count), "{held:?} {even} {at:?}");
        }
    }

    #[test]
    fn numbers_that_separate_the_results_still_have_a_fit() {
        let one = |number: f64| Observation {
            numbers: vec![number],
            result: f64::from(u8::from(number > 0.0)),
            weight: 10.0,
        };
        let fit = Fit::of(&[one(-1.0), one(1.0)]).unwrap();
        assert!(fit.coefficients[1] > 2.0 && fit.coefficients[1].is_finite(), "{fit:?}");
        assert!(
            fit.interval(1).high > 2.0 * fit.coefficients[1],
            "nothing bounds it from above: {:?}",
            fit.interval(1)
        );
        assert_eq!(Fit::of(&[]), None);
    }

    #[test]
    fn without_a_slope_nothing_is_known_about_the_even_point() {
        let same = |number: f64| Observation { numbers: vec![number], result: 0.3, weight: 50.0 };
        let (_, interval) = Fit::of(&[same(0.0), same(4.0), same(8.0)]).unwrap().even_point();
        assert_eq!(interval, None);
    }
}
