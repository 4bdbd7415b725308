//! Seeded random streams.
//!
//! In: one run seed and a path of numbers that names the purpose (`[ROUND, game, ..]`). Out: a
//! generator of its own. Invariant: a stream depends on its seed and path alone, so no generator
//! state is ever saved, and work may be done in any order on any number of threads.

use rand::{Rng as _, SeedableRng};

/// The one generator of the program: fast, 256 bits of state, the same on every machine.
pub type Rng = rand_xoshiro::Xoshiro256PlusPlus;

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The stream that `seed` and `path` name. Paths that differ in any place, or in length, give
/// independent streams.
pub fn stream(seed: u64, path: &[u64]) -> Rng {
    let mut state = mix(seed.wrapping_add(GOLDEN));
    for &step in path {
        state = mix(state.wrapping_add(GOLDEN) ^ mix(step.wrapping_add(GOLDEN)));
    }
    // The length is hashed in last, so no path's stream is a point on the way to a longer one's.
    Rng::seed_from_u64(mix(state ^ path.len() as u64))
}

/// A number below `n`, uniform but for a bias of at most `n / 2^32` (Lemire 2019, without the
/// rejection step).
#[inline]
pub fn below(rng: &mut Rng, n: u32) -> u32 {
    debug_assert!(n > 0, "no number is below 0");
    (((rng.next_u64() >> 32) * u64::from(n)) >> 32) as u32
}

/// The finalizer of SplitMix64 (Steele, Lea, Flood 2014): a bijection that spreads every bit over
/// all.
pub(crate) const fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_depends_on_seed_and_path_alone() {
        assert_eq!(stream(7, &[1, 2]).next_u64(), stream(7, &[1, 2]).next_u64());
        let others = [stream(8, &[1, 2]), stream(7, &[2, 1]), stream(7, &[1]), stream(7, &[1, 2, 0]), stream(7, &[])];
        let first = stream(7, &[1, 2]).next_u64();
        for mut other in others {
            assert_ne!(first, other.next_u64());
        }
    }

    #[test]
    fn below_reaches_every_number_about_equally_often() {
        let mut rng = stream(1, &[]);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[below(&mut rng, 7) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| (9_500..10_500).contains(&count)), "{counts:?}");
    }
}
