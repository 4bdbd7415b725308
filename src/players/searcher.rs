//! A search tree that suits its budget: what the players that search have in common.
//!
//! In: a game, an evaluator, a limit. Out: a search's summary.
//! Invariant: a tree never takes more than [`MOST_BYTES`]. Beyond, a search goes on but no longer
//! looks past what its tree holds.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::budget::{Budget, Limit};
use super::watch::Watch;
use crate::base::rng::Rng;
use crate::rules::{Game, Side};
use crate::search::{Evaluator, InteriorPolicy, RootPolicy, Search, SearchConfig, SearchSummary, run_watched};

/// Memory of one tree: room for 1.4 million positions. What a search does not fill is reserved but
/// never touched, and so takes none.
pub(super) const MOST_BYTES: usize = 1 << 30;

/// Positions for which a tree has room a millisecond of its time: several times what the fastest
/// evaluator (a playout near the end of a game) gets through.
const POSITIONS_PER_MS: usize = 200;

/// Searches, of which each goes on from what the last one found, that a tree has room for.
const LAYERS: usize = 4;

/// Searches with whatever memory the budget asks for, and keeps it for the next time.
pub(super) struct Searcher {
    search: Search,
    capacity: usize,
    config: SearchConfig,
    /// [`SearchConfig::score_utility`] where the officers are the searcher's own side.
    score_utility: f32,
    /// Whether a search takes over what the last one found.
    builds_on: bool,
}

impl Searcher {
    /// A searcher by PUCT, in its constants as this configuration says; `simulations` give way to the budget of each search.
    ///
    /// PUCT everywhere. For one playout is far too noisy a value for the Gumbel policies, which trust values more; and with a
    /// network and 64 simulations, against `alphabeta:depth=6` from 194 starts with 16 to 18 rebels, it got 77 to 79 % where the
    /// Gumbel root, which is made to learn from, got 70 %.
    pub(super) fn new(config: SearchConfig) -> Self {
        let config = SearchConfig { root: RootPolicy::Puct, interior: InteriorPolicy::Puct, ..config };
        let score_utility = config.score_utility;
        Self { search: Search::new(1), capacity: 1, config, score_utility, builds_on: false }
    }

    /// From the next search on: each goes on from what the last one found, if its game has gone on.
    pub(super) fn set_builds_on(&mut self, builds_on: bool) {
        self.builds_on = builds_on;
    }

    /// The next search goes on from nothing.
    pub(super) fn forget(&mut self) {
        self.search.forget();
    }

    /// Searches for this side, its own, from the next search on; a draw is then worth so much to the officers, and its opposite
    /// to the rebels.
    ///
    /// A draw that the search has proven, most often by repetition, is never worth more than nothing to the searcher itself.
    /// Who would rather draw than lose still does; but who has only reason to think that more is not to be had plays on, and
    /// leaves it to the other to see it too. And the utility of rebels taken is the officers' consolation, not the rebels' worry:
    /// they would rather draw than lose a few.
    pub(super) fn set_own_side(&mut self, own: Side, draw_value: f32) {
        self.config.draw_value = draw_value;
        self.config.certain_draw_value = Some(match own {
            Side::Officers => draw_value.min(0.0),
            Side::Rebels => draw_value.max(0.0),
        });
        self.config.score_utility = if own == Side::Officers { self.score_utility } else { 0.0 };
    }

    /// Searches until the limit of a player whose own budget is `own` is reached, the position is proven, or `watch` breaks
    /// off.
    pub(super) fn think(
        &mut self,
        game: &Game,
        (limit, own): (Limit, Option<Budget>),
        rng: Rng,
        evaluator: &mut impl Evaluator,
        watch: &mut Watch<'_>,
    ) -> SearchSummary {
        let begun = Instant::now();
        let budget = limit.budget(own);
        let config = self.config_of(limit, budget);
        self.make_room(budget);
        let time = match budget {
            Some(Budget::Time(time)) => time,
            _ => Duration::MAX,
        };
        let mut seen = false;
        if self.builds_on {
            self.search.start_on_top(game, &config, rng);
        } else {
            self.search.start(game, &config, rng);
        }
        let found = run_watched(&mut self.search, evaluator, &mut |search| match watch(search) {
            ControlFlow::Continue(()) if begun.elapsed() < time => ControlFlow::Continue(()),
            _ => {
                seen = true;
                ControlFlow::Break(())
            }
        });
        if !seen {
            // It has ended: whatever is answered now.
            let _ = watch(&self.search);
        }
        found
    }

