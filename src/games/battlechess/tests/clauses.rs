//! The rules page, clause by clause.

use super::*;
use crate::game::{Odds, Outcome};

const START: &str = "8/8/8/8/8/8/8/8[KPPPkppp] w - -/- - - 0 1";

#[test]
fn clause_1_suits_are_dropped() {
    let position = after(START, "K@e1 P@d2 P@e2 P@f2 #AsKhQd2c3c?Tc");
    assert_eq!(position.hand(Colour::White).text(), "A23TQK?");
    let fen = "4k3/8/8/3n4/4P3/8/8/4K3[] w - A238K/- - - 0 1";
    for (word, canonical) in
        [("Ah:d5", "A:d5"), ("8s:e4d5", "8:e4d5"), ("Kd:e4e2", "K:e4e2"), ("swap:8c2dAs", "swap:A28")]
    {
        let position = read(fen);
        let action = position.read_action(word).unwrap();
        assert_eq!(position.action_word(action), canonical);
        assert_eq!(position.accepts(action), Ok(()));
    }
}

#[test]
fn clause_2_unknown_cards_may_be_what_is_played() {
    let fen = "4k3/8/8/3n4/8/4P3/8/4K3[] w - A??/2222 AAA - 0 1";
    // A known ace is spent first; there is no fifth.
    assert_eq!(after(fen, "A:d5").hand(Colour::White).text(), "??");
    assert_eq!(refusal(&read(fen), "2:d5"), "White has no 2 to play");
    assert_eq!(after(fen, "Q:d1").hand(Colour::White).text(), "A?");
    // Nothing unknown is generated.
    assert!(targets(&read(fen), "Q:").is_empty());
    assert_eq!(after(fen, "swap:QAQ #? #K").hand(Colour::White).text(), "K?");
    assert_eq!(refusal(&read(fen), "swap:QQK"), "White has no K to play");
}

#[test]
fn clause_3_placement() {
    // The last pawn squares leave room for those to come.
    let first = targets(&after(START, "K@h2"), "P@");
    assert!(first.len() == 13 && !first.contains(&"f2".into()) && !first.contains(&"g2".into()));
    assert_eq!(targets(&after(START, "K@a1 P@e2"), "P@"), ["f2", "g2"]);
    // Any order is accepted, and reaches the same state.
    let orders = ["K@e1 P@d2 P@e2 P@f2", "P@f2 P@d2 K@e1 P@e2", "P@e2 P@f2 P@d2 K@e1"];
    let keys = orders.map(|order| after(START, order).key());
    assert!(keys.iter().all(|&key| key == keys[0]));
    // After another order: pawns above those standing, or anywhere at home when that leaves no room.
    assert_eq!(generated(&after(START, "P@f2")).len(), 15);
    assert_eq!(targets(&after(START, "P@f2 K@a1"), "P@"), ["g2"]);
    assert_eq!(targets(&after(START, "P@g2 K@a1"), "P@").len(), 14);
    assert_eq!(targets(&after(START, "P@g2 K@a1 P@c1"), "P@"), ["h2"]);
    assert_eq!(targets(&after(START, "P@h2 K@a1 P@c1"), "P@").len(), 13);
    for (words, word, reason) in [
        ("", "K@e3", "e3 is not on ranks 1 and 2"),
        ("K@e1", "P@e1", "e1 is not empty"),
        ("K@e1", "K@e2", "White's king is placed already"),
        ("P@a1 P@a2 P@b1", "P@b2", "White's three pawns are placed already"),
        ("", "e2e4", "the armies are not placed yet"),
        ("K@e1 P@d2 P@e2 P@f2", "K@e8", "the table must throw first"),
        ("K@e1 P@d2 P@e2 P@f2 #???????", "K@e1", "e1 is not on ranks 7 and 8"),
    ] {
        assert_eq!(refusal(&after(START, words), word), reason);
    }
    let black = after(START, "K@e1 P@d2 P@e2 P@f2 #??????? K@e8 P@d7 P@e7");
    assert_eq!(targets(&black, "P@"), ["a8", "b8", "c8", "d8", "f7", "f8", "g7", "g8", "h7", "h8"]);
    assert_eq!(refusal(&read("4k3/8/8/8/8/8/8/4K3[] w - -/- - - 0 1"), "K@e2"), "the armies are placed already");
}

