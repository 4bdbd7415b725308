//! Exact ends within reach of a position: how each action ends the game, if it does.
//!
//! In: a position in the tree, and the line of play that led to it. Out: for each legal action what
//! it proves; how often the position itself has stood before.
//! Invariant: the rules' own outcome comes first, then repetition; both see the whole game, not
//! only the tree.
//!
//! Looking ahead costs no evaluation. It means that a win at once is never missed for want of
//! prior, over however many jumps, and that a huff that loses at once is never played out.

use super::tree::{EdgeId, NodeId, Tree};
use super::value::Proof;
use crate::rules::{Action, ActionList, Position};

/// Positions of one chain that are looked at for a win. Chains with more are left to the search.
const LONGEST_CHAIN: usize = 256;
/// Room for the turns since the last irreversible ply: twice the usual quiet count and more.
pub(crate) const LONG_LINE: usize = 256;

/// Looks one action ahead, and through chains of jumps.
pub(crate) struct Lookahead {
    /// Hashes of the turn-boundary positions since the last irreversible ply, latest first: a
    /// position can only repeat one of these.
    line: Vec<u64>,
    /// Positions of the chain that is being looked through, and how many actions away they are.
    chain: Vec<(Position, u16)>,
    /// The actions of one of them.
    actions: ActionList,
}

impl Lookahead {
    pub(crate) fn new() -> Lookahead {
        Lookahead {
            line: Vec::with_capacity(LONG_LINE),
            chain: Vec::with_capacity(LONGEST_CHAIN),
            actions: ActionList::new(),
        }
    }

    /// Gathers the line before `position`, which lies at the end of `path`; `history` is that
    /// before the root, oldest first.
    ///
    /// The quiet count says how far back to look: each quiet ply is a whole turn of one
    /// micro-action, so the last `quiet` positions before this one are turn boundaries, and
    /// everything older differs in pieces for ever.
    pub(crate) fn gather(&mut self, position: &Position, tree: &Tree, path: &[(NodeId, EdgeId)], history: &[u64]) {
        let quiet = usize::from(position.quiet());
        let on_path = path.iter().rev().map(|&(node, _)| tree.node(node).position.hash());
        self.line.clear();
        self.line.extend(on_path.chain(history.iter().rev().copied()).take(quiet));
    }

    /// How often this turn-boundary position has stood on the line.
    pub(crate) fn repetitions(&self, position: &Position) -> u32 {
        let hash = position.hash();
        self.line.iter().filter(|&&other| other == hash).count() as u32
    }

    /// Writes to `ends` what each of the legal `actions` of `position`, which the line leads to,
    /// proves at once.
    pub(crate) fn look(&mut self, position: &Position, actions: &[Action], ends: &mut Vec<Proof>) {
        let mover = position.side_to_move();
        let limit = position.rules().set().repetition;
        // Seen from the actions, the position itself has stood once more.
        self.line.push(position.hash());
        ends.clear();
        ends.extend(actions.iter().map(|&action| {
            let next = position.play_unchecked(action);
            let proof = match next.outcome() {
                Some(outcome) => Proof::of_outcome(outcome, mover),
                None if next.jumper().is_some() => self.win_by_chain(next),
                None if limit > 0 && next.quiet() > 0 && self.repetitions(&next) + 1 >= limit => Proof::Draw(0),
                None => Proof::Open,
            };
            proof.one_further()
        }));
    }

    /// The action with the shortest win within this turn, if there is one.
    pub(crate) fn winning_action(&mut self, position: &Position) -> Option<Action> {
        let (actions, mut ends) = (position.actions(), Vec::new());
        self.look(position, &actions, &mut ends);
        let wins = actions.iter().zip(&ends).filter(|(_, end)| matches!(end, Proof::Win(_)));
        wins.max_by_key(|(_, end)| end.rank()).map(|(&action, _)| action)
    }

    /// The shortest win that the side in the middle of a chain has by jumping on, or by stopping.
    fn win_by_chain(&mut self, middle: Position) -> Proof {
        let mover = middle.side_to_move();
        self.chain.clear();
        self.chain.push((middle, 0));
        let mut next = 0;
        while let Some(&(position, length)) = self.chain.get(next) {
            next += 1;
            position.legal_actions(&mut self.actions);
            for &action in &self.actions {
                let after = position.play_unchecked(action);
                if after.outcome().is_some_and(|end| end.winner == Some(mover)) {
                    return Proof::Win(length + 1);
                }
                if after.jumper().is_some() && self.chain.len() < LONGEST_CHAIN {
                    self.chain.push((after, length + 1));
                }
            }
        }
        Proof::Open
    }
}

#[cfg(test)]
impl Lookahead {
    /// The capacity of every buffer.
    pub(crate) fn capacities(&self) -> [usize; 2] {
        [self.line.capacity(), self.chain.capacity()]
    }
}
