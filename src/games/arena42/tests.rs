//! A test per clause, the page's sample game, the shared counts and games.

use super::naive::Twin;
use super::*;
use crate::board::{List, Rng};
use crate::game::{Choices, Evaluate, Notation};
use crate::history::History;
use crate::laws::{self, Laws};
use crate::play;
use std::collections::HashSet;

fn read(fen: &str) -> Position {
    Position::read_fen(fen, &Choices::default()).unwrap_or_else(|reasons| panic!("{fen}: {reasons:?}"))
}

fn words(position: &Position) -> HashSet<String> {
    let mut words = HashSet::new();
    let _ = position.generate(&mut |action| {
        words.insert(position.action_word(action));
        Flow::Continue(())
    });
    words
}

fn after(fen: &str, moves: &str) -> Position {
    let mut position = read(fen);
    for word in play::words(moves) {
        play::play(&mut position, word).unwrap_or_else(|reason| panic!("{word}: {reason}"));
    }
    position
}

/// What the piece may do, as the set of squares it goes to.
fn from(fen: &str, square: &str) -> Vec<String> {
    let mut targets: Vec<_> =
        words(&read(fen)).iter().filter_map(|word| word.strip_prefix(square).map(str::to_owned)).collect();
    targets.sort();
    targets
}

fn refusal(fen: &str, word: &str) -> String {
    play::play(&mut read(fen), word).expect_err("refused").to_string()
}

fn reasons(fen: &str) -> Vec<String> {
    Position::read_fen(fen, &Choices::default()).expect_err(fen).into_iter().map(|reason| reason.0).collect()
}

const START: &str = "rnbgw/ppppp/5/5/PPPPP/RNBGW|3/3/3/3 w 4+4 0 1";
/// The game of the page.
const SAMPLE: &str = "d2d3 c5c4 d3c4 b5c4 c2c3 b6a4 b2b3 a4c3 B2A3 c3d1 e1d1 c4c3 b1c3 B3B2 A1B2 A4B2 a1b1 a6b6 e2e3 \
    b6b5 c1a3 b5b4 d1e1 b4d4 b1d1 d6c5 d1d2 c5c4 a3c5 c4d3 c3b5 d3d2";

fn suite_fens() -> Vec<String> {
    let entries = crate::perft::suite::parse(include_str!("../../../perft/arena42.epd")).unwrap();
    entries.into_iter().map(|entry| entry.fen).collect()
}

#[test]
fn suite() {
    laws::check_suite::<Position>(include_str!("../../../perft/arena42.epd"), &Choices::default(), 500_000);
}

#[test]
fn games() {
    laws::check_games::<Position>(
        include_str!("../../../tests/games/arena42.txt"),
        &Choices::default(),
        |end| match end {
            "w" => Some(Team::First),
            "b" => Some(Team::Second),
            _ => None,
        },
    );
}

#[test]
fn contract() {
    laws::check::<Position>(&Laws { fens: suite_fens(), games: 12, ..Laws::default() });
}

#[test]
fn generator_agrees_with_the_twin() {
    let mut rng = Rng::new(3);
    for fen in suite_fens() {
        for _ in 0..6 {
            let mut position = read(&fen);
            let mut twin = Twin::of(&position);
            for _ in 0..120 {
                let moves = twin.moves();
                let expected: HashSet<String> = moves.iter().map(|(word, _)| word.clone()).collect();
                assert_eq!(words(&position), expected, "{}", position.fen());
                assert_eq!(position.count(), moves.len() as u64);
                if moves.is_empty() {
                    if !position.eliminated() {
                        assert_eq!(position.in_check(position.side), twin.checked());
                    }
                    break;
                }
                let (word, next) = &moves[rng.below(moves.len() as u32) as usize];
                play::play(&mut position, word).unwrap();
                twin = next.clone();
                assert_eq!(position.fen(), twin.fen());
            }
        }
    }
}

