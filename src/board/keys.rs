//! Random numbers: Zobrist keys that the compiler computes, and the generator the table and the searches draw from.

/// One step of the splitmix sequence: the mixed value of `state`.
pub const fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// `N` Zobrist keys of the family `family`. Families are independent of each other.
pub const fn keys<const N: usize>(family: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut index = 0;
    while index < N {
        table[index] = mix(mix(family ^ 0xB477_E4E7).wrapping_add(index as u64));
        index += 1;
    }
    table
}

/// A small seeded generator (xoshiro256**). The same seed gives the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct Rng([u64; 4]);

impl Rng {
    /// A generator whose sequence depends on `seed` alone.
    pub const fn new(seed: u64) -> Self {
        Self([mix(seed), mix(seed ^ 0x51), mix(seed ^ 0xA3F0), mix(seed ^ 0xC0FFEE)])
    }

    /// The next 64 random bits.
    #[allow(clippy::should_implement_trait)]
    pub const fn next(&mut self) -> u64 {
        let result = self.0[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = self.0[1] << 17;
        self.0[2] ^= self.0[0];
        self.0[3] ^= self.0[1];
        self.0[1] ^= self.0[2];
        self.0[0] ^= self.0[3];
        self.0[2] ^= t;
        self.0[3] = self.0[3].rotate_left(45);
        result
    }

    /// A number from 0 up to but not including `bound`, each equally likely; 0 when `bound` is 0.
    pub const fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        // Values at the top that would favour small results are thrown away.
        let limit = u64::MAX - u64::MAX % bound as u64;
        loop {
            let value = self.next();
            if value < limit {
                return (value % bound as u64) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn keys_differ() {
        let mut seen = HashSet::new();
        for family in 0..32 {
            for key in keys::<256>(family) {
                assert!(seen.insert(key));
            }
        }
    }

    #[test]
    fn below_is_even_and_repeatable() {
        let mut counts = [0u32; 6];
        let mut rng = Rng::new(7);
        for _ in 0..60_000 {
            counts[rng.below(6) as usize] += 1;
        }
        // Six standard deviations of a fair die around 10 000.
        assert!(counts.iter().all(|&count| (9450..10_550).contains(&count)), "{counts:?}");
        assert_eq!(Rng::new(3).next(), Rng::new(3).next());
    }
}
