//! Tables as they are asked: what is proven of a position.
//!
//! In: a directory of tables, positions. Out: who wins, and by which turn. Invariant: what is not proven is never claimed: the
//! quiet count of the position is taken into account.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::class::Goal;
use super::formation::{CODES, Class, code, code_of, mirrored};
use super::level_file::{BLOCK, Block, Common, LevelFile};
use super::manifest::Manifest;
use super::scope::BOARD;
use super::sets::{Layer, number};
use super::solve::LevelName;
use crate::base::fault::Fault;
use crate::base::rng::{Rng, below};
use crate::rules::{Action, Bitboard, Game, Position, Rules, Setup, Side, Turn};

/// Solved positions, opened for questions. Any number of threads may ask.
pub struct Tables {
    rules: Rules,
    manifest: Manifest,
    layers: Vec<Layer>,
    files: Vec<LevelFile>,
    /// `places[goal][code]`: where a class is.
    places: [Vec<Option<Place>>; 2],
    /// The classes in scope, each with how many canonical formations it and those before it have.
    draws: Vec<(u64, Class)>,
    /// Blocks of all files.
    blocks: usize,
    recent: Vec<Mutex<Recent>>,
}

/// A class, its file, and its first block there.
struct Place {
    class: Class,
    file: u32,
    block: u32,
    /// How many blocks the files before that one have.
    before: usize,
}

/// A block that was read lately, and its number among those of all files.
type Recent = Option<(usize, Arc<Block>)>;

/// How many blocks are kept at hand, if not all.
const RECENT: usize = 512;

/// A result that is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proven {
    /// Who wins.
    pub winner: Side,
    /// So many quiet plies, at most, before the winner makes progress: a capture, a rebel's forward step, or the end.
    pub rank: u32,
}

/// Whether the turn that led here can never be taken back.
fn is_progress(position: &Position) -> bool {
    position.outcome().is_some() || position.quiet() == 0
}

impl Tables {
    /// Opens the tables in a directory, for questions now and then: little memory is used. All checksums are looked at, so that
    /// damage is told now, and not in the middle of a game.
    ///
    /// # Errors
    /// If there are none, or they are not finished or damaged.
    pub fn open(dir: &Path) -> Result<Tables, Fault> {
        let tables = Tables::open_with(dir, RECENT)?;
        tables.files.par_iter().try_for_each(LevelFile::check)?;
        Ok(tables)
    }

    /// Opens the tables in a directory for questions about all of it: every block that was read is kept in memory.
    ///
    /// # Errors
    /// If there are none, or they are not finished or damaged.
    pub fn open_whole(dir: &Path) -> Result<Tables, Fault> {
        Tables::open_with(dir, usize::MAX)
    }

    fn open_with(dir: &Path, most_recent: usize) -> Result<Tables, Fault> {
        let manifest = Manifest::read(dir)?;
        if !manifest.finished {
            let fault = Fault::input(format!("{}: the solution is not finished", dir.display()));
            return Err(fault.with_help("finish it: asalto solve ... --resume"));
        }
        let rules = manifest.rules()?;
        let common = Common { rules_hash: rules.hash(), officers: rules.set().officers as u8 };
        let layers = manifest.scope.layers(rules);
        let mut tables = Tables {
            rules,
            layers,
            draws: Vec::new(),
            files: Vec::new(),
            blocks: 0,
            places: std::array::from_fn(|_| (0..CODES).map(|_| None).collect()),
            recent: Vec::new(),
            manifest,
        };
        for &goal in &tables.manifest.scope.goals.clone() {
            for rebels in tables.manifest.scope.fewest..=tables.manifest.scope.most {
                tables.open_layer(dir, common, goal, rebels)?;
            }
        }
        let mut before = 0;
        for class in (tables.manifest.scope.fewest..=tables.manifest.scope.most).flat_map(Class::of_rebels) {
            before += class.half() as u64;
            tables.draws.push((before, class));
        }
        let blocks = tables.blocks.min(most_recent);
        tables.recent = (0..blocks).map(|_| Mutex::new(None)).collect();
        Ok(tables)
    }

    fn open_layer(&mut self, dir: &Path, common: Common, goal: Goal, rebels: usize) -> Result<(), Fault> {
        for level in Class::of_rebels(rebels).chunk_by(|one, other| one.advance() == other.advance()) {
            let name = LevelName { goal, rebels, advance: level[0].advance() };
            let mut block = 0;
            for class in level {
                let code = code_of(class.counts);
                self.places[goal as usize][code] =
                    Some(Place { class: class.clone(), file: self.files.len() as u32, block, before: self.blocks });
                block += class.half().div_ceil(BLOCK) as u32;
            }
            self.blocks += block as usize;
            self.files.push(LevelFile::open(dir, common, name, block as usize)?);
        }
        Ok(())
    }

