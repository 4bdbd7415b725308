//! How fast self-play is, which tells a run that slows down.

use super::super::colour::NEUTRAL;
use super::super::figure::{Content, Marker, Panel, Row, Scale, Series};
use super::Plot;
use super::measure::means;
use crate::run::MetricsLog;

pub(super) fn speed(log: &MetricsLog) -> Plot {
    let rows = ["games", "positions", "evaluations"].map(|what| {
        let points = means(log, &format!("speed/{what}_per_s"));
        let series = Series { name: String::new(), colour: NEUTRAL, points, marker: Marker::Dot };
        let content = Content::Lines(vec![series]);
        let heading = format!("{what} per second");
        Row {
            height: 1.0,
            panels: vec![Panel { heading, scale: Scale::FromZero, content, empty: "nothing measured yet".to_owned() }],
        }
    });
    Plot {
        name: "speed",
        title: "Throughput of self-play",
        note: "over the whole of an iteration's self-play",
        rows: rows.to_vec(),
    }
}
