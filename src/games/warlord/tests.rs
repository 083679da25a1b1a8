//! A test per clause and per example of the page, the shared counts and games, the twin.

use super::naive::Twin;
use super::*;
use crate::board::{List, Rng};
use crate::game::{Choices, Evaluate, Notation};
use crate::history::History;
use crate::laws::{self, Laws};
use crate::play;
use std::collections::BTreeSet;

fn read(fen: &str) -> Position {
    Position::read_fen(fen, &Choices::default()).unwrap_or_else(|reasons| panic!("{fen}: {reasons:?}"))
}

fn list(position: &Position) -> Vec<String> {
    let mut words = Vec::new();
    let _ = position.generate(&mut |action| {
        words.push(position.action_word(action));
        Flow::Continue(())
    });
    words
}

fn words(position: &Position) -> BTreeSet<String> {
    list(position).into_iter().collect()
}

fn after(fen: &str, moves: &str) -> Position {
    let mut position = read(fen);
    for word in play::words(moves) {
        play::play(&mut position, word).unwrap_or_else(|reason| panic!("{word}: {reason}"));
    }
    position
}

/// What the piece may do, as the squares it goes to, in order.
fn from(fen: &str, square: &str) -> String {
    let all = words(&read(fen));
    all.iter().filter_map(|word| word.strip_prefix(square)).collect::<Vec<_>>().join(" ")
}

fn refusal(fen: &str, moves: &str, word: &str) -> String {
    play::play(&mut after(fen, moves), word).expect_err(word).to_string()
}

const START: &str = "s3ppps/pnaptanp/1pp1w3/8/8/1PP1W3/PNAPTANP/S3PPPS b 0 0 1";
const SUITE: &str = include_str!("../../../perft/warlord.epd");

fn suite_fens() -> Vec<String> {
    crate::perft::suite::parse(SUITE).unwrap().into_iter().map(|entry| entry.fen).collect()
}

#[test]
fn suite() {
    laws::check_suite::<Position>(SUITE, &Choices::default(), 500_000);
}

#[test]
fn games() {
    laws::check_games::<Position>(
        include_str!("../../../tests/games/warlord.txt"),
        &Choices::default(),
        |end| match end {
            "b" => Some(Team::First),
            "w" => Some(Team::Second),
            _ => None,
        },
    );
}

#[test]
fn contract() {
    // Two choices may kill the same men, one now and one a round later.
    laws::check::<Position>(&Laws { fens: suite_fens(), games: 6, same_effect_allowed: true, ..Laws::default() });
}

/// Follows the twin through a random game from a position; how often the mover and the opponent had to choose.
fn follow(fen: &str, length: u32, rng: &mut Rng) -> [u32; 2] {
    let mut choices = [0; 2];
    let mut position = read(fen);
    let mut twin = Twin::of(&position);
    let mut told = fen.to_owned();
    for _ in 0..length {
        let actions = twin.actions();
        let expected: BTreeSet<String> = actions.iter().map(|(word, _)| word.clone()).collect();
        let found = list(&position);
        assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), expected, "{told}");
        assert_eq!((found.len(), position.count()), (expected.len(), expected.len() as u64), "{told}");
        if actions.is_empty() {
            assert!(matches!(position.turn(), Actor::Over(_)), "{told}");
            break;
        }
        choices[0] += u32::from(position.phase == Phase::Mover);
        choices[1] += u32::from(position.phase == Phase::Opponent);
        // Kills are looked for, else little is fought out.
        let men = |twin: &Twin| twin.board().chars().filter(char::is_ascii_alphabetic).count();
        let bloody: Vec<_> = actions.iter().filter(|(_, next)| men(next) < men(&twin)).collect();
        let (word, next) = if bloody.is_empty() || rng.below(3) > 0 {
            &actions[rng.below(actions.len() as u32) as usize]
        } else {
            bloody[rng.below(bloody.len() as u32) as usize]
        };
        told = format!("{told} {word}");
        play::play(&mut position, word).unwrap_or_else(|reason| panic!("{reason}: {told}"));
        twin = next.clone();
        assert_eq!(Twin::of_board(&position), twin.told(), "{told}");
        assert_eq!(position.key(), position.fresh_key(), "{told}");
    }
    choices
}

