//! Who plays in a study of balance: from specs, budgets and training runs to players and their ladders.
//!
//! Invariant: every network is opened once, before any game, and known by the hash of its weights.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::balance::last_name;
use super::contestants;
use super::input::{self, Wrong};
use crate::balance::{Contender, Factories, Ladder, RuleChoice, Strength};
use crate::base::fault::{Fault, Problem};
use crate::base::file;
use crate::net::{self, SHIPPED};
use crate::players::{AlphaBetaBudget, Budget, NetworkSpec, PlayerSpec};
use crate::rules::Rules;
use crate::run::open_model;

/// Budgets where none are given: of players, and of the checkpoints of a run.
const BUDGETS: [u32; 4] = [1, 16, 64, 256];
const RUN_BUDGETS: [u32; 1] = [16];

/// A network that is known: the rules that it was trained for, and the hash of its weights.
type Known = (Rules, String);

/// The players of a study.
pub(super) struct Field {
    pub contenders: Vec<Contender>,
    pub ladders: Vec<Ladder>,
    specs: Vec<PlayerSpec>,
    networks: HashMap<String, Known>,
}

impl Field {
    /// The checkpoints of these runs, or else these players, or else the network that comes with the program.
    ///
    /// # Errors
    /// All that is wrong with them.
    pub fn new(runs: &[PathBuf], players: &[String], budgets: &[u32], checkpoints: u32) -> Result<Self, Fault> {
        let mut field =
            Self { contenders: Vec::new(), ladders: Vec::new(), specs: Vec::new(), networks: HashMap::new() };
        let mut budgets = budgets.to_vec();
        budgets.sort_unstable();
        budgets.dedup();
        let mut wrong = Wrong::default();
        if runs.is_empty() {
            let budgets = if budgets.is_empty() { BUDGETS.to_vec() } else { budgets };
            let shipped = ["net".to_owned()];
            for text in if players.is_empty() { &shipped } else { players } {
                wrong.note(field.add_player(text, &budgets));
            }
            field.ladders = field.ladders_of_specs();
        } else {
            let budgets = if budgets.is_empty() { RUN_BUDGETS.to_vec() } else { budgets };
            for run in runs {
                wrong.note(field.add_run(run, runs.len() > 1, &budgets, checkpoints));
            }
        }
        wrong.done()?;
        Ok(field)
    }

    /// Adds a player, with each budget if it has none of its own.
    fn add_player(&mut self, text: &str, budgets: &[u32]) -> Result<(), Fault> {
        let spec = contestants::spec(text)?;
        let specs = match &spec {
            PlayerSpec::Mcts { .. } if text == "mcts" => {
                budgets.iter().map(|&simulations| PlayerSpec::Mcts { simulations }).collect()
            }
            PlayerSpec::Network(network) if network.budget.is_none() && !text.contains('?') => {
                let with = |&simulations| PlayerSpec::Network(NetworkSpec::searching(&network.dir, simulations));
                budgets.iter().map(with).collect()
            }
            _ => vec![spec],
        };
        specs.into_iter().try_for_each(|spec| {
            let label = label(&spec);
            self.add(spec, label, None).map(drop)
        })
    }

    /// Adds a player; its number.
    fn add(&mut self, spec: PlayerSpec, label: String, replicate: Option<String>) -> Result<usize, Fault> {
        let problem = |message: String, help: &str| Fault::from(Problem::new(message).at("--player").help(help));
        if !spec.is_reproducible() {
            let message = format!("`{spec}` does not play the same each time, so an interrupted study could not go on");
            return Err(problem(message, "limit it by depth or simulations"));
        }
        if self.specs.contains(&spec) {
            return Err(problem(format!("the player `{spec}` is named twice"), "name each player once"));
        }
        let weights = match &spec {
            PlayerSpec::Network(NetworkSpec { dir, .. }) => Some(self.network(dir)?.1.clone()),
            _ => None,
        };
        let is_copy = |other: &&Contender| other.weights == weights && other.replicate != replicate;
        if let (Some(run), Some(other)) = (&replicate, self.contenders.iter().find(is_copy)) {
            let other = other.replicate.as_deref().unwrap_or_default();
            let message = format!("RUN_DIR: {run} and {other} hold the same network: copies are no independent runs");
            return Err(Problem::new(message).help("name runs that differ by their seed").into());
        }
        self.contenders.push(Contender { name: spec.to_string(), label, weights, replicate });
        self.specs.push(spec);
        Ok(self.specs.len() - 1)
    }

