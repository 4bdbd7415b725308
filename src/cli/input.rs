//! What several commands read and write in the same way.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use crate::base::fault::{Fault, Problem};
use crate::base::file;
use crate::rules::{Position, RuleSet, Rules};
use crate::run::RunDir;

/// The rule set of a file, or Asalto.
pub fn rules(path: Option<&Path>) -> Result<Rules, Fault> {
    let Some(path) = path else { return Ok(Rules::asalto()) };
    let text = file::read_text(path).map_err(Fault::into_input)?;
    let place = |line_column: Option<(usize, usize)>| match line_column {
        Some((line, column)) => format!("{}:{line}:{column}", path.display()),
        None => path.display().to_string(),
    };
    let problems = |errors: Vec<crate::rules::RuleError>| {
        let problem = |error: crate::rules::RuleError| {
            let key = if error.key.is_empty() { String::new() } else { format!("{}: ", error.key) };
            Problem::new(format!("{key}{}", error.message)).at(place(error.place))
        };
        Fault::Input(errors.into_iter().map(problem).collect())
    };
    RuleSet::from_toml(&text).and_then(Rules::new).map_err(problems)
}

/// The run of a directory that is named on the command line.
pub fn run_dir(path: &Path) -> Result<RunDir, Fault> {
    let dir = RunDir::new(path);
    if dir.has_run() { Ok(dir) } else { Err(Fault::input(format!("{}: no run directory", path.display()))) }
}

/// The position of a text, or the start.
pub fn position(rules: Rules, text: Option<&str>) -> Result<Position, Fault> {
    match text {
        Some(text) => {
            Position::parse(rules, text).map_err(|error| Fault::from(Problem::new(error.to_string()).at("--position")))
        }
        None => Ok(Position::start(rules)),
    }
}

/// More threads than this only wait for each other, and thousands for the system.
const MOST_THREADS: usize = 256;

/// So many threads; 0 = one a core.
pub fn threads(asked: usize) -> usize {
    match asked {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads.min(MOST_THREADS),
    }
}

/// What is wrong with a command line, gathered so that all of it is told at once.
#[derive(Default)]
pub struct Wrong(Vec<Problem>);

impl Wrong {
    /// The value of a result, or else what is wrong is noted.
    pub fn note<T>(&mut self, result: Result<T, impl Into<Fault>>) -> Option<T> {
        result.map_err(|fault| self.0.extend(fault.into().into_problems())).ok()
    }

    /// Notes a problem.
    pub fn push(&mut self, problem: Problem) {
        self.0.push(problem);
    }

    /// Whether all is well so far.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The fault that tells all of it.
    pub fn into_fault(self) -> Fault {
        Fault::Input(self.0)
    }

    /// # Errors
    /// All that was noted, if anything was.
    pub fn done(self) -> Result<(), Fault> {
        if self.is_empty() { Ok(()) } else { Err(self.into_fault()) }
    }
}

/// A value as indented JSON with a newline at its end.
pub fn json(value: &impl Serialize) -> Result<String, Fault> {
    let text = serde_json::to_string_pretty(value);
    text.map(|text| text + "\n").map_err(|error| Fault::failed(format!("cannot write JSON: {error}")))
}

/// Prints a value as JSON on stdout.
pub fn print_json(value: &impl Serialize) -> Result<(), Fault> {
    print_text(&json(value)?)
}

/// Prints on stdout. A reader that has gone away (`| head`) is no fault.
pub fn print_text(text: &str) -> Result<(), Fault> {
    match io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Fault::failed(format!("cannot write to stdout: {error}")))
        }
        _ => Ok(()),
    }
}
