//! Plays a study, going on from what is on disk.
//!
//! In: a [`Study`] and a folder. Out: the tally of each cell; on the way, [`StudyProgress`] after each game.
//! Invariant: games are counted in the order of their numbers, whoever was faster, so the tallies are the same on any
//! number of threads and however often the study was interrupted.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use super::moves::{FirstMove, first_moves};
use super::plan::{Order, Study};
use super::recorded::{RecordedGame, Table};
use super::store::Store;
use super::tally::Tally;
use crate::arena::{InOrder, run_jobs};
use crate::base::fault::Fault;
use crate::base::file;
use crate::rules::Rules;

/// Games that are not on disk yet are saved so often: as much is lost by a kill.
const SAVE_EVERY: Duration = Duration::from_secs(15);

/// How far a study has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyProgress {
    /// Games done, now or before.
    pub done: u32,
    /// Games in all.
    pub games: u32,
    /// The cell whose games are played now.
    pub cell: String,
}

/// Who hears how a study goes on, and can stop it.
pub type StudyWatch<'a> = dyn FnMut(&StudyProgress) -> ControlFlow<()> + Send + 'a;

/// The games of a study, counted.
pub struct PlayedStudy {
    /// Each cell with its tally, in the order of the study.
    pub tallies: Vec<(Order, Tally)>,
    /// First moves by rule set and player.
    pub first_moves: Vec<(usize, usize, Vec<FirstMove>)>,
    /// Whether all games were played.
    pub complete: bool,
    /// The programs that played: games may be older than this one.
    pub played_by: BTreeSet<String>,
}

impl Study {
    /// Plays what is not in `folder` yet, on so many threads. When `watch` answers `Break`, the games in progress are
    /// finished and saved, and nothing more is begun.
    ///
    /// # Errors
    /// The folder cannot be used, something in it is damaged, or the threads cannot be started.
    pub fn play(&self, folder: &Path, threads: usize, watch: &mut StudyWatch<'_>) -> Result<PlayedStudy, Fault> {
        let games = folder.join("games");
        file::create_dir(&games)?;
        let mut played =
            PlayedStudy { tallies: Vec::new(), first_moves: Vec::new(), complete: true, played_by: BTreeSet::new() };
        let mut progress = StudyProgress { done: 0, games: self.games(), cell: String::new() };
        for order in &self.orders {
            progress.cell = self.title(&order.cell);
            let tally = self.play_cell(&games, order, threads, &mut progress, watch, &mut played)?;
            played.tallies.push((*order, tally));
        }
        if played.complete {
            played.first_moves = self.all_first_moves(folder)?;
        }
        Ok(played)
    }

    /// Reads what there is of a cell, and plays the rest unless the study was stopped.
    fn play_cell(
        &self,
        games: &Path,
        order: &Order,
        threads: usize,
        progress: &mut StudyProgress,
        watch: &mut StudyWatch<'_>,
        played: &mut PlayedStudy,
    ) -> Result<Tally, Fault> {
        let rules = self.rules[order.cell.rules].rules;
        let mut tally = Tally::new(self.seeds);
        let mut wrong = Ok(());
        let store = Store::open(games, &self.key(&order.cell), &self.program, order.games, |game| {
            if wrong.is_ok() {
                wrong = tally.add(rules, game);
            }
        })?;
        let folder = store.folder().display().to_string();
        wrong.map_err(|reason| {
            Fault::failed(format!("{folder}: damaged: {reason}"))
                .with_help("remove that folder: its games are played again")
        })?;
        let before = store.len();
        played.played_by.insert(store.played_by.clone());
        progress.done += before;
        let mut sink = Sink { rules, tally, store, order: InOrder::new(), saved: Instant::now(), failed: None };
        if played.complete && before < order.games {
            run_jobs(
                threads,
                order.games - before,
                || Table::new(self, &order.cell).expect("only cells whose players can play are ordered"),
                |table, job| table.play(self, &order.cell, before + job),
                |job, game| {
                    progress.done += 1;
                    let told = watch(progress);
                    if sink.take(job, game) { told } else { ControlFlow::Break(()) }
                },
            )?;
        }
        sink.store.save()?;
        played.complete &= sink.store.len() == order.games;
        sink.failed.map_or(Ok(sink.tally), Err)
    }

    /// What each player does first from each placement, under each rule set under which it plays.
    fn all_first_moves(&self, folder: &Path) -> Result<Vec<(usize, usize, Vec<FirstMove>)>, Fault> {
        let mains = self.orders.iter().map(|order| order.cell).filter(super::plan::Cell::is_main);
        mains.map(|cell| Ok((cell.rules, cell.officers, first_moves(self, &cell, folder)?))).collect()
    }
}

/// Takes games as they are finished: to the tally and the disk, in order.
struct Sink {
    rules: Rules,
    tally: Tally,
    store: Store,
    order: InOrder<RecordedGame>,
    saved: Instant,
    failed: Option<Fault>,
}

impl Sink {
    /// Takes a game; whether all is well.
    fn take(&mut self, job: u32, game: RecordedGame) -> bool {
        self.order.put(job, game);
        while let (Some(game), None) = (self.order.take(), &self.failed) {
            self.tally.add(self.rules, &game).expect("what was played can be replayed");
            self.failed = self.store.push(game).err();
        }
        if self.failed.is_none() && self.saved.elapsed() >= SAVE_EVERY {
            self.saved = Instant::now();
            self.failed = self.store.save().err();
        }
        self.failed.is_none()
    }
}
