//! A network as a player: its policy alone, or with search.
//!
//! In: a game, and any [`Evaluator`]. Out: the action of the highest prior, or the one that a
//! search chooses.
//! Invariant: an evaluation that is no probability never chooses an action: the player gives up
//! instead.

use std::ops::ControlFlow;

use super::budget::{Budget, Limit};
use super::forfeit::Forfeit;
use super::player::{Player, decision_stream, legal_actions};
use super::searcher::Searcher;
use super::watch::Watch;
use crate::base::rng::stream;
use crate::rules::{ActionList, Game};
use crate::search::{Evaluation, Evaluator, Leaf, SearchConfig, SearchSummary};

/// Names the stream that draws moves, beside that of the search.
const DRAW: u64 = 2;

/// [`SearchConfig::puct_deviation`] of every network that plays: models/README.md has what it gains.
const PUCT_DEVIATION: f32 = 0.9;

/// [`SearchConfig::score_utility`] of every network that plays as officers, likewise.
const SCORE_UTILITY: f32 = 0.8;

/// Plays what an evaluator says.
pub struct NetworkPlayer<E> {
    name: String,
    evaluator: Checked<E>,
    /// `None` = the policy alone.
    budget: Option<Budget>,
    searcher: Searcher,
    /// `[side that it plays]`: what a draw is worth to the officers.
    draw_value: [f32; 2],
    temperature: f32,
    evaluations: Vec<Evaluation>,
    seed: u64,
}

impl<E: Evaluator> NetworkPlayer<E> {
    /// Plays the action of the highest prior.
    pub fn policy(name: String, evaluator: E) -> Self {
        let searcher = Searcher::new(SearchConfig {
            puct_deviation: PUCT_DEVIATION,
            score_utility: SCORE_UTILITY,
            ..SearchConfig::default()
        });
        let evaluator = Checked { inner: evaluator, broken: None };
        Self {
            name,
            evaluator,
            budget: None,
            searcher,
            draw_value: [0.0; 2],
            temperature: 0.0,
            evaluations: Vec::new(),
            seed: 0,
        }
    }

    /// Plays what a search by PUCT chooses, without noise.
    pub fn searching(name: String, evaluator: E, budget: Budget) -> Self {
        Self { budget: Some(budget), ..Self::policy(name, evaluator) }
    }

    /// The same player in games where a draw is worth so much to the officers, in [-0.9, 0.9], and its opposite to the
    /// rebels, as officers and as rebels: above 0, rebels press on and officers hold.
    pub fn with_draw_value(self, draw_value: [f32; 2]) -> Self {
        Self { draw_value, ..self }
    }

    /// The same player, whose moves are drawn from its policy at this temperature; 0 = the best move always.
    pub fn with_temperature(self, temperature: f32) -> Self {
        Self { temperature, ..self }
    }

    /// What it plays may be another move than the one it thinks best.
    fn drawn(&self, game: &Game, summary: SearchSummary) -> SearchSummary {
        let chosen = summary.sample(self.temperature, &mut stream(self.seed, &[game.actions().len() as u64, DRAW]));
        if chosen == summary.chosen {
            return summary;
        }
        SearchSummary { chosen, principal_variation: vec![chosen], ..summary }
    }

    /// What a draw is worth to the officers while it is this side's turn.
    fn draw_value_in(&self, game: &Game) -> f32 {
        self.draw_value[game.position().side_to_move().index()]
    }

    /// What the evaluator says of the position, without search.
    fn evaluated(&mut self, game: &Game, actions: ActionList) -> SearchSummary {
        let (position, draw_value) = (*game.position(), self.draw_value_in(game));
        let leaf = Leaf { position, repetitions: game.repetitions(), actions, draw_value };
        self.evaluator.evaluate(std::slice::from_ref(&leaf), &mut self.evaluations);
        from_policy(&leaf, &self.evaluations[0])
    }
}

impl<E: Evaluator + Send> Player for NetworkPlayer<E> {
    fn name(&self) -> &str {
        &self.name
    }

