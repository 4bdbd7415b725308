//! How `asalto train` shows what it does: a bar on a terminal, plain lines elsewhere, the same lines in the run's log.

use std::borrow::Cow;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use console::style;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::report::redraw;
use crate::base::fault::Fault;
use crate::report::text;
use crate::run::{Ended, MetricsRow, Observer, Phase, RunDir, TrainEvent, Trainer};
use crate::selfplay::Counters;

/// Lines between two headings.
const HEADING_EVERY: u32 = 20;
/// What the columns of a line are.
const HEADING: &str = "iteration    games  games/s  evals/s |  policy   value | plain: officers draws rebels | even: officers draws rebels | ETA";
/// Between two updates of the bar's rates.
const BEAT: Duration = Duration::from_millis(250);

/// Everybody who watches a run: the screen, the log, the plots.
pub struct Watchers {
    screen: Screen,
    log: Mutex<File>,
    dir: RunDir,
}

struct Screen {
    bar: ProgressBar,
    state: Mutex<State>,
}

/// Where the run stands, for rates and the estimate of what is left.
struct State {
    iterations: u32,
    begun_at: u32,
    lines: u32,
    phase: Phase,
    phase_began: Instant,
    drawn: Instant,
    counters: Counters,
}

impl Watchers {
    /// Watchers of a run that is about to go on.
    ///
    /// # Errors
    /// The log cannot be opened.
    pub fn new(trainer: &Trainer) -> Result<Self, Fault> {
        let path = trainer.dir().log();
        let log = OpenOptions::new().create(true).append(true).open(&path);
        let log = log.map_err(|error| Fault::failed(format!("{}: {error}", path.display())))?;
        let watchers = Self { screen: Screen::new(), log: Mutex::new(log), dir: trainer.dir().clone() };
        for line in trainer.outline() {
            watchers.say(&line);
        }
        Ok(watchers)
    }

    /// Says how the run ended, and what can be done with it.
    pub fn finish(&self, trainer: &Trainer, ended: Ended) {
        self.screen.bar.finish_and_clear();
        let (dir, done) = (trainer.dir().root().to_string_lossy(), trainer.done());
        // As a shell wants it: the name may hold blanks.
        let quoted = shlex::try_quote(&dir).unwrap_or(Cow::Borrowed(&dir));
        match ended {
            Ended::Complete => {
                self.say(&format!("done: {done} iterations in {dir}"));
                self.say(&format!("plots:  {}", trainer.dir().plots().join("index.html").display()));
                self.say(&format!("play:   asalto play --model {quoted} --side rebels"));
                self.say(&format!("longer: asalto train --run-dir {quoted} --resume --iterations {}", 2 * done));
            }
            Ended::Stopped => {
                self.say(&format!("stopped and saved after iteration {done}"));
                self.say(&format!("go on: asalto train --run-dir {quoted} --resume"));
            }
        }
    }

    /// A line on the screen and in the log.
    fn say(&self, line: &str) {
        self.screen.line(line);
        self.note(line);
    }

    /// A line in the log alone. The run matters more than its log: a log that cannot be written is no reason to stop.
    fn note(&self, line: &str) {
        let mut log = self.log.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let _ = writeln!(log, "{line}");
    }
}

impl Observer for Watchers {
    fn event(&self, event: &TrainEvent<'_>) {
        match event {
            TrainEvent::Started { done, iterations } => self.screen.start(*done, *iterations),
            TrainEvent::Phase { iteration, phase, length } => self.screen.phase(*iteration, *phase, *length),
            TrainEvent::Played(counters) => self.screen.played(*counters),
            TrainEvent::Advanced(units) => self.screen.bar.inc(*units),
            TrainEvent::Iteration { row, seconds } => {
                let (heading, line) = self.screen.iteration(row, *seconds);
                if heading {
                    self.say(HEADING);
                }
                self.say(&line);
                evaluation(row).iter().for_each(|line| self.say(line));
                if let Err(fault) = redraw(&self.dir) {
                    self.say(&fault.to_string());
                }
            }
            TrainEvent::Warning(text) => {
                self.screen.line(&format!("{} {text}", style("warning:").yellow().bold().for_stderr()));
                self.note(&format!("warning: {text}"));
            }
            TrainEvent::Saved(path) => self.note(&format!("saved {}", path.display())),
        }
    }
}

