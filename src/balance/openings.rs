//! How games open: which turns are chosen, how varied they are, how alike two players are.
//!
//! In: games. Out: entropy and effective number of turns by ply, the lines most played, the divergence of two tallies.
//! Invariant: only turns that a player chose count; a game and its mirror image open alike.
//!
//! Entropies are estimated with the correction of Miller and Madow (1955): what was seen a few times only makes the plain
//! estimate too small by about (kinds - 1) / (2 games).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::replay::Replay;
use crate::base::rng::mix;
use crate::base::stats::{Interval, Z95};
use crate::rules::Turn;

/// Turns of a game that count as its opening.
pub(super) const DEPTH: usize = 8;

/// Turns of a line.
const LINE: usize = 4;

/// Counts of turns.
type Counts = BTreeMap<String, u32>;

/// How the games of a cell opened.
#[derive(Clone, Debug, Default)]
pub(super) struct OpeningTally {
    plies: [Counts; DEPTH],
    lines: Counts,
}

/// The turns chosen at one ply.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlyVariety {
    /// The ply, from 1, counted from where the players take over.
    pub ply: u32,
    /// Games that lasted so long.
    pub games: u32,
    /// Different turns.
    pub kinds: u32,
    /// Entropy in nats.
    pub entropy: f64,
    /// 95 % interval of the entropy.
    pub interval: Interval,
    /// The effective number of turns: as many equally likely ones have this entropy.
    pub effective: f64,
}

/// A line and how often it was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Its turns.
    pub turns: String,
    /// Games.
    pub games: u32,
}

/// A number for a turn.
pub(super) fn turn_hash(turn: &Turn) -> u64 {
    turn.actions().iter().fold(7, |hash, action| mix(hash ^ action.index() as u64))
}

impl OpeningTally {
    /// Counts a game.
    pub fn add(&mut self, replay: &Replay) {
        let chosen = replay.turns.iter().skip(replay.opening).take(DEPTH).map(|turn| turn.turn.to_string());
        let chosen: Vec<String> = chosen.collect();
        if chosen.len() >= LINE {
            *self.lines.entry(chosen[..LINE].join(" ")).or_default() += 1;
        }
        for (counts, turn) in self.plies.iter_mut().zip(chosen) {
            *counts.entry(turn).or_default() += 1;
        }
    }

    /// How varied each ply is.
    pub fn variety(&self) -> Vec<PlyVariety> {
        let plies = self.plies.iter().enumerate().filter(|(_, counts)| !counts.is_empty());
        plies.map(|(index, counts)| variety(index as u32 + 1, counts)).collect()
    }

    /// The lines most played, the most played one first; those that were played once are none.
    pub fn lines(&self, most: usize) -> Vec<Line> {
        let mut lines: Vec<Line> = self
            .lines
            .iter()
            .map(|(turns, &games)| Line { turns: turns.clone(), games })
            .filter(|line| line.games > 1)
            .collect();
        lines.sort_by(|one, other| other.games.cmp(&one.games).then_with(|| one.turns.cmp(&other.turns)));
        lines.truncate(most);
        lines
    }

    /// The Jensen-Shannon divergence (Lin 1991) of the first plies of two tallies in bits, from 0 (alike) to 1 (nothing in
    /// common), averaged over those plies, and what chance alone makes of it between samples of this size.
    pub fn divergence(&self, other: &Self) -> Option<(f64, f64)> {
        let plies = self.plies.iter().zip(&other.plies).filter(|(one, other)| !one.is_empty() && !other.is_empty());
        let found: Vec<(f64, f64)> = plies.map(|(one, other)| divergence(one, other)).collect();
        let mean = |part: fn(&(f64, f64)) -> f64| found.iter().map(part).sum::<f64>() / found.len() as f64;
        (!found.is_empty()).then(|| (mean(|pair| pair.0), mean(|pair| pair.1)))
    }
}

