//! Sequential tests, tournaments and suites of starts: whole ones, on any number of threads.

use std::collections::HashSet;
use std::ops::ControlFlow;

use asalto::arena::{
    Match, MatchReport, MatchResult, Openings, Placements, Sprt, SprtDecision, SuiteConfig, Tournament,
    TournamentReport, make_suite,
};
use asalto::base::check::Check;
use asalto::base::fault::Fault;
use asalto::players::{EvaluatorMaker, PlayerFactory, PlayerSpec};
use asalto::rules::{Position, Rules, Side};

fn factory(spec: &str) -> PlayerFactory {
    let no_networks = |dir: &std::path::Path| -> Result<EvaluatorMaker, Fault> {
        Err(Fault::input(format!("{}: no network", dir.display())))
    };
    spec.parse::<PlayerSpec>().unwrap().factory(&no_networks).unwrap()
}

fn openings() -> Openings {
    Openings::new(&[Position::start(Rules::asalto())], &Placements::All, 2, 1).unwrap()
}

fn tested(players: [&PlayerFactory; 2], games: u32, threads: usize, sprt: Sprt) -> MatchResult {
    let openings = openings();
    let contest = Match { players, openings: &openings, games, seed: 3, threads, sprt: Some(sprt) };
    contest.run(&mut |_| ControlFlow::Continue(())).unwrap()
}

#[test]
fn a_match_ends_at_the_pair_that_decides_the_test_whatever_the_number_of_threads() {
    let (strong, weak) = (factory("mcts:sims=20"), factory("random"));
    let sprt = Sprt::new(0.0, 100.0).unwrap();
    let timeless = |mut result: MatchResult| {
        result.pairs.iter_mut().flatten().for_each(|game| game.seconds = [0.0; 2]);
        let report = MatchReport::new(["a".into(), "b".into()], &result.pairs).with_sprt(Some(sprt));
        (result.pairs, report)
    };
    let one = timeless(tested([&strong, &weak], 400, 1, sprt));
    let state = one.1.sprt.unwrap();
    assert_eq!(state.decision, SprtDecision::AcceptedH1);
    assert!(one.1.played < 100, "{}", one.1);
    for threads in [2, 7] {
        assert_eq!(timeless(tested([&strong, &weak], 400, threads, sprt)), one);
    }
    // One pair less, and it was not decided yet.
    let before = &one.0[..one.0.len() - 1];
    let before = MatchReport::new(["a".into(), "b".into()], before).with_sprt(Some(sprt));
    assert_eq!(before.sprt.unwrap().decision, SprtDecision::Continue);
    let swapped = tested([&weak, &strong], 400, 2, sprt).report;
    assert_eq!(swapped.sprt.unwrap().decision, SprtDecision::AcceptedH0);
}

#[test]
fn copies_decide_no_test() {
    // Without random plies alpha-beta meets few placements, and plays each the same way over and over, or nearly so.
    let start = Position::parse(Rules::asalto(), "3/1o1/rrr1orr/rr1rrrr/rrrrrrr/rrr/rrr r 0 - 1").unwrap();
    let openings = Openings::new(&[start], &Placements::All, 0, 1).unwrap();
    let (fixed, weak) = (PlayerFactory::new("first", || Box::new(First)), PlayerFactory::new("f", || Box::new(First)));
    let contest = Match {
        players: [&fixed, &weak],
        openings: &openings,
        games: 200,
        seed: 1,
        threads: 2,
        sprt: Some(Sprt::new(0.0, 50.0).unwrap()),
    };
    let report = contest.run(&mut |_| ControlFlow::Continue(())).unwrap().report;
    assert_eq!((report.played, report.distinct, report.pairs.pairs()), (200, 2, 1));
    assert_eq!(report.sprt.unwrap().decision, SprtDecision::Continue);
}

/// Plays the first legal action.
struct First;

impl asalto::players::Player for First {
    fn name(&self) -> &str {
        "first"
    }

    fn start_game(&mut self, _seed: u64) {}

    fn think(
        &mut self,
        _game: &asalto::rules::Game,
    ) -> Result<asalto::search::SearchSummary, asalto::players::Forfeit> {
        unreachable!("it only chooses")
    }

    fn choose(&mut self, game: &asalto::rules::Game) -> Result<asalto::rules::Action, asalto::players::Forfeit> {
        Ok(game.position().actions()[0])
    }
}