#[test]
fn every_square_pair_is_accepted_just_when_generated() {
    for fen in suite_fens() {
        let position = read(&fen);
        let legal = words(&position);
        for a in squares::each(squares::BOARDS) {
            for b in squares::each(squares::BOARDS) {
                for promotes in [false, true] {
                    let action = Action { from: a, to: b, promotes };
                    let word = position.action_word(action);
                    assert_eq!(position.accepts(action).is_ok(), legal.contains(&word), "{word} in {fen}");
                }
            }
        }
    }
}

#[test]
fn clause_1_and_2_boards_and_start() {
    assert_eq!(squares::FIELD.count_ones(), 30);
    assert_eq!(squares::ARENA.count_ones(), 12);
    assert_eq!(Position::start(&Choices::default()).fen(), START);
    let names: Vec<_> = squares::each(squares::BOARDS).map(|at| at.to_string()).collect();
    assert_eq!(names.len(), 42);
    assert_eq!(names[..8], ["a1", "b1", "c1", "d1", "e1", "A1", "B1", "C1"]);
}

#[test]
fn clause_4_pieces_on_the_field() {
    let at = |letter: &str| format!("w4/5/5/2{letter}2/5/4W|3/3/3/3 w 4+4 0 1");
    assert_eq!(from(&at("G"), "c3"), ["b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"]);
    assert_eq!(from(&at("B"), "c3"), ["a1", "a5", "b2", "b4", "d2", "d4", "e5"]);
    assert_eq!(from(&at("R"), "c3"), ["a3", "b3", "c1", "c2", "c4", "c5", "d3", "e3"]);
    assert_eq!(from(&at("N"), "c3"), ["a2", "a4", "b1", "b5", "d1", "d5", "e2", "e4"]);
    assert_eq!(from("w4/5/5/2W2/5/5|3/3/3/3 w 4+4 0 1", "c3"), ["b3", "c2", "c4", "d3"]);
    // No leaping: of two squares the second only over an empty first; a capture ends the way.
    assert_eq!(from("w4/5/2p2/1PR1p/2b2/4W|3/3/3/3 w 4+4 0 1", "c3"), ["c2", "c4", "d3", "e3"]);
}

#[test]
fn clause_4_pieces_in_the_arena() {
    let at = |letter: &str| format!("w4/5/5/5/5/4W|3/3/1{letter}1/3 w 4+4 0 1");
    assert_eq!(from(&at("G"), "B2"), ["A1", "A2", "A3", "B1", "B3", "C1", "C2", "C3"]);
    assert_eq!(from(&at("B"), "B2"), ["A1", "A3", "C1", "C3"]);
    assert_eq!(from(&at("R"), "B2"), ["A2", "B1", "B3", "B4", "C2"]);
    assert_eq!(from(&at("N"), "B2"), ["A4", "C4"]);
    // Nobody walks or leaps to the other board.
    assert_eq!(refusal("w4/5/5/5/4N/4W|3/3/3/3 w 4+4 0 1", "e2B2"), "no piece moves from one board to the other");
    assert_eq!(from("w4/5/4N/5/5/4W|3/3/3/3 w 4+4 0 1", "e4"), ["c3", "c5", "d2", "d6"]);
}

#[test]
fn clause_5_pawns() {
    assert_eq!(from(START, "a2"), ["a3"]);
    assert_eq!(from("w4/5/1pppp/2P2/5/4W|3/3/3/3 w 4+4 0 1", "c3"), ["b4", "d4"]);
    assert_eq!(from("4w/5/5/5/5/W4|3/1p1/PPP/3 b 4+4 0 1", "B3"), ["A2", "C2"]);
    assert_eq!(from("4w/5/5/5/5/W4|3/1p1/3/3 b 4+4 0 1", "B3"), ["B2"]);
}

