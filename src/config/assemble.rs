//! The user's values, put into the defaults one by one.
//!
//! In: the defaults as a TOML tree, and the leaves. Out: the struct, and what is wrong with each value.
//! Invariant: every leaf is tried alone in the defaults, so each wrong value is found whatever else is wrong, and no wrong
//! value causes a second complaint.

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue, Deserializer};

use super::explain::{explain, one_of, variants};
use super::leaf::{Leaf, Leaves, Ordered, Origin};
use super::load::Knobs;
use super::source::Source;
use crate::base::check::Finding;
use crate::base::fault::Problem;

/// Puts the user's values into the defaults.
pub(super) struct Assembly<'i> {
    pub source: Source<'i>,
    pub defaults: DeTable<'i>,
}

impl<'i> Assembly<'i> {
    /// The struct, and the problems with its values. Without the struct there is at least one problem.
    pub fn assemble<T: Knobs>(&self, leaves: &Leaves<'i>, file_is_broken: bool) -> (Option<T>, Vec<Ordered>) {
        let mut problems = Vec::new();
        let mut good: Vec<Leaf<'i>> = Vec::new();
        for leaf in leaves.leaves.values() {
            if file_is_broken && matches!(leaf.origin, Origin::File(_)) {
                continue;
            }
            match self.fitting::<T>(leaf) {
                Ok(leaf) => good.push(leaf),
                Err(misfits) => problems.extend(misfits),
            }
        }
        match self.with::<T>(&good) {
            Ok(config) => {
                let findings = config.check();
                let bad = |finding: &Finding| {
                    let path: Vec<String> = finding.key.split('.').map(str::to_owned).collect();
                    leaves.leaves.contains_key(&path) && good.iter().all(|leaf| leaf.path != path)
                };
                problems.extend(
                    findings.iter().filter(|finding| !bad(finding)).map(|finding| self.place(finding, &good, leaves)),
                );
                (Some(config), problems)
            }
            Err(error) => {
                // Each value alone fits, but not all together: only structs that check themselves while they are read.
                problems.push(((0, 0), Problem::new(error.to_string().trim().replace('\n', " ")).at(self.source.name)));
                (None, problems)
            }
        }
    }

    /// The leaf as it fits into the struct, or what is wrong with it.
    fn fitting<T: Knobs>(&self, leaf: &Leaf<'i>) -> Result<Leaf<'i>, Vec<Ordered>> {
        let Err(error) = self.with::<T>(std::slice::from_ref(leaf)) else {
            return Ok(leaf.clone());
        };
        if let Some(text) = leaf.as_string()
            && self.with::<T>(std::slice::from_ref(&text)).is_ok()
        {
            return Ok(text);
        }
        let entries = self.wrong_entries::<T>(leaf, &error);
        if entries.is_empty() { Err(vec![self.misfit::<T>(leaf, &error)]) } else { Err(entries) }
    }

    /// The problems with single entries of a list, when it is they that do not fit.
    fn wrong_entries<T: Knobs>(&self, leaf: &Leaf<'i>, error: &toml::de::Error) -> Vec<Ordered> {
        let DeValue::Array(entries) = leaf.value.get_ref() else {
            return Vec::new();
        };
        let wants_no_list = error.message().starts_with("invalid type: sequence") || self.enum_of::<T>(leaf).is_some();
        if wants_no_list {
            return Vec::new();
        }
        let misfit = |entry: &Spanned<DeValue<'i>>| {
            let mut alone = DeArray::new();
            alone.push(entry.clone());
            let alone = Leaf { value: Spanned::new(entry.span(), DeValue::Array(alone)), ..leaf.clone() };
            let error = self.with::<T>(std::slice::from_ref(&alone)).err()?;
            Some(self.misfit::<T>(&alone, &error))
        };
        let wrong: Vec<Ordered> = entries.iter().filter_map(misfit).collect();
        // When all are wrong in the same way it is the list that is wrong, such as one that is too short.
        let alike = wrong.windows(2).all(|pair| pair[0].1.message == pair[1].1.message);
        if wrong.len() == entries.len() && alike { Vec::new() } else { wrong }
    }

