//! Proven positions played out: the winner plays by the tables, the other side as well as it can.
//!
//! In: tables, players who resist. Out: for each of them, games that were all won within the proven bound; the first that was not
//! is a fault. Invariant: the result depends on the seed alone, not on the number of threads.

use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;

use crate::base::fault::Fault;
use crate::base::rng::stream;
use crate::exact::Tables;
use crate::players::{ExactPlayer, Player, PlayerFactory, RandomPlayer};
use crate::rules::{Game, Position, Side};

/// Games against one player.
#[derive(Clone, Debug, Serialize)]
pub struct PlayedOut {
    /// Who resisted.
    pub player: String,
    /// Games; all of them were won.
    pub games: u32,
    /// The winner's turns, on average.
    pub mean_turns: f64,
    /// The most that there were.
    pub most_turns: u64,
    /// The greatest part of the proven bound that was needed, in [0, 1].
    pub most_of_bound: f64,
}

/// Draws of a position after which tables are taken to prove nothing.
const MOST_DRAWS: u64 = 100_000;

/// Plays `games` random proven positions out, the players taking turns to resist; `tell` hears of each game.
///
/// # Errors
/// A position that was not won, or not within the bound; a damaged table; a player that cannot go on.
pub fn play_out(
    tables: &Arc<Tables>,
    players: &[PlayerFactory],
    games: u32,
    seed: u64,
    tell: &(dyn Fn() + Sync),
) -> Result<Vec<PlayedOut>, Fault> {
    let play = |index: u32| {
        let turns = play(tables, &players[index as usize % players.len()], stream(seed, &[u64::from(index)]));
        tell();
        turns
    };
    let turns: Vec<(u64, u64)> = (0..games).into_par_iter().map(play).collect::<Result<_, Fault>>()?;
    let of_player = |(number, player): (usize, &PlayerFactory)| {
        let turns: Vec<(u64, u64)> = turns.iter().skip(number).step_by(players.len()).copied().collect();
        let all: u64 = turns.iter().map(|(turns, _)| turns).sum();
        PlayedOut {
            player: player.name().to_owned(),
            games: turns.len() as u32,
            mean_turns: all as f64 / turns.len().max(1) as f64,
            most_turns: turns.iter().map(|(turns, _)| *turns).max().unwrap_or(0),
            most_of_bound: turns.iter().map(|&(turns, bound)| turns as f64 / bound as f64).fold(0.0, f64::max),
        }
    };
    Ok(players.iter().enumerate().map(of_player).collect())
}

/// Plays one game; the winner's turns, and how many there can be at most.
fn play(tables: &Arc<Tables>, resisting: &PlayerFactory, mut rng: crate::base::rng::Rng) -> Result<(u64, u64), Fault> {
    let start = draw(tables, &mut rng)?;
    let Some(proven) = tables.probe(&start)? else { return Err(Fault::failed("the tables prove nothing")) };
    let mut other = resisting.player();
    other.start_game(rand::Rng::next_u64(&mut rng));
    let played = to_the_end(tables, start, proven.winner, other.as_mut());
    let (game, turns) = played.map_err(|fault| Fault::failed(format!("{start}: {}", fault.plain())))?;
    let bound = tables.most_turns(&start);
    let won = game.outcome().is_some_and(|outcome| outcome.winner == Some(proven.winner));
    if !won || turns > bound {
        let what = if won { format!("won in {turns} turns, not in {bound}") } else { "not won".to_owned() };
        return Err(Fault::failed(format!("{start}: {what} by the {} against {}", proven.winner, resisting.name())));
    }
    Ok((turns, bound))
}

/// Plays a position to its end, one side by the tables, the other by a player who has been told of a new game; the turns of the
/// first.
pub(super) fn to_the_end(
    tables: &Arc<Tables>,
    start: Position,
    by_tables: Side,
    other: &mut dyn Player,
) -> Result<(Game, u64), Fault> {
    let mut exact = ExactPlayer::new("exact".to_owned(), Arc::clone(tables), Box::new(RandomPlayer::default()));
    let (mut game, mut turns) = (Game::new(start), 0);
    while game.outcome().is_none() {
        let is_exact = game.side_to_move() == by_tables;
        let action = if is_exact { exact.choose(&game) } else { other.choose(&game) };
        let action = action.map_err(|forfeit| Fault::failed(forfeit.to_string()))?;
        game.play(action).map_err(|error| Fault::failed(error.to_string()))?;
        turns += u64::from(is_exact && game.position().jumper().is_none());
    }
    Ok((game, turns))
}

/// A position that is proven, and not over.
fn draw(tables: &Tables, rng: &mut crate::base::rng::Rng) -> Result<Position, Fault> {
    for _ in 0..MOST_DRAWS {
        let position = tables.draw(rng);
        if tables.probe(&position)?.is_some() {
            return Ok(position);
        }
    }
    Err(Fault::failed(format!("none of {MOST_DRAWS} random positions is proven")))
}
