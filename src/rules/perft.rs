//! Perft: the leaves of the game tree to a depth, the sharpest test of a move generator.
//!
//! In: a position and a depth. Out: a count, in turns or in micro-actions. No history is kept, so
//! repetition plays no part; the quiet count does. Invariant: a finished game has no successors.

use super::board::{Board, total};
use super::{Bitboard, Direction, Position, Rules, Side};

/// Leaves of the tree of complete turns, one for each distinct sequence of jumps. Officers still to
/// be placed are placed first, in all ways whatever their order, at no depth. The last ply is
/// counted in bulk. The recursion is as deep as `depth`.
pub fn turns(position: &Position, depth: u32) -> u64 {
    if position.to_place > 0 {
        return placed(position).iter().map(|placed| turns(placed, depth)).sum();
    }
    if depth == 0 {
        return 1;
    }
    let walk = Walk { rules: position.rules };
    let (board, quiet) = (position.board, u32::from(position.quiet));
    match (position.side, position.jumper) {
        (Side::Rebels, _) => walk.rebels(board, quiet, depth),
        (Side::Officers, None) => walk.officers(board, quiet, depth),
        (Side::Officers, Some(jumper)) => {
            let mut leaves = 0;
            walk.jump_on(board, Bitboard::of(jumper), &mut |end| leaves += walk.after_officers(end, 0, depth));
            leaves
        }
    }
}

/// Leaves of the tree of micro-actions. The recursion is as deep as `depth`.
pub fn micro(position: &Position, depth: u32) -> u64 {
    let actions = position.actions();
    match depth {
        0 => 1,
        1 => actions.len() as u64,
        _ => actions.iter().map(|&action| micro(&position.play_unchecked(action), depth - 1)).sum(),
    }
}

/// Every position with all officers placed, each once.
pub(super) fn placed(position: &Position) -> Vec<Position> {
    let mut ways = vec![*position];
    for _ in 0..position.to_place {
        let one_more =
            |way: &Position| way.actions().iter().map(|&action| way.play_unchecked(action)).collect::<Vec<_>>();
        ways = ways.iter().flat_map(one_more).collect();
        ways.sort_unstable_by_key(|way| way.officers().bits());
        ways.dedup();
    }
    ways
}

/// A walk through the tree of turns on bare boards: no hash, and no test whether the side to move
/// is blocked, for then it has no successors anyway.
#[derive(Clone, Copy)]
struct Walk {
    rules: Rules,
}

impl Walk {
    /// Leaves below a board with the rebels to move.
    fn rebels(self, board: Board, quiet: u32, depth: u32) -> u64 {
        if self.is_over(board, quiet) {
            return 0;
        }
        let steps = board.rebel_steps(&self.rules);
        if depth == 1 {
            return u64::from(total(steps));
        }
        let mut leaves = 0;
        for (origins, direction) in steps.into_iter().zip(Direction::OF_REBELS) {
            let quiet = if direction.is_forward() { 0 } else { quiet + 1 };
            for origin in origins.singles() {
                leaves += self.officers(board.step_rebel(origin, direction), quiet, depth - 1);
            }
        }
        leaves
    }

    /// Leaves below a board with the officers to move.
    fn officers(self, board: Board, quiet: u32, depth: u32) -> u64 {
        if self.is_over(board, quiet) {
            return 0;
        }
        let steps = board.officer_steps(&self.rules);
        let able = board.capturers(&self.rules, board.officers);
        let mut leaves = 0;
        for jumper in able.singles() {
            self.jumps(board, jumper, &mut |end| leaves += self.after_officers(end, 0, depth));
        }
        if depth == 1 {
            return leaves + u64::from(total(steps));
        }
        for (origins, direction) in steps.into_iter().zip(Direction::ALL) {
            for origin in origins.singles() {
                leaves += self.rebels(board.step_officer(&self.rules, origin, direction, able), quiet + 1, depth - 1);
            }
        }
        leaves
    }

    fn after_officers(self, board: Board, quiet: u32, depth: u32) -> u64 {
        if depth == 1 { 1 } else { self.rebels(board, quiet, depth - 1) }
    }

    /// Calls `end` with the board after each sequence of one or more jumps of `jumper` that makes a
    /// turn.
    fn jumps(self, board: Board, jumper: Bitboard, end: &mut impl FnMut(Board)) {
        for (set, direction) in board.jumps(&self.rules, jumper).into_iter().zip(Direction::ALL) {
            if !set.is_empty() {
                let landing = jumper.slid(direction).slid(direction);
                self.jump_on(board.jump(jumper, direction), landing, end);
            }
        }
    }

    /// Calls `end` with the board after each way to go on, or to stop, for a jumper in the middle
    /// of a chain.
    fn jump_on(self, board: Board, jumper: Bitboard, end: &mut impl FnMut(Board)) {
        let can_jump_on = board.can_jump_on(&self.rules, jumper);
        if !can_jump_on || !self.rules.forced {
            end(board);
        }
        if can_jump_on {
            self.jumps(board, jumper, end);
        }
    }

    fn is_over(self, board: Board, quiet: u32) -> bool {
        board.decided(&self.rules).is_some() || quiet >= self.rules.quiet_limit
    }
}