    /// Opens a network, unless it is known.
    fn network(&mut self, dir: &str) -> Result<&Known, Fault> {
        if !self.networks.contains_key(dir) {
            let model = open_model(Path::new(dir), &net::device("cpu")?)?;
            let values = net::parameters::read(&model.network);
            let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            self.networks.insert(dir.to_owned(), (model.rules, file::sha256(&bytes)));
        }
        Ok(&self.networks[dir])
    }

    /// Adds checkpoints of a run with the largest budget, and the last one with every budget.
    fn add_run(&mut self, path: &Path, several: bool, budgets: &[u32], checkpoints: u32) -> Result<(), Fault> {
        let dir = input::run_dir(path)?;
        let iterations = spread(&dir.checkpoint_iterations(), checkpoints as usize);
        let (Some(&last), Some(&largest)) = (iterations.last(), budgets.last()) else {
            return Err(Fault::input(format!("{}: no checkpoint yet", path.display())));
        };
        let run = last_name(path);
        let mut add = |iteration: u32, budget: u32| {
            let dir = dir.checkpoint(iteration).display().to_string();
            let spec = PlayerSpec::Network(NetworkSpec::searching(dir, budget));
            let label = format!("iteration {iteration}, {budget} simulations");
            self.add(spec, label, several.then(|| run.clone()))
        };
        let mut training = Ladder { name: format!("{run}, {largest} simulations"), steps: Vec::new() };
        for &iteration in &iterations {
            training.steps.push((add(iteration, largest)?, Strength::Iteration(iteration)));
        }
        let mut strength = Ladder { name: format!("{run}, iteration {last}"), steps: Vec::new() };
        for &budget in &budgets[..budgets.len() - 1] {
            strength.steps.push((add(last, budget)?, Strength::Simulations(budget)));
        }
        strength.steps.push((training.steps[training.steps.len() - 1].0, Strength::Simulations(largest)));
        self.ladders.extend([training, strength].into_iter().filter(|ladder| ladder.steps.len() > 1));
        Ok(())
    }

    /// Players that differ in their strength alone.
    fn ladders_of_specs(&self) -> Vec<Ladder> {
        let mut ladders: Vec<Ladder> = Vec::new();
        for (number, spec) in self.specs.iter().enumerate() {
            let Some((name, strength)) = strength(spec) else { continue };
            match ladders.iter_mut().find(|ladder| ladder.name == name) {
                Some(ladder) => ladder.steps.push((number, strength)),
                None => ladders.push(Ladder { name, steps: vec![(number, strength)] }),
            }
        }
        ladders.iter_mut().for_each(|ladder| ladder.steps.sort_by_key(|(_, strength)| *strength));
        ladders.retain(|ladder| ladder.steps.len() > 1);
        ladders
    }

    /// The rules that the first network was trained for, or Asalto.
    pub fn own_rules(&self) -> RuleChoice {
        let network = self.specs.iter().find_map(|spec| match spec {
            PlayerSpec::Network(NetworkSpec { dir, .. }) => self.networks.get(dir),
            _ => None,
        });
        let rules = network.map_or_else(Rules::asalto, |(rules, _)| *rules);
        let name = if rules == Rules::asalto() { "asalto".to_owned() } else { "the network's own".to_owned() };
        RuleChoice { name, rules }
    }