#[test]
fn generator_and_combat_agree_with_the_twin() {
    let mut rng = Rng::new(5);
    for fen in suite_fens() {
        follow(&fen, 40, &mut rng);
    }
    // Melees: random armies close together, with standing kills that the first combat settles.
    let mut choices = [0; 2];
    for _ in 0..100 {
        let mut board = vec!['1'; 64];
        let men = 12 + rng.below(14);
        for _ in 0..men {
            board[rng.below(64) as usize] = *b"PSANWPpsanwp".map(char::from).get(rng.below(12) as usize).unwrap();
        }
        board[rng.below(32) as usize] = 't';
        board[32 + rng.below(32) as usize] = 'T';
        let rows: Vec<String> = board.chunks(8).map(|row| row.iter().collect()).collect();
        let more = follow(&format!("{} w 0 0 1", rows.join("/")), 12, &mut rng);
        choices = [choices[0] + more[0], choices[1] + more[1]];
    }
    assert!(choices.iter().all(|&times| times >= 10), "{choices:?}");
}

#[test]
fn the_twin_counts_the_suite() {
    for entry in crate::perft::suite::parse(SUITE).unwrap() {
        let mut twin = Twin::of(&read(&entry.fen));
        for word in &entry.moves {
            twin = twin.actions().into_iter().find(|(found, _)| found == word).expect("accepted by the twin").1;
        }
        for (depth, nodes) in entry.counts.iter().copied().filter(|&(depth, nodes)| depth == 1 || nodes < 1_500) {
            assert_eq!(twin.perft(depth), nodes, "{} depth {depth}", entry.position());
        }
    }
}

// The page's examples.

#[test]
fn example_two_for_one() {
    let fen = "7t/8/8/3pa3/3W4/3S4/8/P6T w 0 0 1";
    let choice = after(fen, "a1b2");
    assert_eq!((choice.turn(), choice.due()), (Actor::Seat(Seat::SECOND), "combat"));
    assert_eq!(list(&choice), ["*d5", "*e5"]);
    for word in ["*d5", "*e5"] {
        assert_eq!(after(fen, &format!("a1b2 {word}")).fen(), "7t/8/8/8/3W4/3S4/1P6/7T b 0 0 2", "{word}");
    }
}

#[test]
fn example_one_for_one() {
    let fen = "7t/8/8/1ap5/8/1P1S4/8/P6T w 0 0 1";
    let choice = after(fen, "b3c4");
    assert_eq!(list(&choice), ["*b5", "*c5"]);
    assert_eq!(after(fen, "b3c4 *b5").fen(), "7t/8/8/2p5/8/3S4/8/P6T b 0 0 2");
    assert_eq!(after(fen, "b3c4 *c5").fen(), "7t/8/8/1a6/8/3S4/8/P6T b 0 0 2");
}

#[test]
fn example_overruns() {
    assert_eq!(after("7t/8/2p1a3/3p4/8/8/8/3N3T w 0 0 1", "d1d5").fen(), "7t/8/2p1a3/8/8/8/8/7T b 0 0 2");
    assert_eq!(after("7t/8/4a3/3p4/8/8/8/3N3T w 0 0 1", "d1d5").fen(), "7t/8/8/3N4/8/8/8/7T b 0 0 2");
}

#[test]
fn example_shortest_win() {
    let end = after(START, "h8g7 a2b3 g8f7 e3d4 f6f3 *e2");
    assert_eq!(end.turn(), Actor::Over(Outcome::win(Team::First, "tower")));
    assert!(!end.at_turn_start() && end.count() == 0);
}

// The pieces.

#[test]
fn peasants_step_and_dash() {
    let at = |board: &str| format!("{board} w 0 0 1");
    assert_eq!(from(&at("t7/8/8/8/3P4/8/8/T6S"), "d4"), "b4 c3 c5 d2 d6 e3 e5 f4");
    // The square between must be empty, and the square itself.
    assert_eq!(from(&at("t7/8/8/2pPp3/1p1P4/8/3p4/T6S"), "d4"), "c3 e3 f4");
}

#[test]
fn spearmen_and_archers_step_anywhere() {
    for letter in ['S', 'A'] {
        let fen = format!("t7/8/8/8/3{letter}4/4p3/8/T6P w 0 0 1");
        assert_eq!(from(&fen, "d4"), "c3 c4 c5 d3 d5 e4 e5", "{letter}");
    }
}

