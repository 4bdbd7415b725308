//! Uniformly random games.
//!
//! In: a position and a random stream. Out: how the game ended. Invariant: every *micro-action*
//! that is legal is equally likely, so a chain of jumps goes on or stops by chance too.

use super::board::{Board, total};
use super::{Action, Bitboard, Direction, Outcome, Position, Reason, Rules, Side};
use crate::base::rng::{Rng, below};

/// Plays legal micro-actions at random, from here to the end. Gives the outcome, repetition
/// included, and the plies played (placements do not count). What was before `position` does not
/// count for repetition.
pub fn random_game(position: Position, rng: &mut Rng) -> (Outcome, u32) {
    let mut position = position;
    while position.to_place > 0 {
        let places = position.placements();
        let place = places.nth(below(rng, places.count())).expect("there is room for every officer");
        position = position.play_unchecked(Action::Place(place));
    }
    let Position { rules, board, side, quiet, .. } = position;
    let mut playout = Playout { rules, board, side, quiet: u32::from(quiet), plies: 0, recent: Vec::new() };
    match position.jumper {
        Some(jumper) => playout.jump_on(Bitboard::of(jumper), rng),
        None => playout.recent.push(board),
    }
    loop {
        if let Some(reason) = playout.play_turn(rng) {
            return (reason.outcome(), playout.plies);
        }
    }
}

/// A random game in progress. It lists no actions: the sets of origins, one a direction, are
/// counted, and the chosen one is found by its number; steps come before jumps, and stopping comes
/// last.
struct Playout {
    rules: Rules,
    board: Board,
    side: Side,
    quiet: u32,
    plies: u32,
    /// The boards between turns since one that cannot come again, the present one last.
    recent: Vec<Board>,
}

impl Playout {
    /// Plays one turn, or gives the reason why there is none. A side is found to be blocked by the
    /// count that its choice needs.
    #[inline]
    fn play_turn(&mut self, rng: &mut Rng) -> Option<Reason> {
        if let Some(reason) = self.board.decided(&self.rules) {
            return Some(reason);
        }
        match self.side {
            Side::Rebels => {
                let steps = self.board.rebel_steps(&self.rules);
                let choices = total(steps);
                if let Some(reason) = self.end(choices, Reason::RebelsBlocked) {
                    return Some(reason);
                }
                let (way, origin) = pick(steps, below(rng, choices));
                self.step_rebel(origin, Direction::OF_REBELS[way]);
            }
            Side::Officers => {
                let steps = self.board.officer_steps(&self.rules);
                let jumps = self.board.jumps(&self.rules, self.board.officers);
                let choices = total(steps) + total(jumps);
                if let Some(reason) = self.end(choices, Reason::OfficersBlocked) {
                    return Some(reason);
                }
                self.move_officer(steps, jumps, below(rng, choices), rng);
            }
        }
        None
    }

    /// The ends from the fourth on: no choice, repetition, the quiet count.
    #[inline]
    fn end(&self, choices: u32, blocked: Reason) -> Option<Reason> {
        if choices == 0 {
            Some(blocked)
        } else if self.is_repeated() {
            Some(Reason::Repetition)
        } else {
            (self.quiet >= self.rules.quiet_limit).then_some(Reason::QuietTurns)
        }
    }

    fn is_repeated(&self) -> bool {
        // One officer has to leave and come back, so a position stands again after four plies at
        // the earliest.
        let limit = self.rules.set().repetition as usize;
        if limit == 0 || self.recent.len() <= 4 * (limit - 1) {
            return false;
        }
        self.recent.iter().rev().step_by(2).filter(|&&board| board == self.board).count() >= limit
    }

    #[inline]
    fn step_rebel(&mut self, origin: Bitboard, direction: Direction) {
        self.board = self.board.step_rebel(origin, direction);
        self.quiet += 1;
        if direction.is_forward() {
            self.quiet = 0;
        }
        self.end_turn();
    }

    #[inline]
    fn move_officer(&mut self, steps: [Bitboard; 8], jumps: [Bitboard; 8], choice: u32, rng: &mut Rng) {
        let all_steps = total(steps);
        if choice < all_steps {
            let (way, origin) = pick(steps, choice);
            let able = super::board::union(jumps);
            self.board = self.board.step_officer(&self.rules, origin, Direction::ALL[way], able);
            self.quiet += 1;
            self.end_turn();
        } else {
            self.jump(jumps, choice - all_steps, rng);
        }
    }

    /// Makes the chosen jump, and goes on with the chain or stops.
    fn jump(&mut self, jumps: [Bitboard; 8], choice: u32, rng: &mut Rng) {
        let (way, origin) = pick(jumps, choice);
        let direction = Direction::ALL[way];
        self.board = self.board.jump(origin, direction);
        self.quiet = 0;
        let landing = origin.slid(direction).slid(direction);
        if self.board.can_jump_on(&self.rules, landing) { self.jump_on(landing, rng) } else { self.end_turn() }
    }

    /// One more choice for an officer in the middle of a chain.
    fn jump_on(&mut self, jumper: Bitboard, rng: &mut Rng) {
        let jumps = self.board.jumps(&self.rules, jumper);
        let stop = if self.rules.forced { 0 } else { 1 };
        let choice = below(rng, total(jumps) + stop);
        if choice < total(jumps) { self.jump(jumps, choice, rng) } else { self.end_turn() }
    }

    #[inline]
    fn end_turn(&mut self) {
        self.side = self.side.other();
        self.plies += 1;
        if self.quiet == 0 {
            self.recent.clear();
        }
        self.recent.push(self.board);
    }
}

/// The point with this number in the sets one after the other, and the number of its set.
#[inline]
fn pick<const N: usize>(sets: [Bitboard; N], number: u32) -> (usize, Bitboard) {
    let mut number = number;
    for (index, set) in sets.into_iter().enumerate() {
        if number < set.count() {
            return (index, set.nth_single(number));
        }
        number -= set.count();
    }
    unreachable!("the number is below the sets' total")
}
