//! Players: their specs, and how they play.

use std::path::Path;
use std::time::Duration;

use asalto::base::fault::Fault;
use asalto::base::rng::stream;
use asalto::players::{
    Budget, EvaluatorMaker, ForfeitKind, GreedyPlayer, NetworkSpec, Player, PlayerSpec, RandomPlayer, RolloutEvaluator,
};
use asalto::rules::playout::careful_game;
use asalto::rules::{Game, Position, Reason, RuleSet, Rules, Side};
use asalto::search::{Evaluation, Evaluator, Leaf};
use proptest::prelude::*;

/// A loader for tests without networks.
fn no_networks(dir: &Path) -> Result<EvaluatorMaker, Fault> {
    Err(Fault::input(format!("{}: no network", dir.display())))
}

fn player(spec: &str) -> Box<dyn Player> {
    let spec: PlayerSpec = spec.parse().unwrap();
    spec.factory(&no_networks).unwrap().player()
}

fn game(text: &str) -> Game {
    Game::new(Position::parse(Rules::asalto(), text).unwrap())
}

/// What a player chooses over many seeds, without repeats, sorted.
fn choices(player: &mut dyn Player, game: &Game, seeds: u64) -> Vec<String> {
    let mut all: Vec<String> = (0..seeds)
        .map(|seed| {
            player.start_game(seed);
            player.choose(game).unwrap().to_string()
        })
        .collect();
    all.sort();
    all.dedup();
    all
}

/// One capture of two rebels (d6xd4xd2), one of a single rebel, and steps.
const CHAIN: &str = "3/1o1/1r1r3/rr2rrr/rrrr1rr/r1r/1o1 o 0 - 0";

