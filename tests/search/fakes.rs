//! Evaluators that know nothing, and other things that the tests share.

use asalto::base::rng::{Rng, below, stream};
use asalto::rules::{ActionList, Game, Position, Rules, Side, thinned};
use asalto::search::{
    Evaluation, Evaluator, InteriorPolicy, Leaf, RootPolicy, Search, SearchConfig, SearchSummary, run,
};

/// Same prior everywhere, and the same result for the officers, whoever is to move.
pub struct Flat {
    /// Win, draw, loss of the officers.
    pub officers: [f32; 3],
}

/// Knows nothing: a draw, or a win or a loss, who can tell.
pub fn flat() -> Flat {
    Flat { officers: [0.25, 0.5, 0.25] }
}

impl Evaluator for Flat {
    fn evaluate(&mut self, leaves: &[Leaf], out: &mut Vec<Evaluation>) {
        out.resize(leaves.len(), Evaluation::default());
        for (leaf, evaluation) in leaves.iter().zip(out) {
            let count = leaf.actions.len();
            evaluation.prior.clear();
            evaluation.prior.resize(count, 1.0 / count as f32);
            let [win, draw, loss] = self.officers;
            evaluation.wdl = match leaf.position.side_to_move() {
                Side::Officers => [win, draw, loss],
                Side::Rebels => [loss, draw, win],
            };
        }
    }
}

/// A prior and a value out of the position's text: arbitrary, but the same every time and in every
/// version.
pub struct Hashed;

/// FNV-1a.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

impl Evaluator for Hashed {
    fn evaluate(&mut self, leaves: &[Leaf], out: &mut Vec<Evaluation>) {
        out.resize(leaves.len(), Evaluation::default());
        for (leaf, evaluation) in leaves.iter().zip(out) {
            let mut rng = stream(hash(&leaf.position.to_string()), &[leaf.repetitions.into()]);
            let weights: Vec<u32> = leaf.actions.iter().map(|_| 1 + below(&mut rng, 1000)).collect();
            let total: u32 = weights.iter().sum();
            evaluation.prior = weights.into_iter().map(|weight| weight as f32 / total as f32).collect();
            let (win, draw) = (below(&mut rng, 500) as f32 / 1000.0, below(&mut rng, 500) as f32 / 1000.0);
            evaluation.wdl = [win, draw, 1.0 - win - draw];
        }
    }
}

/// Almost all of the prior on actions that a test calls bad.
pub struct Tempted<F>(pub F);

impl<F: FnMut(&Position, asalto::rules::Action) -> bool> Evaluator for Tempted<F> {
    fn evaluate(&mut self, leaves: &[Leaf], out: &mut Vec<Evaluation>) {
        out.resize(leaves.len(), Evaluation::default());
        for (leaf, evaluation) in leaves.iter().zip(out) {
            let bad = |&action| {
                if (self.0)(&leaf.position, action) { 1.0 } else { 1e-4 }
            };
            evaluation.prior = leaf.actions.iter().map(bad).collect();
            let total: f32 = evaluation.prior.iter().sum();
            evaluation.prior.iter_mut().for_each(|p| *p /= total);
            evaluation.wdl = [0.3, 0.4, 0.3];
        }
    }
}

/// Both ways of searching, without noise.
pub fn both(simulations: u32) -> [SearchConfig; 2] {
    let gumbel = SearchConfig { simulations, gumbel_scale: 0.0, ..SearchConfig::default() };
    let puct = SearchConfig { root: RootPolicy::Puct, interior: InteriorPolicy::Puct, ..gumbel.clone() };
    [gumbel, puct]
}

/// One search in a tree that is large enough.
pub fn search(game: &Game, config: &SearchConfig, seed: u64, evaluator: &mut impl Evaluator) -> SearchSummary {
    run(&mut Search::new(config.capacity()), game, config, stream(seed, &[]), evaluator)
}

/// A game that starts from this position of Asalto.
pub fn game(text: &str) -> Game {
    Game::new(Position::parse(Rules::asalto(), text).expect("the test's position is valid"))
}

/// A random game of some plies that isn't over; from a start with up to 14 rebels missing.
pub fn random_game(rng: &mut Rng, most_actions: u32) -> Game {
    random_game_by(Rules::asalto(), rng, most_actions)
}

/// The same by other rules.
pub fn random_game_by(rules: Rules, rng: &mut Rng, most_actions: u32) -> Game {
    let mut actions = ActionList::new();
    loop {
        let missing = below(rng, 15);
        let mut game = Game::new(thinned(rules, missing, rng));
        for _ in 0..below(rng, most_actions) {
            game.legal_actions(&mut actions);
            if actions.is_empty() {
                break;
            }
            let action = actions[below(rng, actions.len() as u32) as usize];
            game.play(action).expect("a legal action");
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}
