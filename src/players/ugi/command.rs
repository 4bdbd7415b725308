//! What an engine is told.
//!
//! In: a line. Out: a [`Command`], or what is wrong with the line and what is allowed.
//! Invariant: what a command prints as reads back as the same command.

use std::fmt;
use std::str::FromStr;

use super::go::Go;
use crate::base::fault::Problem;

/// One line to an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `ugi`: say who you are, and which options you have.
    Ugi,
    /// `isready`: answer `readyok` once all before is done.
    IsReady,
    /// `uginewgame`: forget the last game.
    NewGame,
    /// `position startpos|text TEXT [moves M1 M2 ..]`: the game that is thought about.
    Position {
        /// The start position in text form; `None` = that of the rules.
        start: Option<String>,
        /// The whole turns that were played from there.
        moves: Vec<String>,
    },
    /// `go ..`: think, then say `bestmove`.
    Go(Go),
    /// `stop`: say `bestmove` now.
    Stop,
    /// `setoption name NAME value VALUE`.
    SetOption {
        /// Which option, in any case.
        name: String,
        /// Its new value.
        value: String,
    },
    /// `query WHAT`: answer `response ..`.
    Query(Query),
    /// `d`: draw the board.
    Draw,
    /// `quit`.
    Quit,
}

/// What an engine can be asked about its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// `p1turn`: is the side to move the one that begins the game?
    FirstToMove,
    /// `gameover`: is the game over?
    GameOver,
    /// `result`: who has won?
    Result,
}

impl Query {
    const ALL: [Self; 3] = [Self::FirstToMove, Self::GameOver, Self::Result];

    fn name(self) -> &'static str {
        match self {
            Self::FirstToMove => "p1turn",
            Self::GameOver => "gameover",
            Self::Result => "result",
        }
    }
}

/// What can be said, for whoever said something else.
const COMMANDS: &str = "ugi, isready, setoption, uginewgame, position, go, stop, query, d, quit";
const POSITION: &str = "position startpos [moves M1 M2 ..], or position text BOARD SIDE PLACE JUMPER QUIET [moves ..]";

impl FromStr for Command {
    type Err = Problem;

    fn from_str(line: &str) -> Result<Self, Problem> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        match word {
            "position" => position(rest),
            "go" => Go::read(rest).map(Self::Go),
            "setoption" => option(rest),
            "query" => query(rest).map(Self::Query),
            _ => {
                let plain = [Self::Ugi, Self::IsReady, Self::NewGame, Self::Stop, Self::Draw, Self::Quit];
                let found = plain.into_iter().find(|command| command.to_string() == word);
                let found = found.ok_or_else(|| wrong(format!("unknown command `{}`", cut(word)), COMMANDS))?;
                match rest {
                    "" => Ok(found),
                    _ => Err(wrong(format!("`{word}` stands alone, found `{}` after it", cut(rest)), word)),
                }
            }
        }
    }
}

pub(super) fn wrong(message: String, allowed: &str) -> Problem {
    Problem::new(message).help(format!("allowed: {allowed}"))
}

/// The beginning of a text that may be long.
pub(super) fn cut(text: &str) -> String {
    const MOST: usize = 60;
    let shown: String = text.chars().take(MOST).collect();
    if text.chars().count() > MOST { format!("{shown}...") } else { shown }
}

fn position(rest: &str) -> Result<Command, Problem> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let start = match words[..at] {
        ["startpos"] => None,
        // `fen` is what UGI itself calls it.
        ["text" | "fen", ref fields @ ..] if !fields.is_empty() => Some(fields.join(" ")),
        [word, ..] if !["text", "fen", "startpos", "moves"].contains(&word) => {
            return Err(wrong(format!("unknown kind of position `{}`", cut(word)), POSITION));
        }
        _ => return Err(wrong(format!("`position {}` names no position", cut(rest)), POSITION)),
    };
    let moves = words.iter().skip(at + 1).map(|&text| text.to_owned()).collect();
    Ok(Command::Position { start, moves })
}

fn option(rest: &str) -> Result<Command, Problem> {
    const FORM: &str = "setoption name NAME value VALUE";
    let named = rest.strip_prefix("name ").map(str::trim_start);
    let parts = named.and_then(|rest| rest.split_once(" value").or(Some((rest, ""))));
    match parts {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok(Command::SetOption { name: name.trim().to_owned(), value: value.trim().to_owned() })
        }
        _ => Err(wrong(format!("`setoption {}` names no option", cut(rest)), FORM)),
    }
}

