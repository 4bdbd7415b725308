//! What a directory of tables holds.
//!
//! In: rules, scope, finished levels. Out: `solution.json`. Invariant: a level is listed only once its file is on the disk.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::scope::Scope;
use super::solve::{LevelName, Tally};
use crate::base::fault::Fault;
use crate::base::file;
use crate::rules::{RuleSet, Rules};

/// What a directory of tables holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The program that wrote it.
    pub program: String,
    /// The rules as text, and their fingerprint.
    pub rules: String,
    /// See `rules`.
    pub rules_hash: String,
    /// What is solved.
    pub scope: Scope,
    /// Whether all of it is.
    pub finished: bool,
    /// Seconds spent so far, those of interrupted calls included.
    pub seconds: f64,
    /// The levels that are done.
    pub levels: Vec<LevelEntry>,
}

/// A finished level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelEntry {
    /// Which.
    #[serde(flatten)]
    pub name: LevelName,
    /// What was found.
    #[serde(flatten)]
    pub tally: Tally,
    /// Bytes of its file.
    pub bytes: u64,
}

/// The file, with the checksum of all else in it.
#[derive(Serialize, Deserialize)]
struct Sealed {
    #[serde(flatten)]
    manifest: Manifest,
    crc32: u32,
}

impl Manifest {
    /// Nothing is solved yet.
    pub fn new(rules: Rules, scope: Scope) -> Manifest {
        Manifest {
            program: format!("asalto {}", env!("CARGO_PKG_VERSION")),
            rules: rules.set().to_toml(),
            rules_hash: rules.hash_hex(),
            scope,
            finished: false,
            seconds: 0.0,
            levels: Vec::new(),
        }
    }

    /// The file in a directory of tables.
    pub fn path(dir: &Path) -> PathBuf {
        dir.join("solution.json")
    }

    /// Reads it.
    ///
    /// # Errors
    /// If there is none, or it is damaged.
    pub fn read(dir: &Path) -> Result<Manifest, Fault> {
        let path = Manifest::path(dir);
        if !path.exists() {
            let fault = Fault::input(format!("{}: no tables here: there is no solution.json", dir.display()));
            return Err(fault.with_help("make some: asalto solve --losses 0 --dir DIR"));
        }
        let text = file::read_text(&path)?;
        let damaged = |why: &str| {
            let fault = Fault::failed(format!("{}: {why}", path.display()));
            fault.with_help("restore the file from a copy, or solve again into an empty directory")
        };
        let sealed: Sealed =
            serde_json::from_str(&text).map_err(|error| damaged(&format!("not a solution: {error}")))?;
        if sealed.crc32 != sealed.manifest.crc32() {
            return Err(damaged("its checksum does not fit its contents"));
        }
        Ok(sealed.manifest)
    }

    /// Writes it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, dir: &Path) -> Result<(), Fault> {
        let sealed = Sealed { crc32: self.crc32(), manifest: self.clone() };
        let text = serde_json::to_string_pretty(&sealed).expect("a manifest has no keys but strings");
        file::write_atomic(&Manifest::path(dir), (text + "\n").as_bytes())
    }

    /// The rules that it is about.
    ///
    /// # Errors
    /// If they are no rules.
    pub fn rules(&self) -> Result<Rules, Fault> {
        let rules = RuleSet::from_toml(&self.rules).and_then(Rules::new);
        rules.map_err(|_| Fault::failed("the rules of this solution are not known to this program"))
    }

    /// The level of this name, if it is done.
    pub fn level(&self, name: LevelName) -> Option<&LevelEntry> {
        self.levels.iter().find(|entry| entry.name == name)
    }

    fn crc32(&self) -> u32 {
        let text = serde_json::to_string(self).expect("a manifest has no keys but strings");
        crc32fast::hash(text.as_bytes())
    }
}
