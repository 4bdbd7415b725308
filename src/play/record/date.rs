//! The day in the form of a game's header.

use std::time::{SystemTime, UNIX_EPOCH};

/// Today, by universal time: `2026.05.17`; nothing where the clock makes no sense.
pub fn today() -> Option<String> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs();
    Some(date(i64::try_from(seconds / 86_400).ok()?))
}

/// The date so many days after 1 January 1970 (Howard Hinnant, "chrono-compatible low-level date algorithms":
/// `civil_from_days`).
fn date(days: i64) -> String {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        for (days, expected) in [(0, "1970.01.01"), (59, "1970.03.01"), (11_016, "2000.02.29"), (20_454, "2026.01.01")]
        {
            assert_eq!(date(days), expected);
        }
    }
}
