//! Tables 6 to 11: placements, openings, the course of games, pieces, seeds, provenance.

use super::results::is_chief;
use super::sheet::{Kind, Sheet, Value};
use super::{detail_title, kind_of, player_name, with_mirror};
use crate::balance::{BalanceReport, CellReport, Detail, PlacementReport};

use Kind::{Number, Ranged, Words};

fn details(report: &BalanceReport) -> impl Iterator<Item = (&CellReport, &Detail)> {
    report.mains().filter_map(|cell| Some((cell, cell.detail.as_ref()?)))
}

fn names(report: &BalanceReport, cell: &CellReport) -> [Value; 2] {
    [Value::Words(report.rules[cell.cell.rules].name.clone()), Value::Words(player_name(report, cell.cell.officers))]
}

/// Table 6: placement by placement, the best for the officers first.
pub(super) fn placements(report: &BalanceReport) -> Sheet {
    let mut sheet = Sheet::new(
        "placements",
        format!("6. Placements of the officers ({})", detail_title(report)),
        "mirror images together; first move: what the player does first there, without random plies; value: the officers' \
         share that it expects; proven: by exact tables, without random plies",
        [
            ("rules", "rules", Words),
            ("player", "player", Words),
            ("placement", "placement", Words),
            ("games", "games", Number),
            ("officers' score", "score", Ranged),
            ("first move", "first_move", Words),
            ("value", "value", Number),
            ("proven", "proven", Words),
        ],
    );
    for (cell, detail) in details(report).filter(|(_, detail)| detail.placements.len() > 1) {
        let mut placements: Vec<&PlacementReport> = detail.placements.iter().collect();
        let share = |placement: &PlacementReport| placement.expected.map_or(0.0, |share| share.value);
        placements.sort_by(|one, other| share(other).total_cmp(&share(one)).then(one.placement.cmp(&other.placement)));
        let truth = report.truth(cell.cell.rules);
        for placement in placements {
            let first = placement.first_move.as_ref();
            let turn = first.and_then(|first| first.turn.clone());
            let row = [
                Value::Words(with_mirror(&placement.placement)),
                Value::Count(placement.score.games()),
                Value::of(placement.expected, Value::Share),
                Value::of(turn, Value::Words),
                Value::of(first.and_then(|first| first.value), |value| Value::Part((1.0 + value) / 2.0)),
                Value::of(truth.and_then(|truth| truth.value(&placement.placement)), |value| {
                    Value::Words(value.to_owned())
                }),
            ];
            sheet.row_if(is_chief(report, cell), names(report, cell).into_iter().chain(row));
        }
    }
    sheet
}

/// Table 7: how varied the openings are.
pub(super) fn variety(report: &BalanceReport) -> Sheet {
    let mut sheet = Sheet::new(
        "openings",
        format!("7. Openings ({})", detail_title(report)),
        "turns that the players chose, by ply from where they take over; entropy in nats with Miller and Madow's correction; \
         effective: as many equally likely turns have this entropy",
        [
            ("rules", "rules", Words),
            ("player", "player", Words),
            ("ply", "ply", Number),
            ("games", "games", Number),
            ("different turns", "turns", Number),
            ("entropy", "entropy", Ranged),
            ("effective turns", "effective", Number),
        ],
    );
    for (cell, detail) in details(report) {
        for ply in &detail.variety {
            let entropy = crate::balance::Mean { value: ply.entropy, interval: ply.interval };
            let numbers = [Value::Count(ply.ply), Value::Count(ply.games), Value::Count(ply.kinds)];
            let rest = [Value::Mean(entropy, 2), Value::Number(ply.effective, 1)];
            sheet.row_if(is_chief(report, cell), names(report, cell).into_iter().chain(numbers).chain(rest));
        }
    }
    sheet
}

/// Table 7, second part: the lines most played, and unique games.
pub(super) fn lines(report: &BalanceReport) -> Sheet {
    let mut sheet = Sheet::new(
        "lines",
        format!("7b. Lines most played ({})", detail_title(report)),
        "the first four turns that the players chose, whatever the placement; a turn and its mirror image are alike",
        [
            ("rules", "rules", Words),
            ("player", "player", Words),
            ("line", "line", Words),
            ("games", "games", Number),
            ("share", "share", Number),
        ],
    );
    for (cell, detail) in details(report) {
        for line in &detail.lines {
            let share = Value::Part(f64::from(line.games) / f64::from(cell.distinct));
            let row = [Value::Words(line.turns.clone()), Value::Count(line.games), share];
            sheet.row_if(is_chief(report, cell), names(report, cell).into_iter().chain(row));
        }
    }
    sheet
}

