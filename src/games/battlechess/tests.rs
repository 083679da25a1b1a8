//! The reference's counts and games, the laws, the naive twin, and the rules page clause by clause.

mod clauses;
mod fens;
mod judgement;

use super::*;
use crate::game::{Choices, Hidden, Notation};
use crate::laws::{self, Laws};
use crate::play;

const SUITE: &str = include_str!("../../../perft/battlechess.epd");
const GAMES: &str = include_str!("../../../tests/games/battlechess.txt");

fn read(fen: &str) -> Position {
    Position::read_fen(fen, &Choices::default()).unwrap_or_else(|reasons| panic!("{fen}: {reasons:?}"))
}

/// The position after some words.
fn after(fen: &str, words: &str) -> Position {
    let mut position = read(fen);
    for word in play::words(words) {
        play::play(&mut position, word).unwrap_or_else(|reason| panic!("{word}: {reason}: {fen} {words}"));
    }
    position
}

/// The words generated, sorted.
fn generated(position: &Position) -> Vec<String> {
    let mut words = Vec::new();
    let _ = position.generate(&mut |action| {
        words.push(position.action_word(action));
        Flow::Continue(())
    });
    words.sort();
    words
}

/// The generated words that begin like this, without the beginning.
fn targets(position: &Position, beginning: &str) -> Vec<String> {
    generated(position).iter().filter_map(|word| word.strip_prefix(beginning)).map(String::from).collect()
}

/// Why a word is not played; panics when it is.
fn refusal(position: &Position, word: &str) -> String {
    play::read(position, word)
        .map_or_else(|fault| fault.to_string(), |_| panic!("{word} is accepted: {}", position.fen()))
}

/// The FENs of the suite.
fn suite_fens() -> Vec<String> {
    let lines = SUITE.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split_once(" ;").map_or(line, |(fen, _)| fen).to_string()).collect()
}

