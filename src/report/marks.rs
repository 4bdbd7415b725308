//! What is drawn inside a plot: bands, lines, points, stacked layers.
//!
//! In: series and the frame they stand in. Out: their drawing, and where each one ends, for its label.
//! Invariant: bands lie below lines, and lines below points, whatever the order of the series.

use std::ops::Range;

use plotters::backend::DrawingBackend;

use super::canvas::{Canvas, Drawn, Place};
use super::draw::Frame;
use super::figure::{Marker, Point, Series};
use super::labels::Label;

/// Up to so many points each gets its marker; with more they would hide the line.
const MARKED: usize = 40;
/// How much of what is below it a band hides.
const BAND: f64 = 0.18;
/// Single points would lie upon each other, so each stands so far beside the one before.
const ASIDE: f64 = 14.0;

/// Draws lines with their bands.
pub(super) fn lines<B: DrawingBackend>(
    all: &[Series],
    frame: &Frame,
    canvas: &mut Canvas<'_, B>,
) -> Result<Vec<Label>, String> {
    let single = all.iter().all(|series| series.points.len() < 2);
    let aside = |index: usize| if single { ASIDE * (index as f64 - (all.len() - 1) as f64 / 2.0) } else { 0.0 };
    let all_places: Vec<Vec<Place>> =
        all.iter().enumerate().map(|(index, series)| places(series, frame, aside(index))).collect();
    for (index, series) in all.iter().enumerate() {
        band(series, frame, aside(index), canvas)?;
    }
    for (series, places) in all.iter().zip(&all_places) {
        canvas.line(places, series.colour, 2.5)?;
    }
    for (series, places) in all.iter().zip(&all_places).filter(|(_, places)| places.len() <= MARKED) {
        places.iter().try_for_each(|&place| canvas.marker(series.marker, place, 4.5, series.colour))?;
    }
    let end = |series: &Series| {
        let last = series.points.last()?;
        Some(label(series, last, frame.place(last.x, last.y).1, Some(series.marker)))
    };
    Ok(all.iter().filter_map(end).collect())
}

fn places(series: &Series, frame: &Frame, aside: f64) -> Vec<Place> {
    let place = |(x, y): Place| (x + aside, y);
    series.points.iter().map(|point| place(frame.place(point.x, point.y))).collect()
}

/// The band of one series; a bar where there is a single point.
fn band<B: DrawingBackend>(series: &Series, frame: &Frame, aside: f64, canvas: &mut Canvas<'_, B>) -> Drawn {
    let ends: Vec<(f64, f64, f64)> =
        series.points.iter().filter_map(|point| point.band.map(|(low, high)| (point.x, low, high))).collect();
    match ends.as_slice() {
        [] => Ok(()),
        [(x, low, high)] => {
            let ((x, low), (_, high)) = (frame.place(*x, *low), frame.place(*x, *high));
            canvas.line(&[(x + aside, low), (x + aside, high)], series.colour.shaded(0.5), 3.0)
        }
        ends => {
            let upper = ends.iter().map(|&(x, _, high)| frame.place(x, high));
            let lower = ends.iter().rev().map(|&(x, low, _)| frame.place(x, low));
            canvas.fill(&upper.chain(lower).collect::<Vec<_>>(), series.colour, BAND)
        }
    }
}

/// Draws shares as columns, the first layer at the bottom.
pub(super) fn stack<B: DrawingBackend>(
    layers: &[Series],
    frame: &Frame,
    canvas: &mut Canvas<'_, B>,
) -> Result<Vec<Label>, String> {
    let columns = layers.first().map_or(0, |layer| layer.points.len());
    let mut sums = vec![0.0; columns];
    let mut tops = Vec::new();
    for layer in layers {
        sums.iter_mut().zip(&layer.points).for_each(|(sum, point)| *sum += point.y);
        tops.push(sums.clone());
    }
    // From the top layer down, each to the ground and over the one before, so that no seam shows between two.
    for (layer, tops) in layers.iter().zip(&tops).rev() {
        for run in runs(layer) {
            canvas.fill(&outline(&layer.points[run.clone()], &tops[run], frame), layer.colour, 1.0)?;
        }
    }
    let end = |(layer, tops): (&Series, &Vec<f64>)| {
        let (last, top) = (layer.points.last()?, tops.last()?);
        Some(label(layer, last, frame.place(last.x, top - last.y / 2.0).1, None))
    };
    Ok(layers.iter().zip(&tops).filter_map(end).collect())
}

/// The ranges of points that follow each other without a gap.
fn runs(layer: &Series) -> Vec<Range<usize>> {
    let touch = |a: &Point, b: &Point| (b.x - a.x - (a.width + b.width) / 2.0).abs() < 1e-6;
    let mut start = 0;
    let runs = layer.points.chunk_by(touch).map(|run| {
        start += run.len();
        start - run.len()..start
    });
    runs.collect()
}

/// The steps over `points` at the heights `tops`, and the ground below them.
fn outline(points: &[Point], tops: &[f64], frame: &Frame) -> Vec<Place> {
    let ends = |point: &Point| [point.x - point.width / 2.0, point.x + point.width / 2.0];
    let steps = points.iter().zip(tops).flat_map(|(point, top)| ends(point).map(|x| (x, top.min(1.0))));
    let first = points.first().map(|point| (ends(point)[0], 0.0));
    let last = points.last().map(|point| (ends(point)[1], 0.0));
    first.into_iter().chain(steps).chain(last).map(|(x, y)| frame.place(x, y)).collect()
}

fn label(series: &Series, point: &Point, y: f64, marker: Option<Marker>) -> Label {
    Label { name: series.name.clone(), value: point.y, y, colour: series.colour, marker }
}
