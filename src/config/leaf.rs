//! The values that a person has set, each with where it was set.
//!
//! In: a parsed TOML file and `--set` arguments. Out: one [`Leaf`] a knob, and the problems with the keys.
//! Invariant: every leaf's path is a knob of the schema, and there is at most one leaf a path: the last `--set`, else the file.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::schema::Node;
use super::source::{Source, quote};
use crate::base::fault::Problem;

/// A value of the user's.
#[derive(Clone)]
pub(super) struct Leaf<'i> {
    pub path: Vec<String>,
    pub value: Spanned<DeValue<'i>>,
    pub origin: Origin<'i>,
}

/// Where a value was set.
#[derive(Clone, Copy)]
pub(super) enum Origin<'i> {
    File(Source<'i>),
    /// The `position`-th argument, whole (`key=value`), and the part after the `=`.
    Set {
        position: usize,
        argument: &'i str,
        value: &'i str,
    },
}

/// A problem with its place in the order in which problems are shown: the file from top to bottom, then the arguments.
pub(super) type Ordered = ((usize, usize), Problem);

impl<'i> Leaf<'i> {
    pub fn key(&self) -> String {
        self.path.join(".")
    }

    /// The value as it was written.
    pub fn quote(&self, span: Range<usize>) -> String {
        match self.origin {
            Origin::File(source) => source.quote(span),
            Origin::Set { value, .. } => quote(value.get(span).unwrap_or(value)),
        }
    }

    /// A problem with this value, or with the part of it at `span`.
    pub fn problem(&self, message: &str, span: Range<usize>, help: Option<String>) -> Ordered {
        let (order, place, message) = match self.origin {
            Origin::File(source) => ((0, span.start), source.place(span.start), format!("{}: {message}", self.key())),
            // The key stands in the argument already.
            Origin::Set { position, argument, .. } => ((1, position), set_place(argument), message.to_owned()),
        };
        (order, Problem { place: Some(place), message, help })
    }

    /// The same argument read as a string: `--set name=2024` may mean the text.
    pub fn as_string(&self) -> Option<Self> {
        match self.origin {
            Origin::Set { value, .. } if !matches!(self.value.get_ref(), DeValue::String(_)) => {
                let text = Spanned::new(self.value.span(), DeValue::String(value.into()));
                Some(Self { value: text, ..self.clone() })
            }
            _ => None,
        }
    }
}

fn set_place(argument: &str) -> String {
    format!("--set {}", quote(argument))
}

/// All leaves of a file, and where its sections begin.
pub(super) struct Leaves<'i> {
    pub leaves: BTreeMap<Vec<String>, Leaf<'i>>,
    pub sections: BTreeMap<Vec<String>, usize>,
    pub problems: Vec<Ordered>,
}

impl<'i> Leaves<'i> {
    /// Takes the parsed file apart.
    pub fn of_file(source: Source<'i>, table: &DeTable<'i>, schema: &Node) -> Self {
        let mut found = Self { leaves: BTreeMap::new(), sections: BTreeMap::new(), problems: Vec::new() };
        found.walk(source, table, schema, &mut Vec::new());
        found
    }

    fn walk(&mut self, source: Source<'i>, table: &DeTable<'i>, schema: &Node, path: &mut Vec<String>) {
        for (key, value) in table {
            path.push(key.get_ref().to_string());
            let at = key.span().start;
            match (schema.get(path), value.get_ref()) {
                (None, _) => {
                    let message = format!("unknown key `{}`", quote(&path.join(".")));
                    self.problems.push(((0, at), Problem::new(message).at(source.place(at)).help(schema.help(path))));
                }
                (Some(Node::Section(_)), DeValue::Table(section)) => {
                    self.sections.insert(path.clone(), at);
                    self.walk(source, section, schema, path);
                }
                (Some(Node::Section(_)), _) => {
                    let found = source.quote(value.span());
                    let message = format!("{}: must be a section, found {found}", path.join("."));
                    let problem =
                        Problem::new(message).at(source.place(value.span().start)).help(section_help(schema, path));
                    self.problems.push(((0, at), problem));
                }
                (Some(Node::Knob), _) => {
                    let leaf = Leaf { path: path.clone(), value: value.clone(), origin: Origin::File(source) };
                    self.leaves.insert(path.clone(), leaf);
                }
            }
            path.pop();
        }
    }

    /// Adds one `key=value` argument, which takes the place of what was set before.
    pub fn set(&mut self, position: usize, argument: &'i str, schema: &Node) {
        match read_argument(position, argument, schema) {
            Ok(leaf) => drop(self.leaves.insert(leaf.path.clone(), leaf)),
            Err(problem) => self.problems.push(((1, position), problem.at(set_place(argument)))),
        }
    }
}

fn section_help(schema: &Node, path: &[String]) -> String {
    let keys = schema.get(path).map(Node::keys).unwrap_or_default();
    let first = keys.first().map(String::as_str).unwrap_or_default();
    format!("set its keys one by one, as `{}.{first}`", path.join("."))
}

fn read_argument<'i>(position: usize, argument: &'i str, schema: &Node) -> Result<Leaf<'i>, Problem> {
    let form = || Problem::new("must have the form KEY=VALUE").help("for example --set search.simulations=32");
    let (key, value) = argument.split_once('=').ok_or_else(form)?;
    let (key, value) = (key.trim(), value.trim());
    if key.is_empty() || value.is_empty() {
        return Err(form());
    }
    let path: Vec<String> = key.split('.').map(|part| part.trim().to_owned()).collect();
    match schema.get(&path) {
        None => Err(Problem::new(format!("unknown key `{}`", quote(key))).help(schema.help(&path))),
        Some(Node::Section(_)) => {
            Err(Problem::new(format!("`{key}` is a section, not a single value")).help(section_help(schema, &path)))
        }
        Some(Node::Knob) => {
            let origin = Origin::Set { position, argument, value };
            Ok(Leaf { path, value: read_value(value)?, origin })
        }
    }
}

/// A TOML value; what is none is a bare word, so that nobody has to quote quotes for the shell.
fn read_value(value: &str) -> Result<Spanned<DeValue<'_>>, Problem> {
    match DeValue::parse(value) {
        Ok(parsed) => Ok(parsed),
        // What begins like a TOML list or string was not meant as a bare word.
        Err(error) if value.starts_with(['[', '{', '"', '\'']) => {
            Err(Problem::new(format!("not a TOML value: {}", error.message()))
                .help("words inside a list need quotes of their own: --set 'KEY=[\"a\", \"b\"]'"))
        }
        Err(_) => Ok(Spanned::new(0..value.len(), DeValue::String(value.into()))),
    }
}
