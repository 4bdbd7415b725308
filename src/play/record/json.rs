//! A game as JSON.

use serde::{Deserialize, Serialize};

use super::{ReadRules, Record, moves, settle};
use crate::base::fault::Problem;
use crate::play::GameSession;
use crate::play::rules_to_text;
use crate::rules::{Position, Rules};

/// The JSON form.
#[derive(Serialize, Deserialize)]
struct Json {
    /// Always `asalto-game`.
    #[serde(default)]
    format: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    date: Option<String>,
    #[serde(default)]
    officers: String,
    #[serde(default)]
    rebels: String,
    /// Asalto's if they are not told.
    #[serde(default)]
    rules: Option<String>,
    /// Where it began; by default at the start of the rules.
    #[serde(default)]
    start: Option<String>,
    moves: Vec<String>,
    #[serde(default)]
    result: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    termination: Option<String>,
}

pub(super) fn write(record: &Record) -> String {
    let session = &record.session;
    let json = Json {
        format: "asalto-game".to_owned(),
        date: record.date.clone(),
        officers: record.officers.clone(),
        rebels: record.rebels.clone(),
        rules: Some(rules_to_text(session.position().rules())),
        start: Some(session.game().start().to_string()),
        moves: moves::write(session),
        result: record.result().to_owned(),
        termination: session.ended().map(|ended| ended.to_string()),
    };
    serde_json::to_string_pretty(&json).expect("plain words are JSON") + "\n"
}

pub(super) fn read(text: &str, read_rules: &ReadRules<'_>) -> Result<Record, Problem> {
    let json: Json = serde_json::from_str(text).map_err(|error| Problem::new(format!("no game in JSON: {error}")))?;
    if !["", "asalto-game"].contains(&json.format.as_str()) {
        return Err(Problem::new(format!("format: must be asalto-game, found `{}`", json.format)));
    }
    let rules = json.rules.as_deref().map_or(Ok(Rules::asalto()), read_rules)?;
    let mut session = match &json.start {
        Some(text) => GameSession::resume(rules, text).map_err(|error| Problem::new(error.to_string()).at("start"))?,
        None => GameSession::new(Position::start(rules)),
    };
    let words: Vec<&str> = json.moves.iter().map(String::as_str).collect();
    moves::play(&mut session, &words)?;
    settle(&mut session, &json.result)?;
    Ok(Record { session, officers: json.officers, rebels: json.rebels, date: json.date })
}
