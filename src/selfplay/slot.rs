//! One of a group's places: a game that is being played, and the search that thinks about its next action.

use rand::RngExt;

use super::cache::EvaluationCache;
use super::group::Counters;
use super::record::{Decision, End, GameRecord, RecordError};
use super::start::{Start, StartBalance};
use super::{SelfPlayConfig, StartKind};
use crate::base::rng::{Rng, stream};
use crate::rules::{Action, ActionList, Game, Rules};
use crate::search::{Evaluation, Leaf, MOST_DRAW_VALUE, Search, SearchConfig, SearchSummary, Step};

/// Names of the random streams, so that no two uses share one.
const STREAM_START: u64 = 1;
const STREAM_SEARCH: u64 = 2;
const STREAM_SAMPLE: u64 = 3;
const STREAM_DRAW: u64 = 4;
const STREAM_CAP: u64 = 5;

/// What all slots share.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub rules: Rules,
    pub seed: u64,
    pub config: &'a SelfPlayConfig,
    pub search: &'a SearchConfig,
    pub balance: StartBalance,
}

impl Setting<'_> {
    fn stream(&self, game: u64, purpose: u64, index: u64) -> Rng {
        stream(self.seed, &[0x5e1f, game, purpose, index])
    }

    /// What a draw is worth to the officers in a game: as the search has it, give or take; later on, anything.
    fn draw_value(&self, game: u64) -> f32 {
        let share = self.stream(game, STREAM_DRAW, 0).random_range(-1.0..=1.0_f32);
        if game >= self.config.told_draws_until() {
            return MOST_DRAW_VALUE * share;
        }
        (self.search.draw_value + self.config.draw_value * share).clamp(-MOST_DRAW_VALUE, MOST_DRAW_VALUE)
    }

    /// Whether the decision after so many actions of a game is searched in full.
    fn is_full(&self, game: u64, actions: u64) -> bool {
        let share = self.config.full_share;
        share >= 1.0 || self.stream(game, STREAM_CAP, actions).random::<f64>() < share
    }
}

/// What a slot has come to.
pub(super) enum Progress {
    /// A leaf has been handed out and waits for its evaluation.
    Waiting,
    /// The game is over; the slot holds no game any more.
    Finished(GameRecord),
}

/// A game in play.
pub(super) struct Slot {
    game: Game,
    search: Search,
    /// Whether a search is going on, and whether it is a full one.
    searching: bool,
    full: bool,
    number: u64,
    start: StartKind,
    missing: u32,
    position: String,
    random: u32,
    draw_value: f32,
    decisions: Vec<Decision>,
    legal: ActionList,
}

impl Slot {
    /// The game of this number, from its own start.
    pub fn new(setting: Setting<'_>, number: u64) -> Self {
        Self::begin(setting, number, Search::new(setting.search.capacity()))
    }

    fn begin(setting: Setting<'_>, number: u64, search: Search) -> Self {
        let start =
            Start::draw(setting.rules, setting.config, setting.balance, &mut setting.stream(number, STREAM_START, 0));
        let mut game = Game::new(start.position);
        for &action in &start.random {
            game.play(action).expect("a start plays legal actions");
        }
        Self {
            game,
            search,
            searching: false,
            full: true,
            number,
            start: start.kind,
            missing: start.missing,
            position: start.position.to_string(),
            random: start.random.len() as u32,
            draw_value: setting.draw_value(number),
            decisions: Vec::new(),
            legal: ActionList::new(),
        }
    }

    /// The next game in the same place: the search's memory is kept.
    pub fn renew(&mut self, setting: Setting<'_>, number: u64) {
        let search = std::mem::replace(&mut self.search, Search::new(0));
        *self = Self::begin(setting, number, search);
    }

    /// Goes on with a game that was recorded unfinished.
    pub fn resume(setting: Setting<'_>, record: &GameRecord) -> Result<Self, RecordError> {
        let game = record.replay(setting.rules, |_, _, _| ())?;
        Ok(Self {
            game,
            search: Search::new(setting.search.capacity()),
            searching: false,
            full: true,
            number: record.number,
            start: record.start,
            missing: record.missing,
            position: record.position.clone(),
            random: record.random,
            draw_value: record.draw_value,
            decisions: record.decisions.clone(),
            legal: ActionList::new(),
        })
    }

