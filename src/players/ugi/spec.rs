//! Which outside program, and how long it may think.
//!
//! In: `ugi:COMMAND` or `ugi[OPTIONS]:COMMAND`. Out: a [`UgiSpec`].
//! Invariant: the command has a program and its quotes are closed. Options stand before it, since
//! it may hold any letter itself.

use std::fmt;
use std::time::Duration;

use super::process::Process;
use crate::base::fault::Fault;
use crate::players::Budget;
use crate::players::options::{NumberOption, SIMULATIONS, budget, read};
use crate::players::spec::SpecError;

/// An outside program as it is named.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UgiSpec {
    /// The program and its arguments, quoted as in a shell. No shell reads it: there are no
    /// variables, wildcards or pipes.
    command: String,
    /// What it is told to think, for a whole turn.
    budget: Budget,
    /// Milliseconds beyond that until it counts as hung.
    grace: u32,
}

const BUDGET: Budget = Budget::Time(Duration::from_secs(1));
/// The protocol knows whole milliseconds alone.
const MILLISECONDS: NumberOption = NumberOption::whole("ms", 1..=3_600_000);
const GRACE: NumberOption = NumberOption::whole("grace", 1..=3_600_000);
const GRACE_DEFAULT: u32 = 5000;

impl UgiSpec {
    /// Reads the parts of the spec `text`: what stands between `ugi` and the colon, and after it.
    pub(in crate::players) fn read(text: &str, options: &str, command: &str) -> Result<Self, SpecError> {
        let [simulations, milliseconds, grace] = match options {
            "" => [None; 3],
            _ => {
                let inner = options.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
                let inner = inner.ok_or_else(|| {
                    SpecError::new(format!("player `{text}`: options end with `]:` before the command"))
                })?;
                read(text, inner, [&SIMULATIONS, &MILLISECONDS, &GRACE])?
            }
        };
        let words = shlex::split(command)
            .ok_or_else(|| SpecError::new(format!("player `{text}`: a quote in the command is not closed")))?;
        if words.first().is_none_or(String::is_empty) {
            return Err(SpecError::new(format!("player `{text}`: the command of the program is missing")));
        }
        Ok(Self {
            command: command.to_owned(),
            budget: budget(text, simulations, milliseconds.map(whole))?.unwrap_or(BUDGET),
            grace: grace.unwrap_or(GRACE_DEFAULT),
        })
    }

    /// The program and its arguments.
    pub(super) fn words(&self) -> Vec<String> {
        shlex::split(&self.command).unwrap_or_default()
    }

    /// What it is told to think about a turn.
    pub(super) fn budget(&self) -> Budget {
        self.budget
    }

    /// How long it may stay silent beyond what it is told.
    pub(super) fn grace(&self) -> Duration {
        whole(self.grace)
    }

    /// How long it may take about a turn. A simulation is taken to need a millisecond at most.
    pub(super) fn patience(&self) -> Duration {
        let told = match self.budget {
            Budget::Simulations(simulations) => whole(simulations),
            Budget::Time(time) => time,
        };
        told + self.grace()
    }

    /// Starts the program once and ends it at once, to see whether it is there.
    pub(in crate::players) fn try_to_start(&self) -> Result<(), Fault> {
        let words = self.words();
        let mut process = Process::start(&words).map_err(|error| {
            Fault::input(format!("player `{self}`: `{}` cannot be started: {error}", words[0]))
                .with_help("name a program of PATH, or the path of one")
        })?;
        process.kill();
        Ok(())
    }
}

fn whole(milliseconds: u32) -> Duration {
    Duration::from_millis(milliseconds.into())
}

impl fmt::Display for UgiSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let budget = (self.budget != BUDGET).then(|| self.budget.to_string());
        let grace = (self.grace != GRACE_DEFAULT).then(|| format!("{}={}", GRACE.key, self.grace));
        let options: Vec<String> = budget.into_iter().chain(grace).collect();
        match options[..] {
            [] => write!(f, "ugi:{}", self.command),
            _ => write!(f, "ugi[{}]:{}", options.join(","), self.command),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::players::PlayerSpec;

    #[test]
    fn specs_print_as_they_are_read() {
        for text in [
            "ugi:engine",
            "ugi:./a b 'c d' --player net:runs/a?sims=64",
            "ugi[ms=500]:x",
            "ugi[sims=64,grace=100]:x: y",
            "ugi[grace=1]:x",
        ] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), text);
        }
        let PlayerSpec::Ugi(spec) = "ugi[ms=1000,grace=5000]:a 'b c' \"d\"".parse().unwrap() else {
            panic!("an outside program");
        };
        assert_eq!(spec.to_string(), "ugi:a 'b c' \"d\"", "what is the default is left out");
        assert_eq!(spec.words(), ["a", "b c", "d"]);
        assert_eq!(spec.patience().as_millis(), 6000);
    }

    #[test]
    fn a_wrong_spec_says_what_is_wrong() {
        for (text, wrong) in [
            ("ugi", "player `ugi`: the command of the program is missing"),
            ("ugi: ", "the command of the program is missing"),
            ("ugi:''", "the command of the program is missing"),
            ("ugi:a 'b", "a quote in the command is not closed"),
            ("ugi[ms=5:a", "options end with `]:` before the command"),
            ("ugi[ms=0]:a", "ms must be 1 to 3600000, found `0`"),
            ("ugi[ms=1.5]:a", "ms must be 1 to 3600000, found `1.5`"),
            ("ugi[]:a", "an option is written KEY=NUMBER, found ``"),
            ("ugi[sims=1,ms=1]:a", "give either `sims` or `ms`"),
            ("ugi[depth=1]:a", "unknown option `depth`; allowed: `sims`, `ms`, `grace`"),
        ] {
            let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(error.contains(wrong), "{text}: {error}");
        }
    }

    #[test]
    fn a_program_that_is_not_there_is_told_before_any_game() {
        let spec: PlayerSpec = "ugi:/no/such/program --flag".parse().unwrap();
        let none = |_: &std::path::Path| unreachable!("no network is named");
        let fault = spec.factory(&none).err().unwrap();
        assert_eq!(fault.exit_code(), 2);
        assert!(fault.to_string().contains("`/no/such/program` cannot be started"), "{fault}");
    }

    proptest! {
        #[test]
        fn any_command_survives_print_and_read(command in "(?s).{1,16}", ms in 1u32..=3_600_000) {
            for text in [format!("ugi:{command}"), format!("ugi[ms={ms}]:{command}")] {
                if let Ok(spec) = text.parse::<PlayerSpec>() {
                    prop_assert_eq!(spec.to_string().parse::<PlayerSpec>(), Ok(spec));
                }
            }
        }
    }
}
