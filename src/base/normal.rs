//! The normal distribution: its function, its quantiles, the chance of a difference as large by luck alone.
//!
//! In: plain numbers. Out: plain numbers.
//! Invariant: chances are in [0, 1], and `cdf(quantile(p))` is `p` to 1e-7.

/// The standard normal distribution function, to 1e-7 (Abramowitz and Stegun 1964, 26.2.17).
pub fn cdf(x: f64) -> f64 {
    const B: [f64; 5] = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let tail = density * B.iter().rev().fold(0.0, |sum, b| (sum + b) * t);
    if x >= 0.0 { 1.0 - tail } else { tail }
}

/// The value below which a standard normal number lies with this chance, by bisection of [`cdf`]; infinite at 0 and 1.
pub fn quantile(chance: f64) -> f64 {
    if chance <= 0.0 || chance >= 1.0 {
        return if chance <= 0.0 { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    let (mut low, mut high) = (-40.0, 40.0);
    // 80 / 2^60 is far below what the function itself is good for.
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if cdf(middle) < chance { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// The chance that a standard normal number lies at least as far from 0 as `x` does; 1 if that is unknown.
pub fn two_sided(x: f64) -> f64 {
    if x.is_nan() { 1.0 } else { (2.0 * cdf(-x.abs())).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distribution_matches_its_table() {
        for (x, chance) in
            [(0.0, 0.5), (1.0, 0.841_344_746), (1.959_963_985, 0.975), (-1.644_853_627, 0.05), (4.0, 0.999_968_329)]
        {
            assert!((cdf(x) - chance).abs() < 1e-7, "{x}");
            assert!((quantile(chance) - x).abs() < 2e-3, "{x} {}", quantile(chance));
        }
    }

    #[test]
    fn the_chance_of_a_difference_is_that_of_both_tails() {
        assert!((two_sided(1.959_963_985) - 0.05).abs() < 1e-6);
        assert!((two_sided(-1.959_963_985) - 0.05).abs() < 1e-6);
        assert_eq!((two_sided(0.0).round(), two_sided(f64::NAN)), (1.0, 1.0));
        assert_eq!((quantile(0.0), quantile(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }
}
