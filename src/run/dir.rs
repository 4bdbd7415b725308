//! The run directory: names of its files, and the lock that keeps two runs apart.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use crate::base::fault::Fault;
use crate::base::file;

/// Paths of a run.
#[derive(Clone, Debug)]
pub struct RunDir {
    root: PathBuf,
}

/// Held while a run writes to its directory; released by the system when the process ends, however it ends.
pub struct RunLock(#[expect(dead_code, reason = "the open file is the lock")] File);

impl RunDir {
    /// The directory `root`, which need not exist.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// Makes the directory and its folders.
    ///
    /// # Errors
    /// They cannot be made.
    pub fn create(&self) -> Result<(), Fault> {
        for folder in [self.root.clone(), self.games(), self.checkpoints(), self.plots()] {
            file::create_dir(&folder)?;
        }
        Ok(())
    }

    /// Takes the directory for this process.
    ///
    /// # Errors
    /// Another process has it, or the lock file cannot be made.
    pub fn lock(&self) -> Result<RunLock, Fault> {
        let path = self.root.join("lock");
        let file = File::create(&path).map_err(|error| Fault::failed(format!("{}: {error}", path.display())))?;
        match file.try_lock() {
            Ok(()) => Ok(RunLock(file)),
            Err(TryLockError::WouldBlock) => {
                Err(Fault::input(format!("{}: another run is using this directory", self.root.display()))
                    .with_help("wait for it, stop it, or choose another --run-dir"))
            }
            Err(TryLockError::Error(error)) => Err(Fault::failed(format!("{}: cannot lock: {error}", path.display()))),
        }
    }

    /// Whether a run was begun here, even if a part of it is missing now.
    pub fn has_run(&self) -> bool {
        let files = [self.config(), self.metrics(), self.latest()];
        files.iter().any(|path| path.exists())
            || !self.checkpoint_iterations().is_empty()
            || !self.game_iterations().is_empty()
    }

    /// The directory itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The resolved configuration.
    pub fn config(&self) -> PathBuf {
        self.root.join("config.toml")
    }

    /// What was run, where and with what.
    pub fn facts(&self) -> PathBuf {
        self.root.join("run.json")
    }

    /// One JSON object an iteration.
    pub fn metrics(&self) -> PathBuf {
        self.root.join("metrics.jsonl")
    }

    /// What happened, in words.
    pub fn log(&self) -> PathBuf {
        self.root.join("log.txt")
    }

    /// Folder of the games.
    pub fn games(&self) -> PathBuf {
        self.root.join("games")
    }

    /// The games of an iteration.
    pub fn games_of(&self, iteration: u32) -> PathBuf {
        self.games().join(format!("{iteration:06}.jsonl.gz"))
    }

    /// Folder of the checkpoints.
    pub fn checkpoints(&self) -> PathBuf {
        self.root.join("checkpoints")
    }

    /// The checkpoint after an iteration.
    pub fn checkpoint(&self, iteration: u32) -> PathBuf {
        self.checkpoints().join(format!("{iteration:06}"))
    }

    /// The file that names the newest checkpoint.
    pub fn latest(&self) -> PathBuf {
        self.checkpoints().join("latest")
    }

    /// Folder of the plots.
    pub fn plots(&self) -> PathBuf {
        self.root.join("plots")
    }

    /// Iterations that have a checkpoint folder, in order. A folder being written has another name and is not among them.
    pub fn checkpoint_iterations(&self) -> Vec<u32> {
        numbered(&self.checkpoints(), "")
    }

    /// The iteration, if it has a checkpoint.
    ///
    /// # Errors
    /// It has none; the message lists those that do.
    pub fn known(&self, iteration: u32) -> Result<u32, Fault> {
        let all = self.checkpoint_iterations();
        if all.contains(&iteration) {
            return Ok(iteration);
        }
        let message = format!("{}: no checkpoint of iteration {iteration}", self.checkpoints().display());
        let list: Vec<String> = all.iter().map(u32::to_string).collect();
        Err(Fault::input(message).with_help(format!("there is one of {}", list.join(", "))))
    }

    /// Iterations that have a file of games, in order.
    pub fn game_iterations(&self) -> Vec<u32> {
        numbered(&self.games(), ".jsonl.gz")
    }
}

/// The numbers of the entries of `folder` whose names are a number and `ending`, in order.
fn numbered(folder: &Path, ending: &str) -> Vec<u32> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let number = |name: &str| name.strip_suffix(ending)?.parse().ok();
    let mut found: Vec<u32> = entries.filter_map(|entry| number(entry.file_name().to_str()?)).collect();
    found.sort_unstable();
    found
}