    /// Who makes the players, under each rule set; and what cannot be played.
    ///
    /// # Errors
    /// A network that cannot be loaded, or that can play under none of the rule sets.
    pub fn factories(&self, rules: &[RuleChoice]) -> Result<(Factories, Vec<String>), Fault> {
        let (mut all, mut left_out) = (Vec::new(), Vec::new());
        for choice in rules {
            let mut row = Vec::new();
            for spec in &self.specs {
                let fits = self.fits(spec, choice.rules);
                if !fits {
                    left_out.push(format!("{} under {}: trained for other rules", label(spec), choice.name));
                }
                row.push(if fits { Some(contestants::factory(spec, choice.rules)?) } else { None });
            }
            all.push(row);
        }
        let mut wrong = Wrong::default();
        for spec in self.specs.iter().filter(|spec| !rules.iter().any(|choice| self.fits(spec, choice.rules))) {
            let message = format!("`{spec}` was trained for none of these rules");
            wrong.push(
                Problem::new(message)
                    .at("--rules")
                    .help("name the rules that it was trained for, too; or other players with --player"),
            );
        }
        wrong.done()?;
        Ok((all, left_out))
    }

    fn fits(&self, spec: &PlayerSpec, rules: Rules) -> bool {
        match spec {
            PlayerSpec::Network(NetworkSpec { dir, .. }) => {
                self.networks.get(dir).is_some_and(|(own, _)| *own == rules)
            }
            _ => true,
        }
    }
}

/// A short name: the network that comes with the program needs no folder.
fn label(spec: &PlayerSpec) -> String {
    let text = spec.to_string();
    let shipped = format!("net:{SHIPPED}");
    text.strip_prefix(&shipped).map_or(text.clone(), |options| format!("net{options}"))
}

/// The strength of a player, and what it has in common with others of its kind.
fn strength(spec: &PlayerSpec) -> Option<(String, Strength)> {
    match spec {
        PlayerSpec::Mcts { simulations } => Some(("mcts".to_owned(), Strength::Simulations(*simulations))),
        PlayerSpec::AlphaBeta(AlphaBetaBudget::Depth(depth)) => {
            Some(("alphabeta".to_owned(), Strength::Depth(u32::from(*depth))))
        }
        PlayerSpec::Network(network) => {
            let Some(Budget::Simulations(simulations)) = network.budget else { return None };
            let plain = label(&PlayerSpec::Network(NetworkSpec::policy(&network.dir)));
            let family = network.style().fold(plain, |text, (option, value)| format!("{text}, {option} {value}"));
            Some((family, Strength::Simulations(simulations)))
        }
        _ => None,
    }
}

/// So many of them, evenly spread, the first and the last among them.
pub(super) fn spread(all: &[u32], count: usize) -> Vec<u32> {
    if all.len() <= count {
        return all.to_vec();
    }
    let place = |index: usize| if count == 1 { all.len() - 1 } else { index * (all.len() - 1) / (count - 1) };
    (0..count).map(|index| all[place(index)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkpoints_are_spread_from_the_first_to_the_last() {
        let all: Vec<u32> = (0..=24).collect();
        assert_eq!(spread(&all, 5), [0, 6, 12, 18, 24]);
        assert_eq!(spread(&all, 1), [24]);
        assert_eq!(spread(&[0, 3], 5), [0, 3]);
        assert_eq!(spread(&[], 5), Vec::<u32>::new());
    }

    #[test]
    fn players_without_a_budget_play_with_each_and_make_a_ladder() {
        let texts = ["mcts", "alphabeta:depth=4", "alphabeta:depth=2", "greedy"].map(str::to_owned);
        let field = Field::new(&[], &texts, &[16, 4], 1).unwrap();
        let labels: Vec<&str> = field.contenders.iter().map(|contender| contender.label.as_str()).collect();
        assert_eq!(labels, ["mcts:sims=4", "mcts:sims=16", "alphabeta:depth=4", "alphabeta:depth=2", "greedy"]);
        let steps: Vec<_> = field.ladders.iter().map(|ladder| ladder.steps.clone()).collect();
        let sims = Strength::Simulations;
        assert_eq!(steps, [vec![(0, sims(4)), (1, sims(16))], vec![(3, Strength::Depth(2)), (2, Strength::Depth(4))]]);
    }
}
