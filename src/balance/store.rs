//! The games of a study on disk: what was played once is not played again.
//!
//! In: games in the order of their numbers. Out: a folder for each cell, with `cell.json` and files of [`BLOCK`] games.
//! Invariant: a file holds the first so many games of its block, whole, or it is not there; so whatever happens, a cell's
//! folder holds its first so many games.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::plan::CellKey;
use super::recorded::RecordedGame;
use crate::base::fault::Fault;
use crate::base::{file, json_lines};

/// Games in a file.
pub(super) const BLOCK: u32 = 200;

/// The file that tells what a folder holds.
const NOTE: &str = "cell.json";

/// What that file says.
#[derive(Serialize, Deserialize)]
struct Note {
    /// The program that played the first of the games.
    played_by: String,
    /// What decides them.
    key: CellKey,
}

/// The games of one cell.
pub(super) struct Store {
    folder: PathBuf,
    /// The program that played the first of them.
    pub played_by: String,
    /// Games that are on disk.
    saved: u32,
    /// The games of the last, incomplete block, some of which may not be on disk yet.
    open: Vec<RecordedGame>,
}

impl Store {
    /// Opens the folder of a cell in `games`, which is made if need be, and hands every game in it to `each`. `program` is
    /// noted as the one that plays, unless another was before.
    ///
    /// # Errors
    /// A file is damaged or holds other games than it should, or the folder cannot be made.
    pub fn open(
        games: &Path,
        key: &CellKey,
        program: &str,
        most: u32,
        mut each: impl FnMut(&RecordedGame),
    ) -> Result<Self, Fault> {
        let text = serde_json::to_vec_pretty(key).expect("a key has only plain values");
        let folder = games.join(&file::sha256(&text)[..16]);
        file::create_dir(&folder)?;
        file::remove_unfinished(&folder)?;
        let note = folder.join(NOTE);
        let played_by = if note.exists() {
            let damaged = |error| Fault::failed(format!("{}: damaged: {error}", note.display()));
            serde_json::from_slice::<Note>(&file::read(&note)?).map_err(damaged)?.played_by
        } else {
            let new = Note { played_by: program.to_owned(), key: key.clone() };
            let text = serde_json::to_vec_pretty(&new).expect("a note has only plain values");
            file::write_atomic(&note, &text)?;
            program.to_owned()
        };
        let mut store = Self { folder, played_by, saved: 0, open: Vec::new() };
        while store.saved < most {
            let path = store.path();
            if !path.exists() {
                break;
            }
            let before = store.saved;
            store.read(&path, most, &mut each)?;
            if !store.saved.is_multiple_of(BLOCK) || store.saved == before {
                break;
            }
        }
        Ok(store)
    }

    /// Reads the file of the next block.
    fn read(&mut self, path: &Path, most: u32, each: &mut impl FnMut(&RecordedGame)) -> Result<(), Fault> {
        self.open.clear();
        for game in json_lines::read::<RecordedGame>(path)? {
            let game = game?;
            if game.game.number != self.saved {
                let message = format!(
                    "{}: damaged: game {} stands where game {} should",
                    path.display(),
                    game.game.number,
                    self.saved
                );
                return Err(Fault::failed(message).with_help("remove the file: its games are played again"));
            }
            // A study that asks for fewer games than there are takes the first so many, and leaves the file alone.
            if self.saved == most {
                break;
            }
            each(&game);
            self.saved += 1;
            self.open.push(game);
        }
        if self.saved.is_multiple_of(BLOCK) {
            self.open.clear();
        }
        Ok(())
    }

    /// Where the games are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// How many games there are, saved or not.
    pub fn len(&self) -> u32 {
        self.saved - self.saved % BLOCK + self.open.len() as u32
    }

    /// Adds the next game; a complete block is saved.
    ///
    /// # Errors
    /// The disk.
    pub fn push(&mut self, game: RecordedGame) -> Result<(), Fault> {
        self.open.push(game);
        if self.open.len() as u32 == BLOCK { self.save() } else { Ok(()) }
    }

    /// Saves what is not on disk yet.
    ///
    /// # Errors
    /// The disk.
    pub fn save(&mut self) -> Result<(), Fault> {
        if self.len() == self.saved {
            return Ok(());
        }
        json_lines::write(&self.path(), &self.open)?;
        self.saved = self.len();
        if self.open.len() as u32 == BLOCK {
            self.open.clear();
        }
        Ok(())
    }

    /// The file of the block that is open.
    fn path(&self) -> PathBuf {
        self.folder.join(format!("{:06}.jsonl.gz", self.saved / BLOCK))
    }
}
