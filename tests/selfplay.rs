//! Self-play and replay with a fake evaluator: determinism, resuming, full batches, records that replay.

use asalto::replay::{ReplayConfig, ReplayWindow, samples};
use asalto::rules::{Chain, Diagonals, Game, Huff, Position, RuleSet, Rules, Side};
use asalto::search::{Evaluation, Evaluator, Leaf, SearchConfig};
use asalto::selfplay::{End, GameRecord, Harvest, SelfPlay, SelfPlayConfig, StartBalance, StartKind, rebels_score};
use rayon::ThreadPoolBuilder;

/// A prior without preference, and a value that is any number but always the same for a position.
#[derive(Clone)]
struct Fake;

impl Evaluator for Fake {
    fn evaluate(&mut self, leaves: &[Leaf], out: &mut Vec<Evaluation>) {
        out.resize_with(leaves.len(), Evaluation::default);
        for (leaf, evaluation) in leaves.iter().zip(out) {
            let share = 1.0 / leaf.actions.len() as f32;
            evaluation.prior.clear();
            evaluation.prior.resize(leaf.actions.len(), share);
            let win = (leaf.position.hash() % 1000) as f32 / 1000.0;
            evaluation.wdl = [win, 0.0, 1.0 - win];
        }
    }
}

const BALANCE: StartBalance = StartBalance { missing: 8.0 };

fn config() -> SelfPlayConfig {
    SelfPlayConfig { games: 48, group: 16, positions: 6_000, cache: 512, ..SelfPlayConfig::default() }
}

fn search() -> SearchConfig {
    SearchConfig { simulations: 8, ..SearchConfig::default() }
}

fn begin() -> SelfPlay {
    SelfPlay::new(Rules::asalto(), 7, config(), search(), BALANCE)
}

fn iterate(games: &mut SelfPlay, threads: usize) -> Harvest {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| games.iterate(&Fake, BALANCE, &|_| ()))
}

#[test]
fn threads_do_not_change_the_games() {
    let (mut one, mut two) = (begin(), begin());
    for _ in 0..2 {
        let (left, right) = (iterate(&mut one, 1), iterate(&mut two, 2));
        assert!(!left.games.is_empty());
        assert_eq!(left.games, right.games);
        assert_eq!(left.counters, right.counters);
    }
    assert_eq!(one.state(), two.state());
}

#[test]
fn resumed_games_go_on_as_they_would_have() {
    let mut unbroken = begin();
    iterate(&mut unbroken, 1);
    let state = unbroken.state();
    let mut resumed = SelfPlay::resume(Rules::asalto(), 7, config(), search(), BALANCE, &state).unwrap();
    assert_eq!(resumed.state(), state);
    assert_eq!(iterate(&mut resumed, 2).games, iterate(&mut unbroken, 1).games);
}

#[test]
fn batches_are_full_and_the_count_of_positions_is_kept() {
    let counters = iterate(&mut begin(), 2).counters;
    assert!(counters.fill() > 0.9, "{}", counters.fill());
    assert!((6_000..6_000 + 48).contains(&counters.positions), "{counters:?}");
    assert!(counters.cached > 0, "positions come up again, and are remembered");
}

#[test]
fn only_full_searches_are_learned_from() {
    let config = SelfPlayConfig { full_share: 0.25, fast_simulations: 2, ..config() };
    let mut games = SelfPlay::new(Rules::asalto(), 7, config.clone(), search(), BALANCE);
    let harvest = iterate(&mut games, 1);
    assert!((6_000..6_000 + 48).contains(&harvest.counters.positions), "{:?}", harvest.counters);
    let finished = harvest.games.iter().filter(|game| game.result.is_some());
    let (noted, played) = finished.fold((0, 0), |(noted, played), game| {
        (noted + game.decisions.len(), played + game.moves.split(' ').count() - game.random as usize)
    });
    let share = noted as f64 / played as f64;
    assert!((0.2..0.3).contains(&share), "{noted} of {played} actions");
    let mut threaded = SelfPlay::new(Rules::asalto(), 7, config, search(), BALANCE);
    assert_eq!(iterate(&mut threaded, 2).games, harvest.games);
}

