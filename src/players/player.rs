//! What a player is.
//!
//! In: a game that is not over. Out: an action of the side to move, and what the player thought.
//! Invariant: a player's choices depend on its spec, on the seed of [`Player::start_game`], on the game so far and on what it
//! was asked before in it (a network that searches goes on from what it found), and on nothing else: not on the games that it
//! played before, nor on the thread it runs on. Two kinds cannot hold to that: who plays by the clock, and an outside program.

use super::budget::Limit;
use super::forfeit::Forfeit;
use super::watch::Watch;
use crate::base::rng::{Rng, stream};
use crate::rules::{Action, ActionList, Game};
use crate::search::SearchSummary;

/// Someone who plays either side of any game.
pub trait Player: Send {
    /// The name in tables: the spec that it was made from.
    fn name(&self) -> &str;

    /// Begins a new game: forgets the last one, and draws from this seed from now on.
    fn start_game(&mut self, seed: u64);

    /// Thinks about a game: which action it would play, and why. A player that has no opinion on
    /// the value leaves it at [`SearchSummary::NO_OPINION`].
    ///
    /// # Errors
    /// If it cannot go on; in a match it loses the game by that.
    fn think(&mut self, game: &Game) -> Result<SearchSummary, Forfeit>;

    /// Thinks within a limit, while someone watches who can break off at any time: for analysis.
    /// A player that does not search thinks as it always does.
    ///
    /// # Errors
    /// As for [`Player::think`].
    fn think_watched(&mut self, game: &Game, _limit: Limit, _watch: &mut Watch<'_>) -> Result<SearchSummary, Forfeit> {
        self.think(game)
    }

    /// The micro-action that it plays.
    ///
    /// # Errors
    /// If it cannot go on; in a match it loses the game by that.
    fn choose(&mut self, game: &Game) -> Result<Action, Forfeit> {
        self.think(game).map(|summary| summary.chosen)
    }
}

/// The legal actions of a game.
///
/// # Errors
/// If the game is over.
pub(super) fn legal_actions(game: &Game) -> Result<ActionList, Forfeit> {
    let mut actions = ActionList::new();
    game.legal_actions(&mut actions);
    match game.outcome() {
        Some(outcome) => Err(Forfeit::gave_up(format!("there is nothing to choose, the game is over: {outcome}"))),
        None => Ok(actions),
    }
}

/// A player's random numbers for its next decision: a stream of their own for each, whatever was drawn for others.
pub(super) fn decision_stream(seed: u64, game: &Game) -> Rng {
    stream(seed, &[game.actions().len() as u64])
}

/// What a player without search has to say: with what probability it plays each legal action, and the one that it plays.
pub(super) fn opinion(actions: &ActionList, policy: Vec<f32>, chosen: Action) -> SearchSummary {
    SearchSummary {
        actions: actions.to_vec(),
        visits: vec![0; actions.len()],
        prior: policy.clone(),
        q: vec![0.0; actions.len()],
        policy,
        value: 0.0,
        wdl: SearchSummary::NO_OPINION,
        proven: None,
        chosen,
        principal_variation: vec![chosen],
        simulations: 0,
        evaluations: 0,
    }
}
