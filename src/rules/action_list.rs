//! A list of actions that lives on the stack.
//!
//! Invariant: it never holds more than [`ActionList::CAPACITY`] actions; the move generator needs
//! at most 115 (the steps of a board full of rebels), so it never overflows.

use std::fmt;
use std::ops::{Deref, DerefMut};

use super::{Action, Point};

/// A reusable list of up to 128 actions, without heap memory.
#[derive(Clone)]
pub struct ActionList {
    len: u8,
    actions: [Action; ActionList::CAPACITY],
}

impl ActionList {
    /// The most actions it can hold; more than any position has.
    pub const CAPACITY: usize = 128;

    /// An empty list.
    pub const fn new() -> ActionList {
        ActionList { len: 0, actions: [Action::Stop(Point::ALL[0]); ActionList::CAPACITY] }
    }

    /// Adds an action at the end.
    ///
    /// # Panics
    /// If the list is full.
    #[inline]
    pub fn push(&mut self, action: Action) {
        self.actions[usize::from(self.len)] = action;
        self.len += 1;
    }

    /// Removes all actions.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl Default for ActionList {
    fn default() -> ActionList {
        ActionList::new()
    }
}

impl Deref for ActionList {
    type Target = [Action];

    #[inline]
    fn deref(&self) -> &[Action] {
        &self.actions[..usize::from(self.len)]
    }
}

impl DerefMut for ActionList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Action] {
        &mut self.actions[..usize::from(self.len)]
    }
}

impl<'a> IntoIterator for &'a ActionList {
    type Item = &'a Action;
    type IntoIter = std::slice::Iter<'a, Action>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl PartialEq for ActionList {
    fn eq(&self, other: &ActionList) -> bool {
        self[..] == other[..]
    }
}

impl Eq for ActionList {}

impl fmt::Debug for ActionList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
