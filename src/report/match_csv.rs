//! Match reports as CSV: one row for each player in each role.
//!
//! In: [`MatchReport`]s. Out: the bytes of a file.
//! Invariant: the columns are always the same, and each end that a game can have has its own.

use super::match_table::labels;
use crate::arena::{EndReason, MatchReport, RoleReport};
use crate::base::fault::Fault;
use crate::rules::Side;

/// The columns before those of the ends.
const COLUMNS: [&str; 14] = [
    "player",
    "role",
    "opponent",
    "games",
    "wins",
    "draws",
    "losses",
    "share",
    "share_low",
    "share_high",
    "plies",
    "taken",
    "seconds_per_turn",
    "forfeits",
];

/// The rows of all these matches.
///
/// # Errors
/// If they cannot be written as CSV.
pub fn match_csv(reports: &[MatchReport]) -> Result<Vec<u8>, Fault> {
    let failed = |error: csv::Error| Fault::failed(format!("cannot write CSV: {error}"));
    let mut out = csv::Writer::from_writer(Vec::new());
    let ends = EndReason::names().map(|name| format!("end_{name}"));
    out.write_record(COLUMNS.map(str::to_owned).into_iter().chain(ends)).map_err(failed)?;
    for report in reports {
        let names = labels(report);
        for (seat, player) in report.players.iter().enumerate() {
            for side in Side::ALL {
                let who = [names[seat].clone(), side.name().to_owned(), names[1 - seat].clone()];
                let numbers = numbers(player.role(side), player.seconds_per_turn);
                out.write_record(who.into_iter().chain(numbers)).map_err(failed)?;
            }
        }
    }
    out.into_inner().map_err(|error| Fault::failed(format!("cannot write CSV: {}", error.error())))
}

/// The cells of one role behind the names. What is not known is empty.
fn numbers(role: &RoleReport, seconds_per_turn: f64) -> Vec<String> {
    let score = role.score;
    let counts = [score.games(), score.wins, score.draws, score.losses].map(|count| count.to_string());
    let share = role.share.map_or(String::new(), |share| share.to_string());
    let measures = [role.interval[0], role.interval[1], role.mean_plies, role.mean_taken, seconds_per_turn];
    let measures = measures.map(|value| value.to_string());
    let ends = EndReason::names().map(|name| role.ends.get(name).copied().unwrap_or(0).to_string());
    let forfeits = [role.forfeits.to_string()];
    counts.into_iter().chain([share]).chain(measures).chain(forfeits).chain(ends).collect()
}
