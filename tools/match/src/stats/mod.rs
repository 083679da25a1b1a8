//! Statistics of matches.

mod elo;
mod normal;
mod outcomes;
mod sprt;

pub use elo::{Estimate, NELO_UNIT, clean_bound, elo_of_score, score_of_elo};
pub use normal::{Z95, cumulative};
pub use outcomes::Outcomes;
pub use sprt::{Model, Sprt, Verdict};