#[test]
fn clause_6_promotion() {
    let field = "w4/3p1/2P2/5/5/4W|3/3/3/3 w 4+4 0 1";
    assert_eq!(from(field, "c4"), ["c5g", "d5g"]);
    assert_eq!(after(field, "c4d5g").fen(), "w4/3G1/5/5/5/4W|3/p2/3/3 b 4+4 0 1");
    assert_eq!(refusal(field, "c4c5"), "a pawn becomes a guard on c5: write c4c5g");
    assert_eq!(from("w4/5/5/5/5/4W|3/P2/3/3 w 4+4 0 1", "A3"), ["A4g"]);
    assert_eq!(from("4w/5/5/2p2/5/W4|3/3/3/3 b 4+4 0 1", "c3"), ["c2g"]);
    assert_eq!(from("4w/5/5/5/5/W4|3/3/2p/3 b 4+4 0 1", "C2"), ["C1g"]);
    assert_eq!(refusal(START, "a2a3g"), "nothing is promoted on a3: write a2a3");
    assert_eq!(refusal("w4/5/5/5/2G2/4W|3/3/3/3 w 4+4 0 1", "c2c3g"), "nothing is promoted on c3: write c2c3");
    assert!(read(START).read_action("a2a3G").is_err());
}

#[test]
fn clause_8_landing_ranks_and_overflow() {
    // First empty square from file A of each rank; the fourth finds it full and is eliminated.
    let one = "4w/5/1np2/PPB2/5/W4|{}/3/3/3 w 4+4 0 1";
    for (rank, landed, lives) in
        [("3", "n2", 4), ("1b1", "nb1", 4), ("bb1", "bbn", 4), ("b1b", "bnb", 4), ("GGG", "GGG", 3), ("bbb", "bbb", 3)]
    {
        let next = after(&one.replace("{}", rank), "c3b4");
        assert_eq!(next.fen(), format!("4w/5/1Bp2/PP3/5/W4|{landed}/3/3/3 b 4+{lives} 0 1"), "{rank}");
    }
    // Black pawns on rank 3, white pawns on rank 2, white non-pawns on rank 1.
    assert_eq!(after("4w/5/1np2/PP1P1/5/W4|3/3/3/3 w 4+4 0 1", "d3c4").fen(), "4w/5/1nP2/PP3/5/W4|3/p2/3/3 b 4+4 0 1");
    assert_eq!(after("4w/5/1np2/PP1P1/5/W4|3/3/3/3 b 4+4 0 1", "c4d3").fen(), "4w/5/1n3/PP1p1/5/W4|3/3/P2/3 w 4+4 0 2");
    assert_eq!(after("4w/5/2p2/1B3/5/W4|3/3/3/3 b 4+4 0 1", "c4b3").fen(), "4w/5/5/1p3/5/W4|3/3/3/B2 w 4+4 0 2");
}

#[test]
fn clause_9_the_arena_eliminates() {
    assert_eq!(after("4w/5/5/5/5/W4|r2/3/3/R2 w 4+4 7 1", "A1A3 A4A3").fen(), "4w/5/5/5/5/W4|3/r2/3/3 w 3+4 0 2");
}

#[test]
fn clause_11_check() {
    // A wazir attacks a wazir.
    assert_eq!(from("5/5/5/2w2/5/2W2|3/3/3/3 w 4+4 0 1", "c1"), ["b1", "d1"]);
    // The rook on c3 is pinned by the one on c2 and yet keeps the wazir off b3 and a3.
    assert_eq!(from("5/5/2w2/W1r2/2R2/5|3/3/3/3 w 4+4 0 1", "a3"), ["a2", "a4"]);
    // In check only answers on the Field count; even the fourth elimination is no answer.
    let checked = "1nbgw/2p1p/2P2/4r/P2P1/RN2W|b1n/R2/P1P/G2 w 4+1 3 14";
    assert_eq!(refusal(checked, "A3A4"), "the royal wazir would stand attacked");
    // A pinned piece may take the piece that pins it, and do nothing else.
    assert_eq!(from("4w/5/5/r4/R4/W4|3/3/3/3 w 4+4 0 1", "a2"), ["a3"]);
    assert_eq!(from("4w/5/5/r4/B4/W4|3/3/3/3 w 4+4 0 1", "a2"), [""; 0]);
    assert_eq!(from("4w/5/5/2b2/1P3/W4|3/3/3/3 w 4+4 0 1", "b2"), ["c3"]);
    // Two checks: only the wazir moves. One, from two squares away: take the rook or step between.
    let twice = read("4w/5/5/r4/2nG1/W3R|3/3/3/G2 w 4+4 0 1");
    assert_eq!(words(&twice), HashSet::from(["a1b1".to_owned()]));
    let once = read("4w/5/5/r3R/3G1/WN2R|3/3/3/G2 w 4+4 0 1");
    assert_eq!(words(&once), HashSet::from(["b1a3".to_owned()]));
    let once = read("4w/5/5/r1R2/2R2/WN3|3/3/3/G2 w 4+4 0 1");
    assert_eq!(words(&once), HashSet::from(["b1a3", "c3a3", "c2a2"].map(str::to_owned)));
}

