//! The two ways in which a command fails, and their text.
//!
//! In: what went wrong, where, and what the reader can do about it.
//! Out: the text for stderr and the exit code.
//! Invariant: every problem is printed, each in the same form:
//!
//! ```text
//! error: configs/cpu.toml:14:15: search.simulations: must be 1 to 100000, found 0
//! help: 16 to 64 is usual
//! ```

use std::fmt;

use console::style;

/// Why a command could not do what it was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The caller's input is wrong: exit code 2. Holds every problem that was found, in the order of the input.
    Input(Vec<Problem>),
    /// The input was fine but the work failed (disk, damaged file, ...): exit code 1.
    Failed(String),
}

/// One thing that is wrong with an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where it is: `FILE:LINE:COLUMN`, `FILE`, or `--set KEY=VALUE`.
    pub place: Option<String>,
    /// What is wrong, in one line.
    pub message: String,
    /// What to do about it, in one line.
    pub help: Option<String>,
}

impl Problem {
    /// A problem without a place or help.
    pub fn new(message: impl Into<String>) -> Self {
        Self { place: None, message: message.into(), help: None }
    }

    /// The same problem, found at `place`.
    pub fn at(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self
    }

    /// The same problem with advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{}: ", harmless(place))?;
        }
        f.write_str(&harmless(&self.message))?;
        if let Some(help) = &self.help {
            write!(f, "\nhelp: {}", harmless(help))?;
        }
        Ok(())
    }
}

/// The text without control characters: what a message quotes from a file must not be able to command the terminal.
fn harmless(text: &str) -> String {
    let shown = |char: char| match char {
        '\n' => vec![char],
        _ if char.is_control() => char.escape_default().collect(),
        _ => vec![char],
    };
    text.chars().flat_map(shown).collect()
}

impl Fault {
    /// Wrong input with a single problem.
    pub fn input(message: impl Into<String>) -> Self {
        Self::Input(vec![Problem::new(message)])
    }

    /// Work that failed.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::Failed(message.into())
    }

    /// The same fault with advice, which is added to the last problem.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        match &mut self {
            Self::Input(problems) => {
                if let Some(last) = problems.last_mut() {
                    last.help = Some(help.into());
                }
            }
            Self::Failed(message) => {
                message.push_str("\nhelp: ");
                message.push_str(&help.into());
            }
        }
        self
    }

    /// The same fault as the caller's mistake: a file that cannot be read is one when the caller named it.
    pub fn into_input(self) -> Self {
        match self {
            Self::Failed(message) => Self::input(message),
            input => input,
        }
    }

    /// What is wrong, one by one.
    pub fn into_problems(self) -> Vec<Problem> {
        match self {
            Self::Failed(message) => vec![Problem::new(message)],
            Self::Input(problems) => problems,
        }
    }

    /// The exit code of a command that ends with this fault.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Failed(_) => 1,
            Self::Input(_) => 2,
        }
    }

    /// The text without the word that it begins with on stderr: for the middle of another sentence.
    pub fn plain(&self) -> String {
        let text = self.to_string();
        text.strip_prefix("error: ").unwrap_or(&text).to_owned()
    }

    /// The text for stderr: coloured exactly when stderr is a terminal that shows colours.
    pub fn for_stderr(&self) -> String {
        self.coloured(console::colors_enabled_stderr())
    }

    fn coloured(&self, colour: bool) -> String {
        let error = style("error:").red().bold().force_styling(colour);
        let help = style("help:").cyan().bold().force_styling(colour);
        let lines = self.to_string();
        let paint = |line: &str| {
            for (word, painted) in [("error:", &error), ("help:", &help)] {
                if let Some(rest) = line.strip_prefix(word) {
                    return format!("{painted}{rest}");
                }
            }
            line.to_owned()
        };
        lines.split('\n').map(paint).collect::<Vec<_>>().join("\n")
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(message) => write!(f, "error: {}", harmless(message)),
            Self::Input(problems) => {
                for (i, problem) in problems.iter().enumerate() {
                    let separator = if i == 0 { "" } else { "\n" };
                    write!(f, "{separator}error: {problem}")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for Fault {}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Self {
        Self::Input(vec![problem])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_problems() -> Fault {
        Fault::Input(vec![
            Problem::new("search.simulations: must be 1 to 100000, found 0")
                .at("configs/cpu.toml:14:15")
                .help("16 to 64 is usual"),
            Problem::new("unknown key `serach`"),
        ])
    }

    #[test]
    fn every_problem_is_printed_in_the_documented_form() {
        assert_eq!(
            two_problems().to_string(),
            "error: configs/cpu.toml:14:15: search.simulations: must be 1 to 100000, found 0\n\
             help: 16 to 64 is usual\n\
             error: unknown key `serach`"
        );
    }

    #[test]
    fn exit_codes_tell_wrong_input_from_failed_work() {
        assert_eq!(two_problems().exit_code(), 2);
        assert_eq!(Fault::failed("disk").exit_code(), 1);
    }

    #[test]
    fn colour_changes_only_the_two_words() {
        let fault = two_problems();
        let coloured = fault.coloured(true);
        assert!(coloured.starts_with("\u{1b}["), "{coloured:?}");
        assert_eq!(console::strip_ansi_codes(&coloured), fault.to_string());
        assert_eq!(coloured.matches("\u{1b}[0m").count(), 3, "two errors and one help: {coloured:?}");
        assert_eq!(fault.coloured(false), fault.to_string());
    }

    #[test]
    fn quoted_text_cannot_command_the_terminal() {
        let evil = "\u{1b}[2J\r\u{7}é\n";
        for fault in [Fault::failed(evil), Problem::new("x").at(evil).help(evil).into()] {
            let text = fault.to_string();
            assert!(text.chars().all(|char| char == '\n' || !char.is_control()), "{text:?}");
            assert!(text.contains("\\u{1b}[2J\\r\\u{7}é"), "{text:?}");
        }
    }

    #[test]
    fn help_is_added_to_either_kind() {
        assert_eq!(Fault::failed("no disk").with_help("plug it in").to_string(), "error: no disk\nhelp: plug it in");
        assert_eq!(Fault::input("no file").with_help("name one").to_string(), "error: no file\nhelp: name one");
    }
}
