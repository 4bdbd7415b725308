//! Sequential tests on the way: how many games it takes to know that a side is better off.
//!
//! In: the games of a cell in order. Out: two tests, one for each side: is it ahead by [`ELO`], or not at all?
//! Invariant: the tests are those of matches, over pairs of games that are no copies.

use serde::{Deserialize, Serialize};

use super::tally::One;
use crate::arena::{Pentanomial, Sprt, Verdict};
use crate::rules::Side;

/// The advantage that is tested against none.
pub const ELO: f64 = 50.0;

/// Points of a trace that are kept.
const MOST: usize = 200;

/// The log-likelihood ratios of both tests, pair by pair.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// Pairs of games, and the ratio after them for the officers and for the rebels being ahead.
    pub points: Vec<(u32, [f64; 2])>,
    /// The ratios at which a test is decided: no advantage, advantage.
    pub bounds: [f64; 2],
    /// After how many pairs it was first known that a side is ahead, and which.
    pub decided: Option<(u32, Side)>,
}

impl Trace {
    /// The trace of these games.
    pub(super) fn of(games: &[One]) -> Self {
        let sprt = Sprt::new(0.0, ELO).expect("the hypotheses differ");
        let mut pairs = [Pentanomial::default(); 2];
        let state = sprt.state(&pairs[0]);
        let new: Vec<Verdict> = games.iter().filter(|game| game.is_new).map(verdict).collect();
        let count = new.len() / 2;
        let step = count.div_ceil(MOST).max(1);
        let mut trace = Self { points: Vec::new(), bounds: [state.lower, state.upper], decided: None };
        for (index, pair) in new.chunks_exact(2).enumerate() {
            pairs[0].add([pair[0], pair[1]]);
            pairs[1].add([pair[0].reversed(), pair[1].reversed()]);
            let ratios = pairs.each_ref().map(|pairs| sprt.llr(pairs));
            let number = index as u32 + 1;
            let ahead = Side::ALL.into_iter().find(|side| ratios[side.index()] >= state.upper);
            trace.decided = trace.decided.or(ahead.map(|side| (number, side)));
            if index % step == step - 1 || index + 1 == count {
                trace.points.push((number, ratios));
            }
        }
        trace
    }
}

fn verdict(game: &One) -> Verdict {
    match game.half_points {
        2 => Verdict::Win,
        1 => Verdict::Draw,
        _ => Verdict::Loss,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::stream;
    use rand::RngExt;

    fn coin(chance: f64, seed: u64) -> Vec<One> {
        let mut rng = stream(seed, &[]);
        let one = |_| One { half_points: 2 * u8::from(rng.random::<f64>() < chance), is_new: true, first: None };
        (0..2000).map(one).collect()
    }

    #[test]
    fn a_biased_coin_is_found_out_and_a_fair_one_rarely_accused() {
        let decided = |chance: f64, seed: u64| Trace::of(&coin(chance, seed)).decided.map(|(_, side)| side);
        let count = |chance: f64, side| (0..100).filter(|&seed| decided(chance, seed) == Some(side)).count();
        assert!(count(0.6, Side::Officers) >= 97 && count(0.4, Side::Rebels) >= 97);
        // Two tests of 5 % each.
        assert!(count(0.5, Side::Officers) + count(0.5, Side::Rebels) <= 18);
    }

    #[test]
    fn copies_move_nothing_and_a_trace_is_never_long() {
        let mut games = coin(0.9, 1);
        assert_eq!(Trace::of(&games).points.len(), 200);
        games.iter_mut().skip(10).for_each(|game| game.is_new = false);
        assert_eq!(Trace::of(&games).points.last().map(|point| point.0), Some(5));
    }
}
