//! Between a [`Trainer`] and its directory: begin, save, resume.

use std::path::{Path, PathBuf};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::checkpoint;
use super::dir::RunDir;
use super::facts::RunFacts;
use super::model::NETWORK;
use super::state::RunState;
use super::tally;
use super::trainer::Trainer;
use crate::base::fault::Fault;
use crate::base::file;
use crate::config::{self, RunConfig};
use crate::learn::{LearnConfig, Learner};
use crate::net::{self, Model};
use crate::replay::{self, ReplayWindow, Sample};
use crate::rules::Rules;
use crate::selfplay::{SelfPlay, SelfPlayState, StartBalance};

const STATE: &str = "state.json";
const GAMES: &str = "games.jsonl.gz";
const LEARNER: &str = "learner.safetensors";

impl Trainer {
    /// Begins a run in a directory that holds none, and saves its checkpoint 0: the untrained network.
    ///
    /// # Errors
    /// The directory holds a run or is in use, or cannot be written.
    pub fn begin(config: RunConfig, dir: RunDir) -> Result<Self, Fault> {
        dir.create()?;
        let lock = dir.lock()?;
        if dir.has_run() {
            return Err(Fault::input(format!("{}: a run was begun here already", dir.root().display()))
                .with_help("add --resume to go on with it, or choose another --run-dir"));
        }
        let rules = config.rules()?;
        let device = net::device(&config.run.device)?;
        let pool = pool_of(&config)?;
        let balance = StartBalance { missing: config.selfplay.missing };
        let self_play = SelfPlay::new(rules, config.run.seed, config.selfplay.clone(), config.search.clone(), balance);
        let state = RunState {
            iteration: 0,
            steps: 0,
            games: 0,
            samples: 0,
            window: 0,
            credit: 0.0,
            balance,
            rollbacks: 0,
            all_rollbacks: 0,
            next_games: Vec::new(),
        };
        let trainer = Self {
            learner: Learner::new(&config.network, &config.learn, config.run.seed, &device),
            window: ReplayWindow::new(),
            pool,
            device,
            _lock: lock,
            config,
            rules,
            dir,
            self_play,
            state,
        };
        RunFacts::of(&trainer).write(&trainer.dir.facts())?;
        save(&trainer)?;
        // Written last: a directory with a configuration is one that can be resumed.
        file::write_atomic(&trainer.dir.config(), config::resolved(&trainer.config)?.as_bytes())?;
        Ok(trainer)
    }

    /// Goes on with the run of a directory from its latest checkpoint, or from that of iteration `from`.
    ///
    /// # Errors
    /// There is no run, it is in use, or something of it is damaged; the message names the file.
    pub fn resume(config: RunConfig, dir: RunDir, from: Option<u32>) -> Result<Self, Fault> {
        let lock = dir.lock()?;
        let folder = dir.verified(from)?;
        let rules = config.rules()?;
        let device = net::device(&config.run.device)?;
        let state = read_state(&folder.join(STATE))?;
        let learner = Learner::load(&config.network, &learning(&config, &state), &device, &folder.join(LEARNER))?;
        let in_play = replay::read_games(&folder.join(GAMES))?;
        let games = SelfPlayState { next: state.next_games.clone(), in_play };
        let (selfplay, search) = (config.selfplay.clone(), config.search.clone());
        let self_play = SelfPlay::resume(rules, config.run.seed, selfplay, search, state.balance, &games)
            .map_err(|error| Fault::input(format!("{}: {error}", folder.join(GAMES).display())))?;
        let window = refill(&dir, &config, rules, &state)?;
        cut_back(&dir, state.iteration)?;
        let pool = pool_of(&config)?;
        Ok(Self { config, rules, dir, device, learner, self_play, window, state, pool, _lock: lock })
    }
}

impl RunDir {
    /// The state from which a run would go on: that of its latest checkpoint, or of iteration `from`.
    ///
    /// # Errors
    /// There is no such checkpoint, or it is damaged.
    pub fn state(&self, from: Option<u32>) -> Result<RunState, Fault> {
        read_state(&self.verified(from)?.join(STATE))
    }

    /// The folder of the latest checkpoint, or of that of iteration `from`, whole as it was written.
    fn verified(&self, from: Option<u32>) -> Result<PathBuf, Fault> {
        let iteration = match from {
            Some(iteration) => self.known(iteration)?,
            None => checkpoint::latest(self)?,
        };
        checkpoint::verified(self, iteration)
    }
}

