//! Why a text or a setup is no position, in words.
//!
//! In: what was found and what is allowed. Out: [`PositionError`], which holds every reason at once.
//! Invariant: each reason's text can be understood without the others.

use std::fmt;

use super::Point;

/// Every reason why a text or a setup is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The reasons; never empty.
    pub reasons: Vec<Invalid>,
}

/// One reason why a text or a setup is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    /// The text has not five fields.
    #[error("must have the five fields BOARD SIDE PLACE JUMPER QUIET, found {0}")]
    FieldCount(usize),
    /// The board has not seven ranks.
    #[error("the board must have 7 ranks separated by `/`, found {0}")]
    RankCount(usize),
    /// A rank has the wrong number of points.
    #[error("rank {rank} must have {expected} points, found {found}")]
    RankLength {
        /// The rank, 7 to 1.
        rank: usize,
        /// Points in its text.
        found: usize,
        /// Points on the board.
        expected: usize,
    },
    /// A rank holds something unknown.
    #[error("rank {rank} may hold `o`, `r` and digits 1 to 7, found `{letter}`")]
    Letter {
        /// The rank, 7 to 1.
        rank: usize,
        /// What it holds.
        letter: char,
    },
    /// The side is neither.
    #[error("the side to move must be `o` or `r`, found `{0}`")]
    Side(String),
    /// PLACE is no number.
    #[error("the officers still to be placed must be a number from 0 to 3, found `{0}`")]
    Place(String),
    /// JUMPER is no point.
    #[error("the jumper must be `-` or a point of the board, found `{0}`")]
    Jumper(String),
    /// QUIET is no number.
    #[error("the quiet plies must be a number from 0 to 65535, found `{0}`")]
    Quiet(String),
    /// Points hold two pieces.
    #[error("an officer and a rebel both stand on {0}")]
    Overlap(Names),
    /// More officers than the rules have.
    #[error("{found} officers on the board and {to_place} still to be placed are more than the {allowed} of the rules")]
    TooManyOfficers {
        /// On the board.
        found: u32,
        /// Still to be placed.
        to_place: u8,
        /// In the rules.
        allowed: u32,
    },
    /// Officers are missing while others are being placed.
    #[error(
        "while officers are being placed none can be missing: {found} on the board and {to_place} still to be placed make fewer than {expected}"
    )]
    OfficersMissing {
        /// On the board.
        found: u32,
        /// Still to be placed.
        to_place: u8,
        /// In the rules.
        expected: u32,
    },
    /// More rebels than the rules have.
    #[error("{found} rebels are more than the {allowed} of the rules")]
    TooManyRebels {
        /// On the board.
        found: u32,
        /// In the rules.
        allowed: u32,
    },
    /// Rebels are to move before all officers stand.
    #[error("the side to move must be `o` while officers are still to be placed")]
    RebelsWhilePlacing,
    /// Officers stand where they cannot have been placed.
    #[error("while others are still to be placed no officer can stand on {0}")]
    Misplaced(Names),
    /// The rules fix where the officers begin.
    #[error("these rules place the officers from the start, so none can still be to place")]
    NothingToPlace,
    /// No room for those still to be placed.
    #[error("only {room} points are left for the {to_place} officers still to be placed")]
    NoRoom {
        /// Empty placement points.
        room: u32,
        /// Still to be placed.
        to_place: u8,
    },
    /// A count before the first ply.
    #[error("the quiet plies must be 0 while officers are still to be placed, found {0}")]
    QuietWhilePlacing(u16),
    /// A jumper before the first ply.
    #[error("there can be no jumper while officers are still to be placed, found {0}")]
    JumperWhilePlacing(Point),
    /// A jumper though the rebels are to move.
    #[error("the side to move must be `o` while the officer on {0} is jumping")]
    RebelsWhileJumping(Point),
    /// The jumper is no officer.
    #[error("the jumper must be an officer, and none stands on {0}")]
    JumperIsNoOfficer(Point),
    /// The jumper has no jump left.
    #[error("the jumper must be able to jump on, and the officer on {0} is not")]
    JumperIsStuck(Point),
    /// A jump has just been made.
    #[error("the quiet plies must be 0 in the middle of a capture, found {0}")]
    QuietWhileJumping(u16),
    /// A chain in a game that is over.
    #[error("there can be no jumper, {0}, when the game is over: {1}")]
    JumperAfterEnd(Point, &'static str),
    /// More quiet plies than a game can have.
    #[error("the quiet plies must be at most {allowed} under these rules, found {found}")]
    TooQuiet {
        /// In the setup.
        found: u16,
        /// The count at which the game is drawn.
        allowed: u32,
    },
}

/// Names of points, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names(pub Vec<Point>);

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.0.iter().map(|point| point.name()).collect();
        f.write_str(&names.join(" "))
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reasons: Vec<_> = self.reasons.iter().map(Invalid::to_string).collect();
        f.write_str(&reasons.join("; "))
    }
}

impl std::error::Error for PositionError {}
