//! Actions, turns and reports to words.

use crate::board::{Seat, Team};
use crate::game::{Actor, Game, Notation, Outcome};
use crate::protocol::write;
use crate::search::{Bound, Report, Score};

/// The line `pv` from `position` in words: a turn a word, its actions joined by commas. It ends at the first event.
pub fn turns<G: Notation>(position: &G, pv: &[G::Action]) -> Vec<String> {
    let mut position = *position;
    let mut words: Vec<String> = Vec::new();
    let mut last = None;
    for &action in pv {
        let Actor::Seat(seat) = position.turn() else { break };
        let word = position.action_word(action);
        match words.last_mut() {
            Some(turn) if last == Some(seat) => {
                turn.push(',');
                turn.push_str(&word);
            }
            _ => words.push(word),
        }
        last = Some(seat);
        position.act(action);
    }
    words
}

/// The `info` line of a report about a search from `position`.
pub fn info<G: Notation>(position: &G, report: &Report<'_, G::Action>) -> String {
    write::info(&write::Info {
        depth: report.depth,
        seldepth: report.seldepth,
        multipv: report.multipv,
        score: match report.score {
            Score::Cp(score) => write::Score::Cp(score),
            Score::Mate(turns) => write::Score::Mate(turns),
        },
        bound: match report.bound {
            Bound::Lower => write::Bound::Lower,
            Bound::Upper => write::Bound::Upper,
            Bound::Exact => write::Bound::Exact,
        },
        wdl: report.wdl.map(|wdl| [wdl.win, wdl.draw, wdl.loss]),
        nodes: report.nodes,
        hashfull: report.hashfull,
        time: report.elapsed,
        pv: turns(position, report.pv),
    })
}

/// The result of a game as it is written: White's or Red's team first, whoever moves first.
pub fn result<G: Notation>(outcome: Option<Outcome>) -> &'static str {
    let first = match G::SEAT_NAMES.iter().zip(0..).find(|&(&name, _)| name == "white") {
        Some((_, index)) => G::team(Seat::new(index)),
        None => Team::First,
    };
    match outcome.map(|outcome| outcome.winner) {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(winner)) if winner == first => "1-0",
        Some(Some(_)) => "0-1",
    }
}

/// The name of whoever a position waits for.
pub fn actor<G: Notation>(actor: Actor) -> Option<&'static str> {
    match actor {
        Actor::Seat(seat) => G::SEAT_NAMES.get(seat.index()).copied(),
        Actor::Table => Some("table"),
        Actor::Over(_) => None,
    }
}

/// Every generated action's word, in the order of generation.
pub fn actions<G: Notation>(position: &G) -> Vec<String> {
    let mut words = Vec::new();
    let _ = Game::generate(position, &mut |action| {
        words.push(position.action_word(action));
        std::ops::ControlFlow::Continue(())
    });
    words
}
