//! The numbers of a training run, read from its `metrics.jsonl`.
//!
//! In: one JSON object a line, its keys metric paths such as `selfplay/plain/officers/wins`, one of them `iteration`.
//! Out: the rows in the order of their iterations, and a problem for each line that could not be read.
//! Invariant: a damaged line costs that line only, and a number that is absent, null, NaN or infinite is not there.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::base::fault::{Fault, Problem};
use crate::base::file;

/// The numbers of one iteration, by metric path.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MetricsRow {
    /// The iteration, from 1.
    pub iteration: u64,
    /// Every other number of the line.
    pub values: BTreeMap<String, f64>,
}

impl MetricsRow {
    /// A finite number; `None` when it was not measured.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.values.get(name).copied().filter(|value| value.is_finite())
    }

    /// The row of an iteration, without numbers yet.
    pub fn new(iteration: u32) -> Self {
        Self { iteration: iteration.into(), values: BTreeMap::new() }
    }

    /// Notes a number.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<f64>) {
        self.values.insert(name.into(), value.into());
    }

    /// The line of `metrics.jsonl`, without its end. A number that is not finite is null.
    pub fn line(&self) -> String {
        let mut fields: BTreeMap<&str, f64> = self.values.iter().map(|(name, &value)| (name.as_str(), value)).collect();
        fields.insert("iteration", self.iteration as f64);
        serde_json::to_string(&fields).expect("the keys are strings")
    }

    pub(super) fn parse(line: &str) -> Result<Self, String> {
        let fields: BTreeMap<String, Value> = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let iteration = fields.get("iteration").and_then(Value::as_f64).filter(|number| *number >= 0.0);
        let iteration = iteration.ok_or("it has no `iteration`")? as u64;
        // Texts and nulls are no numbers; they do no harm here.
        let number = |(name, value): (String, Value)| Some((name, value.as_f64()?));
        let mut values: BTreeMap<String, f64> = fields.into_iter().filter_map(number).collect();
        values.remove("iteration");
        Ok(Self { iteration, values })
    }
}

/// All rows of a run, one an iteration, in order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MetricsLog {
    rows: Vec<MetricsRow>,
}

impl MetricsLog {
    /// Reads a file. The problems are those of single lines; what is left of the log is good.
    ///
    /// # Errors
    /// The file cannot be read at all.
    pub fn read(path: &Path) -> Result<(Self, Vec<Problem>), Fault> {
        let bytes = file::read(path)?;
        // A torn write can leave any bytes; they spoil their own line only.
        Ok(Self::parse(&path.display().to_string(), &String::from_utf8_lossy(&bytes)))
    }

    /// Reads a text whose problems are reported under `name`.
    pub fn parse(name: &str, text: &str) -> (Self, Vec<Problem>) {
        let mut rows = Vec::new();
        let mut problems = Vec::new();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            match MetricsRow::parse(line) {
                Ok(row) => rows.push(row),
                Err(reason) => {
                    problems.push(Problem::new(format!("damaged line: {reason}")).at(format!("{name}:{}", index + 1)));
                }
            }
        }
        (rows.into_iter().collect(), problems)
    }

    /// The rows, one an iteration, in order.
    pub fn rows(&self) -> &[MetricsRow] {
        &self.rows
    }

    /// Every metric that was measured at least once, in alphabetical order.
    pub fn names(&self) -> Vec<&str> {
        let measured = self.rows.iter().flat_map(|row| row.values.keys().filter(|name| row.get(name).is_some()));
        let mut names: Vec<&str> = measured.map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// Of two rows of one iteration the later one counts: it was written after a resume.
impl FromIterator<MetricsRow> for MetricsLog {
    fn from_iter<I: IntoIterator<Item = MetricsRow>>(rows: I) -> Self {
        let by_iteration: BTreeMap<u64, MetricsRow> = rows.into_iter().map(|row| (row.iteration, row)).collect();
        Self { rows: by_iteration.into_values().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_line_costs_itself_only() {
        let text =
            "{\"iteration\":1,\"a/b\":2}\n{\"iteration\":2,\"a/\n\n[1]\n{\"a/b\":1}\n{\"iteration\":3,\"a/b\":4}\n";
        let (log, problems) = MetricsLog::parse("run/metrics.jsonl", text);
        let iterations: Vec<u64> = log.rows().iter().map(|row| row.iteration).collect();
        assert_eq!(iterations, [1, 3]);
        let places: Vec<_> = problems.iter().filter_map(|problem| problem.place.as_deref()).collect();
        assert_eq!(places, ["run/metrics.jsonl:2", "run/metrics.jsonl:4", "run/metrics.jsonl:5"]);
        assert!(problems[2].message.contains("no `iteration`"), "{}", problems[2]);
    }

    #[test]
    fn what_is_no_number_is_not_there() {
        let (log, problems) =
            MetricsLog::parse("m", "{\"iteration\":1,\"nan\":null,\"text\":\"x\",\"big\":1e999,\"good\":0}");
        // JSON has no infinity: a number that large is a damaged line.
        assert_eq!((log.rows().len(), problems.len()), (0, 1));
        let (log, _) = MetricsLog::parse("m", "{\"iteration\":1,\"nan\":null,\"text\":\"x\",\"good\":0}");
        assert_eq!(log.names(), ["good"]);
        let row = MetricsRow { values: [("inf".to_owned(), f64::INFINITY)].into(), ..log.rows()[0].clone() };
        assert_eq!(row.get("inf"), None);
    }

    #[test]
    fn rows_are_in_order_and_the_later_one_counts() {
        let text = "{\"iteration\":2,\"a\":1}\n{\"iteration\":1,\"a\":2}\n{\"iteration\":2,\"a\":3}";
        let (log, _) = MetricsLog::parse("m", text);
        let values: Vec<_> = log.rows().iter().map(|row| (row.iteration, row.get("a"))).collect();
        assert_eq!(values, [(1, Some(2.0)), (2, Some(3.0))]);
    }
}
