//! What the search knows about a position: an estimate, or an exact result.
//!
//! In: a network's win/draw/loss, or the outcome of a finished game. Out: the same from either
//! side's view.
//! Invariant: both types are always seen by one named side; [`Estimate::seen_by`] and
//! [`Proof::seen_by`] are the only places in the search where a sign flips, and they flip on a
//! change of *side*, never of ply.

use crate::rules::{Outcome, Side};

/// An expected result, as one side sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Estimate {
    /// What it is worth, in [-1, 1]: `lead`, and the probability of a draw times what one is worth to the side.
    pub q: f32,
    /// Probability of a win less that of a loss, in [-1, 1].
    pub lead: f32,
    /// Probability of a draw, in [0, 1].
    pub draw: f32,
}

impl Estimate {
    /// A certain draw, which is worth so much to the side.
    pub(crate) fn drawn(draw_worth: f32) -> Estimate {
        Estimate { q: draw_worth, lead: 0.0, draw: 1.0 }
    }

    /// From the probabilities of win, draw and loss; a draw is worth `draw_worth`.
    pub(crate) fn from_wdl([win, draw, loss]: [f32; 3], draw_worth: f32) -> Estimate {
        let lead = win - loss;
        Estimate { q: lead + draw_worth * draw, lead, draw }
    }

    /// The probabilities of win, draw and loss.
    pub(crate) fn to_wdl(self) -> [f32; 3] {
        let decided = 1.0 - self.draw;
        [0.5 * (decided + self.lead), self.draw, 0.5 * (decided - self.lead)]
    }

    /// The standard deviation of the result, in [0, 1]: 1 where win and loss are even, 0 where the end is certain; a draw is
    /// worth `draw_worth`.
    pub(crate) fn deviation(self, draw_worth: f32) -> f32 {
        let mean = self.lead + draw_worth * self.draw;
        let mean_square = (1.0 - self.draw) + draw_worth * draw_worth * self.draw;
        (mean_square - mean * mean).max(0.0).sqrt()
    }

    /// This estimate, made by `from`, as `viewer` sees it.
    pub(crate) fn seen_by(self, viewer: Side, from: Side) -> Estimate {
        if viewer == from { self } else { Estimate { q: -self.q, lead: -self.lead, ..self } }
    }
}

/// What is proven about a position or an action. The number is the length in micro-actions of the
/// line that shows it: it only breaks ties (win soon, lose late) and is not claimed to be the
/// shortest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Proof {
    /// Nothing yet: worth searching.
    #[default]
    Open,
    Loss(u16),
    Draw(u16),
    Win(u16),
}

impl Proof {
    /// A game that has just ended, as `viewer` sees it.
    pub(crate) fn of_outcome(outcome: Outcome, viewer: Side) -> Proof {
        match outcome.winner {
            None => Proof::Draw(0),
            Some(winner) if winner == viewer => Proof::Win(0),
            Some(_) => Proof::Loss(0),
        }
    }

    pub(crate) fn is_open(self) -> bool {
        self == Proof::Open
    }

    pub(crate) fn is_loss(self) -> bool {
        matches!(self, Proof::Loss(_))
    }

    /// This proof, made for `from`, as `viewer` sees it.
    pub(crate) fn seen_by(self, viewer: Side, from: Side) -> Proof {
        match self {
            Proof::Loss(length) if viewer != from => Proof::Win(length),
            Proof::Win(length) if viewer != from => Proof::Loss(length),
            same => same,
        }
    }

    /// The proof of an action that leads to a position with this proof.
    pub(crate) fn one_further(self) -> Proof {
        match self {
            Proof::Open => Proof::Open,
            Proof::Loss(length) => Proof::Loss(length.saturating_add(1)),
            Proof::Draw(length) => Proof::Draw(length.saturating_add(1)),
            Proof::Win(length) => Proof::Win(length.saturating_add(1)),
        }
    }

    /// The exact result, if there is one; a draw is worth `draw_worth`.
    pub(crate) fn estimate(self, draw_worth: f32) -> Option<Estimate> {
        match self {
            Proof::Open => None,
            Proof::Loss(_) => Some(Estimate { q: -1.0, lead: -1.0, draw: 0.0 }),
            Proof::Draw(_) => Some(Estimate::drawn(draw_worth)),
            Proof::Win(_) => Some(Estimate { q: 1.0, lead: 1.0, draw: 0.0 }),
        }
    }

    /// How much the side to move wants an action with this proof: a win soon, then a draw, then
    /// what is open, then a late loss. (Whether an open action beats a draw is for its estimate to
    /// say.)
    pub(crate) fn rank(self) -> i32 {
        match self {
            Proof::Win(length) => 200_000 - i32::from(length),
            Proof::Draw(_) => 100_000,
            Proof::Open => 0,
            Proof::Loss(length) => -200_000 + i32::from(length),
        }
    }
}

