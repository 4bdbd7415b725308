//! What differs between two configurations.
//!
//! In: two structs of the same type. Out: the keys whose values differ, with both values as TOML writes them.

use toml::{Table, Value};

use super::load::{Knobs, resolved};
use crate::base::fault::Fault;

/// A key with its value in each of two configurations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Dotted path of the key.
    pub key: String,
    /// Its value in the first one.
    pub kept: String,
    /// Its value in the second one.
    pub wanted: String,
}

/// The keys whose values differ, in alphabetical order.
///
/// # Errors
/// A value that TOML cannot hold.
pub fn differences<T: Knobs>(kept: &T, wanted: &T) -> Result<Vec<Change>, Fault> {
    let (kept, wanted) = (flat(kept)?, flat(wanted)?);
    let value = |values: &[(String, Value)], key: &str| match values.iter().find(|(name, _)| name == key) {
        Some((_, value)) => value.to_string(),
        None => "nothing".to_owned(),
    };
    let mut keys: Vec<&String> = kept.iter().chain(&wanted).map(|(key, _)| key).collect();
    keys.sort_unstable();
    keys.dedup();
    let changes =
        keys.into_iter().map(|key| Change { key: key.clone(), kept: value(&kept, key), wanted: value(&wanted, key) });
    Ok(changes.filter(|change| change.kept != change.wanted).collect())
}

/// Every knob with its dotted path.
fn flat<T: Knobs>(config: &T) -> Result<Vec<(String, Value)>, Fault> {
    let table: Table = toml::from_str(&resolved(config)?)
        .map_err(|error| Fault::failed(format!("cannot read the configuration back: {error}")))?;
    let mut flat = Vec::new();
    let mut open: Vec<(String, Table)> = vec![(String::new(), table)];
    while let Some((prefix, table)) = open.pop() {
        for (key, value) in table {
            match value {
                Value::Table(section) => open.push((format!("{prefix}{key}."), section)),
                value => flat.push((format!("{prefix}{key}"), value)),
            }
        }
    }
    Ok(flat)
}
