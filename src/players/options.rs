//! The `key=value` options of a player's spec.
//!
//! In: the text after the kind, and which keys it may hold. Out: the values, or the one error.
//! Invariant: every option is known, given once, and within its range.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::alphabeta::MOST_DEPTH;
use super::budget::Budget;
use super::spec::SpecError;

/// A numeric option of a kind of player.
pub(super) struct NumberOption {
    /// Its key.
    pub key: &'static str,
    /// The values it may have, in units of its last decimal.
    pub range: RangeInclusive<u32>,
    /// How many decimals its values may have.
    pub decimals: u32,
}

impl NumberOption {
    /// An option whose values are whole numbers.
    pub const fn whole(key: &'static str, range: RangeInclusive<u32>) -> Self {
        Self { key, range, decimals: 0 }
    }

    /// A text as units of the last decimal: `1.4` with three decimals is 1400. `None` if it is no such number in range.
    fn read(&self, text: &str) -> Option<u32> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !are_digits(whole) || !are_digits(fraction) || (self.decimals == 0 && text.contains('.')) {
            return None;
        }
        let places = self.decimals as usize;
        let kept = &fraction[..fraction.len().min(places)];
        if fraction[kept.len()..].bytes().any(|digit| digit != b'0') {
            return None;
        }
        format!("{whole}{kept:0<places$}").parse().ok().filter(|value| self.range.contains(value))
    }

    /// The values it may have, for people.
    fn allowed(&self) -> String {
        let scale = f64::from(10_u32.pow(self.decimals));
        let end = |end: &u32| f64::from(*end) / scale;
        format!("{} to {}", end(self.range.start()), end(self.range.end()))
    }
}

/// Simulations a move.
pub(super) const SIMULATIONS: NumberOption = NumberOption::whole("sims", 1..=100_000);

/// Turns that alpha-beta looks ahead.
pub(super) const DEPTH: NumberOption = NumberOption::whole("depth", 1..=MOST_DEPTH as u32);

/// Milliseconds a move: up to an hour; in microseconds.
pub(super) const MILLISECONDS: NumberOption = NumberOption { key: "ms", range: 100..=3_600_000_000, decimals: 3 };

/// What a draw is worth to the officers, in hundredths of a win.
pub(super) const DRAW: NumberOption = NumberOption::whole("draw", 0..=90);

/// By how much less a draw is worth to the player itself, in hundredths of a win.
pub(super) const CONTEMPT: NumberOption = NumberOption::whole("contempt", 0..=90);

/// The temperature at which a network's moves are drawn, in hundredths.
pub(super) const TEMPERATURE: NumberOption = NumberOption::whole("temperature", 0..=500);

/// A value of [`MILLISECONDS`].
pub(super) fn time(microseconds: u32) -> Duration {
    Duration::from_micros(microseconds.into())
}

/// The budget that simulations or a time make; `None` = neither is given.
pub(super) fn budget(
    spec: &str,
    simulations: Option<u32>,
    time: Option<Duration>,
) -> Result<Option<Budget>, SpecError> {
    match (simulations, time) {
        (Some(_), Some(_)) => Err(SpecError::new(format!("player `{spec}`: give either `sims` or `ms`"))),
        (simulations, time) => Ok(simulations.map(Budget::Simulations).or(time.map(Budget::Time))),
    }
}

/// Reads comma-separated options of the player `spec`. The values are in the order of `known`.
pub(super) fn read<const N: usize>(
    spec: &str,
    text: &str,
    known: [&NumberOption; N],
) -> Result<[Option<u32>; N], SpecError> {
    let mut values = [None; N];
    for option in text.split(',') {
        let Some((key, value)) = option.split_once('=') else {
            return Err(SpecError::new(format!("player `{spec}`: an option is written KEY=NUMBER, found `{option}`")));
        };
        let Some(at) = known.iter().position(|known| known.key == key) else {
            return Err(SpecError::new(format!("player `{spec}`: unknown option `{key}`; allowed: {}", keys(&known))));
        };
        if values[at].is_some() {
            return Err(SpecError::new(format!("player `{spec}`: option `{key}` is given twice")));
        }
        values[at] = Some(number(spec, known[at], value)?);
    }
    Ok(values)
}

fn number(spec: &str, option: &NumberOption, text: &str) -> Result<u32, SpecError> {
    option.read(text).ok_or_else(|| {
        let allowed = option.allowed();
        SpecError::new(format!("player `{spec}`: {} must be {allowed}, found `{text}`", option.key))
    })
}

fn keys(known: &[&NumberOption]) -> String {
    known.iter().map(|option| format!("`{}`", option.key)).collect::<Vec<_>>().join(", ")
}
