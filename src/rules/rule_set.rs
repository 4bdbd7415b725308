//! A rule set as data: what a rules file says.
//!
//! In: the keys of the rules table, each with Asalto's value as its default. Out: [`RuleSet`],
//! presets, TOML text. Invariant: a `RuleSet` may be nonsense; only [`Rules`](super::Rules), which
//! validates it, can be played.

use serde::{Deserialize, Serialize};

use super::{Bitboard, Diagonals, Point, Side};

/// Where the officers begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Placement {
    /// `"free"`: the officers' player chooses any empty points of the fortress.
    #[default]
    Free,
    /// A list of exactly `officers` points is the fixed start; of a longer one the officers' player
    /// chooses.
    Points(Vec<Point>),
}

/// Where the rebels begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rebels {
    /// `"outside"`: on all 24 points outside the fortress.
    #[default]
    Outside,
    /// On these points.
    Points(Vec<Point>),
}

/// What happens when the officers could have captured and did not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Huff {
    /// Every officer that could have captured is removed.
    #[default]
    All,
    /// Nothing.
    None,
}

/// Whether an officer that can jump on must.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chain {
    /// It may stop after any jump.
    #[default]
    Optional,
    /// It jumps on while it can.
    Forced,
}

/// A variant of the game. The default is Asalto.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RuleSet {
    /// Which diagonals are lines.
    pub diagonals: Diagonals,
    /// How many officers there are, 1 to 3.
    pub officers: u32,
    /// Where they begin.
    pub placement: Placement,
    /// Where the rebels begin.
    pub rebels: Rebels,
    /// Who makes the first turn after the placement.
    pub first: Side,
    /// Whether rebels may step sideways.
    pub sideways: bool,
    /// What a missed capture costs.
    pub huff: Huff,
    /// Whether a chain of jumps must go on.
    pub chain: Chain,
    /// Whether rebels on all nine fortress points win.
    pub fortress_win: bool,
    /// The officers win when fewer rebels remain.
    pub min_rebels: u32,
    /// So many turns of each side without a capture or a forward step are a draw; 0 = never.
    pub quiet_turns: u32,
    /// A position that stands so many times is a draw; 0 = never.
    pub repetition: u32,
}

impl Default for RuleSet {
    fn default() -> RuleSet {
        RuleSet::asalto()
    }
}

impl RuleSet {
    /// The keys of a rules file, in the order of the table.
    pub const KEYS: [&str; 12] = [
        "diagonals",
        "officers",
        "placement",
        "rebels",
        "first",
        "sideways",
        "huff",
        "chain",
        "fortress_win",
        "min_rebels",
        "quiet_turns",
        "repetition",
    ];

    /// Asalto: two officers, 24 rebels.
    pub const fn asalto() -> RuleSet {
        RuleSet {
            diagonals: Diagonals::Alternate,
            officers: 2,
            placement: Placement::Free,
            rebels: Rebels::Outside,
            first: Side::Rebels,
            sideways: true,
            huff: Huff::All,
            chain: Chain::Optional,
            fortress_win: true,
            min_rebels: 9,
            quiet_turns: 50,
            repetition: 3,
        }
    }

    /// Standard Fox and Geese with 13, 15 or 17 geese; `None` for any other number.
    pub fn fox_and_geese(geese: u32) -> Option<RuleSet> {
        let more: &[&str] = match geese {
            13 => &[],
            15 => &["a4", "g4"],
            17 => &["a4", "b4", "f4", "g4"],
            _ => return None,
        };
        let more: Bitboard = more.iter().filter_map(|name| Point::from_name(name)).collect();
        let three_ranks: Bitboard = Point::ALL.into_iter().filter(|point| point.rank() <= 3).collect();
        Some(RuleSet {
            diagonals: Diagonals::All,
            officers: 1,
            placement: Placement::Points(Point::from_name("d4").into_iter().collect()),
            rebels: Rebels::Points((three_ranks | more).iter().collect()),
            first: Side::Officers,
            sideways: false,
            huff: Huff::None,
            chain: Chain::Optional,
            fortress_win: false,
            min_rebels: 4,
            quiet_turns: 50,
            repetition: 3,
        })
    }

    /// The points where the rebels begin.
    pub fn rebel_points(&self) -> Bitboard {
        match &self.rebels {
            Rebels::Outside => !Bitboard::FORTRESS,
            Rebels::Points(points) => points.iter().copied().collect(),
        }
    }

    /// The points where officers may begin.
    pub fn placement_points(&self) -> Bitboard {
        match &self.placement {
            Placement::Free => Bitboard::FORTRESS - self.rebel_points(),
            Placement::Points(points) => points.iter().copied().collect(),
        }
    }

    /// Whether the officers begin on given points, so that there is nothing to place.
    pub fn is_placement_fixed(&self) -> bool {
        matches!(&self.placement, Placement::Points(points) if points.len() == self.officers as usize)
    }

    /// The same rules with lists in reading order, and `outside` for the list that it stands for:
    /// equal rules in equal words.
    pub(super) fn canonical(mut self) -> RuleSet {
        let rebels = self.rebel_points();
        self.rebels = match rebels == !Bitboard::FORTRESS {
            true => Rebels::Outside,
            false => Rebels::Points(rebels.iter().collect()),
        };
        if let Placement::Points(points) = &mut self.placement {
            points.sort_unstable();
            let all_of_the_fortress = Bitboard::FORTRESS - rebels;
            if points.len() != self.officers as usize
                && points.iter().copied().collect::<Bitboard>() == all_of_the_fortress
            {
                self.placement = Placement::Free;
            }
        }
        self
    }
}
