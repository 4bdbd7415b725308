//! Counts that say how a position stands, for who values positions by hand.
//!
//! In: a [`Position`]. Out: whole-board counts, made from sets of origins without listing a move.
//! Invariant: they depend on the pieces and the rules alone, not on the side to move nor on a chain in progress.

use super::board::total;
use super::{Bitboard, Direction, Position};

impl Position {
    /// How many steps the officers have.
    pub fn officer_steps(&self) -> u32 {
        total(self.board.officer_steps(&self.rules))
    }

    /// How many single jumps the officers have now.
    pub fn officer_jumps(&self) -> u32 {
        total(self.board.jumps(&self.rules, self.board.officers))
    }

    /// The ways in which an officer could capture a rebel from where it stands or might come to stand: lines with a
    /// rebel in the middle, an empty point behind it and an empty point or an officer before it.
    pub fn exposures(&self) -> u32 {
        let (empty, rebels) = (self.board.empty(), self.board.rebels);
        let from = empty | self.board.officers;
        let lines = Direction::ALL.map(|direction| {
            let over = rebels.facing(direction, empty);
            (from & self.rules.jumps[direction.index()]).facing(direction, over)
        });
        total(lines)
    }

    /// The rebels in the fortress.
    pub fn rebels_in_fortress(&self) -> u32 {
        (self.board.rebels & Bitboard::FORTRESS).count()
    }

    /// The ranks of all rebels added up, the lowest rank counting 0 and the highest 6.
    pub fn rebel_advance(&self) -> u32 {
        /// The points whose rank, counted from 0, has this bit.
        const RANKS: [u64; 3] = {
            let mut masks = [0; 3];
            let mut row = 0;
            while row < 7 {
                let rank = 6 - row;
                let mut bit = 0;
                while bit < 3 {
                    if rank >> bit & 1 == 1 {
                        masks[bit] |= 0xff << (8 * row);
                    }
                    bit += 1;
                }
                row += 1;
            }
            masks
        };
        let rebels = self.board.rebels.bits();
        RANKS.iter().enumerate().map(|(bit, mask)| (rebels & mask).count_ones() << bit).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rules;
    use super::*;

    fn position(text: &str) -> Position {
        Position::parse(Rules::asalto(), text).expect("a position")
    }

    #[test]
    fn a_first_position_is_counted_by_hand() {
        let plain = position("3/1o1/rr1o1rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 - 0");
        assert_eq!(plain.rebels_in_fortress(), 0);
        // Ranks 5, 4, 3, 2, 1 hold 4, 7, 7, 3, 3 rebels.
        assert_eq!(plain.rebel_advance(), 4 * 4 + 7 * 3 + 7 * 2 + 3);
        // d6, on a diagonal, has all of its neighbours but d5; d5 has c5 and e5 alone.
        assert_eq!(plain.officer_steps(), 7 + 2);
        assert_eq!(plain.officer_jumps(), 0);
        assert_eq!(plain.exposures(), 0);
    }

    #[test]
    fn exposures_are_jumps_that_might_come() {
        // The officers are far off; each of the four lines through d4 counts both ways.
        let lone = position("oo1/3/7/3r3/7/3/3 r 0 - 0");
        assert_eq!((lone.officer_jumps(), lone.exposures()), (0, 8));
    }
}
