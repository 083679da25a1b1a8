//! The table of a match, for people and for programs.

use crate::job::Job;
use crate::referee::Cost;
use crate::stats::{Estimate, Verdict, clean_bound, elo_of_score};
use crate::tally::{Board, Tally};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The names of an encounter's two sides: partners are joined by `+`.
pub(super) fn sides(job: &Job, encounter: usize) -> [String; 2] {
    [0, 1].map(|team| {
        let engines = job.encounters[encounter].iter().skip(team).step_by(2);
        engines.map(|&engine| job.engines[engine].name.as_str()).collect::<Vec<_>>().join("+")
    })
}

/// The result of every encounter, in the terms of fastchess.
pub fn table(board: &Board<'_>, job: &Job) -> String {
    let mut text = String::new();
    for (encounter, tally) in board.tallies.iter().enumerate() {
        let [first, second] = sides(job, encounter);
        let _ = writeln!(text, "{first} vs {second}: {}", job.variant);
        write_tally(&mut text, tally, job);
    }
    if let (Some(sprt), [tally, ..]) = (&job.sprt, board.tallies.as_slice()) {
        let (lower, upper) = sprt.bounds();
        let llr = sprt.llr(&tally.units);
        let verdict = match board.verdict {
            Verdict::Continue => "goes on",
            Verdict::H0 => "H0 accepted",
            Verdict::H1 => "H1 accepted",
        };
        let unit = match sprt.model {
            crate::stats::Model::Normalized => "nElo",
            crate::stats::Model::Logistic => "Elo",
        };
        let _ = writeln!(
            text,
            "LLR: {llr:.2} ({lower:.2}, {upper:.2}) [{:.2}, {:.2}] {unit}: {verdict}",
            sprt.elo0, sprt.elo1
        );
    }
    text
}

/// The Elo difference in words; results that do not vary have no margin.
pub(super) fn difference(estimate: &Estimate, units: u64) -> String {
    let bound = elo_of_score(clean_bound(units));
    if estimate.score >= 1.0 {
        format!("above {bound:.2} (no point lost; bound at 95 %)")
    } else if estimate.score <= 0.0 {
        format!("below {:.2} (no point won; bound at 95 %)", -bound)
    } else if estimate.nelo.is_finite() {
        let Estimate { score, score_margin, elo, elo_margin, nelo, nelo_margin, .. } = *estimate;
        // The curve has no end: an interval that reaches a clean score is bounded on one side only.
        let margin = if elo_margin.is_finite() {
            format!("+/- {elo_margin:.2}")
        } else if score > 0.5 {
            format!("(above {:.2})", elo_of_score(score - score_margin))
        } else {
            format!("(below {:.2})", elo_of_score(score + score_margin))
        };
        format!("{elo:.2} {margin}, nElo: {nelo:.2} +/- {nelo_margin:.2}")
    } else {
        format!("{:.2} (no margin: all results are the same)", estimate.elo)
    }
}

fn write_tally(text: &mut String, tally: &Tally, job: &Job) {
    let Some(estimate) = Estimate::of(&tally.units) else {
        text.push_str("no game counted yet\n");
        return;
    };
    let games = tally.games.units();
    let [losses, draws, wins] = tally.games.counts() else { return };
    let _ = writeln!(text, "Elo: {}", difference(&estimate, tally.units.units()));
    let _ = writeln!(
        text,
        "Score: {:.2} % +/- {:.2}, LOS: {:.2} %",
        100.0 * estimate.score,
        100.0 * estimate.score_margin,
        100.0 * estimate.los
    );
    let _ = writeln!(
        text,
        "Games: {games}, Wins: {wins}, Losses: {losses}, Draws: {draws}, Points: {:.1}",
        tally.games.points()
    );
    if job.games > 1 {
        let counts: Vec<_> = tally.units.counts().iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "Ptnml(0-2): [{}]", counts.join(", "));
    }
    let share = |count: u64| 100.0 * count as f64 / games as f64;
    let first_seat = tally.first_seat[0] as f64 + tally.first_seat[1] as f64 / 2.0;
    let _ =
        writeln!(text, "Draws: {:.1} %, First seat's team: {:.1} %", share(*draws), 100.0 * first_seat / games as f64);
    let reasons: Vec<_> = tally.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    let _ = writeln!(text, "Ends: {}", reasons.join(", "));
    if !tally.faults.is_empty() {
        let faults = tally.faults.iter().map(|((name, reason), count)| format!("{name} {reason} {count}"));
        let _ = writeln!(text, "Faults: {}", faults.collect::<Vec<_>>().join(", "));
    }
}

/// The same as one JSON object.
pub fn json(event: &str, board: &Board<'_>, job: &Job, cost: Option<&Cost>) -> Value {
    let encounter = |(index, tally): (usize, &Tally)| {
        let faults: Vec<_> = tally
            .faults
            .iter()
            .map(|((engine, reason), count)| json!({"engine": engine, "reason": reason, "games": count}))
            .collect();
        json!({
            "sides": sides(job, index),
            "games": tally.games.units(),
            "losses_draws_wins": tally.games.counts(),
            "units": tally.units.counts(),
            "estimate": Estimate::of(&tally.units),
            "first_seat_wins_draws_losses": tally.first_seat,
            "reasons": tally.reasons,
            "faults": faults,
        })
    };
    let mut value = json!({
        "type": event,
        "variant": job.variant,
        "games_finished": board.games(),
        "pairs_counted": board.pairs,
        "encounters": board.tallies.iter().enumerate().map(encounter).collect::<Vec<_>>(),
    });
    if let Some(sprt) = &job.sprt {
        value["sprt"] =
            json!({"llr": sprt.llr(&board.tallies[0].units), "bounds": sprt.bounds(), "verdict": board.verdict});
    }
    if let Some(cost) = cost.filter(|cost| cost.asked > 0) {
        value["referee_microseconds_per_question"] = json!(microseconds(cost));
    }
    value
}

/// What a question costs beside the engine's thinking, in microseconds.
pub(crate) fn microseconds(cost: &Cost) -> f64 {
    cost.time.as_secs_f64() * 1e6 / cost.asked.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Outcomes;

    #[test]
    fn results_that_do_not_vary_are_said_in_words() {
        let line = |counts: &[u64]| {
            let units = Outcomes::of(counts);
            difference(&Estimate::of(&units).unwrap(), units.units())
        };
        // 0.05 to the power of 1/100 is 0.97049: 606.79 Elo on the logistic curve.
        assert_eq!(line(&[0, 0, 0, 0, 100]), "above 606.79 (no point lost; bound at 95 %)");
        assert_eq!(line(&[100, 0, 0, 0, 0]), "below -606.79 (no point won; bound at 95 %)");
        assert_eq!(line(&[0, 0, 7, 0, 0]), "0.00 (no margin: all results are the same)");
        assert!(line(&[0, 1, 7, 2, 1]).contains(" +/- "));
        // One game in 200 lost, in one pair: 99.5 % +- 0.98, an interval that begins at 98.52 % (729.5 Elo).
        assert!(line(&[0, 0, 1, 0, 99]).starts_with("919.54 (above 729."), "{}", line(&[0, 0, 1, 0, 99]));
        assert!(line(&[99, 0, 1, 0, 0]).starts_with("-919.54 (below -729."));
    }
}