    /// The rules that were solved.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// A position drawn at random, with the rebels to move: each canonical formation in scope alike, with up to as many officers as the
    /// game has. It may be over.
    pub fn draw(&self, rng: &mut Rng) -> Position {
        let all: u64 = *self.draws.last().map_or(&0, |(end, _)| end);
        let drawn = (u64::from(below(rng, 1 << 31)) * all) >> 31;
        let index = self.draws.partition_point(|&(end, _)| end <= drawn);
        let (end, class) = &self.draws[index];
        let rebels = Bitboard::from_bits(class.formation((drawn + class.half() as u64 - end) as usize));
        // A point that is drawn twice makes one officer fewer.
        let draw = |officers: Bitboard, _| {
            let drawn = (!rebels).nth(below(rng, (!rebels).count()));
            drawn.map_or(officers, |point| officers.with(point))
        };
        let officers = (0..self.rules.set().officers).fold(Bitboard::EMPTY, draw);
        let setup = Setup { officers, rebels, side: Side::Rebels, to_place: 0, jumper: None, quiet: 0 };
        Position::from_setup(self.rules, setup)
            .expect("rebels and officers stand on points of their own, and are not too many")
    }

    /// What the directory holds.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Whether everything is said: in scope, a position that neither side is proven to win is a draw.
    pub fn is_complete(&self) -> bool {
        self.manifest.scope.is_complete(self.rules) && (self.is_decisive() || self.manifest.scope.goals.len() == 2)
    }

    /// Whether the tables tell all there is to know of a position: if neither side is proven to win it, it is drawn.
    pub fn tell_all(&self, position: &Position) -> bool {
        self.is_complete() && position.rebels().count() as usize <= self.manifest.scope.most
    }

