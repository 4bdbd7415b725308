//! A position: what the game is at one moment.
//!
//! In: a validated [`Setup`]. Out: a small value that holds all there is to know but for the
//! history that repetition needs (see [`Game`](super::Game)). Invariant: every `Position` can stand
//! on the board under its rules; if it is not over, its side to move has a legal action.

use super::board::Board;
use super::{ActionList, Bitboard, Outcome, Point, Reason, Rules, Side, zobrist};

/// The raw description of a position, valid or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The officers on the board.
    pub officers: Bitboard,
    /// The rebels on the board.
    pub rebels: Bitboard,
    /// The side to move; the officers' while they are being placed.
    pub side: Side,
    /// Officers still to be placed.
    pub to_place: u8,
    /// The officer in the middle of a chain of jumps.
    pub jumper: Option<Point>,
    /// Plies so far without a capture or a forward step.
    pub quiet: u16,
}

/// A valid position of one rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) rules: Rules,
    pub(super) board: Board,
    pub(super) hash: u64,
    pub(super) quiet: u16,
    pub(super) side: Side,
    pub(super) to_place: u8,
    pub(super) jumper: Option<Point>,
    pub(super) end: Option<Reason>,
}

impl Position {
    /// The start of a game under these rules.
    pub fn start(rules: Rules) -> Position {
        Position::assemble(rules, Setup::start(rules))
    }

    /// The rules that it is played by.
    #[inline]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The raw description.
    pub fn setup(&self) -> Setup {
        let Position { board: Board { officers, rebels }, side, to_place, jumper, quiet, .. } = *self;
        Setup { officers, rebels, side, to_place, jumper, quiet }
    }

    /// The officers on the board.
    #[inline]
    pub fn officers(&self) -> Bitboard {
        self.board.officers
    }

    /// The rebels on the board.
    #[inline]
    pub fn rebels(&self) -> Bitboard {
        self.board.rebels
    }

    /// The empty points.
    #[inline]
    pub fn empty(&self) -> Bitboard {
        self.board.empty()
    }

    /// The side to move; the officers while they are being placed, and all through their chains of
    /// jumps.
    #[inline]
    pub fn side_to_move(&self) -> Side {
        self.side
    }

    /// How many officers are still to be placed.
    #[inline]
    pub fn to_place(&self) -> u8 {
        self.to_place
    }

    /// The officer in the middle of a chain of jumps.
    #[inline]
    pub fn jumper(&self) -> Option<Point> {
        self.jumper
    }

    /// Whether it stands between two turns: all officers are placed and no chain is in progress. Only such positions can
    /// repeat themselves.
    #[inline]
    pub fn is_between_turns(&self) -> bool {
        self.to_place == 0 && self.jumper.is_none()
    }

    /// Plies so far without a capture or a forward step. 0 after a play means that no earlier
    /// position can come again.
    #[inline]
    pub fn quiet(&self) -> u16 {
        self.quiet
    }

    /// How the game ended, if it has; without repetition, which only [`Game`](super::Game) can see.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.end.map(Reason::outcome)
    }

    /// A hash of pieces, side to move, officers to place and jumper; not of the quiet count, nor of
    /// the rules.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The left-right mirror image. (With officers still to be placed it is a position of the same
    /// rules only if those are [symmetric](super::Tables::is_symmetric).)
    pub fn mirrored(&self) -> Position {
        let Setup { officers, rebels, jumper, .. } = self.setup();
        let (officers, rebels) = (officers.mirrored(), rebels.mirrored());
        Position::assemble(self.rules, Setup { officers, rebels, jumper: jumper.map(Point::mirrored), ..self.setup() })
    }

    /// The officers that can capture; in the middle of a chain, the jumper alone.
    pub fn able_officers(&self) -> Bitboard {
        match self.jumper {
            Some(point) => Bitboard::of(point),
            None => self.board.capturers(&self.rules, self.board.officers),
        }
    }

    /// The legal actions in canonical order (ascending index); none when the game is over.
    pub fn actions(&self) -> ActionList {
        let mut actions = ActionList::new();
        self.legal_actions(&mut actions);
        actions
    }

    /// Builds the position of a setup that is known to be valid.
    pub(super) fn assemble(rules: Rules, setup: Setup) -> Position {
        let Setup { officers, rebels, side, to_place, jumper, quiet } = setup;
        let board = Board { officers, rebels };
        let mut position = Position { rules, board, hash: 0, quiet, side, to_place, jumper, end: None };
        position.hash = position.computed_hash();
        if position.is_between_turns() {
            position.end = position.find_end();
        }
        position
    }

    /// The hash from scratch; play keeps it up to date step by step.
    pub(super) fn computed_hash(&self) -> u64 {
        let side = if self.side == Side::Rebels { zobrist::REBELS_TO_MOVE } else { 0 };
        zobrist::pieces(self.board) ^ side ^ zobrist::jumper(self.jumper) ^ zobrist::to_place(self.to_place)
    }
}

impl Setup {
    /// The start of a game under these rules.
    pub fn start(rules: Rules) -> Setup {
        let set = rules.set();
        let rebels = set.rebel_points();
        if set.is_placement_fixed() {
            let officers = set.placement_points();
            return Setup { officers, rebels, side: set.first, to_place: 0, jumper: None, quiet: 0 };
        }
        let to_place = set.officers as u8;
        Setup { officers: Bitboard::EMPTY, rebels, side: Side::Officers, to_place, jumper: None, quiet: 0 }
    }
}