#[test]
fn clause_4_the_deal() {
    let placed = after(START, "K@e1 P@d2 P@e2 P@f2");
    assert_eq!(placed.turn(), Actor::Table);
    assert_eq!(placed.due(), "deal");
    assert_eq!(placed.events(&mut |_, _| panic!("a deal is not listed")), Odds::SampleOnly);
    assert!(crate::perft::perft(&read(START), 5).is_err());
    let one_word = after(START, "K@e1 P@d2 P@e2 P@f2 #A23456X");
    let many_words = after(START, "K@e1 P@d2 P@e2 P@f2 #X #6 #45 #3A #2");
    assert_eq!(one_word, many_words);
    assert_eq!(one_word.fen(), "8/8/8/8/8/8/3PPP2/4K3[kppp] b - A23456X/- - - 0 1");
    assert_eq!(refusal(&placed, "#AAAAA"), "no A is left to be turned up");
    assert_eq!(refusal(&after(START, "K@e1 P@d2 P@e2 P@f2 #A2345"), "#67Q"), "3 cards, but 2 due");
    assert!(refusal(&placed, "#A23456XX").contains("never more than 7"));
    assert_eq!(refusal(&one_word, "#A"), "nothing is to be thrown or dealt here");
    let both = after(START, "K@e1 P@d2 P@e2 P@f2 #??????? K@e8 P@d7 P@e7 P@f7 #???????");
    assert_eq!(both.fen(), "4k3/3ppp2/8/8/8/8/3PPP2/4K3[] w - ???????/??????? - - 0 1");
    // A FEN owes no deal, whatever the hands.
    assert_eq!(read("8/8/8/8/8/8/3PPP2/4K3[kppp] b - 2/- - - 0 1").turn(), Actor::Seat(Seat::SECOND));
}

#[test]
fn clause_5_moves() {
    // Double steps from the first and the second rank, again and again; en passant on the very next action only.
    let fen = "4k3/8/8/8/8/3p4/4P3/K3P3[] w - -/2 - - 0 1";
    assert_eq!(targets(&read(fen), "e1"), [""; 0]);
    assert_eq!(targets(&read(fen), "e2"), ["d3", "e3", "e4"]);
    let passed = after("4k3/8/8/8/8/3p4/8/K3P3[] w - -/2 - - 0 1", "e1e3");
    assert_eq!(passed.fen(), "4k3/8/8/8/8/3pP3/8/K7[] b e2 -/2 - - 0 1");
    assert_eq!(after(&passed.fen(), "d3e2").fen(), "4k3/8/8/8/8/8/4p3/K7[] w - -/2 - - 0 2");
    assert_eq!(refusal(&after(&passed.fen(), "draw #2 a1b1"), "d3e2"), "the pawn on d3 cannot move to e2");
    assert!(after(&passed.fen(), "draw #2").fen().contains(" w - "));
    // No castling, no promotion; a pawn on its last rank stays, and can be teleported.
    let last = read("4P3/7k/8/8/8/8/8/R3K1R1[] w - K/- - - 0 1");
    assert!(targets(&last, "e8").is_empty());
    assert!(targets(&last, "K:e8").contains(&"d5".into()));
    assert!(!generated(&last).contains(&"e1c1".into()));
    // En passant that would open the rank on the own king.
    let rank = read("4k3/8/8/K2pP2r/8/8/8/8[] w d6 -/- - - 0 1");
    assert_eq!(targets(&rank, "e5"), ["e6"]);
}

