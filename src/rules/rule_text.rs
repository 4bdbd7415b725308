//! Rule sets as TOML text.
//!
//! In: a rules file, or a table inside another file through serde. Out: a [`RuleSet`], or every
//! fault of the text at once, each with its line. Invariant: what [`RuleSet::to_toml`] writes is
//! read back as the same rules.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::{Serialize, Serializer};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Chain, Diagonals, Huff, Placement, Point, Rebels, RuleError, RuleSet, Side};

type Value<'a> = DeValue<'a>;

/// The table that holds the rules: that of the key `rules`, as in a run's configuration, or else the whole.
fn own_table(mut table: DeTable<'_>) -> DeTable<'_> {
    match table.get_mut("rules").map(Spanned::get_mut) {
        Some(DeValue::Table(rules)) => std::mem::take(rules),
        _ => table,
    }
}

impl RuleSet {
    /// The rules as TOML, every key, in the order of the table.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a rule set has only plain values")
    }

    /// The lines of [`RuleSet::to_toml`] in which the rules differ from Asalto's.
    pub fn changes(&self) -> Vec<String> {
        self.other_lines(&RuleSet::asalto()).into_iter().map(|(own, _)| own).collect()
    }

    /// How the rules differ from others, in words: `sideways = false (not true), huff = "none" (not "all")`.
    pub fn unlike(&self, other: &RuleSet) -> String {
        let in_words = |(own, other): (String, String)| {
            let value = other.split_once(" = ").map_or(&other[..], |(_, value)| value);
            format!("{own} (not {value})")
        };
        self.other_lines(other).into_iter().map(in_words).collect::<Vec<_>>().join(", ")
    }

    /// The lines of its text that another rule set has otherwise, each with that one's. Both texts have the same keys in the
    /// same order.
    fn other_lines(&self, other: &RuleSet) -> Vec<(String, String)> {
        let (own, others) = (self.to_toml(), other.to_toml());
        let pairs = own.lines().zip(others.lines()).filter(|(own, other)| own != other);
        pairs.map(|(own, other)| (own.to_owned(), other.to_owned())).collect()
    }

    /// Reads a rules file. Keys that it does not hold have Asalto's values.
    ///
    /// # Errors
    /// Every fault of the text, unknown keys among them, and every reason why the rules make no game
    /// ([`RuleSet::validate`]); each with its place in the text where it has one.
    pub fn from_toml(text: &str) -> Result<RuleSet, Vec<RuleError>> {
        let table = match DeTable::parse(text) {
            Ok(table) => own_table(table.into_inner()),
            Err(error) => {
                let place = error.span().map(|span| place(text, span.start));
                return Err(vec![RuleError { place, ..RuleError::new("", error.message().trim()) }]);
            }
        };
        let mut set = RuleSet::asalto();
        let mut errors = Vec::new();
        for (key, value) in &table {
            if let Err(message) = set.assign(key.get_ref(), value.get_ref()) {
                let start =
                    if RuleSet::KEYS.contains(&key.get_ref().as_ref()) { value.span() } else { key.span() }.start;
                errors.push(RuleError { place: Some(place(text, start)), ..RuleError::new(key.get_ref(), message) });
            }
        }
        // A key whose value could not be read has Asalto's: what that leads to is no fault of the file.
        let located = |error: RuleError| {
            let value: Option<&Spanned<Value>> = table.get(error.key.as_str());
            RuleError { place: value.map(|value| place(text, value.span().start)), ..error }
        };
        let read = |error: &RuleError| errors.iter().all(|known| known.key != error.key);
        let unplayable: Vec<RuleError> = set.validate().err().into_iter().flatten().filter(read).map(located).collect();
        errors.extend(unplayable);
        errors.sort_by_key(|error| error.place);
        if errors.is_empty() { Ok(set) } else { Err(errors) }
    }

    /// Sets one key from its value, or says what is allowed.
    fn assign(&mut self, key: &str, value: &Value) -> Result<(), String> {
        match key {
            "diagonals" => self.diagonals = choice(value, &DIAGONALS)?,
            "officers" => self.officers = whole_number(value)?,
            "placement" if value.as_str() == Some(FREE) => self.placement = Placement::Free,
            "placement" => self.placement = Placement::Points(points(value, FREE)?),
            "rebels" if value.as_str() == Some(OUTSIDE) => self.rebels = Rebels::Outside,
            "rebels" => self.rebels = Rebels::Points(points(value, OUTSIDE)?),
            "first" => self.first = choice(value, &SIDES)?,
            "sideways" => self.sideways = switch(value)?,
            "huff" => self.huff = choice(value, &HUFFS)?,
            "chain" => self.chain = choice(value, &CHAINS)?,
            "fortress_win" => self.fortress_win = switch(value)?,
            "min_rebels" => self.min_rebels = whole_number(value)?,
            "quiet_turns" => self.quiet_turns = whole_number(value)?,
            "repetition" => self.repetition = whole_number(value)?,
            _ => return Err(unknown_key(key)),
        }
        Ok(())
    }
}

