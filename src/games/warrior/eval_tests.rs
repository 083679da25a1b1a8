//! Tests of judgement and ordering.

use super::*;
use crate::board::Rng;
use crate::game::{Choices, Evaluate, Notation};
use crate::play;

const SUITES: [&str; 2] =
    [include_str!("../../../perft/warrior.epd"), include_str!("../../../perft/warrior-doubles.epd")];

fn read(fen: &str) -> Warrior {
    Warrior::read_fen(fen, &Choices::default()).unwrap_or_else(|reasons| panic!("{fen}: {reasons:?}"))
}

/// Positions of random play from every position of a suite.
fn positions<const SEATS: usize>(suite: &str, mut look: impl FnMut(&Position<SEATS>)) {
    let mut rng = Rng::new(21);
    for entry in crate::perft::suite::parse(suite).unwrap() {
        let mut position = Position::<SEATS>::parse_fen(&entry.fen).unwrap();
        for _ in 0..150 {
            look(&position);
            let mut actions = Vec::new();
            let _ = position.generate(&mut |action| {
                actions.push(action);
                Flow::Continue(())
            });
            if actions.is_empty() {
                break;
            }
            position.act(actions[rng.below(actions.len() as u32) as usize]);
        }
    }
}

fn kept<const SEATS: usize>(position: &Position<SEATS>) -> Vec<Action> {
    let mut kept = Vec::new();
    let _ = position.generate(&mut |action| {
        if !position.pointless(action) {
            kept.push(action);
        }
        Flow::Continue(())
    });
    kept
}

fn attackers_agree<const SEATS: usize>(position: &Position<SEATS>) {
    let (field, army) = (position.field(), position.armies[position.seat.index()]);
    for square in field.enemies {
        let expected: Bitboard = army.filter(|&from| position.reach(from, &field).has(square)).collect();
        assert_eq!(position.attackers(square, army, field.occupied), expected, "{square} {position:?}");
        let struck: Bitboard = army.filter(|&from| position.strikes(from, field.occupied).has(square)).collect();
        assert_eq!(struck, expected, "{square} {position:?}");
    }
}

fn contract<const SEATS: usize>(position: &Position<SEATS>) {
    assert_eq!(position.evaluate(Team::First), -position.evaluate(Team::Second));
    assert!(position.evaluate(Team::First).abs() <= 15_000);
    let mut generated = Vec::new();
    let _ = position.generate(&mut |action| {
        generated.push(action);
        assert!(position.slot(action) < Position::<SEATS>::SLOTS);
        assert!(position.hint(action).order.abs() < 1 << 20);
        let _ = position.exchange(action);
        Flow::Continue(())
    });
    let _ = position.tactical(&mut |action| {
        assert!(generated.contains(&action), "{action:?} {position:?}");
        Flow::Continue(())
    });
    assert_eq!(kept(position).is_empty(), generated.is_empty(), "something is always worth a try: {position:?}");
    if let Some(next) = position.null() {
        assert!(next.at_turn_start() && next.key == Game::fresh_key(&next));
    }
}

#[test]
fn attackers_and_strikes_agree_with_the_generator() {
    positions::<2>(SUITES[0], attackers_agree);
    positions::<4>(SUITES[1], attackers_agree);
}

#[test]
fn the_contract_of_evaluation() {
    positions::<2>(SUITES[0], contract);
    positions::<4>(SUITES[1], contract);
}

/// The same position with the armies and the ends of the board changed about.
fn turned(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str, pairs: [(char, char); 2]| -> String {
        let other = |c| pairs.iter().find_map(|&(a, b)| (a == c).then_some(b).or((b == c).then_some(a)));
        text.chars().map(|c| other(c).unwrap_or(c)).collect()
    };
    let board: Vec<String> = fields[0].split('/').rev().map(|rank| swap(rank, [('r', 'b'), ('n', 's')])).collect();
    let mut turned = vec![board.join("/"), swap(fields[1], [('r', 'b'), ('y', 'g')])];
    for field in &fields[2..6] {
        turned.push(field.split('/').rev().collect::<Vec<_>>().join("/"));
    }
    turned.extend(fields[6..].iter().map(|field| (*field).to_owned()));
    turned.join(" ")
}

#[test]
fn evaluation_takes_no_side() {
    positions::<2>(SUITES[0], |position| {
        if position.at_turn_start() {
            let other = read(&turned(&position.fen()));
            assert_eq!(position.evaluate(Team::First), other.evaluate(Team::Second), "{}", position.fen());
        }
    });
}

