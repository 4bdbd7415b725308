//! A network on disk: a folder with its weights and what they mean.
//!
//! Input and output: a [`Model`] and a folder with two files. `model.toml` holds the kind and size, the rules that it
//! was trained with, the version of the inputs, the SHA-256 of the weights' file, and for a model that was exported where
//! it comes from and what was measured of it; `weights.safetensors` holds the tensors (see
//! [`tensor_file`](super::tensor_file)), each under `weights/NAME`. Invariant: weights that do
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

/// The file that tells a model's folder.
pub const CARD: &str = "model.toml";
/// The folder of the model that ships with the program.
pub const SHIPPED: &str = "models/asalto";

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
    /// Where it comes from, if that was noted.
    pub training: Option<Training>,
    /// What was measured of it.
    pub measured: Vec<Measured>,
}

/// How a model was trained.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// The command that trains it again.
    pub command: String,
    /// Seed of the run.
    pub seed: u64,
    /// Version and commit of the program that began the run.
    pub program: String,
    /// Iterations.
    pub iterations: u32,
    /// Games of self-play that were finished.
    pub games: u64,
    /// Positions that were searched.
    pub positions: u64,
    /// Hours on the wall, times the threads that worked: at most so many hours of CPU time.
    pub thread_hours: f64,
}

/// One measured result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The opponent's spec.
    pub opponent: String,
    /// `plain` or `even`.
    pub starts: String,
    /// Distinct games as officers and as rebels.
    pub games: [u32; 2],
    /// Points a game as officers and as rebels, in [0, 1].
    pub score: [f64; 2],
    /// The 95 % intervals of both.
    pub interval: [[f64; 2]; 2],
    /// The command that measured it.
    pub command: String,
}

/// The contents of `model.toml`.
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    training: Option<Training>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    measured: Vec<Measured>,
}

impl Model {
    /// A model of which nothing else is known.
    pub fn new(config: NetConfig, rules: Rules, network: Network) -> Model {
        Model { config, rules, network, training: None, measured: Vec::new() }
    }

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
            training: self.training.clone(),
            measured: self.measured.clone(),
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
        let card = file::read_text(&folder.join(CARD))?;
        Self::of_files(folder, &card, &file::read(&folder.join(WEIGHTS))?, device)
    }

    /// The model of the contents of its two files, `model.toml` and the weights, which lie in `folder` or came from there.
    ///
    /// # Errors
    /// As [`Model::load`].
    pub fn of_files(folder: &Path, card: &str, bytes: &[u8], device: &Device) -> Result<Model, Fault> {
        let card = Card::parse(&folder.join(CARD), card)?;
        let rules = card.rules_at(&folder.join(CARD))?;
        let path = folder.join(WEIGHTS);
        let refused = |why: String| Fault::from(Problem::new(why).at(path.display().to_string()));
        let mut contents = TensorFile::decode(bytes).map_err(|why| refused(format!("damaged weights: {why}")))?;
        // The seed is without effect: every value is replaced.
        let network = card.network.init(0, device);
        let values = contents.take_all(GROUP, &parameters::layout(&network)).map_err(refused)?;
        if let Some(extra) = contents.tensors.first() {
            return Err(refused(format!("holds tensor `{}`, which this network does not have", extra.name)));
        }
        if network.num_params() != card.parameters {
            let (wanted, found) = (network.num_params(), card.parameters);
            let why = format!("parameters must be {wanted} for this network, found {found}");
            return Err(Problem::new(why).at(folder.join(CARD).display().to_string()).into());
        }
        let found = file::sha256(bytes);
        if found != card.sha256 {
            let (wanted, found) = (short(&card.sha256), short(&found));
            return Err(refused(format!(
                "damaged weights: SHA-256 must be {wanted}.. as {CARD} says, found {found}.."
            )));
        }
        let network = parameters::write(&network, &values, device);
        let Card { network: config, training, measured, .. } = card;
        Ok(Model { config, rules, network, training, measured })
    }
}

impl Card {
    fn parse(path: &Path, text: &str) -> Result<Card, Fault> {
        let refused = |why: String| Fault::from(Problem::new(why).at(path.display().to_string()));
        let card: Card = toml::from_str(text).map_err(|error| refused(error.to_string()))?;
        if card.inputs != features::VERSION {
            let (found, wanted) = (card.inputs, features::VERSION);
            return Err(refused(format!(
                "trained with version {found} of the inputs; this program has version {wanted}"
            )));
        }
        let shares = card.measured.iter().flat_map(|row| row.score.iter().chain(row.interval.iter().flatten()));
        if let Some(share) = shares.copied().find(|share| !(0.0..=1.0).contains(share)) {
            return Err(refused(format!("measured: scores and intervals must be 0 to 1, found {share}")));
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
