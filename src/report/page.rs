//! A run's plots as files: PNG and SVG each, and one page that holds them all.
//!
//! In: a directory, the metrics, the run's name. Out: the files, written whole.
//! Invariant: the page needs no other file and no network.

use std::path::{Path, PathBuf};

use super::figure::Figure;
use super::image::{png, svg};
use super::plots::figures;
use crate::base::fault::Fault;
use crate::base::file;
use crate::run::MetricsLog;

/// Draws every plot of a run into `dir`, which is made if need be, and returns the files: each plot as `NAME.png` and
/// `NAME.svg`, and `index.html`.
///
/// # Errors
/// A file that cannot be written; those written before it are whole.
pub fn write_plots(dir: &Path, log: &MetricsLog, run: &str) -> Result<Vec<PathBuf>, Fault> {
    file::create_dir(dir)?;
    let mut written = Vec::new();
    let mut write = |name: String, bytes: &[u8]| {
        let path = dir.join(name);
        file::write_atomic_unsynced(&path, bytes).map(|()| written.push(path))
    };
    let mut drawings = Vec::new();
    for figure in figures(log, run) {
        let drawing = svg(&figure)?;
        write(format!("{}.svg", figure.name), drawing.as_bytes())?;
        write(format!("{}.png", figure.name), &png(&figure)?)?;
        drawings.push((figure, drawing));
    }
    write("index.html".to_owned(), page(run, &drawings).as_bytes())?;
    Ok(written)
}

fn page(run: &str, drawings: &[(Figure, String)]) -> String {
    let figure = |(figure, drawing): &(Figure, String)| {
        format!("<figure id=\"{}\" aria-label=\"{}\">\n{drawing}</figure>\n", figure.name, escaped(&figure.title))
    };
    let figures: String = drawings.iter().map(figure).collect();
    let run = escaped(run);
    format!(
        "<!DOCTYPE html>\n\
         <html lang=\"en\">\n\
         <meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{run}: training of asalto</title>\n\
         <style>\n\
         body {{ margin: 2rem auto; max-width: 1240px; padding: 0 1rem; font-family: sans-serif; color: #222; background: #f4f4f4; }}\n\
         figure {{ margin: 0 0 1.5rem; background: #fff; border: 1px solid #ddd; }}\n\
         svg {{ display: block; width: 100%; height: auto; }}\n\
         </style>\n\
         <h1>{run}</h1>\n\
         {figures}</html>\n"
    )
}

fn escaped(text: &str) -> String {
    let text: String = text.chars().filter(|char| !char.is_control()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
