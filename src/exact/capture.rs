//! The officers' captures: whether all of them lead to good positions.
//!
//! In: a formation and a set of officers on it that can capture. Out: whether every way to capture, with every chain of jumps
//! and every way to stop in it, leaves a good set with the rebels to move. Invariant: with fewer rebels than the fewest
//! that are looked at, nothing is good.
//!
//! The same rebels can be captured in many orders: what is found of a place in a chain is remembered, so that each is looked at once.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::geometry::{Geometry, each};
use super::known::{Known, Place};
use super::sets::Layer;

/// Looks captures up, and remembers where the formations that they lead to are.
pub struct Captures<'a> {
    geometry: &'a Geometry,
    known: &'a Known,
    board: u64,
    fewest: u32,
    /// `layers[rebels]`: the sets of officers beside so many rebels.
    layers: &'a [Layer],
    places: Vec<(u64, Place<'a>)>,
    /// How many rebels the formation has.
    whole: u32,
    /// Places in chains, from the second jump on: rebels, officers, and the one that jumps; and whether all is good from there.
    seen: HashMap<(u64, u64, u64), bool, BuildHasherDefault<Mixer>>,
}

/// Room for places in chains that is kept from one formation to the next.
const ROOM: usize = 2048;

/// Mixes the bits of a place in a chain: quickly, for nobody chooses them to do harm.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl<'a> Captures<'a> {
    /// Captures that may leave `fewest` rebels or more.
    pub fn new(geometry: &'a Geometry, known: &'a Known, board: u64, fewest: usize, layers: &'a [Layer]) -> Self {
        Captures {
            geometry,
            known,
            board,
            fewest: fewest as u32,
            layers,
            places: Vec::new(),
            whole: 0,
            seen: HashMap::default(),
        }
    }

    /// Turns to another formation.
    pub fn begin(&mut self, rebels: u64) {
        self.places.clear();
        // Emptying takes as long as there is room: one formation with long chains must not burden all that follow.
        if self.seen.capacity() > ROOM {
            self.seen = HashMap::default();
        }
        self.seen.clear();
        self.whole = rebels.count_ones();
    }

    /// Whether no capture at all can be good, since one jump leaves too few rebels.
    pub fn are_all_bad(&self, rebels: u64) -> bool {
        rebels.count_ones() <= self.fewest
    }

    /// Whether every capture leads to a good set.
    pub fn all_good(&mut self, rebels: u64, officers: u64) -> bool {
        each(officers).all(|officer| self.jumps_all_good(rebels, officers, officer))
    }

    /// Whether every jump of this officer, and all that can follow it, leads to a good set.
    fn jumps_all_good(&mut self, rebels: u64, officers: u64, officer: u64) -> bool {
        let geometry = self.geometry;
        geometry.jumps[officer.trailing_zeros() as usize].iter().all(|jump| {
            let possible = jump.over & rebels != 0 && jump.landing & (rebels | officers) == 0;
            !possible || self.landed_good(rebels ^ jump.over, officers ^ (officer | jump.landing), jump.landing)
        })
    }

    // As deep as a chain is long: at most the number of rebels that may be lost.
    fn landed_good(&mut self, rebels: u64, officers: u64, officer: u64) -> bool {
        if rebels.count_ones() < self.fewest {
            return false;
        }
        // After one jump there is nothing to remember yet.
        if rebels.count_ones() + 1 >= self.whole {
            return self.goes_on_good(rebels, officers, officer);
        }
        if let Some(&known) = self.seen.get(&(rebels, officers, officer)) {
            return known;
        }
        let is_good = self.goes_on_good(rebels, officers, officer);
        self.seen.insert((rebels, officers, officer), is_good);
        is_good
    }

    fn goes_on_good(&mut self, rebels: u64, officers: u64, officer: u64) -> bool {
        let may_stop = !self.geometry.forced || !self.can_jump(rebels, officers, officer);
        (!may_stop || self.is_good(rebels, officers)) && self.jumps_all_good(rebels, officers, officer)
    }

    fn can_jump(&self, rebels: u64, officers: u64, officer: u64) -> bool {
        self.geometry.jumps[officer.trailing_zeros() as usize]
            .iter()
            .any(|jump| jump.over & rebels != 0 && jump.landing & (rebels | officers) == 0)
    }

    fn is_good(&mut self, rebels: u64, officers: u64) -> bool {
        let layer = &self.layers[rebels.count_ones() as usize];
        if let Some((_, place)) = self.places.iter().find(|(formation, _)| *formation == rebels) {
            return place.is_good(officers, layer);
        }
        let place = self.known.place(self.board, rebels, layer);
        self.places.push((rebels, place));
        place.is_good(officers, layer)
    }
}
