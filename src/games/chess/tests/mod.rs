//! Chess against its twin, published counts and the rules.

mod judgement;

use super::naive::Naive;
use super::{CHESS960, Hands, Position};
use crate::board::{List, Rng, Team};
use crate::game::{Actor, Choices, Flow, Game, Notation, Outcome};
use crate::history::History;
use crate::laws::{self, Laws};
use crate::play;
use std::collections::BTreeSet;

pub(crate) fn chess960() -> Choices {
    let mut choices = Choices::default();
    choices.set(&CHESS960, "true".to_owned());
    choices
}

fn read(fen: &str) -> Position {
    Position::read_fen(fen, &Choices::default()).unwrap_or_else(|reasons| panic!("{fen}: {reasons:?}"))
}

fn read960(fen: &str) -> Position {
    Position::read_fen(fen, &chess960()).unwrap_or_else(|reasons| panic!("{fen}: {reasons:?}"))
}

fn words<H: Hands>(position: &Position<H>) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let _ = position.generate(&mut |action| {
        assert!(words.insert(position.action_word(action)));
        Flow::Continue(())
    });
    words
}

/// Random games in which the twin must agree on every move and everything it leads to.
pub(crate) fn agree_with_twin<H: Hands>(fens: &[String], choices: &Choices, games: u32, plies: u32) {
    let chess960 = choices.check(&CHESS960);
    let mut rng = Rng::new(960);
    for fen in fens {
        for _ in 0..games {
            let mut position = Position::<H>::read_fen(fen, choices).unwrap_or_else(|r| panic!("{fen}: {r:?}"));
            let mut twin = Naive::new(fen, chess960);
            for _ in 0..plies {
                let fen = position.fen();
                let moves = twin.moves();
                assert_eq!(words(&position), moves.keys().cloned().collect(), "{fen}");
                assert_eq!(position.count(), moves.len() as u64, "{fen}");
                assert_eq!(position.essence_of_twin(chess960), twin.essence(), "{fen}");
                let pick = rng.below(moves.len() as u32) as usize;
                let Some((word, next)) = moves.into_iter().nth(pick) else { break };
                play::play(&mut position, &word).unwrap_or_else(|reason| panic!("{reason}: {fen} {word}"));
                assert_eq!(position.key(), position.fresh_key(), "{fen} {word}");
                twin = next;
            }
        }
    }
}

impl<H: Hands> Position<H> {
    fn essence_of_twin(&self, chess960: bool) -> String {
        Naive::new(&self.fen(), chess960).essence()
    }
}

/// A random Chess960 start: bishops on both colours, the king between the rooks.
fn scharnagl(rng: &mut Rng) -> String {
    let mut rank = ['.'; 8];
    rank[rng.below(4) as usize * 2] = 'b';
    rank[rng.below(4) as usize * 2 + 1] = 'b';
    let mut put = |letter, nth: u32| {
        let free: Vec<_> = (0..8).filter(|&file| rank[file] == '.').collect();
        rank[free[nth as usize]] = letter;
    };
    put('q', rng.below(6));
    put('n', rng.below(5));
    put('n', rng.below(4));
    put('r', 0);
    put('k', 0);
    put('r', 0);
    let black: String = rank.iter().collect();
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1", black.to_uppercase())
}

#[test]
fn published_counts() {
    laws::check_suite::<Position>(include_str!("../../../../perft/chess.epd"), &Choices::default(), 5_000_000);
    laws::check_suite::<Position>(include_str!("../../../../perft/chess960.epd"), &chess960(), 5_000_000);
}

#[test]
fn the_twin_agrees() {
    let suite = include_str!("../../../../perft/chess.epd");
    let fens = |suite: &str| -> Vec<String> {
        let lines = suite.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(|line| line.split(" ;").next()).map(str::to_owned).collect()
    };
    agree_with_twin::<super::NoHands>(&fens(suite), &Choices::default(), 2, 60);
    let mut rng = Rng::new(7);
    let mut starts: Vec<_> = (0..40).map(|_| scharnagl(&mut rng)).collect();
    starts.extend(fens(include_str!("../../../../perft/chess960.epd")));
    agree_with_twin::<super::NoHands>(&starts, &chess960(), 1, 100);
}

#[test]
fn laws_hold() {
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ];
    laws::check::<Position>(&Laws { fens: fens.map(str::to_owned).to_vec(), games: 30, ..Laws::default() });
    let mut rng = Rng::new(3);
    let fens = (0..20).map(|_| scharnagl(&mut rng)).collect();
    laws::check::<Position>(&Laws { fens, choices: chess960(), games: 2, ..Laws::default() });
}

fn reasons(fen: &str) -> String {
    match Position::<super::NoHands>::read_fen(fen, &Choices::default()) {
        Ok(position) => panic!("{fen} reads as {position:?}"),
        Err(reasons) => reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
    }
}