#[test]
fn each_game_has_its_own_draw_value_and_records_it() {
    let play = |draw_value| {
        let config = SelfPlayConfig { draw_value, ..config() };
        let mut games = SelfPlay::new(Rules::asalto(), 7, config, search(), BALANCE);
        iterate(&mut games, 2).games
    };
    assert_eq!(play(0.0), iterate(&mut begin(), 1).games);
    assert_eq!(play(0.5), play(0.5));
    let worth: Vec<f32> = play(0.5).iter().map(|game| game.draw_value).collect();
    assert!(worth.iter().any(|&worth| worth > 0.25) && worth.iter().any(|&worth| worth < -0.25), "{worth:?}");
    assert!(worth.iter().all(|worth| worth.abs() <= 0.5), "{worth:?}");
    // The fake evaluator never expects a draw: only games in which one is in reach can differ.
    assert_ne!(play(0.5), play(0.0));
}

#[test]
fn later_games_may_have_any_draw_value() {
    let play = |any_draw_from| {
        let config = SelfPlayConfig { draw_value: 0.1, any_draw_from, ..config() };
        let mut games = SelfPlay::new(Rules::asalto(), 7, config, search(), BALANCE);
        iterate(&mut games, 2).games
    };
    let (never, late) = (play(0), play(60));
    assert!(never.iter().all(|game| game.draw_value.abs() <= 0.1));
    let (early, late): (Vec<_>, Vec<_>) = late.into_iter().partition(|game| game.number < 60);
    assert!(!early.is_empty() && early.iter().all(|game| never.contains(game)), "the first ones are the same");
    assert!(late.iter().any(|game| game.draw_value > 0.5) && late.iter().any(|game| game.draw_value < -0.5));
    assert!(late.iter().all(|game| game.draw_value.abs() <= 0.9));
}

#[test]
fn what_a_draw_is_worth_to_the_search_holds_in_self_play_too() {
    let play = |own: f32, by_turns: f32| {
        let (config, search) =
            (SelfPlayConfig { draw_value: by_turns, ..config() }, SearchConfig { draw_value: own, ..search() });
        let mut games = SelfPlay::new(Rules::asalto(), 7, config, search, BALANCE);
        iterate(&mut games, 2).games
    };
    assert_ne!(play(0.5, 0.0), play(0.0, 0.0));
}

#[test]
fn remembering_evaluations_changes_no_game() {
    let forgetful = SelfPlayConfig { cache: 0, ..config() };
    let mut forgetful = SelfPlay::new(Rules::asalto(), 7, forgetful, search(), BALANCE);
    let (without, with) = (iterate(&mut forgetful, 1), iterate(&mut begin(), 1));
    assert_eq!(without.counters.cached, 0);
    let longest = without.games.len().min(with.games.len());
    assert!(longest > 20);
    // Groups stop after a count of positions, at other moments of other games: the games that both finished are the same.
    let by_number = |harvest: &Harvest| {
        let mut games = harvest.games.clone();
        games.sort_by_key(|game| game.number);
        games
    };
    let (without, with) = (by_number(&without), by_number(&with));
    let same = without.iter().filter(|game| with.contains(game)).count();
    assert!(same + 48 >= longest, "{same} of {longest}");
}

#[test]
fn records_replay_to_their_ends() {
    let games = iterate(&mut begin(), 2).games;
    for game in &games {
        game.verify(Rules::asalto()).unwrap();
    }
    let kinds = |kind| games.iter().filter(move |game| game.start == kind);
    assert!(
        kinds(StartKind::Plain)
            .all(|game| game.missing == 0 && game.position.starts_with("3/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr o 2"))
    );
    assert!(kinds(StartKind::Even).all(|game| (1..=15).contains(&game.missing)));
    assert!(kinds(StartKind::Plain).count() > 0 && kinds(StartKind::Even).count() > 0);
    let mut numbers: Vec<u64> = games.iter().map(|game| game.number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), games.len(), "a number names one game");
}

