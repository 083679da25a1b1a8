//! FENs that are refused, with all reasons, and those that are not.

use super::*;

fn reasons(fen: &str) -> Vec<String> {
    match Position::read_fen(fen, &Choices::default()) {
        Ok(_) => panic!("{fen} is read"),
        Err(reasons) => reasons.into_iter().map(|reason| reason.0).collect(),
    }
}

/// The FEN is refused for exactly this reason.
fn refused(fen: &str, reason: &str) {
    assert_eq!(reasons(fen), [reason], "{fen}");
}

#[test]
fn cards_that_do_not_exist() {
    let with = |hands: &str, discards: &str| format!("4k3/8/8/8/8/8/8/4K3[] w - {hands} {discards} - 0 1");
    refused(&with("AAA/A", "A"), "hands: 5 cards A in hands and discards, but there are 4");
    refused(&with("X/X", "X"), "hands: 3 cards X in hands and discards, but there are 2");
    refused(&with(&format!("{}/-", "?".repeat(55)), "-"), "hands: 55 cards in hands and discards, but there are 54");
    refused(&with("-/-", "A?"), "discards: discards lie open: no ? is among them");
    refused(&with("-/B", "-"), "hands: expected cards (A 2 to 9 T J Q K X) or - for none, found `B`");
    refused(&with("-/", "-"), "hands: expected cards (A 2 to 9 T J Q K X) or - for none, found ``");
    refused(&with("A", "-"), "hands: expected White's and Black's cards with a / between, found A");
    read(&with(&format!("{}/-", "?".repeat(54)), "-"));
    assert_eq!(read(&with("KsA?2d/-", "-")).hand(Colour::White).text(), "A2K?");
}

#[test]
fn last_must_fit_the_discards() {
    let with = |discards: &str, last: &str| format!("4k3/8/8/8/8/8/8/4K3[] w - -/- {discards} {last} 0 1");
    refused(&with("2", "A:e5n"), "last: no A is among the discards");
    refused(&with("AX", "XXA:e5n"), "last: 2 X played, but not among the discards");
    read(&with("A", "A:e5n"));
    read(&with("AXX", "XXA:e5n"));
}

#[test]
fn last_must_fit_the_board() {
    let with = |board: &str, side: &str, last: &str| format!("{board}[] {side} - -/- A278KXX {last} 0 1");
    let not_as_left = [
        ("4k3/8/8/4n3/8/8/8/4K3", "w", "A:e5n"),
        ("4k3/8/8/8/8/8/8/4K3", "w", "2:e5n"),
        ("4k3/8/8/4P3/8/8/8/4K3", "b", "2:e5n"),
        ("4k3/8/8/4p3/8/8/8/4K3", "b", "7:e5n"),
        ("4k3/8/8/8/8/8/8/4K3", "w", "K:a8b8"),
        ("rr2k3/8/8/8/8/8/8/4K3", "w", "K:a8b8"),
        ("1N2k3/8/8/8/8/8/8/4K3", "w", "K:a8b8"),
    ];
    for (board, side, last) in not_as_left {
        refused(&with(board, side, last), &format!("last: the board is not as {last} leaves it"));
    }
    let not_possible = [
        // Nobody could have shot; or the piece is not there again; or there were eight pawns already.
        ("4k3/8/8/8/8/8/8/4K3", "w", "8:e5n"),
        ("4k3/8/8/4P3/8/PPPPPPPP/8/4K3", "w", "2:e5n"),
        ("4k3/8/8/8/8/8/8/4K3", "w", "XA:e5n"),
        // Outside the zone.
        ("4k3/8/8/1r6/8/8/8/4K3", "w", "K:a8b5"),
        ("r3k3/8/8/8/8/8/8/4K3", "b", "XK:a8b5"),
    ];
    for (board, side, last) in not_possible {
        let deed = last.trim_start_matches('X');
        refused(&with(board, side, last), &format!("last: {deed} was not possible on this board"));
    }
    for last in ["A:e5k", "2:e5p", "7:e5k", "A:e9n", "A:e5N", "XXXA:e5n", "3:e5", "K:a8", "A:e5", "X", "A:e5nn", "é"] {
        let reason =
            format!("last: expected - or what a card did, such as A:e5n, 2:e5q, K:a1d4 or XA:e5n, found {last}");
        refused(&with("4k3/8/8/8/8/8/8/4K3", "w", last), &reason);
    }
}

