//! Self-play as a whole: the groups, dealt to rayon workers.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::group::{Counters, Group};
use super::record::{GameRecord, RecordError};
use super::slot::Setting;
use super::{SelfPlayConfig, StartBalance};
use crate::rules::Rules;
use crate::search::{Evaluator, SearchConfig};

/// What an iteration of self-play gave.
pub struct Harvest {
    /// The games that ended, in an order that does not depend on the threads.
    pub games: Vec<GameRecord>,
    /// What was done for them.
    pub counters: Counters,
}

/// All that is needed to go on with self-play where it stood between two iterations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SelfPlayState {
    /// Number of the next game of each group.
    pub next: Vec<u64>,
    /// The games in play, group by group.
    pub in_play: Vec<GameRecord>,
}

/// The games of a run.
pub struct SelfPlay {
    rules: Rules,
    seed: u64,
    config: SelfPlayConfig,
    search: SearchConfig,
    groups: Vec<Group>,
}

impl SelfPlay {
    /// Fresh games; their first starts are drawn with `balance`.
    pub fn new(rules: Rules, seed: u64, config: SelfPlayConfig, search: SearchConfig, balance: StartBalance) -> Self {
        let mut all = Self { rules, seed, config, search, groups: Vec::new() };
        let count = all.config.groups();
        all.groups = (0..count).map(|index| Group::new(all.setting(balance), index, count)).collect();
        all
    }

    /// Goes on where [`SelfPlay::state`] was taken.
    ///
    /// # Errors
    /// A recorded game that does not replay.
    pub fn resume(
        rules: Rules,
        seed: u64,
        config: SelfPlayConfig,
        search: SearchConfig,
        balance: StartBalance,
        state: &SelfPlayState,
    ) -> Result<Self, RecordError> {
        let mut all = Self { rules, seed, config, search, groups: Vec::new() };
        let setting = all.setting(balance);
        let dealt = state.next.iter().zip(state.in_play.chunks(setting.config.group));
        all.groups = dealt
            .map(|(&next, records)| Group::resume(setting, state.next.len(), next, records))
            .collect::<Result<_, _>>()?;
        Ok(all)
    }

    /// What a checkpoint has to keep.
    pub fn state(&self) -> SelfPlayState {
        SelfPlayState {
            next: self.groups.iter().map(Group::next).collect(),
            in_play: self.groups.iter().flat_map(Group::in_play).collect(),
        }
    }

    /// One iteration, on the current rayon pool: every group searches its share of the positions with its worker's own copy
    /// of the evaluator. `tick` is told what each round of a group added.
    pub fn iterate<E>(&mut self, evaluator: &E, balance: StartBalance, tick: &(dyn Fn(Counters) + Sync)) -> Harvest
    where
        E: Evaluator + Clone + Send + Sync,
    {
        let quota = self.config.positions.div_ceil(self.config.groups()) as u64;
        let mut groups = std::mem::take(&mut self.groups);
        let setting = self.setting(balance);
        let played: Vec<(Vec<GameRecord>, Counters)> = groups
            .par_iter_mut()
            .with_max_len(1)
            .map_init(|| evaluator.clone(), |evaluator, group| group.play(setting, quota, evaluator, tick))
            .collect();
        self.groups = groups;
        let mut harvest = Harvest { games: Vec::new(), counters: Counters::default() };
        for (games, counters) in played {
            harvest.games.extend(games);
            harvest.counters += counters;
        }
        harvest
    }

    fn setting(&self, balance: StartBalance) -> Setting<'_> {
        Setting { rules: self.rules, seed: self.seed, config: &self.config, search: &self.search, balance }
    }
}
