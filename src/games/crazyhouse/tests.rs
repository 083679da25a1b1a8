//! Crazyhouse against the twin of chess, and against counts of an independent program.

use super::{Pockets, Position};
use crate::board::{Colour, List, Team};
use crate::game::{Actor, Choices, Evaluate, Flow, Game, Notation, Outcome};
use crate::games::chess::tests::{agree_with_twin, refusal};
use crate::games::chess::{Action, Hands, Kind};
use crate::laws::{self, Laws};
use crate::play;

const SUITE: &str = include_str!("../../../perft/crazyhouse.epd");

fn read(fen: &str) -> Position {
    Position::read_fen(fen, &Choices::default()).unwrap_or_else(|reasons| panic!("{fen}: {reasons:?}"))
}

fn fens() -> Vec<String> {
    let lines = SUITE.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split(" ;").next()).map(str::to_owned).collect()
}

fn after(fen: &str, words: &[&str]) -> String {
    let mut position = read(fen);
    for word in words {
        play::play(&mut position, word).unwrap_or_else(|reason| panic!("{reason}: {fen} {word}"));
    }
    position.fen()
}

#[test]
fn counts_of_an_independent_program() {
    laws::check_suite::<Position>(SUITE, &Choices::default(), 5_000_000);
}

#[test]
fn the_twin_agrees() {
    agree_with_twin::<Pockets>(&fens(), &Choices::default(), 2, 80);
}

#[test]
fn laws_hold() {
    laws::check::<Position>(&Laws { fens: fens(), games: 3, length: 150, ..Laws::default() });
}

#[test]
fn captured_promotions_are_pawns() {
    let fen = "4k3/8/8/8/3q~4/8/3R4/4K2r[] w - - 0 1";
    assert!(Position::read_fen(fen, &Choices::default()).is_ok());
    assert_eq!(after("4k3/8/8/8/3q~4/8/3R4/4K3[] w - - 0 1", &["d2d4"]), "4k3/8/8/8/3R4/8/8/4K3[P] b - - 0 1");
    assert_eq!(after("4k3/8/8/8/3q4/8/3R4/4K3[] w - - 0 1", &["d2d4"]), "4k3/8/8/8/3R4/8/8/4K3[Q] b - - 0 1");
    assert_eq!(
        after("1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", &["a7b8n", "e8e7", "b8c6", "e7d6"]),
        "8/8/2N~k4/8/8/8/8/4K3[R] w - - 3 3"
    );
}

#[test]
fn holdings_in_either_form() {
    let usual = "r3k2r/8/8/8/8/8/8/R3K2R[QNPPrbp] b KQkq - 3 20";
    assert_eq!(read(usual).fen(), usual);
    assert_eq!(read("r3k2r/8/8/8/8/8/8/R3K2R/prbNPPQ b KQkq - 3 20").fen(), usual);
    assert_eq!(read("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -").fen(), "r3k2r/8/8/8/8/8/8/R3K2R[] b KQkq - 0 1");
    assert_eq!(read("4k3/8/8/8/8/8/8/4K3[-] w - - 0 1").fen(), "4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
}

#[test]
fn broken_fens_are_refused() {
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/8/4K3[Q w - - 0 1", "end with ]"),
        ("4k3/8/8/8/8/8/8/4K3[K] w - - 0 1", "`K` in the hands"),
        ("4k3/8/8/8/8/8/8/4K3[x] w - - 0 1", "`x` in the hands"),
        ("4k3/8/8/8/8/8/P~7/4K3[] w - - 0 1", "~ belongs behind"),
        ("4k~3/8/8/8/8/8/8/4K3[] w - - 0 1", "~ belongs behind"),
        ("~4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "~ belongs behind"),
        ("4k3/8/8/8/8/8/8/4K3[PPPPPPPPPPPPPPPPP] w - - 0 1", "17 pawns"),
        ("4k3/8/8/8/8/8/8/4K2Q~[PPPPPPPPPPPPPPPP] w - - 0 1", "17 pawns"),
        ("4k3/8/8/8/8/8/8/4K2Q[QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ] w - - 0 1", "33 pieces"),
        ("4k3/8/8/8/8/8/8/4K3[QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ] w - - 0 1", "more than 30 pieces in hand"),
        ("4k3/8/8/8/8/8/8/4K2R~[] w K - 0 1", "no rook there"),
        ("P3k3/8/8/8/8/8/8/4K3[] w - - 0 1", "a pawn on a8"),
    ] {
        let reasons = Position::read_fen(fen, &Choices::default()).expect_err(fen);
        assert!(reasons.iter().any(|reason| reason.0.contains(expected)), "{fen}: {reasons:?}");
    }
}

#[test]
fn refusals_name_the_reason() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3[Pn] w - - 0 1";
    for (word, expected) in [
        ("N@e4", "no knight in hand"),
        ("P@e2", "e2 is not empty"),
        ("P@e8", "e8 is not empty"),
        ("P@a8", "first or last rank"),
        ("P@a1", "first or last rank"),
    ] {
        let found = refusal(&read(fen), word);
        assert!(found.contains(expected), "{word}: {found}");
    }
    let check = read("4k3/8/8/8/8/8/8/r3K3[QP] w - - 0 1");
    assert!(refusal(&check, "Q@e2").contains("does not end the check"));
    assert!(check.accepts(check.read_action("Q@b1").unwrap()).is_ok());
    for bad in ["K@e4", "n@e4", "@e4", "NN@e4", "N@e9", "N@", "N@e4q"] {
        assert!(check.read_action(bad).is_err(), "{bad}");
    }
}