/// Writes the checkpoint of the iteration that is done.
pub(super) fn save(trainer: &Trainer) -> Result<(), Fault> {
    let games = trainer.self_play.state();
    let state = RunState {
        samples: trainer.window.seen(),
        window: trainer.window.len() as u64,
        next_games: games.next,
        ..trainer.state.clone()
    };
    checkpoint::write(&trainer.dir, state.iteration, |folder| {
        trainer.learner.save(&folder.join(LEARNER))?;
        let model = Model::new(trainer.config.network, trainer.rules, trainer.learner.averaged());
        model.save(&folder.join(NETWORK))?;
        replay::write_games(&folder.join(GAMES), &games.in_play)?;
        let text = serde_json::to_vec_pretty(&state).expect("the state has only string keys");
        file::write_atomic(&folder.join(STATE), &text)
    })
}

/// Puts the learner back to the last checkpoint; each rollback halves its step size.
pub(super) fn reload_learner(trainer: &mut Trainer) -> Result<(), Fault> {
    let path = checkpoint::verified(&trainer.dir, trainer.state.iteration)?.join(LEARNER);
    let knobs = learning(&trainer.config, &trainer.state);
    trainer.learner = Learner::load(&trainer.config.network, &knobs, &trainer.device, &path)?;
    Ok(())
}

/// The knobs of learning, with the step size as it is after the rollbacks so far.
fn learning(config: &RunConfig, state: &RunState) -> LearnConfig {
    let learning_rate = config.learn.learning_rate * 0.5_f64.powi(state.all_rollbacks as i32);
    LearnConfig { learning_rate, ..config.learn.clone() }
}

fn read_state(path: &Path) -> Result<RunState, Fault> {
    serde_json::from_slice(&file::read(path)?)
        .map_err(|error| Fault::failed(format!("{}: damaged checkpoint: {error}", path.display())))
}

/// Fills the window with its newest samples, reading games backwards until there are enough.
fn refill(dir: &RunDir, config: &RunConfig, rules: Rules, state: &RunState) -> Result<ReplayWindow, Fault> {
    let mut files: Vec<Vec<Sample>> = Vec::new();
    let mut have = 0;
    for iteration in (1..=state.iteration).rev() {
        if have >= state.window {
            break;
        }
        let path = dir.games_of(iteration);
        let mut made = Vec::new();
        let games = replay::read_games(&path).map_err(|fault| checkpoint::offer(dir, iteration, fault))?;
        for game in games {
            let samples = replay::samples(&game, rules, &config.replay);
            made.extend(samples.map_err(|error| Fault::failed(format!("{}: {error}", path.display())))?);
        }
        have += made.len() as u64;
        files.push(made);
    }
    if have < state.window {
        return Err(Fault::failed(format!(
            "{}: the games give {have} samples, but the checkpoint's window held {}",
            dir.games().display(),
            state.window
        )));
    }
    let newest = files.into_iter().rev().flatten().skip((have - state.window) as usize).collect();
    Ok(ReplayWindow::restore(state.samples, newest))
}

/// Removes what was written after the checkpoint that the run goes on from, which is the latest from now on: whoever is killed
/// before the next one is written finds the run here.
fn cut_back(dir: &RunDir, iteration: u32) -> Result<(), Fault> {
    checkpoint::name_latest(dir, iteration)?;
    tally::truncate(&dir.metrics(), iteration)?;
    for later in dir.checkpoint_iterations().into_iter().filter(|&other| other > iteration) {
        file::remove_dir(&dir.checkpoint(later))?;
    }
    for later in dir.game_iterations().into_iter().filter(|&other| other > iteration) {
        file::remove_file(&dir.games_of(later))?;
    }
    for folder in [dir.root().to_owned(), dir.games(), dir.checkpoints(), dir.plots()] {
        file::remove_unfinished(&folder)?;
    }
    Ok(())
}

/// The worker threads, set once for the whole run.
fn pool_of(config: &RunConfig) -> Result<ThreadPool, Fault> {
    ThreadPoolBuilder::new()
        .num_threads(config.run.threads)
        .build()
        .map_err(|error| Fault::failed(format!("cannot start the worker threads: {error}")))
}