#[test]
fn knights_ride_and_overrun_all_but_warlord_and_tower() {
    let fen = "8/3t4/8/1w1N1p2/8/3P4/6p1/T6S w 0 0 1";
    assert_eq!(from(fen, "d5"), "a2 a8 b3 b7 c4 c5 c6 d4 d6 e4 e5 e6 f3 f5 f7 g2 g8");
    assert_eq!(refusal(fen, "", "d5b5"), "a warlord or tower is never overrun");
    assert_eq!(refusal(fen, "", "d5d7"), "a warlord or tower is never overrun");
    assert_eq!(refusal(fen, "", "d5h5"), "N on d5 does not reach h5");
}

#[test]
fn warlords_step_diagonally_and_towers_never() {
    let fen = "t7/8/8/8/3W4/4p3/8/T6S w 0 0 1";
    assert_eq!(from(fen, "d4"), "c3 c5 e5");
    assert_eq!(refusal(fen, "", "a1a2"), "a tower never moves");
    assert_eq!(refusal(fen, "", "d4e3"), "e3 is not empty, and only a knight overruns");
    assert_eq!(refusal(fen, "", "a8a7"), "the piece on a8 is not White's");
    assert_eq!(refusal(fen, "", "b2b3"), "there is no piece on b2");
}

#[test]
fn ranges() {
    let range = |board: &str, square: &str| {
        let position = read(&format!("{board} w 0 0 1"));
        let square = Square::parse(square).unwrap();
        let kind = position.kind_at(square).unwrap();
        let colour = position.colour_at(square).unwrap();
        let set = position.range(colour, kind, square, position.occupied());
        // The other way round: whoever has a square in range is found from there.
        for target in Square::all() {
            assert_eq!(position.attackers(colour, target).has(square), set.has(target), "{board} {target}");
        }
        set.map(|at| at.to_string()).collect::<Vec<_>>().join(" ")
    };
    for letter in ['P', 'N', 'W'] {
        assert_eq!(range(&format!("t7/8/8/8/3{letter}4/8/8/T7"), "d4"), "c3 d3 e3 c4 e4 c5 d5 e5", "{letter}");
    }
    assert_eq!(range("8/8/8/8/3T4/8/8/t7", "d4"), "c3 d3 e3 c4 e4 c5 d5 e5");
    // Nothing blocks a spear; a spear does not go to flank or rear.
    assert_eq!(range("t7/8/8/2PpP3/3S4/8/8/T7", "d4"), "c5 d5 e5 c6 d6 e6");
    assert_eq!(range("t7/8/8/8/s7/8/8/T7", "a4"), "a2 b2 a3 b3");
    assert_eq!(range("t7/8/6S1/8/8/8/8/T7", "g6"), "f7 g7 h7 f8 g8 h8");
    // An arrow ends at the first piece met, friend or enemy.
    assert_eq!(range("t7/3p4/8/2P5/3A4/8/8/T7", "d4"), "c5 d5 e5 d6 f6 d7 g7 h8");
    assert_eq!(range("t7/8/8/8/3a4/8/8/T7", "d4"), "a1 d1 g1 b2 d2 f2 c3 d3 e3");
}

// Turns.

