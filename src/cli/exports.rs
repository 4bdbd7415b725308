//! What a match or a tournament leaves: a report on stdout and files.
//!
//! Invariant: files that could not be written are refused before the first game, so that hours of play are not lost at the
//! end; and when one cannot be written then, the others are all the same.

use std::collections::HashMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::input;
use crate::arena::MatchReport;
use crate::base::fault::{Fault, Problem};
use crate::base::file;
use crate::report::match_csv;

/// The options.
#[derive(clap::Args)]
pub struct ExportArgs {
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write the report as JSON, too.
    #[arg(long, value_name = "FILE")]
    export_json: Option<PathBuf>,
    /// Write the scores as CSV, too: a row for each player, role and opponent.
    #[arg(long, value_name = "FILE")]
    export_csv: Option<PathBuf>,
}

impl ExportArgs {
    /// The files to be written, with the options that name them.
    pub fn outputs(&self) -> Vec<(&'static str, &Path)> {
        let named = [("--export-json", &self.export_json), ("--export-csv", &self.export_csv)];
        named.into_iter().filter_map(|(option, path)| Some((option, path.as_deref()?))).collect()
    }

    /// Writes the files, and then prints the report.
    ///
    /// # Errors
    /// The first file that could not be written, after all that can be done is done.
    pub fn leave(&self, report: &(impl Serialize + Display), matches: &[MatchReport]) -> Result<(), Fault> {
        let json = || input::json(report).and_then(|text| write(self.export_json.as_deref(), || Ok(text.into_bytes())));
        let written = [json(), write(self.export_csv.as_deref(), || match_csv(matches))];
        let printed = if self.json { input::print_json(report) } else { input::print_text(&report.to_string()) };
        written.into_iter().chain([printed]).collect()
    }
}

fn write(path: Option<&Path>, bytes: impl FnOnce() -> Result<Vec<u8>, Fault>) -> Result<(), Fault> {
    path.map_or(Ok(()), |path| file::write_atomic(path, &bytes()?))
}

/// Says on stderr what a player's first forfeit was, if it has any.
pub fn warn_of_forfeit(name: &str, first: Option<&str>) {
    if let Some(cause) = first {
        say!("warning: {name}: first game lost by forfeit: {cause}");
    }
}

/// Files to be written that cannot be, or that are named twice, be it as an input.
pub fn check(inputs: &[(&'static str, &Path)], outputs: &[(&'static str, &Path)]) -> Vec<Problem> {
    let mut wrong = Vec::new();
    let mut known: HashMap<PathBuf, &str> = inputs.iter().map(|(option, path)| (real(path), *option)).collect();
    for &(option, path) in outputs {
        if let Some(other) = known.insert(real(path), option) {
            let message = format!("{} is named by {other}, too", path.display());
            wrong.push(Problem::new(message).at(option).help("give each its own file"));
        } else if let Err(fault) = file::check_writable(path) {
            wrong.extend(fault.into_problems().into_iter().map(|problem| problem.at(option)));
        }
    }
    wrong
}

/// The same for two ways to write one path, as far as the file system tells.
fn real(path: &Path) -> PathBuf {
    let in_folder = || {
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    };
    path.canonicalize().ok().or_else(in_folder).unwrap_or_else(|| path.to_owned())
}
