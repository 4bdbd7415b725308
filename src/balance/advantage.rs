//! How much better off a side is, on the Elo scale, and how readily games are drawn.
//!
//! In: the officers' wins, draws and losses. Out: Davidson's model (1970) of them, with intervals.
//! Invariant: nothing is infinite: half a game is counted in as won, as drawn and as lost (Haldane 1956, Anscombe 1956).
//!
//! The model: the officers' strength is `e^a` times the rebels'; wins, draws and losses are as `e^a : nu e^(a/2) : 1`. So
//! `a` is the logarithm of wins to losses, and between equals a share `nu / (2 + nu)` of the games is drawn.

use serde::{Deserialize, Serialize};

use super::moments::Mean;
use crate::arena::Score;
use crate::base::stats::{Interval, Z95};

/// Side advantage and draw tendency.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Advantage {
    /// The officers' advantage in Elo: 400 is ten wins to a loss.
    pub elo: Mean,
    /// The share of draws there would be if the sides were equal.
    pub draws: Mean,
}

impl Advantage {
    /// The advantage that a score speaks for; `None` without games.
    pub fn of(score: Score) -> Option<Self> {
        if score.games() == 0 {
            return None;
        }
        let [wins, draws, losses] = [score.wins, score.draws, score.losses].map(|count| f64::from(count) + 0.5);
        let scale = 400.0 / std::f64::consts::LN_10;
        let elo = around((wins / losses).ln(), (1.0 / wins + 1.0 / losses).sqrt(), |log| scale * log);
        let error = (1.0 / draws + 0.25 / wins + 0.25 / losses).sqrt();
        let tendency = around((draws / (wins * losses).sqrt()).ln(), error, |log| log.exp() / (2.0 + log.exp()));
        Some(Self { elo, draws: tendency })
    }
}

/// A value and its interval, both estimated on one scale and told on another.
fn around(value: f64, error: f64, told: impl Fn(f64) -> f64) -> Mean {
    let [low, high] = [value - Z95 * error, value + Z95 * error].map(&told);
    Mean { value: told(value), interval: Interval { low, high } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::stream;
    use rand::RngExt;

    #[test]
    fn a_known_advantage_and_draw_tendency_mostly_lie_in_their_intervals() {
        // Strength 2 to 1, nu 0.5: shares 2 : 0.5 * sqrt(2) : 1.
        let (elo, tendency) = (400.0 * 2f64.log10(), 0.2);
        let total = 3.0 + 0.5 * 2f64.sqrt();
        let mut held = [0; 2];
        for seed in 0..400 {
            let mut rng = stream(seed, &[]);
            let mut score = Score::default();
            for _ in 0..300 {
                let drawn = rng.random::<f64>() * total;
                if drawn < 2.0 {
                    score.wins += 1;
                } else if drawn < 3.0 {
                    score.losses += 1;
                } else {
                    score.draws += 1;
                }
            }
            let found = Advantage::of(score).unwrap();
            held[0] += u32::from((found.elo.interval.low..=found.elo.interval.high).contains(&elo));
            held[1] += u32::from((found.draws.interval.low..=found.draws.interval.high).contains(&tendency));
        }
        // 95 % of 400, give or take three standard errors.
        assert!(held.iter().all(|held| (367..=393).contains(held)), "{held:?}");
    }

    #[test]
    fn a_clean_sweep_is_finite_and_sides_mirror_each_other() {
        let sweep = Advantage::of(Score { wins: 100, draws: 0, losses: 0 }).unwrap();
        let other = Advantage::of(Score { wins: 0, draws: 0, losses: 100 }).unwrap();
        assert!(sweep.elo.value > 800.0 && sweep.elo.interval.low > 300.0 && sweep.elo.interval.high.is_finite());
        assert!((sweep.elo.value + other.elo.value).abs() < 1e-9 && sweep.draws == other.draws);
        assert_eq!(Advantage::of(Score::default()), None);
    }
}
