//! What serde says of a value, in the words of this program.
//!
//! In: a serde message such as ``invalid type: string "x", expected u32``. Out: `must be a whole number, 0 or more`.
//! Invariant: a message of an unknown form is passed on as it is; nothing that it says is lost.

use super::schema::{SIMILAR, nearest};

/// A serde message in words.
#[derive(Debug, PartialEq)]
pub(super) struct Explained {
    /// A phrase after the key.
    pub demand: String,
    /// Whether the phrase leaves open what was found.
    pub needs_found: bool,
    /// The name that was probably meant.
    pub help: Option<String>,
}

/// Puts a serde message into words.
pub(super) fn explain(message: &str) -> Explained {
    if let Some((typed, names)) = variants(message) {
        let help = nearest(typed, names.iter().copied(), SIMILAR).map(|near| format!("did you mean \"{near}\"?"));
        return Explained { demand: one_of(&names), needs_found: true, help };
    }
    let demand = |text: String| Explained { demand: text, needs_found: true, help: None };
    for (start, whole_range) in [("invalid type: ", false), ("invalid value: ", true), ("invalid length ", false)] {
        if message.starts_with(start)
            && let Some((_, expected)) = message.rsplit_once(", expected ")
        {
            return demand(format!("must be {}", expected_words(expected, whole_range)));
        }
    }
    match message {
        "integer number overflowed" | "floating-point number overflowed" => {
            demand("must be a smaller number".to_owned())
        }
        untagged if untagged.starts_with("data did not match any variant") => {
            demand("has none of the allowed forms".to_owned())
        }
        _ => Explained { demand: message.to_owned(), needs_found: false, help: None },
    }
}

/// The allowed names, when `message` is about an enum: what was typed, and the names.
pub(super) fn variants(message: &str) -> Option<(&str, Vec<&str>)> {
    let rest = message.strip_prefix("unknown variant `")?;
    let (typed, expected) = rest.rsplit_once("`, expected ")?;
    // Every second piece between backticks is a name.
    Some((typed, expected.split('`').skip(1).step_by(2).collect()))
}

/// `must be "a", "b" or "c"`.
pub(super) fn one_of(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    match quoted.split_last() {
        Some((last, [])) => format!("must be {last}"),
        Some((last, others)) => format!("must be {} or {last}", others.join(", ")),
        None => "has no allowed value".to_owned(),
    }
}

fn expected_words(expected: &str, whole_range: bool) -> String {
    let words = match expected {
        "u8" if whole_range => "a whole number from 0 to 255",
        "u16" if whole_range => "a whole number from 0 to 65535",
        "u32" if whole_range => "a whole number from 0 to 4294967295",
        "u64" | "usize" if whole_range => "a whole number, 0 or more",
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" | "string" => "a text in quotes",
        "a sequence" => "a list in square brackets",
        "a map" => "a table",
        other if other.starts_with("struct ") => "a table",
        other => other,
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn demand(message: &str) -> String {
        explain(message).demand
    }

    #[test]
    fn types_are_named_as_people_name_them() {
        assert_eq!(demand("invalid type: string \"a, expected b\", expected u32"), "must be a whole number");
        assert_eq!(demand("invalid value: integer `-1`, expected usize"), "must be a whole number, 0 or more");
        assert_eq!(demand("invalid value: integer `300`, expected u8"), "must be a whole number from 0 to 255");
        assert_eq!(demand("invalid type: integer `1`, expected a boolean"), "must be true or false");
        assert_eq!(demand("invalid length 3, expected 1 or 2 points"), "must be 1 or 2 points");
    }

    #[test]
    fn enums_name_every_variant_and_the_nearest() {
        let found = explain("unknown variant `gumble`, expected `gumbel` or `puct`");
        assert_eq!(found.demand, "must be \"gumbel\" or \"puct\"");
        assert_eq!(found.help.as_deref(), Some("did you mean \"gumbel\"?"));
        assert_eq!(demand("unknown variant `x`, expected one of `a`, `b`, `c`"), "must be \"a\", \"b\" or \"c\"");
        assert_eq!(demand("unknown variant `x`, expected `a`"), "must be \"a\"");
    }

    #[test]
    fn other_messages_are_passed_on() {
        let found = explain("d9 is no point of the board");
        assert_eq!((found.demand.as_str(), found.needs_found), ("d9 is no point of the board", false));
    }
}