#[test]
fn clause_12_checkmate_and_lives() {
    let mate = after(START, SAMPLE);
    assert_eq!(mate.fen(), "2b1w/pNBpp/3r1/1P2P/P2g1/4W|3/P2/Pn1/R2 w 3+2 0 17");
    assert_eq!(mate.actor(), Actor::Over(Outcome::win(Team::Second, "checkmate")));
    let won = after("4w/5/5/5/5/W4|r2/3/3/R2 b 1+4 0 1", "A4A2 A1A2");
    assert_eq!(won.fen(), "4w/5/5/5/5/W4|3/3/R2/3 b 1+3 0 2");
    let won = after("4w/5/5/5/5/W4|r2/3/R2/3 b 1+4 0 1", "A4A2");
    assert_eq!(won.turn(), Actor::Over(Outcome::win(Team::Second, "lives")));
    assert_eq!((won.count(), words(&won).len()), (0, 0));
    assert!(play::play(&mut { won }, "a1a2").unwrap_err().to_string().contains("over"));
    let won = read("4w/5/5/5/5/W4|3/3/3/3 w 4+0 0 1");
    assert_eq!(won.turn(), Actor::Over(Outcome::win(Team::First, "lives")));
    // One's own capture on the Field may eliminate the fourth piece.
    let overflow = after("4w/5/1np2/PPB2/5/W4|GGG/3/3/3 w 4+1 0 1", "c3b4");
    assert_eq!(overflow.turn(), Actor::Over(Outcome::win(Team::First, "lives")));
}

#[test]
fn clause_13_draws() {
    let stalemate = read("w4/2G2/1G3/5/5/4W|3/3/3/3 b 4+4 0 40");
    assert_eq!(stalemate.actor(), Actor::Over(Outcome::draw("stalemate")));

    let mut position = read("rnbgw/ppppp/5/5/PPPPP/RNBGW|3/3/3/3 w 4+4 0 1");
    let mut history = History::default();
    history.push(&position);
    for (index, word) in play::words("b1a3 b6a4 a3b1 a4b6 b1a3 b6a4 a3b1 a4b6").enumerate() {
        assert_eq!(history.verdict(&position), None, "before word {index}");
        play::play(&mut position, word).unwrap();
        history.push(&position);
    }
    // The FEN's own position was the first occurrence.
    assert_eq!(history.verdict(&position), Some(Outcome::draw("repetition")));

    let quiet = after("w4/5/5/5/5/4W|3/3/3/3 w 4+4 98 60", "e1e2");
    assert_eq!(quiet.verdict(1), None);
    let quiet = after("w4/5/5/5/5/4W|3/3/3/3 w 4+4 99 60", "e1e2");
    assert_eq!(quiet.verdict(1), Some(Outcome::draw("quiet")));
    assert_eq!(quiet.count(), 2, "the generator ignores the limit");
    // A hundredth quiet move that gives checkmate wins.
    let mate = after("w4/5/2G2/5/5/4W|3/3/3/3 w 4+4 99 60", "c4b5");
    assert_eq!((mate.verdict(1), mate.quiet), (None, 100));
    assert_eq!(mate.actor(), Actor::Over(Outcome::win(Team::First, "checkmate")));
    let check = after("w4/5/G4/5/5/4W|3/3/3/3 w 4+4 99 60", "a4a5");
    assert_eq!(check.verdict(1), Some(Outcome::draw("quiet")), "the wazir takes: no mate");
}