#[test]
fn clause_2_marches() {
    // Named by the rearmost man and his step; any man with a man ahead may be the rearmost.
    let fen = "t7/8/8/8/3P4/2P5/1S6/7T w 0 0 1";
    assert_eq!(after(fen, "b2c3").fen(), "t7/8/8/4P3/3P4/2S5/8/7T b 0 1 2");
    assert_eq!(after(fen, "c3d4").fen(), "t7/8/8/4P3/3P4/8/1S6/7T b 0 1 2");
    assert_eq!(after(fen, "d4c3").fen(), "t7/8/8/8/8/2P5/1P6/S6T b 0 1 2");
    assert_eq!(from(fen, "d4"), "b4 c3 c5 d2 d6 e3 e5 f4");
    // The square ahead: on the board, and empty.
    assert_eq!(refusal("t7/8/8/8/8/8/1P6/P6T w 0 0 1", "", "b2a1"), "the march would leave the board");
    assert_eq!(
        refusal("t7/8/8/8/8/2p5/1P6/P6T w 0 0 1", "", "a1b2"),
        "b2 is in an enemy's range: nobody marches from there"
    );
    assert_eq!(refusal("t7/8/8/3T4/2P5/1P6/8/8 w 0 0 1", "", "b3c4"), "d5, ahead of the march, is not empty");
    assert_eq!(refusal("t7/8/8/8/8/8/1T6/P6P w 0 0 1", "", "a1b2"), "no tower may be in the line of a march");
    assert!(refusal("t7/8/8/8/8/P7/P6P/7T w 0 0 1", "", "a2a3").contains("diagonally"));
    // A tower's range counts, and any man of the group; men behind the rearmost do not.
    let near = "8/8/8/8/4t3/3P4/2P5/1P5T w 0 0 1";
    assert_eq!(from(near, "c2"), "a2 b3 c4 d1 e2");
    assert!(refusal(near, "", "c2d3").starts_with("d3 is in an enemy's range"));
    assert!(refusal(near, "", "b1c2").starts_with("d3 is in an enemy's range"));
    assert_eq!(after(near, "c2a2").board_text(), "8/8/8/8/4t3/3P4/P7/1P5T");
    let behind = "8/8/8/8/8/3t4/8/PP5T w 0 0 1";
    assert_eq!(from(behind, "a1"), "a3 b2");
    // Being open to an overrun is not being in range.
    assert_eq!(from("t2n4/8/8/8/8/8/1P6/P6T w 0 0 1", "a1"), "a3 b2 c1");
    // Knights, archers, spearmen and warlords march as well.
    assert_eq!(after("t7/8/8/4W3/3N4/2A5/1S6/7T w 0 0 1", "b2c3").board_text(), "t7/8/5W2/4N3/3A4/2S5/8/7T");
}

#[test]
fn clause_3_passes() {
    let fen = "7t/p6p/8/8/8/8/P6P/7T b 2 40 30";
    let end = after(fen, "pass");
    assert_eq!(end.turn(), Actor::Over(Outcome::draw("passes")));
    assert_eq!(end.fen(), "7t/p6p/8/8/8/8/P6P/7T w 3 41 30");
    assert_eq!(end.count(), 0);
    assert_eq!(refusal(&end.fen(), "", "a2a4"), "the game is over");
    // A move breaks the row.
    assert_eq!(after(fen, "a7b6 pass pass").passes, 2);
    // After a pass there is no combat: the standing kill is made in the first one.
    let standing = "7t/8/8/8/3p4/2P1P3/8/p6T w 0 5 9";
    assert_eq!(after(standing, "pass").board_text(), "7t/8/8/8/3p4/2P1P3/8/p6T");
    assert_eq!(after(standing, "pass a1a3").fen(), "7t/8/8/8/8/p1P1P3/8/7T w 0 0 10");
}

// Combat.

#[test]
fn clause_6_what_overwhelms() {
    // A move far away, and what it leaves of the piece on d5.
    let dies = |board: &str| {
        let next = after(&format!("{board} w 0 0 1"), "h2h4");
        !next.own(Colour::Black).has(Square::at(3, 4))
    };
    assert!(!dies("t7/8/8/3p4/2P5/8/7P/T7"));
    assert!(dies("t7/8/8/3p4/2P1P3/8/7P/T7"));
    // A warlord takes three.
    assert!(!dies("t7/8/8/3w4/2P1P3/8/7P/T7"));
    assert!(dies("t7/8/8/3w4/2PPP3/8/7P/T7"));
    // An archer one from next to him, or two from anywhere.
    assert!(dies("t7/8/8/3a4/2P5/8/7P/T7"));
    assert!(!dies("t7/8/8/3a4/8/3S4/7P/T7"));
    assert!(dies("t7/8/8/3a4/8/2SS4/7P/T7"));
    assert!(dies("t7/8/8/3a4/3S4/8/7P/T7"), "a spear from the adjacent square");
    assert!(dies("t7/8/8/3a4/3A4/8/7P/T7"), "an arrow from the adjacent square");
    assert!(!dies("t7/8/8/3a4/8/8/pp1A3P/T7"));
}

#[test]
fn clause_6_everybody_attacks_before_anybody_dies() {
    // Two against two: each side overwhelms one, and those who die have attacked.
    let end = after("t7/8/8/2pp4/2PP4/8/7P/T7 w 0 0 1", "h2h4 *c5 *c4");
    assert_eq!(end.board_text(), "t7/8/8/3p4/3P3P/8/8/T7");
}

