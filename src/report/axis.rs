//! From values to places along an axis, with round numbers at its ticks.
//!
//! In: the range of the data and the room on the page. Out: positions, ticks and their texts.
//! Invariant: an axis always has a length above 0, whatever the data; a tick is never outside of it.

use super::figure::Scale;
use super::text;

/// Nothing that is measured is as large; what is as large all the same stands at the end of its axis.
const HUGE: f64 = 1e300;

/// One axis between two values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axis {
    pub low: f64,
    pub high: f64,
}

impl Axis {
    /// The axis of the iterations `first` to `last`: half an iteration more at both ends, so that a single one has room.
    pub fn iterations(first: u64, last: u64) -> Self {
        Self { low: first as f64 - 0.5, high: last as f64 + 0.5 }
    }

    /// An upright axis for these values.
    pub fn upright(scale: Scale, values: impl Iterator<Item = f64>) -> Self {
        if scale == Scale::Percent {
            return Self { low: 0.0, high: 1.0 };
        }
        let start = if scale == Scale::FromZero { (0.0, 0.0) } else { (f64::INFINITY, f64::NEG_INFINITY) };
        let (low, high) = values.fold(start, |(low, high), value| (low.min(value), high.max(value)));
        // Farther apart than a number can tell.
        let (low, high) = (low.max(-HUGE), high.min(HUGE));
        if low > high {
            return Self { low: 0.0, high: 1.0 };
        }
        // Equal values still need a length, and so do values that differ by rounding only.
        let least = (1e-6 * low.abs().max(high.abs())).max(f64::MIN_POSITIVE / f64::EPSILON);
        if high - low < least {
            let half = if low == 0.0 { 0.5 } else { 0.1 * low.abs() };
            return if scale == Scale::FromZero {
                Self { low: low.min(0.0), high: high + half }
            } else {
                Self { low: low - half, high: high + half }
            };
        }
        let room = 0.06 * (high - low);
        let low = if scale == Scale::FromZero && low == 0.0 { 0.0 } else { low - room };
        Self { low, high: high + room }
    }

    /// Where `value` stands, as a share of the axis; what lies beyond it stands at its end.
    pub fn share(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Round values along the axis, at most about `most` of them, `least_step` or more apart.
    pub fn ticks(&self, most: usize, least_step: f64) -> Vec<f64> {
        let step = round_step((self.high - self.low) / most.max(1) as f64).max(least_step);
        let first = (self.low / step).ceil();
        let mut ticks = Vec::new();
        // Counted in steps: adding steps up would pile up rounding errors.
        while (first + ticks.len() as f64) * step <= self.high * (1.0 + f64::EPSILON) && ticks.len() <= 2 * most {
            ticks.push((first + ticks.len() as f64) * step);
        }
        ticks
    }
}

/// The next 1, 2 or 5 times a power of ten that is not below `step`.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    let digit = [1.0, 2.0, 5.0].into_iter().find(|digit| digit * power >= step * (1.0 - 1e-9));
    digit.unwrap_or(10.0) * power
}

/// The text of a tick, with digits enough to tell it from its neighbours.
pub(super) fn tick_text(value: f64, step: f64, scale: Scale) -> String {
    if scale == Scale::Percent {
        return format!("{:.0} %", 100.0 * value);
    }
    // Minus zero, and what is left of zero after rounding.
    let value = if value.abs() < step / 1e6 { 0.0 } else { value };
    if step >= 1000.0 || (step < 1e-4 && value != 0.0) {
        return text::si(value);
    }
    let digits = (-step.log10()).ceil().clamp(0.0, 6.0) as usize;
    format!("{value:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(Axis { low: 0.0, high: 1.0 }.ticks(5, 0.0), [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]);
        assert_eq!(Axis::iterations(1, 10).ticks(10, 1.0), (1..=10).map(f64::from).collect::<Vec<_>>());
        assert_eq!(Axis::iterations(7, 7).ticks(10, 1.0), [7.0]);
        assert_eq!(Axis::iterations(1, 500).ticks(7, 1.0), [100.0, 200.0, 300.0, 400.0, 500.0]);
    }

    #[test]
    fn tick_texts_differ_from_their_neighbours() {
        assert_eq!(tick_text(0.25, 0.05, Scale::Free), "0.25");
        assert_eq!(tick_text(-1e-20, 0.05, Scale::Free), "0.00");
        assert_eq!(tick_text(120_000.0, 20_000.0, Scale::FromZero), "120k");
        assert_eq!(tick_text(0.4, 0.2, Scale::Percent), "40 %");
        assert_eq!(tick_text(3.0, 1.0, Scale::Free), "3");
    }

    #[test]
    fn without_data_or_differences_there_still_is_an_axis() {
        for (scale, values) in [
            (Scale::Free, vec![]),
            (Scale::Free, vec![3.0, 3.0]),
            (Scale::FromZero, vec![0.0]),
            (Scale::Free, vec![0.0]),
        ] {
            let axis = Axis::upright(scale, values.iter().copied());
            assert!(axis.high > axis.low && axis.ticks(5, 0.0).len() > 1, "{scale:?} {values:?} {axis:?}");
        }
    }

    proptest! {
        #[test]
        fn any_data_has_ticks_inside_its_axis(
            values in prop::collection::vec(prop_oneof![-1e12f64..1e12, -1f64..1.0, any::<f32>().prop_map(f64::from).prop_filter("finite", |x| x.is_finite())], 1..20),
            from_zero: bool,
            most in 1usize..12,
        ) {
            let scale = if from_zero { Scale::FromZero } else { Scale::Free };
            let axis = Axis::upright(scale, values.iter().copied());
            prop_assert!(axis.high > axis.low);
            prop_assert!(values.iter().all(|&value| (0.0..=1.0).contains(&axis.share(value))));
            let ticks = axis.ticks(most, 0.0);
            prop_assert!(ticks.len() <= 2 * most + 1);
            prop_assert!(ticks.iter().all(|&tick| (tick - axis.high) < 1e-9 * (axis.high - axis.low) && (axis.low - tick) < 1e-9 * (axis.high - axis.low)), "{:?} {:?}", axis, ticks);
        }
    }
}
