//! From metrics to the points of a line.
//!
//! In: metric names. Out: points over the iterations, with their intervals.
//! Invariant: a line has at most [`MOST`] points. Where there are more rows, neighbours are taken together: counts are added
//! up, so shares and their intervals stay exact, and other numbers are averaged.

use super::super::figure::Point;
use crate::base::stats::{mean, wilson};
use crate::run::{MetricsLog, MetricsRow};

/// More points than this are noise on a page.
const MOST: usize = 100;

/// The rows that have all of `names`, taken together where there are many.
fn groups<'l>(log: &'l MetricsLog, names: &[&str]) -> Vec<Vec<&'l MetricsRow>> {
    let rows: Vec<&MetricsRow> =
        log.rows().iter().filter(|row| names.iter().all(|name| row.get(name).is_some())).collect();
    let size = rows.len().div_ceil(MOST).max(1);
    rows.chunks(size).map(<[_]>::to_vec).collect()
}

fn values(group: &[&MetricsRow], name: &str) -> Vec<f64> {
    group.iter().filter_map(|row| row.get(name)).collect()
}

fn sum(group: &[&MetricsRow], name: &str) -> f64 {
    values(group, name).iter().sum()
}

fn point(group: &[&MetricsRow], y: f64, band: Option<(f64, f64)>) -> Point {
    let [first, last] = [group.first(), group.last()].map(|row| row.map_or(0.0, |row| row.iteration as f64));
    Point { x: (first + last) / 2.0, y, band, width: last - first + 1.0, together: group.len() }
}

/// A number as it is.
pub(super) fn means(log: &MetricsLog, name: &str) -> Vec<Point> {
    let average = |group: Vec<&MetricsRow>| Some(point(&group, mean(&values(&group, name))?, None));
    groups(log, &[name]).into_iter().filter_map(average).collect()
}

/// A number with a lower and an upper one around it.
pub(super) fn spreads(log: &MetricsLog, [low, middle, high]: [&str; 3]) -> Vec<Point> {
    let average = |group: Vec<&MetricsRow>| {
        let [low, middle, high] = [low, middle, high].map(|name| mean(&values(&group, name)));
        Some(point(&group, middle?, Some((low?, high?))))
    };
    groups(log, &[low, middle, high]).into_iter().filter_map(average).collect()
}

/// The share of the count `part` in the count `whole`, with its Wilson interval. Rows that lack `part` count as 0 of it.
pub(super) fn shares(log: &MetricsLog, part: &str, whole: &str) -> Vec<Point> {
    share_points(log, whole, &[whole], |group| sum(group, part))
}

/// A mean score over `games` games, with its Wilson interval.
pub(super) fn scores(log: &MetricsLog, score: &str, games: &str) -> Vec<Point> {
    share_points(log, games, &[score, games], |group| {
        group.iter().filter_map(|row| Some(row.get(score)? * row.get(games)?)).sum()
    })
}

fn share_points(log: &MetricsLog, whole: &str, needed: &[&str], part: impl Fn(&[&MetricsRow]) -> f64) -> Vec<Point> {
    let share = |group: Vec<&MetricsRow>| {
        let (part, whole) = (part(&group), sum(&group, whole));
        let interval = wilson(part, whole);
        (whole > 0.0).then(|| point(&group, part / whole, Some((interval.low, interval.high))))
    };
    groups(log, needed).into_iter().filter_map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(rows: impl IntoIterator<Item = (u64, f64, f64)>) -> MetricsLog {
        let row = |(iteration, wins, games)| MetricsRow {
            iteration,
            values: [("wins".to_owned(), wins), ("games".to_owned(), games)].into(),
        };
        rows.into_iter().map(row).collect()
    }

    #[test]
    fn a_share_is_the_one_of_all_games_taken_together() {
        let rows = (1..=250).map(|iteration| (iteration, if iteration % 2 == 0 { 3.0 } else { 1.0 }, 10.0));
        let points = shares(&log(rows), "wins", "games");
        assert_eq!(points.len(), 84, "250 rows in threes");
        let interval = wilson(5.0, 30.0);
        let first = Point { x: 2.0, y: 5.0 / 30.0, band: Some((interval.low, interval.high)), width: 3.0, together: 3 };
        assert_eq!(points[0], first);
        assert_eq!(points[83].x, 250.0);
    }

    #[test]
    fn rows_without_games_or_numbers_have_no_point() {
        let points = shares(&log([(1, 0.0, 0.0), (2, 1.0, 2.0), (3, 1.0, f64::NAN)]), "wins", "games");
        assert_eq!(points.iter().map(|point| (point.x, point.y)).collect::<Vec<_>>(), [(2.0, 0.5)]);
        assert_eq!(means(&log([(1, f64::NAN, 0.0), (9, 4.0, 0.0)]), "wins").len(), 1);
        assert_eq!(means(&MetricsLog::default(), "wins"), []);
    }

    #[test]
    fn scores_are_weighted_by_their_games() {
        let points = scores(
            &log((0..200).map(|iteration| {
                (iteration, if iteration % 2 == 0 { 1.0 } else { 0.5 }, if iteration % 2 == 0 { 30.0 } else { 10.0 })
            })),
            "wins",
            "games",
        );
        assert_eq!((points[0].y, points[0].together), (35.0 / 40.0, 2));
    }
}