    fn start_game(&mut self, seed: u64) {
        self.seed = seed;
        self.searcher.forget();
    }

    fn think(&mut self, game: &Game) -> Result<SearchSummary, Forfeit> {
        self.think_watched(game, Limit::Own, &mut |_| ControlFlow::Continue(()))
    }

    fn think_watched(&mut self, game: &Game, limit: Limit, watch: &mut Watch<'_>) -> Result<SearchSummary, Forfeit> {
        let actions = legal_actions(game)?;
        let summary = match (limit, self.budget) {
            (Limit::Own | Limit::Depth(_), None) => self.evaluated(game, actions),
            _ => {
                let rng = decision_stream(self.seed, game);
                self.searcher.set_own_side(game.position().side_to_move(), self.draw_value_in(game));
                // An analysis tells what it finds itself.
                self.searcher.set_builds_on(matches!(limit, Limit::Own | Limit::Within(_) | Limit::Depth(_)));
                self.searcher.think(game, (limit, self.budget), rng, &mut self.evaluator, watch)
            }
        };
        self.evaluator.broken.take().map_or_else(|| Ok(self.drawn(game, summary)), Err)
    }
}

/// The summary of an evaluation alone.
fn from_policy(leaf: &Leaf, evaluation: &Evaluation) -> SearchSummary {
    let prior = &evaluation.prior;
    let best = (1..prior.len()).fold(0, |best, at| if prior[at] > prior[best] { at } else { best });
    SearchSummary {
        actions: leaf.actions.to_vec(),
        visits: vec![0; prior.len()],
        prior: prior.clone(),
        q: vec![evaluation.value(); prior.len()],
        policy: prior.clone(),
        value: evaluation.value(),
        wdl: evaluation.wdl,
        proven: None,
        chosen: leaf.actions[best],
        principal_variation: vec![leaf.actions[best]],
        simulations: 0,
        evaluations: 1,
    }
}

/// Passes evaluations on and notes the first that makes no sense; in its place goes one that says
/// nothing, so that a search comes to its end.
struct Checked<E> {
    inner: E,
    broken: Option<Forfeit>,
}

impl<E: Evaluator> Evaluator for Checked<E> {
    fn evaluate(&mut self, leaves: &[Leaf], out: &mut Vec<Evaluation>) {
        self.inner.evaluate(leaves, out);
        for (leaf, evaluation) in leaves.iter().zip(out) {
            if let Some(fault) = fault_of(leaf, evaluation) {
                self.broken.get_or_insert_with(|| {
                    Forfeit::gave_up(format!("the evaluation of `{}` makes no sense: {fault}", leaf.position))
                });
                let actions = leaf.actions.len();
                *evaluation = Evaluation { prior: vec![1.0 / actions as f32; actions], wdl: [1.0 / 3.0; 3] };
            }
        }
    }

    fn batch(&self) -> usize {
        self.inner.batch()
    }
}