#[test]
fn clause_7_rounds_go_on_with_fresh_attacks() {
    // The three peasants can kill one enemy of the three in a round, and lose nobody to two attacks on one of them.
    let choice = after("t7/8/8/3w4/2PPP3/3a4/7P/T7 w 0 0 1", "h2h4");
    assert_eq!(words(&choice), BTreeSet::from(["*d3", "*d5"].map(str::to_owned)));
    assert_eq!(after("t7/8/8/3w4/2PPP3/3a4/7P/T7 w 0 0 1", "h2h4 *d3").board_text(), "t7/8/8/8/2PPP2P/8/8/T7");
}

#[test]
fn clause_8_overruns_are_the_attack_of_round_one() {
    // The knight takes b5 and needs its next attack for c6, which in round 1 only the peasant attacks.
    let fen = "t7/8/2p5/1p1P4/8/8/8/1N5T w 0 0 1";
    let end = after(fen, "b1b5");
    assert_eq!(end.fen(), "t7/8/8/1N1P4/8/8/8/7T b 0 0 2");
    // The victim does not attack any more: one other attacker does not overwhelm the knight.
    assert!(end.own(Colour::White).has(Square::at(1, 4)));
    // A knight that dies in round 1 has no second attack.
    let end = after("t7/8/p1p5/1p1P4/8/8/8/1N5T w 0 0 1", "b1b5");
    assert_eq!(end.board_text(), "t7/8/p1p5/3P4/8/8/8/7T");
}

#[test]
fn clause_9_sets_are_maximal_and_exact() {
    let fen = "7t/8/8/3pa3/3W4/3S4/8/P6T w 0 0 1";
    assert_eq!(refusal(fen, "a1b2", "*d5+e5"), "there are not enough attacks to overwhelm all of these");
    assert_eq!(refusal(fen, "a1b2", "*h8"), "nothing on h8 can be overwhelmed in this round");
    assert_eq!(refusal(fen, "a1b2", "pass"), "combat first: say who is overwhelmed this round");
    assert_eq!(refusal(fen, "a1b2", "h1h2"), "combat first: say who is overwhelmed this round");
    assert_eq!(refusal(fen, "", "*d5"), "nobody is to be chosen here, a move is due");
    // Two fights at once: each choice names everybody.
    let two = "3pa2t/3W4/3S4/8/3pa3/3W4/3S4/P6T w 0 0 1";
    let sets = ["*d4+d8", "*d4+e8", "*e4+d8", "*e4+e8"].map(str::to_owned);
    assert_eq!(words(&after(two, "a1b2")), BTreeSet::from(sets));
    assert_eq!(refusal(two, "a1b2", "*d4"), "attacks are always pressed: d8 could be overwhelmed too");
    let choice = after(two, "a1b2");
    for bad in ["*d8+d4", "*d4+d4", "*", "*d4+", "*+d4", "*d4,e8", "*d9", "*d4 e8", "**d4", "*é4"] {
        assert!(choice.read_action(bad).is_err(), "{bad}");
    }
}

#[test]
fn clause_9_archers_die_both_ways() {
    // The peasant on e4 is wanted against f5: the archer dies of the two spears, and everybody in one way only.
    let end = after("t7/8/8/3a1p2/4P3/2SS1S2/7P/T7 w 0 0 1", "h2h4");
    assert_eq!(end.fen(), "t7/8/8/8/7P/2SS1S2/8/T7 b 0 0 2");
    // One spear on him is not enough.
    let choice = after("t7/8/8/3a1p2/4P3/2S2S2/7P/T7 w 0 0 1", "h2h4");
    assert_eq!(list(&choice), ["*d5", "*f5"]);
}

#[test]
fn clause_10_the_opponent_chooses_knowing() {
    let fen = "7t/8/8/3pp3/4P3/2P5/P7/p6T w 0 0 1";
    let mover = after(fen, "c3d4");
    assert_eq!((mover.turn(), list(&mover)), (Actor::Seat(Seat::SECOND), vec!["*d5".to_owned(), "*e5".to_owned()]));
    let opponent = after(fen, "c3d4 *d5");
    assert_eq!((opponent.turn(), opponent.due()), (Actor::Seat(Seat::FIRST), "combat"));
    assert_eq!(list(&opponent), ["*d4", "*e4"]);
    assert_ne!(opponent.key(), after(fen, "c3d4 *e5").key());
    // Deaths when both are settled: nobody is gone yet.
    assert_eq!(opponent.occupied().len(), 8);
    assert_eq!(after(fen, "c3d4 *d5 *e4").board_text(), "7t/8/8/4p3/3P4/8/P7/p6T");
    // Only the opponent has a choice.
    let only = after("7t/p7/2s1s3/3P4/8/2P5/8/6PT w 0 0 1", "c3d4");
    assert_eq!((only.turn(), list(&only)), (Actor::Seat(Seat::FIRST), vec!["*d4".to_owned(), "*d5".to_owned()]));
}

