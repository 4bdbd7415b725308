//! Bits, one for each set of officers on a formation's holes, and how they move between formations.
//!
//! In and out: slices of words in which the set with number `i` has bit `i`. Invariant: bits beyond the last set are 0.

use super::bits::{apart, together};
use super::formation::mirrored;
use super::sets::{Sets, choose, number};

/// The `length` (at most 33) bits from bit `at`.
#[inline]
fn get(bits: &[u64], at: usize, length: usize) -> u64 {
    let (word, shift) = (at >> 6, at & 63);
    let mut found = bits[word] >> shift;
    if shift + length > 64 {
        found |= bits[word + 1] << (64 - shift);
    }
    found & low(length)
}

/// Sets those bits from bit `at` that are set in `value`.
#[inline]
fn put(bits: &mut [u64], at: usize, value: u64) {
    let (word, shift) = (at >> 6, at & 63);
    bits[word] |= value << shift;
    if shift != 0 && value >> (64 - shift) != 0 {
        bits[word + 1] |= value >> (64 - shift);
    }
}

/// The lowest `count` bits; fewer than 64.
#[inline]
pub fn low(count: usize) -> u64 {
    (1 << count) - 1
}

/// Whether the set with this number has its bit set.
#[inline]
pub fn is_set(bits: &[u64], number: usize) -> bool {
    bits[number >> 6] >> (number & 63) & 1 == 1
}

/// Sets the bit of the set with this number.
#[inline]
pub fn set(bits: &mut [u64], number: usize) {
    bits[number >> 6] |= 1 << (number & 63);
}

/// Sets the bits of all `count` sets.
pub fn fill(bits: &mut [u64], count: usize) {
    for (index, word) in bits.iter_mut().enumerate() {
        let left = count.saturating_sub(64 * index);
        *word = if left >= 64 { u64::MAX } else { low(left) };
    }
}

/// The numbers of the sets whose bits are set.
#[inline]
pub fn ones(bits: &[u64]) -> impl Iterator<Item = usize> {
    bits.iter().enumerate().flat_map(|(index, &word)| {
        let mut word = word;
        std::iter::from_fn(move || {
            let bit = word.trailing_zeros() as usize;
            word &= word.wrapping_sub(1);
            (bit < 64).then_some(64 * index + bit)
        })
    })
}

/// A rebel's step as the holes see it: the hole that it fills, numbered among the holes before the step, and the one that
/// it leaves, numbered among those after it. The others keep their order.
#[derive(Clone, Copy)]
pub struct Shift {
    /// The hole that is filled.
    pub filled: usize,
    /// The hole that is left behind.
    pub opened: usize,
}

impl Shift {
    /// The number after the step of a hole that stays one.
    #[inline]
    fn after(self, hole: usize) -> usize {
        let between = hole - usize::from(hole > self.filled);
        between + usize::from(between >= self.opened)
    }

    /// The bits of the lowest `holes` holes after the step, as bits of the holes before it.
    #[inline]
    fn back(self, bits: u64, after: usize, before: usize) -> u64 {
        let mut bits = bits;
        if self.opened < after {
            bits = bits & low(self.opened) | bits >> 1 & !low(self.opened);
        }
        if self.filled < before {
            bits = bits & low(self.filled) | (bits & !low(self.filled)) << 1;
        }
        bits
    }
}

/// Adds to `to` the sets that are in `from` after a rebel's step; sets that stand in the step's way are not added.
///
/// Sets keep their order, since the holes that stay do: so the sets that do not hold the hole left behind become, one after the
/// other, those that do not hold the hole that is filled.
#[inline]
pub fn pull(sets: &Sets, shift: Shift, from: &[u64], to: &mut [u64]) {
    if shift.filled == shift.opened {
        let without = &sets.without[shift.filled * sets.words..][..sets.words];
        to.iter_mut().zip(from).zip(without).for_each(|((to, from), without)| *to |= from & without);
    } else if let (&[from], [to]) = (from, &mut *to) {
        if from != 0 {
            *to |= sets.gathers[shift.filled].apart(sets.gathers[shift.opened].together(from));
        }
    } else {
        pull_wide(sets.officers, sets.without.len() / sets.words.max(1), shift, from, to);
    }
}

/// The same for sets that do not fit one word.
fn pull_wide(officers: usize, holes: usize, shift: Shift, from: &[u64], to: &mut [u64]) {
    match officers {
        1 => pull_1(shift, (from, 0, holes), (to, 0, holes)),
        2 => pull_2(shift, (from, 0), (to, 0), holes),
        _ => {
            for top in (0..holes).filter(|&top| top != shift.filled) {
                let (from_at, to_at) = (choose(shift.after(top), 3), choose(top, 3));
                pull_2(shift, (from, from_at), (to, to_at), top);
            }
        }
    }
}

/// Pairs below the hole `limit`.
#[inline]
fn pull_2(shift: Shift, from: (&[u64], usize), to: (&mut [u64], usize), limit: usize) {
    for top in (0..limit).filter(|&top| top != shift.filled) {
        let after = shift.after(top);
        pull_1(shift, (from.0, from.1 + choose(after, 2), after), (&mut *to.0, to.1 + choose(top, 2), top));
    }
}

/// Single holes below a limit.
#[inline]
fn pull_1(shift: Shift, from: (&[u64], usize, usize), to: (&mut [u64], usize, usize)) {
    if from.2 > 0 {
        let bits = shift.back(get(from.0, from.1, from.2), from.2, to.2);
        put(to.0, to.1, bits);
    }
}

