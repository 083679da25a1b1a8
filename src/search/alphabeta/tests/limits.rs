//! When a search ends, and what it answers then.

use super::super::AlphaBeta;
use super::search;
use crate::game::{Actor, Flow, Game};
use crate::games::toy::{Action, Cards, Toy};
use crate::search::{Clock, Control, Limits, Score, Settings};
use std::time::{Duration, Instant};

/// Not won at once, and far too long to be searched to its end.
fn start() -> Toy {
    Toy::new([1, 1], true, Cards::None)
}

fn plain() -> Settings {
    Settings::default()
}

#[test]
fn depth_one_is_always_complete() {
    let control = Control::new(false);
    control.stop();
    let limits = [
        Limits { depth: Some(0), ..Limits::default() },
        Limits { nodes: Some(0), ..Limits::default() },
        Limits { nodes: Some(1), ..Limits::default() },
        Limits { movetime: Some(Duration::ZERO), ..Limits::default() },
        Limits { clock: Some(Clock { left: -30_000, ..Clock::default() }), ..Limits::default() },
        Limits { clock: Some(Clock { left: 0, increment: -5, moves_to_go: Some(0) }), ..Limits::default() },
        Limits { infinite: true, ..Limits::default() },
    ];
    for limits in limits {
        let control = if limits.infinite { &control } else { &Control::new(false) };
        let found = search(&mut AlphaBeta::default(), &start(), &limits, &plain(), control);
        assert_eq!(found.reports.len(), 1, "{limits:?}");
        assert_eq!(found.reports[0].0, 1);
        assert!(start().accepts(found.best.pv[0]).is_ok());
    }
}

#[test]
fn nodes_are_kept_to_and_repeatable() {
    let mut engine = AlphaBeta::default();
    let mut first = None;
    for nodes in [3_000, 3_001, 3_000] {
        engine.workers.iter_mut().for_each(super::super::Memory::clear);
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let found = search(&mut engine, &start(), &limits, &plain(), &Control::new(false));
        assert!(found.nodes <= nodes, "{} of {nodes}", found.nodes);
        let seen = (found.reports, found.best);
        if nodes == 3_000 {
            assert_eq!(*first.get_or_insert_with(|| seen.clone()), seen);
        }
    }
}

#[test]
fn infinite_and_ponder_wait_for_the_word() {
    for (infinite, hit) in [(true, false), (false, true), (false, false)] {
        // One ply: the search itself is over long before the word comes.
        let limits = Limits { depth: Some(1), infinite, ponder: !infinite, ..Limits::default() };
        let control = Control::new(!infinite);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(60));
                if hit { control.ponderhit() } else { control.stop() }
            });
            let found = search(&mut AlphaBeta::default(), &start(), &limits, &plain(), &control);
            assert!(control.elapsed() >= Duration::from_millis(60));
            assert!(!found.best.pv.is_empty());
        });
    }
}

#[test]
fn stop_is_heard_and_movetime_kept() {
    for threads in [1, 2] {
        let settings = Settings { threads, ..plain() };
        let limits = Limits { infinite: true, ..Limits::default() };
        let control = Control::new(false);
        std::thread::scope(|scope| {
            let stopped = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                control.stop();
                Instant::now()
            });
            search(&mut AlphaBeta::default(), &start(), &limits, &settings, &control);
            let late = stopped.join().unwrap().elapsed();
            assert!(late < Duration::from_millis(200), "{late:?}");
        });
        let limits = Limits { movetime: Some(Duration::from_millis(50)), ..Limits::default() };
        let control = Control::new(false);
        search(&mut AlphaBeta::default(), &start(), &limits, &settings, &control);
        assert!((50..250).contains(&control.elapsed().as_millis()), "{:?}", control.elapsed());
    }
}

#[test]
fn ponderhit_starts_the_clock() {
    let limits = Limits { movetime: Some(Duration::from_millis(80)), ponder: true, ..Limits::default() };
    let control = Control::new(true);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            control.ponderhit();
        });
        search(&mut AlphaBeta::default(), &start(), &limits, &plain(), &control);
    });
    assert!((180..400).contains(&control.elapsed().as_millis()), "{:?}", control.elapsed());
}

