//! A network on disk: a folder with its weights and what they mean.
//!
//! Input and output: a [`Model`] and a folder with two files. `network.toml` holds the kind and size, the rules that it
//! was trained with, the version of the inputs, and the name and SHA-256 of the weights' file; `weights.safetensors`
//! holds the tensors (see [`tensor_file`](super::tensor_file)), each under `weights/NAME`. Invariant: weights that do
//! not fit are refused, with the file and both shapes; what is loaded is what was saved, bit for bit.

use std::path::Path;

use burn::module::Module;
use burn::tensor::Device;
use serde::{Deserialize, Serialize};

use super::config::NetConfig;
use super::features;
use super::network::Network;
use super::parameters;
use super::tensor_file::TensorFile;
use crate::base::check::Check;
use crate::base::fault::{Fault, Problem};
use crate::base::file;
use crate::rules::{RuleSet, Rules};

const CARD: &str = "network.toml";
const WEIGHTS: &str = "weights.safetensors";
const GROUP: &str = "weights";

/// A network and the game that it plays.
#[derive(Debug, Clone)]
pub struct Model {
    /// Kind and size.
    pub config: NetConfig,
    /// The rules that it was trained with.
    pub rules: Rules,
    /// The network itself.
    pub network: Network,
}

/// The contents of `network.toml`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Card {
    /// Version of the inputs, [`features::VERSION`].
    inputs: u32,
    /// Number of parameters: for the reader.
    parameters: usize,
    /// Fingerprint of the rules.
    rules_hash: String,
    /// SHA-256 of the weights' file.
    sha256: String,
    network: NetConfig,
    rules: RuleSet,
}

impl Model {
    /// Writes the folder's two files, the weights first.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn save(&self, folder: &Path) -> Result<(), Fault> {
        let mut contents = TensorFile::default();
        contents.push_all(GROUP, &parameters::layout(&self.network), &parameters::read(&self.network));
        let bytes = contents.encode();
        let card = Card {
            inputs: features::VERSION,
            parameters: self.network.num_params(),
            rules_hash: self.rules.hash_hex(),
            sha256: file::sha256(&bytes),
            network: self.config,
            rules: self.rules.set().clone(),
        };
        let card = toml::to_string(&card).map_err(|error| Fault::failed(format!("{CARD}: {error}")))?;
        file::create_dir(folder)?;
        file::write_atomic(&folder.join(WEIGHTS), &bytes)?;
        file::write_atomic(&folder.join(CARD), card.as_bytes())
    }

    /// Reads a folder that [`Model::save`] wrote.
    ///
    /// # Errors
    /// A file cannot be read or is damaged, or the weights do not fit the network: the message names the file, and the
    /// tensor with both shapes.
    pub fn load(folder: &Path, device: &Device) -> Result<Model, Fault> {
        let card = Card::load(&folder.join(CARD))?;
        let rules = card.rules_at(&folder.join(CARD))?;
        let path = folder.join(WEIGHTS);
        let bytes = file::read(&path)?;
        let refused = |why: String| Fault::from(Problem::new(why).at(path.display().to_string()));
        let mut contents = TensorFile::decode(&bytes).map_err(|why| refused(format!("damaged weights: {why}")))?;
        // The seed is without effect: every value is replaced.
        let network = card.network.init(0, device);
        let values = contents.take_all(GROUP, &parameters::layout(&network)).map_err(refused)?;
        if let Some(extra) = contents.tensors.first() {
            return Err(refused(format!("holds tensor `{}`, which this network does not have", extra.name)));
        }
        let found = file::sha256(&bytes);
        if found != card.sha256 {
            let (wanted, found) = (short(&card.sha256), short(&found));
            return Err(refused(format!(
                "damaged weights: SHA-256 must be {wanted}.. as {CARD} says, found {found}.."
            )));
        }
        Ok(Model { config: card.network, rules, network: parameters::write(&network, &values, device) })
    }
}

impl Card {
    fn load(path: &Path) -> Result<Card, Fault> {
        let refused = |why: String| Fault::from(Problem::new(why).at(path.display().to_string()));
        let card: Card = toml::from_str(&file::read_text(path)?).map_err(|error| refused(error.to_string()))?;
        if card.inputs != features::VERSION {
            let (found, wanted) = (card.inputs, features::VERSION);
            return Err(refused(format!(
                "trained with version {found} of the inputs; this program has version {wanted}"
            )));
        }
        let problems = card.network.check();
        if !problems.is_empty() {
            let at = |problem: &_| Problem::new(format!("network.{problem}")).at(path.display().to_string());
            return Err(Fault::Input(problems.iter().map(at).collect()));
        }
        Ok(card)
    }

    fn rules_at(&self, path: &Path) -> Result<Rules, Fault> {
        let refused = |why: String| Problem::new(why).at(path.display().to_string());
        let rules = Rules::new(self.rules.clone())
            .map_err(|errors| Fault::Input(errors.iter().map(|error| refused(error.to_string())).collect()))?;
        if rules.hash_hex() != self.rules_hash {
            let (wanted, found) = (&self.rules_hash, rules.hash_hex());
            return Err(refused(format!("rules_hash must be {found} for these rules, found {wanted}")).into());
        }
        Ok(rules)
    }
}

fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}
