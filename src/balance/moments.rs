//! Means with their intervals, added up one value at a time.
//!
//! Invariant: nothing known is the widest interval or `None`, never NaN.

use serde::{Deserialize, Serialize};

use crate::base::stats::{Interval, Z95};

/// Count, sum and sum of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    count: f64,
    sum: f64,
    squares: f64,
}

/// A mean and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Where the true one lies.
    pub interval: Interval,
}

impl Mean {
    /// The same, of something that cannot lie below or above these: nor does its interval.
    pub fn within(mut self, least: f64, most: f64) -> Self {
        self.interval = Interval { low: self.interval.low.max(least), high: self.interval.high.min(most) };
        self
    }
}

impl Moments {
    /// One more value.
    pub fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    /// How many values.
    pub fn count(&self) -> f64 {
        self.count
    }

    /// The standard error of the mean; `None` of fewer than two values.
    pub fn error(&self) -> Option<f64> {
        let mean = self.sum / self.count;
        let variance = ((self.squares - self.count * mean * mean) / (self.count - 1.0)).max(0.0);
        (self.count >= 2.0).then(|| (variance / self.count).sqrt())
    }

    /// The mean with its interval by the normal approximation; `None` of fewer than two values.
    pub fn mean(&self) -> Option<Mean> {
        let (value, error) = (self.sum / self.count, self.error()?);
        Some(Mean { value, interval: Interval { low: value - Z95 * error, high: value + Z95 * error } })
    }
}