#[test]
fn a_single_action_is_played_at_once_but_reported() {
    // Seven turns of stones leave one cell.
    let mut position = Toy::new([0, 0], false, Cards::None);
    let clock = Some(Clock { left: 600_000, increment: 0, moves_to_go: None });
    let mut rounds = 0;
    while let Actor::Seat(_) = position.actor() {
        let mut last = None;
        let _ = position.generate(&mut |action| {
            last = Some(action);
            Flow::Continue(())
        });
        if position.count() == 1 {
            let limits = Limits { clock, ..Limits::default() };
            let found = search(&mut AlphaBeta::default(), &position, &limits, &plain(), &Control::new(false));
            assert_eq!((found.reports.len(), found.reports[0].0), (1, 1));
            assert_eq!(found.best.pv[0], last.unwrap());
            let settings = Settings { analyse: true, ..plain() };
            let limits = Limits { depth: Some(3), clock, ..Limits::default() };
            let found = search(&mut AlphaBeta::default(), &position, &limits, &settings, &Control::new(false));
            assert_eq!(found.reports.len(), 3);
            rounds += 1;
        }
        position.act(last.unwrap());
    }
    assert!(rounds > 0);
}

#[test]
fn only_searchmoves_are_considered() {
    let only = vec![Action::Put(5), Action::Put(7)];
    let limits = Limits { searchmoves: only.clone(), depth: Some(4), ..Limits::default() };
    let settings = Settings { multipv: 5, ..plain() };
    let found = search(&mut AlphaBeta::default(), &start(), &limits, &settings, &Control::new(false));
    assert!(only.contains(&found.best.pv[0]));
    assert!(found.reports.iter().all(|(_, _, _, line)| only.contains(&line[0])));
    assert_eq!(found.reports.len(), 4 * 2);
}

#[test]
fn the_best_lines_come_in_order() {
    let settings = Settings { multipv: 4, ..plain() };
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let found = search(&mut AlphaBeta::default(), &start(), &limits, &settings, &Control::new(false));
    assert_eq!(found.reports.len(), 4 * 4);
    for iteration in found.reports.chunks(4) {
        for (place, (_, number, score, line)) in iteration.iter().enumerate() {
            assert_eq!(*number, place + 1);
            assert!(iteration[..place].iter().all(|(_, _, _, other)| other[0] != line[0]));
            if let (Some((_, _, Score::Cp(before), _)), Score::Cp(now)) =
                (place.checked_sub(1).map(|p| &iteration[p]), score)
            {
                assert!(before >= now);
            }
        }
    }
}

#[test]
fn a_limited_player_answers_too() {
    let limits =
        Limits { infinite: false, clock: Some(Clock { left: 60_000, ..Clock::default() }), ..Limits::default() };
    let mut answers = std::collections::HashSet::new();
    for seed in 0..30 {
        let settings = Settings { elo: Some(Settings::MIN_ELO), seed, ..plain() };
        let control = Control::new(false);
        let found = search(&mut AlphaBeta::default(), &start(), &limits, &settings, &control);
        assert!(start().accepts(found.best.pv[0]).is_ok());
        assert!(control.elapsed() < Duration::from_secs(2));
        answers.insert(format!("{:?}", found.best.pv[0]));
    }
    assert!(answers.len() > 1);
}

#[test]
fn where_nothing_can_be_done_nothing_is_answered() {
    let mut position = Toy::new([0, 0], true, Cards::None);
    position.act(Action::Put(4));
    assert_eq!(position.turn(), Actor::Table);
    let found = search(&mut AlphaBeta::default(), &position, &Limits::default(), &plain(), &Control::new(false));
    assert!(found.best.pv.is_empty());
    assert_eq!(found.reports.len(), 1);
}

/// A search broken off may not leave a line whose tail belongs to another action.
#[test]
fn lines_can_be_played() {
    for nodes in (100..20_000).step_by(211) {
        let mut engine = AlphaBeta::default();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let found = search(&mut engine, &start(), &limits, &plain(), &Control::new(false));
        for line in found.reports.iter().map(|(_, _, _, line)| &line[..]).chain([&found.best.pv[..]]) {
            let mut position = start();
            for &action in line {
                assert_eq!(position.accepts(action), Ok(()), "{nodes} nodes: {action:?} of {line:?}");
                position.act(action);
            }
        }
    }
}
