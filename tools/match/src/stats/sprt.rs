//! The sequential probability ratio test on pairs.
//!
//! Two hypotheses about the strength difference are compared by the generalised log-likelihood ratio: the likelihood of the
//! results under the most likely distribution of outcomes that fits one hypothesis, against the other. The test stops when
//! the ratio leaves the interval Wald's bounds give. (M. Van den Bergh, "The generalized maximum likelihood ratio for the
//! expectation value of a distribution"; it is the test of fishtest and fastchess.)

use super::elo::{NELO_UNIT, score_of_elo};
use super::outcomes::{Outcomes, moments};
use serde::{Deserialize, Serialize};

/// In what unit the hypotheses are stated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalised Elo, as fastchess and fishtest take it today.
    Normalized,
    /// Elo on the logistic curve.
    Logistic,
}

/// A test and its error rates.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// The difference of the alternative.
    pub elo1: f64,
    /// How often the alternative may be accepted although the null hypothesis holds.
    pub alpha: f64,
    /// How often the null hypothesis may be accepted although the alternative holds.
    pub beta: f64,
    /// The unit.
    pub model: Model,
}

/// What the test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Verdict {
    /// Go on.
    #[serde(rename = "continue")]
    Continue,
    /// The null hypothesis is accepted: no better than elo0.
    H0,
    /// The alternative is accepted: at least elo1 better.
    H1,
}

impl Sprt {
    /// Wald's bounds of the log-likelihood ratio: below the first H0 is accepted, above the second H1.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of these results; 0 without any.
    pub fn llr(&self, outcomes: &Outcomes) -> f64 {
        let shares = outcomes.smoothed_shares();
        if shares.is_empty() {
            return 0.0;
        }
        let fit = |elo: f64| match self.model {
            Model::Logistic => with_mean(&shares, score_of_elo(elo)),
            Model::Normalized => with_t_value(&shares, elo / NELO_UNIT * (outcomes.games_per_unit() as f64).sqrt()),
        };
        let (null, alternative) = (fit(self.elo0), fit(self.elo1));
        let per_unit: f64 =
            shares.iter().zip(&null).zip(&alternative).map(|(((_, share), p0), p1)| share * (p1 / p0).ln()).sum();
        per_unit * outcomes.units() as f64
    }

    /// What the test says of these results.
    pub fn verdict(&self, outcomes: &Outcomes) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.llr(outcomes) {
            llr if llr <= lower => Verdict::H0,
            llr if llr >= upper => Verdict::H1,
            _ => Verdict::Continue,
        }
    }
}

/// The most likely distribution with mean `mean`, given the observed shares: pᵢ = shareᵢ / (1 + θ (xᵢ − mean)), with θ such
/// that the mean comes out right.
fn with_mean(shares: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let offsets: Vec<_> = shares.iter().map(|&(value, share)| (value - mean, share)).collect();
    let theta = multiplier(&offsets);
    offsets.iter().map(|(offset, share)| share / (1.0 + theta * offset)).collect()
}

