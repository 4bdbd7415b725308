//! How to play, in pictures: one text for every face.
//!
//! In: `lessons.json`, which is compiled in. Out: [`Lesson`]s, in the order in which they are read.
//! Invariant: every picture is a board that can be drawn.

use serde::Deserialize;

use crate::rules::{Bitboard, Point};

/// The lessons as JSON, for the page.
pub const LESSONS_JSON: &str = include_str!("lessons.json");

/// One lesson.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// What it is about.
    pub title: String,
    /// One or two sentences.
    pub text: String,
    /// The pieces, as in the text form of a position.
    board: String,
    /// Moves that are shown.
    #[serde(default)]
    pub arrows: Vec<[Point; 2]>,
    /// Captures that were not made.
    #[serde(default)]
    pub missed: Vec<[Point; 2]>,
    /// Pieces that are removed.
    #[serde(default)]
    pub crosses: Vec<Point>,
    /// Whose moves are shown; the rebels' if it is not told.
    #[serde(default)]
    pub side: Option<crate::rules::Side>,
}

impl Lesson {
    /// The officers and the rebels of the picture.
    pub fn pieces(&self) -> [Bitboard; 2] {
        let mut pieces = [Bitboard::EMPTY; 2];
        let mut points = Point::ALL.into_iter();
        for letter in self.board.chars().filter(|letter| *letter != '/') {
            match letter.to_digit(10) {
                Some(empty) => drop(points.by_ref().take(empty as usize).count()),
                None => {
                    let side = usize::from(letter == 'r');
                    pieces[side] = points.next().map_or(pieces[side], |point| pieces[side].with(point));
                }
            }
        }
        pieces
    }
}

/// All lessons.
pub fn lessons() -> Vec<Lesson> {
    serde_json::from_str(LESSONS_JSON).expect("a test reads them")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_has_a_picture() {
        let lessons = lessons();
        assert_eq!(lessons.len(), 6);
        for lesson in &lessons {
            let points: u32 =
                lesson.board.chars().map(|letter| letter.to_digit(10).unwrap_or(u32::from(letter != '/'))).sum();
            assert_eq!(points, 33, "{}", lesson.title);
        }
        let [officers, rebels] = lessons[0].pieces();
        assert_eq!((officers.count(), rebels.count()), (2, 24));
    }
}
