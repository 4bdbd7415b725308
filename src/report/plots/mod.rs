//! The plots of a training run.
//!
//! In: a [`MetricsLog`] and the run's name. Out: [`Figure`]s, each written as PNG and SVG, and a page with all of them.
//! Invariant: a figure is made from any log, also an empty one; where numbers are missing it says so.
//!
//! The metrics that are read, besides `iteration` (KIND is `plain` or `even`, SIDE `officers` or `rebels`):
//!
//! | metric | meaning |
//! |---|---|
//! | `selfplay/KIND/games`, `SIDE/wins`, `draws`, `capped` | games of the iteration by start and result |
//! | `selfplay/KIND/ends/REASON` | games by the reason of their end |
//! | `selfplay/even/missing` | rebels missing from a start, on average |
//! | `selfplay/KIND/length/p10`, `median`, `p90` | plies of a game |
//! | `eval/ANCHOR/as_SIDE/score`, `games` | points a game against a fixed player, draws counting half |
//! | `train/policy_loss`, `value_loss`, `gradient_norm` | means over the steps of the iteration |
//! | `train/SIDE/policy_loss`, `value_loss`, `policy_entropy`, `value_variance` | the same for the positions of one side |
//! | `speed/games_per_s`, `positions_per_s`, `evaluations_per_s` | self-play |

mod anchors;
mod learning;
mod measure;
mod results;
mod speed;

pub(super) use anchors::anchor_names;
pub(super) use results::end_name;

use super::colour::{Colour, OFFICERS, REBELS};
use super::figure::{Figure, Row};
use crate::run::MetricsLog;

/// The sides with their colours, in the order in which they are always shown.
const SIDES: [(&str, Colour); 2] = [("officers", OFFICERS), ("rebels", REBELS)];

/// More of a run's name would push the rest of the note off the page.
const RUN_NAME: usize = 30;

/// All figures, in the order in which a reader wants them.
pub fn figures(log: &MetricsLog, run: &str) -> Vec<Figure> {
    let plots = [
        results::win_rate_plain(log),
        results::win_rate_even(log),
        anchors::anchors(log),
        learning::losses(log),
        results::games_plain(log),
        results::games_even(log),
        learning::health(log),
        speed::speed(log),
    ];
    let iterations = match log.rows() {
        [first, .., last] => (first.iteration, last.iteration),
        [only] => (only.iteration, only.iteration),
        [] => (1, 1),
    };
    plots.into_iter().map(|plot| plot.figure(run, iterations)).collect()
}

/// A figure but for what all figures of a run have in common.
struct Plot {
    name: &'static str,
    title: &'static str,
    note: &'static str,
    rows: Vec<Row>,
}

impl Plot {
    fn figure(self, run: &str, iterations: (u64, u64)) -> Figure {
        let points = self
            .rows
            .iter()
            .flat_map(|row| &row.panels)
            .flat_map(|panel| panel.content.series())
            .flat_map(|series| &series.points);
        let together = points.map(|point| point.together).max().unwrap_or(1);
        let pooled =
            if together > 1 { format!("; each point takes {together} measurements together") } else { String::new() };
        let run: String = run.chars().take(RUN_NAME).collect();
        let note = format!("{run}: {}{pooled}", self.note);
        Figure { name: self.name, title: self.title.to_owned(), note, iterations, rows: self.rows }
    }
}
