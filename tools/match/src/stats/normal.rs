//! The normal distribution, as far as match statistics need it.

/// The distance from the mean, in standard deviations, within which 95 % of a normal distribution lie.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is below `z`.
pub fn cumulative(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_tables() {
        // Textbook values of the standard normal distribution.
        for (z, expected) in [(0.0, 0.5), (1.0, 0.841_344_746), (-1.0, 0.158_655_254), (1.644_853_627, 0.95)] {
            assert!((cumulative(z) - expected).abs() < 1e-8, "{z}");
        }
        assert!((cumulative(Z95) - 0.975).abs() < 1e-12);
    }
}
