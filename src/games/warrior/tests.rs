//! A test per clause, the shared counts and games, the twin, and shuffled phases.

use super::naive::Naive;
use super::*;
use crate::board::Rng;
use crate::game::{Choices, Notation, Viewer};
use crate::laws::{self, Laws};
use crate::play;
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};
use std::collections::BTreeSet;

const TWO: &str = include_str!("../../../perft/warrior.epd");
const FOUR: &str = include_str!("../../../perft/warrior-doubles.epd");

fn read(fen: &str) -> Warrior {
    Warrior::read_fen(fen, &Choices::default()).unwrap_or_else(|reasons| panic!("{fen}: {reasons:?}"))
}

fn read_doubles(fen: &str) -> WarriorDoubles {
    WarriorDoubles::read_fen(fen, &Choices::default()).unwrap_or_else(|reasons| panic!("{fen}: {reasons:?}"))
}

fn play_on<G: Notation>(mut position: G, moves: &str) -> G {
    for word in play::words(moves) {
        play::play(&mut position, word).unwrap_or_else(|reason| panic!("{word}: {reason}"));
    }
    position
}

fn words<G: Notation>(position: &G) -> Vec<String> {
    let mut words = Vec::new();
    let _ = position.generate(&mut |action| {
        words.push(position.action_word(action));
        Flow::Continue(())
    });
    words
}

/// The generated words that begin with `start`, sorted.
fn starting<G: Notation>(position: &G, start: &str) -> Vec<String> {
    let set: BTreeSet<_> = words(position).into_iter().filter(|word| word.starts_with(start)).collect();
    set.into_iter().collect()
}

fn refusal<G: Notation>(position: &G, word: &str) -> String {
    let mut position = *position;
    match play::play(&mut position, word) {
        Err(play::Fault::Refused(reason)) => reason.0,
        other => panic!("{word}: {other:?}"),
    }
}

fn reasons(fen: &str) -> Vec<String> {
    Warrior::read_fen(fen, &Choices::default()).expect_err(fen).into_iter().map(|reason| reason.0).collect()
}

/// A board for two in which only the board, the stocks of Red and the money differ.
fn with(board: &str, money: u8, reserve: &str, bank: &str, reissue: &str) -> Warrior {
    read(&format!("{board} r {money}/0 {reserve}/- {bank}/00000 {reissue}/0000 0 1"))
}

fn fens(suite: &str) -> Vec<String> {
    crate::perft::suite::parse(suite).unwrap().into_iter().map(|entry| entry.fen).collect()
}

fn winner(end: &str) -> Option<Team> {
    match end {
        "winner r" | "winner y" => Some(Team::First),
        "winner b" | "winner g" => Some(Team::Second),
        _ => None,
    }
}

#[test]
fn suites() {
    laws::check_suite::<Warrior>(TWO, &Choices::default(), 400_000);
    laws::check_suite::<WarriorDoubles>(FOUR, &Choices::default(), 400_000);
}

#[test]
fn games() {
    let choices = Choices::default();
    // The games in any order are of both variants; four armies are known by Yellow's King.
    let anyorder = include_str!("../../../tests/games/warrior-anyorder.txt");
    let (four, two): (Vec<_>, Vec<_>) = anyorder.lines().partition(|line| line.contains("yK"));
    laws::check_games::<Warrior>(&two.join("\n"), &choices, winner);
    laws::check_games::<WarriorDoubles>(&four.join("\n"), &choices, winner);
    let four = include_str!("../../../tests/games/warrior-doubles.txt");
    let two = include_str!("../../../tests/games/warrior.txt");
    laws::check_games::<Warrior>(two, &choices, winner);
    laws::check_games::<WarriorDoubles>(four, &choices, winner);
}

#[test]
fn contract() {
    laws::check::<Warrior>(&Laws { fens: fens(TWO), games: 10, ..Laws::default() });
    laws::check::<WarriorDoubles>(&Laws { fens: fens(FOUR), games: 10, ..Laws::default() });
}

