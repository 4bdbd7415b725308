//! The report in a few sentences: who wins, how sure, what changes with strength, where, and under which rules.
//!
//! In: a report. Out: sentences.
//! Invariant: a sentence says that a thing is so only where its interval does; else it says that the games do not tell.

use super::super::text;
use super::results::{distance, short};
use super::{chief, player_name, with_mirror};
use crate::balance::{
    BalanceReport, CellReport, Comparison, Handicap, Ladder, Parity, PlacementReport, Share, SpreadReport, Strength,
    TruthReport,
};
use crate::base::normal;
use crate::base::stats::Interval;
use crate::rules::Side;

/// All sentences.
pub(super) fn summary(report: &BalanceReport) -> Vec<String> {
    let Some(cell) = chief(report).and_then(|player| report.main(0, player)) else {
        return vec!["no games were played".to_owned()];
    };
    let mut sentences = Vec::new();
    if !report.complete {
        sentences.push("The study is not complete: run the same command again to go on.".to_owned());
    }
    sentences.extend(winner(report, cell));
    sentences.extend(report.truths.iter().map(|truth| proven(report, truth)));
    sentences.extend(report.ladders.iter().filter_map(|ladder| by_strength(report, ladder)));
    sentences.extend(
        report.parities.iter().filter(|parity| is_of(report, cell, parity)).map(|parity| handicap(report, parity)),
    );
    sentences.extend(placement(cell));
    sentences.extend(fairest(report));
    let kind = &report.players[cell.cell.officers].label;
    let is_of_kind = |spread: &&SpreadReport| spread.training && spread.title.ends_with(kind);
    sentences.extend(report.spreads.iter().filter(is_of_kind).map(runs));
    sentences
}

/// How much training runs differ.
fn runs(spread: &SpreadReport) -> String {
    let scores: Vec<String> = spread.spread.shares.iter().map(|share| text::percent(*share)).collect();
    let verdict =
        if spread.spread.chance < 0.05 { "more than their games explain" } else { "no more than their games explain" };
    format!(
        "Training runs ({}): the officers' scores are {}, which differ {verdict}.",
        spread.title,
        scores.join(" and ")
    )
}

/// What is proven of a rule set.
fn proven(report: &BalanceReport, truth: &TruthReport) -> String {
    let all: u32 = truth.placements.iter().map(|placed| placed.images).sum();
    let cost = match (truth.complete, truth.losses) {
        (true, _) => String::new(),
        (false, 0) => " without losing one".to_owned(),
        (false, losses) => format!(" losing at most {losses}"),
    };
    let from = |count: u32| match all {
        1 => "from the start".to_owned(),
        all if count == all => format!("from all {all} placements"),
        all => format!("from {count} of {all} placements"),
    };
    let open = if truth.complete { "neither side wins by force" } else { "nothing is proven yet" };
    let found = [
        (Some(Side::Rebels), format!("the rebels win by force{cost}")),
        (Some(Side::Officers), "the officers win by force".to_owned()),
        (None, open.to_owned()),
    ];
    let known = found.into_iter().map(|(winner, what)| (truth.won_by(winner), what)).filter(|(count, _)| *count > 0);
    let parts: Vec<String> = known.map(|(count, what)| format!("{what} {}", from(count))).collect();
    format!("Proven: under {} rules {}.", report.rules[truth.rules].name, parts.join(", "))
}

/// The side that a share speaks for, if its interval does.
fn ahead(share: Share) -> Option<Side> {
    match share.interval {
        Interval { low, .. } if low > 0.5 => Some(Side::Officers),
        Interval { high, .. } if high < 0.5 => Some(Side::Rebels),
        _ => None,
    }
}

fn winner(report: &BalanceReport, cell: &CellReport) -> Option<String> {
    let share = cell.expected?;
    let [officers, draws, rebels] = cell.shares?;
    let who = match ahead(share) {
        Some(side) => format!("the {side} are better off"),
        None => "neither side is better off as far as these games tell".to_owned(),
    };
    let rules = &report.rules[cell.cell.rules].name;
    Some(format!(
        "Who wins: under {rules} rules, with {} on both sides, {who}. Officers win {}, draws {}, rebels win {}; \
         {} distinct games.",
        player_name(report, cell.cell.officers),
        text::percent_in(officers.value, officers.interval),
        text::percent_in(draws.value, draws.interval),
        text::percent_in(rebels.value, rebels.interval),
        cell.distinct,
    ))
}

fn by_strength(report: &BalanceReport, ladder: &Ladder) -> Option<String> {
    let known: Vec<_> = ladder
        .steps
        .iter()
        .filter_map(|(player, strength)| Some((*strength, report.main(0, *player)?.expected?)))
        .collect();
    let [(weak, first), .., (strong, last)] = known.as_slice() else { return None };
    let (head, more) = match weak {
        Strength::Iteration(_) => ("Over training", "the longer they trained"),
        _ => ("With strength", "the stronger the players"),
    };
    let change = match (first.interval, last.interval) {
        (first, last) if last.low > first.high => format!("{more}, the better for the officers"),
        (first, last) if last.high < first.low => format!("{more}, the better for the rebels"),
        _ => "no change that these games could tell".to_owned(),
    };
    Some(format!(
        "{head} ({}): the officers' score is {} at {} {} and {} at {}: {change}.",
        ladder.name,
        text::percent_in(first.value, first.interval),
        weak.number(),
        weak.unit(),
        text::percent_in(last.value, last.interval),
        strong.number(),
    ))
}

