//! The laws of the contract, tested once for every game.
//!
//! Random games are played from given positions, and every law is checked at every position on the way. A game's tests call
//! [`check`] with its own start positions.

use crate::board::Rng;
use crate::game::{Actor, Choices, Flow, Notation, Odds};
use crate::history::History;
use crate::play;
use std::collections::{HashMap, HashSet};

/// What is checked, and how often.
pub(crate) struct Laws {
    /// Turn starts to play from; the variant's start position when empty.
    pub(crate) fens: Vec<String>,
    /// Options in force.
    pub(crate) choices: Choices,
    /// Random games from each position.
    pub(crate) games: u32,
    /// Actions and events at most in a game.
    pub(crate) length: u32,
    /// Whether two generated actions may lead to one position (useless spells do).
    pub(crate) same_effect_allowed: bool,
}

impl Default for Laws {
    fn default() -> Self {
        Self { fens: Vec::new(), choices: Choices::default(), games: 20, length: 200, same_effect_allowed: false }
    }
}

/// Everything of a FEN a rule can tell apart: all but its last two fields, the quiet counter and the turn number.
fn essence<G: Notation>(position: &G) -> String {
    let fen = position.fen();
    let fields: Vec<_> = fen.split(' ').collect();
    fields[..fields.len() - 2].join(" ")
}

/// Checks every law; panics with the position where one is broken.
pub(crate) fn check<G: Notation>(laws: &Laws) {
    assert_eq!(G::SEAT_NAMES.len(), G::SEATS);
    let starts: Vec<G> = if laws.fens.is_empty() {
        vec![G::start(&laws.choices)]
    } else {
        laws.fens.iter().map(|fen| G::read_fen(fen, &laws.choices).unwrap_or_else(|e| panic!("{fen}: {e:?}"))).collect()
    };
    let mut by_key = HashMap::new();
    let mut by_essence = HashMap::new();
    let mut rng = Rng::new(42);
    for start in starts {
        for _ in 0..laws.games {
            let mut position = start;
            let mut told = format!("{} moves", start.fen());
            for _ in 0..laws.length {
                assert_eq!(position.key(), position.fresh_key(), "incremental key differs from a fresh one: {told}");
                if position.at_turn_start() {
                    fen_laws(&position, &laws.choices, &told);
                    let essence = essence(&position);
                    let key = *by_essence.entry(essence.clone()).or_insert(position.key());
                    assert_eq!(key, position.key(), "equal states, different keys: {told}");
                    let first = by_key.entry(key).or_insert_with(|| essence.clone());
                    assert_eq!(*first, essence, "different states, one key: {told}");
                }
                let word = match position.actor() {
                    Actor::Over(_) => {
                        assert_eq!(position.count(), 0, "the game is over, yet something is counted: {told}");
                        break;
                    }
                    Actor::Seat(_) => match action_laws(&position, laws, &told, &mut rng) {
                        Some(word) => word,
                        None => break,
                    },
                    Actor::Table => event_laws(&position, &told, &mut rng),
                };
                told = format!("{told} {word}");
                play::play(&mut position, &word).unwrap_or_else(|reason| panic!("{reason}: {told}"));
            }
        }
    }
}

fn fen_laws<G: Notation>(position: &G, choices: &Choices, told: &str) {
    let fen = position.fen();
    let again =
        G::read_fen(&fen, choices).unwrap_or_else(|reasons| panic!("own FEN {fen} refused ({reasons:?}): {told}"));
    assert_eq!(again, *position, "FEN {fen} reads as another position: {told}");
    assert_eq!(again.fen(), fen, "FEN changes when read and written: {told}");
}

/// Checks the laws of actions and picks one at random.
fn action_laws<G: Notation>(position: &G, laws: &Laws, told: &str, rng: &mut Rng) -> Option<String> {
    let mut actions = Vec::new();
    let _ = position.generate(&mut |action| {
        actions.push(action);
        Flow::Continue(())
    });
    assert_eq!(position.count(), actions.len() as u64, "bulk count differs from the list: {told}");
    let mut words = HashSet::new();
    let mut effects = HashSet::new();
    for &action in &actions {
        let word = position.action_word(action);
        assert!(!word.is_empty() && !word.contains([' ', ',']), "`{word}` is not one word: {told}");
        assert_eq!(position.read_action(&word).as_ref(), Ok(&action), "{word} reads as another action: {told}");
        assert_eq!(position.accepts(action), Ok(()), "generated, not accepted: {word}: {told}");
        let mut next = *position;
        next.act(action);
        assert_ne!(next, *position, "{word} changes nothing: {told}");
        assert!(effects.insert(next.key()) || laws.same_effect_allowed, "{word} does what another action does: {told}");
        assert!(words.insert(word), "two actions, one word: {told}");
    }
    if actions.is_empty() {
        return None;
    }
    Some(position.action_word(actions[rng.below(actions.len() as u32) as usize]))
}

