//! Start positions from text: of a file, or of the suite that is compiled in.
//!
//! In: one position a line; `#` begins a comment, and lines may be blank. Out: the positions, or every line that is none.
//! Invariant: a fault names its line.

use crate::base::fault::Problem;
use crate::rules::{Position, Rules};

/// The suite of even starts, as `asalto starts` made it for Asalto.
const EVEN: &str = include_str!("../../configs/starts/even.txt");

/// Reads start positions; `place` names the text in faults.
///
/// # Errors
/// Every line that is no position of these rules, or one at which the game is over; a text without any position.
pub fn read_starts(rules: Rules, text: &str, place: &str) -> Result<Vec<Position>, Vec<Problem>> {
    let (mut starts, mut wrong) = (Vec::new(), Vec::new());
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        match playable(rules, line) {
            Ok(position) => starts.push(position),
            Err(reason) => {
                wrong.push(Problem::new(format!("{reason}, in `{line}`")).at(format!("{place}:{}", index + 1)));
            }
        }
    }
    if starts.is_empty() && wrong.is_empty() {
        let help = "write one position a line, such as `3/1o1/rr1o1rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 - 0`";
        wrong.push(Problem::new("holds no position").at(place).help(help));
    }
    if wrong.is_empty() { Ok(starts) } else { Err(wrong) }
}

fn playable(rules: Rules, line: &str) -> Result<Position, String> {
    let position = Position::parse(rules, line).map_err(|error| error.to_string())?;
    match position.outcome() {
        Some(outcome) => Err(format!("the game is over ({outcome})")),
        None => Ok(position),
    }
}

/// The suite of even starts: neither side has much the better of any of them.
///
/// # Errors
/// If these are not the rules that it was made for.
pub fn even_starts(rules: Rules) -> Result<Vec<Position>, Vec<Problem>> {
    let made_for = Rules::asalto();
    if rules.hash() != made_for.hash() {
        let unlike = rules.set().unlike(made_for.set());
        let message = format!("the even starts are those of Asalto, but the game has other rules: {unlike}");
        let help = "make others with `asalto starts --rules FILE --out STARTS`, and name STARTS";
        return Err(vec![Problem::new(message).help(help)]);
    }
    read_starts(rules, EVEN, "even starts")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_line_that_is_no_position_is_told_with_its_number() {
        let text = "\
# a comment
3/1o1/rr1o1rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 - 0  # and another

3/1o1/rr1o1rr/rrrrrrr/rrrrrrr/rrr r 0 - 0
x
rrr/rrr/2rrr2/7/7/1o1/1o1 o 0 - 0
";
        let wrong = read_starts(Rules::asalto(), text, "my.txt").unwrap_err();
        let wrong: Vec<String> = wrong.iter().map(ToString::to_string).collect();
        assert_eq!(wrong.len(), 3, "one a line: {wrong:?}");
        assert!(wrong[0].starts_with("my.txt:4: the board must have 7 ranks"), "{wrong:?}");
        assert!(wrong.iter().any(|problem| problem.starts_with("my.txt:5: must have the five fields")), "{wrong:?}");
        assert!(wrong.last().unwrap().starts_with("my.txt:6: the game is over"), "{wrong:?}");
        assert!(wrong.iter().all(|problem| problem.contains(", in `")), "what was found: {wrong:?}");
        let good: String = text.lines().take(3).collect::<Vec<_>>().join("\n");
        assert_eq!(read_starts(Rules::asalto(), &good, "my.txt").unwrap().len(), 1);
        assert!(
            read_starts(Rules::asalto(), "# nothing\n", "my.txt").unwrap_err()[0].to_string().contains("my.txt: holds")
        );
    }

    #[test]
    fn the_suite_is_500_starts_that_are_not_even_mirror_images_of_each_other() {
        let starts = even_starts(Rules::asalto()).unwrap();
        assert_eq!(starts.len(), 500);
        let mut seen = HashSet::new();
        for start in &starts {
            assert!(seen.insert(start.hash().min(start.mirrored().hash())), "{start}");
            assert_eq!((start.officers().count(), start.quiet()), (2, 0), "{start}");
            assert!((16..=18).contains(&start.rebels().count()), "{start}");
        }
        assert!(even_starts(Rules::fox_and_geese(13).unwrap()).unwrap_err()[0].to_string().contains("rules"));
    }
}
