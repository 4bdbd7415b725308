//! `run.json`: what was run, with what and where. Written once, when a run begins.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::trainer::Trainer;
use crate::base::fault::Fault;
use crate::base::file;

/// The commit that this program was built from.
pub const COMMIT: &str = env!("ASALTO_COMMIT");

/// The facts of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunFacts {
    /// Version of the program.
    pub version: String,
    /// Commit of the program's source.
    pub commit: String,
    /// The run's seed.
    pub seed: u64,
    /// Device that the network runs on.
    pub device: String,
    /// Worker threads.
    pub threads: usize,
    /// Hash of the rule set.
    pub rules: String,
    /// Parameters of the network.
    pub parameters: usize,
    /// Operating system and processor family.
    pub system: String,
    /// The command that began the run.
    pub command: String,
    /// When it began, in seconds since 1970.
    pub began: u64,
}

impl RunFacts {
    /// The facts of a trainer that begins now.
    pub fn of(trainer: &Trainer) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: COMMIT.to_owned(),
            seed: trainer.config.run.seed,
            device: trainer.config.run.device.clone(),
            threads: trainer.pool.current_num_threads(),
            rules: trainer.rules.hash_hex(),
            parameters: trainer.config.network.parameters(),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            command: std::env::args_os()
                .map(|argument| argument.to_string_lossy().into_owned())
                .collect::<Vec<_>>()
                .join(" "),
            began: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_secs()),
        }
    }

    /// Writes the file.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Fault> {
        let text = serde_json::to_vec_pretty(self).expect("the facts have only string keys");
        file::write_atomic(path, &text)
    }

    /// Reads the file.
    ///
    /// # Errors
    /// It is missing or damaged; the message names it.
    pub fn read(path: &Path) -> Result<Self, Fault> {
        serde_json::from_slice(&file::read(path)?)
            .map_err(|error| Fault::failed(format!("{}: damaged: {error}", path.display())))
    }
}
