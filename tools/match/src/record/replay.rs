//! Plays a record through again: every word must be legal, every throw that of the seed, and the end what the rules say.

use super::Record;
use crate::openings::Opening;
use crate::rules::{Rules, Waits};
use banneret::board::{Rng, Team, mix};

/// What a record came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replayed {
    /// The FEN of every turn start, the first position included.
    pub fens: Vec<String>,
    /// Actions and events played.
    pub words: usize,
}

/// Reasons that are not the rules' own: the referee's word is all there is.
const FOREIGN: &[&str] =
    &["start", "crash", "hang", "nonsense", "malformed", "illegal", "twice", "time", "resign", "adjudication", "turns"];

/// The random numbers of the `index`-th throw of a game. Both games of a pair have the same: the same dice, and from the same
/// deck the same card.
pub(crate) fn throw_rng(seed: u64, index: u64) -> Rng {
    Rng::new(mix(seed ^ 0xD1CE).wrapping_add(mix(index)))
}

/// Plays a record through.
///
/// # Errors
/// The first word that is refused or was not to be thrown, an actor that differs, or a result the rules do not give.
pub fn replay(record: &Record) -> Result<Replayed, String> {
    let rules = Rules::find(&record.variant, &record.choices)?;
    let mut table = Opening { fen: record.fen.clone(), words: Vec::new() }.set_up(&rules)?;
    let mut replayed = Replayed { fens: vec![table.fen()], words: 0 };
    let mut throws = 0;
    let opening = record.opening.iter().map(|word| (None, word, true));
    let steps = record.steps.iter().flat_map(|step| step.words.iter().map(|word| (step.seat, word, false)));
    for (seat, word, is_opening) in opening.chain(steps) {
        let place = format!("word {}, {word}", replayed.words + 1);
        match (table.waits(), seat) {
            (Waits::Over(outcome), _) => return Err(format!("{place}: the game is over ({})", outcome.reason)),
            (waits, Some(seat)) if waits != Waits::Seat(seat) => {
                return Err(format!("{place}: it is not seat {seat}'s turn"));
            }
            (Waits::Table, None) if !is_opening => {
                let thrown = table.throw(&mut throw_rng(record.seed, throws));
                throws += 1;
                if thrown != *word {
                    return Err(format!("{place}: the seed throws {thrown}"));
                }
            }
            _ => {}
        }
        table.play(word).map_err(|reason| format!("{place}: {reason}"))?;
        replayed.words += 1;
        if table.at_turn_start() {
            replayed.fens.push(table.fen());
        }
    }
    check_end(record, &rules, table.waits())?;
    Ok(replayed)
}

fn check_end(record: &Record, rules: &Rules, waits: Waits) -> Result<(), String> {
    let (result, reason) = (rules.result(record.winner), record.reason.as_str());
    if result != record.result {
        return Err(format!("the winner is team {:?}, the result {}", record.winner, record.result));
    }
    match waits {
        Waits::Over(outcome) => {
            let winner = outcome.winner.map(Team::index);
            if (winner, outcome.reason) == (record.winner, reason) {
                return Ok(());
            }
            let told = rules.result(winner);
            Err(format!("the rules say {told} by {}, the record {result} by {reason}", outcome.reason))
        }
        _ if FOREIGN.contains(&reason) => Ok(()),
        _ => Err(format!("the record says {result} by {reason}, but the game is not over")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Player, Step};

    fn fools_mate() -> Record {
        let player = |seat: &str| Player { seat: seat.into(), name: seat.into(), version: String::new() };
        let step = |seat, word: &str| Step { seat: Some(seat), words: vec![word.into()], ..Step::default() };
        Record {
            task: crate::job::Task { pair: 0, game: 0 },
            event: String::new(),
            variant: "chess".into(),
            choices: vec![],
            seed: 1,
            players: vec![player("white"), player("black")],
            fen: None,
            opening: vec!["f2f3".into()],
            steps: vec![step(1, "e7e5"), step(0, "g2g4"), step(1, "d8h4")],
            result: "0-1".into(),
            winner: Some(1),
            reason: "checkmate".into(),
            offender: None,
            detail: None,
            last_lines: vec![],
        }
    }

    #[test]
    fn a_right_record_becomes_positions() {
        let replayed = replay(&fools_mate()).unwrap();
        assert_eq!(replayed.words, 4);
        assert_eq!(replayed.fens.len(), 5);
        assert!(replayed.fens[4].starts_with("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq"));
    }

    #[test]
    fn a_wrong_record_is_found_out() {
        let check = |change: &dyn Fn(&mut Record), reason: &str| {
            let mut record = fools_mate();
            change(&mut record);
            let error = replay(&record).unwrap_err();
            assert!(error.contains(reason), "{error}");
        };
        check(&|r| r.steps[1].words[0] = "g2g5".into(), "word 3, g2g5: ");
        check(&|r| r.steps[1].seat = Some(1), "it is not seat 1's turn");
        check(&|r| r.reason = "stalemate".into(), "the rules say 0-1 by checkmate");
        check(&|r| (r.winner, r.result) = (None, "1/2-1/2".into()), "the rules say 0-1 by checkmate");
        check(&|r| r.steps.truncate(2), "but the game is not over");
        check(&|r| r.result = "1-0".into(), "the winner is team");
        check(&|r| r.variant = "draughts".into(), "no variant is called");
        check(
            &|r| r.steps.push(Step { words: vec!["e2e4".into()], ..Step::default() }),
            "the game is over (checkmate)",
        );
    }
}
