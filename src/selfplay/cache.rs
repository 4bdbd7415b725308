//! A bounded memory of evaluations, direct-mapped by position.
//!
//! A search starts from an empty tree at every move, so most of what it saw a ply ago is asked for again; looking it up saves
//! the network that work. Each group has its own cache, cleared when the network changes: what a game sees never depends on
//! which worker played it.

use crate::search::{Evaluation, Leaf};

/// An entry's key: everything that the network sees of a leaf.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    hash: u64,
    quiet: u16,
    repetitions: u8,
    draw_value: u32,
}

/// Remembers up to `capacity` evaluations; a new one takes the place of the old one in its slot.
#[derive(Default)]
pub struct EvaluationCache {
    entries: Vec<Option<(Key, Evaluation)>>,
}

impl EvaluationCache {
    /// A cache of `capacity` entries, rounded up to a power of two; 0 remembers nothing.
    pub fn new(capacity: usize) -> Self {
        let slots = if capacity == 0 { 0 } else { capacity.next_power_of_two() };
        Self { entries: vec![None; slots] }
    }

    /// Forgets everything. To be called when the network changes.
    pub fn clear(&mut self) {
        self.entries.fill(None);
    }

    /// The evaluation of a leaf that was seen before.
    pub fn get(&self, leaf: &Leaf) -> Option<&Evaluation> {
        let (slot, key) = self.place(leaf)?;
        match &self.entries[slot] {
            Some((found, evaluation)) if *found == key && evaluation.prior.len() == leaf.actions.len() => {
                Some(evaluation)
            }
            _ => None,
        }
    }

    /// Remembers an evaluation.
    pub fn insert(&mut self, leaf: &Leaf, evaluation: &Evaluation) {
        let Some((slot, key)) = self.place(leaf) else { return };
        match &mut self.entries[slot] {
            Some((old, kept)) => {
                *old = key;
                kept.clone_from(evaluation);
            }
            empty => *empty = Some((key, evaluation.clone())),
        }
    }

    fn place(&self, leaf: &Leaf) -> Option<(usize, Key)> {
        let mask = self.entries.len().checked_sub(1)?;
        let key = Key {
            hash: leaf.position.hash(),
            quiet: leaf.position.quiet(),
            repetitions: leaf.repetitions,
            draw_value: leaf.draw_value.to_bits(),
        };
        let counts = u64::from(key.quiet) ^ u64::from(key.draw_value) << 32;
        let mixed = (key.hash ^ counts.wrapping_mul(0x9e37_79b9_7f4a_7c15)) ^ (u64::from(key.repetitions) << 17);
        Some((mixed as usize & mask, key))
    }
}
