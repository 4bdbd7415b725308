//! What the network sees of a position.
//!
//! Input: a [`Position`] and how often it has stood before. Output: [`INPUTS`] numbers, most of them 0 or 1, in one flat
//! row: for each of the 33 points its [`PLANES`] planes, then [`GLOBALS`] numbers about the whole. Invariant: the row
//! holds everything that the rest of the game depends on (pieces, role to move, phase, quiet count, repetitions, what a
//! draw is worth), and
//! the row of the mirror image is the mirror image of the row. All limits come from the position's own rules.

use crate::rules::{Bitboard, Point, Position, Side};

/// Number of points.
pub const POINTS: usize = Point::COUNT;
/// Numbers of each point; see [`encode`].
pub const PLANES: usize = 4;
/// Numbers of the whole position; see [`encode`].
pub const GLOBALS: usize = 16;
/// Length of a row.
pub const INPUTS: usize = POINTS * PLANES + GLOBALS;
/// Changes whenever the meaning of a row changes: weights fit only the version that they were trained with.
pub const VERSION: u32 = 2;

/// Quiet plies before the limit from which on the network is told how near it is.
const NEAR_QUIET: f32 = 20.0;
/// Rebels above the minimum from which on the network is told how near it is.
const NEAR_MINIMUM: f32 = 8.0;

/// Writes the row of a position that has stood `repetitions` times before into `out`, `[INPUTS]`; `draw_value` is what a
/// draw is worth to the officers.
///
/// Plane 0: officers. 1: rebels. 2: the officer in the middle of a chain. 3: officers that can capture, whoever is to
/// move: for the rebels a threat, for the officers the danger of a huff.
///
/// Globals: 0, 1 role to move (officers, rebels); 2 to 4 at least 1, 2, 3 officers to be placed; 5 in the middle of a
/// chain; 6 quiet plies as a share of their limit, 7 nearness of that limit; 8, 9 stood at least once, twice before;
/// 10 rebels / 24; 11 nearness of the least number of rebels; 12, 13 at least 2, 3 officers on the board; 14 share of
/// the fortress that rebels hold; 15 what a draw is worth to the side to move, so that one network knows both how to
/// press on and how to hold (after KataGo's draw utility). A limit that is off is never near.
///
/// # Panics
/// When `out` is not [`INPUTS`] long.
pub fn encode(position: &Position, repetitions: u8, draw_value: f32, out: &mut [f32]) {
    out.fill(0.0);
    let (planes, globals) = out.split_at_mut(POINTS * PLANES);
    let mut mark =
        |plane: usize, points: Bitboard| points.iter().for_each(|point| planes[point.index() * PLANES + plane] = 1.0);
    mark(0, position.officers());
    mark(1, position.rebels());
    mark(2, position.jumper().map_or(Bitboard::EMPTY, Bitboard::of));
    mark(3, position.able_officers());
    globals.copy_from_slice(&encode_globals(position, repetitions, draw_value));
}

fn encode_globals(position: &Position, repetitions: u8, draw_value: f32) -> [f32; GLOBALS] {
    let flag = |holds: bool| if holds { 1.0 } else { 0.0 };
    let rules = position.rules();
    let rules = rules.set();
    let officers_to_move = position.side_to_move() == Side::Officers;
    let (officers, rebels) = (position.officers().count(), position.rebels().count());
    let (quiet, near_quiet) = match rules.quiet_turns {
        0 => (0.0, 0.0),
        turns => {
            let limit = 2.0 * turns as f32;
            let left = limit - f32::from(position.quiet());
            (f32::from(position.quiet()) / limit, nearness(left, NEAR_QUIET.min(limit)))
        }
    };
    let counted = rules.repetition > 0;
    let in_fortress = (position.rebels() & Bitboard::FORTRESS).count();
    [
        flag(officers_to_move),
        flag(!officers_to_move),
        flag(position.to_place() >= 1),
        flag(position.to_place() >= 2),
        flag(position.to_place() >= 3),
        flag(position.jumper().is_some()),
        quiet,
        near_quiet,
        flag(counted && repetitions >= 1),
        flag(counted && repetitions >= 2),
        rebels as f32 / 24.0,
        nearness(rebels as f32 - rules.min_rebels as f32, NEAR_MINIMUM),
        flag(officers >= 2),
        flag(officers >= 3),
        in_fortress as f32 / 9.0,
        if officers_to_move { draw_value } else { -draw_value },
    ]
}

/// 0 when `left` is `far` or more, rising to 1 as it falls to 0.
fn nearness(left: f32, far: f32) -> f32 {
    (1.0 - left / far).clamp(0.0, 1.0)
}
