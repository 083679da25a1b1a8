//! Two scores in one: what something is worth in the middlegame and in the endgame.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middlegame and an endgame value in centipawns, packed into one number so that they are added together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Score(i32);

/// A score of these two values.
pub(super) const fn s(middle: i32, end: i32) -> Score {
    Score((end << 16).wrapping_add(middle))
}

impl Score {
    pub(super) const ZERO: Self = Self(0);

    /// The value in the middlegame.
    pub(super) const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value in the endgame. The lower half borrows from it when negative.
    pub(super) const fn end(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }
}

impl Add for Score {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Sub for Score {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Score {
    type Output = Self;
    fn mul(self, factor: i32) -> Self {
        Self(self.0.wrapping_mul(factor))
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Score {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_mix() {
        for (middle, end) in [(0, 0), (5, -7), (-5, 7), (-300, -2000), (9000, -9000)] {
            assert_eq!((s(middle, end).middle(), s(middle, end).end()), (middle, end));
            let sum = s(middle, end) + s(-3, 4) * 5 - s(1, 1);
            assert_eq!((sum.middle(), sum.end()), (middle - 16, end + 19));
            assert_eq!(-(-sum), sum);
        }
    }
}
