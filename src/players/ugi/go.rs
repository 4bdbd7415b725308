//! How long an engine is to think.
//!
//! In: what follows `go`. Out: a [`Go`], and the limit that it sets to a player.
//! Invariant: what a `go` prints as reads back as the same `go`; a clock is never used up by one turn.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use super::command::{cut, wrong};
use crate::base::fault::Problem;
use crate::players::alphabeta::MOST_DEPTH;
use crate::players::{Budget, Limit};

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

const GO: &str = "go, go nodes N, go movetime MS, go depth PLIES, go p1time MS p2time MS [p1inc MS] [p2inc MS] [movestogo N], \
                  or go infinite";

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
    /// Reads what follows `go`.
    ///
    /// # Errors
    /// What is wrong with it, and what is allowed.
    pub(super) fn read(rest: &str) -> Result<Self, Problem> {
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
