//! Evaluation, ordering, exchanges.

use super::{read, refusal, words};
use crate::board::{Rng, Team};
use crate::game::{Choices, Evaluate, Flow, Game, Notation};
use crate::games::chess::{Action, Position};
use crate::play;
use std::collections::BTreeSet;

/// Random positions of real games, more or less.
pub(crate) fn wander(games: u32, plies: u32, mut see: impl FnMut(&Position)) {
    let mut rng = Rng::new(11);
    for _ in 0..games {
        let mut position: Position = Position::start(&Choices::default());
        for _ in 0..plies {
            see(&position);
            let words: Vec<_> = words(&position).into_iter().collect();
            if words.is_empty() {
                break;
            }
            play::play(&mut position, &words[rng.below(words.len() as u32) as usize]).unwrap();
        }
    }
}

/// The same position with colours and ranks exchanged.
fn mirrored(position: &Position) -> Position {
    let fen = position.fen();
    let fields: Vec<_> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        let swapped = |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        text.chars().map(swapped).collect()
    };
    let board: Vec<_> = fields[0].split('/').rev().map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let passed = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    read(&format!("{} {side} {} {passed} {} {}", board.join("/"), swap(fields[2]), fields[4], fields[5]))
}

#[test]
fn evaluation_knows_no_colour() {
    wander(40, 150, |position| {
        let value = position.evaluate(Team::First);
        assert_eq!(position.evaluate(Team::Second), -value, "{position:?}");
        assert_eq!(mirrored(position).evaluate(Team::Second), value, "{position:?}");
        assert!(value.abs() <= 20_000);
    });
}

#[test]
fn material_decides() {
    let worth = |fen: &str| read(fen).evaluate(Team::First);
    assert!((-50..50).contains(&worth("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")));
    assert!(worth("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") > 800);
    assert!(worth("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1") < -200);
    // Draws that material alone would take for wins.
    for drawn in [
        "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/3BK3 w - - 0 1",
        "k7/8/8/P7/8/8/8/2B1K3 w - - 0 1",
        "4k3/3n4/8/8/8/8/8/R3K3 w - - 0 1",
    ] {
        assert!(worth(drawn).abs() < 60, "{drawn}: {}", worth(drawn));
    }
    assert!(worth("7k/8/8/P7/8/8/8/2B1K3 w - - 0 1") > 150, "the king is far from the corner");
}

/// Wins without pawns are driven to the edge, with bishop and knight to the right corner.
#[test]
fn mates_are_driven() {
    let worth = |fen: &str| read(fen).evaluate(Team::First);
    assert!(worth("k7/8/1K6/8/8/8/8/7R w - - 0 1") > worth("8/8/4k3/8/8/3K4/8/7R w - - 0 1") + 50);
    // A light bishop mates in a8 and h1.
    let (right, wrong) = ("k7/8/1K6/8/8/8/8/5BN1 w - - 0 1", "8/8/8/8/8/1K6/8/k4BN1 w - - 0 1");
    assert!(worth(right) > worth(wrong) + 50);
}

#[test]
fn exchanges_come_out_right() {
    for (fen, word, won) in [
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100),
        ("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0),
        ("4k3/8/2p5/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", 100 - 500),
        ("4k3/8/2p5/3n4/8/8/3R4/4K3 w - - 0 1", "d2d5", 320 - 500),
        ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
        // The rook behind the queen is seen.
        ("3rk3/3q4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 500 + 975 - 500),
        ("3k4/8/8/3p4/4P3/5B2/8/3K4 w - - 0 1", "e4d5", 100),
        // A king does not take what is defended.
        ("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
        ("8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", 100 - 500),
        // En passant, promotion, promotion that is lost again, a quiet move into a pawn's reach.
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 875),
        ("1r5k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
        ("1r5k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 500 + 875),
        ("4k3/8/2p5/8/8/4N3/8/4K3 w - - 0 1", "e3d5", -320),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
    ] {
        let position = read(fen);
        let action = position.read_action(word).unwrap();
        assert_eq!(position.accepts(action), Ok(()), "{fen} {word}");
        assert_eq!(position.exchange(action), won, "{fen} {word}");
    }
}

#[test]
fn tactical_moves_are_those_hinted_at() {
    wander(40, 120, |position| {
        let mut listed = BTreeSet::new();
        let _ = position.tactical(&mut |action| {
            assert!(listed.insert(position.action_word(action)));
            Flow::Continue(())
        });
        assert_eq!(position.urgent(), position.checkers().any());
        let mut expected = BTreeSet::new();
        let _ = position.generate(&mut |action| {
            let under =
                matches!(action, Action::Step { promotion: Some(kind), .. } if kind != super::super::Kind::Queen);
            if position.urgent() || position.hint(action).tactical && !under {
                expected.insert(position.action_word(action));
            }
            assert!(position.slot(action) < <Position as Evaluate>::SLOTS);
            Flow::Continue(())
        });
        assert_eq!(listed, expected, "{position:?}");
    });
}

#[test]
fn victims_come_before_attackers() {
    let position = read("4k3/8/8/2q1r3/1P1N4/8/8/4K3 w - - 0 1");
    let order = |word| position.hint(position.read_action(word).unwrap()).order;
    assert!(position.hint(position.read_action("b4c5").unwrap()).tactical);
    let quiet = read("4k3/8/8/8/8/8/8/N3K3 w - - 0 1");
    assert!(!quiet.hint(quiet.read_action("a1b3").unwrap()).tactical);
    assert!(order("b4c5") > 900);
    assert!(refusal(&position, "d4d5").contains("knight"));
}

#[test]
fn passing_is_a_move() {
    wander(20, 100, |position| match position.null() {
        Some(next) => {
            assert!(!position.urgent());
            assert_ne!(next.side(), position.side());
            assert_eq!(next.key(), next.fresh_key());
            assert_eq!(next.of(position.side()), position.of(position.side()));
        }
        None => {
            let fen = position.fen();
            let officers = if fen.contains(" w ") { "NBRQ" } else { "nbrq" };
            let board = fen.split(' ').next().unwrap();
            assert!(position.urgent() || !board.contains(|letter| officers.contains(letter)), "{fen}");
        }
    });
}