    fn misfit<T: Knobs>(&self, leaf: &Leaf<'i>, error: &toml::de::Error) -> Ordered {
        let whole = leaf.value.span();
        // The entry of a list that is wrong, when it is one.
        let span =
            error.span().filter(|span| whole.start <= span.start && span.end <= whole.end).unwrap_or(whole.clone());
        let mut explained = explain(error.message());
        if let DeValue::Integer(_) = leaf.value.get_ref()
            && let Some(finding) = self.range_of::<T>(leaf)
        {
            (explained.demand, explained.help) = (finding.demand, finding.help);
        } else if span == whole
            && let Some(demand) = self.enum_of::<T>(leaf)
        {
            (explained.demand, explained.needs_found) = (demand, true);
        }
        let found = if explained.needs_found { format!(", found {}", leaf.quote(span.clone())) } else { String::new() };
        leaf.problem(&format!("{}{found}", explained.demand), span, explained.help)
    }

    /// What the check demands of a whole number that does not even fit into its type: found by trying others.
    fn range_of<T: Knobs>(&self, leaf: &Leaf<'i>) -> Option<Finding> {
        let key = leaf.key();
        let tries = ["0", "-1", "255", "65535", "4294967295", "18446744073709551615"];
        tries.into_iter().find_map(|text| {
            let config = self.with::<T>(&[self.tried(leaf, text)]).ok()?;
            config.check().into_iter().find(|finding| finding.key == key)
        })
    }

    /// The names that an enum allows, when this knob is one: found by trying a name that none has.
    fn enum_of<T: Knobs>(&self, leaf: &Leaf<'i>) -> Option<String> {
        let error = self.with::<T>(&[self.tried(leaf, "''")]).err()?;
        variants(error.message()).map(|(_, names)| one_of(&names))
    }

    fn tried(&self, leaf: &Leaf<'i>, text: &'static str) -> Leaf<'i> {
        let value = DeValue::parse(text).expect("the tried texts are TOML values");
        Leaf { value, ..leaf.clone() }
    }

    /// The defaults with these values in their places.
    fn with<T: Knobs>(&self, leaves: &[Leaf<'i>]) -> Result<T, toml::de::Error> {
        let mut table = self.defaults.clone();
        for leaf in leaves {
            insert(&mut table, &leaf.path, &leaf.value);
        }
        T::deserialize(Deserializer::from(Spanned::new(0..0, table)))
    }

    /// A finding at the place of its value; else of its section; else of the file.
    fn place(&self, finding: &Finding, good: &[Leaf<'i>], leaves: &Leaves<'i>) -> Ordered {
        let path: Vec<String> = finding.key.split('.').map(str::to_owned).collect();
        if let Some(leaf) = good.iter().find(|leaf| leaf.path == path) {
            let span = leaf.value.span();
            let found = finding.found.as_ref().map(|_| format!(", found {}", leaf.quote(span.clone())));
            let message = format!("{}{}", finding.demand, found.unwrap_or_default());
            return leaf.problem(&message, span, finding.help.clone());
        }
        let section = (1..=path.len()).rev().find_map(|length| leaves.sections.get(&path[..length]));
        let place = section.map_or(self.source.name.to_owned(), |&at| self.source.place(at));
        let problem = Problem { place: Some(place), message: finding.to_string(), help: finding.help.clone() };
        ((0, section.copied().unwrap_or(0)), problem)
    }
}

fn insert<'i>(table: &mut DeTable<'i>, path: &[String], value: &Spanned<DeValue<'i>>) {
    let Some((name, rest)) = path.split_first() else {
        return;
    };
    if rest.is_empty() {
        table.insert(Spanned::new(0..0, name.clone().into()), value.clone());
        return;
    }
    // A section whose knobs are all optional is missing from the defaults' text.
    let empty = || Spanned::new(0..0, DeValue::Table(DeTable::new()));
    let section = table.entry(Spanned::new(0..0, name.clone().into())).or_insert_with(empty);
    if let DeValue::Table(section) = section.get_mut() {
        insert(section, rest, value);
    }
}
