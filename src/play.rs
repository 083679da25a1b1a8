//! Words played on a position: what the session, the suites and the referee all do with a list of moves.

use crate::game::{Actor, Malformed, Notation, Refusal};
use std::fmt;

/// One word of a move list, understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<A, E> {
    /// A player's action.
    Action(A),
    /// What the table decided.
    Event(E),
}

/// Why a word could not be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It is no word of the game.
    Malformed(Malformed),
    /// It is a word, but not possible here.
    Refused(Refusal),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(reason) => reason.fmt(f),
            Self::Refused(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}

/// The words of a move list. Blanks and commas separate alike.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c == ',' || c.is_ascii_whitespace()).filter(|word| !word.is_empty())
}

/// Reads a word and checks that it may be played here.
///
/// # Errors
/// The word is malformed, or refused.
pub fn read<G: Notation>(position: &G, word: &str) -> Result<Step<G::Action, G::Event>, Fault> {
    let refuse = |sentence: &str| Err(Fault::Refused(Refusal::new(sentence)));
    if word.starts_with('#') {
        let event = position.read_event(word).map_err(Fault::Malformed)?;
        match position.turn() {
            Actor::Over(_) => refuse("the game is over"),
            Actor::Seat(_) => refuse("nothing is to be thrown or dealt here"),
            Actor::Table => position.admits(event).map(|()| Step::Event(event)).map_err(Fault::Refused),
        }
    } else {
        let action = position.read_action(word).map_err(Fault::Malformed)?;
        match position.turn() {
            Actor::Over(_) => refuse("the game is over"),
            Actor::Table => refuse("the table must throw first"),
            Actor::Seat(_) => position.accepts(action).map(|()| Step::Action(action)).map_err(Fault::Refused),
        }
    }
}

/// Reads a word and plays it. On an error the position is as it was.
///
/// # Errors
/// The word is malformed, or refused.
pub fn play<G: Notation>(position: &mut G, word: &str) -> Result<Step<G::Action, G::Event>, Fault> {
    let step = read(position, word)?;
    match step {
        Step::Action(action) => position.act(action),
        Step::Event(event) => position.happen(event),
    }
    Ok(step)
}
