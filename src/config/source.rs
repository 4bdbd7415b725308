//! A configuration text and places in it.
//!
//! In: byte offsets, as the TOML parser gives them. Out: `FILE:LINE:COLUMN` as editors understand it (both from 1, columns
//! in characters), and short quotations. Invariant: any offset is accepted, also one past the end.

use std::ops::Range;

/// The longest quotation of a value in a message, in characters.
const QUOTATION: usize = 40;

/// A text with the name that messages give it.
#[derive(Clone, Copy)]
pub(super) struct Source<'i> {
    pub name: &'i str,
    pub text: &'i str,
}

impl Source<'_> {
    /// `FILE:LINE:COLUMN` of a byte.
    pub fn place(&self, offset: usize) -> String {
        let (line, column) = self.line_and_column(offset);
        format!("{}:{line}:{column}", self.name)
    }

    /// Line and column of a byte, both from 1.
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..self.text.floor_char_boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        // A byte order mark takes no column on anybody's screen.
        let line = before[line_start..].trim_start_matches('\u{feff}');
        (1 + before.matches('\n').count(), 1 + line.chars().count())
    }

    /// What stands at `span`, as a quotation.
    pub fn quote(&self, span: Range<usize>) -> String {
        quote(self.text.get(span).unwrap_or_default())
    }
}

/// `text` on one line, without control characters, and cut where it is long.
pub(super) fn quote(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut shown: String = words.chars().take(QUOTATION).flat_map(shown_char).collect();
    if words.chars().count() > QUOTATION {
        shown.push('…');
    }
    shown
}

/// A value from a file must not be able to send commands to the terminal.
fn shown_char(char: char) -> Vec<char> {
    if char.is_control() { char.escape_default().collect() } else { vec![char] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let text = "\u{feff}a = 1\r\nnäme = 'x'\n";
        let source = Source { name: "c.toml", text };
        assert_eq!(source.place(text.find("a =").unwrap()), "c.toml:1:1");
        assert_eq!(source.place(text.find("'x'").unwrap()), "c.toml:2:8");
        assert_eq!(source.place(text.len() + 9), "c.toml:3:1");
        assert_eq!(source.place(text.find('ä').unwrap() + 1), "c.toml:2:2", "inside a character");
    }

    #[test]
    fn quotations_are_short_harmless_and_on_one_line() {
        assert_eq!(quote("[\n  1,\n  2,\n]"), "[ 1, 2, ]");
        assert_eq!(quote("\"\u{1b}[31m\""), "\"\\u{1b}[31m\"");
        assert_eq!(quote(&"é".repeat(50)), format!("{}…", "é".repeat(40)));
    }
}
