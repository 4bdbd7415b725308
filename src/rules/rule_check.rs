//! What makes a rule set a game.
//!
//! In: a [`RuleSet`]. Out: every problem at once, each naming the key, what was found and what is
//! allowed. Invariant: whatever passes here can be started, and its game always ends.

use std::fmt;

use super::{Bitboard, Placement, Point, Position, Rebels, RuleSet, Rules, perft};
use crate::base::check::{Check, Finding, Findings};

/// One reason why a rule set cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// The key of the rules table; empty when the text as a whole is at fault.
    pub key: String,
    /// What is wrong: what was found and what is allowed.
    pub message: String,
    /// Line and column in the text, counted from 1, where the rules were read from one.
    pub place: Option<(usize, usize)>,
}

impl RuleError {
    pub(super) fn new(key: &str, message: impl Into<String>) -> RuleError {
        RuleError { key: key.to_owned(), message: message.into(), place: None }
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "{line}:{column}: ")?;
        }
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for RuleError {}

impl Check for RuleSet {
    fn check(&self) -> Vec<Finding> {
        let mut findings = Findings::new();
        self.validate().err().into_iter().flatten().for_each(|error| findings.say(&error.key, error.message));
        findings.into_vec()
    }
}

impl RuleSet {
    /// Checks that this is a game: exactly what [`Rules::new`] accepts.
    ///
    /// # Errors
    /// Every problem.
    pub fn validate(&self) -> Result<(), Vec<RuleError>> {
        Rules::new(self.clone()).map(|_| ())
    }

    /// What is wrong with the values themselves.
    pub(super) fn check_values(&self) -> Result<(), Vec<RuleError>> {
        let mut errors = Vec::new();
        self.check_officers(&mut errors);
        self.check_rebels(&mut errors);
        self.check_ends(&mut errors);
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    fn check_officers(&self, errors: &mut Vec<RuleError>) {
        if !(1..=3).contains(&self.officers) {
            errors.push(RuleError::new("officers", format!("must be 1 to 3, found {}", self.officers)));
        }
        let rebels = self.rebel_points();
        match &self.placement {
            Placement::Free => {
                let room = (Bitboard::FORTRESS - rebels).count();
                if room < self.officers {
                    let found = format!("\"free\" leaves {room} empty fortress points for {} officers", self.officers);
                    errors.push(RuleError::new("placement", found));
                }
            }
            Placement::Points(points) => {
                check_list("placement", points, errors);
                let taken: Vec<_> = (self.placement_points() & rebels).iter().map(Point::name).collect();
                if !taken.is_empty() {
                    let found =
                        format!("must name points without rebels, found {} where rebels begin", taken.join(" "));
                    errors.push(RuleError::new("placement", found));
                }
                if (self.placement_points().count()) < self.officers {
                    let (found, needed) = (self.placement_points().count(), self.officers);
                    let found =
                        format!("must be \"free\" or at least {needed} points for {needed} officers, found {found}");
                    errors.push(RuleError::new("placement", found));
                }
            }
        }
    }

    fn check_rebels(&self, errors: &mut Vec<RuleError>) {
        if let Rebels::Points(points) = &self.rebels {
            check_list("rebels", points, errors);
        }
        let rebels = self.rebel_points();
        if rebels.is_empty() {
            errors.push(RuleError::new("rebels", "must name at least one point, found none"));
        } else if rebels.count() < self.min_rebels {
            let (found, needed) = (rebels.count(), self.min_rebels);
            errors.push(RuleError::new(
                "rebels",
                format!("must be at least min_rebels = {needed} points, found {found}"),
            ));
        }
    }

    fn check_ends(&self, errors: &mut Vec<RuleError>) {
        const MOST_QUIET_TURNS: u32 = 10_000;
        const MOST_REPETITIONS: u32 = 100;
        if self.quiet_turns > MOST_QUIET_TURNS {
            let message = format!("must be 0 (off) to {MOST_QUIET_TURNS}, found {}", self.quiet_turns);
            errors.push(RuleError::new("quiet_turns", message));
        }
        if self.repetition == 1 || self.repetition > MOST_REPETITIONS {
            let message = format!("must be 0 (off) or 2 to {MOST_REPETITIONS}, found {}", self.repetition);
            errors.push(RuleError::new("repetition", message));
        }
        if self.quiet_turns == 0 && self.repetition == 0 {
            let message = "must not be 0 (off) while quiet_turns is 0 too, found both off: a game could go on for ever";
            errors.push(RuleError::new("repetition", message));
        }
    }
}

/// Whether a first turn can be made, after at least one placement.
pub(super) fn check_start(rules: Rules) -> Result<(), Vec<RuleError>> {
    let starts = perft::placed(&Position::start(rules));
    match starts.iter().map(Position::outcome).collect::<Option<Vec<_>>>() {
        Some(outcomes) => {
            let outcome = outcomes[0];
            let message = format!("must allow a first turn, found that the game ends before it begins ({outcome})");
            Err(vec![RuleError::new("rebels", message)])
        }
        None => Ok(()),
    }
}

fn check_list(key: &str, points: &[Point], errors: &mut Vec<RuleError>) {
    let mut seen = Bitboard::EMPTY;
    let mut twice = Bitboard::EMPTY;
    for &point in points {
        if seen.contains(point) {
            twice = twice.with(point);
        }
        seen = seen.with(point);
    }
    if !twice.is_empty() {
        let names: Vec<_> = twice.iter().map(Point::name).collect();
        errors.push(RuleError::new(key, format!("must name each point once, found {} twice", names.join(" "))));
    }
}
