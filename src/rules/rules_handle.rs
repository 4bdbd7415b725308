//! The handle to a validated rule set and what is derived from it.
//!
//! In: a [`RuleSet`]. Out: [`Rules`], a pointer that is copied into every position. Invariant:
//! equal rules have one handle in a process, and the same [`Tables::hash`] in every process.

use std::fmt;
use std::ops::Deref;
use std::sync::{Mutex, PoisonError};

use super::lines::Lines;
use super::rule_check::check_start;
use super::{Bitboard, Chain, Direction, Huff, Point, RuleError, RuleSet};

/// A rule set that can be played.
#[derive(Clone, Copy)]
pub struct Rules(&'static Tables);

/// A rule set with the masks and limits that play needs.
pub struct Tables {
    set: RuleSet,
    hash: u64,
    /// Origins of the officers' lines, by direction.
    pub(super) steps: [Bitboard; 8],
    /// Origins of the lines that rebels may take, by direction: no backward ones.
    pub(super) rebel_steps: [Bitboard; 8],
    /// Origins of jumps, by direction.
    pub(super) jumps: [Bitboard; 8],
    /// Where officers may be placed.
    pub(super) placement: Bitboard,
    pub(super) fortress_win: bool,
    pub(super) min_rebels: u32,
    /// So many quiet plies are a draw.
    pub(super) quiet_limit: u32,
    pub(super) huff: bool,
    pub(super) forced: bool,
}

static INTERNED: Mutex<Vec<&'static Tables>> = Mutex::new(Vec::new());

impl Rules {
    /// Validates a rule set and gives its handle. Each distinct rule set keeps a few hundred bytes
    /// for the rest of the process.
    ///
    /// # Errors
    /// Every reason why the set cannot be played.
    pub fn new(set: RuleSet) -> Result<Rules, Vec<RuleError>> {
        set.check_values()?;
        let set = set.canonical();
        // A panic elsewhere cannot leave the list half changed: a push is all that happens under
        // the lock.
        let mut interned = INTERNED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = interned.iter().find(|known| known.set == set) {
            return Ok(Rules(known));
        }
        let tables: &'static Tables = Box::leak(Box::new(Tables::new(set)));
        check_start(Rules(tables))?;
        interned.push(tables);
        Ok(Rules(tables))
    }

    /// Asalto.
    pub fn asalto() -> Rules {
        Rules::new(RuleSet::asalto()).expect("Asalto is a game")
    }

    /// Standard Fox and Geese with 13, 15 or 17 geese; `None` for any other number.
    pub fn fox_and_geese(geese: u32) -> Option<Rules> {
        RuleSet::fox_and_geese(geese).map(|set| Rules::new(set).expect("Fox and Geese is a game"))
    }
}

impl Tables {
    pub(super) fn new(set: RuleSet) -> Tables {
        let lines = Lines::new(set.diagonals);
        let for_rebels = |direction: Direction| {
            let sideways = matches!(direction, Direction::E | Direction::W);
            direction.is_forward() || (sideways && set.sideways)
        };
        let rebel_steps = Direction::ALL
            .map(|direction| if for_rebels(direction) { lines.steps[direction.index()] } else { Bitboard::EMPTY });
        Tables {
            hash: fingerprint(&set),
            steps: lines.steps,
            rebel_steps,
            jumps: lines.jumps,
            placement: set.placement_points(),
            fortress_win: set.fortress_win,
            min_rebels: set.min_rebels,
            quiet_limit: if set.quiet_turns == 0 { u32::MAX } else { 2 * set.quiet_turns },
            huff: set.huff == Huff::All,
            forced: set.chain == Chain::Forced,
            set,
        }
    }

    /// Whether a line of the board leads from `origin` in `direction`; the officers may step along it.
    pub fn has_line(&self, origin: Point, direction: Direction) -> bool {
        self.steps[direction.index()].contains(origin)
    }

    /// The rule set, in canonical form.
    pub fn set(&self) -> &RuleSet {
        &self.set
    }

    /// Whether the points where officers may begin are their own mirror image; all else always is.
    /// If not, a position with officers still to be placed has no mirror image under the same
    /// rules.
    pub fn is_symmetric(&self) -> bool {
        self.placement == self.placement.mirrored()
    }

    /// A fingerprint of the canonical form, the same in every process.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The fingerprint in 16 hexadecimal digits.
    pub fn hash_hex(&self) -> String {
        format!("{:016x}", self.hash)
    }
}

/// FNV-1a over the canonical TOML text.
fn fingerprint(set: &RuleSet) -> u64 {
    set.to_toml()
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

impl Deref for Rules {
    type Target = Tables;

    #[inline]
    fn deref(&self) -> &Tables {
        self.0
    }
}

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Rules {}

impl std::hash::Hash for Rules {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules({})", self.hash_hex())
    }
}
