//! What an engine is told.
//!
//! In: a line. Out: a [`Command`], or what is wrong with the line and what is allowed.
//! Invariant: what a command prints as reads back as the same command.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use crate::base::fault::Problem;
use crate::players::alphabeta::MOST_DEPTH;
use crate::players::{Budget, Limit};

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

/// How long an engine is to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// `go`: as it sees fit.
    Own,
    /// `go nodes N`.
    Nodes(u32),
    /// `go movetime MS`.
    MoveTime(u32),
    /// `go depth PLIES`.
    Depth(u8),
    /// `go p1time MS p2time MS [p1inc MS] [p2inc MS] [movestogo N]`.
    Clock(Clock),
    /// `go infinite`: until `stop`.
    Infinite,
}

/// What is on the clocks of a game. All times are in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// `[player]`: what is left for the rest of the game, or until more is added.
    pub time: [u32; 2],
    /// `[player]`: what is added after each turn.
    pub increment: [u32; 2],
    /// Turns until more time is added; `None` = never.
    pub turns: Option<u32>,
}

impl Clock {
    /// What the player to move, 0 or 1, should think: its share of the turns that may be left, and most of the increment; never
    /// more than four fifths of what it has.
    pub fn share(self, player: usize) -> Duration {
        let (time, increment) = (u64::from(self.time[player]), u64::from(self.increment[player]));
        let turns = self.turns.map_or(TURNS_LEFT, u64::from).clamp(1, TURNS_LEFT);
        let share = (time / turns + 3 * increment / 4).min(4 * time / 5);
        Duration::from_millis(share.max(1))
    }
}

/// Turns of one side for which time is kept; games that good players play have 20 to 60.
const TURNS_LEFT: u64 = 30;

impl Go {
    /// What a player that is watched is told; `player` = 0 or 1, whose clock it is.
    pub fn limit(self, player: usize) -> Limit {
        match self {
            Self::Own => Limit::Own,
            Self::Nodes(count) => Limit::Within(Budget::Simulations(count)),
            Self::MoveTime(time) => Limit::Within(Budget::Time(Duration::from_millis(time.into()))),
            Self::Depth(plies) => Limit::Depth(plies),
            Self::Clock(clock) => Limit::Within(Budget::Time(clock.share(player))),
            Self::Infinite => Limit::Endless,
        }
    }
}

impl From<Budget> for Go {
    fn from(budget: Budget) -> Self {
        match budget {
            Budget::Simulations(count) => Self::Nodes(count),
            Budget::Time(time) => Self::MoveTime(time.as_millis() as u32),
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own => f.write_str("go"),
            Self::Nodes(count) => write!(f, "go nodes {count}"),
            Self::MoveTime(time) => write!(f, "go movetime {time}"),
            Self::Depth(plies) => write!(f, "go depth {plies}"),
            Self::Clock(Clock { time, increment, turns }) => {
                write!(f, "go p1time {} p2time {}", time[0], time[1])?;
                write!(f, " p1inc {} p2inc {}", increment[0], increment[1])?;
                turns.map_or(Ok(()), |turns| write!(f, " movestogo {turns}"))
            }
            Self::Infinite => f.write_str("go infinite"),
        }
    }
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

/// The nodes of a `go`. The tree does not grow beyond its memory, however many they are.
const NODES: RangeInclusive<u32> = 1..=1_000_000_000;
/// The milliseconds of a `go`.
const MOVE_TIME: RangeInclusive<u32> = 1..=3_600_000;
/// The plies of a `go`.
const DEPTH: RangeInclusive<u32> = 1..=MOST_DEPTH as u32;
/// The milliseconds on a clock: up to a day.
const CLOCK: RangeInclusive<u32> = 0..=86_400_000;
/// The turns until a clock gets more.
const TURNS: RangeInclusive<u32> = 1..=1000;

/// What can be said, for whoever said something else.
const COMMANDS: &str = "ugi, isready, setoption, uginewgame, position, go, stop, query, d, quit";
const POSITION: &str = "position startpos [moves M1 M2 ..], or position text BOARD SIDE PLACE JUMPER QUIET [moves ..]";
const GO: &str = "go, go nodes N, go movetime MS, go depth PLIES, go p1time MS p2time MS [p1inc MS] [p2inc MS] [movestogo N], \
                  or go infinite";

impl FromStr for Command {
    type Err = Problem;

    fn from_str(line: &str) -> Result<Self, Problem> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        match word {
            "position" => position(rest),
            "go" => go(rest).map(Self::Go),
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

fn wrong(message: String, allowed: &str) -> Problem {
    Problem::new(message).help(format!("allowed: {allowed}"))
}

/// The beginning of a text that may be long.
fn cut(text: &str) -> String {
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

fn go(rest: &str) -> Result<Go, Problem> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    match words[..] {
        [] => Ok(Go::Own),
        ["infinite"] => Ok(Go::Infinite),
        ["nodes", count] => number("nodes", count, NODES).map(Go::Nodes),
        ["movetime", time] => number("movetime", time, MOVE_TIME).map(Go::MoveTime),
        ["depth", plies] => number("depth", plies, DEPTH).map(|plies| Go::Depth(plies as u8)),
        ["p1time" | "p2time" | "p1inc" | "p2inc" | "movestogo", ..] => clock(&words).map(Go::Clock),
        _ => Err(wrong(format!("`go {}` is not understood", cut(rest)), GO)),
    }
}

fn clock(words: &[&str]) -> Result<Clock, Problem> {
    let (mut clock, mut times) = (Clock::default(), 0);
    for pair in words.chunks(2) {
        let &[key, value] = pair else { return Err(wrong(format!("`{}` has no number", cut(pair[0])), GO)) };
        match key {
            "p1time" => (clock.time[0], times) = (number(key, value, CLOCK)?, times + 1),
            "p2time" => (clock.time[1], times) = (number(key, value, CLOCK)?, times + 1),
            "p1inc" => clock.increment[0] = number(key, value, CLOCK)?,
            "p2inc" => clock.increment[1] = number(key, value, CLOCK)?,
            "movestogo" => clock.turns = Some(number(key, value, TURNS)?),
            _ => return Err(wrong(format!("`{}` is no part of a clock", cut(key)), GO)),
        }
    }
    if times == 2 { Ok(clock) } else { Err(wrong("a clock has `p1time` and `p2time`".to_owned(), GO)) }
}

fn number(what: &str, text: &str, range: RangeInclusive<u32>) -> Result<u32, Problem> {
    let value = text.parse().ok().filter(|value| range.contains(value));
    let (low, high) = (range.start(), range.end());
    value.ok_or_else(|| wrong(format!("{what} must be {low} to {high}, found `{}`", cut(text)), GO))
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
    fn a_clock_is_never_used_up() {
        let share =
            |time, increment, turns| Clock { time: [time, 0], increment: [increment, 0], turns }.share(0).as_millis();
        assert_eq!(share(60_000, 0, None), 2000);
        assert_eq!(share(60_000, 1000, None), 2750);
        assert_eq!(share(60_000, 0, Some(1000)), 2000);
        assert_eq!(share(60_000, 0, Some(10)), 6000);
        assert_eq!(share(60_000, 0, Some(1)), 48_000);
        assert_eq!(share(1000, 10_000, None), 800);
        assert_eq!(share(0, 0, None), 1);
        let clock = Clock { time: [60_000, 30_000], ..Clock::default() };
        assert_eq!(Go::Clock(clock).limit(1), Limit::Within(Budget::Time(Duration::from_secs(1))));
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