#[test]
fn specs_print_as_they_are_read() {
    for text in ["random", "greedy", "mcts:sims=50", "net:runs/a", "net:runs/a?sims=64", "net:a?ms=5", "net:a?b?"] {
        assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), text);
    }
    for (text, shown) in [("alphabeta:ms=1.4", "alphabeta:ms=1.4"), ("alphabeta:ms=2.50", "alphabeta:ms=2.5")] {
        assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), shown);
    }
    let exact: PlayerSpec = "exact:m0?else=net?sims=64".parse().unwrap();
    assert_eq!(exact.with_network("runs/a").to_string(), "exact:m0?else=net:runs/a?sims=64");
    let timed = NetworkSpec { budget: Some(Budget::Time(Duration::from_micros(250))), ..NetworkSpec::policy("a") };
    assert_eq!("net:a?ms=0.25".parse(), Ok(PlayerSpec::Network(timed)));
    assert_eq!("mcts".parse(), Ok(PlayerSpec::Mcts { simulations: 2000 }));
    let json = serde_json::to_string(&PlayerSpec::Mcts { simulations: 7 }).unwrap();
    assert_eq!(json, r#""mcts:sims=7""#);
    assert!(serde_json::from_str::<PlayerSpec>(r#""mtcs""#).is_err());
}

#[test]
fn a_wrong_spec_says_what_is_wrong_and_what_is_allowed() {
    for (text, wrong) in [
        ("mtcs:sims=3", "unknown player `mtcs`; did you mean `mcts`?"),
        ("", "unknown player ``"),
        (" mcts", "unknown player ` mcts`; did you mean `mcts`?"),
        ("stockfish", "unknown player `stockfish`\n"),
        ("greedy:x=1", "player `greedy:x=1`: greedy has no options, found `x=1`"),
        ("mcts:", "player `mcts:`: an option is written KEY=NUMBER, found ``"),
        ("mcts:sims", "player `mcts:sims`: an option is written KEY=NUMBER, found `sims`"),
        ("mcts:sim=2", "player `mcts:sim=2`: unknown option `sim`; allowed: `sims`"),
        ("mcts:sims=0", "player `mcts:sims=0`: sims must be 1 to 100000, found `0`"),
        ("mcts:sims=+5", "sims must be 1 to 100000, found `+5`"),
        ("mcts:sims=99999999999", "sims must be 1 to 100000, found `99999999999`"),
        ("mcts:sims=1,sims=2", "option `sims` is given twice"),
        ("net:x?sims=4,draw=91", "draw must be 0 to 90, found `91`"),
        ("net:?sims=4", "player `net:?sims=4`: the directory of the network is missing"),
        ("net:x?depth=4", "player `net:x?depth=4`: unknown option `depth`; allowed: `sims`, `ms`"),
        ("net:x?ms=0", "player `net:x?ms=0`: ms must be 0.1 to 3600000, found `0`"),
        ("net:x?ms=0.05", "ms must be 0.1 to 3600000, found `0.05`"),
        ("alphabeta:ms=1.2345", "ms must be 0.1 to 3600000, found `1.2345`"),
        ("alphabeta:ms=1.", "found `1.`"),
        ("alphabeta:ms=-1", "found `-1`"),
        ("net:x?sims=1.0", "sims must be 1 to 100000, found `1.0`"),
        ("net:x?sims=4,ms=5", "player `net:x?sims=4,ms=5`: give either `sims` or `ms`"),
        ("uci:x", "unknown player `uci`; did you mean `ugi`?"),
        ("random?sims=3", "player `random?sims=3`: random has no options, found `sims=3`"),
        ("greedy?", "player `greedy?`: greedy has no options, found ``"),
        ("mcts?sims=3", "player `mcts?sims=3`: its options follow a colon: `mcts:sims=3`"),
        ("net?", "player `net?`: an option is written KEY=NUMBER, found ``"),
        ("net:runs/a?", "player `net:runs/a?`: an option is written KEY=NUMBER, found ``"),
        ("exact:tables?else=foo", "player `exact:tables?else=foo`: unknown player `foo`"),
        ("exact:a?else=mcts:x", "player `exact:a?else=mcts:x`: player `mcts:x`: an option is written"),
        ("models/asalto?sims=4", "the network of a folder is named `net:models/asalto?sims=4`"),
        ("./x", "unknown player `./x`; the network of a folder is named `net:./x`"),
    ] {
        let error = text.parse::<PlayerSpec>().unwrap_err();
        let shown = error.to_string();
        assert!(shown.contains(wrong), "{text}: {shown}");
        for example in ["random", "greedy", "mcts:sims=2000", "net:DIR?sims=64", "net:DIR?ms=500", "ugi:COMMAND"] {
            assert!(shown.contains(example), "{text}: {shown}");
        }
        let fault = Fault::from(error);
        assert_eq!(fault.exit_code(), 2);
        assert_eq!(fault.to_string(), format!("error: {shown}"));
    }
}

proptest! {
    #[test]
    fn any_network_directory_survives_print_and_read(
        dir in "(?s).{1,12}",
        simulations in prop::option::of(1u32..=100_000),
        microseconds in 100u64..=3_600_000_000,
        style in (0u32..=90, 0u32..=90, 0u32..=500),
    ) {
        for budget in [simulations.map(Budget::Simulations), Some(Budget::Time(Duration::from_micros(microseconds)))] {
            let spec = PlayerSpec::Network(NetworkSpec {
                dir: dir.clone(),
                budget,
                draw: style.0,
                contempt: style.1,
                temperature: style.2,
            });
            prop_assert_eq!(spec.to_string().parse::<PlayerSpec>(), Ok(spec));
        }
    }

    #[test]
    fn no_text_makes_reading_a_spec_panic(text in "\\PC{0,20}") {
        if let Ok(spec) = text.parse::<PlayerSpec>() {
            prop_assert_eq!(spec.to_string().parse::<PlayerSpec>(), Ok(spec));
        }
    }
}

#[test]
fn a_network_that_cannot_be_loaded_fails_before_any_game() {
    let spec: PlayerSpec = "net:nowhere?sims=4".parse().unwrap();
    let fault = spec.factory(&no_networks).err().unwrap();
    assert_eq!(fault.to_string(), "error: nowhere: no network");
}

/// Prefers the first legal action.
struct First;

impl Evaluator for First {
    fn evaluate(&mut self, leaves: &[Leaf], out: &mut Vec<Evaluation>) {
        out.clear();
        out.extend(leaves.iter().map(|leaf| {
            let mut prior = vec![0.0; leaf.actions.len()];
            prior[0] = 1.0;
            Evaluation { prior, wdl: [0.25, 0.5, 0.25] }
        }));
    }
}

#[test]
fn a_loaded_network_plays_by_policy_and_by_search() {
    let loader = |dir: &Path| -> Result<EvaluatorMaker, Fault> {
        assert_eq!(dir, Path::new("models/x"));
        Ok(Box::new(|| Box::new(First)))
    };
    for (spec, simulations) in [("net:models/x", 0), ("net:models/x?sims=16", 16)] {
        let factory = spec.parse::<PlayerSpec>().unwrap().factory(&loader).unwrap();
        let mut player = factory.player();
        assert_eq!((factory.name(), player.name()), (spec, spec));
        player.start_game(1);
        let thought = player.think(&Game::new(Position::start(Rules::asalto()))).unwrap();
        assert_eq!(thought.simulations, simulations);
        assert_eq!(thought.prior[0], 1.0);
    }
}

#[test]
fn random_plays_every_legal_action() {
    let game = Game::new(Position::start(Rules::asalto()));
    assert_eq!(choices(&mut RandomPlayer::default(), &game, 200).len(), 9);
}

#[test]
fn greedy_captures_the_most() {
    let game = game(CHAIN);
    let turns: Vec<String> = game.position().legal_turns().iter().map(ToString::to_string).collect();
    assert!(turns.len() > 5 && turns.iter().any(|turn| turn == "d6xd4xd2"), "{turns:?}");
    let mut greedy = GreedyPlayer::default();
    assert_eq!(choices(&mut greedy, &game, 40), ["d6xd4"]);
    let mut later = game.clone();
    later.play(greedy.choose(&game).unwrap()).unwrap();
    assert_eq!(choices(&mut greedy, &later, 40), ["d4xd2"], "it goes on in mid-chain");
}

#[test]
fn greedy_is_random_where_nothing_can_be_captured() {
    let quiet = game("1o1/3/7/7/rrrrrrr/rrr/1o1 o 0 - 0");
    let legal = quiet.position().actions().len();
    assert_eq!(choices(&mut GreedyPlayer::default(), &quiet, 200).len(), legal);
    let rebels = game("1o1/1o1/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 - 0");
    let legal = rebels.position().actions().len();
    assert_eq!(choices(&mut GreedyPlayer::default(), &rebels, 400).len(), legal);
}

#[test]
fn everyone_finishes_games_of_every_rule_set_with_summaries_that_add_up() {
    let no_quiet_limit = RuleSet { quiet_turns: 0, ..RuleSet::asalto() };
    let all = [Rules::asalto(), Rules::fox_and_geese(13).unwrap(), Rules::new(no_quiet_limit).unwrap()];
    for rules in all {
        for spec in ["random", "greedy", "mcts:sims=8"] {
            let mut player = player(spec);
            player.start_game(3);
            let mut game = Game::new(Position::start(rules));
            // Without a quiet limit a game of careful players is long; its beginning will do.
            while game.outcome().is_none() && game.plies() < 300 {
                let thought = player.think(&game).unwrap();
                assert_eq!(thought.actions, game.position().actions().to_vec());
                assert!((thought.policy.iter().sum::<f32>() - 1.0).abs() < 1e-3, "{spec}");
                assert_eq!(thought.principal_variation[0], thought.chosen);
                game.play(thought.chosen).unwrap();
            }
        }
    }
}

#[test]
fn a_choice_depends_on_seed_and_game_alone() {
    let game = game("1o1/1o1/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 - 0");
    for spec in ["random", "greedy", "mcts:sims=30"] {
        let (mut fresh, mut used) = (player(spec), player(spec));
        used.start_game(8);
        let mut other = Game::new(Position::start(Rules::asalto()));
        for _ in 0..6 {
            other.play(used.choose(&other).unwrap()).unwrap();
        }
        used.start_game(7);
        fresh.start_game(7);
        let first = fresh.think(&game).unwrap();
        assert_eq!(first, used.think(&game).unwrap(), "{spec}: an earlier game shows through");
        assert_eq!(first, fresh.think(&game).unwrap(), "{spec}: thinking twice differs");
    }
}

#[test]
fn nobody_chooses_once_the_game_is_over() {
    let over = game("rrr/rrr/2rrr2/7/7/1o1/1o1 o 0 - 0");
    assert!(over.outcome().is_some());
    for spec in ["random", "greedy", "mcts:sims=8"] {
        let why = player(spec).think(&over).unwrap_err();
        assert_eq!(why.kind, ForfeitKind::GaveUp);
        let why = why.to_string();
        assert!(why.contains("the game is over"), "{spec}: {why}");
    }
}

#[test]
fn mcts_takes_a_win_at_once_and_avoids_a_loss_at_once() {
    // The last rebel fills the fortress.
    let win = game("rrr/rrr/2r1r2/3r3/7/1o1/1o1 r 0 - 0");
    assert_eq!(choices(&mut *player("mcts:sims=20"), &win, 3), ["d4-d5"]);
    // The last officer can capture: any step would have it huffed, and the game lost.
    let capture = game("3/1o1/1r1r3/rr2rrr/rrrr1rr/r1r/3 o 0 - 0");
    assert_eq!(choices(&mut *player("mcts:sims=20"), &capture, 3), ["d6xd4"]);
}

#[test]
fn playouts_neither_miss_captures_nor_hand_rebels_over() {
    // One playout turn from each of these says enough: the prior is spread over careful actions.
    let mut evaluator = RolloutEvaluator::new(stream(1, &[]));
    let mut prior_of = |text: &str| {
        let position = Position::parse(Rules::asalto(), text).unwrap();
        let leaf = Leaf { position, repetitions: 0, actions: position.actions(), draw_value: 0.0 };
        let mut out = Vec::new();
        evaluator.evaluate(std::slice::from_ref(&leaf), &mut out);
        let most = out[0].prior.iter().copied().fold(0.0, f32::max);
        let best = leaf.actions.iter().zip(&out[0].prior).filter(|(_, share)| **share == most);
        best.map(|(action, _)| action.to_string()).collect::<Vec<_>>()
    };
    let captures = prior_of(CHAIN);
    assert!(captures.iter().all(|action| action.contains('x')), "{captures:?}");
    let position = Position::parse(Rules::asalto(), "1o1/1o1/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 - 0").unwrap();
    let careful = prior_of(&position.to_string());
    assert!(!careful.is_empty() && careful.len() < position.actions().len(), "{careful:?}");
    for action in position.actions().iter() {
        let safe = position.play(*action).unwrap().able_officers().is_empty();
        assert_eq!(safe, careful.contains(&action.to_string()), "{action}");
    }
}

#[test]
fn careful_games_end_without_a_quiet_limit_and_the_officers_lose_none_to_a_huff() {
    let endless = RuleSet { quiet_turns: 0, ..RuleSet::asalto() };
    for (rules, games) in [(Rules::asalto(), 500), (Rules::new(endless).unwrap(), 100)] {
        let mut rng = stream(2, &[]);
        let mut rebels_won = 0;
        for _ in 0..games {
            let (outcome, _) = careful_game(Position::start(rules), &mut rng);
            assert_ne!(outcome.reason, Reason::OfficersGone, "only a huff removes officers");
            rebels_won += u32::from(outcome.winner == Some(Side::Rebels));
        }
        assert!(rebels_won > games / 2, "the plain start favours the rebels: {rebels_won}");
    }
}
