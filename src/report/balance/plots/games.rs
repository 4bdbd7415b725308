//! The course of games: length, value, calibration, pieces, and how soon it is known who is ahead.

use super::super::super::chart::{Across, Chart, Columns, Graph, Lines};
use super::super::super::colour::{DRAWS, INK, NEUTRAL, OFFICERS, REBELS};
use super::super::super::figure::{Marker, Point, Scale};
use super::super::detail_title;
use super::places::detail;
use super::strength::{line, panel, point};
use crate::balance::{BalanceReport, CalibrationPoint, FanPoint, Share, TESTED_ELO};

/// Games below which a point would say nothing.
const FEWEST: u32 = 5;

/// Columns of the histogram.
const COLUMNS: u32 = 40;

pub(super) fn lengths(report: &BalanceReport) -> Option<Chart> {
    let lengths = &detail(report)?.lengths;
    let longest = lengths.last()?.0;
    let width = (longest + 1).div_ceil(COLUMNS).max(1);
    let columns = (0..=longest / width).map(|column| {
        let inside = lengths.iter().filter(|(plies, _)| plies / width == column);
        let mut layers = vec![0.0; 3];
        inside
            .for_each(|(_, results)| layers.iter_mut().zip(results).for_each(|(sum, count)| *sum += f64::from(*count)));
        (f64::from(column * width), f64::from((column + 1) * width), layers)
    });
    let graph = Columns {
        heading: "games".to_owned(),
        across: Across {
            name: "plies (turns of either side)".to_owned(),
            ends: (0.0, f64::from((longest / width + 1) * width)),
            ticks: Vec::new(),
        },
        columns: columns.collect(),
        layers: vec![
            ("officers win".to_owned(), OFFICERS),
            ("draw".to_owned(), DRAWS),
            ("rebels win".to_owned(), REBELS),
        ],
    };
    Some(Chart {
        name: "lengths",
        title: "How long games last".to_owned(),
        note: format!("{}; {width} plies a column", detail_title(report)),
        rows: vec![vec![Graph::Columns(graph)]],
    })
}

pub(super) fn fan(report: &BalanceReport) -> Option<Chart> {
    let fans = &detail(report)?.values.fan;
    let points = |fan: &[FanPoint]| -> Vec<Point> {
        let point = |point: &FanPoint| {
            let [low, middle, high] = point.quantiles;
            Point { x: point.ply, y: middle, band: Some((low, high)), width: 4.0, together: 1 }
        };
        fan.iter().filter(|point| point.count >= FEWEST).map(point).collect()
    };
    let longest = fans.iter().flatten().map(|point| point.ply).fold(0.0, f64::max);
    let series = vec![
        line("officers win", OFFICERS, Marker::Dot, points(&fans[0])),
        line("draw", DRAWS, Marker::Triangle, points(&fans[1])),
        line("rebels win", REBELS, Marker::Square, points(&fans[2])),
    ];
    let across = Across { name: "plies played".to_owned(), ends: (0.0, longest + 2.0), ticks: Vec::new() };
    let heading = "value for the officers (1 = won, -1 = lost)".to_owned();
    let levels = vec![
        [(0.0, -1.0), (longest + 2.0, -1.0)],
        [(0.0, 0.0), (longest + 2.0, 0.0)],
        [(0.0, 1.0), (longest + 2.0, 1.0)],
    ];
    (longest > 0.0).then(|| Chart {
        name: "value",
        title: "When the players know who wins".to_owned(),
        note: format!(
            "{}: median and middle 80 % of the games by how they ended, where there are 5 or more",
            detail_title(report)
        ),
        rows: vec![vec![Graph::Lines(Lines { panel: panel(heading, Scale::Free, series), across, levels })]],
    })
}

