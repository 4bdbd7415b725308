//! Numbers as people read them.
//!
//! In: plain numbers. Out: short text with its unit.
//! Invariant: any number has a text, NaN and infinity too; nothing here is meant to be read back by a program.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::base::stats::Interval;

/// A number with three or so significant digits and a thousands letter: `0.052`, `9.81`, `123`, `45.6k`, `1.23M`.
pub fn si(value: f64) -> String {
    if !value.is_finite() {
        return format!("{value}");
    }
    let size = value.abs();
    if size < 0.000_5 {
        // Zero, or so small that digits would not help.
        return if size == 0.0 { "0".to_owned() } else { format!("{value:.1e}") };
    }
    let letters = ["", "k", "M", "G", "T", "P"];
    // What would be rounded up to four digits belongs to the next letter.
    let step = letters.iter().enumerate().position(|(step, _)| size < 999.5 * 1000f64.powi(step as i32));
    let step = step.unwrap_or(letters.len() - 1);
    let scaled = value / 1000f64.powi(step as i32);
    format!("{}{}", three_digits(scaled), letters[step])
}

fn three_digits(value: f64) -> String {
    let digits = match value.abs() {
        size if size >= 99.95 => 0,
        size if size >= 9.995 => 1,
        size if size >= 0.9995 => 2,
        _ => 3,
    };
    let text = format!("{value:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A time span with its two greatest units: `850 ms`, `3.4 s`, `2 min 05 s`, `1 h 02 min`, `3 d 04 h`.
pub fn duration(span: Duration) -> String {
    let seconds = span.as_secs_f64();
    if seconds < 0.9995 {
        return format!("{:.0} ms", 1000.0 * seconds);
    }
    if seconds < 59.95 {
        return format!("{seconds:.1} s");
    }
    let whole = (seconds + 0.5) as u64;
    match whole {
        ..3600 => format!("{} min {:02} s", whole / 60, whole % 60),
        3600..86_400 => format!("{} h {:02} min", whole / 3600, whole % 3600 / 60),
        _ => format!("{} d {:02} h", whole / 86_400, whole % 86_400 / 3600),
    }
}

/// Games lost by forfeit, kinds apart: `3 games lost by forfeit (crash 2, time out 1)`; `None` without any.
pub fn forfeits(kinds: &BTreeMap<String, u32>) -> Option<String> {
    let lost: u32 = kinds.values().sum();
    let each: Vec<String> = kinds.iter().map(|(kind, count)| format!("{} {count}", kind.replace('_', " "))).collect();
    (lost > 0).then(|| format!("{lost} games lost by forfeit ({})", each.join(", ")))
}

/// A share in percent: `62.5 %`.
pub fn percent(share: f64) -> String {
    if share.is_finite() { format!("{:.1} %", 100.0 * share) } else { "-".to_owned() }
}

/// An Elo difference in whole numbers with its sign; zero has none.
pub fn elo(difference: f64) -> String {
    match difference.round() as i64 {
        0 => "0".to_owned(),
        elo => format!("{elo:+}"),
    }
}

/// A share with its interval, in percent: `62.5 % [55.1, 69.3]`.
pub fn percent_in(share: f64, interval: Interval) -> String {
    format!("{} [{:.1}, {:.1}]", percent(share), 100.0 * interval.low, 100.0 * interval.high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::stats::wilson;

    #[test]
    fn numbers_keep_about_three_digits() {
        let cases = [
            (0.0, "0"),
            (0.000_012_3, "1.2e-5"),
            (0.052, "0.052"),
            (0.9996, "1"),
            (9.806, "9.81"),
            (-12.34, "-12.3"),
            (123.4, "123"),
            (999.4, "999"),
            (999.6, "1k"),
            (45_600.0, "45.6k"),
            (1_234_567.0, "1.23M"),
            (2.0e9, "2G"),
            (1.0e20, "100000P"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "inf"),
        ];
        for (value, text) in cases {
            assert_eq!(si(value), text, "{value}");
        }
    }

    #[test]
    fn durations_name_two_units() {
        let cases = [
            (0.0, "0 ms"),
            (0.85, "850 ms"),
            (0.9996, "1.0 s"),
            (3.42, "3.4 s"),
            (59.97, "1 min 00 s"),
            (125.4, "2 min 05 s"),
            (3599.7, "1 h 00 min"),
            (3725.0, "1 h 02 min"),
            (273_600.0, "3 d 04 h"),
        ];
        for (seconds, text) in cases {
            assert_eq!(duration(Duration::from_secs_f64(seconds)), text, "{seconds}");
        }
    }

    #[test]
    fn shares_come_with_their_interval() {
        assert_eq!(percent_in(0.625, wilson(125.0, 200.0)), "62.5 % [55.6, 68.9]");
        assert_eq!(percent(f64::NAN), "-");
    }
}
