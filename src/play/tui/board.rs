//! The cross on a grid of cells: lines, pieces, and what is marked.
//!
//! In: pieces and marks. Out: 14 rows of 35 columns in a buffer.
//! Invariant: pieces, targets and empty points differ by shape, with and without colour.

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

use crate::play::BoardStyle;
use crate::rules::{Bitboard, Direction, Point, Rules};

/// Where the board begins on the screen.
pub(super) const LEFT: u16 = 1;
pub(super) const TOP: u16 = 3;
/// Columns left of the first file, and from file to file.
const MARGIN: u16 = 3;
const SPACING: u16 = 5;

/// What is on the board, and what is marked.
pub(super) struct Picture {
    pub rules: Rules,
    pub officers: Bitboard,
    pub rebels: Bitboard,
    /// What the rebels storm, and where officers are placed.
    fortress: Bitboard,
    pub flipped: bool,
    pub style: BoardStyle,
    /// Where the chosen piece may go.
    pub targets: Bitboard,
    /// Where it would capture.
    pub captures: Bitboard,
    /// Pieces that are gone.
    pub crosses: Bitboard,
    /// Points of the last turn.
    pub last: Bitboard,
    /// A move that is pointed at.
    pub pointed: Bitboard,
    /// Officers that have to capture or are lost.
    pub able: Bitboard,
    pub chosen: Option<Point>,
    pub cursor: Option<Point>,
}

impl Picture {
    /// Nothing but pieces.
    pub fn new(rules: Rules, [officers, rebels]: [Bitboard; 2], style: BoardStyle) -> Self {
        let none = Bitboard::EMPTY;
        let set = rules.set();
        let matters = set.fortress_win || !set.is_placement_fixed();
        Self {
            rules,
            officers,
            rebels,
            fortress: if matters { Bitboard::FORTRESS } else { none },
            flipped: false,
            style,
            targets: none,
            captures: none,
            crosses: none,
            last: none,
            pointed: none,
            able: none,
            chosen: None,
            cursor: None,
        }
    }

    fn paint(&self, colour: Color) -> Style {
        if self.style.colour { Style::new().fg(colour) } else { Style::new() }
    }

    /// Draws all of it with its upper left corner here.
    pub fn draw(&self, left: u16, top: u16, buffer: &mut Buffer) {
        let quiet = self.paint(Color::DarkGray);
        for at in 0..7u16 {
            let (file, rank) = if self.flipped { (6 - at, at + 1) } else { (at, 7 - at) };
            let file = char::from(b'a' + file as u8).to_string();
            buffer.set_string(left, top + 2 * at, rank.to_string(), quiet);
            buffer.set_string(left + MARGIN + SPACING * at, top + 13, file, quiet);
        }
        for point in Point::ALL {
            self.draw_lines(point, left, top, buffer);
        }
        for point in Point::ALL {
            self.draw_point(point, left, top, buffer);
        }
    }

    fn draw_lines(&self, point: Point, left: u16, top: u16, buffer: &mut Buffer) {
        let [across, down, falling, rising] =
            if self.style.unicode { ["─", "│", "╲", "╱"] } else { ["-", "|", "\\", "/"] };
        let quiet = self.paint(Color::DarkGray);
        for direction in [Direction::E, Direction::S, Direction::SE, Direction::SW] {
            let other = self.rules.has_line(point, direction).then(|| direction.from(point, 1)).flatten();
            let Some(other) = other else { continue };
            let (a, b) = (place(point, self.flipped), place(other, self.flipped));
            let (x, y) = (left + a.0.min(b.0), top + a.1.min(b.1));
            match direction {
                Direction::E => buffer.set_string(x + 1, y, across.repeat(usize::from(SPACING) - 1), quiet),
                Direction::S => buffer.set_string(x, y + 1, down, quiet),
                // A half turn leaves the slope of a line as it is. Lines that cross stand side by side.
                Direction::SE => buffer.set_string(x + 2, y + 1, falling, quiet),
                _ => buffer.set_string(x + 3, y + 1, rising, quiet),
            }
        }
    }

    fn draw_point(&self, point: Point, left: u16, top: u16, buffer: &mut Buffer) {
        let (x, y) = place(point, self.flipped);
        let (x, y) = (left + x, top + y);
        let glyphs = if self.style.unicode {
            ["◆", "●", "·", "○", "✕", "◎", "▫"]
        } else {
            ["O", "r", ".", "+", "x", "*", ":"]
        };
        let bold = Modifier::BOLD;
        let (glyph, mut style) = if self.officers.contains(point) {
            (glyphs[0], self.paint(Color::Red).add_modifier(bold))
        } else if self.rebels.contains(point) {
            (glyphs[1], self.paint(Color::Cyan))
        } else if self.captures.contains(point) {
            (glyphs[5], self.paint(Color::Red).add_modifier(bold))
        } else if self.targets.contains(point) {
            (glyphs[3], self.paint(Color::Green).add_modifier(bold))
        } else if self.crosses.contains(point) {
            (glyphs[4], self.paint(Color::Red))
        } else if self.fortress.contains(point) {
            (glyphs[6], self.paint(Color::Yellow))
        } else {
            (glyphs[2], self.paint(Color::DarkGray))
        };
        let marks = if self.chosen == Some(point) {
            Some(("<", ">", self.paint(Color::Yellow).add_modifier(bold)))
        } else if self.pointed.contains(point) {
            Some(("{", "}", self.paint(Color::Green).add_modifier(bold)))
        } else if self.last.contains(point) {
            Some(if self.officers.contains(point) || self.rebels.contains(point) {
                ("[", "]", self.paint(Color::Yellow))
            } else {
                ("(", ")", self.paint(Color::Yellow))
            })
        } else if self.able.contains(point) {
            Some(("!", "!", self.paint(Color::Red).add_modifier(bold)))
        } else {
            None
        };
        if let Some((before, after, mark)) = marks {
            buffer.set_string(x - 1, y, before, mark);
            buffer.set_string(x + 1, y, after, mark);
        }
        if self.cursor == Some(point) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        buffer.set_string(x, y, glyph, style);
    }
}

/// Column and row of a point within the board.
fn place(point: Point, flipped: bool) -> (u16, u16) {
    let (column, row) = (point.file() as u16, 7 - point.rank() as u16);
    let (column, row) = if flipped { (6 - column, 6 - row) } else { (column, row) };
    (MARGIN + SPACING * column, 2 * row)
}

/// The point of the board on the screen that a cell belongs to.
pub(super) fn point_at(column: u16, row: u16, flipped: bool) -> Option<Point> {
    Point::ALL.into_iter().find(|&point| {
        let (x, y) = place(point, flipped);
        (LEFT + x).abs_diff(column) <= 1 && TOP + y == row
    })
}