#[test]
fn fen_round_trips() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/1Pp3p1/8/3pPpP1/2pP4/8/1p1P2Pp/R3K2R w KQkq f6 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 99 65535",
        "4k3/8/8/8/8/8/8/4K3 w - - 65535 1",
    ] {
        assert_eq!(read(fen).fen(), fen);
        assert_eq!(read960(fen).fen(), fen);
    }
    assert_eq!(
        Position::<super::NoHands>::start(&Choices::default()),
        read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    );
    // The inner rook by its letter, the outermost as KQkq, whatever was read.
    let inner = "r3k2r/pp1pp1pp/8/8/8/8/1P1P1P1P/R1R1K2R w KCkq - 0 1";
    assert_eq!(read960(inner).fen(), inner);
    let shredder = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    assert_eq!(read960(shredder).fen(), shredder.replace("HFhf", "KQkq"));
    assert_eq!(read960("4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1").fen(), "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1");
    // What clients send: no counters, more blanks, an en passant square that is of no use.
    let start = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"), start);
    assert_eq!(read(" rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w\tHAha - 0 0 "), start);
    assert_eq!(
        read("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").fen(),
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    );
}

#[test]
fn broken_fens_are_refused() {
    for (fen, expected) in [
        ("", "the FEN is empty"),
        ("8/8/8/8 w - - 0 1", "has 4 ranks"),
        ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "has 9 ranks"),
        ("4k3/8/8/9/8/8/8/4K3 w - - 0 1", "`9` is neither"),
        ("4k3/8/8/44/8/8/8/4K3 w - - 0 1", "two numbers in a row"),
        ("4k4/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8, `4k4`, has 9 squares"),
        ("4k3/7/8/8/8/8/8/4K3 w - - 0 1", "rank 7, `7`, has 7 squares"),
        ("4k3/8/8/3x4/8/8/8/4K3 w - - 0 1", "`x` is neither"),
        ("4k3/8/8/3é4/8/8/8/4K3 w - - 0 1", "`é` is neither"),
        ("4k3/8/8/3Q~4/8/8/8/4K3 w - - 0 1", "`~` is neither"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "White has no king\nBlack has no king"),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn on h8"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "a pawn on a1"),
        ("4k3/pppppppp/8/8/P7/8/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns"),
        ("rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "White has 17 pieces"),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Black is in check, but White is to move"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move `x`"),
        ("4k3/8/8/8/8/8/8/4K3 w X - 0 1", "`X` is none of"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "`K`, but White has no rook there"),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "White's king stands on e2"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "names a right twice"),
        ("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "Chess960 only"),
        ("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "Chess960 only"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant `e9`"),
        ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "expected a square of rank 6"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no pawn can have gone from e7 to e5"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "half-move counter `x`"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "half-move counter `-1`"),
        ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", "half-move counter `+1`"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999", "move number `99999999999999999999`"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "`2` after the move number"),
    ] {
        let found = reasons(fen);
        assert!(found.contains(expected), "{fen}: {found}");
    }
    let all = reasons("4k3/8/8/3x4/8/8/8/4K4 y Z z9 a b c");
    assert_eq!(all.lines().count(), 8, "{all}");
    let two = "4k3/8/8/8/8/8/8/4K1RR w GK - 0 1";
    assert!(
        Position::<super::NoHands>::read_fen(two, &chess960()).unwrap_err()[0].0.contains("two rights on one side")
    );
}

/// Every prefix of a FEN is refused up to the en passant field; after it only the counters are missing.
#[test]
fn prefixes_are_refused() {
    let fen = "r3k2r/1Pp3p1/8/3pPpP1/2pP4/8/1p1P2Pp/R3K2R w KQkq f6 0 1";
    let complete = fen.find(" 0 1").unwrap();
    for end in 0..fen.len() {
        let read = Position::<super::NoHands>::read_fen(&fen[..end], &Choices::default());
        assert_eq!(read.is_ok(), end >= complete, "{}", &fen[..end]);
    }
}

/// Why a word is not played.
pub(crate) fn refusal<H: Hands>(position: &Position<H>, word: &str) -> String {
    let action = position.read_action(word).unwrap_or_else(|reason| panic!("{word}: {reason}"));
    assert!(!words(position).contains(word));
    position.accepts(action).unwrap_err().0
}

