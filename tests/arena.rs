//! Matches: openings, statistics of hand-made results, whole matches on any number of threads.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use asalto::arena::{
    EndReason, Match, MatchReport, MatchResult, Openings, Placements, PlayedGame, Progress, Score, Seat,
};
use asalto::base::fault::Fault;
use asalto::base::rng::stream;
use asalto::players::{EvaluatorMaker, Forfeit, ForfeitKind, Player, PlayerFactory, PlayerSpec};
use asalto::rules::{Action, Game, Position, Reason, Rules, Side, thinned};
use asalto::search::SearchSummary;

const OFFICERS: Option<Side> = Some(Side::Officers);
const REBELS: Option<Side> = Some(Side::Rebels);

/// A hand-made game of 10 plies in which each seat chose 5 turns in half a second.
fn made(number: u32, winner: Option<Side>, moves: &str) -> PlayedGame {
    let reason = match winner {
        OFFICERS => Reason::TooFewRebels,
        REBELS => Reason::FortressFilled,
        None => Reason::Repetition,
    };
    PlayedGame {
        number,
        officers: Seat::ALL[number as usize % 2],
        start: "start".into(),
        moves: moves.into(),
        opening: 2,
        winner,
        reason: EndReason::Rules(reason),
        forfeit: None,
        plies: 10,
        taken: 3,
        turns: [5; 2],
        seconds: [0.5; 2],
    }
}

fn pair(number: u32, winners: [Option<Side>; 2], moves: [&str; 2]) -> [PlayedGame; 2] {
    [0, 1].map(|at| made(2 * number + at as u32, winners[at], moves[at]))
}

fn report(pairs: &[[PlayedGame; 2]]) -> MatchReport {
    MatchReport::new(["a".into(), "b".into()], pairs)
}

fn score(wins: u32, draws: u32, losses: u32) -> Score {
    Score { wins, draws, losses }
}

#[test]
fn scores_are_kept_apart_by_player_and_role() {
    // A: wins and draws as officers, loses and wins as rebels.
    let found = report(&[pair(0, [OFFICERS, OFFICERS], ["1", "2"]), pair(1, [None, REBELS], ["3", "4"])]);
    let [a, b] = &found.players;
    assert_eq!((a.officers.score, a.rebels.score), (score(1, 1, 0), score(1, 0, 1)));
    assert_eq!((b.officers.score, b.rebels.score), (score(1, 0, 1), score(0, 1, 1)));
    assert_eq!((a.total, b.total), (score(2, 1, 1), score(1, 1, 2)));
    assert_eq!(found.pairs.counts, [0, 0, 1, 1, 0]);
    let ends = BTreeMap::from([("repetition".to_owned(), 1), ("too_few_rebels".to_owned(), 1)]);
    assert_eq!(a.officers.ends, ends);
    assert_eq!((a.officers.share, a.officers.mean_plies, a.officers.mean_taken), (Some(0.75), 10.0, 3.0));
    assert!((a.seconds_per_turn - 0.1).abs() < 1e-12 && a.turns == 20);
    assert_eq!((found.played, found.distinct), (4, 4));
    assert_eq!((found.unique_ratio, found.mean_plies), (1.0, 10.0));
}

#[test]
fn copies_of_a_game_count_once() {
    let first = pair(0, [OFFICERS, REBELS], ["1", "2"]);
    let copy = pair(1, [OFFICERS, REBELS], ["1", "2"]);
    let half_new = pair(2, [OFFICERS, OFFICERS], ["1", "3"]);
    let found = report(&[first, copy, half_new]);
    assert_eq!((found.played, found.distinct, found.unique_ratio), (6, 3, 0.5));
    assert_eq!(found.pairs.counts, [0, 0, 1, 0, 1]);
    assert_eq!(found.players[0].officers.score, score(1, 0, 0));
    assert_eq!(found.players[0].rebels.score, score(1, 0, 1));
    assert_eq!(found.players[0].turns, 30, "thinking time is that of all games");
}

