//! Wins, draws and losses of one player.
//!
//! In: verdicts of games. Out: counts, points, the share of points with its interval.
//! Invariant: every game counted is exactly one of win, draw and loss.

use serde::{Deserialize, Serialize};

use crate::base::stats::{Interval, score_interval, wilson};

/// Wins, draws and losses from one player's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost, by forfeit too.
    pub losses: u32,
}

/// What one game was for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It won.
    Win,
    /// Nobody won.
    Draw,
    /// It lost.
    Loss,
}

impl Verdict {
    /// The same game for the opponent.
    pub fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }

    /// Half points: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn half_points(self) -> usize {
        match self {
            Self::Win => 2,
            Self::Draw => 1,
            Self::Loss => 0,
        }
    }
}

impl Score {
    /// Counts one more game.
    pub fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Win => self.wins += 1,
            Verdict::Draw => self.draws += 1,
            Verdict::Loss => self.losses += 1,
        }
    }

    /// Both scores together.
    pub fn plus(self, other: Self) -> Self {
        Self { wins: self.wins + other.wins, draws: self.draws + other.draws, losses: self.losses + other.losses }
    }

    /// The same games for the opponent.
    pub fn reversed(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// How many games.
    pub fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points: 1 for a win, a half for a draw.
    pub fn points(self) -> f64 {
        f64::from(self.wins) + 0.5 * f64::from(self.draws)
    }

    /// Points per game, in [0, 1]; `None` without games.
    pub fn share(self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / f64::from(self.games()))
    }

    /// Wilson's 95 % interval of [`Score::share`]. It takes the games for independent and a draw
    /// for half a win, and so is rather too wide than too narrow.
    pub fn interval(self) -> Interval {
        wilson(self.points(), f64::from(self.games()))
    }

    /// The same with what is known of draws: [`score_interval`].
    pub fn narrow_interval(self) -> Interval {
        score_interval(f64::from(self.wins), f64::from(self.draws), f64::from(self.losses))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_shares_and_views_agree() {
        let mut score = Score::default();
        assert_eq!((score.share(), score.games()), (None, 0));
        for verdict in [Verdict::Win, Verdict::Win, Verdict::Draw, Verdict::Loss] {
            score.add(verdict);
        }
        assert_eq!(score, Score { wins: 2, draws: 1, losses: 1 });
        assert_eq!((score.points(), score.share()), (2.5, Some(0.625)));
        assert_eq!(score.plus(score.reversed()).share(), Some(0.5));
        assert_eq!(Verdict::Win.reversed(), Verdict::Loss);
    }

    #[test]
    fn the_interval_is_wilsons_of_the_points() {
        let interval = Score { wins: 40, draws: 20, losses: 40 }.interval();
        // Wilson 1927 for 50 of 100.
        assert!((interval.low - 0.4038).abs() < 5e-5 && (interval.high - 0.5962).abs() < 5e-5, "{interval:?}");
    }
}
