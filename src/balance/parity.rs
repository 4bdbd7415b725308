//! Handicap to parity: what must the better side give away for an even game?
//!
//! In: cells with rebels missing, and cells of a stronger player against a weaker one. Out: the handicap at which the
//! officers' share of the points is one half, with its interval.
//! Invariant: an answer beyond everything that was played says so.

use super::logistic::{Fit, Observation};
use super::plan::{Cell, Ladder, Strength};
use super::report::expected;
use super::results::{BalanceReport, CellReport, Handicap, Parity, Share};
use crate::base::stats::Interval;
use crate::rules::Side;

/// All handicaps that the cells tell of, under the first rule set.
pub(super) fn parities(report: &BalanceReport) -> Vec<Parity> {
    let by_rebels = (0..report.players.len()).filter_map(|player| by_rebels(report, player));
    let by_strength = report.ladders.iter().flat_map(|ladder| {
        let steps = 0..ladder.steps.len();
        steps.filter_map(|step| by_strength(report, ladder, step))
    });
    by_rebels.chain(by_strength).collect()
}

/// A handicap and the cell that was played with it.
type Played<'r> = (f64, &'r CellReport);

/// How many rebels must be missing.
fn by_rebels(report: &BalanceReport, player: usize) -> Option<Parity> {
    let is_its = |cell: Cell| (cell.rules, cell.officers, cell.rebels) == (0, player, player);
    let cells = report.cells.iter().filter(|cell| is_its(cell.cell));
    let played: Vec<Played> = cells.map(|cell| (f64::from(cell.cell.missing), cell)).collect();
    parity(&played, report.players[player].title(), Handicap::Rebels, favoured(report, player)?)
}

/// How much stronger the weaker side must be against the better one at this step of a ladder.
fn by_strength(report: &BalanceReport, ladder: &Ladder, step: usize) -> Option<Parity> {
    let (player, strength) = ladder.steps[step];
    let handicap = match strength {
        Strength::Simulations(_) => Handicap::Simulations,
        Strength::Depth(_) => Handicap::Depth,
        Strength::Iteration(_) => return None,
    };
    let favoured = favoured(report, player)?;
    let cell = |other: usize| match favoured {
        Side::Rebels => Cell { rules: 0, officers: other, rebels: player, missing: 0 },
        Side::Officers => Cell { rules: 0, officers: player, rebels: other, missing: 0 },
    };
    let steps = ladder.steps.iter();
    let played =
        steps.filter_map(|(other, theirs)| Some((theirs.place() - strength.place(), report.cell(cell(*other))?)));
    let played: Vec<Played> = played.collect();
    let mut parity = parity(&played, report.players[player].title(), handicap, favoured)?;
    if handicap == Handicap::Simulations {
        // From doublings to a factor.
        parity.even = parity.even.exp2();
        parity.interval = parity.interval.map(|Interval { low, high }| Interval { low: low.exp2(), high: high.exp2() });
        parity.played.iter_mut().for_each(|(handicap, _)| *handicap = handicap.exp2());
    }
    Some(parity)
}

/// The side that is better off when a player meets itself.
fn favoured(report: &BalanceReport, player: usize) -> Option<Side> {
    let share = report.main(0, player)?.expected?.value;
    Some(if share > 0.5 { Side::Officers } else { Side::Rebels })
}

fn parity(played: &[Played], player: String, handicap: Handicap, favoured: Side) -> Option<Parity> {
    let known: Vec<(f64, &CellReport, Share)> =
        played.iter().filter_map(|&(number, cell)| Some((number, cell, expected(cell.score)?))).collect();
    if known.len() < 2 {
        return None;
    }
    let results = |score: crate::arena::Score| [(1.0, score.wins), (0.5, score.draws), (0.0, score.losses)];
    let of_cell = |&(number, cell, _): &(f64, &CellReport, Share)| {
        let some = results(cell.score).into_iter().filter(|(_, count)| *count > 0);
        some.map(|(result, count)| Observation { numbers: vec![number], result, weight: f64::from(count) })
            .collect::<Vec<_>>()
    };
    let observations: Vec<Observation> = known.iter().flat_map(of_cell).collect();
    let (even, interval) = Fit::of(&observations)?.even_point();
    let numbers = known.iter().map(|(number, ..)| *number);
    let (low, high) =
        numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| (low.min(number), high.max(number)));
    let beyond = !(low..=high).contains(&even);
    let played = known.iter().map(|(number, _, share)| (*number, *share)).collect();
    Some(Parity { player, handicap, favoured, even, interval, beyond, played })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Score;

    fn cell(missing: u32, wins: u32, losses: u32) -> CellReport {
        let score = Score { wins, draws: 0, losses };
        CellReport {
            cell: Cell { rules: 0, officers: 0, rebels: 0, missing },
            title: String::new(),
            played: wins + losses,
            distinct: wins + losses,
            score,
            shares: None,
            expected: expected(score),
            ends: Default::default(),
            advantage: None,
            detail: None,
        }
    }

    #[test]
    fn the_even_handicap_lies_between_those_that_favour_one_side_and_the_other() {
        let cells = [cell(0, 10, 90), cell(4, 30, 70), cell(8, 70, 30), cell(12, 90, 10)];
        let played: Vec<Played> = cells.iter().map(|cell| (f64::from(cell.cell.missing), cell)).collect();
        let found = parity(&played, "p".into(), Handicap::Rebels, Side::Rebels).unwrap();
        let interval = found.interval.unwrap();
        assert!((found.even - 6.0).abs() < 0.01 && !found.beyond, "{found:?}");
        assert!(interval.low > 5.0 && interval.high < 7.0 && interval.low < 6.0 && interval.high > 6.0, "{interval:?}");
        let far = parity(&played[..2], "p".into(), Handicap::Rebels, Side::Rebels).unwrap();
        assert!(far.beyond && far.even > 4.0, "{far:?}");
        assert_eq!(parity(&played[..1], "p".into(), Handicap::Rebels, Side::Rebels), None);
    }
}
