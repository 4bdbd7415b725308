//! The two sides.
//!
//! Invariant: index 0 is the officers (or the fox), 1 the rebels (or the geese), in every table of
//! the program.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A player's side. The sides are different games: nothing ever swaps their roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The few that defend the fortress and capture; the fox in Fox and Geese.
    Officers,
    /// The many that storm it; the geese in Fox and Geese.
    Rebels,
}

impl Side {
    /// Both, in the order of their indices.
    pub const ALL: [Side; 2] = [Side::Officers, Side::Rebels];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::Officers => Side::Rebels,
            Side::Rebels => Side::Officers,
        }
    }

    /// 0 for the officers, 1 for the rebels.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `officers` or `rebels`.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Officers => "officers",
            Side::Rebels => "rebels",
        }
    }

    /// One piece of this side: `officer` or `rebel`.
    pub const fn piece(self) -> &'static str {
        match self {
            Side::Officers => "officer",
            Side::Rebels => "rebel",
        }
    }

    /// The letter of the text forms: `o` or `r`.
    pub const fn letter(self) -> char {
        match self {
            Side::Officers => 'o',
            Side::Rebels => 'r',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