/// Table 7, third part: how alike neighbours on a ladder open.
pub(super) fn divergences(report: &BalanceReport) -> Sheet {
    let mut sheet = Sheet::new(
        "divergence",
        "7c. Openings at one strength and the next",
        "Jensen-Shannon divergence of the first turns: 0 alike, 1 nothing in common; by chance: what two samples of one \
         player would show; same reply: openings that both answer with the same turn",
        [
            ("player", "player", Words),
            ("stronger", "stronger", Words),
            ("divergence (bits)", "bits", Number),
            ("by chance", "by_chance", Number),
            ("same reply", "same_reply", Ranged),
        ],
    );
    for divergence in &report.divergences {
        let [weaker, stronger] = divergence.players.clone().map(Value::Words);
        let bits = [divergence.bits, divergence.by_chance].map(|bits| Value::Number(bits, 3));
        let same = Value::of(divergence.same_reply, Value::Share);
        sheet.row([weaker, stronger].into_iter().chain(bits).chain([same]));
    }
    sheet
}

/// Table 8: how games run.
pub(super) fn course(report: &BalanceReport) -> Sheet {
    let mut sheet = Sheet::new(
        "course",
        "8. The course of games",
        "plies (turns of either side): a tenth, half, nine tenths of the games are shorter; moves: legal turns a side has; lead changes and deepest \
         (the lowest share that the later winner expected in the game) by the players' own values",
        [
            ("rules", "rules", Words),
            ("player", "player", Words),
            ("plies (10 %)", "plies_10", Number),
            ("(median)", "plies_50", Number),
            ("(90 %)", "plies_90", Number),
            ("officers' moves", "moves_officers", Ranged),
            ("rebels' moves", "moves_rebels", Ranged),
            ("captures", "captures", Ranged),
            ("huffs", "huffs", Ranged),
            ("lead changes", "lead_changes", Ranged),
            ("deepest", "deepest", Ranged),
        ],
    );
    for (cell, detail) in details(report) {
        let [low, middle, high] = detail.length.map(|plies| Value::Number(plies, 0));
        let mean = |mean, digits| Value::of(mean, |mean| Value::Mean(mean, digits));
        let share = |mean: crate::balance::Mean| crate::balance::Share { value: mean.value, interval: mean.interval };
        let row = [
            low,
            middle,
            high,
            mean(detail.options[0], 1),
            mean(detail.options[1], 1),
            mean(detail.captures, 1),
            mean(detail.huffs, 2),
            mean(detail.values.lead_changes, 1),
            Value::of(detail.values.drama, |mean| Value::Share(share(mean))),
        ];
        sheet.row(names(report, cell).into_iter().chain(row));
    }
    sheet
}

/// Table 9: what pieces are worth.
pub(super) fn pieces(report: &BalanceReport) -> Sheet {
    let mut sheet = Sheet::new(
        "pieces",
        "9. What a piece is worth to the officers",
        "Elo for one piece more on the board, from a logistic fit over one position a game; it tells what goes along with \
         pieces left, not what giving one away would do",
        [
            ("rules", "rules", Words),
            ("player", "player", Words),
            ("positions", "positions", Number),
            ("a rebel more", "rebel", Ranged),
            ("an officer more", "officer", Ranged),
        ],
    );
    for (cell, detail) in details(report) {
        let Some(pieces) = &detail.pieces else { continue };
        let row = [Value::Count(pieces.positions), Value::Elo(pieces.rebel), Value::of(pieces.officer, Value::Elo)];
        sheet.row(names(report, cell).into_iter().chain(row));
    }
    sheet
}

/// Table 9, second part: the officers' chances by rebels left.
pub(super) fn chances(report: &BalanceReport) -> Sheet {
    let mut sheet = Sheet::new(
        "chances",
        format!("9b. The officers' chances by rebels left, no officer lost ({})", detail_title(report)),
        "found: share of the points in the positions seen; fitted: by the logistic fit",
        [
            ("rules", "rules", Words),
            ("player", "player", Words),
            ("rebels left", "rebels", Number),
            ("positions", "positions", Number),
            ("found", "found", Number),
            ("fitted", "fitted", Ranged),
        ],
    );
    for (cell, detail) in details(report) {
        for chance in detail.pieces.iter().flat_map(|pieces| pieces.chances.iter().rev()) {
            let fitted = crate::balance::Share { value: chance.fitted, interval: chance.interval };
            let row = [
                Value::Count(chance.rebels),
                Value::Count(chance.positions),
                Value::Part(chance.found),
                Value::Share(fitted),
            ];
            sheet.row_if(is_chief(report, cell), names(report, cell).into_iter().chain(row));
        }
    }
    sheet
}

