//! One game between two players.
//!
//! In: an opening, two players, who of them leads the officers. Out: the game as it was played,
//! with its end.
//! Invariant: a player that gives up or plays what is not legal loses the game by forfeit, and
//! nothing else stops.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::opening::Opening;
use super::score::Verdict;
use crate::players::{Forfeit, ForfeitKind, Player};
use crate::rules::{Action, Game, Reason, Side};

/// Which of the two players of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// The first one named.
    A,
    /// The second one named.
    B,
}

impl Seat {
    /// Both, in order.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// 0 for A, 1 for B.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The opponent's.
    pub fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// Why a game of a match was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum EndReason {
    /// By the rules; in files the rules' own name of the reason.
    Rules(Reason),
    /// A player crashed, did not answer in time, broke the rules or gave up; in files the name of that.
    Forfeit(ForfeitKind),
}

impl EndReason {
    /// The names of all, in the order of their columns in tables.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Reason::ALL.into_iter().map(Self::Rules).chain(ForfeitKind::ALL.map(Self::Forfeit)).map(Self::name)
    }

    /// Whether a player lost by what it did outside the game.
    pub fn is_forfeit(self) -> bool {
        matches!(self, Self::Forfeit(_))
    }

    /// The name in tables and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Forfeit(kind) => kind.name(),
            Self::Rules(reason) => reason.name(),
        }
    }
}

/// A game as it was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Its number in the match; games `2n` and `2n + 1` are pair `n`.
    pub number: u32,
    /// Who led the officers.
    pub officers: Seat,
    /// The start position, in text form.
    pub start: String,
    /// The micro-actions from there, separated by blanks.
    pub moves: String,
    /// How many of them are the opening, not the players' choice.
    pub opening: u32,
    /// The side that won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why it was over.
    pub reason: EndReason,
    /// For a forfeit, what the player said or did.
    pub forfeit: Option<String>,
    /// Whole turns, those of the opening included.
    pub plies: u32,
    /// Rebels that were captured, those of the opening not included; 0 in games of versions that did not note it.
    #[serde(default)]
    pub taken: u32,
    /// Turns that each seat chose, by [`Seat::index`].
    pub turns: [u32; 2],
    /// Seconds that each seat thought. The only numbers that differ from run to run.
    pub seconds: [f64; 2],
}

impl PlayedGame {
    /// The side that a seat led.
    pub fn side_of(&self, seat: Seat) -> Side {
        if seat == self.officers { Side::Officers } else { Side::Rebels }
    }

    /// Whether a seat lost it by what it did outside the game.
    pub fn is_forfeited_by(&self, seat: Seat) -> bool {
        self.reason.is_forfeit() && self.verdict(seat) == Verdict::Loss
    }

    /// What the game was for a seat.
    pub fn verdict(&self, seat: Seat) -> Verdict {
        match self.winner {
            None => Verdict::Draw,
            Some(side) if side == self.side_of(seat) => Verdict::Win,
            Some(_) => Verdict::Loss,
        }
    }
}

/// The players' side of a game in play.
struct Table<'a> {
    players: [&'a mut dyn Player; 2],
    officers: Seat,
    turns: [u32; 2],
    thought: [Duration; 2],
}

impl Table<'_> {
    /// Lets the side to move choose and play one action.
    fn advance(&mut self, game: &mut Game) -> Result<(), (Side, Forfeit)> {
        let side = game.position().side_to_move();
        let seat = if side == Side::Officers { self.officers } else { self.officers.other() };
        self.turns[seat.index()] += u32::from(game.position().jumper().is_none());
        let begun = Instant::now();
        let chosen: Result<Action, _> = self.players[seat.index()].choose(game);
        self.thought[seat.index()] += begun.elapsed();
        let action = chosen.map_err(|forfeit| (side, forfeit))?;
        game.play(action).map_err(|error| (side, Forfeit::illegal_move(error.to_string())))
    }
}

/// Plays a game to its end. The players are in the order of their seats and have been told that a
/// new game begins.
pub fn play_game(number: u32, opening: &Opening, players: [&mut dyn Player; 2], officers: Seat) -> PlayedGame {
    let mut game = Game::new(opening.start);
    for &action in &opening.actions {
        game.play(action).expect("an opening plays legal actions");
    }
    let at_first = game.position().rebels().count();
    let mut table = Table { players, officers, turns: [0; 2], thought: [Duration::ZERO; 2] };
    let (winner, reason, forfeit) = loop {
        if let Some(outcome) = game.outcome() {
            break (outcome.winner, EndReason::Rules(outcome.reason), None);
        }
        if let Err((loser, why)) = table.advance(&mut game) {
            break (Some(loser.other()), EndReason::Forfeit(why.kind), Some(why.to_string()));
        }
    };
    let moves: Vec<String> = game.actions().iter().map(ToString::to_string).collect();
    PlayedGame {
        number,
        officers,
        start: opening.start.to_string(),
        moves: moves.join(" "),
        opening: opening.actions.len() as u32,
        winner,
        reason,
        forfeit,
        plies: game.plies(),
        taken: at_first - game.position().rebels().count(),
        turns: table.turns,
        seconds: table.thought.map(|thought| thought.as_secs_f64()),
    }
}
