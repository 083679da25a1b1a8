//! Searches of Battle Chess and of the toy game: what hidden cards must not do.

use super::*;
use crate::board::{Rng, Seat};
use crate::game::{Choices, Flow, Game, Notation};
use crate::games::battlechess::{Action, Position};
use crate::history::History;
use crate::play;
use crate::search::{Control, Limits, Root, Searcher, Settings, Table};

fn read(fen: &str) -> Position {
    Position::read_fen(fen, &Choices::default()).unwrap_or_else(|reasons| panic!("{fen}: {reasons:?}"))
}

/// Everything a search says, and its answer, from the position as `viewer` sees it.
fn search<S: Searcher<Position>>(searcher: &mut S, position: &Position, viewer: Viewer, nodes: u64) -> String {
    let root = Root { position: S::view(position, viewer), history: History::default() };
    let table = Table::new(1).unwrap();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut told = String::new();
    let (settings, control) = (Settings::default(), Control::new(false));
    let task = Task { limits: &limits, settings: &settings, table: &table, control: &control };
    let best = searcher.search(&root, task, &mut |report| {
        told += &format!("{} {} {:?} {} {:?}\n", report.depth, report.multipv, report.score, report.nodes, report.pv);
    });
    told + &best.pv.iter().map(|&action| position.action_word(action)).collect::<Vec<_>>().join(",")
}

/// Positions from random games, with a turn to be taken and cards in both hands.
fn positions(seed: u64, count: usize) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Position::start(&Choices::default());
        for _ in 0..20 + rng.below(60) {
            if position.turn() == Actor::Table {
                position.happen(position.sample(&mut rng));
                continue;
            }
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
        let hands = [Seat::FIRST, Seat::SECOND].map(|seat| position.mask(seat) != position);
        if matches!(position.actor(), Actor::Seat(_)) && hands == [true, true] && position.due() == "move" {
            found.push(position);
        }
    }
    found
}

/// Two games that differ only in what the viewer cannot see: the same lines, the same answer.
fn what_is_hidden_changes_nothing<S: Searcher<Position>>() {
    let mut rng = Rng::new(9);
    let mut different = 0;
    for position in positions(5, 100) {
        let Actor::Seat(seat) = position.turn() else { unreachable!() };
        let other = position.mask(seat).fill(&mut rng);
        different += usize::from(other != position);
        for viewer in [Viewer::Seat(seat), Viewer::All] {
            let told = search(&mut S::default(), &position, viewer, 3_000);
            assert_eq!(told, search(&mut S::default(), &other, viewer, 3_000), "{}", position.fen());
        }
    }
    assert!(different > 80, "{different}");
}

#[test]
fn what_is_hidden_changes_nothing_in_worlds() {
    what_is_hidden_changes_nothing::<Worlds<Position>>();
}

#[test]
fn what_is_hidden_changes_nothing_in_the_tree() {
    what_is_hidden_changes_nothing::<Tree<Position>>();
}

#[test]
fn a_search_that_has_forgotten_repeats_itself() {
    let mut searcher = Worlds::<Position>::default();
    for position in positions(6, 4) {
        let first = search(&mut searcher, &position, Viewer::All, 20_000);
        searcher.clear();
        assert_eq!(search(&mut searcher, &position, Viewer::All, 20_000), first);
        searcher.clear();
    }
}

#[test]
fn the_army_is_placed_in_one_turn() {
    let start = Position::start(&Choices::default());
    let told = search(&mut Worlds::default(), &start, Viewer::All, 10_000);
    let answer = told.lines().last().unwrap();
    let mut position = start;
    for word in play::words(answer) {
        play::play(&mut position, word).unwrap();
    }
    assert_eq!((answer.split(',').count(), position.due()), (4, "deal"));
    // The king is behind a pawn or two.
    assert!(answer.starts_with("K@") && answer[2..].starts_with(|file: char| ('a'..='h').contains(&file)));
}

/// What is told of an army does not hang on cards nobody has seen.
#[test]
fn placing_is_about_even() {
    let mut position = Position::start(&Choices::default());
    for words in ["", "K@e1 P@d2 P@e2 P@f2 #AAAAQQQ", "K@e8 P@d7 P@e7 P@f7 #???????"] {
        for word in play::words(words) {
            play::play(&mut position, word).unwrap();
        }
        let told = search(&mut Worlds::default(), &position, Viewer::All, 10_000);
        if position.due() == "place" {
            let score = told.split("Cp(").nth(1).and_then(|rest| rest.split(')').next()).unwrap();
            assert!(score.parse::<i32>().unwrap().abs() < 100, "{told}");
        }
    }
}