#[test]
fn sample_game_lands_where_the_page_says() {
    // After how many moves, and what then stands in the Arena.
    for (moves, square, piece) in [
        (3, "A3", 'p'),
        (4, "A2", 'P'),
        (8, "B2", 'P'),
        (10, "A1", 'G'),
        (11, "A4", 'n'),
        (13, "B3", 'p'),
        (32, "A1", 'R'),
    ] {
        let words: Vec<_> = play::words(SAMPLE).take(moves).collect();
        let position = after(START, &words.join(" "));
        let landed = position.pieces().into_iter().find(|placed| placed.square == square).expect(square);
        assert_eq!(landed.letter, piece.to_ascii_uppercase().to_string(), "after {moves}");
        assert_eq!(landed.seat.index() == 0, piece.is_ascii_uppercase(), "after {moves}");
    }
}

#[test]
fn fen_refusals_name_every_reason() {
    for (fen, reason) in [
        ("", "5 fields"),
        ("rnbgw/ppppp/5/5/PPPPP/RNBGW w 4+4 0 1", "and the Arena"),
        ("rnbgw/ppppp/5/5/PPPPP/RNBGW|3/3/3/3 x 4+4 0 1", "w or b"),
        ("rnbgw/ppppp/5/5/PPPPP/RNBGW|3/3/3/3 w 4-4 0 1", "lives"),
        ("rnbgw/ppppp/5/5/PPPPP/RNBGW|3/3/3/3 w 5+4 0 1", "more than 4"),
        ("rnbgw/ppppp/5/5/PPPPP/RNBGW|3/3/3/3 w 0+0 0 1", "only one side"),
        ("rnbgw/ppppp/5/5/PPPPP/RNBGW|3/3/3/3 w 4+4 -1 1", "quiet"),
        ("rnbgw/ppppp/5/5/PPPPP/RNBGW|3/3/3/3 w 4+4 0 0", "turn's number"),
        ("rnbgw/ppppp/5/5/PPPPP/RNBGW|3/3/3/3 w 4+4 0 99999999999", "turn's number"),
        ("rnbgw/ppppp/5/5/PPPPP/RNBGW|3/3/3/4 w 4+4 0 1", "3 squares, not 4"),
        ("rnbgw/ppppp/5/5/PPPPP/RNBGW|3/3/3 w 4+4 0 1", "4 ranks"),
        ("rnbgw/ppppp/5/5/RNBGW|3/3/3/3 w 4+4 0 1", "6 ranks"),
        ("rnbgw/ppppp/5/5/PPPPP/RNBQW|3/3/3/3 w 4+4 0 1", "Q: expected"),
        ("rnbgw/ppppp/5/5/PPPPP/RNBéW|3/3/3/3 w 4+4 0 1", "é: expected"),
        ("rnbgw/ppppp/5/5/PPPPP/RNB0GW|3/3/3/3 w 4+4 0 1", "0: expected"),
        ("w4/P4/5/5/5/W4|3/3/3/3 w 4+4 0 1", "a5"),
        ("w4/5/5/5/5/WP3|3/3/3/3 w 4+4 0 1", "b1"),
        ("w4/5/5/5/4p/W4|3/3/3/3 w 4+4 0 1", "e2"),
        ("w3p/5/5/5/5/W4|3/3/3/3 w 4+4 0 1", "e6"),
        ("w4/5/5/5/5/W4|p2/3/3/3 w 4+4 0 1", "A4"),
        ("w4/5/5/5/5/W4|3/3/3/P2 w 4+4 0 1", "A1"),
        ("5/5/5/5/5/W4|3/3/3/3 w 4+4 0 1", "Black has one royal wazir on the Field, not 0"),
        ("w3w/5/5/5/5/W4|3/3/3/3 w 4+4 0 1", "not 2"),
        ("w4/5/5/5/5/W4|3/3/3/W2 w 4+4 0 1", "stays on the Field"),
        ("w1R2/5/5/5/5/W4|3/3/3/3 w 4+4 0 1", "is attacked"),
    ] {
        let found = reasons(fen);
        assert!(found.iter().any(|found| found.contains(reason)), "{fen}: {found:?}");
    }
    assert_eq!(reasons("w4/P4/5/5/4p/5|3/3/3/3 z 0+0 x 0").len(), 7);
    // Pawns may stand on all of these.
    read("w4/pp3/Pp3/Pp3/P4/W4|3/pPp/PpP/3 b 1+0 4294967295 4294967295");
}

