//! Solving into a directory, with a checkpoint after each level.
//!
//! In: rules, a scope, a directory. Out: tables in it. Invariant: a directory holds one solution; another one is never
//! written over it.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::class::Goal;
use super::formation::Class;
use super::level_file::{self, BLOCK, Common, LevelFile};
use super::manifest::{LevelEntry, Manifest};
use super::scope::{Scope, most_rank};
use super::sets::Layer;
use super::solve::{Keeper, Level, LevelName, Loaded, Watch, solve};
use crate::base::fault::{Fault, Problem};
use crate::base::file;
use crate::rules::Rules;

/// A solution in a directory.
pub struct Solver {
    dir: PathBuf,
    rules: Rules,
    manifest: Manifest,
}

impl Solver {
    /// Begins a solution in a new or empty directory, or goes on with the one that is there, if it is of the same rules and scope.
    ///
    /// # Errors
    /// If the directory holds another solution, or one that is not to be gone on with, or cannot be made.
    pub fn open(dir: &Path, rules: Rules, scope: Scope, resume: bool) -> Result<Solver, Fault> {
        let manifest = match Manifest::path(dir).exists() {
            false => Manifest::new(rules, scope),
            true => {
                let found = Manifest::read(dir)?;
                let place = dir.display().to_string();
                let solved = found.rules()?;
                if solved != rules || found.scope != scope {
                    let unlike = match solved.set().unlike(rules.set()) {
                        unlike if unlike.is_empty() => "numbers of rebels, or wins of other sides".to_owned(),
                        unlike => format!("rules: {unlike}"),
                    };
                    let problem = Problem::new(format!("holds the solution of other {unlike}"));
                    return Err(problem.at(place).help("name another directory with --dir").into());
                }
                if !resume && !found.finished {
                    let problem = Problem::new("holds a solution that is not finished");
                    return Err(problem.at(place).help("go on with it: --resume; or name another directory").into());
                }
                found
            }
        };
        file::create_dir(dir)?;
        file::remove_unfinished(dir)?;
        manifest.write(dir)?;
        Ok(Solver { dir: dir.to_owned(), rules, manifest })
    }

    /// Solves what is left. Says whether all is done: `watch` may break it off.
    ///
    /// # Errors
    /// If a file cannot be written, or an earlier one be read.
    pub fn run(&mut self, watch: Watch<'_>) -> Result<bool, Fault> {
        if self.manifest.finished {
            return Ok(true);
        }
        let (rules, scope) = (self.rules, self.manifest.scope.clone());
        let spent = self.manifest.seconds;
        let mut keeper = Files { solver: self, began: Instant::now(), spent };
        let finished = solve(rules, &scope, &mut keeper, watch)?;
        let seconds = keeper.seconds();
        self.manifest.seconds = seconds;
        self.manifest.finished = finished;
        self.manifest.write(&self.dir)?;
        Ok(finished)
    }

    /// What is done so far.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    fn common(&self) -> Common {
        Common { rules_hash: self.rules.hash(), officers: self.rules.set().officers as u8 }
    }
}

struct Files<'a> {
    solver: &'a mut Solver,
    began: Instant,
    spent: f64,
}

impl Files<'_> {
    fn seconds(&self) -> f64 {
        self.spent + self.began.elapsed().as_secs_f64()
    }
}

impl Keeper for Files<'_> {
    fn load(&mut self, name: LevelName, layer: &Layer, classes: &[Class]) -> Result<Option<Vec<Loaded>>, Fault> {
        if self.solver.manifest.level(name).is_none() {
            return Ok(None);
        }
        let blocks = classes.iter().map(|class| class.half().div_ceil(BLOCK)).sum();
        let file = LevelFile::open(&self.solver.dir, self.solver.common(), name, blocks)?;
        let most_rank = most_rank(self.solver.rules);
        let mut first = 0;
        let mut loaded = Vec::new();
        for class in classes {
            loaded.push(read_class(&file, first, name.goal, most_rank, layer, class)?);
            first += class.half().div_ceil(BLOCK);
        }
        Ok(Some(loaded))
    }

    fn keep(&mut self, level: &Level<'_>) -> Result<(), Fault> {
        let Level { name, layer, classes, ref tally } = *level;
        let bytes = level_file::write(&self.solver.dir, self.solver.common(), name, layer, classes)?;
        self.solver.manifest.levels.push(LevelEntry { name, tally: tally.clone(), bytes });
        self.solver.manifest.seconds = self.seconds();
        self.solver.manifest.write(&self.solver.dir)
    }
}

fn read_class(
    file: &LevelFile,
    first: usize,
    goal: Goal,
    most_rank: u32,
    layer: &Layer,
    class: &Class,
) -> Result<Loaded, Fault> {
    let words = layer.words();
    let (mut good, mut last) = (vec![0; class.half() * words], vec![0; class.half() * words]);
    for (index, begin) in (0..class.half()).step_by(BLOCK).enumerate() {
        let formations = BLOCK.min(class.half() - begin);
        let block = file.block(first + index, formations, layer)?;
        let bytes = layer.bytes();
        let tables: Vec<&[u8]> = block.bytes.chunks_exact(formations * bytes).collect();
        for formation in 0..formations {
            let range = (begin + formation) * words..(begin + formation + 1) * words;
            let unpack = |table: &[u8], to: &mut [u64]| layer.unpack(&table[formation * bytes..][..bytes], to);
            unpack(tables[0], &mut good[range.clone()]);
            // A rank with more bits than the block uses does not occur in it.
            if 32 - most_rank.leading_zeros() as usize > block.rank_bits {
                continue;
            }
            let last = &mut last[range.clone()];
            last.copy_from_slice(&good[range]);
            let mut plane = vec![0; words];
            for (bit, table) in tables[1..].iter().enumerate() {
                unpack(table, &mut plane);
                let flip = if most_rank >> bit & 1 == 1 { 0 } else { u64::MAX };
                last.iter_mut().zip(&plane).for_each(|(last, plane)| *last &= plane ^ flip);
            }
        }
    }
    if goal == Goal::Officers {
        let all = layer.all();
        good.iter_mut().zip(all.iter().cycle()).for_each(|(good, all)| *good ^= all);
    }
    Ok(Loaded { good, last })
}
