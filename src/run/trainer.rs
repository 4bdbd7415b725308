//! The training loop: self-play, replay, learning, evaluation, checkpoint; again.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use burn::tensor::Device;
use rayon::ThreadPool;
use rayon::prelude::*;

use super::dir::{RunDir, RunLock};
use super::event::{Observer, Phase, TrainEvent};
use super::learning::{self, Learned};
use super::metrics::MetricsRow;
use super::state::RunState;
use super::{checkpoint, evaluate, health, store, tally};
use crate::base::fault::Fault;
use crate::config::RunConfig;
use crate::learn::Learner;
use crate::net::NetEvaluator;
use crate::replay::{self, ReplayWindow};
use crate::rules::Rules;
use crate::selfplay::{SelfPlay, StartKind, rebels_score};

/// Rollbacks in a row after which a run gives up, at the next iteration that fails.
const ROLLBACKS: u32 = 5;

/// How a call of [`Trainer::run`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All iterations are done.
    Complete,
    /// Stopped when asked to, after saving.
    Stopped,
}

/// A run in progress. Between two iterations it equals what its last checkpoint holds.
pub struct Trainer {
    pub(super) config: RunConfig,
    pub(super) rules: Rules,
    pub(super) dir: RunDir,
    pub(super) device: Device,
    pub(super) learner: Learner,
    pub(super) self_play: SelfPlay,
    pub(super) window: ReplayWindow,
    pub(super) state: RunState,
    pub(super) pool: ThreadPool,
    pub(super) _lock: RunLock,
}

impl Trainer {
    /// The configuration in use.
    pub fn config(&self) -> &RunConfig {
        &self.config
    }

    /// The run's directory.
    pub fn dir(&self) -> &RunDir {
        &self.dir
    }

    /// Iterations that are done.
    pub fn done(&self) -> u32 {
        self.state.iteration
    }

    /// Runs the iterations that are left. When `stop` is set, the current one is finished and saved first.
    ///
    /// # Errors
    /// A file that cannot be written, or learning that goes on failing. The last checkpoint stays good.
    pub fn run(&mut self, stop: &AtomicBool, observer: &dyn Observer) -> Result<Ended, Fault> {
        let began = Instant::now();
        observer.event(&TrainEvent::Started { done: self.state.iteration, iterations: self.config.run.iterations });
        while self.state.iteration < self.config.run.iterations {
            if stop.load(Ordering::Relaxed) {
                return Ok(Ended::Stopped);
            }
            let row = self.iteration(observer)?;
            observer.event(&TrainEvent::Iteration { row: &row, seconds: began.elapsed().as_secs_f64() });
        }
        Ok(Ended::Complete)
    }

    fn iteration(&mut self, observer: &dyn Observer) -> Result<MetricsRow, Fault> {
        let iteration = self.state.iteration + 1;
        let mut row = MetricsRow::new(iteration);
        self.play(iteration, &mut row, observer)?;
        self.learn(iteration, &mut row, observer)?;
        if self.evaluates(iteration) {
            self.evaluate(iteration, &mut row, observer)?;
        }
        row.set("time/threads", self.pool.current_num_threads() as f64);
        for warning in health::warnings(&row) {
            observer.event(&TrainEvent::Warning(warning));
        }
        self.state.iteration = iteration;
        self.save(&mut row, observer)?;
        Ok(row)
    }

    /// Plays an iteration's games, writes them down and adds them to the window.
    fn play(&mut self, iteration: u32, row: &mut MetricsRow, observer: &dyn Observer) -> Result<(), Fault> {
        observer.event(&TrainEvent::Phase {
            iteration,
            phase: Phase::SelfPlay,
            length: self.config.selfplay.positions as u64,
        });
        let began = Instant::now();
        let evaluator = NetEvaluator::new(&self.learner.averaged(), &self.device);
        let (self_play, balance) = (&mut self.self_play, self.state.balance);
        let tick = |counters| observer.event(&TrainEvent::Played(counters));
        let harvest = self.pool.install(|| self_play.iterate(&evaluator, balance, &tick));
        row.add_self_play(&harvest.games, harvest.counters, began.elapsed().as_secs_f64());
        row.set("selfplay/even/missing_target", balance.missing);
        replay::write_games(&self.dir.games_of(iteration), &harvest.games)?;

        let (rules, config) = (self.rules, &self.config.replay);
        let made: Result<Vec<_>, _> =
            self.pool.install(|| harvest.games.par_iter().map(|game| replay::samples(game, rules, config)).collect());
        let made = made.expect("a game that was just played replays");
        self.state.games += harvest.games.len() as u64;
        for samples in made {
            self.state.credit += samples.len() as f64 * config.reuse;
            self.window.push(samples, config);
        }
        let even = harvest.games.iter().filter(|game| game.start == StartKind::Even);
        if let Some(score) = rebels_score(even.filter_map(|game| game.result)) {
            self.state.balance.update(self.rules, &self.config.selfplay, score);
        }
        row.set("selfplay/game_count", self.state.games as f64);
        row.set("replay/window", self.window.len() as f64);
        row.set("replay/samples", self.window.seen() as f64);
        Ok(())
    }