/// θ with Σ shareᵢ·oᵢ / (1 + θ·oᵢ) = 0. The sum falls from +∞ to −∞ between the poles next to 0, so bisection finds it.
fn multiplier(offsets: &[(f64, f64)]) -> f64 {
    let highest = offsets.iter().fold(f64::MIN, |top, &(offset, _)| top.max(offset));
    let lowest = offsets.iter().fold(f64::MAX, |low, &(offset, _)| low.min(offset));
    if lowest >= 0.0 || highest <= 0.0 {
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        let sum: f64 = offsets.iter().map(|(offset, share)| share * offset / (1.0 + middle * offset)).sum();
        if sum > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// The most likely distribution whose mean lies `t` of its own standard deviations above ½, given the observed shares.
///
/// The condition is linear once mean and deviation are fixed: Σ pᵢ (xᵢ − ½ − t·σ·(1 + ((xᵢ − μ)/σ)²)/2) = 0. So it is solved
/// for the moments of the last solution until they no longer change.
fn with_t_value(shares: &[(f64, f64)], t: f64) -> Vec<f64> {
    let mut fitted = vec![1.0 / shares.len() as f64; shares.len()];
    for _ in 0..100 {
        let now: Vec<_> = shares.iter().zip(&fitted).map(|(&(value, _), &p)| (value, p)).collect();
        let (mean, variance) = moments(&now);
        let deviation = variance.sqrt();
        let offsets: Vec<_> = shares
            .iter()
            .map(|&(value, share)| {
                let z = (value - mean) / deviation;
                (value - 0.5 - t * deviation * (1.0 + z * z) / 2.0, share)
            })
            .collect();
        let theta = multiplier(&offsets);
        let next: Vec<_> = offsets.iter().map(|(offset, share)| share / (1.0 + theta * offset)).collect();
        let change = next.iter().zip(&fitted).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        fitted = next;
        if change < 1e-12 {
            break;
        }
    }
    fitted
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    /// Tests of Stockfish and Monty on their public test servers, as their pull requests report them.
    #[test]
    fn agrees_with_published_tests() {
        use Model::{Logistic, Normalized};
        for (bounds, model, counts, published) in [
            // Stockfish pull request 2493 (2020), STC and LTC: bounds in logistic Elo, written {…}.
            ((-1.0, 3.0), Logistic, [424, 2948, 5832, 3045, 460], 2.94),
            ((0.0, 2.0), Logistic, [1284, 17437, 55536, 18085, 1292], 2.94),
            // Stockfish pull request 3209 (2020), STC and LTC.
            ((-0.25, 1.25), Logistic, [253, 4282, 17604, 4431, 286], 2.94),
            ((0.25, 1.25), Logistic, [58, 3302, 33130, 3518, 84], 2.97),
            // Stockfish pull request 4493 (2023), STC and LTC: bounds in normalised Elo, written <…>.
            ((0.0, 2.0), Normalized, [2002, 72968, 180891, 74129, 2034], 3.22),
            ((0.5, 2.5), Normalized, [24, 7350, 23669, 7717, 28], 2.94),
            // Monty pull request 66 (2024), STC and LTC.
            ((0.0, 4.0), Normalized, [434, 4052, 8304, 4206, 492], 3.00),
            ((1.0, 5.0), Normalized, [829, 14632, 32502, 15215, 902], 2.93),
        ] {
            let found = sprt(bounds.0, bounds.1, model).llr(&Outcomes::of(&counts));
            assert!((found - published).abs() < 0.0151, "{counts:?} {bounds:?}: found {found}, published {published}");
        }
    }

    #[test]
    fn stops_at_walds_bounds() {
        let test = sprt(0.0, 10.0, Model::Normalized);
        // ln 19, printed as 2.94 by every test server.
        let (lower, upper) = test.bounds();
        assert!((lower + 19f64.ln()).abs() < 1e-12 && (upper - 19f64.ln()).abs() < 1e-12);
        assert_eq!(test.llr(&Outcomes::new(2)), 0.0);
        assert_eq!(test.verdict(&Outcomes::new(2)), Verdict::Continue);
        assert_eq!(test.verdict(&Outcomes::of(&[10, 100, 300, 220, 40])), Verdict::H1);
        assert_eq!(test.verdict(&Outcomes::of(&[40, 220, 300, 100, 10])), Verdict::H0);
    }

    proptest! {
        #[test]
        fn fits_meet_their_condition(counts in proptest::array::uniform5(0u64..300), elo in -60.0..60.0f64) {
            let outcomes = Outcomes::of(&counts);
            prop_assume!(outcomes.units() > 10);
            let shares = outcomes.smoothed_shares();
            let mean = score_of_elo(elo);
            let fitted: Vec<_> = shares.iter().map(|s| s.0).zip(with_mean(&shares, mean)).collect();
            let total: f64 = fitted.iter().map(|(_, p)| p).sum();
            prop_assert!((total - 1.0).abs() < 1e-6, "{total}");
            prop_assert!((moments(&fitted).0 - mean).abs() < 1e-6);
        }

        #[test]
        fn the_ratio_is_antisymmetric(counts in proptest::array::uniform5(1u64..300), width in 0.5..20.0f64) {
            let mut turned = counts;
            turned.reverse();
            for model in [Model::Logistic, Model::Normalized] {
                let test = sprt(-width, width, model);
                let (one, other) = (test.llr(&Outcomes::of(&counts)), test.llr(&Outcomes::of(&turned)));
                prop_assert!((one + other).abs() < 1e-3 * (1.0 + one.abs()), "{one} {other}");
            }
        }

        #[test]
        fn a_better_result_never_lowers_the_ratio(counts in proptest::array::uniform5(5u64..300), step in 0usize..4) {
            let mut better = counts;
            better[step] -= 1;
            better[step + 1] += 1;
            let test = sprt(0.0, 5.0, Model::Logistic);
            prop_assert!(test.llr(&Outcomes::of(&better)) >= test.llr(&Outcomes::of(&counts)) - 1e-9);
        }
    }
}
