//! A table that can be text, CSV or HTML.
//!
//! In: columns and rows of values. Out: the same numbers in three forms: rounded for people, in full for programs.
//! Invariant: every row has a value for each column; what is not known is empty in CSV and a dash for people.

use std::fmt::Write as _;

use super::super::table::{Align, Table};
use super::super::text;
use crate::balance::{Mean, Share};
use crate::base::fault::Fault;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Words.
    Words,
    /// A number.
    Number,
    /// A number with its interval: three columns in CSV.
    Ranged,
}

/// One column.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub heading: String,
    pub key: String,
    pub kind: Kind,
}

/// One value.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Words(String),
    Count(u32),
    /// A share of a whole with its interval.
    Share(Share),
    /// A share without one.
    Part(f64),
    /// A number with so many digits.
    Number(f64, usize),
    /// A mean with so many digits.
    Mean(Mean, usize),
    /// An Elo difference.
    Elo(Mean),
    /// Something to be read with its interval that is printed as these words.
    Ranged([Option<f64>; 3], String),
    Unknown,
}

impl Value {
    /// A value that may be missing.
    pub fn of<T>(known: Option<T>, value: impl FnOnce(T) -> Self) -> Self {
        known.map_or(Self::Unknown, value)
    }

    fn text(&self) -> String {
        let range = |mean: &Mean, digits: usize| {
            let [value, low, high] = [mean.value, mean.interval.low, mean.interval.high].map(|x| fixed(x, digits));
            format!("{value} [{low}, {high}]")
        };
        match self {
            Self::Words(words) | Self::Ranged(_, words) => words.clone(),
            Self::Count(count) => count.to_string(),
            Self::Share(share) => text::percent_in(share.value, share.interval),
            Self::Part(share) => text::percent(*share),
            Self::Number(number, digits) => fixed(*number, *digits),
            Self::Mean(mean, digits) => range(mean, *digits),
            Self::Elo(mean) => {
                let [value, low, high] = [mean.value, mean.interval.low, mean.interval.high].map(text::elo);
                format!("{value} [{low}, {high}]")
            }
            Self::Unknown => "-".to_owned(),
        }
    }

    /// The cells of a CSV row.
    fn cells(&self, kind: Kind) -> Vec<String> {
        let three = |mean: &Mean| [mean.value, mean.interval.low, mean.interval.high].map(|x| x.to_string()).to_vec();
        match self {
            Self::Words(words) => vec![words.clone()],
            Self::Count(count) => vec![count.to_string()],
            Self::Share(share) => three(&Mean { value: share.value, interval: share.interval }),
            Self::Part(number) | Self::Number(number, _) => vec![number.to_string()],
            Self::Mean(mean, _) | Self::Elo(mean) => three(mean),
            Self::Ranged(numbers, _) => numbers.map(|x| x.map_or(String::new(), |x| x.to_string())).to_vec(),
            Self::Unknown => vec![String::new(); if kind == Kind::Ranged { 3 } else { 1 }],
        }
    }
}

/// A number with so many digits; minus zero is zero.
pub(super) fn fixed(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    if text.starts_with('-') && text.bytes().all(|byte| b"-0.".contains(&byte)) { text[1..].to_owned() } else { text }
}

/// A table of the report.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    /// What it is; the name of its CSV file begins with it.
    pub name: &'static str,
    /// Which of several tables of its kind it is.
    part: Option<String>,
    pub title: String,
    /// How to read it.
    pub note: String,
    columns: Vec<Column>,
    /// Rows, and whether they are shown to people; all are in the CSV file.
    rows: Vec<(bool, Vec<Value>)>,
}

