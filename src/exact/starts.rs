//! What is proven of the start, placement by placement.
//!
//! In: tables. Out: every way to place the officers, and who wins then.

use super::tables::Tables;
use crate::base::fault::Fault;
use crate::rules::{Position, Side};

/// A way to place the officers.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// The position when all of them are placed.
    pub position: Position,
    /// Who is proven to win.
    pub winner: Option<Side>,
}

impl Tables {
    /// Every way to place the officers, mirror images too, and who wins then; empty if the start is out of scope.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn starts(&self) -> Result<Vec<Start>, Fault> {
        let start = Position::start(self.rules());
        if start.rebels().count() as usize > self.manifest().scope.most {
            return Ok(Vec::new());
        }
        let mut placed = vec![start];
        while placed[0].to_place() > 0 {
            placed = placed.iter().flat_map(with_one_more).collect();
        }
        let value = |position: Position| -> Result<Start, Fault> {
            Ok(Start { position, winner: self.probe(&position)?.map(|proven| proven.winner) })
        };
        placed.into_iter().map(value).collect()
    }
}

/// The positions with one more officer placed, in reading order.
fn with_one_more(position: &Position) -> Vec<Position> {
    let last = position.officers().iter().last();
    let onwards = |action: &&crate::rules::Action| last.is_none_or(|last| action.origin() > last);
    position.actions().iter().filter(onwards).map(|&action| position.play_unchecked(action)).collect()
}
