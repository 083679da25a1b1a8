//! Score, Elo and normalised Elo with their 95 % margins, likelihood of superiority.

use super::normal::{self, Z95};
use super::outcomes::{Outcomes, moments};
use serde::Serialize;

/// Elo per unit of normalised score: 800 / ln 10, the slope of the logistic curve at 50 %, times two. Normalised Elo of a
/// result is its distance from 50 % in standard deviations of one game, in this unit; it does not depend on how drawish
/// the game is (M. Van den Bergh, "Normalized Elo").
pub const NELO_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// The Elo difference at which the logistic curve expects `score` (0 to 1). Infinite at the ends.
pub fn elo_of_score(score: f64) -> f64 {
    // Adding zero makes a plain 0 of the -0 at 50 %.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// The score the logistic curve expects at an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// What a match says about strength, from the first side's view. Without results, and where every unit scored the same,
/// margins are not numbers and are left out of JSON.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// Points per game, 0 to 1.
    pub score: f64,
    /// Half the width of the score's 95 % interval.
    pub score_margin: f64,
    /// Elo difference on the logistic curve.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub elo_margin: f64,
    /// Normalised Elo.
    pub nelo: f64,
    /// Half the width of its 95 % interval.
    pub nelo_margin: f64,
    /// Likelihood of superiority, 0 to 1.
    pub los: f64,
}

impl Estimate {
    /// The estimate from these results; none while there are none.
    pub fn of(outcomes: &Outcomes) -> Option<Self> {
        let shares = outcomes.shares();
        if shares.is_empty() {
            return None;
        }
        let (score, variance) = moments(&shares);
        let units = outcomes.units() as f64;
        let error = (variance / units).sqrt();
        let bound = |z: f64| elo_of_score((score + z * error).clamp(0.0, 1.0));
        // The deviation of a unit's mean times √games is that of a game.
        let games = outcomes.games_per_unit() as f64;
        let game_deviation = (variance * games).sqrt();
        Some(Self {
            score,
            score_margin: Z95 * error,
            elo: elo_of_score(score),
            elo_margin: (bound(Z95) - bound(-Z95)) / 2.0,
            nelo: (score - 0.5) / game_deviation * NELO_UNIT,
            nelo_margin: Z95 * NELO_UNIT / (units * games).sqrt(),
            los: if error > 0.0 { normal::cumulative((score - 0.5) / error) } else { step(score) },
        })
    }
}

/// What `units` clean results, each the best there is, say at 95 %: no engine whose expected score is below this would
/// have had such a run more than one time in twenty.
pub fn clean_bound(units: u64) -> f64 {
    0.05f64.powf(1.0 / units.max(1) as f64)
}

