//! Playing an action.
//!
//! In: a [`Position`] and a legal [`Action`]. Out: the next position, its hash kept up to date, its
//! end tested once a turn is complete. Invariant: pieces are moved or removed, never created (but
//! by placement).

use super::board::{Board, union};
use super::{Action, Bitboard, Direction, PlayError, Point, Position, Reason, Rules, Side, zobrist};

impl Position {
    /// Plays one action.
    ///
    /// # Errors
    /// If the action is not legal: why, in words.
    pub fn play(&self, action: Action) -> Result<Position, PlayError> {
        if self.is_legal(action) { Ok(self.play_unchecked(action)) } else { Err(self.explain(action)) }
    }

    /// Plays an action that is known to be legal, as those of [`Position::legal_actions`] are. With
    /// any other action the resulting position is meaningless (a debug build panics).
    #[inline]
    pub fn play_unchecked(&self, action: Action) -> Position {
        debug_assert!(self.is_legal(action), "{action} is not legal in {self}");
        let mut next = *self;
        match action {
            Action::Place(point) => next.place(point),
            Action::Step(origin, direction) => next.step(Bitboard::of(origin), direction),
            Action::Jump(origin, direction) => next.jump(Bitboard::of(origin), direction),
            Action::Stop(_) => next.end_turn(),
        }
        next.hash ^= zobrist::pieces(self.board.difference(next.board))
            ^ zobrist::jumper(self.jumper)
            ^ zobrist::jumper(next.jumper)
            ^ if self.side == next.side { 0 } else { zobrist::REBELS_TO_MOVE };
        next
    }

    fn place(&mut self, point: Point) {
        self.board.officers = self.board.officers.with(point);
        self.hash ^= zobrist::to_place(self.to_place) ^ zobrist::to_place(self.to_place - 1);
        self.to_place -= 1;
        if self.to_place == 0 {
            self.side = self.rules.set().first;
            self.end = self.find_end();
        }
    }

    #[inline]
    fn step(&mut self, origin: Bitboard, direction: Direction) {
        let board = self.board;
        self.quiet = self.quiet.saturating_add(1);
        self.board = match self.side {
            Side::Rebels => board.step_rebel(origin, direction),
            Side::Officers => {
                let able = board.capturers(&self.rules, board.officers);
                board.step_officer(&self.rules, origin, direction, able)
            }
        };
        if self.side == Side::Rebels && direction.is_forward() {
            self.quiet = 0;
        }
        self.end_turn();
    }

    #[inline]
    fn jump(&mut self, origin: Bitboard, direction: Direction) {
        self.board = self.board.jump(origin, direction);
        self.quiet = 0;
        let landing = origin.slid(direction).slid(direction);
        if self.board.can_jump_on(&self.rules, landing) {
            self.jumper = landing.first();
        } else {
            self.end_turn();
        }
    }

    #[inline]
    fn end_turn(&mut self) {
        self.jumper = None;
        self.side = self.side.other();
        self.end = self.find_end();
    }

    /// Why the game is over, between two turns; in the order of RULES. Repetition, fifth there, is
    /// for who has the history.
    #[inline]
    pub(super) fn find_end(&self) -> Option<Reason> {
        if let Some(reason) = self.board.decided(&self.rules) {
            return Some(reason);
        }
        let (board, rules) = (self.board, &self.rules);
        match self.side {
            Side::Officers if officers_blocked(board, rules) => Some(Reason::OfficersBlocked),
            Side::Rebels if union(board.rebel_steps(rules)).is_empty() => Some(Reason::RebelsBlocked),
            _ => (u32::from(self.quiet) >= rules.quiet_limit).then_some(Reason::QuietTurns),
        }
    }
}

fn officers_blocked(board: Board, rules: &Rules) -> bool {
    union(board.officer_steps(rules)).is_empty() && board.capturers(rules, board.officers).is_empty()
}