// The end.

#[test]
fn clause_11_towers() {
    let both = read("6Pt/6P1/8/8/8/5p2/7p/7T b 0 0 1");
    let end = |word: &str| after(&both.fen(), word).turn();
    let ends: BTreeSet<_> = words(&both).iter().map(|word| format!("{:?}", end(word))).collect();
    assert!(ends.iter().any(|end| end.contains("\"towers\"")), "{ends:?}");
    assert_eq!(end("f3g2"), Actor::Over(Outcome::draw("towers")));
    let one = after("6Pt/6P1/8/8/8/5p2/7p/7T b 0 0 1", "f3e4");
    assert_eq!(one.turn(), Actor::Over(Outcome::win(Team::Second, "tower")));
}

#[test]
fn clause_12_too_few_men() {
    let given = read("7t/p7/8/8/8/8/P7/7T b 0 0 1");
    assert_eq!((given.turn(), given.count()), (Actor::Over(Outcome::draw("men")), 0));
    assert!(matches!(read("7t/pp6/8/8/8/8/P7/7T b 0 0 1").turn(), Actor::Seat(_)));
    assert_eq!(after("7t/8/2p5/3p4/8/2P5/4P3/7T w 0 0 1", "e2e4").occupied().len(), 6);
}

#[test]
fn clause_13_draws() {
    let mut position = read(START);
    let mut history = History::default();
    history.push(&position);
    for word in play::words("a8b8 a1b1 b8a8 b1a1 a8b8 a1b1 b8a8 b1a1") {
        assert_eq!(history.verdict(&position), None);
        play::play(&mut position, word).unwrap();
        history.push(&position);
    }
    assert_eq!(history.verdict(&position), Some(Outcome::draw("repetition")));
    // Later moves are still accepted.
    assert_eq!(position.count(), 47);
    // Passes in a row are told apart.
    assert_ne!(read(START).key(), read(&START.replace("b 0", "b 2")).key());
    let quiet = after("7t/p6p/8/8/8/8/P6P/7T b 0 99 30", "pass");
    assert_eq!(quiet.verdict(1), Some(Outcome::draw("quiet")));
    assert_eq!(read("7t/p6p/8/8/8/8/P6P/7T b 0 99 30").verdict(2), None);
}

// Text.

#[test]
fn fen_refusals_name_every_reason() {
    let reasons = |fen: &str| -> Vec<String> {
        Position::read_fen(fen, &Choices::default()).expect_err(fen).into_iter().map(|reason| reason.0).collect()
    };
    for (fen, reason) in [
        ("", "5 fields"),
        ("8/8/8/8/8/8/8/T6t w 0 0 1 1", "5 fields"),
        ("8/8/8/8/8/8/T6t w 0 0 1", "8 ranks"),
        ("9/8/8/8/8/8/8/T6t w 0 0 1", "not 9"),
        ("7/8/8/8/8/8/8/T6t w 0 0 1", "not 7"),
        ("8/8/8/8/8/8/8/T6q w 0 0 1", "q: expected"),
        ("8/8/8/8/8/8/8/T6é w 0 0 1", "é: expected"),
        ("8/8/8/8/8/8/8/T7 w 0 0 1", "Black has one tower, not 0"),
        ("8/8/8/8/8/8/8/TT5t w 0 0 1", "White has one tower, not 2"),
        ("8/8/8/8/8/8/8/T6t x 0 0 1", "w or b"),
        ("8/8/8/8/8/8/8/T6t w 4 0 1", "0 to 3"),
        ("8/8/8/8/8/8/8/T6t w 0 -1 1", "last death"),
        ("8/8/8/8/8/8/8/T6t w 0 0 99999999999", "turn's number"),
    ] {
        let found = reasons(fen);
        assert!(found.iter().any(|found| found.contains(reason)), "{fen}: {found:?}");
    }
    assert_eq!(reasons("8/8/8/8/8/8/8/8 x y z -").len(), 6);
    assert_eq!(Position::start(&Choices::default()).fen(), START);
}