#[test]
fn a_record_that_was_tampered_with_is_refused() {
    let games = iterate(&mut begin(), 2).games;
    let won = games.iter().find(|game| game.result == Some(End::Officers)).unwrap();
    let refused = |change: &dyn Fn(&mut GameRecord)| {
        let mut changed = won.clone();
        change(&mut changed);
        changed.verify(Rules::asalto()).unwrap_err().to_string()
    };
    assert!(refused(&|game| game.result = Some(End::Rebels)).contains("its moves lead to"));
    assert!(refused(&|game| game.plies += 1).contains("plies"));
    assert!(refused(&|game| game.moves = game.moves.replacen('-', "x", 1)).contains("move "));
    assert!(refused(&|game| game.position.push('9')).contains("position"));
    assert!(refused(&|game| game.decisions[3].policy.clear()).contains(": decision 3 "));
    assert!(refused(&|game| game.decisions[0].at = 10_000).contains(": decision 0 "));
    assert!(
        refused(&|game| game.moves.truncate(game.moves.len() / 2 / 6 * 6)).contains(&format!("game {}", won.number))
    );
}

#[test]
fn samples_say_what_the_game_said() {
    let rules = Rules::asalto();
    let games = iterate(&mut begin(), 2).games;
    let config = ReplayConfig::default();
    let mut window = ReplayWindow::new();
    for game in &games {
        let made = samples(game, rules, &config).unwrap();
        assert_eq!(made.len(), game.decisions.len());
        for sample in &made {
            let sum: f32 = sample.policy.iter().map(|&(_, share)| share).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{sum}");
            let legal: Vec<usize> = sample.position.actions().iter().map(|action| action.index()).collect();
            assert!(sample.policy.iter().all(|(action, _)| legal.contains(&usize::from(*action))));
            let won = match game.result.unwrap() {
                End::Officers => sample.position.side_to_move() == Side::Officers,
                End::Rebels => sample.position.side_to_move() == Side::Rebels,
                _ => continue,
            };
            assert_eq!(sample.wdl, if won { [1.0, 0.0, 0.0] } else { [0.0, 0.0, 1.0] });
        }
        window.push(made, &config);
    }
    assert_eq!(window.seen(), games.iter().map(|game| game.decisions.len() as u64).sum::<u64>());
}

#[test]
fn the_value_target_can_be_mixed_with_the_search() {
    let game = iterate(&mut begin(), 2).games.into_iter().find(|game| game.result == Some(End::Officers)).unwrap();
    let config = ReplayConfig { value_mix: 0.5, ..ReplayConfig::default() };
    for (sample, decision) in samples(&game, Rules::asalto(), &config).unwrap().iter().zip(&game.decisions) {
        let value = sample.wdl[0] - sample.wdl[2];
        let result = if sample.position.side_to_move() == Side::Officers { 1.0 } else { -1.0 };
        assert!((value - 0.5 * (result + decision.value)).abs() < 1e-5, "{value} {result} {}", decision.value);
    }
}

#[test]
fn a_game_that_is_cut_short_is_its_own_class_and_teaches_no_value() {
    let short = SelfPlayConfig { max_plies: 10, ..config() };
    let mut games = SelfPlay::new(Rules::asalto(), 7, short, search(), BALANCE);
    let games = iterate(&mut games, 1).games;
    let capped: Vec<_> = games.iter().filter(|game| game.result == Some(End::Capped)).collect();
    assert!(!capped.is_empty());
    for game in capped {
        assert_eq!(game.reason, None);
        game.verify(Rules::asalto()).unwrap();
        let made = samples(game, Rules::asalto(), &ReplayConfig::default()).unwrap();
        assert!(made.iter().all(|sample| sample.value_weight == 0.0));
    }
}

