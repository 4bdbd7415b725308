//! Playing an action.
//!
//! In: a [`Position`] and a legal [`Action`]. Out: the next position, its hash kept up to date, its end tested once a turn is
//! complete. Invariant: pieces are moved or removed, never created (but by placement).

use super::{Action, Bitboard, PlayError, Point, Position, Reason, Side, zobrist};

impl Position {
    /// Plays one action.
    ///
    /// # Errors
    /// If the action is not legal: why, in words.
    pub fn play(&self, action: Action) -> Result<Position, PlayError> {
        if self.is_legal(action) { Ok(self.play_unchecked(action)) } else { Err(self.explain(action)) }
    }

    /// Plays an action that is known to be legal, as those of [`Position::legal_actions`] are. With any other action
    /// the resulting position is meaningless (a debug build panics).
    #[inline]
    pub fn play_unchecked(&self, action: Action) -> Position {
        debug_assert!(self.is_legal(action), "{action} is not legal in {self}");
        let mut next = *self;
        match action {
            Action::Place(point) => next.place(point),
            Action::Step(origin, direction) => match self.side {
                Side::Rebels => next.step_rebel(origin, action.landing(), direction.is_forward()),
                Side::Officers => next.step_officer(origin, action.landing()),
            },
            Action::Jump(origin, direction) => {
                let over = direction.from(origin, 1).expect("a legal jump passes over a point");
                next.jump(origin, over, action.landing());
            }
            Action::Stop(jumper) => {
                next.hash ^= zobrist::jumper(jumper);
                next.jumper = None;
                next.end_turn();
            }
        }
        next
    }

    fn place(&mut self, point: Point) {
        self.officers = self.officers.with(point);
        self.hash ^= zobrist::officer(point) ^ zobrist::to_place(self.to_place) ^ zobrist::to_place(self.to_place - 1);
        self.to_place -= 1;
        if self.to_place == 0 {
            if self.rules.set().first == Side::Rebels {
                self.side = Side::Rebels;
                self.hash ^= zobrist::REBELS_TO_MOVE;
            }
            self.end = self.find_end();
        }
    }

    fn step_rebel(&mut self, origin: Point, landing: Point, forward: bool) {
        self.rebels = self.rebels.without(origin).with(landing);
        self.hash ^= zobrist::rebel(origin) ^ zobrist::rebel(landing);
        self.quiet = if forward { 0 } else { self.quiet.saturating_add(1) };
        self.end_turn();
    }

    fn step_officer(&mut self, origin: Point, landing: Point) {
        let mut huffed = if self.rules.huff { self.capturers(self.officers) } else { Bitboard::EMPTY };
        if huffed.contains(origin) {
            huffed = huffed.without(origin).with(landing);
        }
        self.officers = self.officers.without(origin).with(landing) - huffed;
        self.hash ^= zobrist::officer(origin) ^ zobrist::officer(landing) ^ zobrist::officers(huffed);
        self.quiet = self.quiet.saturating_add(1);
        self.end_turn();
    }

    fn jump(&mut self, origin: Point, over: Point, landing: Point) {
        if let Some(jumper) = self.jumper.take() {
            self.hash ^= zobrist::jumper(jumper);
        }
        self.officers = self.officers.without(origin).with(landing);
        self.rebels = self.rebels.without(over);
        self.hash ^= zobrist::officer(origin) ^ zobrist::officer(landing) ^ zobrist::rebel(over);
        self.quiet = 0;
        let decided = self.rebels.count() < self.rules.min_rebels;
        if !decided && !self.capturers(Bitboard::of(landing)).is_empty() {
            self.jumper = Some(landing);
            self.hash ^= zobrist::jumper(landing);
        } else {
            self.end_turn();
        }
    }

    #[inline]
    fn end_turn(&mut self) {
        self.side = self.side.other();
        self.hash ^= zobrist::REBELS_TO_MOVE;
        self.end = self.find_end();
    }

    /// Why the game is over, between two turns; in the order of RULES. Repetition, fifth there, is for who has the history.
    #[inline]
    pub(super) fn find_end(&self) -> Option<Reason> {
        if self.officers.is_empty() {
            return Some(Reason::OfficersGone);
        }
        if self.is_fortress_filled() {
            return Some(Reason::FortressFilled);
        }
        if self.rebels.count() < self.rules.min_rebels {
            return Some(Reason::TooFewRebels);
        }
        if !self.can_move() {
            return Some(match self.side {
                Side::Officers => Reason::OfficersBlocked,
                Side::Rebels => Reason::RebelsBlocked,
            });
        }
        (u32::from(self.quiet) >= self.rules.quiet_limit).then_some(Reason::QuietTurns)
    }

    #[inline]
    pub(super) fn is_fortress_filled(&self) -> bool {
        let goal = self.rules.goal;
        !goal.is_empty() && self.rebels.contains_all(goal)
    }
}
