//! The report in a few sentences: who wins, how sure, what changes with strength, where, and under which rules.
//!
//! In: a report. Out: sentences.
//! Invariant: a sentence says that a thing is so only where its interval does; else it says that the games do not tell.

use super::super::text;
use super::results::{ahead, distance, short};
use super::{chief, player_name, with_mirror};
use crate::balance::{
    BalanceReport, CellReport, Comparison, Handicap, Ladder, Parity, PlacementReport, RuleInfo, Share, SpreadReport,
    Strength, TruthReport,
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
    sentences.extend(fairest(report, cell.cell.officers));
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
        (false, 0) => " without losing a rebel".to_owned(),
        (false, 1) => " losing at most one rebel".to_owned(),
        (false, losses) => format!(" losing at most {losses} rebels"),
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
         {} distinct {}.",
        player_name(report, cell.cell.officers),
        text::percent_in(officers.value, officers.interval),
        text::percent_in(draws.value, draws.interval),
        text::percent_in(rebels.value, rebels.interval),
        cell.distinct,
        if cell.distinct == 1 { "game" } else { "games" },
    ))
}

fn by_strength(report: &BalanceReport, ladder: &Ladder) -> Option<String> {
    let known: Vec<_> = ladder
        .steps
        .iter()
        .filter_map(|(player, strength)| Some((*strength, report.main(0, *player)?.expected?)))
        .collect();
    let [(weak, first), .., (strong, last)] = known.as_slice() else { return None };
    let (head, end) = match weak {
        Strength::Iteration(_) => ("Over training", "the last network"),
        _ => ("With strength", "the strongest"),
    };
    let change = match (first.interval, last.interval) {
        (first, last) if last.low > first.high => format!("with {end} the game is better for the officers"),
        (first, last) if last.high < first.low => format!("with {end} the game is better for the rebels"),
        _ => "no change that these games could tell".to_owned(),
    };
    Some(format!(
        "{head} ({}): the officers' score is {} at {} and {} at {}: {change}.",
        ladder.name,
        text::percent_in(first.value, first.interval),
        weak,
        text::percent_in(last.value, last.interval),
        strong,
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
    let told = |placement: &PlacementReport, share: Share| {
        format!("{} ({})", with_mirror(&placement.placement), text::percent_in(share.value, share.interval))
    };
    let (good, bad) = (told(best, best.expected?), told(worst, worst.expected?));
    let apart = |other: &&PlacementReport| differ(best, other, detail.placements.len());
    let alike = detail.placements.iter().filter(|other| other.placement != best.placement && !apart(other)).count();
    if !apart(&worst) {
        return Some(format!("Placement: these games do not tell the placements apart; they go from {bad} to {good}."));
    }
    let among = match alike {
        0 => ", better than any other".to_owned(),
        1 => ", from which one other cannot be told apart".to_owned(),
        alike => format!(", from which {alike} others cannot be told apart"),
    };
    Some(format!("Placement: the officers do best from {good}{among}, and worst from {bad}."))
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

/// The rule set whose score is nearest to one half: for the player shown in detail, and where others would choose otherwise.
/// Other games (Fox and Geese) are no rules of this one.
fn fairest(report: &BalanceReport, chief: usize) -> Vec<String> {
    let is_kin = |row: &&Comparison| {
        let known = report.rules.iter().find(|rules| rules.name == row.rules);
        let fixed = |rules: &RuleInfo| rules.set().is_placement_fixed();
        known.map(fixed) == report.rules.first().map(fixed)
    };
    let nearest = |player: usize, least_decided: f64| {
        let rows = report.comparisons.iter().filter(|row| row.player_number == player).filter(is_kin);
        let rows = rows.filter(|row| 1.0 - row.draws >= least_decided);
        rows.min_by(|one, other| distance(one.expected).value.total_cmp(&distance(other.expected).value))
    };
    let own = |player: usize| report.main(0, player).and_then(|cell| Some((cell.expected?, cell.shares?[1].value)));
    let base = &report.rules[0].name;
    let mut sentences = Vec::new();
    let (Some(best), Some((own_score, own_draws))) = (nearest(chief, 0.0), own(chief)) else { return sentences };
    let name = player_name(report, chief);
    let own_text = text::percent_in(own_score.value, own_score.interval);
    if distance(own_score).value <= distance(best.expected).value {
        sentences.push(format!(
            "Rules ({name}): none of the others is nearer to even than {base} itself ({own_text}, {} draws).",
            text::percent(own_draws)
        ));
    } else {
        let sure = match best.difference {
            Some(difference) if difference.chance < 0.05 => "a difference beyond chance",
            _ => "which may be chance",
        };
        let fair = if ahead(best.expected).is_none() { ", even as far as these games tell" } else { "" };
        sentences.push(format!(
            "Rules ({name}): nearest to even is {} with an officers' score of {} and {} draws{fair}; {base} has {own_text} ({sure}).",
            best.rules,
            text::percent_in(best.expected.value, best.expected.interval),
            text::percent(best.draws),
        ));
        let lively = nearest(chief, 0.5).filter(|other| other.rules != best.rules && best.draws > 0.5);
        sentences.extend(lively.map(|other| {
            format!(
                "Rules, if draws are not wanted ({name}): {} is nearest of those under which most games are won by somebody ({}, {} draws).",
                other.rules,
                text::percent_in(other.expected.value, other.expected.interval),
                text::percent(other.draws),
            )
        }));
    }
    let chosen = |player: usize| -> Option<String> {
        let (best, (own, _)) = (nearest(player, 0.0)?, own(player)?);
        Some(if distance(own).value <= distance(best.expected).value { base.clone() } else { best.rules.clone() })
    };
    let others: Vec<String> = (0..report.players.len())
        .filter(|&player| player != chief && chosen(player).is_some() && chosen(player) != chosen(chief))
        .filter_map(|player| Some(format!("{} ({})", chosen(player)?, player_name(report, player))))
        .collect();
    if !others.is_empty() {
        sentences.push(format!("Rules, by other players: nearest to even is {}; see table 5.", others.join(", ")));
    }
    sentences
}