#[test]
fn a_drop_may_mate() {
    let mut position = read("6rk/6pp/8/8/8/8/5PPP/6RK[N] w - - 0 1");
    play::play(&mut position, "N@f7").unwrap();
    assert_eq!(position.actor(), Actor::Over(Outcome::win(Team::First, "checkmate")));
}

/// Nothing is ever gone for good: neither bare kings nor a hundred quiet plies are a draw; the third repetition is.
#[test]
fn only_repetition_draws() {
    let position = read("4k3/8/8/8/8/8/8/4K3[] w - - 150 100");
    assert_eq!(position.verdict(2), None);
    assert_eq!(position.verdict(3), Some(Outcome::draw("repetition")));
}

/// Captures and drops can lead back to a position: the history must see through them.
#[test]
fn positions_recur_through_captures() {
    let mut position = read("6k1/8/8/4r3/4n3/2N5/8/6K1[] w - - 0 1");
    let mut history = crate::history::History::default();
    history.push(&position);
    for _ in 0..2 {
        for word in ["c3e4", "e5e4", "N@b1", "e4e5", "b1c3", "N@e4"] {
            assert_eq!(history.verdict(&position), None);
            play::play(&mut position, word).unwrap();
            history.push(&position);
        }
    }
    assert_eq!(history.verdict(&position), Some(Outcome::draw("repetition")));
}

/// A full hand and a wide board: the list is long enough.
#[test]
fn lists_are_long_enough() {
    let position = read("7k/8/8/3Q4/6Q1/1Q6/4Q3/K7[QQQQQQQQRRRRBBBBNNNNPPPP] w - - 0 1");
    let mut count = 0;
    let _ = position.generate(&mut |_| {
        count += 1;
        Flow::Continue(())
    });
    assert!(count > 350, "{count}");
    assert!(count <= <<Position as Game>::Actions as List<Action>>::CAPACITY);
    assert_eq!(position.hands().held(Colour::White, Kind::Queen), 8);
}

#[test]
fn evaluation_sees_hands_and_kings() {
    let worth = |fen: &str| read(fen).evaluate(Team::First);
    let start = worth("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1");
    assert!((0..80).contains(&start), "{start}");
    assert!(worth("r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQkq - 0 1") > start + 400);
    // A captured promotion is a pawn in the captor's hand.
    let kings = |queen: &str| worth(&format!("4k3/pppp4/8/8/8/8/4PPPP/{queen}3K2[] w - - 0 1"));
    assert!(kings("1Q~") > kings("1Q"));
    // The same pieces in hand are worse for a bare king than for a sheltered one.
    let sheltered = worth("6k1/5ppp/8/8/8/8/5PPP/6K1[qnn] w - - 0 1");
    let bare = worth("6k1/5ppp/8/8/8/5PPP/8/6K1[qnn] w - - 0 1");
    assert!(bare < sheltered, "{bare} {sheltered}");
}

#[test]
fn judgement_holds_everywhere() {
    for fen in fens() {
        let position = read(&fen);
        assert_eq!(position.evaluate(Team::First), -position.evaluate(Team::Second));
        let mut all = Vec::new();
        let _ = position.generate(&mut |action| {
            assert!(position.slot(action) < Position::SLOTS);
            all.push(action);
            Flow::Continue(())
        });
        let _ = position.tactical(&mut |action| {
            assert!(all.contains(&action) && (position.urgent() || position.hint(action).tactical), "{fen}");
            Flow::Continue(())
        });
        if let Some(next) = position.null() {
            assert_eq!(next.key(), next.fresh_key());
        }
        assert_eq!(position.null().is_none(), position.urgent(), "{fen}");
    }
    let position = read("4k3/8/2p5/8/8/8/8/4K3[N] w - - 0 1");
    assert_eq!(position.exchange(position.read_action("N@d5").unwrap()), -235);
    assert_eq!(position.exchange(position.read_action("N@d4").unwrap()), 0);
    let check = |word| position.hint(position.read_action(word).unwrap()).order;
    assert!(check("N@d6") > check("N@a1"), "a check is looked at first");
}
