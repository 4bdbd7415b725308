//! Makes a suite of even starts: positions with rebels missing from which judges, each playing itself, win with either side.
//!
//! In: rules, judges, how many starts of what kind. Out: start positions.
//! Invariant: the suite depends on its knobs, its seed and the judges alone; and a shorter one is the beginning of a longer
//! one, so that one cut short is of use.

use std::collections::HashSet;
use std::ops::{ControlFlow, RangeInclusive};

use rand::Rng as _;

use super::jobs::{self, InOrder};
use super::opening::{Openings, Placements};
use super::played::{Seat, play_game};
use super::score::Score;
use crate::base::check::{Check, Finding, Findings};
use crate::base::fault::Fault;
use crate::base::rng::{Rng, below, stream};
use crate::players::{Player, PlayerFactory};
use crate::rules::{Action, Position, Rules, Setup, random_placements, random_turns, thinned};

/// The random streams of this module.
const STREAM: u64 = 0x5e7e;

/// Random plies by which the judge's games from one start differ.
const JUDGED_PLIES: u32 = 2;

/// So many candidates for each start wanted, and the search is given up.
const CANDIDATES: u32 = 1000;

/// The knobs of a suite.
#[derive(Clone, Debug, PartialEq)]
pub struct SuiteConfig {
    /// How many starts.
    pub count: u32,
    /// How many rebels they have, each number as often as any other among the candidates.
    pub rebels: RangeInclusive<u32>,
    /// At most so many random plies after the placement.
    pub random_plies: u32,
    /// Games that each judge plays from each candidate.
    pub games_each: u32,
    /// A candidate is kept if neither side gets a greater share of the points.
    pub max_share: f64,
    /// And if each side wins so many of the games: from a start that is always drawn nothing can be learnt.
    pub wins_each: u32,
    /// Decides all that is random.
    pub seed: u64,
}

impl Default for SuiteConfig {
    fn default() -> Self {
        Self { count: 500, rebels: 12..=18, random_plies: 4, games_each: 6, max_share: 0.75, wins_each: 1, seed: 1 }
    }
}

impl Check for SuiteConfig {
    fn check(&self) -> Vec<Finding> {
        let mut findings = Findings::new();
        findings.range("count", self.count, 1..=100_000, "");
        let rebels = format!("{}..{}", self.rebels.start(), self.rebels.end());
        let ordered = self.rebels.start() <= self.rebels.end();
        findings.require(ordered, "rebels", rebels, "a range LOW..HIGH, the lower number first", "");
        findings.range("random-plies", self.random_plies, 0..=20, "");
        findings.range("games-each", self.games_each, 2..=1000, "4 to 8 is usual");
        findings.range("max-share", self.max_share, 0.5..=1.0, "0.75 keeps what is no worse than 3 to 1");
        findings.range(
            "wins-each",
            self.wins_each,
            0..=self.games_each / 2,
            "0 keeps starts that are always drawn, too",
        );
        findings.into_vec()
    }
}

impl SuiteConfig {
    /// Like [`Check::check`], and what does not fit these rules besides.
    pub fn check_for(&self, rules: Rules) -> Vec<Finding> {
        let mut findings = Findings::new();
        let (least, most) = (rules.set().min_rebels.max(1), rules.set().rebel_points().count());
        let (low, high) = (*self.rebels.start(), *self.rebels.end());
        let help = "those that are missing are drawn from the rules' own start";
        findings.require(
            low >= least && high <= most,
            "rebels",
            format!("{low}..{high}"),
            &format!("within {least}..{most}"),
            help,
        );
        self.check().into_iter().chain(findings.into_vec()).collect()
    }
}

/// How far a suite has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuiteProgress {
    /// Starts found.
    pub found: u32,
    /// Candidates judged.
    pub judged: u32,
}

