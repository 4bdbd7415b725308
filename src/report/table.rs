//! Tables for the terminal.
//!
//! In: headings and rows of text. Out: aligned lines without borders, ready for stdout.
//! Invariant: columns are as wide as their widest cell on the screen: wide characters count twice, colours not at all.

use std::fmt;

use console::measure_text_width;

/// To which side a column's cells are moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Blanks between two columns.
const GAP: usize = 2;

/// A table under construction; print it with `{}`.
#[derive(Debug, Clone)]
pub struct Table {
    align: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns, from left to right.
    pub fn new<'h>(columns: impl IntoIterator<Item = (&'h str, Align)>) -> Self {
        let (headings, align) = columns.into_iter().map(|(heading, align)| (heading.to_owned(), align)).unzip();
        Self { align, rows: vec![headings] }
    }

    /// Adds a row. Missing cells stay empty, cells beyond the last column are left out.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) -> &mut Self {
        let mut cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        cells.resize(self.align.len(), String::new());
        self.rows.push(cells);
        self
    }

    fn width(&self, column: usize) -> usize {
        self.rows.iter().map(|row| measure_text_width(&row[column])).max().unwrap_or(0)
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths: Vec<usize> = (0..self.align.len()).map(|column| self.width(column)).collect();
        for row in &self.rows {
            let mut line = String::new();
            for ((cell, align), width) in row.iter().zip(&self.align).zip(&widths) {
                let padding = " ".repeat(width - measure_text_width(cell));
                let (before, after) = match align {
                    Align::Left => ("", padding.as_str()),
                    Align::Right => (padding.as_str(), ""),
                };
                line.extend([before, cell, after, &" ".repeat(GAP)]);
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_left_and_numbers_right() {
        let mut table = Table::new([("player", Align::Left), ("score", Align::Right), ("note", Align::Left)]);
        table.row(["greedy", "62.5 %", "as rebels"]).row(["mcts:sims=200", "7.0 %", ""]);
        assert_eq!(
            table.to_string(),
            "\
player          score  note
greedy         62.5 %  as rebels
mcts:sims=200   7.0 %
"
        );
    }

    #[test]
    fn width_is_that_on_the_screen() {
        let red = console::style("12").red().force_styling(true).to_string();
        let mut table = Table::new([("名前", Align::Left), ("n", Align::Right)]);
        table.row(["é", &red]).row(["abcde", "3"]);
        assert_eq!(console::strip_ansi_codes(&table.to_string()), "名前    n\né      12\nabcde   3\n");
    }

    #[test]
    fn ragged_rows_are_made_to_fit() {
        let mut table = Table::new([("a", Align::Left), ("b", Align::Left)]);
        table.row(["1"]).row(["1", "2", "3"]).row(Vec::<String>::new());
        assert_eq!(table.to_string(), "a  b\n1\n1  2\n\n");
    }
}