#[test]
fn words_are_case_sensitive_and_safe() {
    let position = read(START);
    for bad in
        ["", "a", "a2", "a2a", "a2a7", "f2f3", "D1D2", "A5A4", "a2a3q", "a2a3gg", "é2a3", "a2é3", "0000", "a2 a3"]
    {
        assert!(position.read_action(bad).is_err(), "{bad}");
    }
    assert_ne!(position.read_action("a3a4"), position.read_action("A3A4"));
}

#[test]
fn capacity_has_a_witness() {
    // The fullest of a million positions tried by climbing.
    let full = read("wNBNB/2R2/1G1G1/NBNBN/1G1N1/R1R1W|R1R/1G1/1G1/R1R w 4+4 0 1");
    assert_eq!(full.count(), 88);
    assert_eq!(full.count(), Twin::of(&full).moves().len() as u64);
    assert!(full.count() as usize <= <Position as Game>::Actions::CAPACITY);
}

#[test]
fn evaluation_is_antisymmetric_and_mirrored() {
    let mut rng = Rng::new(9);
    for fen in suite_fens() {
        let mut position = read(&fen);
        for _ in 0..40 {
            assert_eq!(position.evaluate(Team::First), -position.evaluate(Team::Second));
            let legal = words(&position);
            let mut tactical = Vec::new();
            let _ = position.tactical(&mut |action| {
                tactical.push(position.action_word(action));
                assert!(position.urgent() || position.hint(action).tactical);
                assert!(position.slot(action) < Position::SLOTS);
                Flow::Continue(())
            });
            assert!(tactical.iter().all(|word| legal.contains(word)), "{}", position.fen());
            if let Some(next) = position.null() {
                assert_eq!(next.key(), next.fresh_key());
            }
            let Some(word) = legal.iter().min_by_key(|word| crate::board::mix(rng.next() ^ word.len() as u64)) else {
                break;
            };
            play::play(&mut position, &word.clone()).unwrap();
        }
    }
    let start = read(START);
    assert_eq!(start.evaluate(Team::First), read(&START.replace(" w ", " b ")).evaluate(Team::Second));
}

#[test]
fn exchange_tells_a_won_piece_from_a_lost_one() {
    let position = read("4w/5/1np2/PPB2/5/W4|3/3/3/3 w 4+4 0 1");
    let swap = |word: &str, position: &Position| position.exchange(position.read_action(word).unwrap());
    assert!(swap("c3b4", &position) > 0);
    // The knight is guarded by a pawn: rook for knight loses.
    let guarded = read("4w/p4/1n3/5/1R3/W4|3/3/3/3 w 4+4 0 1");
    assert!(swap("b2b4", &guarded) < 0);
    let free = read("4w/5/1n3/5/1R3/W4|3/3/3/3 w 4+4 0 1");
    assert!(swap("b2b4", &free) > 0);
}

#[test]
fn position_is_small() {
    assert_eq!(size_of::<Position>(), 88);
}
