//! How to play, in pictures: one text for every face.
//!
//! In: rules, and `lessons.json`, which is compiled in and tells Asalto's. Out: [`Lesson`]s, in the order in which they are read.
//! Invariant: every picture is a board that can be drawn; what is told holds under the rules.

use serde::{Deserialize, Serialize};

use crate::rules::{Bitboard, Chain, Huff, Point, Position, RuleSet, Rules, Side};

/// Asalto's lessons.
const LESSONS: &str = include_str!("lessons.json");

/// One lesson.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// What it is about.
    pub title: String,
    /// One or two sentences.
    pub text: String,
    /// The pieces, as in the text form of a position.
    board: String,
    /// Moves that are shown.
    #[serde(default)]
    pub arrows: Vec<[Point; 2]>,
    /// Captures that were not made.
    #[serde(default)]
    pub missed: Vec<[Point; 2]>,
    /// Pieces that are removed.
    #[serde(default)]
    pub crosses: Vec<Point>,
    /// Whose moves are shown; the rebels' if it is not told.
    #[serde(default)]
    pub side: Option<Side>,
}

impl Lesson {
    /// The officers and the rebels of the picture.
    pub fn pieces(&self) -> [Bitboard; 2] {
        let mut pieces = [Bitboard::EMPTY; 2];
        let mut points = Point::ALL.into_iter();
        for letter in self.board.chars().filter(|letter| *letter != '/') {
            match letter.to_digit(10) {
                Some(empty) => drop(points.by_ref().take(empty as usize).count()),
                None => {
                    let side = usize::from(letter == 'r');
                    pieces[side] = points.next().map_or(pieces[side], |point| pieces[side].with(point));
                }
            }
        }
        pieces
    }
}

/// All lessons of a game.
pub fn lessons(rules: Rules) -> Vec<Lesson> {
    let asalto: Vec<Lesson> = serde_json::from_str(LESSONS).expect("a test reads them");
    let set = rules.set();
    if *set == RuleSet::default() {
        return asalto;
    }
    let told = |title: String, text: String, lesson: &Lesson| Lesson { title, text, ..lesson.clone() };
    let [start, step, officers, huff, rebels_win, officers_win] = asalto.as_slice() else { return asalto };
    let mut lessons = vec![
        Lesson { board: board(&Position::start(rules)), ..told(title(rules), beginning(rules), start) },
        match set.sideways {
            true => step.clone(),
            false => Lesson {
                arrows: step.arrows.iter().copied().filter(|[from, to]| from.rank() != to.rank()).collect(),
                ..told(step.title.replace(" or sideways", " only"), step.text.replace(", or sideways", ""), step)
            },
        },
        match set.chain {
            Chain::Optional => officers.clone(),
            Chain::Forced => {
                let text = officers.text.replace(
                    "may jump on and on with the same officer, or stop after any jump",
                    "has to jump on with the same officer as long as it can",
                );
                told(officers.title.clone(), text, officers)
            }
        },
    ];
    lessons.extend((set.huff == Huff::All).then(|| huff.clone()));
    lessons.push(told(rebels_win.title.clone(), rebels_aims(set), rebels_win));
    lessons.push(told(officers_win.title.clone(), officers_aims(set), officers_win));
    lessons
}

fn title(rules: Rules) -> String {
    let (officers, rebels) = (rules.set().officers, rules.set().rebel_points().count());
    let of = if officers == 1 { "One officer" } else { &format!("{officers} officers") };
    format!("{of} against {rebels} rebels")
}

fn beginning(rules: Rules) -> String {
    let set = rules.set();
    let placed = if set.is_placement_fixed() {
        "The pieces begin where they stand here.".to_owned()
    } else {
        format!(
            "First the officers' player puts {} on points of the fortress, the top arm of the cross.",
            many(set.officers)
        )
    };
    let fox = if set.officers == 1 { " In Fox and Geese the officer is the fox, a rebel a goose." } else { "" };
    let then = if set.is_placement_fixed() { "" } else { "Then " };
    let turns = format!("the {} move first, and the sides take turns.", set.first);
    let turns = if then.is_empty() { turns.replacen("the", "The", 1) } else { turns.replacen(" first", "", 1) };
    format!("{placed} {then}{turns}{fox}")
}

fn many(officers: u32) -> String {
    if officers == 1 { "the officer".to_owned() } else { format!("{officers} officers") }
}

fn rebels_aims(set: &RuleSet) -> String {
    let mut ways = Vec::new();
    ways.extend(set.fortress_win.then_some("they fill all nine points of the fortress"));
    ways.push(match set.officers {
        1 => "they shut the officer in so that it cannot move",
        _ => "they shut the officers in so that none can move",
    });
    ways.extend((set.huff == Huff::All).then_some("no officer is left on the board"));
    let mut text = format!("They win when {}.", ways.join(", or "));
    if set.huff != Huff::All {
        text += " Nobody has to capture, and nothing happens to an officer that does not.";
    }
    text
}

fn officers_aims(set: &RuleSet) -> String {
    let mut text = format!("They win when fewer than {} rebels are left, or when no rebel can move.", set.min_rebels);
    let mut draws = Vec::new();
    if set.repetition > 0 {
        draws.push(format!("a position that stands for the {} time", ordinal(set.repetition)));
    }
    if set.quiet_turns > 0 {
        draws.push(format!("{} turns of each side without a capture or a step forward", set.quiet_turns));
    }
    if !draws.is_empty() {
        text += &format!(" It is a draw by {}.", draws.join(", or by "));
    }
    text
}

fn ordinal(number: u32) -> String {
    ["first", "second", "third", "fourth", "fifth"]
        .get(number.saturating_sub(1) as usize)
        .map_or_else(|| format!("{number}th"), |name| (*name).to_owned())
}

/// The pieces as in the text form of a position.
fn board(position: &Position) -> String {
    position.to_string().split(' ').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_has_a_picture() {
        let lessons = lessons(Rules::asalto());
        assert_eq!(lessons.len(), 6);
        let geese = super::lessons(Rules::fox_and_geese(13).unwrap());
        for lesson in lessons.iter().chain(&geese) {
            let points: u32 =
                lesson.board.chars().map(|letter| letter.to_digit(10).unwrap_or(u32::from(letter != '/'))).sum();
            assert_eq!(points, 33, "{}", lesson.title);
        }
        let [officers, rebels] = lessons[0].pieces();
        assert_eq!((officers.count(), rebels.count()), (2, 24));
    }

    #[test]
    fn what_is_told_holds_under_the_rules() {
        let text = |rules: Rules| {
            let lessons = super::lessons(rules);
            lessons.iter().map(|lesson| format!("{}: {}\n", lesson.title, lesson.text)).collect::<String>()
        };
        let geese = text(Rules::fox_and_geese(13).unwrap());
        for part in
            ["One officer against 13 rebels", "The officers move first", "fewer than 4 rebels", "shut the officer in"]
        {
            assert!(geese.contains(part), "no {part} in\n{geese}");
        }
        for part in ["huff", "sideways", "fortress", "two officers", "nine", "no officer is left"] {
            assert!(!geese.to_lowercase().contains(part), "{part} in\n{geese}");
        }
        let forced = Rules::new(RuleSet { chain: Chain::Forced, ..RuleSet::default() }).unwrap();
        assert!(text(forced).contains("has to jump on") && text(forced).contains("on points of the fortress"));
        assert!(text(forced).contains("for the third time"), "{}", text(forced));
    }
}
