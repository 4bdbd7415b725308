//! Bits moved together and apart: by the processor's own instructions where it is known to have them.
//!
//! In: bits and a mask. Out: the bits under the mask in the lowest places, in order; or the lowest bits, in order, in the
//! places under the mask. Invariant: the result does not depend on the processor.

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod processor {
    pub const IS_ABLE: bool = true;

    #[inline]
    pub fn together(bits: u64, mask: u64) -> u64 {
        // SAFETY: this is compiled for processors with BMI2 alone.
        unsafe { std::arch::x86_64::_pext_u64(bits, mask) }
    }

    #[inline]
    pub fn apart(bits: u64, mask: u64) -> u64 {
        // SAFETY: as above.
        unsafe { std::arch::x86_64::_pdep_u64(bits, mask) }
    }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
mod processor {
    pub const IS_ABLE: bool = false;
    pub use super::bit_by_bit::{apart, together};
}

/// The plain way.
#[cfg_attr(all(target_arch = "x86_64", target_feature = "bmi2"), cfg(test))]
mod bit_by_bit {
    pub fn together(bits: u64, mask: u64) -> u64 {
        let (mut left, mut moved, mut place) = (mask, 0, 0);
        while left != 0 {
            moved |= (bits >> left.trailing_zeros() & 1) << place;
            left &= left - 1;
            place += 1;
        }
        moved
    }

    pub fn apart(bits: u64, mask: u64) -> u64 {
        let (mut left, mut moved, mut place) = (mask, 0, 0);
        while left != 0 {
            moved |= (bits >> place & 1) << left.trailing_zeros();
            left &= left - 1;
            place += 1;
        }
        moved
    }
}

pub use processor::{apart, together};

/// A mask that many bits are moved under.
#[derive(Clone, Copy, Debug)]
pub struct Gather {
    mask: u64,
    /// For processors without instructions for it (Warren, Hacker's Delight, 7-4 and 7-5).
    moves: Moves,
}

/// `of[i]`: the bits that go down by `2^i` in step `i`.
#[derive(Clone, Copy, Debug)]
struct Moves {
    of: [u64; 6],
    steps: u8,
}

impl Gather {
    /// The bits under this mask.
    pub fn new(mask: u64) -> Gather {
        let (mut left, mut gaps) = (mask, !mask << 1);
        let mut of = [0; 6];
        for (step, moved) in of.iter_mut().enumerate() {
            // The parity of the gaps below each bit.
            let odd = (0..6).fold(gaps, |odd, power| odd ^ odd << (1 << power));
            *moved = odd & left;
            left = left ^ *moved | *moved >> (1 << step);
            gaps &= !odd;
        }
        let steps = of.iter().rposition(|&moved| moved != 0).map_or(0, |last| last + 1) as u8;
        Gather { mask, moves: Moves { of, steps } }
    }

    /// Moves the bits under the mask together.
    #[inline]
    pub fn together(&self, bits: u64) -> u64 {
        if processor::IS_ABLE { processor::together(bits, self.mask) } else { self.moves.together(bits & self.mask) }
    }

    /// Moves as many of the lowest bits as the mask has apart, to their places under it.
    #[inline]
    pub fn apart(&self, bits: u64) -> u64 {
        if processor::IS_ABLE { processor::apart(bits, self.mask) } else { self.moves.apart(bits) & self.mask }
    }
}

impl Moves {
    #[inline]
    fn together(&self, mut bits: u64) -> u64 {
        for step in 0..usize::from(self.steps) {
            let moved = bits & self.of[step];
            bits = bits ^ moved | moved >> (1 << step);
        }
        bits
    }

    #[inline]
    fn apart(&self, mut bits: u64) -> u64 {
        for step in (0..usize::from(self.steps)).rev() {
            bits = bits & !self.of[step] | bits << (1 << step) & self.of[step];
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng as _;

    #[test]
    fn every_way_to_move_bits_does_the_same() {
        let mut rng = crate::base::rng::stream(4, &[]);
        for _ in 0..1000 {
            let (mask, bits) = (rng.next_u64() & rng.next_u64(), rng.next_u64());
            let (near, far) = (bit_by_bit::together(bits, mask), bit_by_bit::apart(bits, mask));
            assert_eq!(bit_by_bit::apart(near, mask), bits & mask);
            let gather = Gather::new(mask);
            for found in [together(bits, mask), gather.together(bits), gather.moves.together(bits & mask)] {
                assert_eq!(found, near);
            }
            for found in [apart(bits, mask), gather.apart(bits), gather.moves.apart(bits) & mask] {
                assert_eq!(found, far);
            }
        }
        assert_eq!((bit_by_bit::together(0b1011, 0b1010), bit_by_bit::apart(0b01, 0b1010)), (0b11, 0b0010));
    }
}