/// Makes a suite on so many threads. When `watch`, which hears of each candidate as it is judged, answers `Break`, the
/// suite ends with what was found.
///
/// # Errors
/// If the threads cannot be started, or hardly any candidate is even.
pub fn make_suite(
    config: &SuiteConfig,
    rules: Rules,
    judges: &[PlayerFactory],
    threads: usize,
    mut watch: impl FnMut(SuiteProgress) -> ControlFlow<()> + Send,
) -> Result<Vec<Position>, Fault> {
    let candidates = config.count.saturating_mul(CANDIDATES);
    let (mut order, mut suite, mut seen) = (InOrder::new(), Vec::new(), HashSet::new());
    let mut judged = 0;
    jobs::run(
        threads,
        candidates,
        || judges.iter().map(|judge| [judge.player(), judge.player()]).collect::<Vec<_>>(),
        |players, number| even_candidate(config, rules, players, number),
        |number, candidate| {
            judged += 1;
            order.put(number, candidate);
            while let Some(candidate) = order.take() {
                suite.extend(candidate.filter(|start: &Position| seen.insert(likeness(start))));
            }
            suite.truncate(config.count as usize);
            let found = suite.len() as u32;
            let watched = watch(SuiteProgress { found, judged });
            if found == config.count { ControlFlow::Break(()) } else { watched }
        },
    )?;
    if judged == candidates && suite.len() < config.count as usize {
        let message =
            format!("of {judged} candidates only {} are even: another number of rebels may do better", suite.len());
        return Err(Fault::failed(message));
    }
    Ok(suite)
}

/// The same for a position and its mirror image, and for hardly any other two.
fn likeness(start: &Position) -> u64 {
    start.hash().min(start.mirrored().hash())
}

/// The candidate of this number, if there is one and all judges find it even.
fn even_candidate(
    config: &SuiteConfig,
    rules: Rules,
    judges: &mut [[Box<dyn Player>; 2]],
    number: u32,
) -> Option<Position> {
    let path = [STREAM, u64::from(number)];
    let candidate = candidate(config, rules, &mut stream(config.seed, &path))?;
    judges.iter_mut().all(|judge| is_even(config, candidate, judge, path)).then_some(candidate)
}

/// Whether a judge finds a candidate even.
fn is_even(config: &SuiteConfig, candidate: Position, judge: &mut [Box<dyn Player>; 2], path: [u64; 2]) -> bool {
    let seed =
        |game: u32, seat: usize| stream(config.seed, &[path[0], path[1], u64::from(game), seat as u64]).next_u64();
    let Ok(openings) = Openings::new(&[candidate], &Placements::All, JUDGED_PLIES, seed(0, 2)) else { return false };
    let most = config.max_share * f64::from(config.games_each);
    let mut officers = Score::default();
    for game in 0..config.games_each {
        for (seat, player) in judge.iter_mut().enumerate() {
            player.start_game(seed(game, seat));
        }
        let [a, b] = &mut *judge;
        let played = play_game(game, &openings.of_pair(game), [a.as_mut(), b.as_mut()], Seat::A);
        officers.add(played.verdict(Seat::A));
        // What one side has, the other cannot take back: most candidates need only some of their games.
        let missing =
            [officers.wins, officers.losses].map(|wins| config.wins_each.saturating_sub(wins)).iter().sum::<u32>();
        if officers.points().max(officers.reversed().points()) > most || missing >= config.games_each - game {
            return false;
        }
    }
    true
}

/// A position with rebels missing, officers placed and some plies played at random. The count of quiet plies begins anew.
fn candidate(config: &SuiteConfig, rules: Rules, rng: &mut Rng) -> Option<Position> {
    let (low, high) = (*config.rebels.start(), *config.rebels.end());
    let rebels = low + below(rng, high - low + 1);
    let start = thinned(rules, rules.set().rebel_points().count().saturating_sub(rebels), rng);
    let after = |position: Position, actions: Vec<Action>| {
        actions.into_iter().fold(position, |position, action| position.play_unchecked(action))
    };
    let placed = after(start, random_placements(start, rng));
    let plies = below(rng, config.random_plies + 1);
    let played = after(placed, random_turns(placed, plies, rng)?);
    // Random plies may capture: the number of rebels is meant to be that of the start.
    let kept = Position::from_setup(rules, Setup { quiet: 0, ..played.setup() }).ok()?;
    (config.rebels.contains(&kept.rebels().count()) && kept.outcome().is_none()).then_some(kept)
}
