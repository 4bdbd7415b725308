//! Lines of actions as people read them: in whole turns.

use crate::rules::{Action, Game, Position};

/// A line of actions in whole turns. A last turn that the line leaves unfinished is left out, unless there is no other.
pub fn in_turns(start: Position, line: impl Iterator<Item = Action>) -> Vec<String> {
    let mut game = Game::new(start);
    for action in line {
        if game.play(action).is_err() {
            break;
        }
    }
    let mut turns = game.turns();
    if turns.len() > 1 && game.position().jumper().is_some() {
        turns.pop();
    }
    turns.iter().map(ToString::to_string).collect()
}
