//! What is known of the formations with fewer rebels: where captures lead.
//!
//! In: solved classes, bit by bit. Out: whether a set of officers is good with the rebels to move. Invariant: a class is
//! known as a whole or not at all, and only its canonical formations are kept: the others are their mirror images.

use super::formation::{CODES, Class, code, code_of, mirrored};
use super::sets::{Layer, number};

/// Solved classes, each with the packed good sets of its canonical formations.
pub struct Known {
    classes: Vec<Option<Box<Packed>>>,
}

/// A class, and `[formation * bytes]` of its canonical formations.
type Packed = (Class, Box<[u8]>);

/// Where a formation's sets are.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    bytes: &'a [u8],
    is_mirrored: bool,
    empty: u64,
}

impl Known {
    /// Nothing.
    pub fn new() -> Known {
        Known { classes: (0..CODES).map(|_| None).collect() }
    }

    /// Adds a class.
    pub fn insert(&mut self, class: Class, bytes: Box<[u8]>) {
        let code = code_of(class.counts);
        self.classes[code] = Some(Box::new((class, bytes)));
    }

    /// Where a formation's sets are; the board's points are `board`.
    #[inline]
    pub fn place(&self, board: u64, rebels: u64, layer: &Layer) -> Place<'_> {
        let (class, bytes) =
            self.classes[code(rebels)].as_deref().expect("layers are solved from the fewest rebels up");
        let (number, is_mirrored) = class.canonical(rebels);
        let empty = board & !rebels;
        let empty = if is_mirrored { mirrored(empty) } else { empty };
        Place { bytes: &bytes[number * layer.bytes()..], is_mirrored, empty }
    }
}

impl Place<'_> {
    /// Whether these officers are a good set.
    #[inline]
    pub fn is_good(&self, officers: u64, layer: &Layer) -> bool {
        let mut left = if self.is_mirrored { mirrored(officers) } else { officers };
        let (mut mask, mut size) = (0u32, 0);
        while left != 0 {
            let point = left & left.wrapping_neg();
            mask |= 1 << (self.empty & (point - 1)).count_ones();
            left ^= point;
            size += 1;
        }
        let index = number(mask);
        self.bytes[layer.byte_at[size - 1] + index / 8] >> (index % 8) & 1 == 1
    }
}
