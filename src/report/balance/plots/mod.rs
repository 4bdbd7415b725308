//! The plots of a study.
//!
//! In: a report. Out: charts, each written as PNG and SVG.
//! Invariant: a chart shows numbers of the report only; one that would be empty is left out.

mod games;
mod places;
mod strength;

use super::super::chart::Chart;
use crate::balance::BalanceReport;

/// All charts, in the order in which a reader wants them.
pub(super) fn charts(report: &BalanceReport) -> Vec<Chart> {
    let charts = [
        strength::strength(report),
        strength::training(report),
        strength::rules(report),
        strength::matrix(report),
        strength::handicap(report),
        places::placements(report),
        places::occupancy(report),
        places::losses(report),
        games::lengths(report),
        games::fan(report),
        games::calibration(report),
        games::pieces(report),
        games::sprt(report),
    ];
    charts.into_iter().flatten().collect()
}
