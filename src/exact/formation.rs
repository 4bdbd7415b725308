//! Formations of rebels, numbered.
//!
//! In: a set of rebels. Out: its [`Class`] (how many rebels each rank of the board holds) and its number within the class.
//! A sideways step stays in the class, a forward step leads into one whose *advance* (the sum of the rebels' ranks, the lowest
//! counting 0) is greater by one: so classes are what is solved at a time.
//!
//! A rank's patterns of so many rebels are ordered: those that are their own mirror image, then one of each mirrored pair, then the
//! others in the same order. A formation's number in its class has one digit a rank, the top rank's first. The formation is
//! *canonical* if its first digit that is not of a symmetric pattern is of the second kind; so of a formation and its mirror
//! image one is canonical, and canonical formations are numbered without gaps.
//! Invariant: numbers and formations correspond one to one.

/// The ranks of the board, from the top.
pub const RANKS: usize = 7;

const WIDTHS: [usize; RANKS] = [3, 3, 7, 7, 7, 3, 3];

/// The patterns of a rank of one width.
struct Patterns {
    /// `digit[pattern]`: its place among the patterns of as many rebels.
    digit: [u8; 128],
    /// `list[count]`: the patterns of so many rebels, in order, and how many they are.
    list: [[u8; 35]; 8],
    len: [u8; 8],
    /// How many of them are their own mirror image, and how many pairs the others make.
    symmetric: [u8; 8],
    pairs: [u8; 8],
}

impl Patterns {
    const fn new(width: usize) -> Patterns {
        let mut patterns =
            Patterns { digit: [0; 128], list: [[0; 35]; 8], len: [0; 8], symmetric: [0; 8], pairs: [0; 8] };
        let mut kind = 0;
        while kind < 3 {
            let mut index = 0;
            while index < 1 << width {
                // The third kind comes in the order of its mirror images.
                let mirrored = (index as u8).reverse_bits() >> (8 - width);
                let pattern = if kind == 2 { mirrored } else { index as u8 };
                let found = if index as u8 == mirrored { 0 } else { 1 };
                let wanted = if kind == 0 { 0 } else { 1 };
                if found == wanted && index as u8 <= mirrored {
                    let count = pattern.count_ones() as usize;
                    patterns.digit[pattern as usize] = patterns.len[count];
                    patterns.list[count][patterns.len[count] as usize] = pattern;
                    patterns.len[count] += 1;
                    patterns.symmetric[count] += (kind == 0) as u8;
                    patterns.pairs[count] += (kind == 1) as u8;
                }
                index += 1;
            }
            kind += 1;
        }
        patterns
    }
}

static PATTERNS: [Patterns; 2] = [Patterns::new(3), Patterns::new(7)];

#[inline]
fn patterns(rank: usize) -> &'static Patterns {
    &PATTERNS[(WIDTHS[rank] == 7) as usize]
}

/// The pattern of a rank, its leftmost point in the lowest bit.
#[inline]
fn pattern(rebels: u64, rank: usize) -> usize {
    let byte = (rebels >> (8 * rank)) as usize;
    if WIDTHS[rank] == 7 { byte & 127 } else { byte >> 2 & 7 }
}

/// The formations with so many rebels on each rank.
#[derive(Clone, Debug)]
pub struct Class {
    /// Rebels on each rank, from the top.
    pub counts: [u8; RANKS],
    /// `sizes[r]`: in how many ways the ranks from `r` down can be filled.
    sizes: [u32; RANKS + 1],
    /// `halves[r]`: in how many of them up to mirror images.
    halves: [u32; RANKS + 1],
}

/// How many [codes](code) there are.
pub const CODES: usize = 1 << 17;

/// The number of a formation's class among all.
#[inline]
pub fn code(rebels: u64) -> usize {
    code_of(std::array::from_fn(|rank| pattern(rebels, rank).count_ones() as u8))
}

