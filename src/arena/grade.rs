//! A player graded against the truth.
//!
//! In: tables of proven positions, a player. Out: for each side whose wins the tables prove, how often it keeps a proven win, and how long
//! it holds out where it has lost. Invariant: every position asked about has a step that wins and one that does not, so that nothing is kept
//! by chance alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;

use super::playout::to_the_end;
use crate::base::fault::Fault;
use crate::base::rng::{below, stream};
use crate::base::stats::{Interval, Z95, mean, variance, wilson};
use crate::exact::Tables;
use crate::players::{Forfeit, Player, PlayerFactory};
use crate::rules::{Action, Game, Position, Side, random_placements, random_turns};

/// Where the positions of an examination come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// From games of a strong player against itself.
    Games,
    /// From all over the tables.
    Tables,
}

/// What a player did in a position that is won.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The position; the side to move wins by force.
    pub position: String,
    /// How many rebels there are, and the sum of their ranks.
    pub rebels: u32,
    /// See `rebels`.
    pub advance: u32,
    /// What it played, and a step that wins.
    pub played: String,
    /// See `played`.
    pub winning: String,
    /// Whether what it played wins by force, too.
    pub kept: bool,
    /// What it thought the position is worth to the side to move, -1 to 1.
    pub value: f32,
}

/// One player's answers to one kind of questions.
#[derive(Clone, Debug, Serialize)]
pub struct Grade {
    /// Its spec.
    pub player: String,
    /// The iteration of training that it is a checkpoint of, if it is one of a run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iteration: Option<u32>,
    /// Who is to move in the positions, and wins by force.
    pub side: Side,
    /// Where the positions come from.
    pub source: Source,
    /// How many positions it was asked about.
    pub asked: usize,
    /// In how many it kept the win.
    pub kept: usize,
    /// The share of these, with its 95 % Wilson interval.
    pub share: f64,
    /// See `share`.
    pub share_95: Interval,
    /// What it thought of these wins on average, -1 to 1; 1 would be right.
    pub mean_value: f64,
    /// How many of them it thought better than even.
    pub seen: usize,
    /// By rebels left.
    pub by_rebels: Vec<Group>,
    /// By the sum of the rebels' ranks, in tens.
    pub by_level: Vec<Group>,
    /// By the chance of a win that it expected, in quarters of 100 %.
    pub by_winrate: Vec<Group>,
    /// Wrong answers, those that it was surest of first.
    pub worst: Vec<Answer>,
    /// Turns that this side, playing by the tables, needed to beat it, on average, with its 95 % interval.
    pub resistance: f64,
    /// See `resistance`; nothing of a single game.
    pub resistance_95: Option<Interval>,
    /// How many games that was.
    pub resisted: usize,
}

/// Answers that have something in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// What.
    pub of: u32,
    /// How many there are.
    pub asked: usize,
    /// How many of them kept the win.
    pub kept: usize,
}

/// The wrong answers that are kept.
const WORST: usize = 5;

impl Grade {
    /// The grade for these answers, and for the turns that it held out.
    pub fn new(player: String, side: Side, source: Source, answers: Vec<Answer>, turns: &[u32]) -> Grade {
        let (asked, kept) = (answers.len(), answers.iter().filter(|answer| answer.kept).count());
        let values: Vec<f64> = answers.iter().map(|answer| f64::from(answer.value)).collect();
        let by = |of: fn(&Answer) -> u32| groups(&answers, of);
        let quarter = |answer: &Answer| ((50.0 + 50.0 * answer.value).clamp(0.0, 99.0) as u32) / 25 * 25;
        let [by_rebels, by_level, by_winrate] =
            [by(|answer| answer.rebels), by(|answer| answer.advance / 10 * 10), by(quarter)];
        let seen = answers.iter().filter(|answer| answer.value > 0.0).count();
        let mut worst: Vec<Answer> = answers.into_iter().filter(|answer| !answer.kept).collect();
        worst.sort_by(|one, other| other.value.total_cmp(&one.value));
        worst.truncate(WORST);
        let turns: Vec<f64> = turns.iter().map(|&turns| f64::from(turns)).collect();
        let resistance = mean(&turns).unwrap_or(f64::NAN);
        let half = Z95 * (variance(&turns).unwrap_or(0.0) / turns.len().max(1) as f64).sqrt();
        Grade {
            player,
            iteration: None,
            side,
            source,
            asked,
            kept,
            share: if asked == 0 { f64::NAN } else { kept as f64 / asked as f64 },
            share_95: wilson(kept as f64, asked as f64),
            mean_value: mean(&values).unwrap_or(f64::NAN),
            seen,
            by_rebels,
            by_level,
            by_winrate,
            worst,
            resistance,
            resistance_95: (turns.len() > 1)
                .then(|| Interval { low: (resistance - half).max(0.0), high: resistance + half }),
            resisted: turns.len(),
        }
    }
}

fn groups(answers: &[Answer], of: impl Fn(&Answer) -> u32) -> Vec<Group> {
    let mut groups: BTreeMap<u32, Group> = BTreeMap::new();
    for answer in answers {
        let group = groups.entry(of(answer)).or_insert(Group { of: of(answer), asked: 0, kept: 0 });
        group.asked += 1;
        group.kept += usize::from(answer.kept);
    }
    groups.into_values().collect()
}

/// Random turns with which a game of the strong player begins.
const OPENING: u32 = 4;
/// At most so many positions come from one game.
const PER_GAME: usize = 4;
/// Games, or draws, between two looks at whether there are enough.
const BATCH: u64 = 64;
/// Draws after which tables are taken to hold no more positions to ask about: seconds to a minute, as the tables are large.
const MOST_DRAWS: u64 = 100_000;