#[test]
fn refusals_name_the_reason() {
    let start = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let castle = read("r3k2r/8/8/8/2b5/8/8/R3K1NR w KQkq - 0 1");
    for (position, word, expected) in [
        (start, "e4e5", "e4 is empty"),
        (start, "e7e5", "the other side's"),
        (start, "e1e2", "a pawn of one's own stands on e2"),
        (start, "e1e1", "would not move"),
        (start, "a1a3", "something stands between a1 and a3"),
        (start, "g1g3", "a knight does not go from g1 to g3"),
        (start, "e2e5", "a pawn does not go from e2 to e5"),
        (start, "e2d3", "a pawn does not go from e2 to d3"),
        (start, "e2e4q", "does not promote"),
        (castle, "e1g1", "g1 is not empty"),
        (castle, "e1h1", "a rook of one's own stands on h1"),
        (castle, "e1f1", "in check on f1"),
        (read("r3k2r/8/8/8/1b6/8/8/R3K1NR w KQkq - 0 1"), "e1c1", "not allowed in check"),
        (read("r3k2r/8/8/8/6b1/8/8/R3K2R w KQkq - 0 1"), "e1c1", "d1 is attacked"),
        (read("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), "e1c1", "king or rook has moved"),
        (read("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), "a7a8", "becomes n, b, r or q"),
        (read("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1"), "e2c3", "the knight on e2 shields it"),
        (read("4k3/4r3/8/8/8/8/2N5/4K3 w - - 0 1"), "c2a1", "in check from e7"),
        (read("4k3/4r3/8/8/8/3n4/2B5/4K3 w - - 0 1"), "c2d3", "two pieces give check"),
    ] {
        let found = refusal(&position, word);
        assert!(found.contains(expected), "{position:?} {word}: {found}");
    }
    for bad in ["", "e2", "e2e", "e2e4Q", "e2e4k", "e2e4qq", "E2E4", "0000", "e2-e4", "N@f3", "O-O", "é2e4", "e2e9"] {
        assert!(start.read_action(bad).is_err(), "{bad}");
    }
}

#[test]
fn castling_words() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let (plain, freed) = (words(&read(fen)), words(&read960(fen)));
    assert!(plain.contains("e1g1") && plain.contains("e1c1") && !plain.contains("e1h1"));
    assert!(freed.contains("e1h1") && freed.contains("e1a1") && !freed.contains("e1g1"));
    assert_eq!(read(fen).key(), read960(fen).key());
    // King b1, rook c1: they change places, and the king's step to c1 is not castling.
    let position = read960("4k3/8/8/8/8/8/8/1KR5 w K - 0 1");
    let mut next = position;
    play::play(&mut next, "b1c1").unwrap();
    assert_eq!(next.fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    assert!(refusal(&position, "b1g1").contains("a king does not go"));
}

fn verdict(fen: &str, occurrences: u32) -> Option<&'static str> {
    let outcome = read(fen).verdict(occurrences)?;
    assert_eq!(outcome.winner, None);
    Some(outcome.reason)
}

#[test]
fn draws_of_the_match() {
    let kings = |pieces: &str| format!("4k3/8/8/{pieces}/8/8/8/4K3 w - - 0 1");
    for (pieces, dead) in [
        ("8", true),
        ("3N4", true),
        ("3b4", true),
        ("B1b5", true),
        ("B1B1b3", true),
        ("Bb6", false),
        ("N6N", false),
        ("Nn6", false),
        ("N5B1", false),
        ("P7", false),
        ("R7", false),
        ("q7", false),
    ] {
        assert_eq!(verdict(&kings(pieces), 1), dead.then_some("material"), "{pieces}");
    }
    assert_eq!(verdict(&kings("P7"), 2), None);
    assert_eq!(verdict(&kings("P7"), 3), Some("repetition"));
    assert_eq!(verdict("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", 1), None);
    assert_eq!(verdict("4k3/8/8/8/8/8/8/R3K3 w - - 100 80", 1), Some("fifty"));
    // Mate with the hundredth ply stands; the position still tells its moves apart from its end.
    let mate = "R3k3/8/4K3/8/8/8/8/8 b - - 100 80";
    assert_eq!(verdict(mate, 1), None);
    assert_eq!(read(mate).actor(), Actor::Over(Outcome::win(Team::First, "checkmate")));
    assert_eq!(read("k7/2Q5/8/8/8/8/8/4K3 b - - 0 1").actor(), Actor::Over(Outcome::draw("stalemate")));
}

#[test]
fn repetition_through_a_history() {
    let mut position = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let mut history = History::default();
    history.push(&position);
    for (ply, word) in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(8).enumerate() {
        assert_eq!(history.verdict(&position), None, "ply {ply}");
        play::play(&mut position, word).unwrap();
        history.push(&position);
    }
    assert_eq!(history.verdict(&position), Some(Outcome::draw("repetition")));
}

/// Only an en passant capture that is legal makes another position.
#[test]
fn en_passant_in_the_key() {
    let after = |fen: &str, word: &str| {
        let mut position = read(fen);
        play::play(&mut position, word).unwrap();
        position
    };
    let idle = after("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4");
    assert_eq!(idle.key(), read("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1").key());
    let real = after("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4");
    assert_ne!(real.key(), read("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1").key());
    assert_eq!(real.fen(), "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    // Pawn d4 is pinned to the king on d8.
    let pinned = after("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4");
    assert_eq!(pinned.fen(), "3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1");
}

/// The list holds what the richest positions have: the record of the game's own pieces, and fifteen queens.
#[test]
fn lists_are_long_enough() {
    let record = read("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    assert_eq!(words(&record).len(), 218);
    let queens = read("1Q3Q2/7k/Q1Q1Q3/Q5QK/3Q4/1Q5Q/Q6Q/2Q1QQ2 w - - 0 1");
    assert_eq!(words(&queens).len(), 225);
    assert!(words(&queens).len() <= <<Position as Game>::Actions as List<super::Action>>::CAPACITY);
}