    /// The sides whose wins are proven, where they are: the rebels, and the officers, too, if all was solved.
    pub fn winners(&self) -> &'static [Side] {
        let both = self.is_decisive() || self.manifest.scope.goals.contains(&Goal::Officers);
        if both { &[Side::Rebels, Side::Officers] } else { &[Side::Rebels] }
    }

    /// Whether there are no draws.
    fn is_decisive(&self) -> bool {
        self.manifest.scope.is_decisive(self.rules)
    }

    /// What is proven of a position, in a game in which it has not stood before. While officers are being placed, or to move, or in
    /// a chain, that is what is proven for all (or one) of their ways to go on. `None` if the game is over.
    ///
    /// # Errors
    /// If a table is damaged.
    ///
    /// # Panics
    /// If the position is one of other rules.
    pub fn probe(&self, position: &Position) -> Result<Option<Proven>, Fault> {
        assert!(position.rules() == self.rules, "the tables are those of other rules");
        if position.outcome().is_some() {
            return Ok(None);
        }
        if position.is_between_turns() && position.side_to_move() == Side::Rebels {
            return self.probe_rebels(position);
        }
        let (mut fastest, mut slowest) = (None, Some(0));
        for action in &position.actions() {
            let next = position.play_unchecked(*action);
            let plies = |rank| if is_progress(&next) { 0 } else { rank + 1 };
            match self.value(&next)? {
                Some(Proven { winner: Side::Officers, rank }) => {
                    let rank = plies(rank);
                    fastest = Some(fastest.map_or(rank, |fastest: u32| fastest.min(rank)));
                }
                Some(Proven { rank, .. }) => slowest = slowest.map(|slowest| plies(rank).max(slowest)),
                None => slowest = None,
            }
        }
        // They win if one of their ways is won, the rebels if all are theirs.
        Ok(match (fastest, slowest) {
            (Some(rank), _) => Some(Proven { winner: Side::Officers, rank }),
            (None, Some(rank)) => Some(Proven { winner: Side::Rebels, rank }),
            (None, None) => None,
        })
    }

    /// What is proven of a position, or how the game is over there; `None` also for a draw that ended it.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn value(&self, position: &Position) -> Result<Option<Proven>, Fault> {
        match position.outcome() {
            Some(outcome) => Ok(outcome.winner.map(|winner| Proven { winner, rank: 0 })),
            None => self.probe(position),
        }
    }

    /// Whether what is proven of a position holds in a game that has led to it: winning play repeats none of its own positions, so
    /// it does unless some position on its way may have stood so often that once more is a draw.
    pub fn hold_in(&self, game: &Game) -> bool {
        let limit = self.rules.set().repetition as usize;
        let stood = game.turn_hashes_since_irreversible();
        limit == 0 || stood.iter().all(|one| stood.iter().filter(|other| *other == one).count() + 1 < limit)
    }

    fn probe_rebels(&self, position: &Position) -> Result<Option<Proven>, Fault> {
        let (rebels, officers) = (position.rebels().bits(), position.officers().bits());
        let scope = &self.manifest.scope;
        if !(scope.fewest..=scope.most).contains(&(rebels.count_ones() as usize)) {
            return Ok(None);
        }
        for &goal in &scope.goals {
            let Some(rank) = self.rank(goal, rebels, officers)? else { continue };
            let winner = if goal == Goal::Rebels { Side::Rebels } else { Side::Officers };
            return Ok(self.is_in_time(rank, position).then_some(Proven { winner, rank }));
        }
        Ok(self.is_decisive().then_some(Proven { winner: Side::Officers, rank: 0 }))
    }

    /// Whether a win of this rank comes before the quiet count ends the game.
    fn is_in_time(&self, rank: u32, position: &Position) -> bool {
        let turns = self.rules.set().quiet_turns;
        turns == 0 || u32::from(position.quiet()) + rank < 2 * turns
    }

    /// The rank at which the goal's side wins with the rebels to move, if it does.
    ///
    /// # Errors
    /// If the table is damaged.
    pub(super) fn rank(&self, goal: Goal, rebels: u64, officers: u64) -> Result<Option<u32>, Fault> {
        let Some(place) = &self.places[goal as usize][code(rebels)] else { return Ok(None) };
        let layer = &self.layers[rebels.count_ones() as usize];
        let (formation, is_mirrored) = place.class.canonical(rebels);
        let turned = |points: u64| if is_mirrored { mirrored(points) } else { points };
        let (empty, officers) = (turned(BOARD & !rebels), turned(officers));
        let hole = |point: u64| (empty & (point - 1)).count_ones();
        let mask = super::geometry::each(officers).fold(0, |mask, point| mask | 1u32 << hole(point));
        let formations = BLOCK.min(place.class.half() - formation / BLOCK * BLOCK);
        let block = self.block(place, (formation / BLOCK) as u32, formations, layer)?;
        Ok(block.rank(formation % BLOCK, officers.count_ones() as usize, number(mask), layer))
    }

    /// Reads a block of a class, or finds it among those that were read lately.
    fn block(&self, place: &Place, number: u32, formations: usize, layer: &Layer) -> Result<Arc<Block>, Fault> {
        let key = place.before + (place.block + number) as usize;
        let mut recent = self.recent[key % self.recent.len()].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, block)) = recent.as_ref().filter(|(found, _)| *found == key) {
            return Ok(Arc::clone(block));
        }
        let file = &self.files[place.file as usize];
        let block = Arc::new(file.block((place.block + number) as usize, formations, layer)?);
        *recent = Some((key, Arc::clone(&block)));
        Ok(block)
    }

    /// So many turns of the winner, at most, win a proven position: each is progress, or one of the quiet steps before it, and no
    /// more progress is left than the rebels' forward steps and the captures in scope.
    pub fn most_turns(&self, position: &Position) -> u64 {
        let forward = position.rebels().iter().map(|point| 7 - point.rank() as u64).sum::<u64>();
        let captures = u64::from(position.rebels().count()).saturating_sub(self.manifest.scope.fewest as u64);
        let deepest = self.manifest.levels.iter().map(|level| level.tally.deepest).max().unwrap_or(0);
        (forward + captures + 1) * (u64::from(deepest / 2) + 1)
    }

    /// The action that wins a proven position for the side to move; `None` if none is proven to win for it.
    ///
    /// A turn that is progress comes first, else the one after which progress is nearest.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn best_action(&self, position: &Position) -> Result<Option<Action>, Fault> {
        let side = position.side_to_move();
        let mut best: Option<((u32, bool), Action)> = None;
        for &action in &position.actions() {
            let next = position.play_unchecked(action);
            let Some(proven) = self.value(&next)?.filter(|proven| proven.winner == side) else { continue };
            let key = (if is_progress(&next) { 0 } else { 1 + proven.rank }, next.outcome().is_none());
            if best.is_none_or(|(least, _)| key < least) {
                best = Some((key, action));
            }
        }
        Ok(best.map(|(_, action)| action))
    }

    /// The whole turn that wins a proven position for the side to move; `None` if none is proven to win for it.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn best_turn(&self, position: &Position) -> Result<Option<Turn>, Fault> {
        let (side, mut position, mut actions) = (position.side_to_move(), *position, Vec::new());
        while let Some(action) = self.best_action(&position)? {
            actions.push(action);
            position = position.play_unchecked(action);
            if position.jumper().is_none() || position.side_to_move() != side {
                return Ok(Some(Turn::new(actions)));
            }
        }
        Ok(None)
    }
}