/// Positions to ask about, won by this side, to move, in an order that depends on the seed alone; fewer if no more are found.
///
/// # Errors
/// A damaged table, or a strong player that cannot go on.
pub fn questions(
    tables: &Tables,
    (side, source): (Side, Source),
    strong: &PlayerFactory,
    count: usize,
    seed: u64,
) -> Result<Vec<Position>, Fault> {
    let mut found: Vec<Position> = Vec::new();
    let most = if source == Source::Games { 40 * count as u64 } else { MOST_DRAWS };
    for first in (0..most).step_by(BATCH as usize) {
        if found.len() >= count {
            break;
        }
        let batch: Result<Vec<Vec<Position>>, Fault> = (first..first + BATCH)
            .into_par_iter()
            .map(|index| match source {
                Source::Games => from_game(tables, side, strong, seed, index),
                Source::Tables => Ok(from_tables(tables, side, seed, index)?.into_iter().collect()),
            })
            .collect();
        for position in batch?.into_iter().flatten() {
            if !found.iter().any(|other| other.hash() == position.hash()) {
                found.push(position);
            }
        }
    }
    found.truncate(count);
    Ok(found)
}

fn from_game(
    tables: &Tables,
    side: Side,
    strong: &PlayerFactory,
    seed: u64,
    index: u64,
) -> Result<Vec<Position>, Fault> {
    let mut rng = stream(seed, &[0, index]);
    let mut game = Game::new(Position::start(tables.rules()));
    let placed = random_placements(*game.position(), &mut rng);
    let start = placed.iter().fold(*game.position(), |position, &action| position.play_unchecked(action));
    let Some(opening) = random_turns(start, OPENING, &mut rng) else { return Ok(Vec::new()) };
    let illegal = |error: crate::rules::PlayError| Fault::failed(error.to_string());
    for action in placed.into_iter().chain(opening) {
        game.play(action).map_err(illegal)?;
    }
    let (mut player, mut found) = (strong.player(), Vec::new());
    player.start_game(seed ^ index);
    while game.outcome().is_none() {
        // With the quiet count at 0, or the position would be another question than the one printed.
        if is_question(tables, side, game.position())? {
            found.push(*game.position());
        }
        game.play(player.choose(&game).map_err(|forfeit| gave_up(&forfeit))?).map_err(illegal)?;
    }
    while found.len() > PER_GAME {
        found.swap_remove(below(&mut rng, found.len() as u32) as usize);
    }
    Ok(found)
}

fn from_tables(tables: &Tables, side: Side, seed: u64, index: u64) -> Result<Option<Position>, Fault> {
    let mut rng = stream(seed, &[1, index]);
    let mut position = tables.draw(&mut rng);
    // The rebels are to move there: the officers are after any step of theirs.
    if side == Side::Officers && position.outcome().is_none() {
        let actions = position.actions();
        position = position.play_unchecked(actions[below(&mut rng, actions.len() as u32) as usize]);
    }
    Ok(if is_question(tables, side, &position)? { Some(position) } else { None })
}

/// Whether this side, to move, wins by force, but not by every step.
fn is_question(tables: &Tables, side: Side, position: &Position) -> Result<bool, Fault> {
    if position.side_to_move() != side || position.outcome().is_some() || !is_won(tables, side, position)? {
        return Ok(false);
    }
    for action in &position.actions() {
        if !is_won(tables, side, &position.play_unchecked(*action))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether this side has won, or wins by force.
fn is_won(tables: &Tables, side: Side, position: &Position) -> Result<bool, Fault> {
    Ok(tables.value(position)?.is_some_and(|proven| proven.winner == side))
}

fn gave_up(forfeit: &Forfeit) -> Fault {
    Fault::failed(forfeit.to_string())
}

/// What a player does in each position.
///
/// # Errors
/// A damaged table, or a player that cannot go on.
pub fn examine(
    tables: &Tables,
    player: &PlayerFactory,
    questions: &[Position],
    seed: u64,
) -> Result<Vec<Answer>, Fault> {
    let answer = |player: &mut Box<dyn Player>, (index, position): (usize, &Position)| -> Result<Answer, Fault> {
        player.start_game(seed ^ index as u64);
        let summary = player.think(&Game::new(*position)).map_err(|forfeit| gave_up(&forfeit))?;
        let kept = is_won(tables, position.side_to_move(), &position.play_unchecked(summary.chosen))?;
        let winning = tables.best_action(position)?.map_or_else(String::new, |action: Action| action.to_string());
        Ok(Answer {
            position: position.to_string(),
            rebels: position.rebels().count(),
            advance: position.rebel_advance(),
            played: summary.chosen.to_string(),
            winning,
            kept,
            value: summary.value,
        })
    };
    questions.par_iter().enumerate().map_init(|| player.player(), answer).collect()
}

/// How many turns the side to move, playing by the tables, needs to beat the player from each position.
///
/// # Errors
/// A player that cannot go on.
pub fn resistance(
    tables: &Arc<Tables>,
    player: &PlayerFactory,
    starts: &[Position],
    seed: u64,
) -> Result<Vec<u32>, Fault> {
    let play = |(index, start): (usize, &Position)| -> Result<u32, Fault> {
        let mut loser = player.player();
        loser.start_game(seed ^ index as u64);
        let (_, turns) = to_the_end(tables, *start, start.side_to_move(), loser.as_mut())?;
        Ok(turns as u32)
    };
    starts.par_iter().enumerate().map(play).collect()
}
