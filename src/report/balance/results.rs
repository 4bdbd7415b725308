//! Tables 1 to 5: who wins, at which strength, by how much, under which rules.

use super::super::plots::end_name;
use super::chief;
use super::sheet::{Kind, Sheet, Value, fixed};
use crate::arena::EndReason;
use crate::balance::{BalanceReport, Cell, CellReport, Comparison, Handicap, Ladder, Mean, Parity, Share};
use crate::base::stats::Interval;
use crate::rules::Side;

use Kind::{Number, Ranged, Words};

/// Table 1: results of each player against itself under each rule set.
pub(super) fn results(report: &BalanceReport) -> Sheet {
    let note = "each player against itself; a draw is half a point; 95 % intervals (Wilson; for the score, narrower by what draws vary less) \
                over distinct games, mirror images being alike";
    let mut sheet = Sheet::new(
        "results",
        "1. Results",
        note,
        [
            ("rules", "rules", Words),
            ("player", "player", Words),
            ("games", "games", Number),
            ("distinct", "distinct", Number),
            ("officers win", "officers", Ranged),
            ("draw", "draws", Ranged),
            ("rebels win", "rebels", Ranged),
            ("officers' score", "score", Ranged),
        ],
    );
    for cell in report.mains() {
        sheet.row(names(report, cell).into_iter().chain(counts(cell)).chain(shares(cell)));
    }
    sheet
}

fn names(report: &BalanceReport, cell: &CellReport) -> [Value; 2] {
    let player = super::player_name(report, cell.cell.officers);
    [Value::Words(report.rules[cell.cell.rules].name.clone()), Value::Words(player)]
}

fn counts(cell: &CellReport) -> [Value; 2] {
    [Value::Count(cell.played), Value::Count(cell.distinct)]
}

fn shares(cell: &CellReport) -> Vec<Value> {
    let three = (0..3).map(|result| Value::of(cell.shares.map(|shares| shares[result]), Value::Share));
    three.chain([Value::of(cell.expected, Value::Share)]).collect()
}

/// Table 1, second part: how games ended.
pub(super) fn ends(report: &BalanceReport) -> Sheet {
    let occurs = |name: &&str| report.mains().any(|cell| cell.ends.get(*name).is_some_and(|&count| count > 0));
    let reasons: Vec<&str> = EndReason::names().filter(occurs).collect();
    let headings: Vec<String> = reasons.iter().map(|reason| end_name(reason)).collect();
    let columns = reasons.iter().zip(&headings).map(|(reason, heading)| (heading.as_str(), *reason, Number));
    let first = [("rules", "rules", Words), ("player", "player", Words)];
    let mut sheet =
        Sheet::new("ends", "1b. How games end", "share of the distinct games", first.into_iter().chain(columns));
    for cell in report.mains() {
        let games = f64::from(cell.score.games());
        let share = |reason: &&str| Value::Part(f64::from(cell.ends.get(*reason).copied().unwrap_or(0)) / games);
        sheet.row(names(report, cell).into_iter().chain(reasons.iter().map(share)));
    }
    sheet
}

/// Table 2: results by strength, under the first rule set.
pub(super) fn strengths(report: &BalanceReport) -> Sheet {
    let rules = report.rules.first().map_or("", |rules| rules.name.as_str());
    let mut sheet = Sheet::new(
        "strengths",
        format!("2. Balance by strength ({rules})"),
        "the same player with a larger budget; the officers' score is what a game is worth to them",
        [
            ("player", "ladder", Words),
            ("strength", "strength", Number),
            ("unit", "unit", Words),
            ("officers win", "officers", Ranged),
            ("draw", "draws", Ranged),
            ("rebels win", "rebels", Ranged),
            ("officers' score", "score", Ranged),
        ],
    );
    for ladder in &report.ladders {
        for (player, strength) in &ladder.steps {
            let Some(cell) = report.main(0, *player) else { continue };
            let unit = Value::Words(strength.unit().to_owned());
            let first = [Value::Words(ladder.name.clone()), Value::Count(strength.number()), unit];
            sheet.row(first.into_iter().chain(shares(cell)));
        }
    }
    sheet
}

/// Table 2, second part: what is proven, whatever the strength.
pub(super) fn truths(report: &BalanceReport) -> Sheet {
    let mut sheet = Sheet::new(
        "proven",
        "2b. What is proven",
        "placements won by force, whoever plays; losses: the most rebels that such a win of the rebels costs, where the tables \
         look no farther; open: neither side's win is proven",
        [
            ("rules", "rules", Words),
            ("placements", "placements", Number),
            ("officers win", "officers", Number),
            ("draw", "draw", Number),
            ("rebels win", "rebels", Number),
            ("open", "open", Number),
            ("losses", "losses", Number),
        ],
    );
    for truth in &report.truths {
        let undecided = truth.won_by(None);
        let (draws, open) = if truth.complete { (undecided, 0) } else { (0, undecided) };
        let [officers, rebels] = Side::ALL.map(|side| truth.won_by(Some(side)));
        let counts = [officers + rebels + undecided, officers, draws, rebels, open].map(Value::Count);
        let losses = if truth.complete { Value::Unknown } else { Value::Count(truth.losses) };
        let name = Value::Words(report.rules[truth.rules].name.clone());
        sheet.row([name].into_iter().chain(counts).chain([losses]));
    }
    sheet
}

