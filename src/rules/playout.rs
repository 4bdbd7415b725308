//! Random games, uniform and careful.
//!
//! In: a position and a random stream. Out: how the game ended. Invariant: in a uniform game every
//! *micro-action* that is legal is equally likely, so a chain of jumps goes on or stops by chance
//! too; in a careful one, every action that is careful, as long as there is one.

use super::board::{Board, total};
use super::{Action, Bitboard, Direction, Outcome, Position, Reason, Rules, Side};
use crate::base::rng::{Rng, below};

/// Quiet plies after which a careful game is drawn, in rule sets that allow more: it takes long to
/// repeat itself by chance.
const MOST_QUIET: u32 = 200;

/// Steps drawn at random before all careful ones are listed: most positions have many, and then the
/// first draw is one.
const DRAWS: u32 = 8;

/// Plays legal micro-actions at random, from here to the end. Gives the outcome, repetition
/// included, and the plies played (placements do not count). What was before `position` does not
/// count for repetition.
pub fn random_game(position: Position, rng: &mut Rng) -> (Outcome, u32) {
    play_out::<false>(position, rng)
}

/// Plays at random, but with one turn's care: the officers capture wherever they can, as often as
/// they can (so they are never huffed), and the rebels step to where nothing of theirs can be
/// captured next, as long as there is such a step. Else as [`random_game`]; a game that stays quiet
/// for 200 plies is drawn.
///
/// A missed capture and a rebel handed over decide most games of random players, which therefore
/// say little about a position; these say more.
pub fn careful_game(position: Position, rng: &mut Rng) -> (Outcome, u32) {
    play_out::<true>(position, rng)
}

fn play_out<const CAREFUL: bool>(position: Position, rng: &mut Rng) -> (Outcome, u32) {
    let mut position = position;
    while position.to_place > 0 {
        let places = position.placements();
        let place = places.nth(below(rng, places.count())).expect("there is room for every officer");
        position = position.play_unchecked(Action::Place(place));
    }
    let Position { rules, board, side, quiet, .. } = position;
    let quiet = u32::from(quiet);
    let mut playout = Playout::<CAREFUL> {
        rules,
        board,
        side,
        quiet,
        quiet_limit: if CAREFUL { rules.quiet_limit.min(quiet + MOST_QUIET) } else { rules.quiet_limit },
        plies: 0,
        recent: Vec::new(),
    };
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
struct Playout<const CAREFUL: bool> {
    rules: Rules,
    board: Board,
    side: Side,
    quiet: u32,
    quiet_limit: u32,
    plies: u32,
    /// The boards between turns since one that cannot come again, the present one last.
    recent: Vec<Board>,
}

impl<const CAREFUL: bool> Playout<CAREFUL> {
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
                let (way, origin) =
                    if CAREFUL { self.pick_careful(steps, choices, rng) } else { pick(steps, below(rng, choices)) };
                self.step_rebel(origin, Direction::OF_REBELS[way]);
            }
            Side::Officers => {
                let steps = self.board.officer_steps(&self.rules);
                let jumps = self.board.jumps(&self.rules, self.board.officers);
                let (all_steps, all_jumps) = (total(steps), total(jumps));
                if let Some(reason) = self.end(all_steps + all_jumps, Reason::OfficersBlocked) {
                    return Some(reason);
                }
                let choice = if CAREFUL && all_jumps > 0 {
                    all_steps + below(rng, all_jumps)
                } else {
                    below(rng, all_steps + all_jumps)
                };
                self.move_officer(steps, jumps, choice, rng);
            }
        }
        None
    }

    /// A step after which no officer can capture, if there is one, else any; of `choices` in all.
    #[inline]
    fn pick_careful(&self, steps: [Bitboard; 5], choices: u32, rng: &mut Rng) -> (usize, Bitboard) {
        for _ in 0..DRAWS {
            let drawn = pick(steps, below(rng, choices));
            if self.is_careful(drawn) {
                return drawn;
            }
        }
        let careful: [Bitboard; 5] = std::array::from_fn(|way| {
            let origins = steps[way].iter().map(Bitboard::of);
            let kept = origins.filter(|&origin| self.is_careful((way, origin)));
            kept.fold(Bitboard::EMPTY, |all, origin| all | origin)
        });
        match total(careful) {
            0 => pick(steps, below(rng, choices)),
            choices => pick(careful, below(rng, choices)),
        }
    }

    /// Whether nothing can be captured after this step of a rebel; all is well if it wins.
    #[inline]
    fn is_careful(&self, (way, origin): (usize, Bitboard)) -> bool {
        let next = self.board.step_rebel(origin, Direction::OF_REBELS[way]);
        next.capturers(&self.rules, next.officers).is_empty() || next.is_fortress_filled(&self.rules)
    }

    /// The ends from the fourth on: no choice, repetition, the quiet count.
    #[inline]
    fn end(&self, choices: u32, blocked: Reason) -> Option<Reason> {
        if choices == 0 {
            Some(blocked)
        } else if self.is_repeated() {
            Some(Reason::Repetition)
        } else {
            (self.quiet >= self.quiet_limit).then_some(Reason::QuietTurns)
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
        let stop = if CAREFUL || self.rules.forced { 0 } else { 1 };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::stream;

    #[test]
    fn rebels_hand_nothing_over_while_they_can_help_it() {
        let (mut forced, mut free) = (0, 0);
        for seed in 0..400 {
            let mut rng = stream(seed, &[]);
            let mut position = Position::start(Rules::asalto());
            while position.outcome().is_none() {
                if position.side_to_move() == Side::Rebels {
                    let safe = |action: &&Action| {
                        let next = position.play_unchecked(**action);
                        next.able_officers().is_empty() || next.outcome().is_some()
                    };
                    let any_safe = position.actions().iter().any(|action| safe(&action));
                    let playout = playout(position);
                    let steps = playout.board.rebel_steps(&playout.rules);
                    let (way, origin) = playout.pick_careful(steps, total(steps), &mut rng);
                    let origin = origin.first().expect("one origin");
                    let picked = Action::Step(origin, Direction::OF_REBELS[way]);
                    assert!(position.is_legal(picked));
                    assert_eq!(safe(&&picked), any_safe, "{picked} in {position}");
                    *if any_safe { &mut free } else { &mut forced } += 1;
                }
                let actions = position.actions();
                position = position.play_unchecked(actions[below(&mut rng, actions.len() as u32) as usize]);
            }
        }
        assert!(forced > 10 && free > 1000, "{forced} {free}");
    }

    fn playout(position: Position) -> Playout<true> {
        Playout {
            rules: position.rules,
            board: position.board,
            side: position.side,
            quiet: 0,
            quiet_limit: MOST_QUIET,
            plies: 0,
            recent: Vec::new(),
        }
    }
}
