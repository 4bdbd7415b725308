//! Simulations, evaluations, memory, seeds: what a search may spend, and what its result depends
//! on.

use asalto::base::check::Check;
use asalto::base::rng::stream;
use asalto::rules::{ActionList, Chain, Game, Huff, Position, RuleSet, Rules};
use asalto::search::{
    Evaluation, Evaluator, InteriorPolicy, Leaf, RootPolicy, Search, SearchConfig, SearchSummary, Step, run,
};
use proptest::prelude::*;

use crate::fakes::{Hashed, both, flat, game, random_game, random_game_by, search};

/// What holds for every search of an unfinished game.
fn check(game: &Game, config: &SearchConfig, found: &SearchSummary) {
    let context = || format!("{} {config:?} {found:#?}", game.position());
    let mut actions = ActionList::new();
    game.legal_actions(&mut actions);
    assert_eq!(found.actions[..], actions[..], "{}", context());
    let count = actions.len();
    let lengths = [found.visits.len(), found.prior.len(), found.q.len(), found.policy.len()];
    assert_eq!(lengths, [count; 4], "{}", context());
    assert_eq!(found.visits.iter().sum::<u32>(), found.simulations, "{}", context());
    assert!(found.evaluations <= u64::from(found.simulations) + 1, "{}", context());
    assert!((found.policy.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{}", context());
    assert!(found.policy.iter().all(|p| (0.0..=1.0).contains(p)), "{}", context());
    assert!((-1.0..=1.0).contains(&found.value), "{}", context());
    assert!(found.q.iter().all(|q| (-1.0..=1.0).contains(q)), "{}", context());
    assert_eq!(found.principal_variation[0], found.chosen, "{}", context());
    let mut line = game.clone();
    for &action in &found.principal_variation {
        line.play(action).expect("the principal variation is legal");
    }
}

#[test]
fn every_number_of_simulations_is_made_exactly() {
    let games = [
        ("3/o2/r1r2rr/1rrrrrr/rr1r1rr/r1r/rr1 o 0 - 2", 2),
        ("3/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr o 2 - 0", 9),
        ("3/o2/1rr4/2o1rr1/rrrr1rr/rrr/rrr r 0 - 0", 20),
    ];
    for (text, actions) in games {
        let game = game(text);
        assert_eq!(game.position().actions().len(), actions);
        for simulations in (1..=64).chain([1000, 3000]) {
            for config in both(simulations) {
                let found = search(&game, &config, 1, &mut Hashed);
                check(&game, &config, &found);
                assert_eq!((found.simulations, found.proven), (simulations, None), "{text}");
            }
        }
    }
}

#[test]
fn a_single_action_gets_a_value_for_the_configured_price() {
    let single = game("3/3/1r1r2r/2rrr1o/rrrr2r/r2/rrr o 0 - 0");
    assert_eq!(single.position().actions().len(), 1, "{:?}", single.position().actions());
    for config in both(64) {
        let found = search(&single, &config, 1, &mut Hashed);
        check(&single, &config, &found);
        assert_eq!((found.simulations, found.policy[0]), (1, 1.0), "{found:#?}");
        let config = SearchConfig { forced_simulations: 64, ..config };
        let found = search(&single, &config, 1, &mut Hashed);
        check(&single, &config, &found);
        assert!(found.simulations == 64 || found.proven.is_some(), "{found:#?}");
        let config = SearchConfig { simulations: 5, ..config };
        assert_eq!(search(&single, &config, 1, &mut Hashed).simulations, 5);
    }
}

#[test]
fn a_hundred_thousand_simulations_are_made_and_nothing_overflows() {
    let game = game("3/o2/1rr4/2o1rr1/rrrr1rr/rrr/rrr r 0 - 0");
    for config in both(100_000) {
        let found = search(&game, &config, 1, &mut Hashed);
        check(&game, &config, &found);
        assert!(found.simulations == 100_000 || found.proven.is_some(), "{found:#?}");
    }
}

#[test]
fn a_full_arena_goes_on_evaluating() {
    for seed in 0..20 {
        let game = random_game(&mut stream(seed, &[8]), 40);
        for capacity in [0, 1, 2, 10] {
            for config in both(300) {
                let mut search = Search::new(capacity);
                let found = run(&mut search, &game, &config, stream(seed, &[]), &mut Hashed);
                check(&game, &config, &found);
                let nodes = search.outline(1000).lines().filter(|line| line.contains("own")).count();
                assert!(nodes <= capacity.max(1), "{nodes} nodes in a tree of {capacity}");
                if found.proven.is_none() && playable(&game) > 1 {
                    assert_eq!(found.simulations, 300, "{found:#?}");
                }
            }
        }
    }
}

/// Actions that don't lose at once.
fn playable(game: &Game) -> usize {
    let side = game.position().side_to_move();
    let plays_on = |action| {
        let mut next = game.clone();
        next.play(action).unwrap();
        next.outcome().is_none_or(|end| end.winner != Some(side.other()))
    };
    game.position().actions().iter().filter(|&&action| plays_on(action)).count()
}

#[test]
fn the_same_seed_gives_the_same_search_and_another_seed_another() {
    let mut different = 0;
    for seed in 0..20 {
        let game = random_game(&mut stream(seed, &[9]), 40);
        let noisy = SearchConfig { considered: 4, ..SearchConfig::default() };
        let dirichlet = SearchConfig { dirichlet_fraction: 0.25, ..both(32)[1].clone() };
        for config in [noisy, dirichlet] {
            // A search that was used before remembers nothing.
            let mut used = Search::new(config.capacity());
            run(&mut used, &random_game(&mut stream(seed, &[10]), 40), &config, stream(7, &[]), &mut Hashed);
            let first = run(&mut used, &game, &config, stream(seed, &[]), &mut Hashed);
            let mut fresh = Search::new(1000);
            let again = run(&mut fresh, &game, &config, stream(seed, &[]), &mut Hashed);
            assert_eq!(first, again);
            assert_eq!(used.outline(100), fresh.outline(100));
            let other = search(&game, &config, seed + 1000, &mut Hashed);
            different += usize::from(other.visits != first.visits);
        }
    }
    assert!(different > 20, "the seed makes no difference: {different} of 40");
}

#[test]
fn without_noise_the_seed_makes_no_difference() {
    let game = random_game(&mut stream(3, &[11]), 30);
    for config in both(32) {
        assert_eq!(search(&game, &config, 1, &mut Hashed), search(&game, &config, 2, &mut Hashed));
    }
}

#[test]
fn searches_in_lock_step_find_what_each_finds_alone() {
    let config = SearchConfig { simulations: 40, ..SearchConfig::default() };
    let games: Vec<Game> = (0..16).map(|seed| random_game(&mut stream(seed, &[12]), 50)).collect();
    let mut searches: Vec<Search> = games.iter().map(|_| Search::new(config.capacity())).collect();
    for (index, (search, game)) in searches.iter_mut().zip(&games).enumerate() {
        search.start(game, &config, stream(index as u64, &[]));
    }
    loop {
        let mut waiting = Vec::new();
        let mut leaves = Vec::new();
        for (index, search) in searches.iter_mut().enumerate() {
            if let Step::Evaluate(leaf) = search.step() {
                waiting.push(index);
                leaves.push(leaf.clone());
            }
            // Asking twice changes nothing.
            if let Step::Evaluate(leaf) = search.step() {
                assert_eq!(leaf.position, leaves.last().unwrap().position);
            }
        }
        if waiting.is_empty() {
            break;
        }
        let mut evaluations: Vec<Evaluation> = Vec::new();
        Hashed.evaluate(&leaves, &mut evaluations);
        for (index, evaluation) in waiting.into_iter().zip(&evaluations) {
            searches[index].provide(evaluation);
        }
    }
    for (index, (together, game)) in searches.iter().zip(&games).enumerate() {
        assert_eq!(together.summary(), search(game, &config, index as u64, &mut Hashed));
    }
}

#[test]
#[should_panic(expected = "no search of a game that is over")]
fn a_game_that_is_over_is_refused() {
    let over = Position::parse(Rules::asalto(), "3/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 - 0").unwrap();
    search(&Game::new(over), &SearchConfig::default(), 1, &mut flat());
}

#[test]
fn a_value_that_is_no_number_neither_hangs_a_search_nor_hides() {
    struct Broken;
    impl Evaluator for Broken {
        fn evaluate(&mut self, leaves: &[Leaf], out: &mut Vec<Evaluation>) {
            Hashed.evaluate(leaves, out);
            for evaluation in out {
                evaluation.prior.fill(f32::NAN);
                evaluation.wdl = [f32::NAN; 3];
            }
        }
    }
    for seed in 0..50 {
        let game = random_game(&mut stream(seed, &[16]), 40);
        for config in both(50) {
            let found = search(&game, &config, seed, &mut Broken);
            assert!(found.value.is_nan() || found.proven.is_some(), "{found:#?}");
            found.sample(1.0, &mut stream(seed, &[]));
        }
    }
}

#[test]
fn a_target_is_a_distribution_even_when_all_that_was_tried_lost() {
    let mut seen = 0;
    for seed in 0..2000 {
        let game = random_game(&mut stream(seed, &[17]), 60);
        for config in both(1) {
            let found = search(&game, &config, seed, &mut Hashed);
            check(&game, &config, &found);
            let visited = found.visits.iter().position(|&visits| visits > 0);
            seen += usize::from(found.proven.is_none() && visited.is_some_and(|index| found.q[index] == -1.0));
        }
    }
    assert!(seen > 20, "only {seen} searches to judge by");
}

/// Any configuration that passes its check.
fn any_config() -> impl Strategy<Value = SearchConfig> {
    let policies = (any::<bool>(), any::<bool>(), 1u32..=128);
    let numbers = (0.0f32..=10.0, 0.0f32..=1000.0, 0.0f32..=100.0, 0.0f32..=100.0);
    let noise = (0.0f32..=2.0, 0.0f32..=1.0, 0.01f32..=1000.0, 0.0f32..=1.0, 0.0f32..=1.0);
    (1u32..150, 1u32..150, policies, numbers, noise).prop_map(|(simulations, forced, policies, numbers, noise)| {
        SearchConfig {
            simulations,
            forced_simulations: forced,
            root: if policies.0 { RootPolicy::Gumbel } else { RootPolicy::Puct },
            interior: if policies.1 { InteriorPolicy::Improved } else { InteriorPolicy::Puct },
            considered: policies.2,
            gumbel_scale: numbers.0,
            c_visit: numbers.1,
            c_scale: numbers.2,
            c_puct: numbers.3,
            fpu_reduction: noise.0,
            dirichlet_fraction: noise.1,
            dirichlet_total: noise.2,
            puct_deviation: noise.3,
            score_utility: noise.4,
            ..SearchConfig::default()
        }
    })
}

/// Asalto and its relatives, with what makes a difference to a search.
fn any_rules() -> impl Strategy<Value = Rules> {
    let set = |change: fn(&mut RuleSet)| {
        let mut set = RuleSet::asalto();
        change(&mut set);
        Rules::new(set).expect("the test's rules make a game")
    };
    let fox = |geese| Rules::fox_and_geese(geese).expect("a standard number of geese");
    prop::sample::select(vec![
        Rules::asalto(),
        fox(13),
        fox(15),
        fox(17),
        set(|rules| rules.officers = 3),
        set(|rules| rules.huff = Huff::None),
        set(|rules| rules.chain = Chain::Forced),
        set(|rules| (rules.repetition, rules.quiet_turns) = (0, 5)),
        set(|rules| (rules.repetition, rules.quiet_turns) = (2, 0)),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_configuration_searches_any_position(
        config in any_config(),
        rules in any_rules(),
        seed in any::<u64>(),
        capacity in 0usize..200,
    ) {
        prop_assert_eq!(config.check(), []);
        let game = random_game_by(rules, &mut stream(seed, &[13]), 80);
        let mut search = Search::new(capacity);
        let found = run(&mut search, &game, &config, stream(seed, &[]), &mut Hashed);
        check(&game, &config, &found);
        let forced = if playable(&game) == 1 { config.forced_simulations } else { u32::MAX };
        let budget = config.simulations.min(forced);
        prop_assert!(found.proven.is_some() || found.simulations == budget, "{:#?}", found);
    }
}
