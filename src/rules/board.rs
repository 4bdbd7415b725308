//! The pieces on the board, and how they move: the part of a position that perft and playouts need,
//! and no more.
//!
//! In: the two sets of pieces and the [`Tables`] of the rules. Out: whole sets of legal origins,
//! one a direction, and the pieces after a move. An origin is a set of one point here, so that no
//! move looks anything up. Invariant: no point holds two pieces.

use super::{Bitboard, Direction, Reason, Tables};

/// The pieces on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    pub officers: Bitboard,
    pub rebels: Bitboard,
}

impl Board {
    #[inline]
    pub fn empty(self) -> Bitboard {
        !(self.officers | self.rebels)
    }

    /// The points where two boards differ, each in the set of the piece that stands on one of them
    /// only.
    #[inline]
    pub fn difference(self, other: Board) -> Board {
        Board { officers: self.officers ^ other.officers, rebels: self.rebels ^ other.rebels }
    }

    /// The rebels that may step, by direction.
    #[inline]
    pub fn rebel_steps(self, tables: &Tables) -> [Bitboard; 5] {
        let empty = self.empty();
        Direction::OF_REBELS
            .map(|direction| (self.rebels & tables.rebel_steps[direction.index()]).facing(direction, empty))
    }

    /// The officers that may step, by direction.
    #[inline]
    pub fn officer_steps(self, tables: &Tables) -> [Bitboard; 8] {
        let empty = self.empty();
        Direction::ALL.map(|direction| (self.officers & tables.steps[direction.index()]).facing(direction, empty))
    }

    /// Those of `officers` that may capture, by direction.
    #[inline]
    pub fn jumps(self, tables: &Tables, officers: Bitboard) -> [Bitboard; 8] {
        let empty = self.empty();
        Direction::ALL.map(|direction| {
            let over = self.rebels.facing(direction, empty);
            (officers & tables.jumps[direction.index()]).facing(direction, over)
        })
    }

    /// Those of `officers` that may capture.
    #[inline]
    pub fn capturers(self, tables: &Tables, officers: Bitboard) -> Bitboard {
        union(self.jumps(tables, officers))
    }

    /// The pieces after a rebel's step.
    #[inline]
    pub fn step_rebel(self, origin: Bitboard, direction: Direction) -> Board {
        Board { rebels: self.rebels ^ (origin | origin.slid(direction)), ..self }
    }

    /// The pieces after an officer's step, when the officers in `able` could have captured: under
    /// the huff they are removed, wherever they now stand.
    #[inline]
    pub fn step_officer(self, tables: &Tables, origin: Bitboard, direction: Direction, able: Bitboard) -> Board {
        let landing = origin.slid(direction);
        let officers = self.officers ^ (origin | landing);
        if !tables.huff || able.is_empty() {
            return Board { officers, ..self };
        }
        let huffed = if (able & origin).is_empty() { able } else { able | landing };
        Board { officers: officers - huffed, ..self }
    }

    /// The pieces after one jump.
    #[inline]
    pub fn jump(self, origin: Bitboard, direction: Direction) -> Board {
        let over = origin.slid(direction);
        Board { officers: self.officers ^ (origin | over.slid(direction)), rebels: self.rebels - over }
    }

    /// Whether an officer that has just jumped, and stands on `landing`, may jump again.
    #[inline]
    pub fn can_jump_on(self, tables: &Tables, landing: Bitboard) -> bool {
        self.rebels.count() >= tables.min_rebels && !self.capturers(tables, landing).is_empty()
    }

    /// The first three ends of RULES, which the pieces alone decide.
    #[inline]
    pub fn decided(self, tables: &Tables) -> Option<Reason> {
        if self.officers.is_empty() {
            Some(Reason::OfficersGone)
        } else if self.is_fortress_filled(tables) {
            Some(Reason::FortressFilled)
        } else if self.rebels.count() < tables.min_rebels {
            Some(Reason::TooFewRebels)
        } else {
            None
        }
    }

    #[inline]
    pub fn is_fortress_filled(self, tables: &Tables) -> bool {
        tables.fortress_win && self.rebels.contains_all(Bitboard::FORTRESS)
    }
}

/// All the points of some sets.
#[inline]
pub(super) fn union<const N: usize>(sets: [Bitboard; N]) -> Bitboard {
    sets.into_iter().fold(Bitboard::EMPTY, |all, set| all | set)
}

/// How many points some sets hold together.
#[inline]
pub(super) fn total<const N: usize>(sets: [Bitboard; N]) -> u32 {
    sets.into_iter().map(Bitboard::count).sum()
}
