//! Where games start: plainly, or with rebels missing so that both sides win about as often.

use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::SelfPlayConfig;
use crate::base::rng::{Rng, below};
use crate::rules::{Action, Position, Rules, advanced, random_placements, random_turns, thinned};
use crate::selfplay::End;

/// Attempts at a start whose random plies do not end the game, before it is taken without random plies.
const ATTEMPTS: u32 = 20;

/// The two kinds of start; every statistic keeps them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartKind {
    /// The rule set's own start.
    Plain,
    /// Rebels missing at random, officers placed at random, a few random plies played.
    Even,
}

impl StartKind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Plain, Self::Even];

    /// The name in metrics and records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Even => "even",
        }
    }
}

/// The average number of rebels missing from even starts, adapted so that neither side wins more than the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StartBalance {
    /// Rebels missing on average.
    pub missing: f64,
}

impl StartBalance {
    /// Moves the average after an iteration in which rebels scored `rebels_score` (in [0, 1], draws half) from even starts.
    pub fn update(&mut self, rules: Rules, config: &SelfPlayConfig, rebels_score: f64) {
        let step = config.missing_rate * 2.0 * (rebels_score - 0.5);
        self.missing = (self.missing + step).clamp(0.0, f64::from(most_missing(rules)));
    }

    /// Rebels missing from one start.
    fn draw(self, rules: Rules, config: &SelfPlayConfig, rng: &mut Rng) -> u32 {
        let most = most_missing(rules);
        let offset = config.missing_spread * (2.0 * rng.random::<f64>() - 1.0);
        ((self.missing + offset).round().max(0.0) as u32).min(most)
    }
}

/// Rebels that can be missing before the officers have won.
fn most_missing(rules: Rules) -> u32 {
    let all = Position::start(rules).rebels().count();
    all.saturating_sub(rules.set().min_rebels.max(1))
}

/// A game's first position, and the actions played at random before the players take over.
pub(super) struct Start {
    pub kind: StartKind,
    pub missing: u32,
    pub position: Position,
    pub random: Vec<Action>,
}

impl Start {
    /// Draws a start. The result depends on `rng` alone.
    pub fn draw(rules: Rules, config: &SelfPlayConfig, balance: StartBalance, rng: &mut Rng) -> Self {
        if rng.random::<f64>() < config.plain_share {
            let position = Position::start(rules);
            let random = match rng.random::<f64>() < config.random_placements {
                true => random_placements(position, rng),
                false => Vec::new(),
            };
            return Self { kind: StartKind::Plain, missing: 0, position, random };
        }
        let missing = balance.draw(rules, config, rng);
        if config.advanced_share > 0.0 && rng.random::<f64>() < config.advanced_share {
            let attempt = |_| advanced(thinned(rules, missing, rng), below(rng, config.advanced_steps + 1), rng);
            if let Some(position) = (0..ATTEMPTS).find_map(attempt) {
                return Self { kind: StartKind::Even, missing, position, random: Vec::new() };
            }
        }
        for attempt in 0..ATTEMPTS {
            let position = thinned(rules, missing, rng);
            let mut random = random_placements(position, rng);
            let placed = random.iter().fold(position, |position, &action| position.play_unchecked(action));
            // The last attempt is without random turns: it can fail only where the placement itself decides the game.
            let turns = if attempt + 1 < ATTEMPTS { below(rng, config.random_plies + 1) } else { 0 };
            if let Some(turns) = random_turns(placed, turns, rng) {
                random.extend(turns);
                return Self { kind: StartKind::Even, missing, position, random };
            }
        }
        Self { kind: StartKind::Plain, missing: 0, position: Position::start(rules), random: Vec::new() }
    }
}

/// The rebels' share of the points, a draw counting half; `None` where no game has a result.
pub fn rebels_score(ends: impl Iterator<Item = End>) -> Option<f64> {
    let points = ends.filter_map(|end| match end {
        End::Rebels => Some(1.0),
        End::Draw => Some(0.5),
        End::Officers => Some(0.0),
        End::Capped => None,
    });
    let (games, sum) = points.fold((0u32, 0.0), |(games, sum), point| (games + 1, sum + point));
    (games > 0).then(|| sum / f64::from(games))
}