#[test]
fn boards_that_cannot_be() {
    let with = |board: &str| format!("{board} w - -/- - - 0 1");
    refused(&with("4k3/8/8/8/8/8/4r3/8[]"), "board: White has 0 kings; there is one");
    refused(&with("4k3/8/8/8/8/8/8/K3K3[]"), "board: White has 2 kings; there is one");
    refused(&with("4k3/8/8/8/8/8/8/4K2[]"), "board: rank 1 has 7 squares");
    refused(&with("4k3/8/8/8/8/8/8[]"), "board: expected 8 ranks, found 7");
    refused(&with("4k3/8/8/8/8/8/8/4K2z[]"), "board: rank 1: z is neither a piece nor a number");
    refused(
        &with("4k3/8/8/8/8/8/8/4K3"),
        "board: expected what is to be placed in brackets after the ranks, [] for nothing",
    );
    refused(&with("4k3/8/8/8/8/8/8/4K3["), "board: expected pieces of [KPPPkppp] in brackets, found [");
    refused(&with("4k3/8/8/8/8/8/8/4K3[Q]"), "board: expected pieces of [KPPPkppp] in brackets, found [Q]");
    refused("4k3/8/8/8/8/8/4R3/4K3[] w - -/- - - 0 1", "board: Black's king is attacked, but it is White's turn");
}

/// The page's limits bear on cards: what stands on the board may be more than they ever put there, and then they put nothing more.
#[test]
fn more_pieces_than_cards_give() {
    let fen = "4k3/8/8/8/PPPP4/PPPPPPPP/8/NNNBBBKR[] w - 23456789TJQKX/- A A:h8q 3 9";
    let position = read(fen);
    assert_eq!(position.fen(), fen);
    let none: [&str; 0] = [];
    for card in ["3", "4", "5", "6", "7", "9", "T"] {
        assert_eq!(targets(&position, &format!("{card}:")), none);
    }
    assert!(refusal(&position, "9:h2").contains("White has 3 knights already"));
    assert!(refusal(&position, "3:h2").contains("White has 12 pawns already"));
    // One rook, no queen: these still may. The joker brings back what there was, be it one too many.
    assert_eq!(targets(&position, "J:").len(), targets(&position, "Q:").len());
    assert!(targets(&position, "J:").contains(&"h2".to_string()));
    let restored = after("4k3/8/8/8/8/8/8/NN2K3[] w - X/- A A:h8n 3 9", "X");
    assert_eq!(restored.fen(), "4k2N/8/8/8/8/8/8/NN2K3[] b - -/- AX XA:h8n 0 9");
    // A chicken of an enemy who has nine pawns.
    assert!(
        refusal(&read("4k3/p7/pppppppp/8/8/8/3P4/4K2r[] w - 2/- - - 0 9"), "2:h1")
            .contains("Black has 9 pawns already")
    );
}

#[test]
fn armies_half_placed() {
    let with = |board: &str, side: &str| format!("{board} {side} - -/- - - 0 1");
    refused(&with("8/8/8/8/8/8/3P4/4K3[PPkppp]", "b"), "side: White is to place");
    refused(&with("8/8/8/8/8/8/3PPP2/4K3[kppp]", "w"), "side: Black is to place");
    refused(
        &with("4k3/8/8/8/8/8/3P4/4K3[PPppp]", "w"),
        "board: Black places nothing before White has placed everything",
    );
    refused(
        &with("8/8/8/8/8/8/3P4/4K3[PPPkppp]", "w"),
        "board: White places a king and three pawns, no more and no less",
    );
    refused(&with("8/8/8/8/8/3P4/8/4K3[PPkppp]", "w"), "board: White places its army on its first two ranks");
    refused("8/8/8/8/8/8/8/8[KPPPkppp] w e3 -/- - - 0 1", "ep: no pawn has moved before the armies are placed");
    refused("8/8/8/8/8/8/8/8[KPPPkppp] w - -/- A A:e5n 0 1", "last: no card is played before the armies are placed");
}