/// The holes beside this one in pairs whose bits are set; the pairs fit one word.
#[inline]
pub fn row(sets: &Sets, pairs: u64, hole: usize) -> u64 {
    pairs >> choose(hole, 2) & low(hole) | sets.above[hole].together(pairs) << (hole + 1)
}

/// How the holes of a formation become those of its mirror image.
pub struct Reflection {
    empty: u64,
    image: u64,
    /// `holes[hole]`: its image.
    holes: [u8; 33],
}

impl Reflection {
    /// The reflection of a formation with these empty points.
    pub fn new(empty: u64) -> Reflection {
        let (image, mut holes) = (mirrored(empty), [0; 33]);
        for (hole, point) in super::geometry::each(empty).enumerate() {
            holes[hole] = (image & (mirrored(point) - 1)).count_ones() as u8;
        }
        Reflection { empty, image, holes }
    }

    /// The images of some holes, both one bit a hole.
    #[inline]
    fn of(&self, holes: u64) -> u64 {
        together(mirrored(apart(holes, self.empty)), self.image)
    }
}

/// The sets on the mirror image of a formation.
pub fn mirror(sets: &Sets, reflection: &Reflection, from: &[u64], to: &mut [u64]) {
    match (from, &mut *to) {
        (&[from], [to]) if sets.officers == 1 => *to = reflection.of(from),
        (&[from], [to]) if sets.officers == 2 => {
            *to = 0;
            for hole in 0..sets.above.len() {
                let image = usize::from(reflection.holes[hole]);
                *to |= (reflection.of(row(sets, from, hole)) & low(image)) << choose(image, 2);
            }
        }
        _ => mirror_each(sets, reflection, from, to),
    }
}

/// The same, one set after the other.
fn mirror_each(sets: &Sets, reflection: &Reflection, from: &[u64], to: &mut [u64]) {
    to.fill(0);
    for index in ones(from) {
        let mut left = sets.masks[index];
        let mut mask = 0;
        while left != 0 {
            mask |= 1 << reflection.holes[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        set(to, number(mask));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::stream;
    use rand::Rng as _;

    /// Every set, one by one: the slow way.
    fn slow_pull(sets: &Sets, holes: usize, shift: Shift, from: &[u64], to: &mut [u64]) {
        for (index, &mask) in sets.masks.iter().enumerate() {
            if mask >> shift.filled & 1 == 1 {
                continue;
            }
            let members = (0..holes as u32).filter(|hole| mask >> hole & 1 == 1);
            let after = members.fold(0, |after, hole| after | 1u32 << shift.after(hole as usize));
            if is_set(from, number(after)) {
                set(to, index);
            }
        }
    }

    #[test]
    fn pulling_moves_every_set_to_its_place() {
        let mut rng = stream(3, &[]);
        for (holes, officers) in [(1, 1), (9, 1), (29, 1), (2, 2), (9, 2), (12, 2), (24, 2), (3, 3), (9, 3), (13, 3)] {
            let sets = Sets::new(holes, officers);
            for _ in 0..200 {
                let pick = |number: u64| (number % holes as u64) as usize;
                let shift = Shift { filled: pick(rng.next_u64()), opened: pick(rng.next_u64()) };
                let mut all = vec![0; sets.words];
                fill(&mut all, sets.len());
                let from: Vec<u64> = all.iter().map(|word| word & rng.next_u64()).collect();
                let (mut fast, mut slow) = (vec![0; sets.words], vec![0; sets.words]);
                pull(&sets, shift, &from, &mut fast);
                slow_pull(&sets, holes, shift, &from, &mut slow);
                assert_eq!(fast, slow, "{holes} holes, {officers} officers");
                fast.fill(0);
                pull_wide(officers, holes, shift, &from, &mut fast);
                assert_eq!(fast, slow, "{holes} holes, {officers} officers");
                assert_eq!(ones(&from).count(), from.iter().map(|word| word.count_ones()).sum::<u32>() as usize);
            }
        }
    }

    #[test]
    fn every_way_to_mirror_does_the_same() {
        let mut rng = stream(5, &[]);
        for (holes, officers) in [(1, 1), (9, 1), (29, 1), (2, 2), (9, 2), (11, 2), (12, 2), (9, 3)] {
            let sets = Sets::new(holes, officers);
            for _ in 0..100 {
                let mut points: Vec<u64> = super::super::geometry::each(crate::rules::Bitboard::BOARD.bits()).collect();
                let empty = (0..holes)
                    .fold(0, |empty, _| empty | points.swap_remove((rng.next_u64() % points.len() as u64) as usize));
                let mut from = vec![0; sets.words];
                fill(&mut from, sets.len());
                from.iter_mut().for_each(|word| *word &= rng.next_u64());
                let (mut fast, mut slow, mut back) = (from.clone(), vec![0; sets.words], vec![0; sets.words]);
                mirror(&sets, &Reflection::new(empty), &from, &mut fast);
                mirror_each(&sets, &Reflection::new(empty), &from, &mut slow);
                mirror(&sets, &Reflection::new(mirrored(empty)), &fast, &mut back);
                assert_eq!((&fast, &back), (&slow, &from), "{holes} holes, {officers} officers");
            }
        }
    }
}
