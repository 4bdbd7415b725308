//! Randomness at the root: Gumbel and Dirichlet noise.
//!
//! In: a seeded generator. Out: samples that are finite, whatever the generator gives.
//! Invariant: built on the generator's 64-bit output alone, so results do not change with a
//! library's version.

use rand::Rng as _;

use crate::base::rng::Rng;
use crate::rules::ActionList;

/// Uniform in (0, 1), both ends excluded.
pub(crate) fn uniform(rng: &mut Rng) -> f64 {
    ((rng.next_u64() >> 12) as f64 + 0.5) / (1u64 << 52) as f64
}

/// A sample of the standard Gumbel distribution.
pub(crate) fn gumbel(rng: &mut Rng) -> f32 {
    -(-uniform(rng).ln()).ln() as f32
}

/// Mixes Dirichlet noise into a prior: `(1 - fraction) * P + fraction * Dir(alpha)`, where every
/// alpha is `total / actions` (AlphaZero's noise; KataGo's way of spreading one total concentration
/// over the legal actions).
pub(crate) fn mix_dirichlet(prior: &mut [f32], fraction: f32, total: f32, rng: &mut Rng) {
    let alpha = f64::from(total) / prior.len() as f64;
    let mut samples = [0.0; ActionList::CAPACITY];
    let samples = &mut samples[..prior.len()];
    samples.fill_with(|| ln_gamma_sample(alpha, rng));
    let most = samples.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = samples.iter().map(|sample| (sample - most).exp()).sum();
    for (p, sample) in prior.iter_mut().zip(samples) {
        *p = (1.0 - fraction) * *p + fraction * ((*sample - most).exp() / sum) as f32;
    }
}

/// The logarithm of a sample of Gamma(alpha, 1): for a small alpha the sample itself may be too
/// small for a float.
fn ln_gamma_sample(alpha: f64, rng: &mut Rng) -> f64 {
    if alpha < 1.0 {
        // Gamma(alpha) = Gamma(alpha + 1) * U^(1 / alpha).
        return uniform(rng).ln() / alpha + ln_gamma_sample_from_one(alpha + 1.0, rng);
    }
    ln_gamma_sample_from_one(alpha, rng)
}

/// Marsaglia and Tsang 2000, "A simple method for generating gamma variables", for alpha >= 1.
fn ln_gamma_sample_from_one(alpha: f64, rng: &mut Rng) -> f64 {
    let d = alpha - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && uniform(rng).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return (d * v).ln();
        }
    }
}

/// Box and Muller 1958.
fn normal(rng: &mut Rng) -> f64 {
    let radius = (-2.0 * uniform(rng).ln()).sqrt();
    radius * (std::f64::consts::TAU * uniform(rng)).cos()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::stream;

    #[test]
    fn gumbel_has_its_mean_and_variance() {
        let mut rng = stream(1, &[]);
        let samples: Vec<f64> = (0..100_000).map(|_| f64::from(gumbel(&mut rng))).collect();
        let mean = samples.iter().sum::<f64>() / 1e5;
        let variance = samples.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 1e5;
        assert!((mean - 0.577_216).abs() < 0.02, "Euler's constant, not {mean}");
        assert!((variance - 1.644_934).abs() < 0.05, "pi^2/6, not {variance}");
    }

    #[test]
    fn gamma_has_its_mean_for_small_and_large_alpha() {
        let mut rng = stream(2, &[]);
        for alpha in [0.1, 0.6, 1.0, 3.5] {
            let sum: f64 = (0..100_000).map(|_| ln_gamma_sample(alpha, &mut rng).exp()).sum();
            assert!((sum / 1e5 - alpha).abs() < 0.03 * (1.0 + alpha), "alpha {alpha}: mean {}", sum / 1e5);
        }
    }

    #[test]
    fn noise_keeps_a_distribution_for_any_number_of_actions() {
        let mut rng = stream(3, &[]);
        for count in [1, 2, 9, 100] {
            for total in [0.01, 10.0, 1000.0] {
                let mut prior = vec![1.0 / count as f32; count];
                mix_dirichlet(&mut prior, 0.25, total, &mut rng);
                assert!((prior.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{prior:?}");
                assert!(prior.iter().all(|&p| p >= 0.749 / count as f32), "{prior:?}");
            }
        }
    }
}
