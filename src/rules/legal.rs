//! Legal actions: generation, and the test of one.
//!
//! In: a [`Position`]. Out: actions in canonical order. Invariant: generation and
//! [`Position::is_legal`] agree on all 561.

use super::board::union;
use super::{Action, ActionList, Bitboard, Direction, Point, Position, Side};

impl Position {
    /// Fills the list with the legal actions in canonical order (ascending index); none when the
    /// game is over.
    pub fn legal_actions(&self, actions: &mut ActionList) {
        actions.clear();
        if self.end.is_some() {
            return;
        }
        match (self.side, self.jumper) {
            _ if self.to_place > 0 => self.placements().iter().for_each(|point| actions.push(Action::Place(point))),
            (Side::Rebels, _) => self.rebel_actions(actions),
            (Side::Officers, None) => self.officer_actions(actions),
            (Side::Officers, Some(jumper)) => {
                push_jumps(jumper, self.board.jumps(&self.rules, Bitboard::of(jumper)), actions);
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
        let (board, rules) = (self.board, &self.rules);
        match action {
            Action::Place(point) => self.to_place > 0 && self.placements().contains(point),
            _ if self.to_place > 0 => false,
            Action::Step(origin, direction) if self.jumper.is_none() => match self.side {
                Side::Rebels => {
                    let steps = board.rebel_steps(rules).into_iter().zip(Direction::OF_REBELS);
                    steps.into_iter().any(|(set, way)| way == direction && set.contains(origin))
                }
                Side::Officers => board.officer_steps(rules)[direction.index()].contains(origin),
            },
            Action::Jump(origin, direction) if self.side == Side::Officers => {
                let officers = self.jumper.map_or(board.officers, Bitboard::of);
                board.jumps(rules, officers)[direction.index()].contains(origin)
            }
            Action::Stop(point) => self.jumper == Some(point) && !rules.forced,
            _ => false,
        }
    }

    /// Where the next officer may be placed.
    #[inline]
    pub(super) fn placements(&self) -> Bitboard {
        self.rules.placement & self.board.empty()
    }

    fn rebel_actions(&self, actions: &mut ActionList) {
        let steps = self.board.rebel_steps(&self.rules);
        for origin in union(steps) {
            for (set, direction) in steps.into_iter().zip(Direction::OF_REBELS) {
                if set.contains(origin) {
                    actions.push(Action::Step(origin, direction));
                }
            }
        }
    }

    fn officer_actions(&self, actions: &mut ActionList) {
        let steps = self.board.officer_steps(&self.rules);
        let jumps = self.board.jumps(&self.rules, self.board.officers);
        for origin in self.board.officers {
            for (set, direction) in steps.into_iter().zip(Direction::ALL) {
                if set.contains(origin) {
                    actions.push(Action::Step(origin, direction));
                }
            }
            push_jumps(origin, jumps, actions);
        }
    }
}

fn push_jumps(origin: Point, jumps: [Bitboard; 8], actions: &mut ActionList) {
    for (set, direction) in jumps.into_iter().zip(Direction::ALL) {
        if set.contains(origin) {
            actions.push(Action::Jump(origin, direction));
        }
    }
}