    /// Takes the steps that the new samples have earned. A step that fails takes the learner back to the last checkpoint.
    fn learn(&mut self, iteration: u32, row: &mut MetricsRow, observer: &dyn Observer) -> Result<(), Fault> {
        let steps = (self.state.credit / self.config.learn.batch as f64) as u64;
        observer.event(&TrainEvent::Phase { iteration, phase: Phase::Learn, length: steps });
        let began = Instant::now();
        let draw = learning::Draw { window: &self.window, config: &self.config, taken: self.state.steps };
        let learner = &mut self.learner;
        let learned = self.pool.install(|| learning::steps(learner, &draw, steps, observer));
        match learned {
            Ok(Learned { report, steps }) => {
                self.state.rollbacks = 0;
                report.add_to(row);
                self.state.steps += steps;
                self.state.credit -= steps as f64 * self.config.learn.batch as f64;
                let seconds = began.elapsed().as_secs_f64();
                row.set("speed/samples_per_s", steps as f64 * self.config.learn.batch as f64 / seconds);
            }
            Err(failure) => self.roll_back(iteration, &failure.to_string(), observer)?,
        }
        row.set("train/steps", self.state.steps as f64);
        row.set("train/rollbacks", self.state.all_rollbacks);
        row.set("time/learn_s", began.elapsed().as_secs_f64());
        Ok(())
    }

    fn roll_back(&mut self, iteration: u32, why: &str, observer: &dyn Observer) -> Result<(), Fault> {
        self.state.rollbacks += 1;
        self.state.all_rollbacks += 1;
        if self.state.rollbacks > ROLLBACKS {
            return Err(Fault::failed(format!(
                "iteration {iteration}: {why}, {} iterations in a row",
                self.state.rollbacks
            ))
            .with_help(
                "lower learn.learning_rate or learn.clip_norm and go on from the last checkpoint with --resume",
            ));
        }
        store::reload_learner(self)?;
        self.state.credit = 0.0;
        observer.event(&TrainEvent::Warning(format!(
            "iteration {iteration}: {why}: went back to the weights of iteration {}, and halved the learning rate",
            iteration - 1
        )));
        Ok(())
    }

    fn evaluates(&self, iteration: u32) -> bool {
        let every = self.config.evaluate.every;
        every > 0 && (iteration.is_multiple_of(every) || iteration == self.config.run.iterations)
    }

    fn evaluate(&mut self, iteration: u32, row: &mut MetricsRow, observer: &dyn Observer) -> Result<(), Fault> {
        let began = Instant::now();
        let evaluator = NetEvaluator::new(&self.learner.averaged(), &self.device);
        let anchors = self.config.evaluate.anchors.len() as u64 * u64::from(self.config.evaluate.games);
        observer.event(&TrainEvent::Phase { iteration, phase: Phase::Evaluate, length: anchors });
        let threads = self.pool.current_num_threads();
        evaluate::against_anchors(self.rules, &self.config, threads, &evaluator, row, observer)?;
        row.set("time/evaluate_s", began.elapsed().as_secs_f64());
        Ok(())
    }

    /// Writes the row, then the checkpoint: a row without its checkpoint is cut off again when the run is resumed.
    fn save(&mut self, row: &mut MetricsRow, observer: &dyn Observer) -> Result<(), Fault> {
        let iteration = self.state.iteration;
        observer.event(&TrainEvent::Phase { iteration, phase: Phase::Save, length: 1 });
        tally::append(&self.dir.metrics(), row)?;
        store::save(self)?;
        checkpoint::prune(&self.dir, self.config.run.keep, self.config.run.ladder)?;
        observer.event(&TrainEvent::Saved(self.dir.checkpoint(iteration)));
        Ok(())
    }
}
