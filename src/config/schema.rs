//! Which keys there are, found out from the defaults, and the nearest one to a mistyped key.
//!
//! In: a struct's default value. Out: the tree of its sections and knobs.
//! Invariant: every field of the struct is in the tree, optional ones too (JSON shows `None` as null; TOML would leave it out).

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

/// Below this Jaro-Winkler similarity a suggestion would puzzle more than help.
pub(super) const SIMILAR: f64 = 0.8;

/// The same for names of other sections, of which there are more.
const SIMILAR_ELSEWHERE: f64 = 0.9;

/// A section with what is in it, or a knob.
pub(super) enum Node {
    Section(BTreeMap<String, Node>),
    Knob,
}

impl Node {
    /// The tree of all keys of `T`.
    pub fn of<T: Serialize + Default>() -> Self {
        let value = serde_json::to_value(T::default()).expect("sections are structs, so their keys are strings");
        Self::from_value(value)
    }

    fn from_value(value: Value) -> Self {
        match value {
            // An empty map says nothing of what may be in it, so serde alone judges that knob.
            Value::Object(fields) if !fields.is_empty() => {
                Self::Section(fields.into_iter().map(|(key, value)| (key, Self::from_value(value))).collect())
            }
            _ => Self::Knob,
        }
    }

    /// What is at `path`; `None` when there is no such key.
    pub fn get(&self, path: &[String]) -> Option<&Self> {
        path.iter().try_fold(self, |node, name| match node {
            Self::Section(fields) => fields.get(name),
            Self::Knob => None,
        })
    }

    /// The dotted paths of all knobs below this node.
    pub fn keys(&self) -> Vec<String> {
        match self {
            Self::Knob => vec![String::new()],
            Self::Section(fields) => {
                let below = |(name, node): (&String, &Self)| {
                    node.keys().into_iter().map(|key| join(name, &key)).collect::<Vec<_>>()
                };
                fields.iter().flat_map(below).collect()
            }
        }
    }

    /// Help for somebody who wrote the unknown key `path`.
    pub fn help(&self, path: &[String]) -> String {
        let (name, parents) = path.split_last().expect("a key has at least one part");
        let section = self.get(parents);
        if let Some(Self::Section(fields)) = section
            && let Some(near) = nearest(name, fields.keys().map(String::as_str), SIMILAR)
        {
            let full = parents.iter().map(String::as_str).chain([near]).collect::<Vec<_>>().join(".");
            return format!("did you mean `{full}`?");
        }
        if let Some(key) = self.elsewhere(name) {
            let place = if key.contains('.') { "" } else { " It belongs above the first [section]" };
            return format!("did you mean `{key}`?{place}");
        }
        match section {
            Some(Self::Section(fields)) => {
                let names = fields.keys().cloned().collect::<Vec<_>>().join(", ");
                if parents.is_empty() {
                    format!("the keys and sections are {names}")
                } else {
                    format!("the keys of [{}] are {names}", parents.join("."))
                }
            }
            Some(Self::Knob) => format!("`{}` is a single value and has no keys in it", parents.join(".")),
            None => self.help(parents),
        }
    }

    /// The key of this name in whatever section: most often a top-level key was written below a header.
    fn elsewhere(&self, name: &str) -> Option<String> {
        let keys = self.keys();
        let last = |key: &String| key.rsplit('.').next().unwrap_or(key).to_owned();
        let names: Vec<String> = keys.iter().map(last).collect();
        let near = nearest(name, names.iter().map(String::as_str), SIMILAR_ELSEWHERE)?;
        keys.into_iter().find(|key| last(key) == near)
    }
}

fn join(section: &str, key: &str) -> String {
    if key.is_empty() { section.to_owned() } else { format!("{section}.{key}") }
}

/// The name nearest to `typed`, if any is near.
pub(super) fn nearest<'n>(typed: &str, names: impl Iterator<Item = &'n str>, similar: f64) -> Option<&'n str> {
    let typed = plain(typed);
    names
        .map(|name| (strsim::jaro_winkler(&typed, &plain(name)), name))
        .filter(|(similarity, _)| *similarity >= similar)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, name)| name)
}

/// `Batch-Size` and `batch_size` differ in habit only.
fn plain(name: &str) -> String {
    name.to_lowercase().replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, Default)]
    struct Toy {
        seed: u64,
        search: Search,
    }

    #[derive(Serialize, Default)]
    struct Search {
        simulations: u32,
        c_puct: f32,
        dirichlet: Option<f32>,
    }

    fn help(key: &str) -> String {
        Node::of::<Toy>().help(&key.split('.').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn optional_knobs_are_known_too() {
        assert_eq!(Node::of::<Toy>().keys(), ["search.c_puct", "search.dirichlet", "search.simulations", "seed"]);
    }

    #[test]
    fn a_mistyped_key_finds_its_neighbour() {
        for typed in ["search.simulation", "search.Simulations", "search.simualtions"] {
            assert_eq!(help(typed), "did you mean `search.simulations`?", "{typed}");
        }
        assert_eq!(help("serach"), "did you mean `search`?");
        assert_eq!(help("search.c-puct"), "did you mean `search.c_puct`?");
    }

    #[test]
    fn a_key_in_the_wrong_place_finds_the_right_one() {
        assert_eq!(help("search.seed"), "did you mean `seed`? It belongs above the first [section]");
        assert_eq!(help("simulations"), "did you mean `search.simulations`?");
    }

    #[test]
    fn where_nothing_is_near_all_keys_are_named() {
        assert_eq!(help("search.window"), "the keys of [search] are c_puct, dirichlet, simulations");
        assert_eq!(help("window"), "the keys and sections are search, seed");
        assert_eq!(help("walks.window"), "the keys and sections are search, seed");
        assert_eq!(help("serch.window"), "did you mean `search`?");
        assert_eq!(help("seed.window"), "`seed` is a single value and has no keys in it");
    }
}
