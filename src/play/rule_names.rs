//! Rule sets by name: those that every face offers, and others in one line of text.
//!
//! In: a name such as `fox-and-geese-13`, or the keys in which the rules differ from Asalto (`huff = 'none'; officers = 1`).
//! Out: [`Rules`]. Invariant: what is written is read back as the same rules.

use crate::base::fault::Problem;
use crate::rules::{RuleSet, Rules};

/// The named rule sets: name, what people call it.
const NAMED: [(&str, &str); 4] = [
    ("asalto", "Asalto"),
    ("fox-and-geese-13", "Fox and Geese, 13 geese"),
    ("fox-and-geese-15", "Fox and Geese, 15 geese"),
    ("fox-and-geese-17", "Fox and Geese, 17 geese"),
];

/// Every named rule set: name, title, rules.
pub fn named_rules() -> Vec<(&'static str, &'static str, Rules)> {
    let rules = |name: &str| match name.strip_prefix("fox-and-geese-") {
        Some(geese) => Rules::fox_and_geese(geese.parse().expect("a number")).expect("13, 15 or 17"),
        None => Rules::asalto(),
    };
    NAMED.into_iter().map(|(name, title)| (name, title, rules(name))).collect()
}

/// The name of these rules, or else the keys in which they differ from Asalto.
pub fn rules_to_text(rules: Rules) -> String {
    if let Some((name, ..)) = named_rules().into_iter().find(|(.., named)| *named == rules) {
        return name.to_owned();
    }
    rules.set().changes().join("; ").replace('"', "'")
}

/// Reads what [`rules_to_text`] wrote.
///
/// # Errors
/// Why it is no rule set.
pub fn rules_from_text(text: &str) -> Result<Rules, Problem> {
    if let Some((.., rules)) = named_rules().into_iter().find(|(name, ..)| *name == text) {
        return Ok(rules);
    }
    let names = NAMED.map(|(name, _)| name).join(", ");
    let refused =
        |why: String| Problem::new(why).help(format!("allowed: {names}, or keys as in `huff = 'none'; officers = 1`"));
    if !text.contains('=') {
        return Err(refused(format!("no rule set is called `{text}`")));
    }
    RuleSet::from_toml(&text.replace(';', "\n")).and_then(Rules::new).map_err(|errors| {
        let told: Vec<String> = errors.iter().map(|error| format!("{}: {}", error.key, error.message)).collect();
        refused(format!("the rules `{text}` make no game: {}", told.join("; ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_survive_being_written_and_read() {
        let odd = RuleSet { sideways: false, min_rebels: 7, huff: crate::rules::Huff::None, ..RuleSet::asalto() };
        let written = rules_to_text(Rules::new(odd.clone()).unwrap());
        assert_eq!(written, "sideways = false; huff = 'none'; min_rebels = 7");
        for rules in named_rules().into_iter().map(|(.., rules)| rules).chain([Rules::new(odd).unwrap()]) {
            assert_eq!(rules_from_text(&rules_to_text(rules)).unwrap(), rules);
        }
    }

    #[test]
    fn what_is_no_rule_set_is_refused() {
        assert!(rules_from_text("chess").unwrap_err().message.contains("no rule set is called `chess`"));
        let message = rules_from_text("officers = 9").unwrap_err().message;
        assert!(message.contains("officers: "), "{message}");
    }
}
