//! Finds the network that a path stands for.

use std::path::{Path, PathBuf};

use burn::tensor::Device;

use super::checkpoint;
use super::dir::RunDir;
use crate::base::fault::Fault;
use crate::net::{CARD, Model, SHIPPED};

/// The folder of the playing network in a checkpoint.
pub(super) const NETWORK: &str = "network";

/// Loads a model from its own folder, from a checkpoint, or from a run directory (then from its latest checkpoint); the one
/// that ships, [`SHIPPED`], from within the program where no such folder is in sight.
///
/// # Errors
/// There is no model, or it is damaged; the message names the file.
pub fn open(path: &Path, device: &Device) -> Result<Model, Fault> {
    if path == Path::new(SHIPPED) && !path.exists() {
        let card = include_str!("../../models/asalto/model.toml");
        return Model::of_files(path, card, include_bytes!("../../models/asalto/weights.safetensors"), device);
    }
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
