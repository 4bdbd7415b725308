//! From a file and arguments to a checked struct, or to the list of everything that is wrong.
//!
//! In: TOML text and `key=value` arguments. Out: `T`, or [`Fault::Input`] with every problem in the order of the text.
//! Invariant: a struct is returned only when there was not a single problem.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::de::DeTable;

use super::assemble::Assembly;
use super::leaf::{Leaves, Ordered};
use super::schema::Node;
use super::source::Source;
use crate::base::check::Check;
use crate::base::fault::{Fault, Problem};
use crate::base::file;

/// A struct that can be loaded: see the module for how it must be made.
pub trait Knobs: Serialize + DeserializeOwned + Default + Check {}

impl<T: Serialize + DeserializeOwned + Default + Check> Knobs for T {}

/// Loads a file, with `key=value` arguments (of `--set`) in place of its values.
///
/// # Errors
/// Every problem of the file and of the arguments, as [`Fault::Input`].
pub fn load<T: Knobs>(path: &Path, sets: &[String]) -> Result<T, Fault> {
    let text = file::read_text(path).map_err(Fault::into_input)?;
    parse(&path.display().to_string(), &text, sets)
}

/// Like [`load`], from a text whose problems are reported under `name`.
///
/// # Errors
/// Every problem of the text and of the arguments, as [`Fault::Input`].
pub fn parse<T: Knobs>(name: &str, text: &str, sets: &[String]) -> Result<T, Fault> {
    let source = Source { name, text };
    let schema = Node::of::<T>();
    let (table, syntax) = DeTable::parse_recoverable(text);
    let mut leaves = Leaves::of_file(source, table.get_ref(), &schema);
    if !syntax.is_empty() {
        // What was understood of a broken text is no ground for further complaints about it.
        leaves.problems = syntax_problems(source, &syntax);
    }
    for (position, argument) in sets.iter().enumerate() {
        leaves.set(position, argument, &schema);
    }
    let broken = !syntax.is_empty();
    let base = toml::to_string(&T::default()).expect("defaults are plain values, which TOML can hold");
    let defaults = DeTable::parse(&base).expect("the TOML writer writes TOML").into_inner();
    let (config, mut problems) = Assembly { source, defaults }.assemble::<T>(&leaves, broken);
    problems.extend(leaves.problems);
    problems.sort_by_key(|(order, _)| *order);
    match config {
        Some(config) if problems.is_empty() => Ok(config),
        _ => Err(Fault::Input(problems.into_iter().map(|(_, problem)| problem).collect())),
    }
}

/// The struct as the text of a file that names every key.
///
/// # Errors
/// A value that TOML cannot hold.
pub fn resolved<T: Knobs>(config: &T) -> Result<String, Fault> {
    toml::to_string(config).map_err(|error| Fault::failed(format!("cannot write the configuration as TOML: {error}")))
}

/// The dotted paths of all keys of `T`.
pub fn keys<T: Knobs>() -> Vec<String> {
    Node::of::<T>().keys()
}

/// The first problem of each line: what follows on the same line is mostly its echo.
fn syntax_problems(source: Source<'_>, errors: &[toml::de::Error]) -> Vec<Ordered> {
    let mut problems: Vec<(usize, Ordered)> = Vec::new();
    for error in errors {
        let at = error.span().map_or(0, |span| span.start);
        let line = source.line_and_column(at).0;
        if problems.iter().all(|(seen, _)| *seen != line) {
            let message = format!("not valid TOML: {}", error.message());
            problems.push((line, ((0, at), Problem::new(message).at(source.place(at)))));
        }
    }
    problems.into_iter().map(|(_, problem)| problem).collect()
}