impl Screen {
    fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{prefix} {wide_bar:.cyan/blue} {percent:>3} % {msg}");
        bar.set_style(style.expect("the template is well formed").progress_chars("━╸─"));
        let now = Instant::now();
        let state = State {
            iterations: 0,
            begun_at: 0,
            lines: 0,
            phase: Phase::SelfPlay,
            phase_began: now,
            drawn: now,
            counters: Counters::default(),
        };
        Self { bar, state: Mutex::new(state) }
    }

    /// A line above the bar, or a plain line where there is no terminal.
    fn line(&self, text: &str) {
        if self.bar.is_hidden() { say!("{text}") } else { self.bar.println(text) }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn start(&self, done: u32, iterations: u32) {
        let mut state = self.state();
        state.iterations = iterations;
        state.begun_at = done;
    }

    fn phase(&self, iteration: u32, phase: Phase, length: u64) {
        let mut state = self.state();
        state.phase = phase;
        state.phase_began = Instant::now();
        state.counters = Counters::default();
        self.bar.set_length(length);
        self.bar.set_position(0);
        self.bar.set_message("");
        self.bar.set_prefix(format!("[{iteration}/{}] {:<9}", state.iterations, phase.name()));
    }

    fn played(&self, counters: Counters) {
        self.bar.inc(counters.positions);
        let mut state = self.state();
        state.counters += counters;
        if state.drawn.elapsed() >= BEAT {
            state.drawn = Instant::now();
            let seconds = state.phase_began.elapsed().as_secs_f64();
            let rate = |count: u64| text::si(count as f64 / seconds);
            let left = self.bar.length().unwrap_or(0).saturating_sub(state.counters.positions) as f64;
            let left = Duration::from_secs_f64(left * seconds / state.counters.positions.max(1) as f64);
            self.bar.set_message(format!(
                "{} positions/s {} evals/s, iteration played in {}",
                rate(state.counters.positions),
                rate(state.counters.evaluations),
                text::duration(left)
            ));
        }
    }

    /// The line of an iteration, and whether a heading is due before it.
    fn iteration(&self, row: &MetricsRow, seconds: f64) -> (bool, String) {
        let mut state = self.state();
        let heading = state.lines.is_multiple_of(HEADING_EVERY);
        state.lines += 1;
        let done = (row.iteration as u32).saturating_sub(state.begun_at).max(1);
        let left = state.iterations.saturating_sub(row.iteration as u32);
        let eta = match left {
            0 => "-".to_owned(),
            _ => text::duration(Duration::from_secs_f64(seconds / f64::from(done) * f64::from(left))),
        };
        let number = |name: &str, digits: usize, width: usize| match row.get(name) {
            Some(value) => format!("{value:>width$.digits$}"),
            None => format!("{:>width$}", "-"),
        };
        let shares = |kind: &str| {
            let share = |rest: &str| row.get(&format!("selfplay/{kind}/{rest}")).map(|share| 100.0 * share);
            let cell = |rest: &str, width: usize| match share(rest) {
                Some(percent) => format!("{percent:>width$.1}"),
                None => format!("{:>width$}", "-"),
            };
            format!("{} {} {}", cell("officers/win_rate", 8), cell("draw_rate", 5), cell("rebels/win_rate", 6))
        };
        let line = format!(
            "{:>9} {} {} {:>8} | {} {} | {:>6} {} | {:>5} {} | {eta}",
            format!("{}/{}", row.iteration, state.iterations),
            number("selfplay/games", 0, 8),
            number("speed/games_per_s", 1, 8),
            row.get("speed/evaluations_per_s").map_or("-".to_owned(), text::si),
            number("train/policy_loss", 3, 7),
            number("train/value_loss", 3, 7),
            "",
            shares("plain"),
            "",
            shares("even"),
        );
        (heading, line)
    }
}

/// The results against the anchors, where the iteration was evaluated.
fn evaluation(row: &MetricsRow) -> Vec<String> {
    let mut anchors: Vec<&str> =
        row.values.keys().filter_map(|name| name.strip_prefix("eval/")?.strip_suffix("/as_officers/score")).collect();
    anchors.dedup();
    let cell = |anchor: &str, side: &str| match row.get(&format!("eval/{anchor}/as_{side}/score")) {
        Some(score) => format!("{:.0} % as {side}", 100.0 * score),
        None => format!("- as {side}"),
    };
    anchors
        .iter()
        .map(|anchor| format!("          against {anchor}: {}, {}", cell(anchor, "officers"), cell(anchor, "rebels")))
        .collect()
}
