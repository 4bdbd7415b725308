//! Legal actions: generation, and the test of one.
//!
//! In: a [`Position`]. Out: actions in canonical order. Invariant: generation and [`Position::is_legal`] agree on all 561.

use super::{Action, ActionList, Bitboard, Direction, Point, Position, Side};

impl Position {
    /// Fills the list with the legal actions in canonical order (ascending index); none when the game is over.
    pub fn legal_actions(&self, actions: &mut ActionList) {
        actions.clear();
        if self.end.is_some() {
            return;
        }
        match (self.side, self.jumper) {
            _ if self.to_place > 0 => self.placements().iter().for_each(|point| actions.push(Action::Place(point))),
            (Side::Rebels, _) => self.rebel_actions(actions),
            (Side::Officers, None) => self.officers.iter().for_each(|origin| self.officer_actions(origin, actions)),
            (Side::Officers, Some(jumper)) => {
                self.jumps_from(jumper, actions);
                if !self.rules.forced {
                    actions.push(Action::Stop(jumper));
                }
            }
        }
    }

    /// Whether this action may be played now.
    pub fn is_legal(&self, action: Action) -> bool {
        if self.end.is_some() {
            return false;
        }
        let moving = self.to_place == 0 && self.jumper.is_none();
        match action {
            Action::Place(point) => self.to_place > 0 && self.placements().contains(point),
            Action::Step(origin, direction) if moving => self.steppers(direction).contains(origin),
            Action::Jump(origin, direction) if self.to_place == 0 && self.side == Side::Officers => {
                self.jumper.is_none_or(|jumper| jumper == origin)
                    && self.jumpers(self.officers, direction).contains(origin)
            }
            Action::Stop(point) => self.jumper == Some(point) && !self.rules.forced,
            _ => false,
        }
    }

    /// Where the next officer may be placed.
    #[inline]
    pub(super) fn placements(&self) -> Bitboard {
        self.rules.placement & self.empty()
    }

    /// The pieces of the side to move that may step in this direction.
    #[inline]
    pub(super) fn steppers(&self, direction: Direction) -> Bitboard {
        match self.side {
            Side::Officers => self.stepping_officers(direction),
            Side::Rebels => self.stepping_rebels(direction),
        }
    }

    #[inline]
    pub(super) fn stepping_rebels(&self, direction: Direction) -> Bitboard {
        (self.rebels & self.rules.rebel_steps[direction.index()]).facing(direction, self.empty())
    }

    #[inline]
    pub(super) fn stepping_officers(&self, direction: Direction) -> Bitboard {
        (self.officers & self.rules.steps[direction.index()]).facing(direction, self.empty())
    }

    /// Those of `officers` that may jump in this direction.
    #[inline]
    pub(super) fn jumpers(&self, officers: Bitboard, direction: Direction) -> Bitboard {
        let over = self.rebels.facing(direction, self.empty());
        (officers & self.rules.jumps[direction.index()]).facing(direction, over)
    }

    /// Those of `officers` that may jump in any direction.
    #[inline]
    pub(super) fn capturers(&self, officers: Bitboard) -> Bitboard {
        Direction::ALL.into_iter().fold(Bitboard::EMPTY, |able, direction| able | self.jumpers(officers, direction))
    }

    /// Whether the side to move has a legal turn.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        match self.side {
            Side::Rebels => Direction::OF_REBELS.into_iter().any(|direction| !self.stepping_rebels(direction).is_empty()),
            Side::Officers => {
                Direction::ALL.into_iter().any(|direction| !self.stepping_officers(direction).is_empty())
                    || !self.capturers(self.officers).is_empty()
            }
        }
    }

    fn rebel_actions(&self, actions: &mut ActionList) {
        let ready = Direction::OF_REBELS.map(|direction| self.stepping_rebels(direction));
        let movable = ready.into_iter().fold(Bitboard::EMPTY, |all, set| all | set);
        for origin in movable {
            for (set, direction) in ready.into_iter().zip(Direction::OF_REBELS) {
                if set.contains(origin) {
                    actions.push(Action::Step(origin, direction));
                }
            }
        }
    }

    fn officer_actions(&self, origin: Point, actions: &mut ActionList) {
        for direction in Direction::ALL {
            if self.stepping_officers(direction).contains(origin) {
                actions.push(Action::Step(origin, direction));
            }
        }
        self.jumps_from(origin, actions);
    }

    fn jumps_from(&self, origin: Point, actions: &mut ActionList) {
        for direction in Direction::ALL {
            if !self.jumpers(Bitboard::of(origin), direction).is_empty() {
                actions.push(Action::Jump(origin, direction));
            }
        }
    }
}