/// The likelihood of superiority when results do not vary.
fn step(score: f64) -> f64 {
    if score > 0.5 {
        1.0
    } else if score < 0.5 {
        0.0
    } else {
        0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The "rule of three": after n clean trials the chance of the other outcome is at most about 3/n.
    #[test]
    fn a_clean_run_is_bounded() {
        for units in [50, 100, 1000] {
            near(1.0 - clean_bound(units), 3.0 / units as f64, 0.05 * 3.0 / units as f64, "rule of three");
        }
    }

    fn near(found: f64, published: f64, tolerance: f64, what: &str) {
        assert!((found - published).abs() <= tolerance, "{what}: found {found}, published {published}");
    }

    /// Reports printed by fastchess, published by their authors: the counts, Elo, its margin, normalised Elo, its margin.
    #[test]
    fn agrees_with_published_fastchess_reports() {
        for (counts, elo, margin, nelo, nelo_margin) in [
            // Stockfish 19 small network against Stockfish 18 lite, 300 games at 5+0.05.
            ([1, 10, 78, 48, 13], 72.85, 22.33, 132.30, 39.32),
            // A Rust engine against Stockfish with UCI_Elo 3000, 400 games at 10+0.1.
            ([7, 32, 73, 43, 45], 76.79, 28.05, 96.53, 34.05),
            // HF-new-5ad2154 against HF-old-df02cdc, 1000 games at 10+0.1.
            ([2, 5, 49, 110, 334], 353.65, 27.86, 508.31, 21.53),
        ] {
            let found = Estimate::of(&Outcomes::of(&counts)).unwrap();
            near(found.elo, elo, 0.006, "Elo");
            near(found.elo_margin, margin, 0.006, "margin");
            near(found.nelo, nelo, 0.006, "nElo");
            near(found.nelo_margin, nelo_margin, 0.006, "nElo margin");
        }
    }

    /// Reports printed by cutechess-cli, which counts single games: losses, draws, wins, Elo, its margin.
    #[test]
    fn agrees_with_published_cutechess_reports() {
        for (counts, elo, margin) in [
            // Havoc 1.01 against Fairy-Max 5.0b, 10x8 Gothic, 1000 games.
            ([248, 85, 667], 155.1, 22.5),
            // Havoc 1.02 against Fairy-Max 5.0b, 10x8 Capablanca, 1000 games.
            ([270, 97, 633], 132.1, 21.8),
        ] {
            let found = Estimate::of(&Outcomes::of(&counts)).unwrap();
            near(found.elo, elo, 0.06, "Elo");
            near(found.elo_margin, margin, 0.06, "margin");
        }
    }

    #[test]
    fn knows_nothing_without_results_and_is_certain_without_variance() {
        assert_eq!(Estimate::of(&Outcomes::new(2)), None);
        let won = Estimate::of(&Outcomes::of(&[0, 0, 0, 0, 9])).unwrap();
        assert_eq!((won.score, won.los), (1.0, 1.0));
        assert!(won.elo.is_infinite());
        let drawn = Estimate::of(&Outcomes::of(&[0, 0, 9, 0, 0])).unwrap();
        assert_eq!((drawn.elo, drawn.los), (0.0, 0.5));
    }

    proptest! {
        #[test]
        fn is_antisymmetric(counts in proptest::array::uniform5(0u64..500)) {
            let mut turned = counts;
            turned.reverse();
            if let (Some(one), Some(other)) = (Estimate::of(&Outcomes::of(&counts)), Estimate::of(&Outcomes::of(&turned))) {
                prop_assert!((one.score + other.score - 1.0).abs() < 1e-12);
                prop_assert!((one.los + other.los - 1.0).abs() < 1e-9);
                if one.elo.is_finite() {
                    prop_assert!((one.elo + other.elo).abs() < 1e-6);
                }
            }
        }

        #[test]
        fn elo_and_score_are_inverse(elo in -800.0..800.0f64) {
            prop_assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-6);
        }

        #[test]
        fn margins_shrink_with_the_square_root_of_the_games(counts in proptest::array::uniform5(1u64..500)) {
            let one = Estimate::of(&Outcomes::of(&counts)).unwrap();
            let four = Estimate::of(&Outcomes::of(&counts.map(|count| 4 * count))).unwrap();
            prop_assert!((one.score_margin - 2.0 * four.score_margin).abs() < 1e-9);
            prop_assert!((one.nelo_margin - 2.0 * four.nelo_margin).abs() < 1e-9);
            prop_assert!((one.nelo - four.nelo).abs() < 1e-6);
        }

        /// Two games that always end alike tell no more than one; paired by chance they tell as much as two.
        #[test]
        fn pairs_tell_dependence(losses in 1u64..200, wins in 1u64..200) {
            let single = Estimate::of(&Outcomes::of(&[losses, 0, wins])).unwrap();
            let alike = Estimate::of(&Outcomes::of(&[losses, 0, 0, 0, wins])).unwrap();
            prop_assert!((single.score_margin - alike.score_margin).abs() < 1e-12);
            let (l2, w2, n) = (losses * losses, wins * wins, losses * wins);
            let independent = Estimate::of(&Outcomes::of(&[l2, 0, 2 * n, 0, w2])).unwrap();
            let games = Estimate::of(&Outcomes::of(&[2 * (l2 + n), 0, 2 * (w2 + n)])).unwrap();
            prop_assert!((independent.score_margin - games.score_margin).abs() < 1e-9);
        }
    }
}