/// The number of the class with so many rebels on each rank.
#[inline]
pub fn code_of(counts: [u8; RANKS]) -> usize {
    let bits = |rank: usize| if WIDTHS[rank] == 7 { 3 } else { 2 };
    (0..RANKS).fold(0, |code, rank| code << bits(rank) | usize::from(counts[rank]))
}

impl Class {
    /// The class with so many rebels on each rank.
    pub fn new(counts: [u8; RANKS]) -> Class {
        let mut class = Class { counts, sizes: [1; RANKS + 1], halves: [1; RANKS + 1] };
        let mut symmetric = 1;
        for rank in (0..RANKS).rev() {
            let (patterns, count) = (patterns(rank), usize::from(counts[rank]));
            class.sizes[rank] = class.sizes[rank + 1] * u32::from(patterns.len[count]);
            symmetric *= u32::from(patterns.symmetric[count]);
            class.halves[rank] = (class.sizes[rank] + symmetric) / 2;
        }
        class
    }

    /// All classes of so many rebels, most advanced first, then by [code](code_of).
    pub fn of_rebels(rebels: usize) -> Vec<Class> {
        let mut classes = Vec::new();
        extend(&mut [0; RANKS], 0, rebels, &mut classes);
        classes.sort_by_key(|class: &Class| (usize::MAX - class.advance(), code_of(class.counts)));
        classes
    }

    /// The rebels' ranks added up, the lowest rank counting 0.
    pub fn advance(&self) -> usize {
        self.counts.iter().enumerate().map(|(rank, &count)| (RANKS - 1 - rank) * usize::from(count)).sum()
    }

    /// How many formations it has.
    pub fn size(&self) -> usize {
        self.sizes[0] as usize
    }

    /// How many of them are canonical.
    pub fn half(&self) -> usize {
        self.halves[0] as usize
    }

    /// The number of a formation of this class.
    #[inline]
    pub fn number(&self, rebels: u64) -> usize {
        (0..RANKS).map(|rank| self.part(rebels, rank)).sum()
    }

    /// What one rank of a formation adds to its number. It depends on no other rank.
    #[inline]
    pub fn part(&self, rebels: u64, rank: usize) -> usize {
        usize::from(patterns(rank).digit[pattern(rebels, rank)]) * self.sizes[rank + 1] as usize
    }

    /// The number among the canonical formations of a formation or its mirror image, and whether it is the latter.
    #[inline]
    pub fn canonical(&self, rebels: u64) -> (usize, bool) {
        let mut base = 0;
        for rank in 0..RANKS {
            let (patterns, count) = (patterns(rank), usize::from(self.counts[rank]));
            let digit = u32::from(patterns.digit[pattern(rebels, rank)]);
            let (symmetric, pairs) = (u32::from(patterns.symmetric[count]), u32::from(patterns.pairs[count]));
            if digit < symmetric {
                base += digit * self.halves[rank + 1];
                continue;
            }
            base += symmetric * self.halves[rank + 1];
            let mirrored = digit >= symmetric + pairs;
            let digit = digit - symmetric - if mirrored { pairs } else { 0 };
            return ((base + digit * self.sizes[rank + 1] + self.rest(rebels, rank + 1, mirrored)) as usize, mirrored);
        }
        (base as usize, false)
    }

    /// The number that the ranks from `first` down add.
    #[inline]
    fn rest(&self, rebels: u64, first: usize, mirrored: bool) -> u32 {
        let mut number = 0;
        for rank in first..RANKS {
            let (patterns, count) = (patterns(rank), usize::from(self.counts[rank]));
            let mut digit = u32::from(patterns.digit[pattern(rebels, rank)]);
            let (symmetric, pairs) = (u32::from(patterns.symmetric[count]), u32::from(patterns.pairs[count]));
            if mirrored && digit >= symmetric {
                digit = if digit < symmetric + pairs { digit + pairs } else { digit - pairs };
            }
            number += digit * self.sizes[rank + 1];
        }
        number
    }