impl Sheet {
    /// A table with these columns: heading, key and kind.
    pub fn new<'c>(
        name: &'static str,
        title: impl Into<String>,
        note: impl Into<String>,
        columns: impl IntoIterator<Item = (&'c str, &'c str, Kind)>,
    ) -> Self {
        let column =
            |(heading, key, kind): (&str, &str, Kind)| Column { heading: heading.into(), key: key.into(), kind };
        Self {
            name,
            part: None,
            title: title.into(),
            note: note.into(),
            columns: columns.into_iter().map(column).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Value>) {
        self.row_if(true, cells);
    }

    /// Adds a row that is shown to people only if `shown`.
    pub fn row_if(&mut self, shown: bool, cells: impl IntoIterator<Item = Value>) {
        let mut cells: Vec<Value> = cells.into_iter().collect();
        cells.resize(self.columns.len(), Value::Unknown);
        self.rows.push((shown, cells));
    }

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|(shown, _)| !shown)
    }

    /// For the terminal.
    pub fn text(&self) -> String {
        let align = |kind: Kind| if kind == Kind::Words { Align::Left } else { Align::Right };
        let mut table = Table::new(self.columns.iter().map(|column| (column.heading.as_str(), align(column.kind))));
        for (_, row) in self.rows.iter().filter(|(shown, _)| *shown) {
            table.row(row.iter().map(Value::text));
        }
        let note = if self.note.is_empty() { String::new() } else { format!("({})\n", self.note) };
        format!("{}\n{table}{note}", self.title)
    }

    /// One of several tables of its kind: what tells it from the others.
    pub fn of(self, part: &str) -> Self {
        Self { part: Some(part.to_owned()), ..self }
    }

    /// The name of its CSV file, without the ending.
    pub fn file_name(&self) -> String {
        let plain = |char: char| if char.is_ascii_alphanumeric() { char } else { ' ' };
        let part: String = self.part.iter().flat_map(|part| part.chars().map(plain)).collect();
        [self.name].into_iter().chain(part.split_whitespace()).collect::<Vec<_>>().join("-")
    }

    /// For programs.
    ///
    /// # Errors
    /// If it cannot be written as CSV.
    pub fn csv(&self) -> Result<Vec<u8>, Fault> {
        let failed = |error: csv::Error| Fault::failed(format!("cannot write {}.csv: {error}", self.name));
        let mut out = csv::Writer::from_writer(Vec::new());
        let headings = self.columns.iter().flat_map(|Column { key, kind, .. }| match kind {
            Kind::Ranged => vec![key.clone(), format!("{key}_low"), format!("{key}_high")],
            _ => vec![key.clone()],
        });
        out.write_record(headings).map_err(failed)?;
        for (_, row) in &self.rows {
            let cells = row.iter().zip(&self.columns).flat_map(|(value, column)| value.cells(column.kind));
            out.write_record(cells).map_err(failed)?;
        }
        out.into_inner().map_err(|error| Fault::failed(format!("cannot write {}.csv: {}", self.name, error.error())))
    }

    /// For a page.
    pub fn html(&self) -> String {
        let mut page = format!("<section>\n<h3>{}</h3>\n<div class=\"wide\"><table>\n<tr>", escaped(&self.title));
        let class = |kind: Kind| if kind == Kind::Words { "" } else { " class=\"n\"" };
        for column in &self.columns {
            let _ = write!(page, "<th{}>{}</th>", class(column.kind), escaped(&column.heading));
        }
        page.push_str("</tr>\n");
        for (_, row) in self.rows.iter().filter(|(shown, _)| *shown) {
            page.push_str("<tr>");
            for (value, column) in row.iter().zip(&self.columns) {
                let _ = write!(page, "<td{}>{}</td>", class(column.kind), escaped(&value.text()));
            }
            page.push_str("</tr>\n");
        }
        page.push_str("</table></div>\n");
        if !self.note.is_empty() {
            let _ = writeln!(page, "<p class=\"note\">{}</p>", escaped(&self.note));
        }
        page + "</section>\n"
    }
}

/// Text for a page.
pub(super) fn escaped(text: &str) -> String {
    let text: String = text.chars().filter(|char| !char.is_control()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::stats::Interval;

    fn sheet() -> Sheet {
        let columns = [("player", "player", Kind::Words), ("score", "score", Kind::Ranged), ("n", "n", Kind::Number)];
        let mut sheet = Sheet::new("s", "Scores", "a <note>", columns);
        let share = Share { value: 0.5, interval: Interval { low: 0.25, high: 0.75 } };
        sheet.row([Value::Words("a & b".into()), Value::Share(share), Value::Count(3)]);
        sheet.row_if(false, [Value::Words("hidden".into())]);
        sheet
    }

    #[test]
    fn one_table_has_three_forms() {
        let text = sheet().text();
        assert_eq!(text, "Scores\nplayer                score  n\na & b   50.0 % [25.0, 75.0]  3\n(a <note>)\n");
        let csv = String::from_utf8(sheet().csv().unwrap()).unwrap();
        assert_eq!(
            (sheet().file_name().as_str(), sheet().of("net, draw 40").file_name().as_str()),
            ("s", "s-net-draw-40")
        );
        assert_eq!(csv, "player,score,score_low,score_high,n\na & b,0.5,0.25,0.75,3\nhidden,,,,\n");
        let html = sheet().html();
        assert!(html.contains("<td>a &amp; b</td><td class=\"n\">50.0 % [25.0, 75.0]</td>"), "{html}");
        assert!(html.contains("a &lt;note&gt;") && !html.contains("hidden"), "{html}");
    }

    #[test]
    fn minus_zero_is_zero() {
        assert_eq!([fixed(-0.001, 1), fixed(-0.06, 1), fixed(2.0, 0)], ["0.0", "-0.1", "2"]);
    }
}
