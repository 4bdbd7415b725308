//! What the network learns, and whether one side's learning has collapsed.

use super::super::colour::{INK, NEUTRAL};
use super::super::figure::{Content, Marker, Panel, Row, Scale, Series};
use super::measure::means;
use super::{Plot, SIDES};
use crate::run::MetricsLog;

pub(super) fn losses(log: &MetricsLog) -> Plot {
    let panel = |what: &str, heading: &str| {
        let mut series = by_side(log, what);
        series.push(Series {
            name: "all".to_owned(),
            colour: INK,
            points: means(log, &format!("train/{what}")),
            marker: Marker::Triangle,
        });
        panel(heading, Scale::Free, series)
    };
    let norm = Series {
        name: "norm".to_owned(),
        colour: NEUTRAL,
        points: means(log, "train/gradient_norm"),
        marker: Marker::Dot,
    };
    let rows = vec![
        Row {
            height: 3.0,
            panels: vec![panel("policy_loss", "policy loss (nats)"), panel("value_loss", "value loss (nats)")],
        },
        Row { height: 1.3, panels: vec![self::panel("gradient norm before clipping", Scale::FromZero, vec![norm])] },
    ];
    Plot {
        name: "losses",
        title: "Losses of the network",
        note: "means over the steps of an iteration, by the side to move",
        rows,
    }
}

pub(super) fn health(log: &MetricsLog) -> Plot {
    let panels = vec![
        panel("policy entropy (nats)", Scale::FromZero, by_side(log, "policy_entropy")),
        panel("variance of the predicted value", Scale::FromZero, by_side(log, "value_variance")),
    ];
    let note = "a side whose entropy or variance falls to 0 has stopped learning";
    Plot { name: "health", title: "Health of the two sides", note, rows: vec![Row { height: 1.0, panels }] }
}

fn by_side(log: &MetricsLog, what: &str) -> Vec<Series> {
    let markers = [Marker::Dot, Marker::Square];
    let series = SIDES.iter().zip(markers).map(|(&(side, colour), marker)| {
        let points = means(log, &format!("train/{side}/{what}"));
        Series { name: side.to_owned(), colour, points, marker }
    });
    series.collect()
}

fn panel(heading: &str, scale: Scale, series: Vec<Series>) -> Panel {
    Panel {
        heading: heading.to_owned(),
        scale,
        content: Content::Lines(series),
        empty: "nothing learned yet".to_owned(),
    }
}