fn variety(ply: u32, counts: &Counts) -> PlyVariety {
    let games: u32 = counts.values().sum();
    let total = f64::from(games);
    let share = |count: &u32| f64::from(*count) / total;
    let plain: f64 = counts.values().map(|count| -share(count) * share(count).ln()).sum();
    let squares: f64 = counts.values().map(|count| share(count) * share(count).ln().powi(2)).sum();
    let error = ((squares - plain * plain).max(0.0) / total).sqrt();
    let entropy = plain + (counts.len() as f64 - 1.0) / (2.0 * total);
    let interval = Interval { low: (entropy - Z95 * error).max(0.0), high: entropy + Z95 * error };
    PlyVariety { ply, games, kinds: counts.len() as u32, entropy, interval, effective: entropy.exp() }
}

fn divergence(one: &Counts, other: &Counts) -> (f64, f64) {
    let [first, second] = [one, other].map(|counts| f64::from(counts.values().sum::<u32>()));
    let mut kinds: Vec<&String> = one.keys().chain(other.keys()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let share = |counts: &Counts, kind: &String, total: f64| f64::from(counts.get(kind).copied().unwrap_or(0)) / total;
    let part = |share: f64, middle: f64| if share > 0.0 { share * (share / middle).log2() } else { 0.0 };
    let found: f64 = kinds
        .iter()
        .map(|kind| {
            let (p, q) = (share(one, kind, first), share(other, kind, second));
            let middle = (p + q) / 2.0;
            (part(p, middle) + part(q, middle)) / 2.0
        })
        .sum();
    // To second order it is an eighth of a chi-square statistic (in nats).
    let by_chance = (kinds.len() as f64 - 1.0) * (1.0 / first + 1.0 / second) / 8.0 / std::f64::consts::LN_2;
    (found, by_chance.min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Rng, below, stream};

    fn counts(weights: &[u32], games: u32, rng: &mut Rng) -> Counts {
        let mut counts = Counts::new();
        for _ in 0..games {
            let mut left = below(rng, weights.iter().sum());
            let kind = weights.iter().position(|&weight| {
                let here = left < weight;
                left = left.saturating_sub(weight);
                here
            });
            *counts.entry(format!("{kind:?}")).or_default() += 1;
        }
        counts
    }

    #[test]
    fn the_entropy_of_a_known_choice_is_found_and_mostly_lies_in_its_interval() {
        let weights = [4, 2, 1, 1];
        let truth: f64 = weights.iter().map(|&weight| f64::from(weight) / 8.0).map(|p| -p * p.ln()).sum();
        let mut held = 0;
        for seed in 0..200 {
            let found = variety(1, &counts(&weights, 200, &mut stream(seed, &[])));
            held += u32::from((found.interval.low..=found.interval.high).contains(&truth));
            assert!((found.effective - truth.exp()).abs() < 1.0, "{found:?}");
        }
        assert!((180..=198).contains(&held), "{held} of 200");
        let one = variety(1, &Counts::from([("a".to_owned(), 9)]));
        assert_eq!((one.entropy, one.effective, one.kinds), (0.0, 1.0, 1));
    }

    #[test]
    fn samples_of_one_choice_diverge_as_much_as_chance_makes_them_and_others_more() {
        let (mut same, mut chance, mut other) = (0.0, 0.0, 0.0);
        for seed in 0..100 {
            let mut rng = stream(seed, &[]);
            let one = counts(&[3, 3, 2, 1], 300, &mut rng);
            let (found, by_chance) = divergence(&one, &counts(&[3, 3, 2, 1], 200, &mut rng));
            same += found / 100.0;
            chance += by_chance / 100.0;
            other += divergence(&one, &counts(&[1, 1, 1, 6], 200, &mut rng)).0 / 100.0;
        }
        assert!((same / chance - 1.0).abs() < 0.25, "{same} {chance}");
        assert!(other > 10.0 * chance, "{other} {chance}");
        assert!((divergence(&Counts::from([("a".into(), 5)]), &Counts::from([("b".into(), 5)])).0 - 1.0).abs() < 1e-12);
    }
}