/// Checks the laws of events and draws one.
fn event_laws<G: Notation>(position: &G, told: &str, rng: &mut Rng) -> String {
    assert_eq!(position.count(), 0, "the table is to act, yet actions are counted: {told}");
    let mut sum = 0;
    let odds = position.events(&mut |event, weight| {
        assert!(weight > 0, "an event of no weight: {told}");
        sum += weight;
        assert_eq!(position.admits(event), Ok(()), "listed, not admitted: {event:?}: {told}");
        let word = position.event_word(event);
        let (mut one, mut other) = (*position, *position);
        one.happen(event);
        play::play(&mut other, &word).unwrap_or_else(|reason| panic!("{word}: {reason}: {told}"));
        assert_eq!(one, other, "the word {word} does not do what its event does: {told}");
    });
    match odds {
        Odds::Total(total) => assert_eq!(sum, total, "weights do not add up: {told}"),
        Odds::SampleOnly => assert_eq!(sum, 0, "sample only, yet events are listed: {told}"),
    }
    let event = position.sample(rng);
    assert_eq!(position.admits(event), Ok(()), "drawn, not admitted: {event:?}: {told}");
    position.event_word(event)
}

/// Counts every line of a suite as far as `max_nodes` allows, at least depth 1.
pub(crate) fn check_suite<G: Notation>(suite: &str, choices: &Choices, max_nodes: u64) {
    use crate::perft::{Counter, suite};
    let counter = Counter::new(1, 0, None);
    let entries = suite::parse(suite).expect("a suite");
    assert!(!entries.is_empty());
    for entry in entries {
        for &(depth, expected) in entry.counts.iter().filter(|(depth, nodes)| *depth == 1 || *nodes <= max_nodes) {
            let found = suite::count::<G>(&entry, choices, depth, &counter);
            assert_eq!(found, Ok(expected), "line {} depth {depth}: {}", entry.line, entry.position());
        }
    }
}

/// Replays a file of whole games, `FEN | words | last FEN, or who won`: `w`, `b`, `winner r`, `draw`. What a winner's word
/// means, `winner` says: the team of `w`, or of `winner r`.
pub(crate) fn check_games<G: Notation>(
    file: &str,
    choices: &Choices,
    winner: impl Fn(&str) -> Option<crate::board::Team>,
) {
    let mut games = 0;
    for line in file.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        // Blanks around the bar: arena42's FEN has a bar of its own.
        let [fen, words, end] = line.trim().split(" | ").collect::<Vec<_>>()[..] else { panic!("not a game: {line}") };
        replay::<G>(fen, words, end, choices, &winner);
        games += 1;
    }
    assert!(games > 0);
}

fn replay<G: Notation>(
    fen: &str,
    words: &str,
    end: &str,
    choices: &Choices,
    winner: &impl Fn(&str) -> Option<crate::board::Team>,
) {
    let mut position = G::read_fen(fen, choices).unwrap_or_else(|reasons| panic!("{fen}: {reasons:?}"));
    let mut history = History::default();
    // What the rules of the match said first: it stays said.
    let mut verdict = None;
    for (index, word) in play::words(words).enumerate() {
        if position.at_turn_start() {
            history.push(&position);
            verdict = verdict.or(history.verdict(&position));
        }
        play::play(&mut position, word)
            .unwrap_or_else(|reason| panic!("word {}, {word}: {reason}: {fen} {words}", index + 1));
        assert_eq!(position.key(), position.fresh_key(), "after {word}: {fen} {words}");
    }
    if position.at_turn_start() {
        history.push(&position);
        verdict = verdict.or(history.verdict(&position));
    }
    let team = winner(end);
    let outcome = match position.actor() {
        Actor::Over(outcome) => verdict.or(Some(outcome)),
        _ => verdict,
    };
    match outcome {
        Some(outcome) if team.is_some() || end == "draw" => {
            assert_eq!(outcome.winner, team, "{end}, {outcome:?}: {fen} {words}");
        }
        _ => assert_eq!(position.fen(), end, "{fen} {words}"),
    }
}
