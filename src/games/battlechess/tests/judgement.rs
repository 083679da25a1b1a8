//! What the search is told: it must not depend on colours, nor on what is hidden.

use super::*;
use crate::game::{Evaluate, Hint};

/// The same position with colours exchanged.
fn mirrored(position: &Position) -> Position {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let flip_case = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let flip_rank = |c: char| c.to_digit(10).map_or(c, |rank| (b'9' - rank as u8) as char);
    let ranks = fields[0].split('[').next().unwrap();
    let board: Vec<String> = ranks.split('/').rev().map(|rank| rank.chars().map(flip_case).collect()).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let ep: String = fields[2].chars().map(flip_rank).collect();
    let (white, black) = fields[3].split_once('/').unwrap();
    let (jokers, deed) = fields[5].split_at(fields[5].len() - fields[5].trim_start_matches('X').len());
    let last = match deed.split_once(':') {
        Some((card, effect)) => format!("{jokers}{card}:{}", effect.chars().map(flip_rank).collect::<String>()),
        None => "-".into(),
    };
    read(&format!("{}[] {side} {ep} {black}/{white} {} {last} {} {}", board.join("/"), fields[4], fields[6], fields[7]))
}

#[test]
fn colours_do_not_matter() {
    let mut seen = 0;
    wander(13, 1, |position| {
        if position.phase == Phase::Turn {
            let mirror = mirrored(position);
            assert_eq!(position.evaluate(Team::First), mirror.evaluate(Team::Second), "{}", position.fen());
            assert_eq!(position.evaluate(Team::First), -position.evaluate(Team::Second));
            assert_eq!(position.count(), mirror.count());
            seen += 1;
        }
    });
    assert!(seen > 3000, "{seen}");
}

#[test]
fn what_quiescence_looks_at_is_generated() {
    let mut tactical = 0;
    wander(17, 1, |position| {
        let mut all = Vec::new();
        let _ = position.generate(&mut |action| {
            all.push(action);
            assert!(position.slot(action) < Position::SLOTS);
            let Hint { order, .. } = position.hint(action);
            assert!(order.abs() < 20_000);
            Flow::Continue(())
        });
        let mut found = Vec::new();
        let _ = position.tactical(&mut |action| {
            assert!(all.contains(&action) && !found.contains(&action), "{action:?} {}", position.fen());
            found.push(action);
            Flow::Continue(())
        });
        tactical += found.len();
        if position.urgent() {
            assert_eq!(found.len(), all.len());
        }
        // Something is always left to look at, and of swaps exactly one.
        let left = all.iter().filter(|&&action| !position.pointless(action));
        assert!(all.is_empty() || left.clone().count() > 0);
        let swaps = |action: &&Action| matches!(action, Action::Swap(_));
        assert_eq!(left.filter(swaps).count(), usize::from(all.iter().any(|action| matches!(action, Action::Swap(_)))));
    });
    assert!(tactical > 5000, "{tactical}");
}

#[test]
fn exchanges() {
    let of = |fen: &str, word: &str| {
        let position = read(fen);
        position.exchange(position.read_action(word).unwrap())
    };
    let fen = "4k3/2p1r3/3p4/8/8/3N4/8/4R1K1[] w - AJ278/- - - 0 1";
    // Rook for rook; a knight where a pawn takes it and the other rook guards the pawn; cards that just remove.
    assert_eq!(of(fen, "e1e7"), 0);
    assert_eq!(of(fen, "d3e5"), -300);
    assert_eq!(of(fen, "A:e7"), 480);
    assert_eq!(of(fen, "2:e7"), 480 - 85);
    assert_eq!(of(fen, "7:e7"), 480 + 85);
    assert_eq!(of(fen, "8:e1e7"), 480);
    assert_eq!(of(fen, "draw"), 0);
}

/// Before the first turn nobody is far ahead: what is still to be placed and dealt counts as if it were there.
#[test]
fn placing_second_loses_nothing() {
    let mut seen = 0;
    wander(19, 1, |position| {
        if position.phase == Phase::Place {
            let score = position.evaluate(Team::First);
            assert!(score.abs() < 700, "{score}: {}", position.fen());
            seen += 1;
        }
    });
    assert!(seen > 300, "{seen}");
    assert_eq!(Position::start(&Choices::default()).evaluate(Team::First), 0);
    let placed = after("8/8/8/8/8/8/8/8[KPPPkppp] w - -/- - - 0 1", "K@d1 P@c1 P@e1 P@d2 #???????");
    assert!(placed.evaluate(Team::First).abs() < 50, "{}", placed.evaluate(Team::First));
}
