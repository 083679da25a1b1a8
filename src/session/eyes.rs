//! What the viewer sees.

use super::record::Record;
use crate::game::{Actor, Notation, Viewer};
use crate::play::Step;
use crate::search::Searcher;

/// The position as the viewer sees it.
pub(super) fn seen<G: Notation, S: Searcher<G>>(position: &G, viewer: Viewer) -> G {
    match viewer {
        Viewer::All => *position,
        Viewer::Seat(_) => S::view(position, viewer),
    }
}

/// The words since the last turn start as the viewer knows them.
pub(super) fn words_since<G: Notation, S: Searcher<G>>(record: &Record<G>, viewer: Viewer) -> Vec<String> {
    let mut position = *record.turn();
    let mut words = Vec::new();
    for &step in record.since() {
        words.push(word::<G, S>(&position, step, viewer));
        match step {
            Step::Action(action) => position.act(action),
            Step::Event(event) => position.happen(event),
        }
    }
    words
}

/// The word of a step from `position`. An event that the viewer cannot tell from one with unknown cards is written with
/// question marks.
pub(super) fn word<G: Notation, S: Searcher<G>>(
    position: &G,
    step: Step<G::Action, G::Event>,
    viewer: Viewer,
) -> String {
    let event = match step {
        Step::Action(action) => return position.action_word(action),
        Step::Event(event) => event,
    };
    let word = position.event_word(event);
    if viewer == Viewer::All || !S::HIDDEN {
        return word;
    }
    let blank: String = word.chars().map(|c| if c == '#' { '#' } else { '?' }).collect();
    let after = |event: G::Event| {
        let mut next = *position;
        next.happen(event);
        S::view(&next, viewer)
    };
    match position.read_event(&blank) {
        Ok(unknown) if position.admits(unknown).is_ok() && after(unknown) == after(event) => blank,
        _ => word,
    }
}

/// Whose eyes a search has: the viewer's, or, when the viewer sees everything, those of the seat to act. A search never knows
/// more than its seat.
pub(super) fn searching<G: Notation>(position: &G, viewer: Viewer) -> Viewer {
    match (viewer, position.turn()) {
        (Viewer::All, Actor::Seat(seat)) => Viewer::Seat(seat),
        _ => viewer,
    }
}