#[test]
fn who_can_capture_a_king_considers_nothing_else() {
    let position = read("8/8/2,bSs,5/3,bW,bK,3/2,rR,1,rK,3/8/8/8 r 3/2 S/- 72233/63233 0000/0000 0 1");
    let words: Vec<String> = kept(&position).into_iter().map(|action| position.action_word(action)).collect();
    assert_eq!(words, ["e4e5"]);
}

#[test]
fn a_threatened_king_is_urgent_and_a_fallen_one_makes_the_rest_pointless() {
    let fen = |reserve: &str| format!("4,bK,3/4,bR,3/8/8/8/8/8/rW,3,rK,3 r 6/2 {reserve}/- 72233/63233 0000/0000 0 1");
    let position = read(&fen("S"));
    assert!(position.urgent() && position.null().is_none());
    let mut fallen = position;
    play::play(&mut fallen, "a1a2").unwrap();
    assert_eq!(kept(&fallen), [Action::End]);
    // A drop on the line closes it.
    let mut closed = position;
    play::play(&mut closed, "W@e4").unwrap();
    assert!(kept(&closed).len() > 1);
    // A Warrior in the reserve closes it after any movement.
    let mut later = read(&fen("W"));
    assert!(!later.urgent());
    play::play(&mut later, "a1a2").unwrap();
    let words: Vec<String> = kept(&later).into_iter().map(|action| later.action_word(action)).collect();
    assert_eq!(words, ["W@e2", "W@e3", "W@e4", "W@e5", "W@e6", "end"]);
    // A knight's attack cannot be closed.
    let knight = read("4,bK,3/8/8/8/8/5,bN,2/8/rW,3,rK,3 r 6/2 W/- 72233/63233 0000/0000 0 1");
    assert!(knight.urgent());
}

#[test]
fn what_a_search_leaves_out() {
    let board = "7,bK/8/8/8/8/8/8/rK,7";
    let mut position = read(&format!("{board} r 12/0 -/- 81111/80000 1111/0000 0 1"));
    play::play(&mut position, "a1b1").unwrap();
    let kept: Vec<String> = kept(&position).into_iter().map(|action| position.action_word(action)).collect();
    assert_eq!(kept, ["$R", "$N", "$B", "$S", "$W", "end"], "nothing reissued while it is to be had new");
    let attacked = read("7,bK/8/8/8/3,bR,4/8/8/rK,7 r 12/0 -/- 81111/80000 0000/0000 0 1");
    let drop = |word: &str| attacked.pointless(attacked.read_action(word).unwrap());
    assert!(drop("W@d6") && !drop("W@c6") && !drop("W@b2"));
}

#[test]
fn exchanges() {
    let value = |fen: &str, word: &str| {
        let position = read(fen);
        position.exchange(position.read_action(word).unwrap())
    };
    let tail = "r 0/0 -/- 00000/00000 0000/0000 0 1";
    let free = value(&format!("7,bK/8/8/3,bN,4/8/8/8/rK,2,rR,4 {tail}"), "d1d5");
    let guarded = value(&format!("7,bK/8/4,bSw,3/3,bN,4/8/8/8/rK,2,rR,4 {tail}"), "d1d5");
    assert!(free > 400 && guarded < 0 && guarded > -400, "{free} {guarded}");
    assert!(value(&format!("7,bK/8/4,bSw,3/3,bW,4/8/8/8/rK,2,rR,4 {tail}"), "d1d5") < -200);
    assert!(value(&format!("7,bK/3,bR,4/8/8/8/8/3,rN,4/rK,7 {tail}"), "d2f3") == 0);
    assert!(value(&format!("7,bK/3,bR,4/8/8/8/8/4,rN,3/rK,7 {tail}"), "e2d4") < -300);
}

#[test]
fn reserves_beyond_all_measure_are_judged() {
    let crowd: String = ["W", "R", "N", "B", "S"].map(|letter| letter.repeat(99)).concat();
    let fen = format!("7,bK/8/8/8/8/8/rW+255,rW+255,6/rK+255,7 r 12/12 {crowd}/{crowd} 99999/99999 9999/9999 0 1");
    let mut position = read(&fen);
    play::play(&mut position, "a1b1").unwrap();
    contract(&position);
}
