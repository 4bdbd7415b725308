//! Forced wins by brute force over whole turns, without anything of the search.

use asalto::rules::{Action, Position, Side, Turn};

/// The position after a whole turn.
fn after(position: &Position, turn: &Turn) -> Position {
    turn.actions().iter().fold(*position, |position, &action| position.play_unchecked(action))
}

/// Whether the side to move can force a win within so many turns of its own.
pub fn wins_within(position: &Position, turns: u32) -> bool {
    !winning_turns(position, turns).is_empty()
}

/// The turns that force a win within so many turns, this one included.
pub fn winning_turns(position: &Position, turns: u32) -> Vec<Turn> {
    let side = position.side_to_move();
    position.legal_turns().into_iter().filter(|turn| forces(&after(position, turn), side, turns)).collect()
}

/// Whether `side`, having just moved, has won or wins whatever the answer, with `turns` less one
/// more turns.
fn forces(position: &Position, side: Side, turns: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == Some(side);
    }
    turns > 1
        && position.legal_turns().iter().all(|answer| {
            let next = after(position, answer);
            match next.outcome() {
                Some(outcome) => outcome.winner == Some(side),
                None => wins_within(&next, turns - 1),
            }
        })
}

/// Whether the opponent of who plays it has won, or can win at once, after a turn that starts with
/// this action, however the turn goes on.
pub fn hangs(position: &Position, action: Action) -> bool {
    let side = position.side_to_move();
    let mut starting = position.legal_turns();
    starting.retain(|turn| turn.actions()[0] == action);
    starting.iter().all(|turn| {
        let next = after(position, turn);
        match next.outcome() {
            Some(outcome) => outcome.winner == Some(side.other()),
            None => wins_within(&next, 1),
        }
    })
}