/// Table 10: seeds and training runs.
pub(super) fn spreads(report: &BalanceReport) -> Sheet {
    let mut sheet = Sheet::new(
        "spread",
        "10. Between runs and within one",
        "the officers' score in each; within: standard error from a run's own games; between: standard deviation of the true \
         scores beyond that (DerSimonian and Laird); p: chance of such differences by games alone",
        [
            ("what", "what", Words),
            ("compared", "compared", Words),
            ("runs", "runs", Number),
            ("scores", "scores", Words),
            ("within", "within", Number),
            ("between", "between", Number),
            ("p", "p", Number),
        ],
    );
    for row in &report.spreads {
        let scores: Vec<String> = row.spread.shares.iter().map(|share| format!("{:.1}", 100.0 * share)).collect();
        let compared = if row.training { "training runs" } else { "seeds" };
        sheet.row([
            Value::Words(row.title.clone()),
            Value::Words(compared.to_owned()),
            Value::Count(row.spread.shares.len() as u32),
            Value::Words(scores.join(" ")),
            Value::Part(row.spread.within),
            Value::Part(row.spread.between),
            Value::Number(row.spread.chance, 3),
        ]);
    }
    sheet
}

/// Table 10, second part: what the names mean.
pub(super) fn names_explained(report: &BalanceReport) -> Sheet {
    let columns = [("what", "what", Words), ("name", "name", Words), ("meaning", "meaning", Words)];
    let mut sheet = Sheet::new("names", "10b. Players and rule sets", "", columns);
    let mut add = |row: [String; 3]| sheet.row(row.map(Value::Words));
    for (number, player) in report.players.iter().enumerate() {
        add(["player".to_owned(), player_name(report, number), kind_of_player(&player.name).to_owned()]);
    }
    for rules in &report.rules {
        let changes = rules.set().changes();
        let meaning = if changes.is_empty() { "standard Asalto".to_owned() } else { changes.join("; ") };
        add(["rules".to_owned(), rules.name.clone(), meaning]);
    }
    sheet
}

/// How a player decides, by its spec.
fn kind_of_player(spec: &str) -> &'static str {
    match kind_of(spec) {
        "random" => "plays any legal move",
        "greedy" => "captures the most that it can, else plays any move",
        "mcts" => "tries lines out by random games; the number is how many before each move",
        "alphabeta" => "looks so many turns ahead and weighs what it sees by rules of thumb",
        "net" => {
            "a network that learned by playing itself; the number is how many positions it looks at before each move"
        }
        "exact" => "plays by proven tables",
        _ => "an outside program",
    }
}

/// Table 11: where the numbers come from.
pub(super) fn provenance(report: &BalanceReport) -> Sheet {
    let mut sheet = Sheet::new(
        "provenance",
        "11. Where the numbers come from",
        "",
        [("what", "what", Words), ("value", "value", Words)],
    );
    let from = &report.provenance;
    let mut add = |what: String, value: String| sheet.row([what, value].map(Value::Words));
    add("program".into(), from.program.clone());
    for older in from.played_by.iter().filter(|program| **program != from.program) {
        add("games played by".into(), older.clone());
    }
    add("command".into(), from.command.clone());
    for rules in &report.rules {
        add(format!("rules {}", rules.name), rules.hash.clone());
    }
    for (number, player) in report.players.iter().enumerate() {
        let weights =
            player.weights.as_ref().map_or(String::new(), |hash| format!(", weights {}", &hash[..16.min(hash.len())]));
        add(format!("player {}", player_name(report, number)), format!("{}{weights}", player.name));
    }
    add("seed, batches".into(), format!("{}, {}", from.seed, from.seeds));
    add("placements, random plies".into(), format!("{}, {}", from.placements, from.random_plies));
    let sum = |count: fn(&CellReport) -> u32| report.cells.iter().map(count).sum::<u32>();
    add("games, distinct".into(), format!("{}, {}", sum(|cell| cell.played), sum(|cell| cell.distinct)));
    let time = std::time::Duration::from_secs_f64(from.cpu_seconds);
    add("CPU time, all games".into(), super::super::text::duration(time));
    for note in &report.left_out {
        add("left out".into(), note.clone());
    }
    sheet
}