fn tournament(players: &[PlayerFactory], games: u32, threads: usize, self_play: bool) -> TournamentReport {
    let openings = openings();
    let tournament = Tournament { players, openings: &openings, games, seed: 1, threads, self_play, gauntlet: false };
    let mut last = 0;
    let mut report = tournament
        .run(&mut |progress| {
            assert!(progress.done > last && progress.done <= progress.games);
            last = progress.done;
            ControlFlow::Continue(())
        })
        .unwrap();
    let seconds = report.matches.iter_mut().flat_map(|report| &mut report.players);
    seconds.for_each(|player| player.seconds_per_turn = 0.0);
    report
}

#[test]
fn a_tournament_ranks_its_players_in_each_role_and_is_the_same_on_any_number_of_threads() {
    let players = ["random", "greedy", "mcts:sims=10"].map(factory);
    let report = tournament(&players, 16, 2, true);
    assert_eq!(report, tournament(&players, 16, 3, true));
    assert_eq!((report.matches.len(), report.cells.len()), (6, 9));
    let ratings: Vec<f64> = report.players.iter().map(|player| player.rating.unwrap().elo).collect();
    assert!(ratings[0] < ratings[1] && ratings[1] < ratings[2], "{report}");
    assert!(ratings.iter().sum::<f64>().abs() < 1e-6);
    let [random, _, mcts] = [0, 1, 2].map(|player: usize| &report.players[player]);
    assert!(random.as_officers.unwrap().elo < mcts.as_officers.unwrap().elo, "{report}");
    assert!(random.as_rebels.unwrap().elo < mcts.as_rebels.unwrap().elo, "{report}");
    assert_eq!((&random.label[..], &mcts.label[..]), ("A", "C"));
    for cell in &report.cells {
        // Without the diagonal, each pairing has 8 games of either player as officers.
        let expected = if cell.officers == cell.rebels { 16 } else { 8 };
        assert!(cell.score.games() <= expected && cell.score.games() > expected / 2, "{cell:?}");
        let [low, high] = cell.interval;
        assert!((low..=high).contains(&cell.share.unwrap()), "{cell:?}");
    }
    let against = |officers: &str, rebels: &str| {
        report.cells.iter().find(|cell| cell.officers == officers && cell.rebels == rebels).unwrap()
    };
    assert_eq!(against("C", "A").score, report.matches[2].players[1].role(Side::Officers).score);
    assert_eq!(against("A", "C").score, report.matches[2].players[0].role(Side::Officers).score);
}

#[test]
fn in_a_gauntlet_only_the_first_player_meets_the_others() {
    let (players, openings) = (["random", "greedy", "mcts:sims=8"].map(factory), openings());
    let pairings = |self_play| {
        let gauntlet = true;
        Tournament { players: &players, openings: &openings, games: 4, seed: 1, threads: 2, self_play, gauntlet }
    };
    assert_eq!(pairings(true).pairings(), [[0, 0], [0, 1], [0, 2]]);
    let report = pairings(false).run(&mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(report.matches.len(), 2);
    let met: Vec<[&str; 2]> = report
        .cells
        .iter()
        .filter(|cell| cell.share.is_some())
        .map(|cell| [&cell.officers[..], &cell.rebels])
        .collect();
    assert_eq!(met, [["A", "B"], ["A", "C"], ["B", "A"], ["C", "A"]]);
    assert!(report.players.iter().all(|player| player.rating.is_some()), "all are tied together: {report}");
}

#[test]
fn a_tournament_reads_well_and_survives_json() {
    let players = ["random", "mcts:sims=8", "greedy"].map(factory);
    let report = tournament(&players, 8, 2, false);
    let text = report.to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].contains("player") && lines[0].contains("as officers") && lines[0].contains("as rebels"),
        "{text}"
    );
    assert!(lines[1].starts_with("B  mcts:sims=8  +"), "the best first: {text}");
    assert!(lines.iter().any(|line| line.starts_with("A      -  ")), "nobody met itself: {text}");
    let json = serde_json::to_string(&report).unwrap();
    assert_eq!(serde_json::from_str::<TournamentReport>(&json).unwrap(), report);
}

#[test]
fn two_players_have_no_common_scale_of_roles_until_they_meet_themselves() {
    let players = ["random", "greedy"].map(factory);
    let [alone, with_self] = [false, true].map(|self_play| tournament(&players, 8, 2, self_play));
    assert!(alone.players.iter().all(|player| player.rating.is_some() && player.as_officers.is_none()), "{alone}");
    assert!(with_self.players.iter().all(|player| player.as_officers.is_some()), "{with_self}");
    assert_eq!(alone.players[0].rating, with_self.players[0].rating, "meeting itself tells nothing of that");
}

