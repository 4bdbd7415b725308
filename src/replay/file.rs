//! The files of `games/`: one JSON object a line, gzip-compressed, one file an iteration.

use std::path::Path;

use crate::base::fault::Fault;
use crate::base::json_lines;
use crate::selfplay::GameRecord;

/// Writes the games of an iteration, at once or not at all.
///
/// # Errors
/// The file cannot be written; the message names it.
pub fn write_games(path: &Path, games: &[GameRecord]) -> Result<(), Fault> {
    json_lines::write(path, games)
}

/// Reads the games of a file.
///
/// # Errors
/// A file that is missing or damaged, or a line that is no game; the message names file and line.
pub fn read_games(path: &Path) -> Result<Vec<GameRecord>, Fault> {
    json_lines::read(path)?.collect()
}
