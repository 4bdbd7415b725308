//! Numbers on the command line: a negative one is a wrong number, not an unknown option.
//!
//! In: the commands as their options are declared. Out: the same, where each number that is wrong is told with what is allowed.

use std::any::TypeId;
use std::str::FromStr;

use clap::{Arg, Command};

/// A command, and those below it, whose numbers are read so.
pub(super) fn told_their_range(command: Command) -> Command {
    command.mut_args(tell_range).mut_subcommands(told_their_range)
}

fn tell_range(arg: Arg) -> Arg {
    if !is_number(&arg) {
        return arg;
    }
    let is_list = arg.get_value_delimiter().is_some();
    let arg = if is_list { arg.allow_hyphen_values(true) } else { arg.allow_negative_numbers(true) };
    // Those of 64 bits have no range of their own to tell.
    match arg.get_value_parser().type_id() {
        of if of == TypeId::of::<u64>() => arg.value_parser(whole::<u64>),
        of if of == TypeId::of::<usize>() => arg.value_parser(whole::<usize>),
        _ => arg,
    }
}

fn is_number(arg: &Arg) -> bool {
    let of = arg.get_value_parser().type_id();
    let numbers =
        [TypeId::of::<u16>(), TypeId::of::<u32>(), TypeId::of::<u64>(), TypeId::of::<usize>(), TypeId::of::<f64>()];
    numbers.iter().any(|number| of == *number)
}

fn whole<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("must be a whole number from 0 to {}", u64::MAX))
}

#[cfg(test)]
mod tests {
    use clap::error::ErrorKind;

    use super::*;
    use crate::cli::command;

    /// What is said to a negative value of each number of a command and those below it, which `path` leads to.
    fn answers(root: &Command, command: &Command, path: &[String], told: &mut Vec<(String, clap::Error)>) {
        for arg in command.get_arguments().filter(|arg| is_number(arg)) {
            let mut line = path.to_vec();
            line.extend(arg.get_long().map(|name| format!("--{name}")));
            line.push("-2".to_owned());
            let shown = line.join(" ");
            if let Err(error) = root.clone().try_get_matches_from(line) {
                told.push((shown, error));
            }
        }
        for inner in command.get_subcommands() {
            let path = [path, &[inner.get_name().to_owned()]].concat();
            answers(root, inner, &path, told);
        }
    }

    #[test]
    fn a_negative_number_is_told_what_is_allowed_in_every_command() {
        let mut told = Vec::new();
        answers(&command(), &command(), &["asalto".to_owned()], &mut told);
        let integers = told.iter().filter(|(_, error)| error.kind() == ErrorKind::ValueValidation).count();
        assert!(integers > 40, "only {integers} numbers");
        for (line, error) in told {
            let text = error.to_string();
            assert_ne!(error.kind(), ErrorKind::UnknownArgument, "{line}: {text}");
            if error.kind() == ErrorKind::ValueValidation {
                assert!(
                    text.contains("'-2'") && (text.contains("is not in") || text.contains(" from 0 to ")),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn the_commands_are_well_formed_and_good_numbers_are_read() {
        command().debug_assert();
        let line = ["asalto", "match", "a", "b", "--games", "4", "--seed", "18446744073709551615", "--threads", "0"];
        command().try_get_matches_from(line).unwrap();
    }
}