#[test]
fn clauses_7_and_8_drawing_and_swapping() {
    let one = read("4k3/8/8/8/8/8/8/p3K3[] w - 3357X/- - - 0 1");
    assert!(targets(&one, "draw").len() == 1 && targets(&one, "swap:").len() == 7);
    let two = read("4k3/8/8/8/8/8/8/p1p1K3[] w - 3357X/- - - 0 1");
    assert!(!generated(&two).iter().any(|word| word == "draw" || word.starts_with("swap")));
    for word in ["draw", "swap:335"] {
        assert_eq!(refusal(&two, word), "two enemy pawns stand on White's back rank: no cards are drawn");
    }
    let fen = "4k3/8/8/8/8/8/8/4K3[] w - 3357X/- - - 0 1";
    assert_eq!(targets(&read(fen), "swap:"), ["335", "337", "33X", "357", "35X", "37X", "57X"]);
    // Any order of ranks is the same action.
    assert_eq!(read(fen).read_action("swap:X33"), read(fen).read_action("swap:33X"));
    let swapped = after(fen, "swap:X33");
    assert_eq!((swapped.hand(Colour::White).text(), swapped.discards().text()), ("57".into(), "33X".into()));
    assert_eq!(swapped.due(), "card");
    // Two draws, in one word or two.
    assert_eq!(after(fen, "swap:X33 #QK"), after(fen, "swap:X33 #Q #K"));
    assert_eq!(after(fen, "swap:X33 #QK").fen(), "4k3/8/8/8/8/8/8/4K3[] b - 57QK/- 33X - 0 1");
    assert_eq!(refusal(&after(fen, "swap:X33"), "#QKA"), "3 cards, but 2 due");
}

#[test]
fn clause_9_no_action_leaves_the_king_attacked() {
    let check = read("4k3/8/8/8/8/8/8/r3K3[] w - 39X/- - - 0 1");
    let answers = ["3:b1", "3:c1", "3:d1", "9:b1", "9:c1", "9:d1", "e1d2", "e1e2", "e1f2"];
    assert_eq!(generated(&check), answers);
    assert_eq!(refusal(&check, "draw"), "White's king is attacked: no cards are drawn");
    assert_eq!(refusal(&check, "e1d1"), "White's king would be attacked");
    // An enemy piece that shields the king may not be removed, but it may be turned.
    let shield = read("4r2k/8/8/8/4n3/8/8/4K3[] w - A27/- - - 0 1");
    assert_eq!(targets(&shield, "A:"), ["e8"]);
    assert_eq!(targets(&shield, "2:"), ["e4", "e8"]);
    assert_eq!(targets(&shield, "7:"), ["e4", "e8"]);
    assert_eq!(refusal(&shield, "A:e4"), "White's king would be attacked");
    // A new enemy pawn may attack, too.
    let pawn = read("7k/8/8/8/8/8/5n2/4K3[] w - 2/- - - 0 1");
    assert!(targets(&pawn, "2:").is_empty());
}

#[test]
fn clause_10_the_zone() {
    let zone = |fen: &str, colour| read(fen).board().zone(colour).len() / 8;
    let fen = "4k3/8/4p3/8/8/2P5/8/4K3[] w - -/- - - 0 1";
    assert_eq!((zone(fen, Colour::White), zone(fen, Colour::Black)), (3, 3));
    let without = "4k3/8/8/8/8/8/8/4K3[] w - -/- - - 0 1";
    assert_eq!((zone(without, Colour::White), zone(without, Colour::Black)), (1, 1));
    let encircled = "4k1P1/8/4p3/8/8/2P5/8/4K3[] w - -/- - - 0 1";
    assert_eq!((zone(encircled, Colour::White), zone(encircled, Colour::Black)), (8, 1));
    // As the board stands before the action: the furthest pawn itself may go anywhere up to where it stood.
    let teleport = read("4k3/8/8/8/2P5/8/8/4K3[] w - K/- - - 0 1");
    assert_eq!(targets(&teleport, "K:c4").len(), 30);
    assert_eq!(refusal(&teleport, "K:c4c5"), "c5 is not in White's zone of control");
}

#[test]
fn clause_11_ranks_are_different_cards_and_caps_hold() {
    let fen = "4k3/8/8/8/8/8/8/4K3[] w - 3345/- - - 0 1";
    let position = read(fen);
    for card in ["3:", "4:", "5:"] {
        assert_eq!(targets(&position, card).len(), 7);
    }
    let full = read("nrb1k3/8/8/8/PPPPPPPP/8/8/NRBQKBRN[] w - 379TJQ/- - - 0 1");
    for card in ["3:", "7:", "9:", "T:", "J:", "Q:"] {
        assert!(targets(&full, card).is_empty(), "{card}");
    }
    assert_eq!(refusal(&full, "Q:a2"), "White has 1 queen already");
    assert_eq!(refusal(&full, "9:a2"), "White has 2 knights already");
    assert_eq!(refusal(&full, "7:a8"), "White has 8 pawns already");
    let enemy_full = read("nrb1k3/8/8/pppppppp/8/8/8/4K3[] w - 27/- - - 0 1");
    assert!(targets(&enemy_full, "2:").is_empty());
    assert_eq!(targets(&enemy_full, "7:"), ["a8", "b8", "c8"]);
    assert_eq!(refusal(&enemy_full, "7:a5"), "a5 holds a pawn already");
    assert_eq!(refusal(&enemy_full, "7:e8"), "no card touches the enemy king");
}