#[test]
fn en_passant_squares() {
    let with = |board: &str, side: &str, ep: &str| format!("{board}[] {side} {ep} -/- - - 0 1");
    read(&with("4k3/8/8/8/4P3/8/8/4K3", "b", "e3"));
    read(&with("4k3/8/8/8/8/4P3/8/K7", "b", "e2"));
    for (board, side, ep) in [
        ("4k3/8/8/8/8/8/8/4K3", "b", "e3"),
        ("4k3/8/8/8/4P3/8/8/4K3", "w", "e3"),
        ("4k3/8/8/8/4P3/4n3/8/4K3", "b", "e3"),
        ("4k3/8/8/8/4P3/8/4N3/4K3", "b", "e3"),
        ("4k3/8/8/4P3/8/8/8/4K3", "b", "e4"),
    ] {
        let mover = if side == "b" { "White" } else { "Black" };
        refused(&with(board, side, ep), &format!("ep: no pawn of {mover}'s can just have passed over {ep}"));
    }
    refused(&with("4k3/8/8/8/8/8/8/4K3", "b", "e"), "ep: expected - or a square, found e");
    let both = "4k3/8/8/8/4P3/8/8/4K3[] b e3 -/- A A:e5n 0 1";
    refused(both, "last: either a pawn has just moved or a card has just been played, not both");
}

#[test]
fn every_reason_is_given() {
    let fen = "4k3/8/8/8/8/8/8/4K4[Q] x e9 A/AAAA ? A:z 70000 -1";
    let fields: Vec<_> = reasons(fen).iter().map(|reason| reason.split(':').next().unwrap().to_string()).collect();
    assert_eq!(fields, ["board", "board", "side", "ep", "last", "quiet", "turn", "discards", "hands"]);
    assert_eq!(reasons("").len(), 1);
    assert!(reasons("8/8/8")[0].contains("expected 8 fields"));
}

/// Every prefix of a FEN, every field replaced by junk, every character replaced: refused or read, never a panic.
#[test]
fn junk_is_survived() {
    let junk =
        ["", "é", "-", "/", "[", "]", "[]", "X", "??", "99999999999999999999", "A:e5n", "w", "e3", "\u{0}", "8/8"];
    for fen in suite_fens() {
        for end in 0..fen.len() {
            let _ = Position::read_fen(&fen[..end], &Choices::default());
        }
        let fields: Vec<&str> = fen.split(' ').collect();
        for place in 0..fields.len() {
            for word in junk {
                let mut fields = fields.clone();
                fields[place] = word;
                if let Ok(position) = Position::read_fen(&fields.join(" "), &Choices::default()) {
                    assert_eq!(read(&position.fen()), position);
                }
            }
        }
        for place in 0..fen.len() {
            for letter in ['x', 'K', '8', '/', ' ', '?', 'é'] {
                let text = format!("{}{letter}{}", &fen[..place], &fen[place + 1..]);
                if let Ok(position) = Position::read_fen(&text, &Choices::default()) {
                    assert_eq!(read(&position.fen()), position, "{text}");
                    let _ = position.actor();
                }
            }
        }
    }
    let position = read("4k3/3ppp2/8/8/8/8/3PPP2/4K3[] w - ???????/??????? - - 0 1");
    for word in [
        "",
        "#",
        "#é",
        "é",
        "K@",
        "K@é1",
        "@",
        ":",
        "A:",
        "8:e4",
        "8:e4e",
        "swap:",
        "swap:é",
        "swap:3579",
        "e2e",
        "e2e9",
        "e2e4q",
        "Xs",
        "X:e4",
        "10:e4",
        "a:e4",
        "DRAW",
        "#a",
        "#1",
        "#A,",
    ] {
        let _ = position.read_action(word);
        let _ = position.read_event(word);
    }
    for word in ["", "A:", "e2e4q", "X:e4", "10:e4", "a:e4", "DRAW", "swap:35", "Q@e4", "k@e1"] {
        assert!(position.read_action(word).is_err(), "{word}");
    }
}
