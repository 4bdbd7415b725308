//! Sets of officers on the empty points of a formation, numbered.
//!
//! In: how many empty points (*holes*, numbered in reading order) and how many officers. Out: the number of a set among all
//! `choose(holes, officers)`, and tables of them. The set with holes `a < b < c` has number `C(a,1) + C(b,2) + C(c,3)`
//! (the combinatorial number system; Knuth, The Art of Computer Programming 4A, 7.2.1.3), so those that share all but the lowest hole
//! are neighbours. Invariant: numbers and sets correspond one to one.

use super::bits::Gather;
use crate::rules::Point;

/// The most officers that there are.
pub const MOST_OFFICERS: usize = 3;

const CHOOSE: [[u32; MOST_OFFICERS + 1]; 35] = {
    let mut table = [[0; MOST_OFFICERS + 1]; 35];
    let mut n = 0;
    while n < table.len() {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MOST_OFFICERS && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// In how many ways `officers` (at most three) can stand on `holes` points.
#[inline]
pub const fn choose(holes: usize, officers: usize) -> usize {
    CHOOSE[holes][officers] as usize
}

/// The number of a set of holes.
#[inline]
pub fn number(mut holes: u32) -> usize {
    let (mut number, mut size) = (0, 1);
    while holes != 0 {
        number += choose(holes.trailing_zeros() as usize, size);
        holes &= holes - 1;
        size += 1;
    }
    number
}

/// All sets of so many officers on so many holes.
pub struct Sets {
    /// Officers in each set.
    pub officers: usize,
    /// Each set as a mask of holes, by its number.
    pub masks: Vec<u32>,
    /// For each set and each officer in it: the number of the set of the others (its *row*), and the officer's hole. `[sets * officers]`.
    pub parts: Vec<(u16, u8)>,
    /// The masks of all rows.
    pub rows: Vec<u32>,
    /// `without[hole]`: the sets that do not hold it, as words of bits. `[holes * words]`.
    pub without: Vec<u64>,
    /// `gathers[hole]`: how to move the bits of these sets together, if they fit one word.
    pub gathers: Vec<Gather>,
    /// `above[hole]`: the same for the pairs in which it is the lower hole; empty if these are no pairs that fit one word.
    pub above: Vec<Gather>,
    /// Words of 64 bits that hold a bit for each set.
    pub words: usize,
    /// Bytes that do.
    pub bytes: usize,
}

impl Sets {
    /// The sets of `officers` on `holes`.
    pub fn new(holes: usize, officers: usize) -> Sets {
        let masks = masks(holes, officers);
        let parts = masks.iter().flat_map(|&mask| {
            let members = (0..holes).filter(move |hole| mask >> hole & 1 == 1);
            members.map(move |hole| (number(mask & !(1 << hole)) as u16, hole as u8))
        });
        let (words, bytes) = (masks.len().div_ceil(64), masks.len().div_ceil(8));
        let parts = parts.collect();
        let without: Vec<u64> = (0..holes).flat_map(|hole| without(&masks, hole)).collect();
        let gathers = if words == 1 { without.iter().map(|&mask| Gather::new(mask)).collect() } else { Vec::new() };
        let pairs_above = |hole: usize| (hole + 1..holes).map(|above| 1 << (choose(above, 2) + hole)).sum();
        let above = if officers == 2 && words == 1 {
            (0..holes).map(|hole| Gather::new(pairs_above(hole))).collect()
        } else {
            Vec::new()
        };
        Sets { officers, parts, rows: self::masks(holes, officers - 1), without, gathers, above, words, bytes, masks }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.masks.len()
    }
}

/// The sets that do not hold a hole.
fn without(masks: &[u32], hole: usize) -> Vec<u64> {
    let mut words = vec![0; masks.len().div_ceil(64)];
    let others = masks.iter().enumerate().filter(|(_, mask)| *mask >> hole & 1 == 0);
    others.for_each(|(index, _)| words[index / 64] |= 1 << (index % 64));
    words
}

/// Every set of officers beside so many rebels, of one officer, two and so on, and how the bits of all of them lie together.
pub struct Layer {
    /// Rebels on the board.
    pub rebels: usize,
    /// `sets[j]`: the sets of `j + 1` officers.
    pub sets: Vec<Sets>,
    /// `word_at[j]`: where their words begin in those of a formation; the last entry is the number of all words.
    pub word_at: Vec<usize>,
    /// `byte_at[j]`: the same for bytes.
    pub byte_at: Vec<usize>,
}

impl Layer {
    /// Up to so many officers beside `rebels` rebels, on a board of 33 points.
    pub fn new(rebels: usize, officers: usize) -> Layer {
        let holes = Point::COUNT - rebels;
        let sets: Vec<Sets> = (1..=officers).map(|officers| Sets::new(holes, officers)).collect();
        let sums = |size: fn(&Sets) -> usize| {
            let sum = |sum: &mut usize, sets: &Sets| {
                *sum += size(sets);
                Some(*sum)
            };
            std::iter::once(0).chain(sets.iter().scan(0, sum)).collect::<Vec<_>>()
        };
        let (word_at, byte_at) = (sums(|sets| sets.words), sums(|sets| sets.bytes));
        Layer { rebels, sets, word_at, byte_at }
    }

    /// A layer that nothing is asked of.
    pub fn empty(rebels: usize) -> Layer {
        Layer { rebels, sets: Vec::new(), word_at: vec![0], byte_at: vec![0] }
    }

    /// Words of a formation.
    pub fn words(&self) -> usize {
        self.word_at[self.sets.len()]
    }

    /// Bytes of a formation.
    pub fn bytes(&self) -> usize {
        self.byte_at[self.sets.len()]
    }

    /// The words in which every set has its bit set.
    pub fn all(&self) -> Vec<u64> {
        let mut all = vec![0; self.words()];
        for (index, sets) in self.sets.iter().enumerate() {
            super::planes::fill(&mut all[self.word_at[index]..self.word_at[index + 1]], sets.len());
        }
        all
    }

    /// The words of the sets of each number of officers, out of those of a formation.
    #[inline]
    pub fn planes<'a>(&'a self, words: &'a [u64]) -> impl Iterator<Item = (&'a Sets, &'a [u64])> {
        self.sets.iter().enumerate().map(|(index, sets)| (sets, &words[self.word_at[index]..self.word_at[index + 1]]))
    }

    /// Packs the words of some formations into bytes.
    pub fn pack(&self, words: &[u64]) -> Box<[u8]> {
        let mut packed = Vec::with_capacity(words.len() / self.words() * self.bytes());
        for formation in words.chunks_exact(self.words()) {
            for (sets, plane) in self.planes(formation) {
                packed.extend(plane.iter().flat_map(|word| word.to_le_bytes()).take(sets.bytes));
            }
        }
        packed.into_boxed_slice()
    }

    /// The words of a formation from its bytes.
    pub fn unpack(&self, bytes: &[u8], words: &mut [u64]) {
        words.fill(0);
        for index in 0..self.sets.len() {
            let plane = &mut words[self.word_at[index]..];
            for (at, &byte) in bytes[self.byte_at[index]..self.byte_at[index + 1]].iter().enumerate() {
                plane[at / 8] |= u64::from(byte) << (8 * (at % 8));
            }
        }
    }
}

fn masks(holes: usize, officers: usize) -> Vec<u32> {
    // Numbers ascend as the masks do: both compare the highest hole first.
    let mut masks: Vec<u32> = vec![0];
    for _ in 0..officers {
        let larger = |mask: &u32| {
            let (mask, above) = (*mask, 32 - mask.leading_zeros() as usize);
            (above..holes).map(move |hole| mask | 1 << hole)
        };
        masks = masks.iter().flat_map(larger).collect();
    }
    masks.sort_unstable();
    masks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_sets_correspond() {
        for holes in 0..=29 {
            for officers in 1..=MOST_OFFICERS {
                let sets = Sets::new(holes, officers);
                assert_eq!(sets.len(), choose(holes, officers));
                for (index, &mask) in sets.masks.iter().enumerate() {
                    assert_eq!((number(mask), mask.count_ones() as usize), (index, officers));
                }
            }
        }
    }

    #[test]
    fn a_part_and_its_row_make_the_set() {
        let sets = Sets::new(9, 3);
        for (parts, &mask) in sets.parts.chunks(3).zip(&sets.masks) {
            assert!(parts.iter().all(|&(row, hole)| sets.rows[usize::from(row)] | 1 << hole == mask));
        }
    }
}
