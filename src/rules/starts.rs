//! Starts with rebels missing, to make the sides even.
//!
//! In: rules, how many rebels to leave out, a random stream. Out: a start. Invariant: a game that
//! starts here is not over yet.

use super::{Position, Rules, Setup};
use crate::base::rng::{Rng, below};

/// The start without `missing` rebels, drawn at random; with so many fewer missing that
/// `min_rebels` (and at least one) remain. Should the side to move be blocked after that, it is the
/// plain start.
pub fn thinned(rules: Rules, missing: u32, rng: &mut Rng) -> Position {
    let start = Setup::start(rules);
    let spare = start.rebels.count() - rules.set().min_rebels.max(1);
    let mut rebels = start.rebels;
    for _ in 0..missing.min(spare) {
        let drawn = rebels
            .nth(below(rng, rebels.count()))
            .expect("below their number");
        rebels = rebels.without(drawn);
    }
    let thinned = Position::assemble(rules, Setup { rebels, ..start });
    if thinned.outcome().is_some() {
        Position::start(rules)
    } else {
        thinned
    }
}
