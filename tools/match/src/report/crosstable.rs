//! The cross table of a tournament: who scored what against whom.

use super::table::{difference, sides};
use crate::job::Job;
use crate::stats::Estimate;
use crate::tally::Board;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Standings by points, then every score against every opponent.
pub fn crosstable(board: &Board<'_>, job: &Job) -> String {
    let mut points: BTreeMap<(String, String), (f64, u64)> = BTreeMap::new();
    for (encounter, tally) in board.tallies.iter().enumerate() {
        let [first, second] = sides(job, encounter);
        let (games, scored) = (tally.games.units(), tally.games.points());
        let mut note = |key: (String, String), scored: f64| {
            let entry = points.entry(key).or_default();
            *entry = (entry.0 + scored, entry.1 + games);
        };
        note((first.clone(), second.clone()), scored);
        note((second, first), games as f64 - scored);
    }
    let mut totals: BTreeMap<&str, (f64, u64)> = BTreeMap::new();
    for ((name, _), (scored, games)) in &points {
        let entry = totals.entry(name).or_default();
        *entry = (entry.0 + scored, entry.1 + games);
    }
    let mut ranks: Vec<_> = totals.into_iter().collect();
    let share = |(scored, games): (f64, u64)| if games == 0 { 0.0 } else { scored / games as f64 };
    ranks.sort_by(|a, b| share(b.1).total_cmp(&share(a.1)).then(a.0.cmp(b.0)));
    let width = ranks.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(4);
    let mut text = format!("{:>3} {:<width$} {:>8} {:>6} {:>7}", "#", "name", "points", "games", "score");
    for rank in 1..=ranks.len() {
        let _ = write!(text, " {rank:>9}");
    }
    text.push('\n');
    for (rank, (name, total)) in ranks.iter().enumerate() {
        let _ = write!(
            text,
            "{:>3} {name:<width$} {:>8.1} {:>6} {:>6.1}%",
            rank + 1,
            total.0,
            total.1,
            100.0 * share(*total)
        );
        for (other, _) in &ranks {
            let cell = match points.get(&((*name).to_owned(), (*other).to_owned())) {
                Some((scored, games)) => format!("{scored:.1}/{games}"),
                None if name == other => "-".into(),
                None => String::new(),
            };
            let _ = write!(text, " {cell:>9}");
        }
        text.push('\n');
    }
    for (encounter, tally) in board.tallies.iter().enumerate() {
        if let Some(estimate) = Estimate::of(&tally.units) {
            let [first, second] = sides(job, encounter);
            let _ = writeln!(text, "{first} vs {second}: Elo {}", difference(&estimate, tally.units.units()));
        }
    }
    text
}
