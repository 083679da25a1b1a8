//! Scores as the search computes with them: centipawns for a team, wins and losses near the ends of the range.

use super::report::{Score, Wdl};
use crate::board::Team;
use crate::game::Outcome;

/// A win at once. A win `n` turn starts from the root (the end of the game counts as one) is worth `n` less.
pub(super) const MATE: i32 = 32_000;
/// More than any score.
pub(super) const INFINITE: i32 = MATE + 1;
/// From here on a score is a proved win.
pub(super) const WIN: i32 = MATE - 1_000;
/// Up to here a score is a proved loss.
pub(super) const LOSS: i32 = -WIN;
/// A draw.
pub(super) const DRAW: i32 = 0;
/// Where there is no static evaluation.
pub(super) const NONE: i32 = i16::MIN as i32;

/// Whether the score is a proved win or loss.
pub(super) const fn decided(score: i32) -> bool {
    score.abs() >= WIN
}

/// What an outcome is worth to `view`, `turns` turn starts from the root.
pub(super) fn outcome(outcome: Outcome, view: Team, turns: i32) -> i32 {
    match outcome.winner {
        None => DRAW,
        Some(winner) if winner == view => MATE - turns,
        Some(_) => turns - MATE,
    }
}

/// A score for the table, where wins and losses count from the node.
pub(super) fn to_table(score: i32, turns: i32) -> i16 {
    let shifted = match score {
        WIN.. => score + turns,
        ..=LOSS => score - turns,
        _ => score,
    };
    shifted.clamp(-MATE, MATE) as i16
}

/// A score from the table, counted from the root again.
pub(super) fn from_table(score: i16, turns: i32) -> i32 {
    let score = i32::from(score);
    match score {
        WIN.. => score - turns,
        ..=LOSS => score + turns,
        _ => score,
    }
}

/// The score as it is reported. Teams take turns alternately, so a win after `n` turn starts takes the winner half as
/// many turns, rounded up.
pub(super) fn report(score: i32) -> Score {
    match score {
        WIN.. => Score::Mate((MATE - score + 1) / 2),
        ..=LOSS => Score::Mate(-((MATE + score + 1) / 2)),
        _ => Score::Cp(score),
    }
}

/// Half of everything there is to win: a score of this lies halfway between a draw and a win.
const HALFWAY: i64 = 500;
/// The scale of utilities.
const UNIT: i64 = 1 << 30;

/// What a score is worth in expected results, which is what the table's outcomes are averaged in: the better a position is already,
/// the less another pawn adds, and a win is bounded. Rises steadily, and is the negative for the negative.
pub(super) const fn utility(score: i32) -> i64 {
    let score = score as i64;
    score * UNIT / (score.abs() + HALFWAY)
}

/// The score that is worth so much, rounded to the nearest.
pub(super) const fn from_utility(utility: i64) -> i32 {
    let rest = UNIT - utility.abs();
    if rest <= 0 {
        return utility.signum() as i32 * INFINITE;
    }
    let score = (utility.abs() * HALFWAY + rest / 2) / rest;
    let score = if score > INFINITE as i64 { INFINITE } else { score as i32 };
    utility.signum() as i32 * score
}

/// Expected results. A logistic curve through the usual experience that a clear pawn (100) wins every other game between equals.
pub(super) fn wdl(score: i32) -> Wdl {
    if decided(score) {
        let win = if score > 0 { 1_000 } else { 0 };
        return Wdl { win, draw: 0, loss: 1_000 - win };
    }
    let chance = |score: i32| (1_000.0 / (1.0 + (f64::from(100 - score) / 55.0).exp())).round() as u32;
    let (win, loss) = (chance(score), chance(-score));
    Wdl { win, draw: 1_000 - win - loss, loss }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_counted_in_turns() {
        let table = [(MATE - 1, 1), (MATE - 3, 2), (MATE - 5, 3), (-MATE, 0), (2 - MATE, -1), (4 - MATE, -2)];
        for (score, turns) in table {
            assert_eq!(report(score), Score::Mate(turns), "{score}");
        }
        assert_eq!(report(-20_000), Score::Cp(-20_000));
    }

    #[test]
    fn the_table_counts_from_the_node() {
        for score in [MATE - 9, 9 - MATE, 150, -20_000, DRAW] {
            assert_eq!(from_table(to_table(score, 4), 4), score);
        }
        assert_eq!(to_table(MATE - 9, 4), (MATE - 5) as i16);
    }

    #[test]
    fn utilities_rise_and_turn_back_into_scores() {
        for score in -INFINITE..=INFINITE {
            assert_eq!(from_utility(utility(score)), score);
            assert_eq!(utility(-score), -utility(score));
            assert!(score == INFINITE || utility(score) < utility(score + 1));
        }
        assert_eq!(from_utility(UNIT), INFINITE);
        assert_eq!(from_utility(utility(MATE) / 2).abs_diff(485), 0);
    }

    #[test]
    fn expected_results_add_up() {
        for score in (-20_000..=20_000).step_by(7).chain([MATE - 3, 3 - MATE]) {
            let Wdl { win, draw, loss } = wdl(score);
            assert_eq!(win + draw + loss, 1_000, "{score}");
        }
        assert!(wdl(0).draw > 600 && wdl(0).win == wdl(0).loss);
    }
}
