//! The newest samples, bounded.

use std::collections::VecDeque;

use super::{ReplayConfig, Sample};
use crate::base::rng::{Rng, below};

/// A bounded queue of samples. Its size follows [`ReplayConfig::capacity`].
#[derive(Default)]
pub struct ReplayWindow {
    samples: VecDeque<Sample>,
    seen: u64,
}

impl ReplayWindow {
    /// An empty window that has seen nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// A window as it stood after `seen` samples, given those that it held, in order.
    pub fn restore(seen: u64, held: Vec<Sample>) -> Self {
        Self { samples: held.into(), seen }
    }

    /// Adds samples and lets go of the oldest that are over the capacity.
    pub fn push(&mut self, samples: Vec<Sample>, config: &ReplayConfig) {
        self.seen += samples.len() as u64;
        self.samples.extend(samples);
        self.trim(config);
    }

    /// Samples kept.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Samples seen since the run began.
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// A uniformly random sample. The window must not be empty.
    pub fn draw(&self, rng: &mut Rng) -> &Sample {
        &self.samples[below(rng, self.samples.len() as u32) as usize]
    }

    fn trim(&mut self, config: &ReplayConfig) {
        let surplus = self.samples.len().saturating_sub(config.capacity(self.seen));
        self.samples.drain(..surplus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::stream;
    use crate::rules::{Position, Rules};

    fn numbered(range: std::ops::Range<u16>) -> Vec<Sample> {
        let sample = |number| Sample {
            position: Position::start(Rules::asalto()),
            repetitions: 0,
            draw_value: 0.0,
            policy: Box::new([(number, 1.0)]),
            wdl: [1.0, 0.0, 0.0],
            value_weight: 1.0,
        };
        range.map(sample).collect()
    }

    #[test]
    fn keeps_the_newest_and_grows_by_the_power_law() {
        let config = ReplayConfig { window: 100, growth: 0.5, ..ReplayConfig::default() };
        let mut window = ReplayWindow::new();
        window.push(numbered(0..400), &config);
        assert_eq!((window.len(), window.seen()), (200, 400)); // 100 * sqrt(400 / 100)
        assert_eq!(window.samples[0].policy[0].0, 200);
        window.push(numbered(400..900), &config);
        assert_eq!((window.len(), window.seen()), (300, 900));
        assert_eq!(window.samples[0].policy[0].0, 600);
    }

    #[test]
    fn restored_window_draws_as_the_original() {
        let config = ReplayConfig { window: 100, growth: 0.5, ..ReplayConfig::default() };
        let mut window = ReplayWindow::new();
        window.push(numbered(0..250), &config);
        window.push(numbered(250..400), &config);
        let again = ReplayWindow::restore(400, numbered(200..400));
        let (mut one, mut two) = (stream(1, &[]), stream(1, &[]));
        for _ in 0..50 {
            assert_eq!(window.draw(&mut one), again.draw(&mut two));
        }
    }
}