/// Whether a handicap is that of the player shown in detail.
fn is_of(report: &BalanceReport, cell: &CellReport, parity: &Parity) -> bool {
    parity.player == player_name(report, cell.cell.officers) && parity.interval.is_some()
}

fn handicap(report: &BalanceReport, parity: &Parity) -> String {
    let Interval { low, high } = parity.interval.unwrap_or(Interval { low: parity.even, high: parity.even });
    let weaker = parity.favoured.other();
    let beyond = if parity.beyond { " (beyond all that was played)" } else { "" };
    let range = format!("{} [{}, {}]", short(parity.even), short(low), short(high));
    match parity.handicap {
        Handicap::Rebels if parity.even >= 0.0 => {
            let rebels = report.rules.first().map_or(0.0, |rules| f64::from(rules.rebels));
            format!("Handicap: {range} rebels fewer than {rebels} would make it even{beyond}.")
        }
        Handicap::Rebels => {
            let more = short(-parity.even);
            format!(
                "Handicap: with all rebels on the board the officers are better off; about {more} more would make it even."
            )
        }
        Handicap::Simulations => {
            format!("Handicap: the {weaker} need {range} times the simulations for an even game{beyond}.")
        }
        Handicap::Depth => {
            format!("Handicap: the {weaker} must look {range} turns farther ahead for an even game{beyond}.")
        }
    }
}

fn placement(cell: &CellReport) -> Option<String> {
    let detail = cell.detail.as_ref().filter(|detail| detail.placements.len() > 1)?;
    let share = |placement: &&PlacementReport| placement.expected.map_or(0.0, |share| share.value);
    let best = detail.placements.iter().max_by(|one, other| share(one).total_cmp(&share(other)))?;
    let worst = detail.placements.iter().min_by(|one, other| share(one).total_cmp(&share(other)))?;
    let (good, bad) = (best.expected?, worst.expected?);
    if good.value == bad.value {
        return Some("Placement: the officers do no better from one placement than from another.".to_owned());
    }
    let sure = if differ(best, worst, detail.placements.len()) {
        ""
    } else {
        "; with so many placements and so few games each that may be chance"
    };
    Some(format!(
        "Placement: the officers do best from {} ({}) and worst from {} ({}){sure}.",
        with_mirror(&best.placement),
        text::percent_in(good.value, good.interval),
        with_mirror(&worst.placement),
        text::percent_in(bad.value, bad.interval),
    ))
}

/// Whether two of so many placements differ, though they were picked as the best and the worst: corrected for all pairs that
/// could have been picked (Bonferroni).
fn differ(one: &PlacementReport, other: &PlacementReport, count: usize) -> bool {
    let pairs = (count * (count - 1) / 2) as f64;
    // Agresti and Caffo (2000): a game won and one lost counted in.
    let estimate = |placement: &PlacementReport| {
        let games = f64::from(placement.score.games()) + 2.0;
        let share = (placement.score.points() + 1.0) / games;
        (share, share * (1.0 - share) / games)
    };
    let ((first, of_first), (second, of_second)) = (estimate(one), estimate(other));
    (first - second) / (of_first + of_second).sqrt() > normal::quantile(1.0 - 0.025 / pairs)
}

/// For each player: the rule set whose score is nearest to one half.
fn fairest(report: &BalanceReport) -> Vec<String> {
    let of_player = |player: usize| {
        let rows = report.comparisons.iter().filter(|row| row.player_number == player);
        let mut rows: Vec<&Comparison> = rows.collect();
        rows.sort_by(|one, other| distance(one.expected).value.total_cmp(&distance(other.expected).value));
        let own = report.main(0, player)?.expected?;
        let best = rows.first()?;
        let base = &report.rules[0].name;
        let name = player_name(report, player);
        if distance(own).value <= distance(best.expected).value {
            return Some(format!(
                "Rules ({name}): none of the others is nearer to even than {base} itself ({}).",
                text::percent_in(own.value, own.interval)
            ));
        }
        let sure = match best.difference {
            Some(difference) if difference.chance < 0.05 => "a difference beyond chance",
            _ => "which may be chance",
        };
        let fair = if ahead(best.expected).is_none() { ", even as far as these games tell" } else { "" };
        Some(format!(
            "Rules ({name}): nearest to even is {} with an officers' score of {} and {} draws{fair}; {base} has {} ({sure}).",
            best.rules,
            text::percent_in(best.expected.value, best.expected.interval),
            text::percent(best.draws),
            text::percent_in(own.value, own.interval),
        ))
    };
    (0..report.players.len()).filter_map(of_player).collect()
}
