//! Players that stay with their games, so that each thinks on top of what it found before.
//!
//! In: the seats of games. Out: their players, each with what it knows.
//! Invariant: no more than [`MOST_PLAYERS`] players are kept; who has not been asked for longest goes first, and comes back
//! without what it knew.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::players::{Player, PlayerFactory};

/// With 4000 simulations a move, 64 trees take 0.8 GB.
const MOST_PLAYERS: usize = 64;

/// A player's seat at a game.
#[derive(Clone)]
pub struct Seat {
    number: u64,
    /// Who sits there.
    factory: Arc<PlayerFactory>,
    /// Fixes its random choices.
    seed: u64,
}

impl Seat {
    /// A seat at a game that nobody has thought about yet.
    pub fn new(factory: Arc<PlayerFactory>, seed: u64) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self { number: NEXT.fetch_add(1, Ordering::Relaxed), factory, seed }
    }

    /// Who sits there.
    pub fn factory(&self) -> &Arc<PlayerFactory> {
        &self.factory
    }

    /// Fixes its random choices.
    pub fn seed(&self) -> u64 {
        self.seed
    }
}

/// The players that are not thinking now, who was asked last at the end.
#[derive(Default)]
pub(super) struct Seats(VecDeque<(u64, Box<dyn Player>)>);

impl Seats {
    /// The player of a seat, if it is still known.
    pub fn take(&mut self, seat: &Seat) -> Option<Box<dyn Player>> {
        let at = self.0.iter().position(|(number, _)| *number == seat.number)?;
        self.0.remove(at).map(|(_, player)| player)
    }

    /// Keeps the player of a seat until it is its turn again; whoever gave way to it is given back.
    pub fn keep(&mut self, seat: &Seat, player: Box<dyn Player>) -> Option<Box<dyn Player>> {
        self.0.push_back((seat.number, player));
        if self.0.len() > MOST_PLAYERS { self.0.pop_front().map(|(_, player)| player) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::PlayerSpec;

    fn seat() -> Seat {
        let none = |_: &std::path::Path| unreachable!("no network is named");
        Seat::new(Arc::new("random".parse::<PlayerSpec>().unwrap().factory(&none).unwrap()), 1)
    }

    #[test]
    fn players_are_found_by_their_seats_and_those_of_old_games_are_forgotten() {
        let mut seats = Seats::default();
        let all: Vec<Seat> = (0..=MOST_PLAYERS).map(|_| seat()).collect();
        for seat in &all {
            assert!(seats.take(seat).is_none());
            let gone = seats.keep(seat, seat.factory().player());
            assert_eq!(gone.is_some(), seat.number == all[MOST_PLAYERS].number);
        }
        assert!(seats.take(&all[0]).is_none(), "the oldest");
        assert!(seats.take(&all[1]).is_some());
        assert!(seats.take(&all[1]).is_none(), "it was taken");
        assert_eq!(seats.0.len(), MOST_PLAYERS - 1);
    }
}
