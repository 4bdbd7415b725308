//! The text form of positions: `BOARD SIDE PLACE JUMPER QUIET`.
//!
//! In: `3/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr o 2 - 0`. Out: a [`Position`], or every fault of the text
//! and of what it says. Invariant: what is printed is read back as the same position.

use std::fmt;

use super::validity::reasons;
use super::{Bitboard, Invalid, Point, Position, PositionError, Rules, Setup, Side};

const POINTS_OF_RANK: [usize; 7] = [3, 3, 7, 7, 7, 3, 3];

impl Position {
    /// Reads the text form.
    ///
    /// # Errors
    /// Every fault of the text, and every reason why what it says is no position of these rules.
    pub fn parse(rules: Rules, text: &str) -> Result<Position, PositionError> {
        let (setup, mut faults) = read(text);
        faults.extend(reasons(rules, &setup));
        if faults.is_empty() { Ok(Position::assemble(rules, setup)) } else { Err(PositionError { reasons: faults }) }
    }
}

/// Reads what can be read; a field that cannot is a fault, and counts as empty so that the rest can
/// be judged.
fn read(text: &str) -> (Setup, Vec<Invalid>) {
    let mut faults = Vec::new();
    let fields: Vec<&str> = text.split_whitespace().collect();
    if fields.len() != 5 {
        faults.push(Invalid::FieldCount(fields.len()));
    }
    let field = |index: usize, empty: &'static str| fields.get(index).copied().unwrap_or(empty);
    let (officers, rebels) = match fields.first() {
        Some(board) => read_board(board, &mut faults),
        None => (Bitboard::EMPTY, Bitboard::EMPTY),
    };
    let side = match field(1, "o") {
        "o" => Side::Officers,
        "r" => Side::Rebels,
        other => {
            faults.push(Invalid::Side(other.to_owned()));
            Side::Officers
        }
    };
    let place = field(2, "0");
    let to_place = number(place).filter(|&number| number <= 3).unwrap_or_else(|| {
        faults.push(Invalid::Place(place.to_owned()));
        0
    });
    let jumper = match field(3, "-") {
        "-" => None,
        name => {
            let point = Point::from_name(name);
            if point.is_none() {
                faults.push(Invalid::Jumper(name.to_owned()));
            }
            point
        }
    };
    let count = field(4, "0");
    let quiet = number(count).unwrap_or_else(|| {
        faults.push(Invalid::Quiet(count.to_owned()));
        0
    });
    (Setup { officers, rebels, side, to_place: to_place as u8, jumper, quiet }, faults)
}

/// A plain number; `u16::from_str` alone would also take `+1`.
fn number(text: &str) -> Option<u16> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

fn read_board(text: &str, faults: &mut Vec<Invalid>) -> (Bitboard, Bitboard) {
    let (mut officers, mut rebels) = (Bitboard::EMPTY, Bitboard::EMPTY);
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != POINTS_OF_RANK.len() {
        faults.push(Invalid::RankCount(ranks.len()));
    }
    let mut first = 0;
    for (row, (rank_text, expected)) in ranks.into_iter().zip(POINTS_OF_RANK).enumerate() {
        let rank = 7 - row;
        let mut found = 0;
        for letter in rank_text.chars() {
            let point = (found < expected).then(|| Point::new(first + found)).flatten();
            match letter {
                'o' => officers = point.map_or(officers, |point| officers.with(point)),
                'r' => rebels = point.map_or(rebels, |point| rebels.with(point)),
                '1'..='7' => found += letter as usize - '1' as usize,
                _ => faults.push(Invalid::Letter { rank, letter }),
            }
            found += 1;
        }
        if found != expected {
            faults.push(Invalid::RankLength { rank, found, expected });
        }
        first += expected;
    }
    (officers, rebels)
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.rules, self)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut points = Point::ALL.into_iter();
        for (row, count) in POINTS_OF_RANK.into_iter().enumerate() {
            if row > 0 {
                f.write_str("/")?;
            }
            let mut empty = 0;
            for point in points.by_ref().take(count) {
                let letter = match (self.officers.contains(point), self.rebels.contains(point)) {
                    (true, _) => 'o',
                    (_, true) => 'r',
                    _ => {
                        empty += 1;
                        continue;
                    }
                };
                write_empty(f, &mut empty)?;
                write!(f, "{letter}")?;
            }
            write_empty(f, &mut empty)?;
        }
        let jumper = self.jumper.map_or("-", Point::name);
        write!(f, " {} {} {jumper} {}", self.side.letter(), self.to_place, self.quiet)
    }
}

fn write_empty(f: &mut fmt::Formatter<'_>, empty: &mut usize) -> fmt::Result {
    match std::mem::take(empty) {
        0 => Ok(()),
        count => write!(f, "{count}"),
    }
}
