//! The files of a study: JSON, a CSV file for each table, plots, one page.

use std::path::Path;

use super::super::image::write_images;
use super::page::page;
use super::plots::charts;
use super::sheets;
use crate::balance::BalanceReport;
use crate::base::fault::Fault;
use crate::base::file;

/// What [`write_balance`] leaves in its folder.
pub const BALANCE_FILES: &str = "report.json, index.html, csv/ and plots/";

/// Writes everything into `dir`, which is made if need be.
///
/// # Errors
/// A file that cannot be written; those written before it are whole.
pub fn write_balance(dir: &Path, report: &BalanceReport) -> Result<(), Fault> {
    let [tables, plots] = ["csv", "plots"].map(|folder| dir.join(folder));
    [&tables, &plots].into_iter().try_for_each(|folder| file::create_dir(folder))?;
    file::write_json(&dir.join("report.json"), report)?;
    let sheets = sheets(report);
    for sheet in &sheets {
        file::write_atomic_unsynced(&tables.join(format!("{}.csv", sheet.file_name())), &sheet.csv()?)?;
    }
    let mut drawings = Vec::new();
    for chart in charts(report) {
        let drawing = write_images(&plots, &chart)?;
        drawings.push((chart, drawing));
    }
    file::write_atomic_unsynced(&dir.join("index.html"), page(report, &sheets, &drawings).as_bytes())
}
