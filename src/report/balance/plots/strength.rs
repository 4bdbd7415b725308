//! Who wins: by strength, over training, by rules, by who plays whom, by handicap.

use super::super::super::chart::{Across, Chart, Graph, IntervalRow, Intervals, Lines, Matrix};
use super::super::super::colour::{Colour, DRAWS, INK, NEUTRAL, OFFICERS, REBELS};
use super::super::super::figure::{Content, Marker, Panel, Point, Scale, Series};
use super::super::player_name;
use super::super::results::cross_share;
use crate::balance::{BalanceReport, Handicap, Ladder, Parity, Share, Strength};

/// Lines of a graph, and how many of them may have bands.
const MOST_LINES: usize = 6;
const MOST_BANDS: usize = 3;

/// Graphs side by side, and below each other.
const ACROSS: usize = 3;
const DOWN: usize = 2;

/// A point with its interval.
pub(super) fn point(x: f64, share: Share) -> Point {
    Point { x, y: share.value, band: Some((share.interval.low, share.interval.high)), width: 1.0, together: 1 }
}

/// A line.
pub(super) fn line(name: &str, colour: Colour, marker: Marker, points: Vec<Point>) -> Series {
    Series { name: name.to_owned(), colour, points, marker }
}

/// A panel of lines.
pub(super) fn panel(heading: String, scale: Scale, series: Vec<Series>) -> Panel {
    Panel { heading, scale, content: Content::Lines(series), empty: "nothing was played".to_owned() }
}

/// Ladders of training, or of all else.
fn ladders(report: &BalanceReport, training: bool) -> impl Iterator<Item = &Ladder> {
    report.ladders.iter().filter(move |ladder| matches!(ladder.steps[0].1, Strength::Iteration(_)) == training)
}

/// Graphs in rows, as many as a page holds.
fn rows(graphs: Vec<Graph>) -> Vec<Vec<Graph>> {
    let mut rows = Vec::new();
    let mut graphs = graphs.into_iter().take(ACROSS * DOWN).peekable();
    while graphs.peek().is_some() {
        rows.push(graphs.by_ref().take(ACROSS).collect());
    }
    rows
}

pub(super) fn strength(report: &BalanceReport) -> Option<Chart> {
    let rules = &report.rules.first()?.name;
    let note = format!("{rules}: each player against itself, equal budgets; bands are 95 % Wilson intervals");
    shares(report, "strength", "Who wins as play gets stronger", note, false)
}

pub(super) fn training(report: &BalanceReport) -> Option<Chart> {
    let rules = &report.rules.first()?.name;
    let note = format!("{rules}: each checkpoint against itself; bands are 95 % Wilson intervals");
    shares(report, "training", "Who wins over training", note, true)
}

fn shares(report: &BalanceReport, name: &'static str, title: &str, note: String, training: bool) -> Option<Chart> {
    let graphs: Vec<Graph> = ladders(report, training).filter_map(|ladder| shares_of(report, ladder)).collect();
    (!graphs.is_empty()).then(|| Chart { name, title: title.to_owned(), note, rows: rows(graphs) })
}

fn shares_of(report: &BalanceReport, ladder: &Ladder) -> Option<Graph> {
    let known =
        ladder.steps.iter().filter_map(|(player, strength)| Some((*strength, report.main(0, *player)?.shares?)));
    let known: Vec<(Strength, [Share; 3])> = known.collect();
    let points =
        |result: usize| known.iter().map(|(strength, shares)| point(strength.place(), shares[result])).collect();
    let series = vec![
        line("rebels", REBELS, Marker::Square, points(2)),
        line("draws", DRAWS, Marker::Triangle, points(1)),
        line("officers", OFFICERS, Marker::Dot, points(0)),
    ];
    let across = across(&known.iter().map(|(strength, _)| *strength).collect::<Vec<_>>())?;
    Some(Graph::Lines(Lines { panel: panel(ladder.name.clone(), Scale::Percent, series), across, levels: Vec::new() }))
}

/// The axis of these strengths.
fn across(steps: &[Strength]) -> Option<Across> {
    let (low, high) = (steps.first()?.place(), steps.last()?.place());
    let room = ((high - low) / 20.0).max(0.25);
    let ticks = steps.iter().map(|strength| (strength.place(), strength.number().to_string())).collect();
    Some(Across { name: steps[0].unit().to_owned(), ends: (low - room, high + room), ticks })
}

/// A player's colour and mark, the same in every plot.
fn looks(player: usize) -> (Colour, Marker) {
    let colours = [OFFICERS, REBELS, NEUTRAL, Colour(204, 121, 167), INK, DRAWS];
    (colours[player % colours.len()], Marker::ALL[player % Marker::ALL.len()])
}

