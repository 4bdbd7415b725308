//! Uniformly random games, and starts for them.
//!
//! In: a position and a random stream. Out: how the game ended. Invariant: every *micro-action* that is legal is equally likely,
//! so a capture that could go on stops or goes on by chance too.

use super::{ActionList, Game, Outcome, Position, Rules, Setup};
use crate::base::rng::{Rng, below};

/// Plays legal micro-actions at random to the end. Gives the outcome, repetition included, and the plies played.
pub fn random_game(position: Position, rng: &mut Rng) -> (Outcome, u32) {
    let mut game = Game::new(position);
    let mut actions = ActionList::new();
    loop {
        if let Some(outcome) = game.outcome() {
            return (outcome, game.plies());
        }
        game.legal_actions(&mut actions);
        let action = actions[below(rng, actions.len() as u32) as usize];
        game.play(action).expect("a listed action is legal");
    }
}

/// The start with up to `missing` rebels removed at random, but never so many that fewer than `min_rebels` remain, nor that
/// the game would be over at once.
pub fn thinned(rules: Rules, missing: u32, rng: &mut Rng) -> Position {
    let start = Setup::start(rules);
    let spare = start.rebels.count().saturating_sub(rules.min_rebels.max(1));
    let mut rebels = start.rebels;
    for _ in 0..missing.min(spare) {
        let chosen = rebels.nth(below(rng, rebels.count())).expect("below their number");
        rebels = rebels.without(chosen);
    }
    let position = Position::assemble(rules, Setup { rebels, ..start });
    if position.end.is_some() { Position::start(rules) } else { position }
}