    /// The canonical formation with this number.
    pub fn formation(&self, number: usize) -> u64 {
        let (mut left, mut rebels, mut free) = (number as u32, 0, false);
        for rank in 0..RANKS {
            let (patterns, count) = (patterns(rank), usize::from(self.counts[rank]));
            let symmetric = u32::from(patterns.symmetric[count]);
            let digit = if free {
                left / self.sizes[rank + 1]
            } else if left < symmetric * self.halves[rank + 1] {
                left / self.halves[rank + 1]
            } else {
                left -= symmetric * self.halves[rank + 1];
                free = true;
                let digit = left / self.sizes[rank + 1];
                left -= digit * self.sizes[rank + 1];
                rebels |= place(patterns, count, symmetric + digit, rank);
                continue;
            };
            left -= digit * if free { self.sizes[rank + 1] } else { self.halves[rank + 1] };
            rebels |= place(patterns, count, digit, rank);
        }
        rebels
    }
}

fn place(patterns: &Patterns, count: usize, digit: u32, rank: usize) -> u64 {
    let pattern = u64::from(patterns.list[count][digit as usize]);
    pattern << (8 * rank + if WIDTHS[rank] == 7 { 0 } else { 2 })
}

fn extend(counts: &mut [u8; RANKS], rank: usize, left: usize, classes: &mut Vec<Class>) {
    if rank == RANKS {
        if left == 0 {
            classes.push(Class::new(*counts));
        }
        return;
    }
    for count in 0..=WIDTHS[rank].min(left) {
        counts[rank] = count as u8;
        extend(counts, rank + 1, left - count, classes);
    }
    counts[rank] = 0;
}

/// The left-right mirror image of a set of points.
#[inline]
pub fn mirrored(bits: u64) -> u64 {
    bits.swap_bytes().reverse_bits() >> 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Bitboard;

    /// All sets of so many points, made without any numbering: the next set with as many bits (Gosper), its bits spread over the cross.
    fn all(rebels: usize) -> impl Iterator<Item = u64> {
        let points: Vec<u64> = Bitboard::BOARD.iter().map(|point| Bitboard::of(point).bits()).collect();
        let mut next = (1u64 << rebels) - 1;
        std::iter::from_fn(move || {
            let now = next;
            let (low, ripple) = (now & now.wrapping_neg(), now + (now & now.wrapping_neg()));
            next = ripple | ((now ^ ripple) / low) >> 2;
            let spread = points.iter().enumerate().filter(|(index, _)| now >> index & 1 == 1);
            (now >> 33 == 0).then(|| spread.fold(0, |bits, (_, point)| bits | point))
        })
    }

    #[test]
    fn every_formation_has_a_number_of_its_own() {
        for rebels in [1, 3, 5, 29, 32] {
            let classes = Class::of_rebels(rebels);
            let mut seen: Vec<Vec<bool>> = vec![Vec::new(); CODES];
            let mut canonical = vec![Vec::new(); CODES];
            for class in &classes {
                seen[code_of(class.counts)] = vec![false; class.size()];
                canonical[code_of(class.counts)] = vec![0; class.half()];
            }
            for formation in all(rebels) {
                let code = code(formation);
                let class = classes.iter().find(|class| code_of(class.counts) == code).unwrap();
                assert!(!std::mem::replace(&mut seen[code][class.number(formation)], true));
                let (number, is_mirrored) = class.canonical(formation);
                canonical[code][number] += 1;
                let shown = if is_mirrored { mirrored(formation) } else { formation };
                assert_eq!(class.formation(number), shown);
                let (same, other) = class.canonical(mirrored(formation));
                assert!(same == number && (other != is_mirrored || formation == mirrored(formation)));
            }
            assert!(seen.iter().flatten().all(|&seen| seen));
            assert!(canonical.iter().flatten().all(|&count| count == 1 || count == 2));
        }
    }

    #[test]
    fn the_classes_of_24_rebels_hold_all_formations() {
        let classes = Class::of_rebels(24);
        assert_eq!(classes.iter().map(Class::size).sum::<usize>(), 38_567_100);
        assert!(classes.windows(2).all(|pair| pair[0].advance() >= pair[1].advance()));
    }
}
