//! Openings: from where a pair of games sets out.
//!
//! In: start positions, placements, a number of random plies, a seed. Out: the opening of each
//! pair, by its number.
//! Invariant: an opening depends on the seed and the pair's number alone; of the placements, each
//! is used as often as any other, give or take one. Both games of a pair share it, so that no
//! player has the better of it.

use std::fmt;
use std::str::FromStr;

use crate::base::fault::Problem;
use crate::base::rng::stream;
use crate::rules::{Action, ActionList, Bitboard, Point, Position, random_turns};

/// Random continuations that are tried before a shorter one is taken.
const ATTEMPTS: u32 = 50;

/// The most random plies: far more than any game has left of sense after them.
const MOST_PLIES: u32 = 200;

/// The random streams of this module.
const STREAM: u64 = 0x09e4;

/// Which placements of the officers the openings use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Placements {
    /// All that the rules allow, in turn: in Asalto 36, each with its mirror image.
    #[default]
    All,
    /// These, in turn.
    List(Vec<Bitboard>),
}

impl FromStr for Placements {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        if text.trim() == "all" {
            return Ok(Self::All);
        }
        text.split(',').map(|names| placement(names.trim())).collect::<Result<_, _>>().map(Self::List)
    }
}

/// One placement: the points' names, one after the other.
fn placement(names: &str) -> Result<Bitboard, Problem> {
    let wrong = || {
        Problem::new(format!("`{names}` is not a placement"))
            .help("`all`, or a list such as `d6d5,c5e5`: the points of all officers, one after the other")
    };
    if names.is_empty() || !names.len().is_multiple_of(2) || !names.is_ascii() {
        return Err(wrong());
    }
    let mut points = Bitboard::EMPTY;
    for at in (0..names.len()).step_by(2) {
        let point = Point::from_name(&names[at..at + 2]).ok_or_else(wrong)?;
        if points.contains(point) {
            return Err(Problem::new(format!("`{names}` puts two officers on {point}")));
        }
        points = points.with(point);
    }
    Ok(points)
}

impl fmt::Display for Placements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::List(list) = self else {
            return f.write_str("all");
        };
        for (index, points) in list.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { "," })?;
            points.iter().try_for_each(|point| write!(f, "{point}"))?;
        }
        Ok(())
    }
}

/// Where a game starts, and what is played before the players take over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The first position.
    pub start: Position,
    /// Placements and random plies from there.
    pub actions: Vec<Action>,
}

impl Opening {
    /// The position in which the players take over.
    pub fn position(&self) -> Position {
        self.actions.iter().fold(self.start, |position, &action| position.play_unchecked(action))
    }
}

/// All openings of a match.
#[derive(Clone, Debug)]
pub struct Openings {
    /// Start positions, each with its placements.
    starts: Vec<(Position, Vec<Vec<Action>>)>,
    random_plies: u32,
    seed: u64,
}

impl Openings {
    /// Openings from `starts` in turn (for the plain game, one: the rules' own); where officers are
    /// still to be placed, with `placements` in turn; and then `random_plies` turns at random that
    /// cost no officer and do not end the game (fewer, if none of many tries lasts so long).
    ///
    /// # Errors
    /// Every start whose game is over, every placement that cannot be made there, and more than 200
    /// random plies.
    pub fn new(
        starts: &[Position],
        placements: &Placements,
        random_plies: u32,
        seed: u64,
    ) -> Result<Self, Vec<Problem>> {
        let mut wrong = Vec::new();
        let mut known = Vec::with_capacity(starts.len());
        for start in starts {
            if let Some(outcome) = start.outcome() {
                wrong.push(Problem::new(format!("starts: `{start}`: the game is over, {outcome}")));
            }
            match placed(start, placements) {
                Ok(placed) => known.push((*start, placed)),
                Err(problems) => wrong.extend(problems),
            }
        }
        if random_plies > MOST_PLIES {
            wrong.push(Problem::new(format!("random plies: must be 0 to {MOST_PLIES}, found {random_plies}")));
        }
        if starts.is_empty() {
            wrong.push(Problem::new("starts: there is none").help("give at least one position"));
        }
        if wrong.is_empty() { Ok(Self { starts: known, random_plies, seed }) } else { Err(wrong) }
    }

    /// The opening of this pair.
    pub fn of_pair(&self, pair: u32) -> Opening {
        let count = self.starts.len();
        let (start, placements) = &self.starts[pair as usize % count];
        let mut actions = placements[pair as usize / count % placements.len()].clone();
        let placed = Opening { start: *start, actions: actions.clone() }.position();
        let mut rng = stream(self.seed, &[STREAM, u64::from(pair)]);
        // Few random games last long without a huff: better fewer random plies than none.
        let mut lengths = (0..=self.random_plies).rev().flat_map(|plies| std::iter::repeat_n(plies, ATTEMPTS as usize));
        let random = lengths.find_map(|plies| random_turns(placed, plies, &mut rng));
        actions.extend(random.unwrap_or_default());
        Opening { start: *start, actions }
    }

    /// How many openings there are before the first start comes with the first placement again. A
    /// match of a multiple of this many pairs uses all alike.
    pub fn cycle(&self) -> usize {
        self.starts.len() * self.starts.iter().map(|(_, placements)| placements.len()).max().unwrap_or(1)
    }
}

/// The placements of the officers at `start` as actions; a single empty one where none is to be
/// placed.
fn placed(start: &Position, placements: &Placements) -> Result<Vec<Vec<Action>>, Vec<Problem>> {
    if start.to_place() == 0 {
        return Ok(vec![Vec::new()]);
    }
    let mut legal = ActionList::new();
    start.legal_actions(&mut legal);
    let points: Bitboard = legal.iter().map(|action| action.origin()).collect();
    let all = subsets(points, usize::from(start.to_place()));
    let chosen = match placements {
        Placements::All => all,
        Placements::List(list) => {
            let wrong = list.iter().filter(|placement| !all.contains(placement));
            let wrong: Vec<Problem> = wrong.map(|&placement| misplaced(start, placement, points)).collect();
            if !wrong.is_empty() {
                return Err(wrong);
            }
            list.clone()
        }
    };
    Ok(chosen.into_iter().map(|placement| placement.iter().map(Action::Place).collect()).collect())
}

fn misplaced(start: &Position, placement: Bitboard, allowed: Bitboard) -> Problem {
    let list = |points: Bitboard| points.iter().map(|point| point.to_string()).collect::<Vec<_>>().join(" ");
    let (found, officers) = (list(placement), start.to_place());
    let place = Problem::new(format!("placements: `{}` does not fit the start `{start}`", found.replace(' ', "")));
    place.help(format!("{officers} officers, each on one of {}", list(allowed)))
}

/// All subsets of `size` of the points, in reading order of their first points, then their second
/// ones ...
fn subsets(points: Bitboard, size: usize) -> Vec<Bitboard> {
    let mut sets: Vec<(Bitboard, Option<Point>)> = vec![(Bitboard::EMPTY, None)];
    for _ in 0..size {
        let longer = |&(set, last): &(Bitboard, Option<Point>)| {
            points.iter().filter(move |&point| Some(point) > last).map(move |point| (set.with(point), Some(point)))
        };
        sets = sets.iter().flat_map(longer).collect();
    }
    sets.into_iter().map(|(set, _)| set).collect()
}
