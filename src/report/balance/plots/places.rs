//! Where: placements of the officers, and what happens on which point.

use super::super::super::chart::{BoardMap, Chart, Graph, Matrix, Shade};
use super::super::super::colour::{Colour, OFFICERS, REBELS};
use super::super::{chief, detail_title};
use crate::balance::{BalanceReport, Detail, PlacementReport};
use crate::rules::{Bitboard, Point};

/// The games that are shown in detail.
pub(super) fn detail(report: &BalanceReport) -> Option<&Detail> {
    report.main(0, chief(report)?)?.detail.as_ref()
}

/// Where pieces stand.
pub(super) fn occupancy(report: &BalanceReport) -> Option<Chart> {
    let board = &detail(report)?.board;
    let percent: fn(f64) -> String = |share| format!("{:.0}", 100.0 * share);
    let graphs = vec![
        map(report, "officers", &board.officers, percent, OFFICERS),
        map(report, "rebels", &board.rebels, percent, REBELS),
    ];
    let note = format!(
        "{}: % of the turns on which one stands there; mirror images together; a dot is hardly ever",
        detail_title(report)
    );
    Some(Chart { name: "occupancy", title: "Where pieces stand".to_owned(), note, rows: vec![graphs] })
}

/// Where pieces are lost.
pub(super) fn losses(report: &BalanceReport) -> Option<Chart> {
    let board = &detail(report)?.board;
    let hundredths: fn(f64) -> String = |count| match count {
        count if count >= 0.995 => format!("{count:.1}"),
        count => format!("{count:.2}").trim_start_matches('0').to_owned(),
    };
    let graphs = vec![
        map(report, "rebels captured", &board.captures, hundredths, REBELS),
        map(report, "officers removed for a missed capture", &board.huffs, hundredths, OFFICERS),
    ];
    let note = format!("{}: pieces a game; mirror images together; a dot is hardly ever", detail_title(report));
    Some(Chart { name: "losses", title: "Where pieces are lost".to_owned(), note, rows: vec![graphs] })
}

fn map(report: &BalanceReport, heading: &str, values: &[f64], text: fn(f64) -> String, colour: Colour) -> Graph {
    // The board is symmetric: what is told from one half only is how a player breaks ties.
    let mirrored = |index: usize| {
        let image = Bitboard::of(Point::ALL[index]).mirrored().iter().next();
        image.map_or(values[index], |image| values[image.index()])
    };
    let values: Vec<f64> = (0..values.len()).map(|index| (values[index] + mirrored(index)) / 2.0).collect();
    // What hardly ever happens is only a dot: so the few points where something does stand out.
    let values: Vec<Option<f64>> = values.iter().map(|&value| (value >= 0.005).then_some(value)).collect();
    let most = values.iter().flatten().copied().fold(1e-9, f64::max);
    let (heading, rules) = (heading.to_owned(), report.rules[0].set());
    Graph::Board(BoardMap { heading, rules, values, text, shade: Shade::UpTo(colour, most), points: Bitboard::BOARD })
}

pub(super) fn placements(report: &BalanceReport) -> Option<Chart> {
    let placements = &detail(report)?.placements;
    let names = |placement: &str| -> Vec<Point> {
        (0..placement.len() / 2)
            .filter_map(|index| Point::from_name(placement.get(2 * index..2 * index + 2)?))
            .collect()
    };
    let mut points = Bitboard::EMPTY;
    let (mut sums, mut counts) = ([0.0; Point::COUNT], [0.0; Point::COUNT]);
    let mut pairs: Vec<(Bitboard, f64)> = Vec::new();
    for placement in placements {
        let share = placement.expected?.value;
        let stood: Bitboard = names(&placement.placement).into_iter().collect();
        // A placement and its mirror image have one number, which counts at the points of both.
        for stood in [stood, stood.mirrored()] {
            pairs.push((stood, share));
            for point in stood.iter() {
                points = points.with(point);
                sums[point.index()] += share * f64::from(placement.score.games());
                counts[point.index()] += f64::from(placement.score.games());
            }
        }
    }
    let values = sums.iter().zip(counts).map(|(sum, count): (&f64, f64)| (count > 0.0).then(|| sum / count)).collect();
    let board = BoardMap {
        heading: "one officer on this point".to_owned(),
        rules: report.rules[0].set(),
        values,
        text: |share| format!("{:.0}", 100.0 * share),
        shade: Shade::Sides,
        points,
    };
    let mut graphs = vec![Graph::Board(board)];
    if pairs.iter().all(|(stood, _)| stood.count() == 2) {
        graphs.push(Graph::Matrix(pairs_matrix(points, &pairs)));
    }
    let mean = |of: &dyn Fn(&PlacementReport) -> f64| placements.iter().map(of).sum::<f64>() / placements.len() as f64;
    let games = mean(&|placement| f64::from(placement.score.games()));
    let half =
        mean(&|placement| placement.expected.map_or(50.0, |share| 50.0 * (share.interval.high - share.interval.low)));
    (placements.len() > 1).then(|| Chart {
        name: "placements",
        title: "Where the officers best begin".to_owned(),
        note: format!(
            "{}: the officers' score in %; mirror images count together; {games:.0} games a placement, so about ±{half:.0} points",
            detail_title(report)
        ),
        rows: vec![graphs],
    })
}

/// Every pair of points: a row for one officer, a column for the other.
fn pairs_matrix(points: Bitboard, pairs: &[(Bitboard, f64)]) -> Matrix {
    let labels: Vec<String> = points.iter().map(|point| point.name().to_owned()).collect();
    let share = |one: Point, other: Point| {
        let wanted = Bitboard::of(one).with(other);
        pairs.iter().find(|(stood, _)| *stood == wanted).map(|(_, share)| *share).filter(|_| one != other)
    };
    let cells = points.iter().map(|one| points.iter().map(|other| share(one, other)).collect()).collect();
    Matrix {
        heading: "officers on both".to_owned(),
        names: [String::new(), String::new()],
        rows: labels.clone(),
        columns: labels,
        cells,
    }
}