fn finds<S: Searcher<Position>>(fen: &str, expected: &[&str]) {
    let told = search(&mut S::default(), &read(fen), Viewer::All, 60_000);
    let answer = told.lines().last().unwrap();
    assert!(expected.contains(&answer), "{fen}: {told}");
}

/// Mate by a card, an escape by teleport, a queen that must be saved or answered.
fn finds_what_is_plain<S: Searcher<Position>>() {
    finds::<S>("6k1/5ppp/8/8/8/8/5PPP/4R1K1[] w - -/- - - 0 9", &["e1e8"]);
    let mate = "8/8/8/8/8/P7/5K2/7k[] w - Q/- - - 0 9";
    let told = search(&mut S::default(), &read(mate), Viewer::All, 60_000);
    let mut position = read(mate);
    play::play(&mut position, told.lines().last().unwrap()).unwrap();
    assert!(matches!(position.actor(), Actor::Over(outcome) if outcome.reason == "checkmate"), "{told}");
    finds::<S>("6k1/8/8/8/8/8/5PPP/r5K1[] w - K/- - - 2 14", &["K:g1a2", "K:g1b2", "K:g1f1"]);
    finds::<S>("q3k3/8/8/8/8/8/3P4/4K3[] w - 7/- - - 0 9", &["7:a8"]);
    // The joker brings the queen back.
    finds::<S>("4k3/3p4/8/8/8/8/3P4/4K3[] w - X/- A A:h1q 0 4", &["X"]);
}

#[test]
fn worlds_find_what_is_plain() {
    finds_what_is_plain::<Worlds<Position>>();
}

#[test]
fn the_tree_finds_what_is_plain() {
    finds_what_is_plain::<Tree<Position>>();
}

/// The table never finds its way into a search: the seat to act is all that is masked for.
#[test]
fn nobody_sees_everything() {
    for position in positions(7, 10) {
        let Actor::Seat(seat) = position.turn() else { unreachable!() };
        for viewer in [Viewer::All, Viewer::Seat(seat)] {
            assert_eq!(Worlds::<Position>::view(&position, viewer), position.mask(seat));
        }
    }
}

#[test]
fn several_threads_play_as_well() {
    let position = read("6k1/5ppp/8/8/8/8/5PPP/4R1K1[] w - 237/- - - 0 9");
    let root = Root { position, history: History::default() };
    let settings = Settings { threads: 3, ..Settings::default() };
    let limits = Limits { nodes: Some(40_000), ..Limits::default() };
    let table = Table::new(1).unwrap();
    let control = Control::new(false);
    let task = Task { limits: &limits, settings: &settings, table: &table, control: &control };
    let best = Worlds::default().search(&root, task, &mut |_| ());
    assert_eq!(position.action_word(best.pv[0]), "e1e8");
}

/// What a search of `position` under `control` spends, in nodes.
fn spent(position: &Position, limits: &Limits<Action>, settings: &Settings, control: &Control) -> u64 {
    let root = Root { position: Worlds::<Position>::view(position, Viewer::All), history: History::default() };
    let table = Table::new(1).unwrap();
    let task = Task { limits, settings, table: &table, control };
    let (best, nodes) = Worlds::default().think(&root, task, &mut |_| ());
    assert!(position.accepts(best.pv[0]).is_ok());
    nodes
}

/// Told to end, a search ends: after the first look at the plans, and of thousands of armies only some are looked at.
#[test]
fn a_search_that_is_told_to_end_does() {
    let stopped = Control::new(false);
    stopped.stop();
    for position in positions(21, 10) {
        let plans = position.count();
        assert!(spent(&position, &Limits::default(), &Settings::default(), &stopped) <= plans, "{}", position.fen());
    }
    let start = Position::start(&Choices::default());
    assert!(spent(&start, &Limits::default(), &Settings::default(), &stopped) <= 600);
    assert_eq!(spent(&start, &Limits::default(), &Settings::default(), &Control::new(false)), 7_280);
}

/// No search after a plan runs on to complete a depth: whatever ends it, nodes or the clock, is looked for at every node or every few
/// thousand by one and the same code.
#[test]
fn nodes_are_kept_to() {
    for position in positions(22, 15) {
        for nodes in [100, 200, 500, 1_000, 3_000, 10_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let spent = spent(&position, &limits, &Settings::default(), &Control::new(false));
            assert!(spent <= nodes + position.count(), "{spent} of {nodes}: {}", position.fen());
        }
    }
}
