//! Checkpoints: everything that shapes the next step of a run, on disk.
//!
//! A checkpoint is the folder `checkpoints/NNNNNN`, written after iteration N (0 = before the first):
//!
//! | file | holds |
//! |---|---|
//! | `network/` | the averaged weights that play, as a model folder that every command can load |
//! | `learner.safetensors` | the raw weights, the averaged ones and the optimiser's state, as [`learn`](crate::learn) writes them |
//! | `state.json` | [`RunState`](super::state::RunState): counters, start balance, numbers of the next games |
//! | `games.jsonl.gz` | the games in play, in the format of `games/` |
//! | `manifest.json` | size and SHA-256 of every other file |
//!
//! Its files are flushed to the disk under another folder's name, which is then renamed; then `checkpoints/latest` is replaced by a file that
//! names it. So a run that is killed at any moment finds its last complete checkpoint.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::dir::RunDir;
use crate::base::fault::Fault;
use crate::base::file;

const MANIFEST: &str = "manifest.json";

/// Size and hash of one file.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Entry {
    bytes: u64,
    sha256: String,
}

/// Writes the checkpoint of an iteration: `fill` puts the files into the folder that it is given.
///
/// # Errors
/// Something cannot be written; the checkpoints that were there stay good.
pub fn write(dir: &RunDir, iteration: u32, fill: impl FnOnce(&Path) -> Result<(), Fault>) -> Result<(), Fault> {
    let unfinished = dir.checkpoints().join(format!("{iteration:06}.unfinished"));
    let last = dir.checkpoint(iteration);
    file::remove_dir(&unfinished)?;
    file::create_dir(&unfinished)?;
    fill(&unfinished)?;
    let mut entries = BTreeMap::new();
    for path in files_below(&unfinished)? {
        let bytes = file::read(&path)?;
        entries
            .insert(name_below(&unfinished, &path), Entry { bytes: bytes.len() as u64, sha256: file::sha256(&bytes) });
    }
    let manifest = serde_json::to_vec_pretty(&entries).expect("the keys are strings");
    file::write_atomic(&unfinished.join(MANIFEST), &manifest)?;
    file::remove_dir(&last)?;
    file::rename(&unfinished, &last)?;
    name_latest(dir, iteration)
}

/// Makes a checkpoint, which is whole, the one that the run goes on from.
///
/// # Errors
/// If `latest` cannot be written.
pub fn name_latest(dir: &RunDir, iteration: u32) -> Result<(), Fault> {
    file::write_atomic(&dir.latest(), format!("{iteration:06}\n").as_bytes())
}

/// The iteration that `latest` names.
///
/// # Errors
/// The file is missing or names nothing.
pub fn latest(dir: &RunDir) -> Result<u32, Fault> {
    let path = dir.latest();
    let text = file::read_text(&path).map_err(|fault| offer(dir, u32::MAX, fault))?;
    let named = text.trim().parse().map_err(|_| {
        Fault::failed(format!("{}: must name a checkpoint such as 000012, found `{}`", path.display(), text.trim()))
    });
    named.map_err(|fault| offer(dir, u32::MAX, fault))
}

/// Checks that a checkpoint is whole, and returns its folder.
///
/// # Errors
/// A file is missing or is not what was written; the message names it and offers the newest older checkpoint that is whole.
pub fn verified(dir: &RunDir, iteration: u32) -> Result<PathBuf, Fault> {
    let folder = dir.checkpoint(iteration);
    verify(&folder).map_err(|fault| offer(dir, iteration, fault))?;
    Ok(folder)
}

/// The fault, with the newest whole checkpoint before `iteration` offered to go on from.
pub(super) fn offer(dir: &RunDir, iteration: u32, fault: Fault) -> Fault {
    let older = dir.checkpoint_iterations().into_iter().rev().filter(|&other| other < iteration);
    match older.into_iter().find(|&other| verify(&dir.checkpoint(other)).is_ok()) {
        Some(good) => fault.with_help(format!("go on from an older checkpoint with `--resume --from {good}`")),
        None => fault.with_help("no other checkpoint is whole: begin a new run"),
    }
}

fn verify(folder: &Path) -> Result<(), Fault> {
    let path = folder.join(MANIFEST);
    let entries: BTreeMap<String, Entry> = serde_json::from_slice(&file::read(&path)?)
        .map_err(|error| Fault::failed(format!("{}: damaged checkpoint: {error}", path.display())))?;
    for (name, entry) in entries {
        let path = folder.join(&name);
        let bytes = file::read(&path)?;
        let found = Entry { bytes: bytes.len() as u64, sha256: file::sha256(&bytes) };
        if found != entry {
            return Err(Fault::failed(format!(
                "{}: damaged checkpoint file: must be {} bytes with SHA-256 {}.., found {} bytes with {}..",
                path.display(),
                entry.bytes,
                &entry.sha256[..entry.sha256.len().min(12)],
                found.bytes,
                &found.sha256[..12]
            )));
        }
    }
    Ok(())
}

/// Lets go of old checkpoints: keeps the newest `keep`, every `ladder`-th one, the first and the last.
///
/// # Errors
/// A folder cannot be removed.
pub fn prune(dir: &RunDir, keep: usize, ladder: u32) -> Result<(), Fault> {
    let all = dir.checkpoint_iterations();
    let old = all.len().saturating_sub(keep.max(1));
    for &iteration in &all[..old] {
        if iteration != 0 && (ladder == 0 || !iteration.is_multiple_of(ladder)) {
            file::remove_dir(&dir.checkpoint(iteration))?;
        }
    }
    Ok(())
}

fn files_below(folder: &Path) -> Result<Vec<PathBuf>, Fault> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let failed = |error: std::io::Error| Fault::failed(format!("{}: {error}", folder.display()));
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}

fn name_below(folder: &Path, path: &Path) -> String {
    let below = path.strip_prefix(folder).expect("the file was found below the folder");
    below.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}