fn query(rest: &str) -> Result<Query, Problem> {
    let found = Query::ALL.into_iter().find(|query| query.name() == rest);
    found.ok_or_else(|| {
        let all = Query::ALL.map(|query| format!("query {}", query.name())).join(", ");
        wrong(format!("`query {}` is not understood", cut(rest)), &all)
    })
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ugi => f.write_str("ugi"),
            Self::IsReady => f.write_str("isready"),
            Self::NewGame => f.write_str("uginewgame"),
            Self::Position { start, moves } => {
                match start {
                    None => f.write_str("position startpos")?,
                    Some(text) => write!(f, "position text {text}")?,
                }
                if moves.is_empty() { Ok(()) } else { write!(f, " moves {}", moves.join(" ")) }
            }
            Self::Go(go) => go.fmt(f),
            Self::Stop => f.write_str("stop"),
            Self::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Self::Query(query) => write!(f, "query {}", query.name()),
            Self::Draw => f.write_str("d"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::players::ugi::Clock;

    fn read(line: &str) -> Result<Command, String> {
        line.parse().map_err(|problem: Problem| problem.to_string())
    }

    #[test]
    fn every_command_is_read_back() {
        let start = Some("3/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr o 2 - 0".to_owned());
        let moves = ["@d6", "@d5", "c4-c5"].map(str::to_owned).to_vec();
        let all = [
            Command::Ugi,
            Command::IsReady,
            Command::NewGame,
            Command::Position { start: None, moves: Vec::new() },
            Command::Position { start: start.clone(), moves: Vec::new() },
            Command::Position { start, moves },
            Command::Go(Go::Own),
            Command::Go(Go::Nodes(64)),
            Command::Go(Go::MoveTime(500)),
            Command::Go(Go::Infinite),
            Command::Go(Go::Depth(7)),
            Command::Go(Go::Clock(Clock { time: [60_000, 50_000], increment: [0, 100], turns: None })),
            Command::Go(Go::Clock(Clock { time: [0, 1], increment: [0, 0], turns: Some(40) })),
            Command::Stop,
            Command::SetOption { name: "Seed".to_owned(), value: "7".to_owned() },
            Command::SetOption { name: "Player".to_owned(), value: "net:a  b?sims=4".to_owned() },
            Command::Query(Query::Result),
            Command::Draw,
            Command::Quit,
        ];
        for command in all {
            assert_eq!(read(&command.to_string()), Ok(command));
        }
    }

    #[test]
    fn blanks_and_the_name_that_ugi_gives_a_text_do_no_harm() {
        assert_eq!(read("  go \t nodes   5 "), Ok(Command::Go(Go::Nodes(5))));
        assert_eq!(read(" position  fen  x y"), read("position text x y"));
        assert_eq!(read("position startpos moves"), read("position startpos"));
        let unset = Command::SetOption { name: "Rules".to_owned(), value: String::new() };
        assert_eq!(read("setoption name Rules value"), Ok(unset.clone()));
        assert_eq!(read("setoption name Rules"), Ok(unset));
    }

    #[test]
    fn a_wrong_line_is_told_what_is_allowed() {
        for (line, wrong, allowed) in [
            ("", "unknown command ``", "isready"),
            ("xyzzy 1", "unknown command `xyzzy`", "isready"),
            ("uci", "unknown command `uci`", "ugi"),
            ("stop now", "`stop` stands alone, found `now` after it", "stop"),
            ("position", "names no position", "startpos"),
            ("position moves @c7", "names no position", "startpos"),
            (
                "position sfen x",
                "unknown kind of position `sfen`",
                "position startpos [moves M1 M2 ..], or position text",
            ),
            ("position text moves @c7", "names no position", "text BOARD"),
            ("position startpos @c7", "`position startpos @c7` names no position", "moves"),
            ("go nodes", "`go nodes` is not understood", "go nodes N"),
            ("go nodes 0", "nodes must be 1 to 1000000000, found `0`", "go nodes N"),
            ("go movetime -5", "movetime must be 1 to 3600000, found `-5`", "movetime MS"),
            ("go depth 65", "depth must be 1 to 64, found `65`", "depth PLIES"),
            ("go mate 3", "`go mate 3` is not understood", "infinite"),
            ("go p1time 5", "a clock has `p1time` and `p2time`", "p1time MS p2time MS"),
            ("go p1time 5 p2time", "`p2time` has no number", "p1time MS p2time MS"),
            ("go p1time 5 p2time -1", "p2time must be 0 to 86400000, found `-1`", "p1time MS p2time MS"),
            ("go p1time 5 p2time 5 wtime 5", "`wtime` is no part of a clock", "p1time MS p2time MS"),
            ("setoption", "names no option", "setoption name NAME value VALUE"),
            ("setoption Seed 4", "names no option", "setoption name NAME value VALUE"),
            ("query", "`query ` is not understood", "query p1turn, query gameover, query result"),
        ] {
            let answer = read(line).unwrap_err();
            let (message, help) = answer.split_once("\nhelp: allowed: ").expect("a message and help");
            assert!(message.contains(wrong) && help.contains(allowed), "{line}: {answer}");
        }
        assert!(read(&"z".repeat(5000)).unwrap_err().len() < 300);
    }

    proptest! {
        #[test]
        fn no_line_makes_reading_panic(line in "\\PC{0,40}", word in "(position|go|go p1time|setoption|query) .{0,20}") {
            for line in [line, word] {
                if let Ok(command) = line.parse::<Command>() {
                    prop_assert_eq!(command.to_string().parse::<Command>(), Ok(command));
                }
            }
        }
    }
}
