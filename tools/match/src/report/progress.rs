//! The progress bar: on a terminal only.

use crate::stats::Estimate;
use crate::tally::Board;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on standard error, when that is a terminal.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar of so many games.
    pub fn new(games: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
        if let Ok(style) =
            ProgressStyle::with_template("{bar:30} {pos}/{len} games, {elapsed} of about {duration}, {msg}")
        {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// Shows the state of the match.
    pub fn show(&self, board: &Board<'_>) {
        self.0.set_position(board.games() as u64);
        if let Some(estimate) = board.tallies.first().and_then(|tally| Estimate::of(&tally.units)) {
            let (score, margin) = (100.0 * estimate.score, 100.0 * estimate.score_margin);
            self.0.set_message(format!("{score:.1} % +/- {margin:.1}"));
        }
    }

    /// Prints something above the bar.
    pub fn aside(&self, print: impl FnOnce()) {
        self.0.suspend(print);
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}
