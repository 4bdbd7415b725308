//! Self-play: who wins, how long games are, and how they end; from plain and from even starts apart.

use super::super::colour::{CAPPED, Colour, DRAWS, NEUTRAL, OFFICERS, REBELS};
use super::super::figure::{Content, Marker, Panel, Point, Row, Scale, Series};
use super::Plot;
use super::measure::{means, shares, spreads};
use crate::run::MetricsLog;

/// The reasons of an end, from the bottom of the stack up: the officers' wins, draws, the rebels' wins. Shades tell reasons
/// apart, colours whose they are, so that the stack also shows who wins.
const REASONS: [(&str, &str, Colour, f64); 7] = [
    ("too_few_rebels", "too few rebels", OFFICERS, 0.0),
    ("rebels_blocked", "rebels blocked", OFFICERS, 0.5),
    ("repetition", "repetition", DRAWS, 0.0),
    ("quiet_turns", "quiet turns", DRAWS, 0.5),
    ("officers_blocked", "officers blocked", REBELS, 0.6),
    ("officers_gone", "officers gone", REBELS, 0.3),
    ("fortress_filled", "fortress filled", REBELS, 0.0),
];

pub(super) fn win_rate_plain(log: &MetricsLog) -> Plot {
    win_rate(log, "plain", "win_rate_plain", "Who wins self-play from the plain start")
}

pub(super) fn win_rate_even(log: &MetricsLog) -> Plot {
    let mut plot = win_rate(log, "even", "win_rate_even", "Who wins self-play from even starts (rebels missing)");
    let points = means(log, "selfplay/even/missing");
    // The better the officers get, the fewer rebels must be missing for an even game.
    let mean = Series { name: "mean".to_owned(), colour: NEUTRAL, points, marker: Marker::Dot };
    let heading = "rebels missing from an even start".to_owned();
    let missing = Panel {
        heading,
        scale: Scale::FromZero,
        content: Content::Lines(vec![mean]),
        empty: "not measured yet".to_owned(),
    };
    plot.rows[0].height = 2.5;
    plot.rows.push(Row { height: 1.0, panels: vec![missing] });
    plot
}

pub(super) fn games_plain(log: &MetricsLog) -> Plot {
    games(log, "plain", "games_plain", "Self-play games from the plain start")
}

pub(super) fn games_even(log: &MetricsLog) -> Plot {
    games(log, "even", "games_even", "Self-play games from even starts (rebels missing)")
}

fn win_rate(log: &MetricsLog, kind: &str, name: &'static str, title: &'static str) -> Plot {
    let whole = format!("selfplay/{kind}/games");
    let series = |name: &str, part: &str, colour, marker| {
        let points = shares(log, &format!("selfplay/{kind}/{part}"), &whole);
        Series { name: name.to_owned(), colour, points, marker }
    };
    let mut all = vec![
        series("rebels", "rebels/wins", REBELS, Marker::Square),
        series("draws", "draws", DRAWS, Marker::Triangle),
        series("officers", "officers/wins", OFFICERS, Marker::Dot),
    ];
    let capped = series("cut short", "capped", CAPPED, Marker::Diamond);
    if capped.points.iter().any(|point| point.y > 0.0) {
        all.push(capped);
    }
    let panel = Panel {
        heading: "share of games".to_owned(),
        scale: Scale::Percent,
        content: Content::Lines(all),
        empty: no_games(kind),
    };
    Plot { name, title, note: "bands are 95 % Wilson intervals", rows: vec![Row { height: 1.0, panels: vec![panel] }] }
}

fn games(log: &MetricsLog, kind: &str, name: &'static str, title: &'static str) -> Plot {
    let lengths = ["p10", "median", "p90"].map(|level| format!("selfplay/{kind}/length/{level}"));
    let points = spreads(log, lengths.each_ref().map(String::as_str));
    let median = Series { name: "median".to_owned(), colour: NEUTRAL, points, marker: Marker::Dot };
    let length = Panel {
        heading: "length of a game (plies)".to_owned(),
        scale: Scale::FromZero,
        content: Content::Lines(vec![median]),
        empty: no_games(kind),
    };
    let ends = Panel {
        heading: "how games end (share of games)".to_owned(),
        scale: Scale::Percent,
        content: Content::Stack(end_layers(log, kind)),
        empty: no_games(kind),
    };
    let note = "the band holds the lengths of 80 % of the games; ends are blue where officers win, grey draws, orange where rebels win";
    Plot { name, title, note, rows: vec![Row { height: 1.0, panels: vec![length, ends] }] }
}

/// One layer a reason that ever ended a game. Reasons that this list does not know come last, by their own names.
fn end_layers(log: &MetricsLog, kind: &str) -> Vec<Series> {
    let whole = format!("selfplay/{kind}/games");
    let layer = |metric: &str, name: &str, colour: Colour| {
        let points: Vec<Point> = shares(log, &format!("selfplay/{kind}/{metric}"), &whole);
        Series { name: name.to_owned(), colour, points, marker: Marker::Dot }
    };
    let known = REASONS
        .iter()
        .map(|&(reason, name, colour, shade)| layer(&format!("ends/{reason}"), name, colour.shaded(shade)));
    let prefix = format!("selfplay/{kind}/ends/");
    let others = log.names().into_iter().filter_map(|metric| metric.strip_prefix(&prefix).map(str::to_owned));
    let others = others.filter(|reason| REASONS.iter().all(|(known, ..)| known != reason));
    let others = others.map(|reason| layer(&format!("ends/{reason}"), &end_name(&reason), NEUTRAL));
    let capped = layer("capped", "cut short", CAPPED);
    known.chain(others).chain([capped]).filter(|layer| layer.points.iter().any(|point| point.y > 0.0)).collect()
}

/// The reason of an end, by the name that its layer has.
pub fn end_name(reason: &str) -> String {
    let known = REASONS.iter().find(|(known, ..)| *known == reason);
    known.map_or_else(|| reason.replace('_', " "), |(_, name, ..)| (*name).to_owned())
}

fn no_games(kind: &str) -> String {
    format!("no games from {} yet", if kind == "plain" { "the plain start" } else { "even starts" })
}
