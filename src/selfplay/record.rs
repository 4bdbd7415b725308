//! A game as it was played: what is written to `games/`, and what training samples are made from.
//!
//! Format: one JSON object a game. `moves` holds the micro-actions from `position` on, separated by blanks, in the text form
//! of the rules; the first `random` of them were not the players' choice. `decisions` lists the searched ones: `at` = index
//! into `moves`, `policy` = pairs of action index and weight (integers, their sum is the whole), `value` = the root's value in
//! [-1, 1] for the side to move. `result` is `officers`, `rebels`, `draw` or `capped`, and `reason` says how it ended.
//!
//! Invariant: a record replays to its own result; [`GameRecord::verify`] recomputes it from the moves.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::StartKind;
use crate::rules::{Action, Game, Outcome, Position, Reason, Rules, Side};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The officers won.
    Officers,
    /// The rebels won.
    Rebels,
    /// Nobody won.
    Draw,
    /// Broken off for its length: no result.
    Capped,
}

impl End {
    /// The end that an outcome stands for.
    pub fn of(outcome: Outcome) -> Self {
        match outcome.winner {
            Some(Side::Officers) => Self::Officers,
            Some(Side::Rebels) => Self::Rebels,
            None => Self::Draw,
        }
    }

    /// The name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Officers => "officers",
            Self::Rebels => "rebels",
            Self::Draw => "draw",
            Self::Capped => "capped",
        }
    }

    /// Win, draw, loss for `side` as shares; `None` without a result.
    pub fn wdl(self, side: Side) -> Option<[f32; 3]> {
        match (self, side) {
            (Self::Capped, _) => None,
            (Self::Draw, _) => Some([0.0, 1.0, 0.0]),
            (Self::Officers, Side::Officers) | (Self::Rebels, Side::Rebels) => Some([1.0, 0.0, 0.0]),
            _ => Some([0.0, 0.0, 1.0]),
        }
    }
}

/// What the search found where a side had a choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// Index of the action played here in the game's moves.
    pub at: u32,
    /// Action index and weight of the search's policy; weights are relative to their sum.
    pub policy: Vec<(u16, u16)>,
    /// Value of the root in [-1, 1], for the side to move.
    pub value: f32,
}

/// One game, finished or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Unique in a run; the game's random choices derive from it and the seed.
    pub number: u64,
    /// Kind of start.
    pub start: StartKind,
    /// Rebels missing at the start.
    pub missing: u32,
    /// The first position, in text form.
    pub position: String,
    /// Leading moves that were played at random.
    pub random: u32,
    /// What a draw was worth to the officers.
    pub draw_value: f32,
    /// Micro-actions, separated by blanks.
    pub moves: String,
    /// The result; absent while the game runs.
    pub result: Option<End>,
    /// How it ended; absent while the game runs and when it was broken off.
    pub reason: Option<Reason>,
    /// Turns played, placements not counted.
    pub plies: u32,
    /// The searched decisions, in order.
    pub decisions: Vec<Decision>,
}

/// Why a record is not a game.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The first position does not parse.
    #[error("game {number}: position `{text}`: {why}")]
    Position {
        /// The game.
        number: u64,
        /// What was found.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// A move cannot be read or is not legal.
    #[error("game {number}: move {index} `{text}`: {why}")]
    Move {
        /// The game.
        number: u64,
        /// Index of the move, from 1.
        index: usize,
        /// What was found.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// The recorded end is not what the moves lead to.
    #[error("game {number}: recorded as {recorded}, but its moves lead to {found}")]
    End {
        /// The game.
        number: u64,
        /// What the record says.
        recorded: String,
        /// What the rules say.
        found: String,
    },
    /// A decision does not belong to a move of the game.
    #[error("game {number}: decision {index} belongs to no move, or its policy is empty or illegal")]
    Decision {
        /// The game.
        number: u64,
        /// Index of the decision, from 0.
        index: usize,
    },
}

impl GameRecord {
    /// Plays the moves and hands every position to `visit`, before the action played there: index, game so far, action.
    /// The game that results is returned.
    ///
    /// # Errors
    /// A position or move that cannot be read, or that the rules do not allow.
    pub fn replay(&self, rules: Rules, mut visit: impl FnMut(usize, &Game, Action)) -> Result<Game, RecordError> {
        let position = Position::parse(rules, &self.position).map_err(|error| RecordError::Position {
            number: self.number,
            text: self.position.clone(),
            why: error.to_string(),
        })?;
        let mut game = Game::new(position);
        for (index, text) in self.moves.split_whitespace().enumerate() {
            let wrong =
                |why: String| RecordError::Move { number: self.number, index: index + 1, text: text.to_owned(), why };
            let action = game.position().parse_action(text).map_err(|error| wrong(error.to_string()))?;
            visit(index, &game, action);
            game.play(action).map_err(|error| wrong(error.to_string()))?;
        }
        Ok(game)
    }

    /// Replays the game and compares its end, its length and its decisions with the record.
    ///
    /// # Errors
    /// The first thing that does not agree.
    pub fn verify(&self, rules: Rules) -> Result<(), RecordError> {
        let mut decisions = self.decisions.iter().enumerate().peekable();
        let mut bad = None;
        let game = self.replay(rules, |index, game, _| {
            while let Some((number, decision)) = decisions.next_if(|(_, decision)| decision.at as usize <= index) {
                let side = game.position();
                let legal = |&(action, _): &(u16, u16)| {
                    Action::from_index(usize::from(action), side.to_place() > 0)
                        .is_some_and(|action| side.is_legal(action))
                };
                if decision.at as usize != index || decision.policy.is_empty() || !decision.policy.iter().all(legal) {
                    bad.get_or_insert(number);
                }
            }
        })?;
        if let Some(index) = bad.or_else(|| decisions.next().map(|(index, _)| index)) {
            return Err(RecordError::Decision { number: self.number, index });
        }
        let found = (game.outcome().map(End::of), game.outcome().map(|outcome| outcome.reason));
        let recorded = match self.result {
            Some(End::Capped) => (None, None),
            result => (result, self.reason),
        };
        if found != recorded || game.plies() != self.plies {
            return Err(RecordError::End {
                number: self.number,
                recorded: ending(recorded, self.plies),
                found: ending(found, game.plies()),
            });
        }
        Ok(())
    }
}

/// An end in words.
fn ending((result, reason): (Option<End>, Option<Reason>), plies: u32) -> String {
    let result = result.map_or("unfinished", End::name);
    let reason = reason.map_or(String::new(), |reason| format!(" ({})", reason.name()));
    format!("{result}{reason} after {plies} plies")
}
