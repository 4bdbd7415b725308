//! What is proven of the rule sets of a study, beside what was measured.
//!
//! In: solved tables. Out: a [`TruthReport`]. Invariant: a placement and its mirror image are one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::replay::canonical;
use crate::base::fault::Fault;
use crate::exact::Tables;
use crate::rules::Side;

/// The exact values of a rule set's placements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TruthReport {
    /// Number of the rule set.
    pub rules: usize,
    /// The most rebels that are lost in a win of the rebels; wins that cost more are not looked for.
    pub losses: u32,
    /// Whether all is known: then what neither side wins is a draw.
    pub complete: bool,
    /// Placement by placement: the officers' points, how many mirror images that are (1 or 2), and who wins.
    pub placements: Vec<Placed>,
}

/// A placement and its mirror image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// The officers' points: `d6d5`.
    pub placement: String,
    /// 2 if its mirror image is another one.
    pub images: u32,
    /// Who is proven to win.
    pub winner: Option<Side>,
}

impl TruthReport {
    /// What tables say of a rule set, which is number `rules` of a study.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn new(rules: usize, tables: &Tables) -> Result<Self, Fault> {
        let mut placements: BTreeMap<String, Placed> = BTreeMap::new();
        for start in tables.starts()? {
            let points = canonical(start.position.officers());
            let placement: String = points.iter().map(|point| point.name()).collect();
            let placed = Placed { placement: placement.clone(), images: 0, winner: start.winner };
            placements.entry(placement).or_insert(placed).images += 1;
        }
        let scope = &tables.manifest().scope;
        Ok(Self {
            rules,
            losses: (scope.most - scope.fewest) as u32,
            complete: tables.is_complete(),
            placements: placements.into_values().collect(),
        })
    }

    /// How many placements this side wins; with `None`, neither.
    pub fn won_by(&self, winner: Option<Side>) -> u32 {
        self.placements.iter().filter(|placed| placed.winner == winner).map(|placed| placed.images).sum()
    }

    /// What is proven of a placement, in words.
    pub fn value(&self, placement: &str) -> Option<&'static str> {
        let placed = self.placements.iter().find(|placed| placed.placement == placement)?;
        Some(match placed.winner {
            Some(Side::Officers) => "officers win",
            Some(Side::Rebels) => "rebels win",
            None if self.complete => "draw",
            None => "open",
        })
    }
}
