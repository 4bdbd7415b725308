//! Which network, and how it plays.
//!
//! In: `DIR` or `DIR?OPTIONS`. Out: a [`NetworkSpec`].
//! Invariant: what a spec prints as reads back as the same spec. A directory may hold `?` itself: options follow the last
//! one, and may be empty then.

use std::fmt;

use super::budget::Budget;
use super::options::{CONTEMPT, DRAW, MILLISECONDS, SIMULATIONS, TEMPERATURE, budget, read, time};
use super::spec::SpecError;
use crate::rules::Side;

/// The most that a draw can be worth, in hundredths of a win.
const MOST_DRAW: i32 = 90;

/// A network as it is named.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NetworkSpec {
    /// The directory of a run or a model.
    pub dir: String,
    /// What each move's search may cost: 1 to 100000 simulations, or 0.1 to 3600000 milliseconds; `None` = the policy alone.
    pub budget: Option<Budget>,
    /// What a draw is worth to the officers, in hundredths of a win, 0 to 90, and as much less than nothing to the rebels:
    /// the more, the harder these press on.
    pub draw: u32,
    /// By how much less than `draw` says it is worth to the player itself, in hundredths of a win, 0 to 90, whichever side it
    /// plays: the more, the harder it presses on.
    pub contempt: u32,
    /// Its moves are drawn from its policy at this temperature, in hundredths, 0 to 500; 0 = it plays the best move that it
    /// knows.
    pub temperature: u32,
}

impl NetworkSpec {
    /// The network of a directory, its policy alone.
    pub fn policy(dir: impl Into<String>) -> Self {
        Self { dir: dir.into(), ..Self::default() }
    }

    /// The network of a directory with so many simulations a move.
    pub fn searching(dir: impl Into<String>, simulations: u32) -> Self {
        Self { budget: Some(Budget::Simulations(simulations)), ..Self::policy(dir) }
    }

    /// Reads what follows `net:` in the spec `text`.
    pub(super) fn read(text: &str, rest: &str) -> Result<Self, SpecError> {
        let (dir, options) = rest.rsplit_once('?').map_or((rest, None), |(dir, options)| (dir, Some(options)));
        if dir.is_empty() {
            return Err(SpecError::new(format!("player `{text}`: the directory of the network is missing")));
        }
        let [simulations, milliseconds, draw, contempt, temperature] = match options {
            None => [None; 5],
            // Without them, a `?` of the directory would be read as their beginning.
            Some("") if dir.contains('?') => [None; 5],
            Some(options) => read(text, options, [&SIMULATIONS, &MILLISECONDS, &DRAW, &CONTEMPT, &TEMPERATURE])?,
        };
        Ok(Self {
            dir: dir.to_owned(),
            budget: budget(text, simulations, milliseconds.map(time))?,
            draw: draw.unwrap_or(0),
            contempt: contempt.unwrap_or(0),
            temperature: temperature.unwrap_or(0),
        })
    }

    /// What a draw is worth to the officers, in [-0.9, 0.9], when the network plays this side. (One that its search has proven
    /// is never worth more than nothing to itself.)
    pub fn draw_value(&self, side: Side) -> f32 {
        let (draw, contempt) = (self.draw as i32, self.contempt as i32);
        let worth = match side {
            Side::Officers => draw - contempt,
            Side::Rebels => draw + contempt,
        };
        worth.clamp(-MOST_DRAW, MOST_DRAW) as f32 / 100.0
    }

    /// The options that say how it plays, besides its budget: name and value of those that are not 0.
    pub fn style(&self) -> impl Iterator<Item = (&'static str, u32)> {
        [(DRAW.key, self.draw), (CONTEMPT.key, self.contempt), (TEMPERATURE.key, self.temperature)]
            .into_iter()
            .filter(|&(_, value)| value > 0)
    }
}

impl fmt::Display for NetworkSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let budget = self.budget.as_ref().map(ToString::to_string);
        let options = self.style().map(|(key, value)| format!("{key}={value}"));
        let options: Vec<String> = budget.into_iter().chain(options).collect();
        // Without the empty options, a `?` of the directory would be read as their beginning.
        let mark = if options.is_empty() && !self.dir.contains('?') { "" } else { "?" };
        write!(f, "net:{}{mark}{}", self.dir, options.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contempt_takes_from_a_draw_whichever_side_it_plays() {
        let worth = |text: &str| {
            let spec = NetworkSpec::read(text, text).unwrap();
            [Side::Officers, Side::Rebels].map(|side| spec.draw_value(side))
        };
        assert_eq!(worth("x"), [0.0, 0.0]);
        assert_eq!(worth("x?draw=40"), [0.4, 0.4]);
        assert_eq!(worth("x?contempt=40"), [-0.4, 0.4]);
        assert_eq!(worth("x?draw=40,contempt=50"), [-0.1, 0.9]);
        assert_eq!(worth("x?draw=60,contempt=80"), [-0.2, 0.9], "never more than a win");
    }
}