/// Officers' scores under all rule sets.
pub(super) fn rules(report: &BalanceReport) -> Option<Chart> {
    if report.rules.len() < 2 {
        return None;
    }
    let row = |number: usize| {
        let values = (0..report.players.len()).filter_map(|player| {
            let (colour, marker) = looks(player);
            Some((report.main(number, player)?.expected?, colour, marker))
        });
        IntervalRow { name: report.rules[number].name.clone(), values: values.collect() }
    };
    let mut rows: Vec<IntervalRow> = (0..report.rules.len()).map(row).filter(|row| !row.values.is_empty()).collect();
    let middle =
        |row: &IntervalRow| row.values.iter().map(|(share, ..)| share.value).sum::<f64>() / row.values.len() as f64;
    // The first stays on top: the others are compared with it.
    rows[1..].sort_by(|one, other| middle(other).total_cmp(&middle(one)));
    let legend = (0..report.players.len()).map(|player| {
        let (colour, marker) = looks(player);
        (player_name(report, player), colour, marker)
    });
    let graph = Intervals {
        heading: String::new(),
        across: percent_axis("officers' score: 50 % is even"),
        level: 0.5,
        rows,
        legend: legend.collect(),
    };
    Some(Chart {
        name: "rules",
        title: "Balance under different rules".to_owned(),
        note: "points a game for the officers, a draw is half a point; bars are 95 % intervals; below the first, by the mean of the players".to_owned(),
        rows: vec![vec![Graph::Intervals(graph)]],
    })
}

fn percent_axis(name: &str) -> Across {
    let ticks = (0..=5).map(|tick| (f64::from(tick) / 5.0, format!("{} %", 20 * tick)));
    Across { name: name.to_owned(), ends: (0.0, 1.0), ticks: ticks.collect() }
}

/// Who plays whom.
pub(super) fn matrix(report: &BalanceReport) -> Option<Chart> {
    let graphs: Vec<Graph> = report.ladders.iter().filter_map(|ladder| matrix_of(report, ladder)).collect();
    let rules = &report.rules.first()?.name;
    (!graphs.is_empty()).then(|| Chart {
        name: "matrix",
        title: "Officers of one strength against rebels of another".to_owned(),
        note: format!("{rules}: the officers' score in %; blue: the officers are ahead, orange: the rebels"),
        rows: rows(graphs),
    })
}

fn matrix_of(report: &BalanceReport, ladder: &Ladder) -> Option<Graph> {
    let steps = 0..ladder.steps.len();
    let cell = |row: usize, column: usize| cross_share(report, ladder, row, column).map(|share| share.value);
    let cells: Vec<Vec<Option<f64>>> =
        steps.clone().map(|row| steps.clone().map(|column| cell(row, column)).collect()).collect();
    cells
        .iter()
        .enumerate()
        .any(|(row, cells)| cells.iter().enumerate().any(|(column, cell)| row != column && cell.is_some()))
        .then_some(())?;
    let labels: Vec<String> = ladder.steps.iter().map(|(_, strength)| strength.number().to_string()).collect();
    let unit = ladder.steps[0].1.unit();
    Some(Graph::Matrix(Matrix {
        heading: ladder.name.clone(),
        names: [format!("rows: officers' {unit}"), format!("columns: rebels' {unit}")],
        rows: labels.clone(),
        columns: labels,
        cells,
    }))
}

/// The officers' score by handicap.
pub(super) fn handicap(report: &BalanceReport) -> Option<Chart> {
    // Of a training run only the last checkpoint: lines of all of them would hide each other.
    let steps = || ladders(report, false).flat_map(|ladder| &ladder.steps);
    let shown = |player: &str| steps().count() == 0 || steps().any(|(step, _)| player_name(report, *step) == player);
    let of_rebels: Vec<_> =
        report.parities.iter().filter(|parity| parity.handicap == Handicap::Rebels && shown(&parity.player)).collect();
    let most = of_rebels.iter().flat_map(|parity| &parity.played).map(|(missing, _)| *missing).fold(0.0, f64::max);
    let number =
        |parity: &Parity| (0..report.players.len()).find(|&player| player_name(report, player) == parity.player);
    let series = of_rebels.iter().take(MOST_LINES).filter_map(|parity| {
        let (colour, marker) = looks(number(parity)?);
        let mut points: Vec<Point> = parity.played.iter().map(|(missing, share)| point(*missing, *share)).collect();
        points.sort_by(|one, other| one.x.total_cmp(&other.x));
        // The bands of many lines would hide each other.
        if of_rebels.len() > MOST_BANDS {
            points.iter_mut().for_each(|point| point.band = None);
        }
        Some(line(&parity.player, colour, marker, points))
    });
    let series: Vec<Series> = series.collect();
    let across = Across { name: "rebels missing at random".to_owned(), ends: (-0.5, most + 0.5), ticks: Vec::new() };
    let level = [(-0.5, 0.5), (most + 0.5, 0.5)];
    let heading = "officers' score".to_owned();
    let rules = &report.rules.first()?.name;
    let bands = if of_rebels.len() > MOST_BANDS { "" } else { "; bands are 95 % intervals" };
    (!series.is_empty()).then(|| Chart {
        name: "handicap",
        title: "How many rebels fewer make it even".to_owned(),
        note: format!("{rules}: equal players; where a line crosses 50 % the game is even{bands}"),
        rows: vec![vec![Graph::Lines(Lines {
            panel: panel(heading, Scale::Percent, series),
            across,
            levels: vec![level],
        })]],
    })
}
