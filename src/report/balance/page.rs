//! The page of a study: the summary, the plots and all tables, in one file.
//!
//! Invariant: it needs no other file and no network.

use std::fmt::Write as _;

use super::super::chart::Chart;
use super::sheet::{Sheet, escaped};
use super::summary::summary;
use crate::balance::BalanceReport;

/// Which plots stand before which table.
const PLACES: [(&str, &[&str]); 8] = [
    ("results", &["rules"]),
    ("strengths", &["strength", "training"]),
    ("cross", &["matrix"]),
    ("parity", &["handicap"]),
    ("placements", &["placements"]),
    ("course", &["lengths", "occupancy", "losses", "value", "calibration"]),
    ("pieces", &["pieces"]),
    ("spread", &["sprt"]),
];

/// The page; the drawings are SVG documents.
pub(super) fn page(report: &BalanceReport, sheets: &[Sheet], drawings: &[(Chart, String)]) -> String {
    let sentences = summary(report);
    let mut body = String::new();
    for sentence in &sentences {
        let (head, rest) = sentence.split_once(": ").unwrap_or(("", sentence));
        let head = if head.is_empty() { String::new() } else { format!("<b>{}:</b> ", escaped(head)) };
        let _ = writeln!(body, "<li>{head}{}</li>", escaped(rest));
    }
    let rules: Vec<&str> = report.rules.iter().map(|rules| rules.name.as_str()).collect();
    let title = format!("Balance of {}", rules.first().unwrap_or(&"the game"));
    let mut sections = String::new();
    let mut seen: Vec<&str> = Vec::new();
    for sheet in sheets {
        if !seen.contains(&sheet.name) {
            let plots = PLACES.iter().find(|(name, _)| *name == sheet.name).map_or(&[][..], |(_, plots)| *plots);
            plots.iter().for_each(|name| sections.push_str(&figure(drawings, name)));
        }
        seen.push(sheet.name);
        sections.push_str(&sheet.html());
    }
    // A plot whose table is empty still has something to show.
    let placed = |name: &str| PLACES.iter().any(|(sheet, plots)| plots.contains(&name) && seen.contains(sheet));
    drawings
        .iter()
        .filter(|(chart, _)| !placed(chart.name))
        .for_each(|(chart, _)| sections.push_str(&figure(drawings, chart.name)));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n\
         <h1>{title}</h1>\n<h2>In short</h2>\n<ul class=\"short\">\n{body}</ul>\n\
         <p class=\"note\">{HOW_TO_READ}</p>\n<h2>In detail</h2>\n{sections}</html>\n",
        title = escaped(&title),
    )
}

fn figure(drawings: &[(Chart, String)], name: &str) -> String {
    let Some((chart, drawing)) = drawings.iter().find(|(chart, _)| chart.name == name) else { return String::new() };
    format!("<figure id=\"{name}\" aria-label=\"{}\">\n{drawing}</figure>\n", escaped(&chart.title))
}

/// For who knows the game, but no statistics.
const HOW_TO_READ: &str = "How to read it: a score is points a game, a win is one point and a draw half; the officers' score \
is what the game is worth to them, and 50 % is even. Behind each number stands an interval in brackets: were the study made \
again and again with other games, 95 of 100 such intervals would hold the true number. Where two intervals overlap widely, \
the games do not tell which is greater. A game that was played before, or its mirror image, counts once.";

const STYLE: &str = "\
body { margin: 2rem auto; max-width: 1240px; padding: 0 1rem; font-family: sans-serif; color: #222; background: #f4f4f4; line-height: 1.45; }
section, figure { margin: 0 0 1.5rem; padding: .6rem 1rem; background: #fff; border: 1px solid #ddd; }
figure { padding: 0; }
svg { display: block; width: 100%; height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; }
th { border-bottom: 1px solid #888; }
td { border-bottom: 1px solid #eee; }
th.n, td.n { text-align: right; white-space: nowrap; }
.note { color: #555; font-size: .9rem; max-width: 75rem; }
.short li { margin-bottom: .4rem; max-width: 75rem; }
@media print { body { background: #fff; margin: 0; } figure, section { break-inside: avoid; } }
";
