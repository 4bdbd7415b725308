//! Perft: the leaves of the game tree to a depth, the sharpest test of a move generator.
//!
//! In: a position and a depth. Out: a count, in turns or in micro-actions. No history is kept, so repetition plays no part;
//! the quiet count does. Invariant: a finished game has no successors.

use super::{ActionList, Position};

/// Leaves of the tree of complete turns, one a distinct sequence of jumps. Officers still to be placed are placed first, in
/// all ways whatever their order, at no depth.
pub fn turns(position: &Position, depth: u32) -> u64 {
    if position.to_place() > 0 {
        return placed(position).iter().map(|placed| turns(placed, depth)).sum();
    }
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    for &action in &position.actions() {
        let next = position.play_unchecked(action);
        leaves += turns(&next, if next.jumper().is_some() { depth } else { depth - 1 });
    }
    leaves
}

/// Leaves of the tree of micro-actions.
pub fn micro(position: &Position, depth: u32) -> u64 {
    let mut actions = ActionList::new();
    position.legal_actions(&mut actions);
    match depth {
        0 => 1,
        1 => actions.len() as u64,
        _ => actions.iter().map(|&action| micro(&position.play_unchecked(action), depth - 1)).sum(),
    }
}

/// Every position with all officers placed, each once.
fn placed(position: &Position) -> Vec<Position> {
    let mut ways = vec![*position];
    while ways.first().is_some_and(|way| way.to_place() > 0) {
        let next = ways.iter().flat_map(|way| way.actions().iter().map(|&action| way.play_unchecked(action)).collect::<Vec<_>>());
        let mut next: Vec<Position> = next.collect();
        next.sort_by_key(Position::hash);
        next.dedup();
        ways = next;
    }
    ways
}
