//! How a configuration struct says what is wrong with its values.
//!
//! In: the struct's own values. Out: every [`Finding`], with keys relative to the struct.
//! Invariant: `check` is pure and reports all findings, not the first one. Where the value came from (file and line,
//! or the command line) is not known here; `config` maps keys back to places.
//!
//! ```
//! use asalto::base::check::{Check, Finding, Findings};
//!
//! struct SearchConfig { simulations: u32 }
//!
//! impl Check for SearchConfig {
//!     fn check(&self) -> Vec<Finding> {
//!         let mut findings = Findings::new();
//!         findings.range("simulations", self.simulations, 1..=100_000, "16 to 64 is usual");
//!         findings.into_vec()
//!     }
//! }
//!
//! let findings = SearchConfig { simulations: 0 }.check();
//! assert_eq!(findings[0].to_string(), "simulations: must be 1 to 100000, found 0");
//! ```

use std::fmt::{self, Display};
use std::ops::RangeInclusive;

/// A struct of knobs that can tell which of them are out of range.
pub trait Check {
    /// Every value that is not allowed; empty when all is well.
    fn check(&self) -> Vec<Finding>;
}

/// One value that is not allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Dotted path of the key, relative to the struct that was checked: `search.simulations`.
    pub key: String,
    /// What is demanded, as a phrase after the key: `must be 1 to 100000`.
    pub demand: String,
    /// The value that was found, where the demand alone does not tell.
    pub found: Option<String>,
    /// What to do, in one line.
    pub help: Option<String>,
}

impl Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.demand)?;
        match &self.found {
            Some(found) => write!(f, ", found {found}"),
            None => Ok(()),
        }
    }
}

/// Collects findings. Every `help` may be empty, which means none.
#[derive(Debug, Default)]
pub struct Findings(Vec<Finding>);

impl Findings {
    /// Nothing found yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Demands that `value` lies in `allowed`, ends included. NaN never does.
    pub fn range<N: PartialOrd + Display>(&mut self, key: &str, value: N, allowed: RangeInclusive<N>, help: &str) {
        let text = format!("{} to {}", allowed.start(), allowed.end());
        self.require(allowed.contains(&value), key, value, &text, help);
    }

    /// Demands that `value` is above `bound`, and finite: for learning rates and other scales.
    pub fn above(&mut self, key: &str, value: f64, bound: f64, help: &str) {
        let text = format!("a finite number above {bound}");
        self.require(value > bound && value.is_finite(), key, value, &text, help);
    }

    /// Demands `holds`; otherwise `key` "must be `allowed`, found `value`".
    pub fn require(&mut self, holds: bool, key: &str, value: impl Display, allowed: &str, help: &str) {
        if !holds {
            let help = Some(help).filter(|text| !text.is_empty()).map(str::to_owned);
            let (demand, found) = (format!("must be {allowed}"), Some(value.to_string()));
            self.push(Finding { key: key.to_owned(), demand, found, help });
        }
    }

    /// Adds a finding in words of its own: `key: message`.
    pub fn say(&mut self, key: &str, message: impl Into<String>) {
        self.push(Finding { key: key.to_owned(), demand: message.into(), found: None, help: None });
    }

    /// Adds a finding as it is.
    pub fn push(&mut self, finding: Finding) {
        self.0.push(finding);
    }

    /// Adds the findings of the struct that sits under `name`.
    pub fn section(&mut self, name: &str, section: &impl Check) {
        let prefixed = |finding: Finding| Finding { key: format!("{name}.{}", finding.key), ..finding };
        self.0.extend(section.check().into_iter().map(prefixed));
    }

    /// All findings, in the order in which they were made.
    pub fn into_vec(self) -> Vec<Finding> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Inner(f32);

    impl Check for Inner {
        fn check(&self) -> Vec<Finding> {
            let mut findings = Findings::new();
            findings.range("share", self.0, 0.0..=0.7, "");
            findings.into_vec()
        }
    }

    #[test]
    fn the_ends_of_a_range_are_allowed_and_nan_is_not() {
        assert_eq!(Inner(0.0).check(), []);
        assert_eq!(Inner(0.7).check(), []);
        assert_eq!(Inner(0.75).check()[0].to_string(), "share: must be 0 to 0.7, found 0.75");
        assert_eq!(Inner(f32::NAN).check()[0].to_string(), "share: must be 0 to 0.7, found NaN");
    }

    #[test]
    fn above_refuses_the_bound_nan_and_infinity() {
        let mut findings = Findings::new();
        for value in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-9] {
            findings.above("rate", value, 0.0, "");
        }
        assert_eq!(findings.into_vec().len(), 4);
    }

    #[test]
    fn a_section_prefixes_its_keys() {
        let mut findings = Findings::new();
        findings.section("starts", &Inner(2.0));
        findings.say("starts", "no start is left");
        let texts: Vec<_> = findings.into_vec().iter().map(Finding::to_string).collect();
        assert_eq!(texts, ["starts.share: must be 0 to 0.7, found 2", "starts: no start is left"]);
    }
}