/// Calls `visit` at every turn start of random games from the suite's positions and from the start.
fn wander(seed: u64, games: u32, mut visit: impl FnMut(&Position)) {
    let mut rng = Rng::new(seed);
    let mut starts: Vec<Position> = suite_fens().iter().map(|fen| read(fen)).collect();
    starts.extend([Position::start(&Choices::default()); 40]);
    for start in starts {
        for _ in 0..games {
            let mut position = start;
            for _ in 0..120 {
                if position.turn() == Actor::Table {
                    position.happen(position.sample(&mut rng));
                    continue;
                }
                visit(&position);
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
}

#[test]
fn the_suite_counts() {
    laws::check_suite::<Position>(SUITE, &Choices::default(), 300_000);
}

#[test]
fn whole_games_replay() {
    laws::check_games::<Position>(GAMES, &Choices::default(), |word| match word {
        "w" => Some(Team::First),
        "b" => Some(Team::Second),
        _ => None,
    });
}

#[test]
fn the_laws_hold() {
    // Two pieces that could shoot the same one are two actions with one effect (the table's 8).
    let laws = Laws { same_effect_allowed: true, games: 30, length: 150, ..Laws::default() };
    laws::check::<Position>(&laws);
    laws::check::<Position>(&Laws { fens: suite_fens(), games: 6, length: 60, ..laws });
}

#[test]
fn the_generator_agrees_with_its_naive_twin() {
    let mut seen = 0;
    wander(3, 4, |position| {
        let fen = position.fen();
        assert_eq!(generated(position), naive::actions(&fen), "{fen}");
        seen += 1;
    });
    assert!(seen > 10_000, "{seen}");
}

/// What is accepted and not generated is only what the page says: cards that unknown ones may be, placements in another
/// order.
#[test]
fn nothing_else_is_accepted() {
    let mut all: Vec<Action> = vec![Action::Draw, Action::Nope];
    for from in Square::all() {
        all.extend([Kind::King, Kind::Pawn].map(|kind| Action::Place(kind, from)));
        all.extend(Card::ALL.map(|card| Action::Play(card, from)));
        for to in Square::all() {
            all.extend([Action::Move(from, to), Action::Killshot(from, to), Action::Teleport(from, to)]);
        }
    }
    let mut turns = 0;
    wander(5, 1, |position| {
        turns += 1;
        // Trying thousands of actions is slow; every 40th position will do.
        if turns % 40 != 0 || position.phase != Phase::Turn || position.hand(position.side).unknown() > 0 {
            return;
        }
        let accepted = all.iter().filter(|&&action| position.accepts(action).is_ok());
        let mut words: Vec<_> = accepted.map(|&action| position.action_word(action)).collect();
        words.extend(targets(position, "swap:").iter().map(|cards| format!("swap:{cards}")));
        words.sort();
        assert_eq!(words, generated(position), "{}", position.fen());
    });
    assert!(turns > 2000, "{turns}");
}

#[test]
fn the_longest_list_fits() {
    // An own pawn on the last rank: the zone is the whole board. No limit is reached, and the hand holds every rank.
    let hand = "AAA222333444555666777888999TTTJJJQQQKKKXX";
    let longest = |board: &str| {
        let fen = format!("{board}[] w - {hand}/- - - 0 1");
        let mut list = ArrayVec::<Action, { generate::CAPACITY }>::new();
        let _ = read(&fen).generate(&mut |action| {
            list.push(action);
            Flow::Continue(())
        });
        assert_eq!(naive::actions(&fen).len(), list.len());
        list.len()
    };
    let most = longest("P6k/8/8/8/3R4/2N5/PPPPPP1B/K7");
    assert!(most > 1500, "{most}");
    // No game comes to this, but a FEN may.
    let most = longest("Q5Pk/Q5RP/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ");
    assert!(most > 1900, "{most}");
}

#[test]
fn filling_in_changes_nothing_known() {
    let mut rng = Rng::new(11);
    let mut hidden = 0;
    wander(7, 1, |position| {
        for eyes in [Seat::FIRST, Seat::SECOND] {
            let (own, other) = (colour(eyes), colour(eyes).other());
            let masked = position.mask(eyes);
            let filled = masked.fill(&mut rng);
            assert_eq!(masked.hand(other).known(), Cards::EMPTY);
            assert_eq!(masked.info_key(eyes), position.info_key(eyes));
            for cards in [filled.hand(own), filled.hand(other)] {
                assert_eq!(cards.unknown(), 0);
            }
            assert_eq!(filled.hand(own).len(), position.hand(own).len());
            assert_eq!(filled.hand(other).len(), position.hand(other).len());
            // Every card exists: nothing is dealt twice.
            let _ = Cards::PACK.minus(filled.pool()).minus(filled.hand(own)).minus(filled.hand(other));
            assert_eq!(filled.pool().len(), filled.deck());
            if position.hand(own).unknown() == 0 {
                assert_eq!(filled.mask(eyes), masked, "{}", position.fen());
                assert_eq!(filled.info_key(eyes), position.info_key(eyes));
                if position.side == own {
                    hidden += 1;
                    assert_eq!(generated(&filled), generated(position));
                }
            }
        }
    });
    assert!(hidden > 1000, "{hidden}");
}

/// Worlds filled in are drawn evenly: with 54 cards and 7 unknown, each rank is in the hand as often as it should be.
#[test]
fn worlds_are_even() {
    let position = read("4k3/3ppp2/8/8/8/8/3PPP2/4K3[] w - AAAA222/??????? - - 0 1");
    let mut rng = Rng::new(1);
    let mut counts = [0u32; 14];
    for _ in 0..47_000 {
        let hand = position.fill(&mut rng).hand(Colour::Black);
        for card in Card::ALL {
            counts[card as usize] += hand.count(card);
        }
    }
    // Of 47 cards unseen seven are in the hand: a copy of a rank is there 7000 times; six standard deviations are 465.
    assert_eq!(counts[Card::Ace as usize], 0);
    for card in Card::ALL {
        let expected = 7000 * position.pool().count(card);
        assert!(counts[card as usize].abs_diff(expected) < 930, "{card:?}: {} of {expected}", counts[card as usize]);
    }
}
