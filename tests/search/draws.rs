//! Ends seen inside the tree are those of the game, repetition and quiet count included.

use asalto::base::rng::{Rng, below, stream};
use asalto::rules::{Action, ActionList, Game, Outcome, Position, Reason, RuleSet, Rules, Side};
use asalto::search::{Evaluation, Evaluator, Leaf, Search, SearchConfig, Step, run};

use crate::fakes::{Flat, Hashed, both, flat, game, random_game, search};

/// A game in which both sides like to take back their last step.
fn shuffled_game(rules: Rules, most_actions: u32, rng: &mut Rng) -> Game {
    let mut actions = ActionList::new();
    loop {
        let text = "1o1/o2/1rr1rr1/rr3rr/rrr1rrr/r1r/3 r 0 - 0";
        let mut game = Game::new(Position::parse(rules, text).unwrap());
        for _ in 0..below(rng, most_actions) {
            game.legal_actions(&mut actions);
            if actions.is_empty() {
                break;
            }
            let played = game.actions();
            let own_last = played.len().checked_sub(2).map(|index| played[index]);
            let back = own_last.and_then(|last| actions.iter().find(|action| undoes(**action, last)).copied());
            let any = actions[below(rng, actions.len() as u32) as usize];
            let action = if below(rng, 10) < 8 { back.unwrap_or(any) } else { any };
            game.play(action).unwrap();
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

fn undoes(action: Action, last: Action) -> bool {
    matches!(action, Action::Step(..)) && action.landing() == last.origin() && action.origin() == last.landing()
}

/// Rules under which a position may stand only once.
fn no_repetition() -> Rules {
    Rules::new(RuleSet { repetition: 2, ..RuleSet::asalto() }).unwrap()
}

/// The outcome of every edge that an outline shows, in the text's own words, found again by playing
/// the game.
fn check_outline(game: &Game, outline: &str) -> [usize; 3] {
    let mut line_of_play = vec![game.clone()];
    let mut ends = [0; 3];
    for text in outline.lines().skip(1) {
        let depth = (text.len() - text.trim_start().len()) / 2;
        line_of_play.truncate(depth);
        let mut game = line_of_play[depth - 1].clone();
        let mover = game.position().side_to_move();
        let name = text.trim_start().split(' ').next().unwrap();
        let mut actions = ActionList::new();
        game.legal_actions(&mut actions);
        let action = *actions.iter().find(|action| action.to_string() == name).expect("a legal action");
        game.play(action).unwrap();
        let ended = text.split(" -> ").next().unwrap();
        let said = [" lost in 1", " drawn in 1", " won in 1"].map(|end| ended.ends_with(end));
        let expected = match game.outcome() {
            None => [false; 3],
            Some(Outcome { winner: None, .. }) => [false, true, false],
            Some(Outcome { winner, .. }) => [winner != Some(mover), false, winner == Some(mover)],
        };
        assert_eq!(said, expected, "{text} in\n{outline}");
        for (count, said) in ends.iter_mut().zip(said) {
            *count += usize::from(said);
        }
        line_of_play.push(game);
    }
    ends
}

#[test]
fn ends_in_the_tree_are_those_of_the_game() {
    let mut total = [0; 3];
    for seed in 0..60 {
        let mut rng = stream(seed, &[5]);
        let games = [
            random_game(&mut rng, 60),
            shuffled_game(Rules::asalto(), 60, &mut rng),
            shuffled_game(no_repetition(), 10, &mut rng),
        ];
        for game in games {
            for config in both(150) {
                let mut search = Search::new(config.capacity());
                run(&mut search, &game, &config, stream(seed, &[]), &mut Hashed);
                let ends = check_outline(&game, &search.outline(100));
                total.iter_mut().zip(ends).for_each(|(total, count)| *total += count);
            }
        }
    }
    assert!(total.iter().all(|&count| count > 50), "too few ends to judge by: {total:?}");
}

#[test]
fn what_stood_twice_before_the_root_is_a_draw_and_worth_0() {
    let mut seen = 0;
    for seed in 0..1000 {
        let game = shuffled_game(Rules::asalto(), 60, &mut stream(seed, &[6]));
        let ends = |action: Action| {
            let mut next = game.clone();
            next.play(action).unwrap();
            next.outcome().is_some_and(|end| end.reason == Reason::Repetition)
        };
        for config in both(60) {
            let found = search(&game, &config, seed, &mut Hashed);
            for (index, &action) in found.actions.iter().enumerate() {
                if ends(action) {
                    seen += 1;
                    assert_eq!((found.q[index], found.visits[index]), (0.0, 0), "{action} in {}", game.position());
                }
            }
            // Who stands worse takes the draw.
            if found.actions.iter().any(|&action| ends(action)) {
                assert!(found.value >= 0.0, "{found:#?}");
            }
        }
    }
    assert!(seen > 100, "only {seen} repetitions to judge by");
}

#[test]
fn the_last_quiet_turn_is_a_draw_whatever_is_played() {
    // The officers stand free and cannot capture; any step of theirs is the hundredth quiet ply.
    let last = game("1o1/o2/7/rr3rr/rrrrrrr/rrr/rrr o 0 - 99");
    for config in both(50) {
        let found = search(&last, &config, 1, &mut flat());
        assert_eq!((found.proven, found.value, found.wdl), (Some(0.0), 0.0, [0.0, 1.0, 0.0]));
        assert_eq!((found.simulations, found.evaluations), (0, 0));
        let sum: f32 = found.policy.iter().sum();
        assert!((sum - 1.0).abs() < 1e-6);
    }
    // One ply earlier the rebels may break the count, or not: it is exact below, and open here.
    let earlier = game("1o1/o2/7/rr3rr/rrrrrrr/rrr/rrr r 0 - 98");
    for config in both(200) {
        let mut search = Search::new(config.capacity());
        run(&mut search, &earlier, &config, stream(1, &[]), &mut Hashed);
        let outline = search.outline(1);
        let quiet_lines = outline.lines().filter(|line| line.contains("drawn in 2")).count();
        assert!(quiet_lines > 0, "{outline}");
    }
}

/// Counts leaves in which a position stands again, and checks what they say about it.
struct Watched<'a> {
    root: &'a Game,
    seen: usize,
}

impl Evaluator for Watched<'_> {
    fn evaluate(&mut self, leaves: &[Leaf], out: &mut Vec<Evaluation>) {
        Hashed.evaluate(leaves, out);
        for leaf in leaves {
            let quiet = leaf.position.quiet() > self.root.position().quiet();
            if quiet && leaf.position.hash() == self.root.position().hash() {
                self.seen += 1;
                // Once at the root, and as often as before it.
                assert_eq!(leaf.repetitions, self.root.repetitions() + 1, "{}", leaf.position);
            }
        }
    }
}

#[test]
fn a_leaf_below_the_root_knows_that_it_stood_at_the_root() {
    let mut seen = 0;
    for seed in 0..40 {
        let game = shuffled_game(Rules::asalto(), 40, &mut stream(seed, &[18]));
        let mut watched = Watched { root: &game, seen: 0 };
        search(&game, &both(3000)[1], seed, &mut watched);
        seen += watched.seen;
    }
    assert!(seen > 50, "only {seen} repetitions to judge by");
}

#[test]
fn repetitions_of_a_leaf_are_those_of_the_game() {
    for seed in 0..200 {
        let game = shuffled_game(Rules::asalto(), 60, &mut stream(seed, &[7]));
        let [config, _] = both(1);
        let mut search = Search::new(2);
        search.start(&game, &config, stream(seed, &[]));
        if let Step::Evaluate(leaf) = search.step() {
            assert_eq!(leaf.repetitions, game.repetitions(), "{}", game.position());
            assert_eq!(leaf.position, *game.position());
            assert_eq!(leaf.actions, game.position().actions());
        }
    }
}

/// The officers can end the game by stepping back to where they stood twice; all else is a little worse than even for
/// them, by an evaluator that never sees a draw.
#[test]
fn what_a_draw_is_worth_decides_whether_it_is_taken() {
    let mut decided = 0;
    for seed in 0..400 {
        let game = shuffled_game(Rules::asalto(), 60, &mut stream(seed, &[6]));
        let side = game.side_to_move();
        let draws = |action: Action| {
            let mut next = game.clone();
            next.play(action).unwrap();
            next.outcome().is_some_and(|end| end.winner.is_none())
        };
        let actions = game.position().actions();
        if !actions.iter().any(|&action| draws(action)) || actions.iter().all(|&action| draws(action)) {
            continue;
        }
        let mut worse = match side {
            Side::Officers => Flat { officers: [0.4, 0.0, 0.6] },
            Side::Rebels => Flat { officers: [0.6, 0.0, 0.4] },
        };
        for config in both(64) {
            let to_officers = |worth: f32| if side == Side::Officers { worth } else { -worth };
            let worth = |worth| SearchConfig { draw_value: to_officers(worth), ..config.clone() };
            let [even, bad] = [0.0, -0.6].map(|value| search(&game, &worth(value), seed, &mut worse));
            // Whatever other draws are worth, the one at hand is certain.
            let [certain, uncertain] = [(0.0, worth(-0.6)), (-0.6, worth(0.0))].map(|(value, config)| {
                let config = SearchConfig { certain_draw_value: Some(to_officers(value)), ..config };
                search(&game, &config, seed, &mut worse)
            });
            if [&even, &bad, &certain, &uncertain].iter().any(|found| found.proven.is_some()) {
                continue;
            }
            decided += 1;
            assert!(draws(even.chosen), "{} by {}", game.position(), even.chosen);
            assert!(!draws(bad.chosen), "{} by {}", game.position(), bad.chosen);
            assert!(draws(certain.chosen) && !draws(uncertain.chosen), "{}", game.position());
            // What is reported is the result that is expected, whatever it is worth.
            for found in [bad, certain, uncertain] {
                assert!((found.value - (found.wdl[0] - found.wdl[2])).abs() < 1e-6, "{found:#?}");
                assert!(found.wdl.iter().all(|share| (0.0..=1.0).contains(share)), "{found:#?}");
            }
        }
    }
    assert!(decided > 20, "only {decided} choices to judge by");
}

#[test]
fn a_certain_draw_is_reported_as_one_whatever_it_is_worth() {
    let last = game("1o1/o2/7/rr3rr/rrrrrrr/rrr/rrr o 0 - 99");
    for config in both(50) {
        let found_by = SearchConfig { draw_value: -0.4, ..config };
        let found = search(&last, &found_by, 1, &mut flat());
        assert_eq!((found.proven, found.value, found.wdl), (Some(0.0), 0.0, [0.0, 1.0, 0.0]));
        assert!(found.q.iter().all(|&q| q == -0.4), "{:?}", found.q);
        let certain = SearchConfig { certain_draw_value: Some(0.2), ..found_by };
        let found = search(&last, &certain, 1, &mut flat());
        assert_eq!((found.proven, found.value, found.wdl), (Some(0.0), 0.0, [0.0, 1.0, 0.0]));
        assert!(found.q.iter().all(|&q| q == 0.2), "{:?}", found.q);
    }
}
