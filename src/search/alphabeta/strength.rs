//! Playing worse on purpose (`UCI_LimitStrength`, `UCI_Elo`).
//!
//! Two things grow with the rating: the nodes a search may use, doubling every 230 points, and the care with
//! which the best of the first few actions is told from the second best. The clock bounds both. The scale is
//! meant for chess; elsewhere it is a scale and nothing more. One thread does it, so that the nodes are kept to.

use crate::board::Rng;
use crate::search::limits::Settings;

/// How many actions a limited player weighs against each other.
pub(in crate::search) const CHOICE: usize = 4;

/// The most nodes a search may use; none when the strength is not limited.
pub(in crate::search) fn nodes(settings: &Settings) -> Option<u64> {
    let elo = settings.elo?.clamp(Settings::MIN_ELO, Settings::MAX_ELO);
    Some((64.0 * (f64::from(elo - Settings::MIN_ELO) / 230.0).exp2()) as u64)
}

/// By how much, in centipawns, a limited player misjudges an action: the sum of two dice, as it were.
pub(in crate::search) fn error(elo: u32, rng: &mut Rng) -> i32 {
    let elo = elo.clamp(Settings::MIN_ELO, Settings::MAX_ELO);
    let most = (Settings::MAX_ELO - elo) / 8;
    (rng.below(most + 1) + rng.below(most + 1)) as i32 - most as i32
}
