//! Longer texts of the typed form: help, lists of moves, why a move is refused, what a hint says.
//!
//! In: positions, turns, summaries. Out: text of at most 79 columns. Invariant: nothing here
//! changes a game.

use super::analysis::{Analysis, Proven};
use super::command::WORDS;
use crate::base::fault::Fault;
use crate::rules::{Huff, Illegal, PlayError, Position};

/// The columns of a plain terminal, less one that some terminals wrap at.
const COLUMNS: usize = 79;

/// How many moves are suggested in place of one that is not legal.
const SUGGESTIONS: usize = 4;

/// How many turns of an expected line are told.
const LINE: usize = 6;

/// What can be typed, and the aims of both sides.
pub(super) fn help(position: &Position) -> String {
    let mut text = String::from(
        "Moves:    @c7 places an officer (both: @c7 @e7); d4-d5 moves; d5xd3 captures;\n          \
         d5xd3xf3 captures on, naming each landing point.\n",
    );
    let mut label = "Commands:";
    for (word, short, meaning) in WORDS {
        text.push_str(&format!(
            "{label:<9} {:<13} {meaning}\n",
            if short.is_empty() { word.to_owned() } else { format!("{word} ({short})") }
        ));
        label = "";
    }
    text.push_str(&aims(position));
    text
}

/// Who wants what, under the rules of this game.
fn aims(position: &Position) -> String {
    let rules = position.rules();
    let set = rules.set();
    let fortress = if set.fortress_win { " when they fill the top arm," } else { "" };
    let mut text = format!(
        "Rebels:   never move backward{}; they win{fortress}\n          when no officer can move or none is left.\n",
        if set.sideways { "" } else { " or sideways" }
    );
    text.push_str(&format!("Officers: win when fewer than {} rebels remain or no rebel can move.\n", set.min_rebels));
    if set.huff == Huff::All {
        text.push_str("Huff:     when the officers could capture and do not, every officer that could\n          have captured is removed.\n");
    }
    text
}

/// All legal turns.
pub(super) fn moves(position: &Position) -> String {
    let turns: Vec<String> = position.legal_turns().iter().map(ToString::to_string).collect();
    format!("{}\n", turns.join("  "))
}

/// The same text with lines that are too long broken at blanks, as far as there are any.
pub(super) fn fitted(text: &str) -> String {
    let mut fitted = String::new();
    for line in text.split_inclusive('\n') {
        let mut column = 0;
        for word in line.split_inclusive(' ') {
            let width = word.trim_end().chars().count();
            if column > 0 && column + width > COLUMNS {
                fitted.truncate(fitted.trim_end_matches(' ').len());
                fitted.push('\n');
                column = 0;
            }
            fitted.push_str(word);
            column += word.chars().count();
        }
    }
    fitted
}

/// Why a move was refused, and the legal ones that are nearest to it.
pub(super) fn refusal(position: &Position, error: &PlayError) -> String {
    let near = nearest(position, &error.action);
    let instead = match (&error.reason, near.is_empty()) {
        (Illegal::Over(_), _) => String::new(),
        (_, true) => "\nType `moves` for all legal moves.".to_owned(),
        (_, false) => format!("\nLegal and near to it: {}.", near.join(", ")),
    };
    format!("{error}{instead}\n")
}

/// Legal turns that begin where `text` does, or look like it; the most similar first.
fn nearest(position: &Position, text: &str) -> Vec<String> {
    let origin = text.get(..2).unwrap_or(text);
    let key = |turn: &String| (!turn.starts_with(origin), strsim::damerau_levenshtein(turn, text));
    let mut turns: Vec<String> = position.legal_turns().iter().map(ToString::to_string).collect();
    turns.retain(|turn| turn.starts_with(origin) || strsim::damerau_levenshtein(turn, text) <= 2);
    turns.sort_by_key(key);
    turns.truncate(SUGGESTIONS);
    turns
}

