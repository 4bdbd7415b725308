//! In which order actions are tried: the sooner a good one comes, the more is cut off.
//!
//! In: the legal actions, the best one known from the table. Out: the actions, most promising first.
//! Invariant: an order only changes how long a search takes, and which of equal actions it prefers.

use crate::rules::{Action, ActionList, Side};

/// Micro-actions from the root for which killers are kept; beyond, there are none.
const PLIES: usize = 128;

/// What cut off before: two killers a ply (Akl and Newborn 1977), and a history for each action of each side
/// (Schaeffer 1983).
pub(super) struct Order {
    killers: [[Option<Action>; 2]; PLIES],
    history: [[u32; Action::COUNT]; 2],
}

impl Order {
    pub fn new() -> Box<Self> {
        Box::new(Self { killers: [[None; 2]; PLIES], history: [[0; Action::COUNT]; 2] })
    }

    pub fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.history.fill([0; Action::COUNT]);
    }

    /// The actions with the weight that [`pick`] goes by: the table's, captures, killers, then by history.
    pub fn weights(
        &self,
        actions: &ActionList,
        side: Side,
        ply: usize,
        known: Option<Action>,
    ) -> [u32; ActionList::CAPACITY] {
        let mut weights = [0; ActionList::CAPACITY];
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        for (weight, &action) in weights.iter_mut().zip(actions) {
            *weight = if known == Some(action) {
                u32::MAX
            } else if action.over().is_some() {
                u32::MAX - 1
            } else if killers[0] == Some(action) {
                u32::MAX - 2
            } else if killers[1] == Some(action) {
                u32::MAX - 3
            } else {
                self.history[side.index()][action.index()]
            };
        }
        weights
    }

    /// An action that was good enough to cut the rest off.
    pub fn reward(&mut self, action: Action, side: Side, ply: usize, depth: u8) {
        if action.over().is_some() {
            return;
        }
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(action)
        {
            *killers = [Some(action), killers[0]];
        }
        let count = &mut self.history[side.index()][action.index()];
        *count = count.saturating_add(u32::from(depth) * u32::from(depth)).min(u32::MAX / 2);
    }
}

/// Moves the weightiest of the actions from `from` on to that place; among equals the first.
pub(super) fn pick(actions: &mut [Action], weights: &mut [u32], from: usize) -> Action {
    let best = (from + 1..actions.len()).fold(from, |best, at| if weights[at] > weights[best] { at } else { best });
    actions.swap(from, best);
    weights.swap(from, best);
    actions[from]
}
