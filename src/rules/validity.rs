//! From a raw [`Setup`] to a [`Position`]: the whole validation.
//!
//! In: anything. Out: a position, or every reason why there is none, at once. Invariant: a position
//! passes exactly if it can be played on from, or is over by the rules.

use super::board::Board;
use super::{Bitboard, Invalid, Names, Point, Position, PositionError, Rules, Setup, Side};

impl Position {
    /// Validates a raw setup.
    ///
    /// # Errors
    /// Every reason why it is no position of these rules.
    pub fn from_setup(rules: Rules, setup: Setup) -> Result<Position, PositionError> {
        let reasons = reasons(rules, &setup);
        if reasons.is_empty() { Ok(Position::assemble(rules, setup)) } else { Err(PositionError { reasons }) }
    }
}

/// Every reason why the setup is no position of these rules.
pub(super) fn reasons(rules: Rules, setup: &Setup) -> Vec<Invalid> {
    let mut reasons = Vec::new();
    check_pieces(rules, setup, &mut reasons);
    if setup.to_place > 0 {
        check_placing(rules, setup, &mut reasons);
    } else if let Some(jumper) = setup.jumper {
        check_chain(rules, setup, jumper, &mut reasons);
    }
    if u32::from(setup.quiet) > rules.quiet_limit {
        reasons.push(Invalid::TooQuiet { found: setup.quiet, allowed: rules.quiet_limit });
    }
    reasons
}

fn check_pieces(rules: Rules, setup: &Setup, reasons: &mut Vec<Invalid>) {
    let both = setup.officers & setup.rebels;
    if !both.is_empty() {
        reasons.push(Invalid::Overlap(Names(both.iter().collect())));
    }
    let (found, to_place, allowed) = (setup.officers.count(), setup.to_place, rules.set().officers);
    if found + u32::from(to_place) > allowed {
        reasons.push(Invalid::TooManyOfficers { found, to_place, allowed });
    }
    let (found, allowed) = (setup.rebels.count(), rules.set().rebel_points().count());
    if found > allowed {
        reasons.push(Invalid::TooManyRebels { found, allowed });
    }
}

fn check_placing(rules: Rules, setup: &Setup, reasons: &mut Vec<Invalid>) {
    let (found, to_place, expected) = (setup.officers.count(), setup.to_place, rules.set().officers);
    if rules.set().is_placement_fixed() {
        reasons.push(Invalid::NothingToPlace);
    } else {
        let misplaced = setup.officers - rules.placement;
        if !misplaced.is_empty() {
            reasons.push(Invalid::Misplaced(Names(misplaced.iter().collect())));
        }
        let room = (rules.placement - setup.officers - setup.rebels).count();
        if room < u32::from(to_place) {
            reasons.push(Invalid::NoRoom { room, to_place });
        }
    }
    if found + u32::from(to_place) < expected {
        reasons.push(Invalid::OfficersMissing { found, to_place, expected });
    }
    if setup.side == Side::Rebels {
        reasons.push(Invalid::RebelsWhilePlacing);
    }
    if let Some(jumper) = setup.jumper {
        reasons.push(Invalid::JumperWhilePlacing(jumper));
    }
    if setup.quiet > 0 {
        reasons.push(Invalid::QuietWhilePlacing(setup.quiet));
    }
}

fn check_chain(rules: Rules, setup: &Setup, jumper: Point, reasons: &mut Vec<Invalid>) {
    if setup.side == Side::Rebels {
        reasons.push(Invalid::RebelsWhileJumping(jumper));
    }
    let board = Board { officers: setup.officers, rebels: setup.rebels };
    if !setup.officers.contains(jumper) {
        reasons.push(Invalid::JumperIsNoOfficer(jumper));
    } else if board.capturers(&rules, Bitboard::of(jumper)).is_empty() {
        reasons.push(Invalid::JumperIsStuck(jumper));
    }
    if setup.quiet > 0 {
        reasons.push(Invalid::QuietWhileJumping(setup.quiet));
    }
    if setup.rebels.count() < rules.min_rebels {
        reasons.push(Invalid::JumperAfterEnd(jumper, "too few rebels remain"));
    }
    if board.is_fortress_filled(&rules) {
        reasons.push(Invalid::JumperAfterEnd(jumper, "the fortress is full of rebels"));
    }
}
