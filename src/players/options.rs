//! The `key=value` options of a player's spec.
//!
//! In: the text after the kind, and which keys it may hold. Out: the values, or the one error.
//! Invariant: every option is known, given once, and within its range.

use std::ops::RangeInclusive;

use super::alphabeta::MOST_DEPTH;
use super::budget::Budget;
use super::spec::SpecError;

/// A numeric option of a kind of player.
pub(super) struct NumberOption {
    /// Its key.
    pub key: &'static str,
    /// The values it may have.
    pub range: RangeInclusive<u32>,
}

/// Simulations a move.
pub(super) const SIMULATIONS: NumberOption = NumberOption { key: "sims", range: 1..=100_000 };

/// Turns that alpha-beta looks ahead.
pub(super) const DEPTH: NumberOption = NumberOption { key: "depth", range: 1..=MOST_DEPTH as u32 };

/// Milliseconds a move: up to an hour.
pub(super) const MILLISECONDS: NumberOption = NumberOption { key: "ms", range: 1..=3_600_000 };

/// What a draw is worth to the officers, in hundredths of a win.
pub(super) const DRAW: NumberOption = NumberOption { key: "draw", range: 0..=90 };

/// By how much less a draw is worth to the player itself, in hundredths of a win.
pub(super) const CONTEMPT: NumberOption = NumberOption { key: "contempt", range: 0..=90 };

/// The temperature at which a network's moves are drawn, in hundredths.
pub(super) const TEMPERATURE: NumberOption = NumberOption { key: "temperature", range: 0..=500 };

/// The budget that simulations or milliseconds make; `None` = neither is given.
pub(super) fn budget(
    spec: &str,
    simulations: Option<u32>,
    milliseconds: Option<u32>,
) -> Result<Option<Budget>, SpecError> {
    match (simulations, milliseconds) {
        (Some(_), Some(_)) => Err(SpecError::new(format!("player `{spec}`: give either `sims` or `ms`"))),
        (simulations, milliseconds) => {
            Ok(simulations.map(Budget::Simulations).or(milliseconds.map(Budget::Milliseconds)))
        }
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
    let (low, high) = (option.range.start(), option.range.end());
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let value = text.parse().ok().filter(|value| digits && option.range.contains(value));
    value.ok_or_else(|| {
        SpecError::new(format!("player `{spec}`: {} must be {low} to {high}, found `{text}`", option.key))
    })
}

fn keys(known: &[&NumberOption]) -> String {
    known.iter().map(|option| format!("`{}`", option.key)).collect::<Vec<_>>().join(", ")
}
