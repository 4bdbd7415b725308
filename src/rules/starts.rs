//! Starts with rebels missing, to make the sides even; random placements and random turns, to make games differ.
//!
//! In: rules, how many rebels to leave out, a random stream. Out: a start. Invariant: a game that
//! starts here is not over yet.

use super::{Action, Bitboard, Direction, Game, Point, Position, Rules, Setup, Side};
use crate::base::rng::{Rng, below};

/// The start without `missing` rebels, drawn at random; with so many fewer missing that
/// `min_rebels` (and at least one) remain. Should the side to move be blocked after that, it is the
/// plain start.
pub fn thinned(rules: Rules, missing: u32, rng: &mut Rng) -> Position {
    let start = Setup::start(rules);
    let spare = start.rebels.count() - rules.set().min_rebels.max(1);
    let mut rebels = start.rebels;
    for _ in 0..missing.min(spare) {
        rebels = rebels.without(drawn(rebels, rng));
    }
    let thinned = Position::assemble(rules, Setup { rebels, ..start });
    if thinned.outcome().is_some() { Position::start(rules) } else { thinned }
}

/// Most rebels in the fortress that [`advanced`] leaves there: with more, the next few turns decide the game.
const MOST_INSIDE: u32 = 6;

/// A middle game without its beginning: the rebels of `start` after `steps` attempts at random steps forward, each of a rebel
/// drawn at random, and then as many officers as the rules have on random empty points; either side is to move. `None` when
/// the game would be over there.
pub fn advanced(start: Position, steps: u32, rng: &mut Rng) -> Option<Position> {
    let rules = start.rules();
    let mut rebels = start.rebels();
    for _ in 0..steps {
        let origin = drawn(rebels, rng);
        let forward = [Direction::N, Direction::NE, Direction::NW][below(rng, 3) as usize];
        let Some(landing) = forward.from(origin, 1).filter(|_| rules.has_line(origin, forward)) else { continue };
        let moved = rebels.without(origin).with(landing);
        if !rebels.contains(landing) && (moved & Bitboard::FORTRESS).count() <= MOST_INSIDE {
            rebels = moved;
        }
    }
    let mut officers = Bitboard::EMPTY;
    for _ in 0..rules.set().officers {
        officers = officers.with(drawn(Bitboard::BOARD & !(rebels | officers), rng));
    }
    let side = Side::ALL[below(rng, 2) as usize];
    let setup = Setup { officers, rebels, side, to_place: 0, jumper: None, quiet: 0 };
    Position::from_setup(rules, setup).ok().filter(|position| position.outcome().is_none())
}

/// One of these points, each as likely.
fn drawn(points: Bitboard, rng: &mut Rng) -> Point {
    points.nth(below(rng, points.count())).expect("below their number")
}

/// Uniformly random placements of all officers that are still to be placed.
pub fn random_placements(start: Position, rng: &mut Rng) -> Vec<Action> {
    let (mut position, mut placed) = (start, Vec::new());
    while position.to_place() > 0 {
        let actions = position.actions();
        let action = actions[below(rng, actions.len() as u32) as usize];
        position = position.play_unchecked(action);
        placed.push(action);
    }
    placed
}

/// Continues a game by `turns` random turns, each uniform over the micro-actions of those that cost no officer: a missed
/// capture would decide most games before anybody has said a word. `None` when the game ends on the way, or no such turn is left.
pub fn random_turns(start: Position, turns: u32, rng: &mut Rng) -> Option<Vec<Action>> {
    // A game, since a draw by repetition is no matter of the position alone.
    let (mut game, mut played) = (Game::new(start), Vec::new());
    for _ in 0..turns {
        let turn = (0..TRIES).find_map(|_| random_turn(*game.position(), rng))?;
        turn.iter().try_for_each(|&action| game.play(action)).ok()?;
        played.extend(turn);
    }
    game.outcome().is_none().then_some(played)
}

/// Draws of a turn before it is taken that all of them cost an officer.
const TRIES: u32 = 30;

fn random_turn(start: Position, rng: &mut Rng) -> Option<Vec<Action>> {
    let (mut position, mut turn) = (start, Vec::new());
    while position.side_to_move() == start.side_to_move() || position.jumper().is_some() {
        let actions = position.actions();
        if actions.is_empty() {
            return None;
        }
        let action = actions[below(rng, actions.len() as u32) as usize];
        position = position.play_unchecked(action);
        turn.push(action);
    }
    (position.officers().count() == start.officers().count()).then_some(turn)
}
