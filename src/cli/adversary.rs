//! Who plays against people: the options that `play`, `serve` and `analyze` share.
//!
//! In: --model, --levels, --sims, --rules, --exact. Out: levels, a network, rules, what is proven.
//! Invariant: a wrong option is told before anything begins.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{contestants, input};
use crate::base::fault::{Fault, Problem};
use crate::exact::Tables;
use crate::net::{self, SHIPPED};
use crate::play::{Levels, Network, Opponents};
use crate::players::PlayerSpec;
use crate::rules::Rules;
use crate::run;

/// The options.
#[derive(clap::Args)]
pub struct AdversaryArgs {
    /// The network that plays and analyses: a run directory, a checkpoint or a model; or any other player as the opponent.
    #[arg(long, value_name = "DIR|PLAYER", default_value = SHIPPED)]
    model: String,
    /// Other levels than those that come with the program: a file like `configs/levels.toml`.
    #[arg(long, value_name = "FILE")]
    levels: Option<PathBuf>,
    /// Rule set: a TOML file with its keys (see `asalto config print`), or a configuration; default: that of the model, else Asalto.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Tables of `asalto solve` for these rules: proven positions and moves are marked in analyses, hints and chances.
    #[arg(long, value_name = "DIR")]
    exact: Option<PathBuf>,
}

/// What the options say.
pub struct Adversary {
    /// The levels.
    pub levels: Levels,
    /// The network.
    pub network: Network,
    /// The player that was named in place of levels.
    pub named: Option<PlayerSpec>,
    /// The rules that are played unless others are asked for.
    pub rules: Rules,
    /// What is proven about games of these rules.
    pub truth: Option<Arc<Tables>>,
}

impl AdversaryArgs {
    /// Reads the options; `sims` = simulations of the one level that there is then, 0 = the policy alone; `loaded` = the rules
    /// of the game that is gone on with, which are played.
    ///
    /// # Errors
    /// Whatever is wrong with them.
    pub fn read(&self, sims: Option<u32>, loaded: Option<Rules>) -> Result<Adversary, Fault> {
        let path = Path::new(&self.model);
        let is_directory = path.is_dir() || path == Path::new(SHIPPED);
        if !is_directory && self.model.contains('/') && !self.model.contains(':') {
            return Err(Fault::from(Problem::new(format!("no such directory: {}", path.display())).at("--model")));
        }
        let spec = match (is_directory, sims) {
            (false, Some(_)) => {
                let problem =
                    format!("a player that is named thinks as its own text says, found `--model {}`", self.model);
                let problem = Problem::new(problem).at("--sims");
                return Err(problem.help("give it there, as in `mcts:sims=200` or `net?sims=64`").into());
            }
            (false, None) => Some(contestants::spec(&self.model)?),
            (true, Some(0)) => Some(contestants::spec(&format!("net:{}", self.model))?),
            (true, Some(sims)) => Some(contestants::spec(&format!("net:{}?sims={sims}", self.model))?),
            (true, None) => None,
        };
        let levels = match (&spec, &self.levels) {
            (Some(spec), _) => Levels::only(spec.clone()),
            (None, Some(file)) => Levels::load(file).map_err(|fault| match file.exists() {
                true => fault,
                false => fault.with_help("--levels takes a file like `configs/levels.toml`"),
            })?,
            (None, None) => Levels::shipped(),
        };
        let dir = if is_directory { &self.model } else { SHIPPED };
        let network =
            Network { dir: dir.to_owned(), rules: run::open_model(Path::new(dir), &net::device("cpu")?)?.rules };
        let rules = match (loaded, &self.rules, &spec) {
            (Some(rules), ..) => rules,
            (None, Some(file), _) => input::rules(Some(file))?,
            (None, None, Some(spec)) => contestants::rules(None, &[spec])?,
            (None, None, None) => network.rules,
        };
        let truth = self.exact.as_deref().map(|dir| truth(dir, rules)).transpose()?;
        Ok(Adversary { levels, network, named: spec, rules, truth })
    }
}

impl Adversary {
    /// The players for games of these rules.
    ///
    /// # Errors
    /// If one cannot be loaded.
    pub fn opponents(&self, rules: Rules) -> Result<Opponents, Fault> {
        Opponents::new(rules, &self.levels, &self.network, &contestants::workshop(), self.truth.as_ref())
    }
}

fn truth(dir: &Path, rules: Rules) -> Result<Arc<Tables>, Fault> {
    let tables = Tables::open(dir)?;
    if tables.rules() != rules {
        let unlike = tables.rules().set().unlike(rules.set());
        let problem = Problem::new(format!("{}: tables of other rules: {unlike}", dir.display()));
        return Err(problem.at("--exact").help("name their rules with --rules").into());
    }
    Ok(Arc::new(tables))
}
