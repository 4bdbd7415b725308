//! One game of a study, with what its players thought of it.
//!
//! In: a study, a cell, a game's number. Out: a [`RecordedGame`].
//! Invariant: a game depends on its cell and number alone. Games of the same number share placement, seed and random plies
//! (as far as the rules allow the same ones) in all cells: that is what pairs them.

use rand::Rng as _;
use serde::{Deserialize, Serialize};

use super::plan::{Cell, Study};
use crate::arena::{Openings, PlayedGame, Seat, play_game};
use crate::base::clock::Clock;
use crate::base::fault::Problem;
use crate::base::rng::stream;
use crate::players::{Forfeit, Player};
use crate::rules::{Action, Game, Position, Rules, Side, thinned};
use crate::search::SearchSummary;

/// The random streams of this module.
const STREAM: u64 = 0xba1a;
const OPENING: u64 = 1;
const MISSING: u64 = 2;
const PLAYER: u64 = 3;

/// A game as it was played, and the values that its players saw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedGame {
    /// The game; the officers' player is seat A.
    pub game: PlayedGame,
    /// Where a player with an opinion chose a turn: how many plies were played before, and the value for the officers, in
    /// thousandths from -1000 (lost) to 1000 (won).
    pub values: Vec<(u32, i16)>,
}

/// Plays as another does, and notes the values that it sees.
struct Noting {
    player: Box<dyn Player>,
    values: Vec<(u32, i16)>,
}

impl Player for Noting {
    fn name(&self) -> &str {
        self.player.name()
    }

    fn start_game(&mut self, seed: u64) {
        self.values.clear();
        self.player.start_game(seed);
    }

    fn think(&mut self, game: &Game) -> Result<SearchSummary, Forfeit> {
        self.player.think(game)
    }

    fn choose(&mut self, game: &Game) -> Result<Action, Forfeit> {
        let thought = self.player.think(game)?;
        if game.position().jumper().is_none() && has_opinion(&thought) {
            let officers = if game.side_to_move() == Side::Officers { thought.value } else { -thought.value };
            self.values.push((game.plies(), (1000.0 * officers).round().clamp(-1000.0, 1000.0) as i16));
        }
        Ok(thought.chosen)
    }
}

/// Whether a player said what the position is worth.
pub(super) fn has_opinion(thought: &SearchSummary) -> bool {
    thought.value.is_finite() && thought.has_opinion()
}

/// Two players at a table, for one cell.
pub(super) struct Table {
    players: [Noting; 2],
}

impl Table {
    /// Players for this cell, if they can play by its rules.
    pub fn new(study: &Study, cell: &Cell) -> Option<Self> {
        let factory = |player: usize| study.factories[cell.rules][player].as_ref();
        let both = [factory(cell.officers)?, factory(cell.rebels)?];
        Some(Self { players: both.map(|factory| Noting { player: factory.player(), values: Vec::new() }) })
    }

    /// Plays the game of this number.
    pub fn play(&mut self, study: &Study, cell: &Cell, number: u32) -> RecordedGame {
        let (batch, index) = (u64::from(number % study.seeds), number / study.seeds);
        let openings = openings(study, cell, number).expect("checked before the first game");
        // Batches begin at different placements, so that few games use all of them alike, too.
        let first = batch * openings.cycle() as u64 / u64::from(study.seeds);
        let opening = openings.of_pair(index + first as u32);
        for (seat, player) in self.players.iter_mut().enumerate() {
            let path = [STREAM, PLAYER, batch, u64::from(index), seat as u64];
            player.start_game(stream(study.seed, &path).next_u64());
        }
        let [officers, rebels] = &mut self.players;
        let clock = Clock::start();
        let mut game = play_game(number, &opening, [officers, rebels], Seat::A);
        // What it cost, whatever else the machine did meanwhile.
        let (cpu, wall) = (clock.seconds(), game.seconds.iter().sum::<f64>());
        if wall > 0.0 {
            game.seconds = game.seconds.map(|seconds| seconds * cpu / wall);
        }
        let mut values: Vec<_> = self.players.iter().flat_map(|player| player.values.iter().copied()).collect();
        values.sort_unstable();
        RecordedGame { game, values }
    }
}

/// The openings of which a game takes one.
fn openings(study: &Study, cell: &Cell, number: u32) -> Result<Openings, Vec<Problem>> {
    let (batch, index) = (u64::from(number % study.seeds), number / study.seeds);
    let rules = study.rules[cell.rules].rules;
    let mut rng = stream(study.seed, &[STREAM, MISSING, batch, u64::from(index)]);
    let start = if cell.missing == 0 { Position::start(rules) } else { thinned(rules, cell.missing, &mut rng) };
    let seed = stream(study.seed, &[STREAM, OPENING, batch]).next_u64();
    Openings::new(&[start], &study.placements, study.random_plies, seed)
}

impl Study {
    /// Checks what openings ask for.
    ///
    /// # Errors
    /// Placements that a rule set does not allow, or too many random plies.
    pub fn check_openings(&self) -> Result<(), Vec<Problem>> {
        let mut wrong = Vec::new();
        for (index, set) in self.rules.iter().enumerate() {
            let cell = Cell { rules: index, officers: 0, rebels: 0, missing: 0 };
            let problems = openings(self, &cell, 0).err().into_iter().flatten();
            wrong.extend(
                problems.map(|problem| Problem { message: format!("{}: {}", set.name, problem.message), ..problem }),
            );
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }
}

/// How many rebels can be missing from the start of these rules.
pub fn spare_rebels(rules: Rules) -> u32 {
    rules.set().rebel_points().count() - rules.set().min_rebels.max(1)
}
