//! What was scored: games one by one, or pairs of games with the seats swapped.
//!
//! The two games of a pair share their opening, dice and cards, so their results are not independent; the pair is the unit of
//! every error bar. Where games were played singly the game is.

use serde::{Deserialize, Serialize};

/// How often each score occurred, in steps of half a point from 0 up: three counts (loss, draw, win) for single games, five
/// (0, ½, 1, 1½, 2 points) for pairs, the *pentanomial*.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcomes {
    counts: Vec<u64>,
}

impl Outcomes {
    /// No results yet, of units of `games` games each (1 or 2).
    pub fn new(games: usize) -> Self {
        Self { counts: vec![0; 2 * games + 1] }
    }

    /// Results already counted: three or five of them.
    pub fn of(counts: &[u64]) -> Self {
        assert!(counts.len() == 3 || counts.len() == 5, "three counts for games, five for pairs");
        Self { counts: counts.to_vec() }
    }

    /// Notes a unit in which `half_points` half points were scored.
    pub fn note(&mut self, half_points: usize) {
        self.counts[half_points] += 1;
    }

    /// The counts, lowest score first.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Games in a unit: 1 or 2.
    pub fn games_per_unit(&self) -> usize {
        (self.counts.len() - 1) / 2
    }

    /// Number of units.
    pub fn units(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Points scored.
    pub fn points(&self) -> f64 {
        self.counts.iter().enumerate().map(|(half, &count)| half as f64 * count as f64 / 2.0).sum()
    }

    /// Each possible score of a unit, from 0 to 1, with its share; empty when there is no unit.
    pub fn shares(&self) -> Vec<(f64, f64)> {
        self.weighted(|count| count as f64)
    }

    /// As [`shares`](Self::shares), but nothing is quite impossible: an outcome not seen counts as a thousandth of one, so that
    /// likelihoods stay finite.
    pub fn smoothed_shares(&self) -> Vec<(f64, f64)> {
        self.weighted(|count| if count == 0 { 1e-3 } else { count as f64 })
    }

    fn weighted(&self, weight: impl Fn(u64) -> f64) -> Vec<(f64, f64)> {
        let top = (self.counts.len() - 1) as f64;
        let total: f64 = self.counts.iter().map(|&count| weight(count)).sum();
        if self.units() == 0 {
            return Vec::new();
        }
        self.counts.iter().enumerate().map(|(half, &count)| (half as f64 / top, weight(count) / total)).collect()
    }
}

/// Mean and variance of a distribution given as values with their shares.
pub(super) fn moments(shares: &[(f64, f64)]) -> (f64, f64) {
    let mean: f64 = shares.iter().map(|(value, share)| value * share).sum();
    let variance = shares.iter().map(|(value, share)| share * (value - mean).powi(2)).sum();
    (mean, variance)
}