/// An analysis as a table of its best moves.
pub fn analysis(analysis: &Analysis, most: usize) -> String {
    let side = analysis.side_to_move;
    let root = &analysis.root_info;
    let worth = root.wdl.map_or_else(
        || "no opinion".to_owned(),
        |wdl| {
            let [win, draw, loss] = percents(wdl);
            format!("win {win:.0} %, draw {draw:.0} %, loss {loss:.0} %")
        },
    );
    let proven = root.proven.map_or_else(String::new, |proven| format!(", proven: a {} by force", proven.name()));
    let visits = root.visits.map_or_else(String::new, |visits| format!("; {visits} visits"));
    let mut text = format!("For the {side}: {worth}{proven}{visits}.\n");
    text.push_str("move      visits  winrate    prior  expected line\n");
    let percent = |share: f32| format!("{:.1} %", 100.0 * share);
    for info in analysis.move_infos.iter().take(most) {
        let visits = known(info.visits, |visits| visits.to_string());
        let rate = info.proven.map_or_else(|| known(info.winrate, percent), |proven| proven.name().to_owned());
        let prior = known(info.prior, percent);
        let line: Vec<&str> = info.pv.iter().take(LINE).map(String::as_str).collect();
        let row = format!("{:<9} {visits:>6}  {rate:>7}  {prior:>7}  {}", info.text, line.join(" "));
        text.push_str(row.chars().take(COLUMNS).collect::<String>().trim_end());
        text.push('\n');
    }
    let hidden = analysis.move_infos.len().saturating_sub(most);
    if hidden > 0 {
        text.push_str(&format!("... and {hidden} more\n"));
    }
    text
}

/// What is known in words, and what is not as a dash.
pub(super) fn known<T>(value: Option<T>, words: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "-".to_owned(), words)
}

/// Shares as whole percents that add up to 100: what is cut off goes to those that lose most by it.
fn percents(shares: [f32; 3]) -> [f32; 3] {
    let exact = shares.map(|share| 100.0 * share.max(0.0));
    let mut whole = exact.map(f32::floor);
    for _ in 0..(100.0 - whole.iter().sum::<f32>()).round().clamp(0.0, 3.0) as usize {
        let most = (0..3).max_by(|&one, &other| (exact[one] - whole[one]).total_cmp(&(exact[other] - whole[other])));
        whole[most.unwrap_or(0)] += 1.0;
    }
    whole
}

/// What went wrong, in one sentence.
pub(super) fn plainly(fault: &Fault) -> String {
    let told = fault.plain();
    told.replace("\nhelp: ", "; ").replace('\n', "; ")
}

/// A hint: the best turn, and what the analysis expects, if it has an opinion.
pub(super) fn hint(analysis: &Analysis) -> String {
    let (side, root) = (analysis.side_to_move, &analysis.root_info);
    let expects = match (root.proven, root.wdl) {
        (Some(Proven::Win), _) => format!(", a forced win for the {side}"),
        (Some(Proven::Loss), _) => format!(", but the {side} are lost by force"),
        (Some(Proven::Draw), _) => ", a forced draw".to_owned(),
        (None, None) => String::new(),
        (None, Some(wdl)) => {
            let [win, draw, loss] = percents(wdl);
            format!(" (for the {side}: win {win:.0} %, draw {draw:.0} %, loss {loss:.0} %)")
        }
    };
    format!("Hint: {}{expects}.\n", analysis.best_turn().unwrap_or("none"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percents_add_up_and_have_no_sign() {
        assert_eq!(percents([0.006, 0.0, 0.994]), [1.0, 0.0, 99.0]);
        assert_eq!(percents([-1e-9, 0.784, 0.216]), [0.0, 78.0, 22.0]);
        assert_eq!(percents([1.0 / 3.0; 3]).iter().sum::<f32>(), 100.0);
    }

    #[test]
    fn only_lines_that_are_too_long_are_broken() {
        let short = "a  b\n   c\n";
        assert_eq!(fitted(short), short);
        let long = format!("{}end of it\nnext\n", "word ".repeat(15));
        assert_eq!(fitted(&long), format!("{}end\nof it\nnext\n", "word ".repeat(15)));
        let whole = "x".repeat(100);
        assert_eq!(fitted(&whole), whole);
    }
}