#[test]
fn the_same_moves_with_the_roles_swapped_are_another_game() {
    assert_eq!(report(&[pair(0, [OFFICERS, OFFICERS], ["1", "1"])]).distinct, 2);
}

#[test]
fn a_match_without_games_says_that_nothing_is_known() {
    let found = report(&[]);
    let officers = &found.players[0].officers;
    assert_eq!((officers.share, officers.interval), (None, [0.0, 1.0]));
    assert_eq!((found.superiority, found.unique_ratio, found.elo.difference), (0.5, 1.0, None));
}

#[test]
fn a_report_survives_json_and_a_forfeit_has_its_name() {
    let mut games = pair(0, [OFFICERS, REBELS], ["1", "2"]);
    games[1].reason = EndReason::Forfeit(ForfeitKind::TimeOut);
    games[1].forfeit = Some("it hung".into());
    let found = report(std::slice::from_ref(&games));
    let text = serde_json::to_string(&found).unwrap();
    assert!(text.contains(r#""difference":null"#), "{text}");
    assert!(text.contains(r#""pairs":[0,0,0,0,1]"#), "{text}");
    let read: MatchReport = serde_json::from_str(&text).unwrap();
    assert_eq!((read.to_string(), read.players), (found.to_string(), found.players));
    let text = serde_json::to_string(&games).unwrap();
    assert!(text.contains(r#""reason":"too_few_rebels""#), "{text}");
    assert!(text.contains(r#""reason":"time_out""#), "{text}");
    assert_eq!(serde_json::from_str::<[PlayedGame; 2]>(&text).unwrap(), games);
}

#[test]
fn the_table_is_aligned_and_tells_namesakes_apart() {
    let pairs = [pair(0, [OFFICERS, OFFICERS], ["1", "2"]), pair(1, [None, REBELS], ["3", "4"])];
    let found = MatchReport::new(["mcts:sims=9".into(), "mcts:sims=9".into()], &pairs);
    let expected = "\
player           as        games  wins  draws  losses   score         95 %  plies  taken  ends
mcts:sims=9 (A)  officers      2     1      1       0  75.0 %  19.8 - 97.3   10.0    3.0  repetition 1, too_few_rebels 1
mcts:sims=9 (A)  rebels        2     1      0       1  50.0 %   9.5 - 90.5   10.0    3.0  fortress_filled 1, too_few_rebels 1
mcts:sims=9 (B)  officers      2     1      0       1  50.0 %   9.5 - 90.5   10.0    3.0  fortress_filled 1, too_few_rebels 1
mcts:sims=9 (B)  rebels        2     0      1       1  25.0 %   2.7 - 80.2   10.0    3.0  repetition 1, too_few_rebels 1

games: 4 played, 4 distinct (100.0 %), 10.0 plies on average
pairs in which mcts:sims=9 (A) got 0, 1/2, 1, 3/2, 2 points: 0 0 1 1 0
";
    let shown = found.to_string();
    assert!(shown.starts_with(expected), "{shown}");
    assert!(shown.contains("Elo of mcts:sims=9 (A) over mcts:sims=9 (B): +89 +- "), "{shown}");
    assert!(shown.ends_with("mcts:sims=9 (B): 100.000 ms a turn\n"), "{shown}");
}

fn openings(starts: &[Position], placements: &str, plies: u32, seed: u64) -> Openings {
    Openings::new(starts, &placements.parse().unwrap(), plies, seed).unwrap()
}

fn plain() -> [Position; 1] {
    [Position::start(Rules::asalto())]
}

#[test]
fn all_36_placements_come_equally_often_with_their_mirror_images() {
    let openings = openings(&plain(), "all", 0, 1);
    assert_eq!(openings.cycle(), 36);
    let mut counts: BTreeMap<String, (u32, String)> = BTreeMap::new();
    for pair in 0..72 {
        let position = openings.of_pair(pair).position();
        let entry = counts.entry(position.to_string());
        entry.or_insert((0, position.mirrored().to_string())).0 += 1;
    }
    assert_eq!(counts.len(), 36);
    for (count, mirror) in counts.values() {
        assert_eq!(*count, 2);
        assert!(counts.contains_key(mirror), "{mirror}");
    }
}

#[test]
fn random_plies_leave_a_game_with_all_officers_and_differ_by_pair_and_seed() {
    let (one, other) = (openings(&plain(), "d6d5", 4, 1), openings(&plain(), "d6d5", 4, 2));
    let mut seen = BTreeSet::new();
    for pair in 0..50 {
        let opening = one.of_pair(pair);
        assert_eq!(opening, one.of_pair(pair));
        let position = opening.position();
        assert_eq!((position.outcome(), position.officers().count()), (None, 2), "{position}");
        assert_eq!(position.side_to_move(), Side::Rebels);
        seen.insert(position.to_string());
        seen.insert(other.of_pair(pair).position().to_string());
    }
    // Officers that stand close have few turns that cost none of them, so some openings come twice.
    assert!(seen.len() > 70, "{}", seen.len());
}

#[test]
fn positions_of_any_kind_can_be_starts() {
    let rules = Rules::asalto();
    let thinned: Vec<Position> = (0..3).map(|seed| thinned(rules, 8, &mut stream(seed, &[]))).collect();
    let from_thinned = openings(&thinned, "d6d5,c5e5", 0, 1);
    assert_eq!(from_thinned.cycle(), 6);
    let all: BTreeSet<String> = (0..6).map(|pair| from_thinned.of_pair(pair).position().to_string()).collect();
    assert_eq!(all.len(), 6, "three starts with two placements each");
    let geese = [Position::start(Rules::fox_and_geese(13).unwrap())];
    assert_eq!(openings(&geese, "all", 2, 1).of_pair(5).actions.len(), 2, "nothing to place");
}

#[test]
fn placements_read_as_they_print_and_wrong_ones_say_why() {
    for text in ["all", "d6d5", "c7d7,c5e5"] {
        let placements: Placements = text.parse().unwrap();
        let again: Placements = placements.to_string().parse().unwrap();
        assert_eq!(placements, again);
    }
    for (text, why) in [
        ("", "`` is not a placement"),
        ("d6", "does not fit the start"),
        ("d6d6", "puts two officers on d6"),
        ("d6d4", "does not fit the start"),
        ("d6d5,x", "`x` is not a placement"),
        ("d6éé", "is not a placement"),
    ] {
        let wrong = match text.parse::<Placements>() {
            Err(problem) => problem.to_string(),
            Ok(placements) => Openings::new(&plain(), &placements, 0, 1).unwrap_err()[0].to_string(),
        };
        assert!(wrong.contains(why), "{text}: {wrong}");
    }
    let over = Position::parse(Rules::asalto(), "rrr/rrr/2rrr2/7/7/1o1/1o1 o 0 - 0").unwrap();
    let wrong = Openings::new(&[over], &Placements::All, 0, 1).unwrap_err();
    assert!(wrong[0].to_string().contains("the game is over"), "{wrong:?}");
    assert!(Openings::new(&[], &Placements::All, 0, 1).is_err());
    let wrong = Openings::new(&plain(), &Placements::All, 201, 1).unwrap_err();
    assert_eq!(wrong[0].to_string(), "random plies: must be 0 to 200, found 201");
    for pair in 0..40 {
        let opening = openings(&plain(), "all", 200, 3).of_pair(pair);
        let mut game = Game::new(opening.start);
        opening.actions.iter().for_each(|&action| game.play(action).unwrap());
        assert!(game.outcome().is_none(), "a game is left to play, no draw by repetition on the way either");
    }
    let long = openings(&plain(), "all", 200, 1).of_pair(0);
    assert!(long.position().outcome().is_none() && long.actions.len() > 4, "as long as chance allows");
}

fn factory(spec: &str) -> PlayerFactory {
    let no_networks = |dir: &std::path::Path| -> Result<EvaluatorMaker, Fault> {
        Err(Fault::input(format!("{}: no network", dir.display())))
    };
    spec.parse::<PlayerSpec>().unwrap().factory(&no_networks).unwrap()
}

fn play(a: &PlayerFactory, b: &PlayerFactory, games: u32, threads: usize) -> MatchResult {
    let openings = openings(&plain(), "all", 2, 1);
    let players = [a, b];
    let contest = Match { players, openings: &openings, games, seed: 5, threads, sprt: None };
    contest.run(&mut |_| ControlFlow::Continue(())).unwrap()
}

/// A match without the seconds it took.
fn timeless(result: MatchResult) -> (Vec<[PlayedGame; 2]>, String) {
    let mut pairs = result.pairs;
    pairs.iter_mut().flatten().for_each(|game| game.seconds = [0.0; 2]);
    let report = MatchReport::new(["a".into(), "b".into()], &pairs);
    (pairs, report.to_string())
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let (a, b) = (factory("mcts:sims=10"), factory("greedy"));
    let one = timeless(play(&a, &b, 16, 1));
    for threads in [2, 5] {
        assert_eq!(one, timeless(play(&a, &b, 16, threads)));
    }
    let other_seed = {
        let openings = openings(&plain(), "all", 2, 1);
        let players = [&a, &b];
        let contest = Match { players, openings: &openings, games: 16, seed: 6, threads: 2, sprt: None };
        timeless(contest.run(&mut |_| ControlFlow::Continue(())).unwrap())
    };
    assert_ne!(one, other_seed);
}

#[test]
fn games_replay_to_their_results_and_pairs_share_their_opening() {
    let result = play(&factory("greedy"), &factory("random"), 24, 2);
    assert_eq!(result.pairs.len(), 12);
    for (index, [first, second]) in result.pairs.iter().enumerate() {
        assert_eq!((first.number, second.number), (2 * index as u32, 2 * index as u32 + 1));
        assert_eq!((first.officers, second.officers), (Seat::A, Seat::B));
        let opening = |game: &PlayedGame| {
            let moves: Vec<&str> = game.moves.split(' ').take(game.opening as usize).collect();
            (game.start.clone(), moves.join(" "))
        };
        assert_eq!(opening(first), opening(second));
        for game in [first, second] {
            let replayed = replay(game);
            let outcome = replayed.outcome().unwrap();
            assert_eq!(game.winner, outcome.winner);
            assert_eq!(game.reason, EndReason::Rules(outcome.reason));
            assert_eq!(game.plies, replayed.plies());
            let chosen = game.moves.split(' ').skip(game.opening as usize);
            assert_eq!(game.taken as usize, chosen.filter(|action| action.contains('x')).count());
            // The opening's two random plies were nobody's choice.
            assert_eq!(game.turns[0] + game.turns[1], game.plies - 2);
        }
    }
    let [greedy, _] = result.report.players;
    assert_eq!(greedy.total, score(24, 0, 0));
}

/// Plays a game's moves again, found by their text among the legal ones.
fn replay(game: &PlayedGame) -> Game {
    let mut replayed = Game::new(Position::parse(Rules::asalto(), &game.start).unwrap());
    for text in game.moves.split(' ') {
        let actions = replayed.position().actions();
        let named: Option<&Action> = actions.iter().find(|action| action.to_string() == text);
        replayed.play(*named.unwrap()).unwrap();
    }
    replayed
}

#[test]
fn a_player_against_itself_shows_no_difference() {
    for spec in ["random", "greedy", "mcts:sims=4"] {
        let player = factory(spec);
        let report = play(&player, &player, 72, 2).report;
        let elo = report.elo;
        let (low, high) = (elo.low.unwrap(), elo.high.unwrap());
        assert!(low <= 0.0 && 0.0 <= high, "{spec}: {report}");
        assert!((0.025..=0.975).contains(&report.superiority), "{spec}: {report}");
    }
}

#[test]
fn a_stronger_player_shows_in_both_roles() {
    let report = play(&factory("mcts:sims=30"), &factory("random"), 24, 2).report;
    let strong = &report.players[0];
    assert!(strong.officers.share.unwrap() > 0.9 && strong.rebels.share.unwrap() > 0.9, "{report}");
    assert!(report.elo.low.unwrap() > 100.0 && report.superiority > 0.99, "{report}");
}

/// Gives up, or plays what is not legal, at its third decision as rebels.
struct Faulty {
    illegal: bool,
    choices: u32,
}

impl Player for Faulty {
    fn name(&self) -> &str {
        "faulty"
    }

    fn start_game(&mut self, _seed: u64) {
        self.choices = 0;
    }

    fn think(&mut self, _game: &Game) -> Result<SearchSummary, Forfeit> {
        Err(Forfeit::gave_up("it has no thoughts"))
    }

    fn choose(&mut self, game: &Game) -> Result<Action, Forfeit> {
        self.choices += u32::from(game.position().side_to_move() == Side::Rebels);
        match (self.choices, self.illegal) {
            (0..3, _) => Ok(game.position().actions()[0]),
            (_, true) => Ok(Action::Place(asalto::rules::Point::ALL[0])),
            (_, false) => Err(Forfeit::gave_up("it hung")),
        }
    }
}

#[test]
fn giving_up_and_illegal_moves_lose_one_game_and_are_counted_apart() {
    for (illegal, why, kind) in
        [(true, "@c7: no officer is left to place", ForfeitKind::IllegalMove), (false, "it hung", ForfeitKind::GaveUp)]
    {
        let faulty = PlayerFactory::new("faulty", move || Box::new(Faulty { illegal, choices: 0 }));
        let result = play(&factory("random"), &faulty, 8, 2);
        let report = &result.report.players[1];
        let forfeited: Vec<&PlayedGame> = result.pairs.iter().flatten().filter(|game| game.forfeit.is_some()).collect();
        assert!(!forfeited.is_empty(), "{}", result.report);
        for game in &forfeited {
            assert_eq!(game.forfeit.as_deref(), Some(why));
            assert_eq!((game.winner, game.reason, game.officers), (OFFICERS, EndReason::Forfeit(kind), Seat::A));
        }
        assert_eq!(report.forfeits as usize, forfeited.len());
        assert_eq!(report.rebels.ends[kind.name()], report.forfeits);
        let told = format!(
            "{} games lost by forfeit ({} {})",
            report.forfeits,
            kind.name().replace('_', " "),
            report.forfeits
        );
        assert!(result.report.to_string().contains(&told), "{}", result.report);
        assert_eq!(result.report.players[0].forfeits, 0);
        assert_eq!(result.report.played, 8, "the match goes on");
    }
}

#[test]
fn progress_is_told_after_each_pair_and_can_stop_the_match() {
    let (a, b) = (factory("random"), factory("random"));
    let openings = openings(&plain(), "all", 0, 1);
    let contest = Match { players: [&a, &b], openings: &openings, games: 40, seed: 1, threads: 1, sprt: None };
    let mut heard: Vec<Progress> = Vec::new();
    let mut watch = |progress: &Progress| {
        heard.push(*progress);
        if progress.done >= 6 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let result = contest.run(&mut watch).unwrap();
    assert_eq!(heard.iter().map(|progress| progress.done).collect::<Vec<_>>(), [2, 4, 6]);
    assert_eq!((result.report.played, heard[2].games), (6, 40));
    let total = heard[2].scores[0].plus(heard[2].scores[1]);
    assert_eq!(total, result.report.players[0].total);
}

#[test]
fn an_odd_number_of_games_or_no_thread_is_refused() {
    let player = factory("random");
    let openings = openings(&plain(), "all", 0, 1);
    for (games, threads, why) in [(7, 1, "must be an even number"), (0, 1, "games"), (2, 0, "threads")] {
        let contest = Match { players: [&player; 2], openings: &openings, games, seed: 1, threads, sprt: None };
        let fault = contest.run(&mut |_| ControlFlow::Continue(())).unwrap_err();
        assert!(fault.to_string().contains(why) && fault.exit_code() == 2, "{fault}");
    }
}
