//! The readable form of a game.

use super::{ReadRules, Record, moves, settle};
use crate::base::fault::Problem;
use crate::play::rules_to_text;
use crate::play::{GameSession, fitted};
use crate::rules::{Position, Rules};

pub(super) fn write(record: &Record) -> String {
    let session = &record.session;
    let (start, rules) = (*session.game().start(), session.position().rules());
    let is_plain = start == Position::start(rules);
    let ended = session.ended().map(|ended| ended.to_string());
    let headers = [
        ("Event", Some("Asalto".to_owned())),
        ("Date", record.date.clone()),
        ("Officers", Some(record.officers.clone())),
        ("Rebels", Some(record.rebels.clone())),
        ("Rules", Some(rules_to_text(rules))),
        ("Position", (!is_plain).then(|| start.to_string())),
        ("Result", Some(record.result().to_owned())),
        ("Termination", ended),
    ];
    let mut text = String::new();
    for (name, value) in headers {
        if let Some(value) = value {
            text.push_str(&format!("[{name} \"{}\"]\n", escaped(&value)));
        }
    }
    text.push('\n');
    text.push_str(&fitted(&format!("{}\n", words(record).join(" "))));
    text
}

/// Turns with their numbers, and the result. Placements have none.
fn words(record: &Record) -> Vec<String> {
    let mut words = Vec::new();
    let mut number = 0;
    for word in moves::write(&record.session) {
        if !word.starts_with('@') {
            if number % 2 == 0 {
                words.push(format!("{}.", number / 2 + 1));
            }
            number += 1;
        }
        words.push(word);
    }
    words.push(record.result().to_owned());
    words
}

fn escaped(value: &str) -> String {
    let printable: String = value.chars().filter(|letter| !letter.is_control()).collect();
    printable.replace('\\', "\\\\").replace('"', "\\\"")
}

pub(super) fn read(text: &str, read_rules: &ReadRules<'_>) -> Result<Record, Problem> {
    let mut headers: Vec<(String, String)> = Vec::new();
    let mut body = Body::default();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim().trim_start_matches('\u{feff}');
        if line.starts_with('[') && body.is_empty() {
            headers.push(header(line).ok_or_else(|| {
                let problem = Problem::new(format!("line {number}: a header is written [Name \"value\"]"));
                problem.help("a game begins with lines such as [Officers \"you\"], then come the moves")
            })?);
        } else {
            body.add(line);
        }
    }
    let value = |name: &str| headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    let rules = value("Rules").map_or(Ok(Rules::asalto()), read_rules)?;
    let mut session = match value("Position") {
        Some(text) => {
            GameSession::resume(rules, text).map_err(|error| Problem::new(error.to_string()).at("Position"))?
        }
        None => GameSession::new(Position::start(rules)),
    };
    let body = body.finish()?;
    let mut words: Vec<&str> = body.split_whitespace().filter(|word| !is_number(word)).collect();
    let last = words.pop_if(|word| ["1-0", "0-1", "1/2-1/2", "*"].contains(word));
    if headers.is_empty() && words.is_empty() {
        return Err(Problem::new("there is no game in this text"));
    }
    moves::play(&mut session, &words)?;
    settle(&mut session, last.or(value("Result")).unwrap_or("*"))?;
    let name = |key: &str| value(key).unwrap_or("?").to_owned();
    Ok(Record { session, officers: name("Officers"), rebels: name("Rebels"), date: value("Date").map(str::to_owned) })
}

/// Reads `[Name "value"]`.
fn header(line: &str) -> Option<(String, String)> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, quoted) = inner.split_once(char::is_whitespace)?;
    let quoted = quoted.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut value = String::new();
    let mut letters = quoted.chars();
    while let Some(letter) = letters.next() {
        value.push(if letter == '\\' { letters.next()? } else { letter });
    }
    Some((name.to_owned(), value))
}

/// `12.` or `12...`
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// What follows the headers, without comments: those between braces, over any number of lines, and those from a semicolon
/// that stands in none to the end of its line.
#[derive(Default)]
struct Body {
    text: String,
    in_braces: bool,
}

impl Body {
    fn is_empty(&self) -> bool {
        self.text.trim().is_empty() && !self.in_braces
    }

    fn add(&mut self, line: &str) {
        if line.starts_with('%') && !self.in_braces {
            return;
        }
        for letter in line.chars() {
            match letter {
                '}' if self.in_braces => self.in_braces = false,
                _ if self.in_braces => {}
                '{' => {
                    self.in_braces = true;
                    self.text.push(' ');
                }
                ';' => break,
                _ => self.text.push(letter),
            }
        }
        self.text.push('\n');
    }

    fn finish(self) -> Result<String, Problem> {
        match self.in_braces {
            true => Err(Problem::new("a comment that begins with { does not end")),
            false => Ok(self.text),
        }
    }
}