#[test]
fn killshot_by_any_piece() {
    // The pinned knight, the pawn and the king may shoot, also what is guarded; never en passant, never the king.
    let guarded = read("4r1k1/8/8/8/2n5/4N3/3pK3/8[] w - 8/- - - 0 1");
    assert_eq!(targets(&guarded, "8:"), ["e2d2", "e3c4"]);
    let passed = read("4k3/8/8/2pP4/8/8/8/4K3[] w c6 8/- - - 0 1");
    assert!(targets(&passed, "8:").is_empty());
    assert_eq!(refusal(&passed, "8:d5c6"), "c6 is empty");
    assert_eq!(refusal(&guarded, "8:e3g8"), "no card touches the enemy king");
}

/// Clause 12 and the joker's row: each card it answers, the joker on the joker, and what it does not answer.
#[test]
fn jokers_undo_and_restore() {
    let fen = "r3k3/3p4/8/3n4/4P3/8/3P4/4K2R[] w - A2378K9X/X - - 7 4";
    for (card, last) in
        [("A:d5", "A:d5n"), ("2:d5", "2:d5n"), ("7:a8", "7:a8r"), ("8:e4d5", "8:d5n"), ("K:h1a4", "K:h1a4")]
    {
        let played = after(fen, card);
        assert_eq!(played.fen().split(' ').nth(5), Some(last));
        assert!(generated(&played).contains(&"X".into()), "{card}");
        let undone = after(fen, &format!("{card} X"));
        assert_eq!(undone.board, read(fen).board, "{card} X");
        assert_eq!(undone.fen().split(' ').nth(5), Some(format!("X{last}").as_str()));
        let again = after(fen, &format!("{card} X X"));
        assert_eq!(again.board, played.board, "{card} X X");
        assert_eq!(again.fen().split(' ').nth(5), Some(format!("XX{last}").as_str()));
        assert_eq!(again.discards().text(), format!("{}XX", &card[..1]));
        assert!(!generated(&again).contains(&"X".into()));
    }
    let nothing = "the opponent has just played no card that a joker answers";
    assert_eq!(refusal(&read(fen), "X"), nothing);
    for words in ["3:b1", "9:b1", "e1d1", "draw #A", "A:d5 a8b8"] {
        let position = after(fen, words);
        assert_eq!(refusal(&position, "X"), nothing, "{words}");
    }
    // Only as the very next action.
    assert_eq!(refusal(&after(fen, "A:d5 a8b8 e1d1"), "X"), nothing);
    // En passant rights never come back.
    let passed = after("4k3/8/8/8/3p4/8/4P3/4K3[] w - X/A - - 0 1", "e2e4 A:e4 X");
    assert_eq!(passed.fen(), "4k3/8/8/8/3pP3/8/8/4K3[] b - -/- AX XA:e4p 0 2");
}

