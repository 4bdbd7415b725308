//! What a player does first from each placement.
//!
//! In: a player under a rule set. Out: for each placement its first turn and the value it sees. They are kept on disk, since
//! a strong player takes its time.
//! Invariant: they depend on what the cell's key names alone.

use std::path::Path;

use rand::Rng as _;
use serde::{Deserialize, Serialize};

use super::plan::{Cell, Study};
use super::recorded::has_opinion;
use crate::arena::Openings;
use crate::base::fault::Fault;
use crate::base::file;
use crate::base::rng::stream;
use crate::rules::{Game, Position, Side, Turn};

/// The random streams of this module.
const STREAM: u64 = 0xf125;

/// A player's first turn from one placement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FirstMove {
    /// The officers' points, one after the other: `d6d5`.
    pub placement: String,
    /// The turn, or `None` if the player gave up.
    pub turn: Option<String>,
    /// The value for the officers that it saw, in [-1, 1]; `None` if it has no opinion.
    pub value: Option<f64>,
}

/// The first moves of a cell's player, from the folder or made now and kept there.
pub(super) fn first_moves(study: &Study, cell: &Cell, folder: &Path) -> Result<Vec<FirstMove>, Fault> {
    let key = serde_json::to_vec_pretty(&study.key(cell)).expect("a key has only plain values");
    let folder = folder.join("first-moves");
    let path = folder.join(format!("{}.json", &file::sha256(&key)[..16]));
    if path.exists() {
        let damaged = |error| Fault::failed(format!("{}: damaged: {error}", path.display()));
        return serde_json::from_slice(&file::read(&path)?).map_err(damaged);
    }
    let moves = made(study, cell);
    file::create_dir(&folder)?;
    file::write_atomic(&path, &serde_json::to_vec_pretty(&moves).expect("moves have only plain values"))?;
    Ok(moves)
}

fn made(study: &Study, cell: &Cell) -> Vec<FirstMove> {
    let start = Position::start(study.rules[cell.rules].rules);
    let openings = Openings::new(&[start], &study.placements, 0, study.seed).expect("checked before the first game");
    let factory = study.factories[cell.rules][cell.officers].as_ref();
    let mut player = factory.expect("only cells whose players can play are ordered").player();
    let first = |index: u32| {
        let mut game = Game::new(start);
        for action in openings.of_pair(index).actions {
            game.play(action).expect("an opening plays legal actions");
        }
        let placement: String = game.position().officers().iter().map(|point| point.to_string()).collect();
        player.start_game(stream(study.seed, &[STREAM, u64::from(index)]).next_u64());
        let side = game.side_to_move();
        let (mut turn, mut value) = (Vec::new(), None);
        while game.side_to_move() == side && game.outcome().is_none() {
            let Ok(thought) = player.think(&game) else { break };
            let of_officers = f64::from(if side == Side::Officers { thought.value } else { -thought.value });
            value = value.or(has_opinion(&thought).then_some(of_officers));
            turn.push(thought.chosen);
            if game.play(thought.chosen).is_err() {
                turn.clear();
                break;
            }
        }
        FirstMove { placement, turn: (!turn.is_empty()).then(|| Turn::new(turn).to_string()), value }
    };
    (0..openings.cycle() as u32).map(first).collect()
}