#[test]
fn words_are_safe() {
    let position = read(START);
    for bad in ["", "a", "a1", "a1a", "a1a9", "i1a1", "A1a2", "a1a2q", "Pass", "pass ", "é1a2", "0000"] {
        assert!(position.read_action(bad).is_err(), "{bad}");
    }
}

// Bounds and judgement.

#[test]
fn a_melee_has_thousands_of_kill_sets() {
    let mut melee = read("tWn1aNa1/1PnPaap1/2nsPNW1/4Was1/Aaas4/pNN1A3/W3W3/1P5T w 0 0 1");
    melee.phase = Phase::Mover;
    let mut all = <Position as Game>::Actions::default();
    let mut seen = BTreeSet::new();
    let _ = melee.generate(&mut |action| {
        all.push(action);
        assert_eq!(melee.accepts(action), Ok(()));
        assert!(seen.insert(melee.action_word(action)));
        Flow::Continue(())
    });
    assert!(all.items().len() > 2_000 && all.items().len() as u64 == melee.count());
    assert_eq!(all.items().len(), seen.len());
    assert_eq!(all.items_mut().len(), seen.len());
}

#[test]
fn moves_fit_inline() {
    // Sixteen knights spread out: as many moves as men can have.
    let full = read("n1N2N1t/3N2N1/N4N2/2N4N/N3N3/2N3N1/N4N2/T2N3N w 0 0 1");
    assert!(full.count() > 150 && full.count() <= <Position as Game>::Actions::CAPACITY as u64);
    assert_eq!(full.count(), Twin::of(&full).actions().len() as u64);
}

#[test]
fn judgement_is_antisymmetric_and_tactics_kill() {
    let mut rng = Rng::new(11);
    for fen in suite_fens() {
        let mut position = read(&fen);
        for _ in 0..40 {
            assert_eq!(position.evaluate(Team::First), -position.evaluate(Team::Second));
            let all = list(&position);
            let _ = position.tactical(&mut |action| {
                let word = position.action_word(action);
                assert!(all.contains(&word));
                let mut next = position;
                next.act(action);
                assert!(
                    next.at_turn_start() != position.at_turn_start() || next.occupied() != position.occupied(),
                    "{word}"
                );
                Flow::Continue(())
            });
            let _ = position.generate(&mut |action| {
                assert!(position.slot(action) < Position::SLOTS);
                let _ = (position.hint(action), position.exchange(action));
                Flow::Continue(())
            });
            if let Some(next) = position.null() {
                assert_eq!((next.key(), next.side), (next.fresh_key(), position.side.other()));
            }
            if all.is_empty() {
                break;
            }
            play::play(&mut position, &all[rng.below(all.len() as u32) as usize]).unwrap();
        }
    }
    // Mirrored: the start is worth the same to whoever moves.
    assert_eq!(read(START).evaluate(Team::First), read(&START.replace(" b ", " w ")).evaluate(Team::Second));
}

/// What is told of a move without fighting: where nobody can die, nobody does.
#[test]
fn nobody_dies_unstirred() {
    let mut rng = Rng::new(12);
    let (mut still, mut stirred) = (0, 0);
    for _ in 0..40 {
        let mut position = read(START);
        for _ in 0..60 {
            let all = list(&position);
            if all.is_empty() {
                break;
            }
            let _ = position.generate(&mut |action| {
                if let Action::Move { from, to } = action {
                    let mut next = position;
                    next.act(action);
                    let deadly = next.phase != Phase::Move || next.occupied().len() != position.occupied().len();
                    let stirs = position.stirs(from, to);
                    assert!(stirs || !deadly, "{}: {}", position.fen(), position.action_word(action));
                    *(if stirs { &mut stirred } else { &mut still }) += 1;
                }
                Flow::Continue(())
            });
            play::play(&mut position, &all[rng.below(all.len() as u32) as usize]).unwrap();
        }
    }
    assert!(still > stirred, "most are told so: {still} of {}", still + stirred);
}

#[test]
fn position_is_small() {
    assert_eq!(size_of::<Position>(), 96);
}