#[test]
fn clause_13_the_deck_runs_out() {
    let discards = "AAA222333344445555666677778888999TTTTJJJJQQQQKKKK";
    let fen = format!("4k3/3p4/8/8/8/8/3P4/4K3[] w - 29X/AX {discards} - 0 40");
    let position = read(&fen);
    assert_eq!(position.deck(), 0);
    let drawn = after(&fen, "draw #2");
    assert_eq!((drawn.deck(), drawn.discards().text()), (48, "-".into()));
    assert_eq!(refusal(&after(&fen, "draw"), "#X"), "no X is left to be turned up");
    let mut seen = Vec::new();
    let odds = after(&fen, "draw").events(&mut |event, weight| seen.push((event, weight)));
    assert_eq!((odds, seen.len()), (Odds::Total(49), 13));
    // A swap's discards are shuffled with the others.
    assert_eq!(after(&fen, "swap:29X #X #9").hand(Colour::White).text(), "9X");
    // Both empty: nothing is drawn, nor swapped, although a swap would fill the pile.
    let all = "AAAA22223333444455556666777788889999TTTTJJJJQQQQKKKKXX";
    let none = read(&format!("4k3/3p4/8/8/8/8/3P4/4K3[] w - {all}/- - - 0 40"));
    assert_eq!(refusal(&none, "draw"), "deck and discard pile are empty");
    assert_eq!(refusal(&none, "swap:AAA"), "deck and discard pile are empty");
    assert!(!generated(&none).iter().any(|word| word == "draw" || word.starts_with("swap")));
}

#[test]
fn clause_14_the_end() {
    let mate = "4k3/8/8/8/8/8/PP6/K2r4[] w - 8X/6 - - 3 22";
    assert_eq!(read(mate).actor(), Actor::Over(Outcome::win(Team::Second, "checkmate")));
    let stalemate = "8/8/3b4/8/8/5k2/5p2/3pp2K[] w - X/7 - - 3 50";
    assert_eq!(read(stalemate).actor(), Actor::Over(Outcome::draw("stalemate")));
    // A card that helps: no mate. An unknown card: nothing is declared.
    assert_eq!(read(&mate.replace("8X/6", "3X/6")).actor(), Actor::Seat(Seat::FIRST));
    for fen in [mate, stalemate] {
        let unknown = read(&fen.replace("X/", "?/"));
        assert_eq!((unknown.actor(), unknown.count()), (Actor::Seat(Seat::FIRST), 0));
    }
    assert_eq!(after(&mate.replace("8X/6", "8?/6"), "3:c1").hand(Colour::White).text(), "8");
}

#[test]
fn clause_15_a_hundred_quiet_actions() {
    let quiet = after("4k3/8/8/8/8/8/8/4K3[] w - -/- - - 99 60", "e1d1");
    assert_eq!(quiet.verdict(1), Some(Outcome::draw("quiet")));
    assert!(quiet.count() > 0);
    assert_eq!(read("4k3/8/8/8/8/8/8/4K3[] w - -/- - - 99 60").verdict(1), None);
    // Checkmate comes first.
    assert_eq!(read("4k3/8/8/8/8/8/PP6/K2r4[] w - 8X/6 - - 100 22").verdict(1), None);
    for (words, counter) in [("e1d1", "8"), ("draw #A", "0"), ("3:d1", "0"), ("d2d3", "0"), ("e1d1 e8d8", "9")] {
        let position = after("4k3/8/8/8/8/8/3P4/4K3[] w - 3/- - - 7 1", words);
        assert_eq!(position.fen().split(' ').nth(6), Some(counter), "{words}");
    }
}

#[test]
fn clause_16_what_a_draw_can_be() {
    // Three aces are seen; the fourth is in the deck or unknown, the same pool.
    let fen = "4k3/8/8/8/8/8/8/4K3[] w - A2/A?? A - 0 1";
    let mut weights = [0; 14];
    let odds = after(fen, "draw").events(&mut |event, weight| {
        weights[event.iter().next().flatten().unwrap() as usize] += weight;
    });
    assert_eq!((weights[0], weights[1], weights[2], weights[13]), (1, 3, 4, 2));
    assert_eq!(odds, Odds::Total(50));
    assert_eq!(refusal(&after(fen, "draw #A draw"), "#A"), "no A is left to be turned up");
    assert_eq!(after(fen, "draw #?").hand(Colour::White).text(), "A2?");
    // With unknown cards out, the second card after a reshuffle comes from the whole pool.
    let discards = "AAA22223333444455556666777788889999TTTTJJJJQQQQKKKK";
    let fen = format!("4k3/8/8/8/8/8/8/4K3[] w - X/?? {} - 0 1", discards);
    let position = read(&fen);
    assert_eq!(position.deck(), 0);
    assert_eq!(refusal(&after(&fen, "draw"), "#X"), "no X is left to be turned up");
    assert_eq!(after(&fen, "draw #2 draw #X").hand(Colour::Black).text(), "X??");
}
