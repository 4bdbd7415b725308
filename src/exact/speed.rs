//! How fast the solver is on this machine.
//!
//! In: rules, a scope, and how long to measure. Out: a rate. Invariant: nothing is written.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::formation::Class;
use super::scope::Scope;
use super::sets::Layer;
use super::solve::{Keeper, Level, LevelName, Loaded, solve};
use crate::base::fault::Fault;
use crate::rules::Rules;

/// Formations evaluated a second (the replies to all sets of officers on one count once), over the levels that are finished within
/// the span; on the threads of the current pool.
///
/// # Errors
/// None that can happen: nothing is written or read.
pub fn speed(rules: Rules, scope: &Scope, span: Duration) -> Result<f64, Fault> {
    let began = Instant::now();
    let mut clock = Clock { began, evaluations: 0, seconds: 0.0 };
    solve(rules, scope, &mut clock, &|_| {
        if began.elapsed() < span { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(clock.evaluations as f64 / clock.seconds)
}

/// Keeps nothing but the time.
struct Clock {
    began: Instant,
    evaluations: u64,
    seconds: f64,
}

impl Keeper for Clock {
    fn load(&mut self, _: LevelName, _: &Layer, _: &[Class]) -> Result<Option<Vec<Loaded>>, Fault> {
        Ok(None)
    }

    fn keep(&mut self, level: &Level<'_>) -> Result<(), Fault> {
        self.evaluations += level.tally.evaluations;
        self.seconds = self.began.elapsed().as_secs_f64();
        Ok(())
    }
}
