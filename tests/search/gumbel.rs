//! The Gumbel root against the paper's formulas, worked out again from what a summary says.

use asalto::base::rng::stream;
use asalto::search::SearchConfig;

use crate::fakes::{Hashed, both, flat, game, random_game, search};

/// The visits with which sequential halving considers actions, as DeepMind's mctx
/// (`seq_halving.py`) defines them: the n-th simulation goes to an action that has that many visits
/// so far.
fn considered_visits(most: usize, simulations: usize) -> Vec<u32> {
    if most <= 1 {
        return (0..simulations as u32).collect();
    }
    let phases = (most as f64).log2().ceil() as usize;
    let (mut sequence, mut visits, mut left) = (Vec::new(), vec![0; most], most);
    while sequence.len() < simulations {
        for _ in 0..(simulations / (phases * left)).max(1) {
            sequence.extend_from_slice(&visits[..left]);
            visits[..left].iter_mut().for_each(|count| *count += 1);
        }
        left = (left / 2).max(2);
    }
    sequence.truncate(simulations);
    sequence
}

/// The multiset of visit counts that such a sequence ends with, greatest first.
fn final_visits(sequence: &[u32]) -> Vec<u32> {
    let mut counts = Vec::new();
    for &before in sequence {
        match counts.iter_mut().find(|count| **count == before) {
            Some(count) => *count += 1,
            None => counts.push(1),
        }
    }
    counts.sort_unstable_by(|a, b| b.cmp(a));
    counts
}

#[test]
fn simulations_are_shared_out_as_in_mctx() {
    let start = game("3/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr o 2 - 0");
    let many = game("3/o2/1rr4/2o1rr1/rrrr1rr/rrr/rrr r 0 - 0");
    for (game, considered) in [(&start, 16), (&start, 4), (&many, 16), (&many, 5), (&many, 1)] {
        for simulations in 1..=200 {
            let config = SearchConfig { considered, gumbel_scale: 1.0, simulations, ..SearchConfig::default() };
            let found = search(game, &config, u64::from(simulations), &mut Hashed);
            assert_eq!(found.proven, None);
            let most = found.actions.len().min(considered as usize).min(simulations as usize);
            let expected = final_visits(&considered_visits(most, simulations as usize));
            let mut visits: Vec<u32> = found.visits.iter().copied().filter(|&count| count > 0).collect();
            visits.sort_unstable_by(|a, b| b.cmp(a));
            assert_eq!(visits, expected, "{simulations} simulations, {most} considered");
        }
    }
}

#[test]
fn the_target_is_the_softmax_of_logits_and_completed_values() {
    let mut compared = 0;
    for seed in 0..100 {
        let game = random_game(&mut stream(seed, &[14]), 40);
        let config = SearchConfig { simulations: 30, c_visit: 7.0, c_scale: 0.5, ..SearchConfig::default() };
        let found = search(&game, &config, seed, &mut Hashed);
        if found.proven.is_some() || found.q.iter().any(|q| q.abs() == 1.0 || *q == 0.0) {
            continue;
        }
        compared += 1;
        let most = f64::from(*found.visits.iter().max().unwrap());
        let weight = |(prior, q): (&f32, &f32)| f64::from(*prior) * ((7.0 + most) * 0.5 * f64::from(*q)).exp();
        let weights: Vec<f64> = found.prior.iter().zip(&found.q).map(weight).collect();
        let total: f64 = weights.iter().sum();
        for (policy, weight) in found.policy.iter().zip(weights) {
            assert!((f64::from(*policy) - weight / total).abs() < 1e-5, "{found:#?}");
        }
        // v_mix: the own value and the visited actions', by prior; it stands in for what was not
        // visited.
        let visited = || found.visits.iter().zip(&found.prior).zip(&found.q).filter(|((visits, _), _)| **visits > 0);
        let prior: f64 = visited().map(|((_, prior), _)| f64::from(*prior)).sum();
        let mean: f64 = visited().map(|((_, prior), q)| f64::from(*prior) * f64::from(*q)).sum::<f64>() / prior;
        let unvisited = found.visits.iter().zip(&found.q).find(|(visits, _)| **visits == 0).map(|(_, q)| *q);
        let sum: f64 = found.visits.iter().zip(&found.q).map(|(n, q)| f64::from(*n) * f64::from(*q)).sum();
        let own = f64::from(found.value) * 31.0 - sum;
        if let Some(mixed) = unvisited {
            assert!((f64::from(mixed) - (own + 30.0 * mean) / 31.0).abs() < 1e-4, "{mixed}: {found:#?}");
        }
    }
    assert!(compared > 40, "only {compared} searches to judge by");
}

#[test]
fn without_noise_the_likeliest_actions_are_considered() {
    let game = game("3/o2/1rr4/2o1rr1/rrrr1rr/rrr/rrr r 0 - 0");
    let config = SearchConfig { considered: 4, simulations: 4, gumbel_scale: 0.0, ..SearchConfig::default() };
    let found = search(&game, &config, 1, &mut Hashed);
    let mut by_prior: Vec<usize> = (0..found.actions.len()).collect();
    by_prior.sort_by(|&a, &b| found.prior[b].total_cmp(&found.prior[a]));
    for (rank, index) in by_prior.into_iter().enumerate() {
        assert_eq!(found.visits[index], u32::from(rank < 4), "{found:#?}");
    }
}

#[test]
fn noise_gives_every_action_its_chance_and_its_prior_decides_how_often() {
    // With one simulation and equal values the choice is a draw from the prior: the Gumbel-max
    // trick.
    let game = game("3/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr o 2 - 0");
    let config = SearchConfig { simulations: 1, ..SearchConfig::default() };
    let mut counts = vec![0; 9];
    for seed in 0..9000 {
        let found = search(&game, &config, seed, &mut flat());
        counts[found.actions.iter().position(|&action| action == found.chosen).unwrap()] += 1;
    }
    assert!(counts.iter().all(|&count: &i32| (880..1120).contains(&count)), "{counts:?}");
}

#[test]
fn puct_targets_are_shares_of_visits() {
    let game = game("3/o2/1rr4/2o1rr1/rrrr1rr/rrr/rrr r 0 - 0");
    let [_, config] = both(100);
    let found = search(&game, &config, 1, &mut Hashed);
    for (policy, visits) in found.policy.iter().zip(&found.visits) {
        assert!((policy - *visits as f32 / 100.0).abs() < 1e-6, "{found:#?}");
    }
    let most = *found.visits.iter().max().unwrap();
    let chosen = found.actions.iter().position(|&action| action == found.chosen).unwrap();
    assert_eq!(found.visits[chosen], most);
}