    /// Forgets a search that has not come to its end; the game stands where it stood before it.
    pub fn abandon_search(&mut self) {
        self.searching = false;
    }

    /// Plays on until a leaf has to be evaluated, which is pushed to `leaves`, or the game is over.
    pub fn advance(
        &mut self,
        setting: Setting<'_>,
        cache: &EvaluationCache,
        counters: &mut Counters,
        leaves: &mut Vec<Leaf>,
    ) -> Progress {
        loop {
            if !self.searching {
                if let Some(end) = self.end(setting.config) {
                    return Progress::Finished(self.finish(end));
                }
                self.game.position().legal_actions(&mut self.legal);
                if let [only] = self.legal[..] {
                    self.play(only);
                    continue;
                }
                self.start_search(setting);
            }
            match self.search.step() {
                Step::Evaluate(leaf) => match cache.get(leaf) {
                    Some(known) => {
                        counters.cached += 1;
                        self.search.provide(known);
                    }
                    None => {
                        leaves.push(leaf.clone());
                        return Progress::Waiting;
                    }
                },
                Step::Done => {
                    counters.positions += u64::from(self.full);
                    self.decide(setting);
                }
            }
        }
    }

    fn start_search(&mut self, setting: Setting<'_>) {
        let actions = self.game.actions().len() as u64;
        self.full = setting.is_full(self.number, actions);
        let mut config = SearchConfig { draw_value: self.draw_value, ..setting.search.clone() };
        if !self.full {
            // Only to go on with the game: at full strength, without noise.
            config.simulations = setting.config.fast_simulations.min(config.simulations);
            config.gumbel_scale = 0.0;
            config.dirichlet_fraction = 0.0;
        }
        self.search.start(&self.game, &config, setting.stream(self.number, STREAM_SEARCH, actions));
        self.searching = true;
    }

    /// Answers the leaf that [`Slot::advance`] handed out.
    pub fn provide(&mut self, evaluation: &Evaluation) {
        self.search.provide(evaluation);
    }

    /// The game so far as a record; without an end it can be resumed.
    pub fn record(&self) -> GameRecord {
        let moves: Vec<String> = self.game.actions().iter().map(ToString::to_string).collect();
        GameRecord {
            number: self.number,
            start: self.start,
            missing: self.missing,
            position: self.position.clone(),
            random: self.random,
            draw_value: self.draw_value,
            moves: moves.join(" "),
            result: None,
            reason: None,
            plies: self.game.plies(),
            decisions: self.decisions.clone(),
        }
    }

    fn end(&self, config: &SelfPlayConfig) -> Option<End> {
        let over = self.game.outcome().map(End::of);
        over.or_else(|| (self.game.plies() >= config.max_plies).then_some(End::Capped))
    }

    fn finish(&mut self, end: End) -> GameRecord {
        let reason = self.game.outcome().map(|outcome| outcome.reason);
        GameRecord { result: Some(end), reason, ..self.record() }
    }

    /// Ends the search: notes what it found and plays an action.
    fn decide(&mut self, setting: Setting<'_>) {
        self.searching = false;
        let summary = self.search.summary();
        let at = self.game.actions().len() as u32;
        if self.full {
            self.decisions.push(Decision { at, policy: quantised(&summary), value: summary.value });
        }
        let temperature = setting.search.temperature_at(self.game.plies());
        let action = summary.sample(temperature, &mut setting.stream(self.number, STREAM_SAMPLE, u64::from(at)));
        self.play(action);
    }

    fn play(&mut self, action: Action) {
        self.game.play(action).expect("a search chooses among legal actions");
    }
}

/// The search's policy in 1/65535, so that what is written to a file is exactly what is learned from. Weights that round to
/// nothing are left out; the largest one always stays.
fn quantised(summary: &SearchSummary) -> Vec<(u16, u16)> {
    let weights = summary.actions.iter().zip(&summary.policy);
    let whole = f32::from(u16::MAX);
    let kept: Vec<(u16, u16)> = weights
        .map(|(action, &share)| (action.index() as u16, (share * whole).round().clamp(0.0, whole) as u16))
        .filter(|&(_, weight)| weight > 0)
        .collect();
    if kept.is_empty() { vec![(summary.chosen.index() as u16, u16::MAX)] } else { kept }
}
