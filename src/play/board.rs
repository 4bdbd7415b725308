//! The board as text: a cross with coordinates, its lines, the pieces, and the last turn marked.
//!
//! In: a position, and the one before the last turn. Out: 15 lines of at most 79 columns.
//! Invariant: officers, rebels and empty points differ by shape, with and without colour.

use console::Style;

use crate::rules::{Direction, Point, Position, Side};

/// How the board is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardStyle {
    /// Pieces and lines in Unicode rather than ASCII.
    pub unicode: bool,
    /// Pieces in colour.
    pub colour: bool,
}

/// Columns left of file `a`, and from file to file.
const MARGIN: usize = 4;
const SPACING: usize = 4;
/// Width of the board with its margins; notes stand to the right of it.
const WIDTH: usize = 2 * MARGIN + 6 * SPACING + 1;

impl BoardStyle {
    /// What stands for an officer, a rebel and an empty point.
    fn glyphs(self) -> [char; 3] {
        if self.unicode { ['◆', '●', '·'] } else { ['O', 'r', '.'] }
    }

    /// Horizontal, vertical, falling, rising and crossing lines.
    fn lines(self) -> [char; 5] {
        if self.unicode { ['─', '│', '╲', '╱', '╳'] } else { ['-', '|', '\\', '/', 'X'] }
    }

    /// A piece's glyph in its colour.
    fn paint(self, glyph: char) -> String {
        let [officer, rebel, _] = self.glyphs();
        let style = match glyph {
            _ if glyph == officer => Style::new().red().bold(),
            _ if glyph == rebel => Style::new().cyan(),
            _ => return glyph.to_string(),
        };
        style.force_styling(self.colour).apply_to(glyph).to_string()
    }
}

/// Draws a position, with what changed since `before` marked: `[r]` came there, `(.)` is gone from
/// there.
pub fn draw(position: &Position, before: Option<&Position>, style: BoardStyle) -> String {
    let mut canvas = vec![vec![' '; WIDTH]; 14];
    for rank in 1..=7 {
        canvas[row_of(rank)][0] = char::from(b'0' + rank as u8);
    }
    for file in 0..7 {
        canvas[13][MARGIN + SPACING * file] = char::from(b'a' + file as u8);
    }
    for point in Point::ALL {
        draw_lines(&mut canvas, position, point, style);
    }
    for point in Point::ALL {
        draw_point(&mut canvas, position, before, point, style);
    }
    let notes = notes(position, style);
    let mut text = String::new();
    for (row, line) in canvas.iter().enumerate() {
        let line: String = line.iter().map(|&glyph| style.paint(glyph)).collect();
        let note = notes.get(row.wrapping_sub(1)).map_or("", String::as_str);
        text.push_str(format!("{line}{note}").trim_end());
        text.push('\n');
    }
    text
}

/// What stands beside the board: what the pieces are, how many are left, who moves.
fn notes(position: &Position, style: BoardStyle) -> Vec<String> {
    let [officer, rebel, _] = style.glyphs().map(|glyph| style.paint(glyph));
    let set = position.rules().set().clone();
    let mut notes = vec![
        format!("{officer} officers: {}", position.officers().count()),
        format!("{rebel} rebels: {}, lost below {}", position.rebels().count(), set.min_rebels),
    ];
    if set.quiet_turns > 0 {
        notes.push(format!("  quiet plies: {} of {}", position.quiet(), 2 * set.quiet_turns));
    }
    notes.push(String::new());
    notes.push(match (position.outcome(), position.to_place(), position.jumper()) {
        (Some(_), ..) => "The game is over.".to_owned(),
        (None, 0, None) => format!("The {} are to move.", position.side_to_move()),
        (None, 0, Some(jumper)) => format!("The officer on {jumper} may jump on."),
        (None, left, _) => format!("Officers to be placed: {left}."),
    });
    notes
}

/// The canvas row of a rank; rank 7 is at the top, and between two ranks is a row of lines.
fn row_of(rank: usize) -> usize {
    2 * (7 - rank)
}

fn place_of(point: Point) -> (usize, usize) {
    (row_of(point.rank()), MARGIN + SPACING * point.file())
}

/// The lines that lead right and down from a point.
fn draw_lines(canvas: &mut [Vec<char>], position: &Position, point: Point, style: BoardStyle) {
    let [across, down, falling, rising, crossing] = style.lines();
    let (row, column) = place_of(point);
    let has_line = |direction| position.rules().has_line(point, direction);
    if has_line(Direction::E) {
        canvas[row][column + 1..column + SPACING].fill(across);
    }
    if has_line(Direction::S) {
        canvas[row + 1][column] = down;
    }
    let middle = SPACING / 2;
    for (direction, at, line) in [(Direction::SE, column + middle, falling), (Direction::SW, column - middle, rising)] {
        if has_line(direction) {
            let cell = &mut canvas[row + 1][at];
            *cell = if *cell == ' ' { line } else { crossing };
        }
    }
}

/// The piece on a point, and the marks around it.
fn draw_point(
    canvas: &mut [Vec<char>],
    position: &Position,
    before: Option<&Position>,
    point: Point,
    style: BoardStyle,
) {
    let (row, column) = place_of(point);
    let [officer, rebel, empty] = style.glyphs();
    let piece = |position: &Position| match (position.officers().contains(point), position.rebels().contains(point)) {
        (true, _) => Some(Side::Officers),
        (_, true) => Some(Side::Rebels),
        _ => None,
    };
    let now = piece(position);
    canvas[row][column] = match now {
        Some(Side::Officers) => officer,
        Some(Side::Rebels) => rebel,
        None => empty,
    };
    let changed = before.is_some_and(|before| piece(before) != now);
    if changed {
        let [left, right] = if now.is_some() { ['[', ']'] } else { ['(', ')'] };
        canvas[row][column - 1] = left;
        canvas[row][column + 1] = right;
    }
}