const FREE: &str = "free";
const OUTSIDE: &str = "outside";
const DIAGONALS: [(&str, Diagonals); 3] =
    [("alternate", Diagonals::Alternate), ("all", Diagonals::All), ("none", Diagonals::None)];
const SIDES: [(&str, Side); 2] = [("rebels", Side::Rebels), ("officers", Side::Officers)];
const HUFFS: [(&str, Huff); 2] = [("all", Huff::All), ("none", Huff::None)];
const CHAINS: [(&str, Chain); 2] = [("optional", Chain::Optional), ("forced", Chain::Forced)];

fn choice<T: Copy>(value: &Value, choices: &[(&str, T)]) -> Result<T, String> {
    let chosen = choices.iter().find(|(word, _)| value.as_str() == Some(word));
    chosen.map(|&(_, choice)| choice).ok_or_else(|| {
        let words: Vec<_> = choices.iter().map(|(word, _)| format!("\"{word}\"")).collect();
        format!("must be {}, found {}", words.join(" or "), shown(value))
    })
}

fn switch(value: &Value) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| format!("must be true or false, found {}", shown(value)))
}

fn whole_number(value: &Value) -> Result<u32, String> {
    let number = value.as_integer().and_then(|number| u32::from_str_radix(number.as_str(), number.radix()).ok());
    number.ok_or_else(|| format!("must be a whole number, 0 or more, found {}", shown(value)))
}

fn points(value: &Value, word: &str) -> Result<Vec<Point>, String> {
    let Some(names) = value.as_array() else {
        return Err(format!("must be \"{word}\" or a list of points such as [\"d4\"], found {}", shown(value)));
    };
    let read: Vec<_> = names.iter().map(|name| name.get_ref().as_str().and_then(Point::from_name)).collect();
    let wrong = read.iter().zip(names.iter()).filter(|(point, _)| point.is_none());
    let wrong: Vec<_> = wrong.map(|(_, name)| shown(name.get_ref())).collect();
    if wrong.is_empty() {
        return Ok(read.into_iter().flatten().collect());
    }
    Err(format!("must name points of the board, found {}", wrong.join(" ")))
}

/// A value as it might stand in the file.
fn shown(value: &Value) -> String {
    match value {
        DeValue::String(text) => format!("{text:?}"),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Boolean(switch) => switch.to_string(),
        other => format!("a value of type {}", other.type_str()),
    }
}

fn unknown_key(key: &str) -> String {
    let nearest = RuleSet::KEYS.into_iter().max_by(|a, b| {
        let likeness = |known| strsim::jaro_winkler(known, key);
        likeness(a).total_cmp(&likeness(b))
    });
    match nearest.filter(|known| strsim::jaro_winkler(known, key) > 0.7) {
        Some(known) => format!("is no key of a rule set; did you mean {known}?"),
        None => format!("is no key of a rule set; the keys are {}", RuleSet::KEYS.join(" ")),
    }
}

/// Line and column of a byte, counted from 1.
fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = &text[..byte];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// A word, or a list of points: the form of `placement` and `rebels`.
struct WordOrPoints(&'static str);

impl<'de> Visitor<'de> for WordOrPoints {
    type Value = Option<Vec<Point>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" or a list of points", self.0)
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<Self::Value, E> {
        if word == self.0 { Ok(None) } else { Err(E::invalid_value(de::Unexpected::Str(word), &self)) }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Self::Value, A::Error> {
        let mut points = Vec::new();
        while let Some(point) = sequence.next_element()? {
            points.push(point);
        }
        Ok(Some(points))
    }
}

macro_rules! word_or_points {
    ($type:ident, $variant:ident, $word:ident) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let points = deserializer.deserialize_any(WordOrPoints($word))?;
                Ok(points.map_or($type::$variant, $type::Points))
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $type::$variant => serializer.serialize_str($word),
                    $type::Points(points) => points.serialize(serializer),
                }
            }
        }
    };
}

word_or_points!(Placement, Free, FREE);
word_or_points!(Rebels, Outside, OUTSIDE);
