//! Finds the network that a path stands for.

use std::path::{Path, PathBuf};

use burn::tensor::Device;

use super::checkpoint;
use super::dir::RunDir;
use crate::base::fault::Fault;
use crate::net::Model;

/// The folder of the playing network in a checkpoint.
pub(super) const NETWORK: &str = "network";
/// The file that tells a model's folder.
const CARD: &str = "network.toml";

/// Loads a model from its own folder, from a checkpoint, or from a run directory (then from its latest checkpoint).
///
/// # Errors
/// There is no model, or it is damaged; the message names the file.
pub fn open(path: &Path, device: &Device) -> Result<Model, Fault> {
    Model::load(&folder(path)?, device)
}

fn folder(path: &Path) -> Result<PathBuf, Fault> {
    let dir = RunDir::new(path);
    let candidates = [path.to_owned(), path.join(NETWORK)];
    if let Some(found) = candidates.into_iter().find(|folder| folder.join(CARD).exists()) {
        return Ok(found);
    }
    if dir.latest().exists() {
        return Ok(dir.checkpoint(checkpoint::latest(&dir)?).join(NETWORK));
    }
    Err(Fault::input(format!("{}: no model: neither {CARD} nor checkpoints/latest is there", path.display()))
        .with_help("name a model's folder, a checkpoint or a run directory"))
}