/// Random games with actions in any order that is accepted; generator, acceptance and FEN against the twin.
fn twin_agrees<const SEATS: usize>(fens: Vec<String>)
where
    Position<SEATS>: Notation,
{
    let mut rng = Rng::new(5);
    for fen in fens {
        for game in 0..6 {
            let mut position = Position::<SEATS>::parse_fen(&fen).unwrap();
            let mut twin = Naive::read(&fen);
            for _ in 0..250 {
                let mut found = words(&position);
                let mut expected = twin.generated();
                found.sort();
                expected.sort();
                assert_eq!(found, expected, "{}", twin.write());
                assert_eq!(position.count(), expected.len() as u64);
                assert_eq!(matches!(position.turn(), Actor::Over(_)), twin.over);
                if twin.over {
                    break;
                }
                assert_eq!(position.fen(), twin.write());
                // Half of the games are played in the generator's order, half in any order.
                let choice = if game % 2 == 0 { expected } else { twin.accepted() };
                let word = &choice[rng.below(choice.len() as u32) as usize];
                play::play(&mut position, word).unwrap();
                twin.play(word);
            }
        }
    }
}

#[test]
fn the_twin_agrees() {
    twin_agrees::<2>(fens(TWO));
    twin_agrees::<4>(fens(FOUR));
}

/// Every word there is.
fn vocabulary() -> Vec<String> {
    let mut words: Vec<String> = ["end", "pass", "$W"].map(str::to_owned).into();
    for weapon in ["R", "N", "B", "S"] {
        words.extend([format!("${weapon}"), format!("${weapon}*")]);
    }
    for from in Square::all() {
        words.extend(["W", "R", "N", "B", "S", "SS"].map(|what| format!("{what}@{from}")));
        words.extend(["n", "e", "s", "w"].map(|facing| format!("S@{from}{facing}")));
        for to in Square::all() {
            words.extend(["", "n", "e", "s", "w"].map(|facing| format!("{from}{to}{facing}")));
        }
    }
    words
}