#[test]
fn a_tournament_that_is_stopped_reports_what_was_played() {
    let players = ["random", "greedy", "mcts:sims=4"].map(factory);
    let openings = openings();
    let tournament = Tournament {
        players: &players,
        openings: &openings,
        games: 20,
        seed: 1,
        threads: 1,
        self_play: false,
        gauntlet: false,
    };
    let stopping = |progress: &asalto::arena::TournamentProgress| {
        if progress.done >= 6 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let report = tournament.run(&mut { stopping }).unwrap();
    assert_eq!((report.matches.len(), report.matches[0].played), (1, 6));
    assert!(report.players.iter().all(|player| player.rating.is_none()), "{report}");
    assert!(report.to_string().contains("games: 6 played"), "{report}");
}

fn suite(config: &SuiteConfig, threads: usize) -> Vec<Position> {
    judged(config, &["alphabeta:depth=1"], threads)
}

fn judged(config: &SuiteConfig, judges: &[&str], threads: usize) -> Vec<Position> {
    let judges: Vec<_> = judges.iter().map(|judge| factory(judge)).collect();
    make_suite(config, Rules::asalto(), &judges, threads, |_| ControlFlow::Continue(())).unwrap()
}

#[test]
fn every_demand_on_a_suite_leaves_fewer_of_the_same_candidates() {
    let loose = SuiteConfig { count: 60, wins_each: 0, ..SuiteConfig::default() };
    let (one, all) = (["alphabeta:depth=1"], judged(&loose, &["alphabeta:depth=1"], 2));
    let strict = SuiteConfig { count: 4, wins_each: 1, ..SuiteConfig::default() };
    let two = ["alphabeta:depth=1", "alphabeta:depth=2"];
    for kept in [judged(&strict, &one, 2), judged(&SuiteConfig { wins_each: 0, ..strict.clone() }, &two, 2)] {
        let mut places = kept.iter().map(|start| all.iter().position(|other| other == start).expect("found before"));
        let first: Vec<usize> = places.by_ref().collect();
        assert!(first.is_sorted() && first[3] > 3, "nothing was left out: {first:?}");
    }
}

#[test]
fn a_suite_depends_on_its_options_alone_and_a_shorter_one_begins_it() {
    let config = SuiteConfig { count: 12, ..SuiteConfig::default() };
    let starts = suite(&config, 1);
    assert_eq!(starts, suite(&config, 3));
    assert_eq!(starts[..5], suite(&SuiteConfig { count: 5, ..config.clone() }, 2));
    assert_ne!(starts, suite(&SuiteConfig { seed: 2, ..config.clone() }, 2));
    let mut seen = HashSet::new();
    for start in &starts {
        assert!(
            seen.insert(start.to_string()) && seen.insert(start.mirrored().to_string()) || *start == start.mirrored()
        );
        assert!(start.outcome().is_none() && start.officers().count() == 2 && start.quiet() == 0, "{start}");
        assert!((12..=18).contains(&start.rebels().count()), "{start}");
        assert_eq!(Position::parse(Rules::asalto(), &start.to_string()).unwrap(), *start);
    }
}

#[test]
fn a_suite_that_cannot_be_found_says_so_and_wrong_knobs_are_refused() {
    // With nine rebels the first capture wins: the officers have it all.
    let config = SuiteConfig { count: 1, rebels: 9..=9, games_each: 30, max_share: 0.5, ..SuiteConfig::default() };
    let judges = [factory("greedy")];
    let fault = make_suite(&config, Rules::asalto(), &judges, 2, |_| ControlFlow::Continue(())).unwrap_err();
    assert!(fault.to_string().contains("of 1000 candidates only 0 are even"), "{fault}");
    let wrong = SuiteConfig { count: 0, random_plies: 99, games_each: 0, max_share: f64::NAN, ..config };
    assert_eq!(wrong.check().len(), 5);
    #[expect(clippy::reversed_empty_ranges, reason = "that is what is refused")]
    let wrong = SuiteConfig { rebels: 12..=11, ..SuiteConfig::default() };
    assert_eq!(wrong.check().len(), 1);
    let wrong = SuiteConfig { rebels: 3..=40, ..SuiteConfig::default() };
    assert_eq!((wrong.check().len(), wrong.check_for(Rules::asalto()).len()), (0, 1));
}