#[test]
fn starts_follow_the_side_that_wins_too_often() {
    let mut balance = StartBalance { missing: 8.0 };
    balance.update(Rules::asalto(), &SelfPlayConfig::default(), 1.0);
    assert_eq!(balance.missing, 10.0);
    balance.update(Rules::asalto(), &SelfPlayConfig::default(), 0.0);
    balance.update(Rules::asalto(), &SelfPlayConfig::default(), 0.5);
    assert_eq!(balance.missing, 8.0);
    (0..20).for_each(|_| balance.update(Rules::asalto(), &SelfPlayConfig::default(), 1.0));
    assert_eq!(balance.missing, 15.0, "nine rebels stay, or the officers had won");
    assert_eq!(rebels_score([End::Rebels, End::Draw, End::Capped, End::Officers].into_iter()), Some(0.5));
    assert_eq!(rebels_score([End::Capped].into_iter()), None);
}

#[test]
fn other_rule_sets_play_too() {
    for geese in [13, 17] {
        let rules = Rules::fox_and_geese(geese).unwrap();
        let mut games = SelfPlay::new(rules, 3, SelfPlayConfig { positions: 3_000, ..config() }, search(), BALANCE);
        let harvest = iterate(&mut games, 2);
        assert!(!harvest.games.is_empty());
        harvest.games.iter().for_each(|game| game.verify(rules).unwrap());
    }
}

#[test]
fn a_game_in_the_middle_of_a_chain_is_recorded_and_resumed() {
    let rules = Rules::asalto();
    let text = "3/3/1o1r3/2r4/rr1rrrr/rrr/r1r o 0 - 0";
    let Ok(position) = Position::parse(rules, text) else { panic!("{text} is a position") };
    let chains: Vec<_> = position.legal_turns().into_iter().filter(|turn| turn.actions().len() > 1).collect();
    for turn in chains {
        let mut game = Game::new(position);
        game.play(turn.actions()[0]).unwrap();
        let record = GameRecord {
            number: 1,
            start: StartKind::Even,
            missing: 9,
            position: text.to_owned(),
            random: 0,
            draw_value: 0.0,
            moves: game.actions()[0].to_string(),
            result: None,
            reason: None,
            plies: game.plies(),
            decisions: Vec::new(),
        };
        assert_eq!(record.replay(rules, |_, _, _| ()).unwrap().position(), game.position());
    }
}

#[test]
fn games_of_every_rule_option_replay_and_resume() {
    let asalto = RuleSet::asalto;
    let variants = [
        RuleSet { chain: Chain::Forced, ..asalto() },
        RuleSet { huff: Huff::None, ..asalto() },
        RuleSet { diagonals: Diagonals::All, ..asalto() },
        RuleSet { diagonals: Diagonals::None, ..asalto() },
        RuleSet { officers: 3, sideways: false, ..asalto() },
        RuleSet { officers: 1, fortress_win: false, ..asalto() },
        RuleSet { quiet_turns: 0, ..asalto() },
        RuleSet { repetition: 0, ..asalto() },
        RuleSet { first: Side::Officers, min_rebels: 1, ..asalto() },
    ];
    for set in variants {
        let rules = Rules::new(set.clone()).unwrap();
        let config = SelfPlayConfig { positions: 3_000, max_plies: 200, ..config() };
        let mut games = SelfPlay::new(rules, 5, config.clone(), search(), BALANCE);
        let harvest = iterate(&mut games, 2);
        assert!(!harvest.games.is_empty(), "{set:?}");
        for game in &harvest.games {
            game.verify(rules).unwrap_or_else(|error| panic!("{set:?}: {error}"));
            samples(game, rules, &ReplayConfig::default()).unwrap();
        }
        let state = games.state();
        let resumed = SelfPlay::resume(rules, 5, config, search(), BALANCE, &state).unwrap();
        assert_eq!(resumed.state(), state, "{set:?}");
    }
}