/// Table 3: each step of a ladder as officers (rows) against each as rebels (columns).
pub(super) fn crosses(report: &BalanceReport) -> Vec<Sheet> {
    let known = |ladder: &&Ladder| ladder.steps.len() > 1 && cross_share(report, ladder, 0, 1).is_some();
    report.ladders.iter().filter(known).map(|ladder| cross(report, ladder)).collect()
}

/// The officers' share of the points of one step against another.
pub(super) fn cross_share(report: &BalanceReport, ladder: &Ladder, officers: usize, rebels: usize) -> Option<Share> {
    let [officers, rebels] = [officers, rebels].map(|step| ladder.steps[step].0);
    report.cell(Cell { rules: 0, officers, rebels, missing: 0 })?.expected
}

fn cross(report: &BalanceReport, ladder: &Ladder) -> Sheet {
    let labels: Vec<String> = ladder.steps.iter().map(|(_, strength)| strength.number().to_string()).collect();
    let keys: Vec<String> = labels.iter().map(|label| format!("rebels_{label}")).collect();
    let columns = labels.iter().zip(&keys).map(|(label, key)| (label.as_str(), key.as_str(), Ranged));
    let unit = ladder.steps[0].1.unit();
    let note = "the officers' score: rows lead the officers, columns the rebels";
    let title = format!("3. {}: {unit} as officers against {unit} as rebels", ladder.name);
    let first = [("officers \\ rebels", "officers", Words)];
    let mut sheet = Sheet::new("cross", title, note, first.into_iter().chain(columns)).of(&ladder.name);
    for (row, label) in labels.iter().enumerate() {
        let share = |column| Value::of(cross_share(report, ladder, row, column), Value::Share);
        sheet.row([Value::Words(label.clone())].into_iter().chain((0..labels.len()).map(share)));
    }
    sheet
}

/// Table 4: side advantage and draw tendency.
pub(super) fn advantages(report: &BalanceReport) -> Sheet {
    let note = "Davidson's model: 400 Elo are ten wins to a loss, a negative number means that the rebels are better off; \
                half a game is counted in as won, drawn and lost, so that no number is infinite; draw tendency: draws between equal \
                sides";
    let mut sheet = Sheet::new(
        "advantages",
        "4. The officers' advantage",
        note,
        [
            ("rules", "rules", Words),
            ("player", "player", Words),
            ("Elo", "elo", Ranged),
            ("draw tendency", "draw_tendency", Ranged),
        ],
    );
    for cell in report.mains() {
        let share = |mean: Mean| Value::Share(Share { value: mean.value, interval: mean.interval });
        let elo = Value::of(cell.advantage, |advantage| Value::Elo(advantage.elo));
        let draws = Value::of(cell.advantage, |advantage| share(advantage.draws));
        sheet.row(names(report, cell).into_iter().chain([elo, draws]));
    }
    sheet
}

/// Table 4, second part: handicap to parity.
pub(super) fn parities(report: &BalanceReport) -> Sheet {
    let rules = report.rules.first().map_or("", |rules| rules.name.as_str());
    let mut sheet = Sheet::new(
        "parity",
        format!("4b. Handicap to parity ({rules})"),
        "what makes the game even, by a logistic fit; 95 % interval by Fieller's theorem; * = beyond every handicap played; not known: too few games, or results that hardly change with the handicap",
        [
            ("player", "player", Words),
            ("better off", "favoured", Words),
            ("handicap", "handicap", Words),
            ("even at", "even", Ranged),
            ("", "beyond", Words),
            ("that is", "meaning", Words),
        ],
    );
    for parity in &report.parities {
        let meaning = Value::of(parity.interval, |_| Value::Words(meaning(report, parity)));
        let kind = match parity.handicap {
            Handicap::Rebels => "rebels missing",
            Handicap::Simulations => "times the simulations",
            Handicap::Depth => "turns deeper",
        };
        let even = match parity.interval {
            Some(Interval { low, high }) => {
                let words = format!("{} [{}, {}]", short(parity.even), short(low), short(high));
                Value::Ranged([Some(parity.even), Some(low), Some(high)], words)
            }
            None => Value::Ranged([None; 3], "not known".to_owned()),
        };
        let star = if parity.beyond && parity.interval.is_some() { "*" } else { "" };
        let favoured = report.players.iter().position(|player| player.title() == parity.player);
        let favoured = favoured.and_then(|player| ahead(report.main(0, player)?.expected?)).map_or("-", Side::name);
        let [player, favoured, kind, star] =
            [&parity.player, favoured, kind, star].map(|text| Value::Words(text.to_owned()));
        sheet.row([player, favoured, kind, even, star, meaning]);
    }
    sheet
}