    fn config_of(&self, limit: Limit, budget: Option<Budget>) -> SearchConfig {
        let simulations = match budget {
            Some(Budget::Simulations(simulations)) => simulations,
            Some(Budget::Time(_)) | None => u32::MAX,
        };
        // Who analyses wants to know what a forced move is worth.
        let thorough = matches!(limit, Limit::Analysis(_) | Limit::Endless);
        let forced_simulations = if thorough { u32::MAX } else { self.config.forced_simulations };
        SearchConfig { simulations, forced_simulations, ..self.config.clone() }
    }

    fn make_room(&mut self, budget: Option<Budget>) {
        let wanted = match budget {
            Some(Budget::Simulations(simulations)) if self.builds_on => LAYERS * simulations as usize + 1,
            Some(Budget::Simulations(simulations)) => simulations as usize + 1,
            Some(Budget::Time(time)) => POSITIONS_PER_MS * time.as_micros().div_ceil(1000) as usize,
            None => usize::MAX,
        };
        let wanted = wanted.min(Search::capacity_within(MOST_BYTES));
        if wanted > self.capacity {
            // The old tree goes first: never two at once.
            self.search = Search::new(1);
            self.search = Search::new(wanted);
            self.capacity = wanted;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::stream;
    use crate::players::{RolloutEvaluator, Thinking};
    use crate::rules::{Position, Rules};

    fn think(searcher: &mut Searcher, budget: Option<Budget>, watch: &mut Watch<'_>) -> SearchSummary {
        let game = Game::new(Position::start(Rules::asalto()));
        let mut evaluator = RolloutEvaluator::new(stream(1, &[]));
        let limit = budget.map_or(Limit::Endless, Limit::Within);
        searcher.think(&game, (limit, None), stream(2, &[]), &mut evaluator, watch)
    }

    #[test]
    fn simulations_are_exact_and_time_is_kept() {
        let mut searcher = Searcher::new(SearchConfig::default());
        let mut go_on = |_: &dyn Thinking| ControlFlow::Continue(());
        let found = think(&mut searcher, Some(Budget::Simulations(50)), &mut go_on);
        assert_eq!(found.simulations, 50);
        let begun = Instant::now();
        let found = think(&mut searcher, Some(Budget::Time(Duration::from_millis(30))), &mut go_on);
        assert!(begun.elapsed() >= Duration::from_millis(30) && found.simulations > 1, "{}", found.simulations);
    }

    #[test]
    fn a_certain_draw_is_worth_nothing_to_who_would_be_content_with_one() {
        let mut searcher = Searcher::new(SearchConfig::default());
        let mut certain = |draw_value, own| {
            searcher.set_own_side(own, draw_value);
            assert_eq!(searcher.config.draw_value, draw_value);
            searcher.config.certain_draw_value()
        };
        assert_eq!([0.5, -0.5].map(|value| certain(value, Side::Officers)), [0.0, -0.5]);
        assert_eq!([0.5, -0.5].map(|value| certain(value, Side::Rebels)), [0.5, 0.0]);
    }

    #[test]
    fn rebels_taken_console_the_officers_and_worry_no_rebels() {
        let mut searcher = Searcher::new(SearchConfig { score_utility: 0.5, ..SearchConfig::default() });
        let mut utility = |own| {
            searcher.set_own_side(own, 0.0);
            searcher.config.score_utility
        };
        assert_eq!([Side::Officers, Side::Rebels, Side::Officers].map(&mut utility), [0.5, 0.0, 0.5]);
    }

    #[test]
    fn whoever_watches_can_break_off_after_the_first_round() {
        let mut searcher = Searcher::new(SearchConfig::default());
        // The nine placements; and where the clock counts, each simulation is a round.
        for (budget, round) in
            [(Some(Budget::Simulations(50)), 1), (Some(Budget::Time(Duration::from_secs(60))), 1), (None, 1)]
        {
            let mut asked = 0;
            let found = think(&mut searcher, budget, &mut |_| {
                asked += 1;
                ControlFlow::Break(())
            });
            assert_eq!((found.simulations, asked), (round, 1), "{budget:?}");
        }
    }

    #[test]
    fn a_tree_is_bounded_whatever_the_time() {
        let mut searcher = Searcher::new(SearchConfig::default());
        searcher.make_room(Some(Budget::Time(Duration::from_millis(10))));
        assert_eq!(searcher.capacity, 10 * POSITIONS_PER_MS);
        searcher.make_room(Some(Budget::Simulations(5)));
        assert_eq!(searcher.capacity, 10 * POSITIONS_PER_MS, "what is there is kept");
        searcher.make_room(None);
        assert!(Search::bytes(searcher.capacity) <= MOST_BYTES && searcher.capacity > 1_000_000);
    }
}
