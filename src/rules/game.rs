//! A game: a position with its history.
//!
//! In: actions or turns. Out: the outcome, repetition included. Invariant: `recent` holds the hash
//! of every position between two turns since one that can come again, the present one last; so
//! repetition is decided by it alone.

use super::{Action, ActionList, Illegal, Outcome, PlayError, Position, Reason, Side, Turn};

/// A game in progress or finished.
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    position: Position,
    actions: Vec<Action>,
    recent: Vec<u64>,
    plies: u32,
    repetitions: u8,
}

impl Game {
    /// A game that starts here; what was before is not known, and does not count for repetition.
    pub fn new(start: Position) -> Game {
        let mut game =
            Game { start, position: start, actions: Vec::new(), recent: Vec::new(), plies: 0, repetitions: 0 };
        game.record();
        game
    }

    /// Where it started.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Where it stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The micro-actions played.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Complete turns played; placements do not count.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// How often the present position has stood before; 0 the first time, while placing, and in the
    /// middle of a chain.
    pub fn repetitions(&self) -> u8 {
        self.repetitions
    }

    /// The hashes of the positions between turns since the last one that cannot come again, the
    /// present one last (in the middle of a chain or of the placement: the one at which the turn
    /// began, or none).
    pub fn turn_hashes_since_irreversible(&self) -> &[u64] {
        &self.recent
    }

    /// How it ended, if it has: by the rules' order, so repetition goes before the quiet count and
    /// after all else.
    pub fn outcome(&self) -> Option<Outcome> {
        let end = self.position.end;
        let limit = self.position.rules.set().repetition;
        let repeated = limit > 0 && u32::from(self.repetitions) + 1 >= limit;
        match end {
            None | Some(Reason::QuietTurns) if repeated => Some(Reason::Repetition.outcome()),
            _ => end.map(Reason::outcome),
        }
    }

    /// Fills the list with the legal actions in canonical order; none when the game is over.
    pub fn legal_actions(&self, actions: &mut ActionList) {
        actions.clear();
        if self.outcome().is_none() {
            self.position.legal_actions(actions);
        }
    }

    /// Plays one action.
    ///
    /// # Errors
    /// If it is not legal or the game is over; the game is then as it was.
    pub fn play(&mut self, action: Action) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError { action: action.to_string(), reason: Illegal::Over(outcome) });
        }
        let next = self.position.play(action)?;
        self.advance(action, next);
        Ok(())
    }

    /// Plays a whole turn.
    ///
    /// # Errors
    /// If any action of it is not legal, if it is more than a turn or less, or if the game is over;
    /// the game is then as it was.
    pub fn play_turn(&mut self, turn: &Turn) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError { action: turn.to_string(), reason: Illegal::Over(outcome) });
        }
        self.position.play_turn(turn)?;
        for &action in turn.actions() {
            let next = self.position.play_unchecked(action);
            self.advance(action, next);
        }
        Ok(())
    }

    /// The whole turns played; the last may be the beginning of one that is going on.
    pub fn turns(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        let mut position = self.start;
        let mut actions = Vec::new();
        for &action in &self.actions {
            actions.push(action);
            position = position.play_unchecked(action);
            if position.jumper.is_none() {
                turns.push(Turn::new(std::mem::take(&mut actions)));
            }
        }
        if !actions.is_empty() {
            turns.push(Turn::new(actions));
        }
        turns
    }

    fn advance(&mut self, action: Action, next: Position) {
        let placing = self.position.to_place > 0;
        let lost_officers = next.board.officers.count() < self.position.board.officers.count();
        if next.quiet == 0 || lost_officers {
            self.recent.clear();
        }
        self.position = next;
        self.actions.push(action);
        if next.jumper.is_none() && !placing {
            self.plies += 1;
        }
        self.record();
    }

    /// Counts and remembers the present position, if it stands between two turns.
    fn record(&mut self) {
        self.repetitions = 0;
        if self.position.is_between_turns() {
            let hash = self.position.hash;
            let before = self.recent.iter().filter(|&&other| other == hash).count();
            self.repetitions = u8::try_from(before).unwrap_or(u8::MAX);
            self.recent.push(hash);
        }
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        self.position.side
    }
}