/// A number with one digit, or as a power where it is out of all proportion.
pub(super) fn short(number: f64) -> String {
    match number.abs() {
        size if size >= 1e5 => format!("{number:.0e}"),
        size if size >= 100.0 => fixed(number, 0),
        size if size < 0.095 => fixed(number, 3),
        _ => fixed(number, 1),
    }
}

fn meaning(report: &BalanceReport, parity: &Parity) -> String {
    let weaker = parity.favoured.other();
    match parity.handicap {
        Handicap::Rebels => {
            let rebels = report.rules.first().map_or(0, |rules| rules.rebels);
            match parity.even {
                even if even <= 0.0 => format!("more than {rebels} rebels"),
                even => format!("{} rebels of {rebels}", fixed(f64::from(rebels) - even, 1)),
            }
        }
        Handicap::Simulations => format!("for the {weaker}"),
        Handicap::Depth => format!("for the {weaker}"),
    }
}

/// Table 5: rule sets compared with the first.
pub(super) fn comparisons(report: &BalanceReport) -> Sheet {
    let base = report.rules.first().map_or("", |rules| rules.name.as_str());
    let note = format!(
        "difference of the officers' score from {base}: game by game, with the same placement and the same random numbers, or (o) \
         between means where the placements differ; intervals hold all at once with 95 % (Bonferroni), p is Holm's; distance from even: |score - 50 %|"
    );
    let mut sheet = Sheet::new(
        "comparisons",
        format!("5. Rule sets compared with {base}"),
        note,
        [
            ("player", "player", Words),
            ("rules", "rules", Words),
            ("officers' score", "score", Ranged),
            ("distance from even", "distance", Ranged),
            ("draws", "draws", Number),
            ("difference", "difference", Ranged),
            ("p", "p", Number),
            ("", "paired", Words),
        ],
    );
    for (number, contender) in report.players.iter().enumerate() {
        let mut rows: Vec<&Comparison> = report.comparisons.iter().filter(|row| row.player_number == number).collect();
        rows.sort_by(|one, other| distance(one.expected).value.total_cmp(&distance(other.expected).value));
        let Some(cell) = report.main(0, number).filter(|_| !rows.is_empty()) else { continue };
        let own = |value: fn(Share) -> Value| Value::of(cell.expected, value);
        let draws = Value::of(cell.shares, |shares| Value::Part(shares[1].value));
        let first = [contender.title(), base.to_owned()].map(Value::Words);
        let rest = [own(Value::Share), own(|share| Value::Share(distance(share))), draws];
        sheet.row(first.into_iter().chain(rest));
        rows.into_iter().for_each(|row| comparison(&mut sheet, row));
    }
    sheet
}

fn comparison(sheet: &mut Sheet, row: &Comparison) {
    let points = |difference: crate::balance::Difference| {
        let [value, low, high] = [difference.value, difference.interval.low, difference.interval.high];
        let words = format!("{:+.1} [{:+.1}, {:+.1}]", 100.0 * value, 100.0 * low, 100.0 * high);
        Value::Ranged([Some(value), Some(low), Some(high)], words)
    };
    let chance =
        |chance: f64| if chance < 0.001 { Value::Words("<0.001".to_owned()) } else { Value::Number(chance, 3) };
    sheet.row([
        Value::Words(row.player.clone()),
        Value::Words(row.rules.clone()),
        Value::Share(row.expected),
        Value::Share(distance(row.expected)),
        Value::Part(row.draws),
        Value::of(row.difference, points),
        Value::of(row.difference, |difference| chance(difference.chance)),
        Value::Words(if row.paired { String::new() } else { "o".to_owned() }),
    ]);
}

/// How far a score is from one half, with its interval.
pub(super) fn distance(score: Share) -> Share {
    let [value, low, high] = [score.value, score.interval.low, score.interval.high].map(|share| (share - 0.5).abs());
    let crosses = score.interval.low <= 0.5 && score.interval.high >= 0.5;
    Share { value, interval: Interval { low: if crosses { 0.0 } else { low.min(high) }, high: low.max(high) } }
}

/// The side that a score speaks for, if its interval does.
pub(super) fn ahead(share: Share) -> Option<Side> {
    match share.interval {
        Interval { low, .. } if low > 0.5 => Some(Side::Officers),
        Interval { high, .. } if high < 0.5 => Some(Side::Rebels),
        _ => None,
    }
}

/// The number of the player whose games are shown in detail.
pub(super) fn is_chief(report: &BalanceReport, cell: &CellReport) -> bool {
    cell.cell.rules == 0 && chief(report) == Some(cell.cell.officers)
}