/// What is wrong with an evaluation, if anything is.
fn fault_of(leaf: &Leaf, evaluation: &Evaluation) -> Option<String> {
    let (actions, priors) = (leaf.actions.len(), evaluation.prior.len());
    if priors != actions {
        return Some(format!("{priors} priors for {actions} legal actions"));
    }
    let is_distribution = |shares: &[f32]| {
        let sum: f32 = shares.iter().sum();
        // False for NaN.
        shares.iter().all(|share| *share >= 0.0) && (sum - 1.0).abs() < 1e-3
    };
    if !is_distribution(&evaluation.prior) {
        return Some("the priors are no probabilities".to_owned());
    }
    (!is_distribution(&evaluation.wdl)).then(|| format!("win, draw, loss are {:?}", evaluation.wdl))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::rules::{Position, Rules, Side};

    /// Prefers the last legal action; says whatever it is told to about the result.
    struct Last([f32; 3]);

    impl Evaluator for Last {
        fn evaluate(&mut self, leaves: &[Leaf], out: &mut Vec<Evaluation>) {
            out.clear();
            for leaf in leaves {
                let mut prior = vec![0.0; leaf.actions.len()];
                *prior.last_mut().expect("a leaf has an action") = 1.0;
                out.push(Evaluation { prior, wdl: self.0 });
            }
        }
    }

    fn start() -> Game {
        Game::new(Position::start(Rules::asalto()))
    }

    #[test]
    fn the_policy_alone_plays_its_favourite() {
        let summary = NetworkPlayer::policy("net".into(), Last([0.5, 0.25, 0.25])).think(&start()).unwrap();
        assert_eq!(summary.chosen.to_string(), "@e5");
        assert_eq!((summary.value, summary.evaluations, summary.simulations), (0.25, 1, 0));
    }

    #[test]
    fn a_search_makes_its_simulations() {
        let summary = NetworkPlayer::searching("net".into(), Last([0.5, 0.25, 0.25]), Budget::Simulations(20))
            .think(&start())
            .unwrap();
        assert_eq!(summary.simulations, 20);
        assert_eq!(start().position().side_to_move(), Side::Officers);
    }

    /// Its summaries of eight actions as officers; the rebels play the last legal action.
    fn thoughts(player: &mut NetworkPlayer<Last>) -> Vec<SearchSummary> {
        player.start_game(3);
        let mut game = start();
        let mut think = || {
            while game.position().side_to_move() == Side::Rebels {
                let actions = game.position().actions();
                game.play(actions[actions.len() - 1]).unwrap();
            }
            let summary = player.think(&game).unwrap();
            game.play(summary.chosen).unwrap();
            summary
        };
        (0..8).map(|_| think()).collect()
    }

    #[test]
    fn within_a_game_each_search_builds_on_the_last_and_no_game_on_another() {
        let player = || NetworkPlayer::searching("net".into(), Last([0.5, 0.25, 0.25]), Budget::Simulations(20));
        let mut one = player();
        let first = thoughts(&mut one);
        assert_eq!(thoughts(&mut one), first);
        assert_eq!(thoughts(&mut player()), first);
        assert!(first.iter().all(|summary| summary.simulations == 20));
        let visits: Vec<u32> = first.iter().map(|summary| summary.visits.iter().sum()).collect();
        assert!(visits[0] == 20 && visits[1..].iter().all(|&visits| visits > 20), "{visits:?}");
    }

    #[test]
    fn nonsense_forfeits_with_its_reason_and_is_forgotten() {
        for mut player in [
            NetworkPlayer::policy("net".into(), Last([f32::NAN, 0.0, 0.0])),
            NetworkPlayer::searching("net".into(), Last([2.0, 0.0, 0.0]), Budget::Simulations(4)),
            NetworkPlayer::searching("net".into(), Last([2.0, 0.0, 0.0]), Budget::Time(Duration::from_millis(1))),
        ] {
            let why = player.think(&start()).unwrap_err().to_string();
            assert!(why.contains("makes no sense: win, draw, loss are"), "{why}");
            player.evaluator.inner.0 = [1.0, 0.0, 0.0];
            assert!(player.think(&start()).is_ok());
        }
    }

    #[test]
    fn every_fault_is_named() {
        let game = start();
        let leaf = Leaf {
            position: *game.position(),
            repetitions: 0,
            actions: legal_actions(&game).unwrap(),
            draw_value: 0.0,
        };
        let fault = |prior: Vec<f32>, wdl| fault_of(&leaf, &Evaluation { prior, wdl });
        assert_eq!(fault(vec![1.0 / 9.0; 9], [0.2, 0.3, 0.5]), None);
        assert_eq!(fault(vec![0.5; 2], [1.0, 0.0, 0.0]).as_deref(), Some("2 priors for 9 legal actions"));
        assert_eq!(fault(vec![f32::INFINITY; 9], [1.0, 0.0, 0.0]).as_deref(), Some("the priors are no probabilities"));
    }
}