/// The proofs of a position's actions, counted up into that of the position.
#[derive(Clone, Copy, Default)]
pub(crate) struct Proofs {
    /// How many actions are not proven.
    pub open: u32,
    win: Option<u16>,
    draw: Option<u16>,
    loss: Option<u16>,
}

impl Proofs {
    /// Of so many actions nothing is proven.
    pub(crate) fn none(actions: u32) -> Proofs {
        Proofs { open: actions, ..Proofs::default() }
    }

    #[inline]
    pub(crate) fn add(&mut self, proof: Proof) {
        match proof {
            Proof::Open => self.open += 1,
            Proof::Loss(length) => self.loss = self.loss.max(Some(length)),
            Proof::Draw(length) => self.draw = self.draw.max(Some(length)),
            Proof::Win(length) => self.win = Some(self.win.map_or(length, |least| least.min(length))),
        }
    }

    pub(crate) fn has_draw(&self) -> bool {
        self.draw.is_some()
    }

    /// One winning action proves a win; when every action is proven, the best of them is the
    /// result.
    pub(crate) fn result(&self) -> Proof {
        match *self {
            Proofs { win: Some(length), .. } => Proof::Win(length),
            Proofs { open: 0, draw: Some(length), .. } => Proof::Draw(length),
            Proofs { open: 0, loss: Some(length), .. } => Proof::Loss(length),
            _ => Proof::Open,
        }
    }
}

impl FromIterator<Proof> for Proofs {
    fn from_iter<I: IntoIterator<Item = Proof>>(proofs: I) -> Proofs {
        let mut all = Proofs::default();
        proofs.into_iter().for_each(|proof| all.add(proof));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wdl_round_trips() {
        for (draw_worth, q) in [(0.0, 0.375), (0.5, 0.5625), (-1.0, 0.0)] {
            let estimate = Estimate::from_wdl([0.5, 0.375, 0.125], draw_worth);
            assert_eq!(estimate, Estimate { q, lead: 0.375, draw: 0.375 });
            assert_eq!(estimate.to_wdl(), [0.5, 0.375, 0.125]);
        }
    }

    #[test]
    fn the_deviation_is_that_of_the_result() {
        let deviation = |wdl, draw_worth| Estimate::from_wdl(wdl, draw_worth).deviation(draw_worth);
        assert_eq!(deviation([0.5, 0.0, 0.5], 0.0), 1.0);
        assert_eq!(deviation([0.25, 0.5, 0.25], 0.0), 0.5_f32.sqrt());
        for certain in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
            assert_eq!(deviation(certain, 0.5), 0.0, "{certain:?}");
        }
        // Worth 1 or 0.5, as likely: 0.25 from the mean both.
        assert_eq!(deviation([0.5, 0.5, 0.0], 0.5), 0.25);
    }

    #[test]
    fn a_change_of_side_flips_and_the_same_side_does_not() {
        let (officers, rebels) = (Side::Officers, Side::Rebels);
        let estimate = Estimate { q: 0.25, lead: 0.125, draw: 0.5 };
        assert_eq!(estimate.seen_by(officers, officers), estimate);
        assert_eq!(estimate.seen_by(rebels, officers), Estimate { q: -0.25, lead: -0.125, draw: 0.5 });
        assert_eq!(Proof::Win(3).seen_by(officers, officers), Proof::Win(3));
        assert_eq!(Proof::Win(3).seen_by(rebels, officers), Proof::Loss(3));
        assert_eq!(Proof::Draw(3).seen_by(rebels, officers), Proof::Draw(3));
    }

    #[test]
    fn a_short_win_and_a_long_loss_are_wanted_more() {
        let wanted = [Proof::Win(1), Proof::Win(9), Proof::Draw(1), Proof::Open, Proof::Loss(9), Proof::Loss(1)];
        assert!(wanted.is_sorted_by(|better, worse| better.rank() > worse.rank()));
    }

    #[test]
    fn a_position_is_worth_its_best_action_once_all_are_proven() {
        let result = |proofs: &[Proof]| proofs.iter().copied().collect::<Proofs>().result();
        assert_eq!(result(&[Proof::Loss(1), Proof::Open, Proof::Win(4), Proof::Win(2)]), Proof::Win(2));
        assert_eq!(result(&[Proof::Loss(1), Proof::Open, Proof::Draw(1)]), Proof::Open);
        assert_eq!(result(&[Proof::Loss(1), Proof::Draw(5), Proof::Draw(2)]), Proof::Draw(5));
        assert_eq!(result(&[Proof::Loss(1), Proof::Loss(6), Proof::Loss(2)]), Proof::Loss(6));
    }
}
