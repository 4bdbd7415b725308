//! Who of the two sides is played by people.
//!
//! In: a word of the command line. Out: [`Humans`]. Invariant: what it prints as reads back the
//! same.

use std::fmt;
use std::str::FromStr;

use crate::base::fault::Problem;
use crate::rules::Side;

/// Which sides people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Humans {
    /// The officers.
    pub officers: bool,
    /// The rebels.
    pub rebels: bool,
}

impl Humans {
    /// Whether a person plays this side.
    pub fn play(self, side: Side) -> bool {
        match side {
            Side::Officers => self.officers,
            Side::Rebels => self.rebels,
        }
    }

    /// Their sides.
    pub fn sides(self) -> Vec<Side> {
        Side::ALL.into_iter().filter(|&side| self.play(side)).collect()
    }
}

impl FromStr for Humans {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let (officers, rebels) = match text {
            "officers" => (true, false),
            "rebels" => (false, true),
            "both" => (true, true),
            "none" => (false, false),
            _ => {
                let problem = Problem::new(format!("must be officers, rebels, both or none, found `{text}`"));
                return Err(problem.help("the side that you play; `none` watches the computer play itself"));
            }
        };
        Ok(Self { officers, rebels })
    }
}

impl fmt::Display for Humans {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.officers, self.rebels) {
            (true, false) => "officers",
            (false, true) => "rebels",
            (true, true) => "both",
            (false, false) => "none",
        })
    }
}