#[test]
fn exactly_the_twins_words_are_accepted() {
    let vocabulary = vocabulary();
    let mut rng = Rng::new(11);
    for fen in fens(TWO) {
        let mut position = read(&fen);
        let mut twin = Naive::read(&fen);
        for _ in 0..12 {
            let mut expected = twin.accepted();
            expected.sort();
            let mut found: Vec<_> = vocabulary
                .iter()
                .filter(|word| position.accepts(position.read_action(word).unwrap()).is_ok())
                .cloned()
                .collect();
            found.sort();
            assert_eq!(found, expected, "{}", twin.write());
            if twin.over {
                break;
            }
            let word = &expected[rng.below(expected.len() as u32) as usize];
            play::play(&mut position, word).unwrap();
            twin.play(word);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Clause 12 and the README: any order within a phase reaches the same turn start.
    #[test]
    fn shuffled_phases_reach_the_same_turn_start(seed in any::<u64>(), which in 0usize..16, shuffle in any::<u64>()) {
        let mut position = read(&fens(TWO)[which]);
        let mut rng = Rng::new(seed);
        // A few random turns, long ones preferred, to reach a turn start off the beaten track; then one turn to shuffle.
        let mut turn: Vec<Action> = Vec::new();
        let mut start = position;
        for _ in 0..120 {
            let mut actions = Vec::new();
            let _ = position.generate(&mut |action| { actions.push(action); Flow::Continue(()) });
            if actions.is_empty() { return Ok(()); }
            let mut action = actions[rng.below(actions.len() as u32) as usize];
            if action == Action::End && actions.len() > 1 && rng.below(4) > 0 {
                action = actions[rng.below(actions.len() as u32 - 1) as usize];
            }
            position.act(action);
            turn.push(action);
            if action == Action::End && turn.len() > 3 { break; }
            if action == Action::End { turn.clear(); start = position; }
        }
        if turn.last() != Some(&Action::End) { return Ok(()); }
        let mut rng = Rng::new(shuffle);
        let end = turn.len() - 1;
        for index in 1..end {
            let other = index + rng.below((end - index) as u32) as usize;
            let sort = |action: Action| std::mem::discriminant(&action);
            if sort(turn[index]) == sort(turn[other]) { turn.swap(index, other); }
        }
        let mut again = start;
        for action in turn {
            prop_assert_eq!(again.accepts(action), Ok(()));
            again.act(action);
        }
        prop_assert_eq!(again, position);
        prop_assert_eq!(again.key(), position.key());
    }

    /// No text makes a reader panic.
    #[test]
    fn any_text_is_read(text in "\\PC{0,60}") {
        let position = Warrior::start(&Choices::default());
        let _ = position.read_action(&text);
        let _ = Warrior::read_fen(&text, &Choices::default());
        let _ = Warrior::read_fen(&format!("{text} r 1/1 -/- 83234/83234 0000/0000 0 1"), &Choices::default());
        let _ = Warrior::read_fen(&format!("8/8/8/8/8/8/8/8 {text}"), &Choices::default());
    }
}

#[test]
fn sizes() {
    assert_eq!(size_of::<Warrior>(), 208);
    assert_eq!(size_of::<WarriorDoubles>(), 248);
    assert_eq!(size_of::<Action>(), 3);
}

#[test]
fn the_longest_list_fits() {
    // Found by annealing: knights with a swords on one colour, all leaping to the other.
    let board = "rBSn,rNSn,1,rNSn,1,rNSn,bK,rK/rNSn,1,rNSn,1,rNSn,1,rNSn,rBSn/1,rNSn,1,rNSn,1,rNSn,1,rNSn/\
                 rNSn,1,rNSn,1,rNSn,1,rNSn,1/1,rNSn,1,rNSn,1,rNSn,1,rNSn/rNSn,1,rNSn,1,rNSn,1,rNSn,1/\
                 rBSn,rNSn,1,rNSn,1,rNSn,1,rNSn/rNSn,1,rNSn,1,rNSn,1,rNSn,rBSn";
    let position = with(board, 12, "-", "90000", "0000");
    let mut list = <Warrior as Game>::Actions::default();
    let _ = position.generate(&mut |action| {
        list.push(action);
        Flow::Continue(())
    });
    assert_eq!((list.len(), position.count()), (1152, 1152));
}

#[test]
fn clauses_1_and_16_the_start() {
    let start = Warrior::start(&Choices::default());
    assert_eq!(start.count(), 67);
    assert_eq!(starting(&start, "e1"), ["e1d1", "e1d2", "e1e2", "e1f1", "e1f2"]);
    assert_eq!(WarriorDoubles::start(&Choices::default()).count(), 65);
    assert_eq!(Ware::ALL.map(Ware::price), [6, 12, 5, 10, 4, 8, 2, 4, 5]);
    assert!(Ware::ALL.iter().enumerate().all(|(rank, ware)| ware.rank() as usize == rank));
}

#[test]
fn clause_3_moves_and_captures() {
    let position = with("8/8/8/1,bW,1,bW,4/2,rW,4,bK/1,bW,rK,5/8/8", 0, "-", "00000", "0000");
    assert_eq!(starting(&position, "c4"), ["c4b4", "c4c5", "c4d3", "c4d4"]);
    assert_eq!(starting(&position, "c3"), ["c3b2", "c3b3", "c3b4", "c3c2", "c3d2", "c3d3", "c3d4"]);
    let position = with("8/8/8/8/1,bW,rRB,1,rW,3/8/3,rK,4/7,bK", 0, "-", "00000", "0000");
    assert_eq!(
        starting(&position, "c4"),
        [
            "c4a2", "c4a6", "c4b3", "c4b4", "c4b5", "c4c1", "c4c2", "c4c3", "c4c5", "c4c6", "c4c7", "c4c8", "c4d3",
            "c4d4", "c4d5", "c4e2", "c4e6", "c4f1", "c4f7", "c4g8"
        ]
    );
    let position = with("8/8/8/8/1,bW,rNSw,1,rW,3/8/3,rK,4/7,bK", 0, "-", "00000", "0000");
    assert_eq!(starting(&position, "c4a"), ["c4a3e", "c4a3n", "c4a3s", "c4a3w", "c4a5e", "c4a5n", "c4a5s", "c4a5w"]);
    assert_eq!(starting(&position, "c4b4"), [] as [&str; 0], "one swords takes only where it faces");
}

#[test]
fn clause_4_one_swords() {
    let around = |facing: &str| {
        let board = format!("7,bK/8/1,bW,bW,bW,4/1,bW,rS{facing},5/1,bW,bW,bW,4/8/8/rK,7");
        let position = with(&board, 0, "-", "00000", "0000");
        let all = starting(&position, "c5");
        assert_eq!(all.len() % 4, 0);
        all.iter().map(|word| word[2..4].to_owned()).collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    };
    assert_eq!(around("n"), ["b6", "d5", "d6"]);
    assert_eq!(around("e"), ["d4", "d5", "d6"]);
    assert_eq!(around("s"), ["b4", "d4", "d5"]);
    assert_eq!(around("w"), ["b4", "b6", "d5"]);
    let position = with("7,bK/8/8/2,rSn,5/8/8/8/rK,7", 0, "-", "00000", "0000");
    assert_eq!(play_on(position, "c5c6w").piece(Square::at(2, 5)).facing(), Some(Facing::West));
    assert!(refusal(&position, "c5c6").contains("facing"));
    assert!(refusal(&position, "c5c5n").contains("cannot go"), "no turning in place");
    assert!(refusal(&position, "a1a2n").contains("no facing"));
}

#[test]
fn clause_5_two_swords() {
    let position = with("7,bK/8/2,rW,5/1,bW,1,bW,4/2,rSS,1,bW,3/1,rW,1,bW,4/8/rK,7", 0, "-", "00000", "0000");
    assert_eq!(starting(&position, "c4"), ["c4a4", "c4b4", "c4b5", "c4c2", "c4c3", "c4c5", "c4d3", "c4d4", "c4d5"]);
    assert!(refusal(&position, "c4c5n").contains("no facing"));
}

#[test]
fn clause_7_collecting() {
    let position = with("7,bK+3/6,bW+2,bW/8/8/8/8/8/rK,7", 0, "-", "00000", "0000");
    // Blue collects 3 for squares, 3 and 2 for stacks.
    assert_eq!(play_on(position, "a1a2 end").stocks[1].money, 8);
    let rich = read("7,bK+9/6,bW+9,bW/8/8/8/8/8/rK,7 r 0/0 -/- 00000/00000 0000/0000 0 1");
    assert_eq!(play_on(rich, "a1a2 end").stocks[1].money, 12);
}

#[test]
fn clause_8_movement() {
    let board = "7,bK/8/8/8/8/8/8/rK,7";
    assert!(refusal(&with(board, 0, "W", "80000", "0000"), "W@d4").contains("$0 of $1"));
    assert!(refusal(&with(board, 5, "W", "00000", "0000"), "W@d4").contains("no Warrior in the bank"));
    assert!(refusal(&with(board, 5, "-", "80000", "0000"), "W@a1").contains("a1 is not empty"));
    assert!(refusal(&with(board, 5, "-", "80000", "0000"), "pass").contains("possible"));
    assert!(refusal(&with(board, 5, "-", "80000", "0000"), "end").contains("movement"));
    assert!(refusal(&with(board, 5, "R", "80000", "0000"), "$W").contains("movement"));
    assert!(refusal(&with(board, 5, "-", "80000", "0000"), "h8h7").contains("another player's"));
    assert!(refusal(&with(board, 5, "-", "80000", "0000"), "b1b2").contains("empty"));
    let moved = play_on(with(board, 5, "-", "80000", "0000"), "W@d4");
    assert!(refusal(&moved, "a1a2").contains("only one"));
    assert!(refusal(&moved, "pass").contains("only one"));
    assert_eq!(moved.stock().money, 4);
    assert_eq!(moved.stock().bank_warriors, 7);
    // Boxed in: `pass`, then everything else as usual; Warriors in the reserve are no movement.
    let boxed = with("7,bK/8/8/8/8/bW,bW,bW,5/rW,rW,bW,5/rK,rW,bW,5", 4, "WWS", "02000", "0000");
    assert_eq!(words(&boxed), ["pass"]);
    assert!(!starting(&play_on(boxed, "pass"), "W@").is_empty());
}

#[test]
fn clauses_9_and_10_drops_and_armings() {
    let board = "7,bK/8/8/8/8/8/rW,rSe,rRB,5/rK,7";
    let start = with(board, 4, "WWNBSS", "52111", "0000");
    assert!(refusal(&play_on(start, "W@d4"), "N@d4").contains("dropped this turn"));
    let position = play_on(start, "a1b1 W@h1");
    assert!(refusal(&position, "N@h1").contains("dropped this turn"));
    assert!(refusal(&position, "N@b1").contains("King"));
    assert!(refusal(&position, "N@h8").contains("no own piece"));
    assert!(refusal(&position, "N@e4").contains("no own piece"));
    assert!(refusal(&position, "N@c2").contains("two weapons"));
    assert!(refusal(&position, "R@a2").contains("0 R in the reserve"));
    assert!(refusal(&position, "S@b2n").contains("no facing"));
    assert!(refusal(&position, "S@a2").contains("needs a facing"));
    assert!(refusal(&position, "SS@b2").contains("already"));
    assert_eq!(
        starting(&position, "N")
            .into_iter()
            .chain(starting(&position, "B"))
            .chain(starting(&position, "S"))
            .collect::<Vec<_>>(),
        ["N@a2", "N@b2", "B@a2", "B@b2", "S@a2e", "S@a2n", "S@a2s", "S@a2w", "S@b2", "SS@a2"]
    );
    let b2 = Square::at(1, 1);
    assert_eq!(play_on(position, "N@b2").piece(b2).facing(), Some(Facing::East), "the facing is kept");
    assert_eq!(play_on(position, "S@b2").piece(b2).letters(), "SS");
    assert_eq!(play_on(position, "B@a2 S@a2w").piece(Square::at(0, 1)).facing(), Some(Facing::West));
    // A second rook, knight or bishop is no pair.
    let same = play_on(with("7,bK/8/8/8/8/8/rN,7/rK,7", 4, "N", "52111", "0000"), "a1b1");
    assert!(refusal(&same, "N@a2").contains("two N"));
    assert!(refusal(&play_on(position, "N@a2"), "W@h2").contains("drops come before"));
}

#[test]
fn clause_10_two_swords_on_one_warrior() {
    let start = with("7,bK/8/8/8/8/8/rW,rW,6/rK,7", 1, "SS", "00000", "0000");
    let once = play_on(start, "a1b1 SS@a2");
    let step = play_on(start, "a1b1 S@a2n");
    // The two-step way is accepted, never generated.
    assert_eq!(starting(&step, "S"), ["S@b2e", "S@b2n", "S@b2s", "S@b2w"]);
    assert_eq!(step.accepts(step.read_action("S@a2").unwrap()), Ok(()));
    assert_eq!(play_on(step, "S@a2 end"), play_on(once, "end"));
}

#[test]
fn clause_11_buying() {
    let start = with("7,bK/8/8/8/8/8/8/rK,7", 10, "-", "10011", "0101");
    let position = play_on(start, "a1b1");
    assert_eq!(words(&position), ["$N*", "$B", "$S", "$S*", "$W", "end"]);
    assert!(refusal(&position, "$R").contains("no new R"));
    assert!(refusal(&position, "$R*").contains("no captured R"));
    let poor = play_on(position, "$W");
    assert!(refusal(&poor, "$W").contains("no Warrior"));
    assert!(refusal(&poor, "$N*").contains("$5 of $10"));
    let all = play_on(position, "$S* $B $S");
    assert_eq!(all.stock().reserve_text(), "BSS");
    assert_eq!((all.stock().money, all.stock().bank, all.stock().reissue), (0, [0; 4], [0, 1, 0, 0]));
    // Bought things wait for the next turn.
    assert!(refusal(&poor, "W@d4").contains("before"));
    assert!(refusal(&all, "S@b1n").contains("before"));
}

#[test]
fn clause_12_canonical_order() {
    let start = with("7,bK/8/8/8/8/8/rW,rW,6/rK,7", 12, "WWRN", "13234", "0000");
    let position = play_on(start, "a1b1 W@h3");
    assert_eq!(starting(&position, "W@")[0], "W@a4");
    assert_eq!(starting(&play_on(position, "W@c1"), "W@"), [] as [&str; 0]);
    // Input in another order: what is generated next comes after the greatest.
    let armed = play_on(start, "a1b1 N@a2 R@a2");
    assert_eq!(armed.open, actions::arming_rank(Square::at(0, 1), Weapon::Knight) + 1);
    let bought = play_on(start, "a1b1 $S $B");
    assert_eq!(starting(&bought, "$"), ["$S", "$W"]);
    assert!(refusal(&bought, "$R*").contains("captured"));
}

#[test]
fn clause_13_captures() {
    let position = read("3,bK,4/8/8/3,bNB+2,4/8/3,rR+1,4/8/rK,7 r 9/0 -/- 00000/00000 0000/1010 0 1");
    let after = play_on(position, "d3d5");
    assert_eq!(after.stacks[Square::at(3, 4).index()], 4);
    assert_eq!(after.stocks[0].money, 12, "$9 of pay, no more than $12 held");
    assert_eq!(after.stocks[1].reissue, [1, 1, 2, 0]);
    assert_eq!(play_on(after, "end").fen().split(' ').next(), Some("3,bK,4/8/8/3,rR+4,4/8/8/8/rK,7"));
    let unarmed = read("3,bK,4/8/8/3,bW,4/8/3,rR+1,4/8/rK,7 r 9/0 -/- 00000/00000 0000/0000 0 1");
    assert_eq!(play_on(unarmed, "d3d5").stocks[0].money, 9);
    // A King stacks too.
    let king = read("3,bK,4/8/8/8/8/8/bSn+1,7/rK,7 r 1/0 -/- 00000/00000 0000/0000 0 1");
    assert_eq!(play_on(king, "a1a2").entry(Square::at(0, 1)).as_deref(), Some("rK+2"));
}

#[test]
fn clause_14_the_king() {
    let position = read("8/8/8/8/8/8/bK,7/rK,7 b 1/1 -/- 83234/83234 0000/0000 0 1");
    let over = play_on(position, "a2a1");
    assert_eq!(over.actor(), Actor::Over(Outcome::win(Team::Second, "king")));
    assert_eq!(over.count(), 0);
    assert!(over.accepts(Action::End).is_err());
    // Partners block and are not captured; either enemy King wins.
    let doubles = read_doubles(
        "3,yK,gR,3/3,bW,4/8/7,gK+1/bK,5,yW,rSn/4,rK,1,gB,1/8/8 g 2/2/2/6 -/-/-/- 63233/73234/73234/62224 \
         0000/0000/0000/0000 12 9",
    );
    assert_eq!(starting(&doubles, "e8d"), ["e8d8"]);
    assert!(starting(&doubles, "e8e3").len() == 1);
    assert_eq!(play_on(doubles, "e8e3").actor(), Actor::Over(Outcome::win(Team::Second, "king")));
    assert_eq!(
        starting(&play_on(doubles, "h5h6 end"), "e3").len(),
        8,
        "Red's King walks on, with Green's and Blue's men about"
    );
}

#[test]
fn clause_15_the_quiet_draw() {
    let at = |quiet: u32| read(&format!("3,bK,4/8/8/8/8/8/8/4,rK,3 r 5/5 -/- 83234/83234 0000/0000 {quiet} 60"));
    assert_eq!(at(99).verdict(1), None);
    assert_eq!(at(100).verdict(1), Some(Outcome::draw("quiet")));
    assert!(at(100).count() > 0);
    assert_eq!(play_on(at(99), "e1e2 $S end").verdict(1), Some(Outcome::draw("quiet")));
    assert_eq!(play_on(at(99), "W@a1 end").quiet, 0);
    // A bonus drop is a drop.
    let reserve = read("3,bK,4/8/8/8/8/8/8/4,rK,3 r 5/5 W/- 83234/83234 0000/0000 99 60");
    assert_eq!(play_on(reserve, "e1e2 W@a1 end").quiet, 0);
    let doubles = |quiet: u32| {
        let rest = "1/1/0/1 -/-/-/- 83234/83234/83234/83234 0000/0000/0000/0000";
        read_doubles(&format!("3,yK,4/8/8/7,gK/bK,7/8/8/4,rK,3 r {rest} {quiet} 1"))
    };
    assert_eq!(doubles(199).verdict(1), None);
    assert!(doubles(200).verdict(1).is_some());
}

#[test]
fn turn_numbers() {
    let start = WarriorDoubles::start(&Choices::default());
    let green = play_on(start, "e1e2 end a4a3 end d8d7 end");
    assert_eq!((green.seat.index(), green.turn), (3, 1));
    assert_eq!(play_on(green, "h5h4 end").turn, 2);
}

#[test]
fn fens_refused() {
    let tail = "r 1/1 -/- 83234/83234 0000/0000 0 1";
    let board = |rank: &str| reasons(&format!("3,bK,4/{rank}/8/8/8/8/8/4,rK,3 {tail}"));
    let stocks = |text: &str| reasons(&format!("3,bK,4/8/8/8/8/8/8/4,rK,3 {text}"));
    let says = |reasons: Vec<String>, what: &str| {
        assert_eq!(reasons.len(), 1, "{reasons:?}");
        assert!(reasons[0].contains(what), "{reasons:?}");
    };
    for (rank, what) in [
        ("7", "7 squares wide"),
        ("4,4", "side by side"),
        ("rBR,7", "order R N B S"),
        ("rSRn,7", "order R N B S"),
        ("rRR,7", "two R"),
        ("rNN,7", "two N"),
        ("rBB,7", "two B"),
        ("rRNB,7", "at most two"),
        ("rSSS,7", "at most two"),
        ("rSSB,7", "order"),
        ("rS,7", "needs a facing"),
        ("rRS,7", "needs a facing"),
        ("rSSn,7", "superfluous"),
        ("rRn,7", "superfluous"),
        ("rWn,7", "W is an unarmed"),
        ("rKn,7", "King"),
        ("rKR,7", "King"),
        ("rWR,7", "W is an unarmed"),
        ("rn,7", "expected"),
        ("r,7", "expected"),
        ("yW,7", "army's letter"),
        ("W,7", "army's letter"),
        ("rQ,7", "no weapon"),
        ("rW+0,7", "+0"),
        ("rW+,7", "number"),
        ("rW+256,7", "more than 255"),
        ("rW+99999999999999999999,7", "more than"),
        ("rW+1+1,7", "number"),
        ("é,7", "army's letter"),
        ("ré,7", "no weapon"),
    ] {
        says(board(rank), what);
    }
    assert_eq!(board("0,8").len(), 2, "0 and, next to it, 8");
    assert_eq!(board("9").len(), 2, "no such number, and nothing else there");
    assert_eq!(board("").len(), 2, "an empty entry, one wide");
    says(reasons(&format!("3,bK,4/8/8/8/8/8/4,rK,3 {tail}")), "7 ranks");
    says(reasons(&format!("3,bK,4/8/8/8/8/8/8/8 {tail}")), "0 Kings of r");
    says(reasons(&format!("3,bK,bK,3/8/8/8/8/8/8/4,rK,3 {tail}")), "2 Kings of b");
    for (text, what) in [
        ("r 1/1 -/- 83234/83234 0000/0000 0", "7 fields"),
        ("r 1/1 -/- 83234/83234 0000/0000 0 1 1", "9 fields"),
        ("y 1/1 -/- 83234/83234 0000/0000 0 1", "side y"),
        ("R 1/1 -/- 83234/83234 0000/0000 0 1", "side R"),
        ("r 13/1 -/- 83234/83234 0000/0000 0 1", "more than 12"),
        ("r 1/-1 -/- 83234/83234 0000/0000 0 1", "number"),
        ("r 1 -/- 83234/83234 0000/0000 0 1", "1 entries"),
        ("r 1/1/1 -/- 83234/83234 0000/0000 0 1", "3 entries"),
        ("r 1/1 RW/- 83234/83234 0000/0000 0 1", "order W R N B S"),
        ("r 1/1 Q/- 83234/83234 0000/0000 0 1", "none of"),
        ("r 1/1 -/ 83234/83234 0000/0000 0 1", "empty"),
        ("r 1/1 -/- 8323/83234 0000/0000 0 1", "5 digits"),
        ("r 1/1 -/- 83234/83234 0000/000x 0 1", "4 digits"),
        ("r 1/1 -/- 83234/83234 0000/0000 x 1", "quiet"),
        ("r 1/1 -/- 83234/83234 0000/0000 0 99999999999", "turn"),
    ] {
        says(stocks(text), what);
    }
    // Every reason at once.
    let all = reasons("3,bK,5/rRR,7/8/8/8/8/8/4,rK,rK,3 g 13/1 SR/- 8/83234 0000/0000/0000 0 x");
    assert_eq!(all.len(), 10, "{all:?}");
    // What need not be refused is not.
    read("3,bK,4/rW,rW,rW,rW,rW,rW,rW,rW/rRB,7/8/8/8/8/4,rK,3 r 0/12 WWWWWWWWW/- 99999/83234 9999/0000 0 0");
}

#[test]
fn words_refused() {
    let start = Warrior::start(&Choices::default());
    for word in [
        "", "e", "e1", "e1e", "e1e9", "E1E2", "e1e2x", "e1e2nn", "W@", "W@d9", "W@d4n", "w@d4", "R@d4n", "SS@d4n",
        "SSS@d4", "RN@d4", "K@d4", "@d4", "S@d4x", "$", "$K", "$W*", "$R**", "$*", "$r", "END", "Pass", "é", "$é",
        "é@d4", "W@é4", "e1é2", "0000",
    ] {
        assert!(start.read_action(word).is_err(), "{word}");
    }
}

#[test]
fn what_front_ends_see() {
    let start = read("3,bK,4/8/8/8/8/rW,rSe+2,rRB,5/8/4,rK,3 r 4/1 WNBSS/- 52111/83234 0010/0000 0 7");
    let expected = "\
8  .       .       .       bK      .       .       .       .      turn 7: red to act, movement, quiet 0
7  .       .       .       .       .       .       .       .                 $  reserve       bank              reissued
6  .       .       .       .       .       .       .       .      red        4  WNBSS         W5 R2 N1 B1 S1    B
5  .       .       .       .       .       .       .       .      blue       1  -             W8 R3 N2 B3 S4
4  .       .       .       .       .       .       .       .
3  rW      rSe+2   rRB     .       .       .       .       .
2  .       .       .       .       .       .       .       .
1  .       .       .       .       rK      .       .       .
   a       b       c       d       e       f       g       h";
    assert_eq!(start.picture(Viewer::All), expected);
    assert_eq!(start.due(), "movement");
    let mut position = start;
    for (word, due) in [("e1e2", "drops"), ("W@a1", "drops"), ("N@a3", "arming"), ("$S", "buying"), ("end", "movement")]
    {
        position = play_on(position, word);
        assert_eq!(position.due(), due);
    }
    let placed = start.pieces();
    assert_eq!(placed.len(), 5);
    assert_eq!((placed[2].letter.as_str(), placed[2].square.as_str()), ("S", "b3"));
    assert_eq!(placed[2].details.len(), 2);
    let keys: Vec<_> = start.details(Viewer::All).into_iter().map(|(key, _)| key).collect();
    assert_eq!(keys, ["purse", "reserve", "bank", "reissue", "stacks"]);
}
