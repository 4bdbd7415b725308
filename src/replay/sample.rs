//! From a game to samples: one for every searched decision.

use super::ReplayConfig;
use crate::rules::{Game, Position, Rules};
use crate::selfplay::{Decision, GameRecord, RecordError};

/// What the network is to say about one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// How often it had stood on the board before.
    pub repetitions: u8,
    /// What a draw was worth to the officers.
    pub draw_value: f32,
    /// Action indices and their share of the search's policy; the shares sum to 1.
    pub policy: Box<[(u16, f32)]>,
    /// Shares of win, draw, loss for the side to move. Meaningless when `value_weight` is 0.
    pub wdl: [f32; 3],
    /// Weight of the value in the loss: 0 for games without a result.
    pub value_weight: f32,
}

/// The samples of a game, in the order of play.
///
/// # Errors
/// A record that does not replay.
pub fn samples(record: &GameRecord, rules: Rules, config: &ReplayConfig) -> Result<Vec<Sample>, RecordError> {
    let mut decisions = record.decisions.iter().peekable();
    let mut made = Vec::with_capacity(record.decisions.len());
    record.replay(rules, |index, game, _| {
        if let Some(decision) = decisions.next_if(|decision| decision.at as usize == index) {
            made.push(sample(game, decision, record, config));
        }
    })?;
    Ok(made)
}

fn sample(
    game: &Game,
    Decision { policy, value, .. }: &Decision,
    record: &GameRecord,
    config: &ReplayConfig,
) -> Sample {
    let whole: f32 = policy.iter().map(|&(_, weight)| f32::from(weight)).sum();
    let result = record.result.and_then(|end| end.wdl(game.position().side_to_move()));
    Sample {
        position: *game.position(),
        repetitions: game.repetitions(),
        draw_value: record.draw_value,
        policy: policy.iter().map(|&(action, weight)| (action, f32::from(weight) / whole)).collect(),
        wdl: mixed(result.unwrap_or([0.0, 1.0, 0.0]), *value, config.value_mix as f32),
        value_weight: if result.is_some() { 1.0 } else { 0.0 },
    }
}

/// The result mixed with a value in [-1, 1], which is spread over win and loss.
fn mixed(result: [f32; 3], value: f32, share: f32) -> [f32; 3] {
    let searched = [(1.0 + value) / 2.0, 0.0, (1.0 - value) / 2.0];
    std::array::from_fn(|index| (1.0 - share) * result[index] + share * searched[index])
}