pub(super) fn calibration(report: &BalanceReport) -> Option<Chart> {
    let sides = &detail(report)?.values.calibration;
    let points = |found: &[CalibrationPoint]| -> Vec<Point> {
        let known = found.iter().filter(|bin| bin.games >= FEWEST);
        known.map(|bin| point(bin.predicted, Share { value: bin.found, interval: bin.interval })).collect()
    };
    let looks = [("officers", OFFICERS, Marker::Dot), ("rebels", REBELS, Marker::Square)];
    let graphs = looks.iter().zip(sides).map(|((name, colour, marker), found)| {
        let ticks = (0..=4).map(|tick| (f64::from(tick) / 4.0, format!("{} %", 25 * tick)));
        let across =
            Across { name: "share of the points expected".to_owned(), ends: (0.0, 1.0), ticks: ticks.collect() };
        let heading = format!("share that the {name} got");
        let panel = panel(heading, Scale::Percent, vec![line(name, *colour, *marker, points(found))]);
        Graph::Lines(Lines { panel, across, levels: vec![[(0.0, 0.0), (1.0, 1.0)]] })
    });
    let graphs = graphs.collect();
    sides.iter().any(|found| !found.is_empty()).then(|| Chart {
        name: "calibration",
        title: "Whether the players' values can be believed".to_owned(),
        note: format!(
            "{}: one value a game and side; on the diagonal they can; 5 games a point at least; 95 % bands",
            detail_title(report)
        ),
        rows: vec![graphs],
    })
}

pub(super) fn pieces(report: &BalanceReport) -> Option<Chart> {
    let pieces = detail(report)?.pieces.as_ref()?;
    let share = |chance: &crate::balance::PieceChance| Share { value: chance.fitted, interval: chance.interval };
    let fitted = pieces.chances.iter().map(|chance| point(f64::from(chance.rebels), share(chance))).collect();
    let found = pieces.chances.iter().filter(|chance| chance.positions >= FEWEST).map(|chance| Point {
        x: f64::from(chance.rebels),
        y: chance.found,
        band: None,
        width: 1.0,
        together: 1,
    });
    let series =
        vec![line("fitted", NEUTRAL, Marker::Dot, fitted), line("found", INK, Marker::Diamond, found.collect())];
    let ends = (f64::from(pieces.chances.first()?.rebels) - 0.5, f64::from(pieces.chances.last()?.rebels) + 0.5);
    let ticks = pieces.chances.iter().map(|chance| (f64::from(chance.rebels), chance.rebels.to_string())).collect();
    let across = Across { name: "rebels left, no officer lost".to_owned(), ends, ticks };
    let levels = vec![[(ends.0, 0.5), (ends.1, 0.5)]];
    let panel = panel("officers' score".to_owned(), Scale::Percent, series);
    Some(Chart {
        name: "pieces",
        title: "The officers' chances by rebels left".to_owned(),
        note: format!(
            "{}: one position a game; logistic fit with its 95 % band, and shares where 5 or more were seen",
            detail_title(report)
        ),
        rows: vec![vec![Graph::Lines(Lines { panel, across, levels })]],
    })
}

pub(super) fn sprt(report: &BalanceReport) -> Option<Chart> {
    let trace = &detail(report)?.trace;
    let last = f64::from(trace.points.last()?.0);
    let points = |side: usize| {
        let point = |(pairs, ratios): &(u32, [f64; 2])| Point {
            x: f64::from(*pairs),
            y: ratios[side],
            band: None,
            width: 1.0,
            together: 1,
        };
        trace.points.iter().map(point).collect()
    };
    let series = vec![
        line("officers ahead", OFFICERS, Marker::Dot, points(0)),
        line("rebels ahead", REBELS, Marker::Square, points(1)),
    ];
    let across = Across { name: "pairs of games".to_owned(), ends: (0.0, last), ticks: Vec::new() };
    let levels = trace.bounds.map(|bound| [(0.0, bound), (last, bound)]).to_vec();
    Some(Chart {
        name: "sprt",
        title: "How soon it is known who is ahead".to_owned(),
        note: format!(
            "{}: above the upper line that side is ahead by {TESTED_ELO:.0} Elo rather than not at all, below the lower one it is not",
            detail_title(report)
        ),
        rows: vec![vec![Graph::Lines(Lines {
            panel: panel("log-likelihood ratio".to_owned(), Scale::Free, series),
            across,
            levels,
        })]],
    })
}
