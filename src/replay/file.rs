//! The files of `games/`: one JSON object a line, gzip-compressed, one file an iteration.

use std::path::Path;

use crate::base::fault::Fault;
use crate::base::file;
use crate::selfplay::GameRecord;

/// Writes the games of an iteration, at once or not at all.
///
/// # Errors
/// The file cannot be written; the message names it.
pub fn write_games(path: &Path, games: &[GameRecord]) -> Result<(), Fault> {
    let mut text = Vec::new();
    for game in games {
        serde_json::to_writer(&mut text, game).expect("a record has only string keys");
        text.push(b'\n');
    }
    file::write_gzip(path, &text)
}

/// Reads the games of a file.
///
/// # Errors
/// A file that is missing or damaged, or a line that is no game; the message names file and line.
pub fn read_games(path: &Path) -> Result<Vec<GameRecord>, Fault> {
    let text = file::read_gzip(path)?;
    let lines = text.split(|&byte| byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty());
    lines
        .map(|(index, line)| {
            serde_json::from_slice(line)
                .map_err(|error| Fault::input(format!("{}:{}: not a game record: {error}", path.display(), index + 1)))
        })
        .collect()
}
