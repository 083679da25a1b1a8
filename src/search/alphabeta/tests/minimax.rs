//! Alpha-beta against plain expectiminimax on the toy game, which has every part of the contract.

use super::super::AlphaBeta;
use super::search;
use crate::board::{Rng, Seat, Team};
use crate::game::{Actor, Evaluate, Flow, Game, Hidden, Odds};
use crate::games::toy::{Cards, Toy};
use crate::search::value::{self, LOSS, WIN};
use crate::search::{Best, Control, Limits, Score, Settings};

/// The score for the first team, by going through everything.
fn oracle<G: Evaluate>(position: &G, depth: i32, turns: i32) -> i32 {
    let won = |outcome| value::outcome(outcome, Team::First, turns);
    match position.turn() {
        Actor::Over(outcome) => won(outcome),
        Actor::Table => {
            let mut scores = Vec::new();
            let odds = position.events(&mut |event, weight| {
                let mut next = *position;
                next.happen(event);
                scores.push((arrive(&next, depth, turns), i64::from(weight)));
            });
            assert_eq!(odds, Odds::Total(scores.iter().map(|(_, weight)| *weight as u32).sum()));
            let total: i64 = scores.iter().map(|(_, weight)| weight).sum();
            let sum: i64 = scores.iter().map(|(score, weight)| value::utility(*score) * weight).sum();
            let average = value::from_utility(sum / total);
            let all = |test: fn(i32) -> bool| scores.iter().all(|(score, _)| test(*score));
            match average {
                WIN.. if !all(|score| score >= WIN) => WIN - 1,
                ..=LOSS if !all(|score| score <= LOSS) => LOSS + 1,
                _ => average,
            }
        }
        Actor::Seat(_) if depth <= 0 && position.at_turn_start() && position.count() > 0 => {
            position.evaluate(Team::First)
        }
        Actor::Seat(seat) => {
            let mut scores = Vec::new();
            let _ = position.generate(&mut |action| {
                let mut next = *position;
                next.act(action);
                scores.push(arrive(&next, depth - 1, turns));
                Flow::Continue(())
            });
            let best = if G::team(seat) == Team::First { scores.iter().max() } else { scores.iter().min() };
            best.copied().unwrap_or_else(|| won(position.stuck().unwrap()))
        }
    }
}

fn arrive<G: Evaluate>(next: &G, depth: i32, turns: i32) -> i32 {
    let over = matches!(next.turn(), Actor::Over(_));
    let turns = turns + i32::from(over || next.at_turn_start());
    if !over
        && next.at_turn_start()
        && let Some(outcome) = next.verdict(1)
    {
        return value::outcome(outcome, Team::First, turns);
    }
    oracle(next, depth, turns)
}

/// A position some random actions and events into a game, with a player to act.
fn random(rng: &mut Rng, start: Toy, steps: u32) -> Option<Toy> {
    let mut position = start;
    for _ in 0..steps {
        step(rng, &mut position)?;
    }
    while position.turn() == Actor::Table {
        step(rng, &mut position)?;
    }
    let decided = position.at_turn_start() && position.verdict(1).is_some();
    (matches!(position.actor(), Actor::Seat(_)) && !decided).then_some(position)
}

fn step(rng: &mut Rng, position: &mut Toy) -> Option<()> {
    match position.actor() {
        Actor::Over(_) => return None,
        Actor::Table => position.happen(position.sample(rng)),
        Actor::Seat(_) => {
            let mut place = rng.below(position.count() as u32);
            let mut chosen = None;
            let _ = position.generate(&mut |action| {
                chosen = Some(action);
                place = place.wrapping_sub(1);
                if place == u32::MAX { Flow::Break(()) } else { Flow::Continue(()) }
            });
            position.act(chosen?);
        }
    }
    Some(())
}

/// Searches to a depth and gives the last score and the answer.
fn deep(engine: &mut AlphaBeta<Toy>, position: &Toy, depth: u32, seed: u64) -> (Score, Best<<Toy as Game>::Action>) {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let settings = Settings { seed, ..Settings::default() };
    let found = search(engine, position, &limits, &settings, &Control::new(false));
    (found.reports.last().unwrap().2, found.best)
}

fn for_actor(position: &Toy, score: i32) -> Score {
    let Actor::Seat(seat) = position.turn() else { unreachable!() };
    value::report(if Toy::team(seat) == Team::First { score } else { -score })
}

fn compare(dice: bool, cards: Cards, depths: std::ops::RangeInclusive<u32>, count: usize) {
    let mut rng = Rng::new(17);
    let mut engine = AlphaBeta { selective: false, ..AlphaBeta::default() };
    let (mut compared, mut inside, mut ended) = (0, 0, 0);
    while compared < count {
        let coins = [rng.below(3) as u8, rng.below(3) as u8];
        let steps = rng.below(14);
        let Some(position) = random(&mut rng, Toy::new(coins, dice, cards), steps) else { continue };
        for depth in depths.clone() {
            let expected = for_actor(&position, oracle(&position, depth as i32, 0));
            let (found, _) = deep(&mut engine, &position, depth, 1);
            assert_eq!(found, expected, "depth {depth} of {position:?}");
            ended += usize::from(matches!(found, Score::Mate(_)));
        }
        compared += 1;
        inside += usize::from(!position.at_turn_start());
    }
    assert!(inside > count / 10 && ended > count / 20, "{inside} inside a turn, {ended} ended");
}

#[test]
fn equals_minimax_without_events() {
    compare(false, Cards::None, 1..=4, 150);
}

#[test]
fn equals_expectiminimax_with_dice() {
    compare(true, Cards::None, 1..=3, 100);
}

#[test]
fn equals_expectiminimax_with_dice_and_a_deal() {
    compare(true, Cards::Listed, 1..=2, 60);
}

#[test]
fn finds_forced_wins_with_everything_switched_on() {
    let mut rng = Rng::new(23);
    let mut engine = AlphaBeta::default();
    let mut found = [0; 3];
    while found[2] < 15 {
        let steps = 2 + rng.below(10);
        let Some(position) = random(&mut rng, Toy::new([1, 1], false, Cards::None), steps) else { continue };
        // Deep enough for the rest of the game.
        let Score::Mate(turns @ 1..=3) = for_actor(&position, oracle(&position, 5, 0)) else { continue };
        let index = turns as usize - 1;
        if found[index] >= 60 {
            continue;
        }
        found[index] += 1;
        engine.workers.clear();
        let (score, _) = deep(&mut engine, &position, 12, 1);
        assert!(matches!(score, Score::Mate(found) if found >= 1 && found <= turns), "{score:?} {turns} {position:?}");
    }
    assert!(found[0] > 20 && found[1] > 10, "{found:?}");
}

#[test]
fn the_answer_is_the_whole_rest_of_the_turn() {
    let mut rng = Rng::new(29);
    let mut engine = AlphaBeta::default();
    let mut long = 0;
    for round in 0..400 {
        let steps = rng.below(12);
        let Some(mut position) = random(&mut rng, Toy::new([2, 1], round % 2 == 0, Cards::None), steps) else {
            continue;
        };
        let mine = position.turn();
        let (_, best) = deep(&mut engine, &position, 1 + round % 4, 1);
        let mut played = 0;
        for &action in &best.pv {
            assert!(position.accepts(action).is_ok());
            position.act(action);
            played += 1;
            if position.at_turn_start() || position.turn() != mine {
                break;
            }
        }
        assert!(position.at_turn_start() || position.turn() != mine, "{:?}", best.pv);
        long += usize::from(played > 1);
    }
    assert!(long > 20, "{long}");
}

#[test]
fn deals_are_sampled_from_the_seed() {
    let mut rng = Rng::new(31);
    let mut engine = AlphaBeta::default();
    let mut scores = std::collections::HashSet::new();
    let start = Toy::new([0, 0], false, Cards::Sampled);
    let position = std::iter::repeat_with(|| random(&mut rng, start, 1)).flatten().next().unwrap();
    for seed in 0..8 {
        engine.workers.clear();
        let first = deep(&mut engine, &position, 3, seed);
        engine.workers.clear();
        assert_eq!(deep(&mut engine, &position, 3, seed), first);
        scores.insert(format!("{:?}", first.0));
    }
    assert!(scores.len() > 1);
}

#[test]
fn filling_in_changes_nothing_known() {
    let mut rng = Rng::new(37);
    let mut seen = 0;
    for _ in 0..300 {
        let steps = rng.below(12);
        let Some(position) = random(&mut rng, Toy::new([1, 1], true, Cards::Sampled), steps) else { continue };
        for seat in (0..4).map(Seat::new) {
            let masked = position.mask(seat);
            let filled = masked.fill(&mut rng);
            assert_eq!(filled.mask(seat), masked);
            assert_eq!(filled.info_key(seat), position.info_key(seat));
            seen += usize::from(filled != position);
        }
    }
    assert!(seen > 50);
}

#[test]
fn several_threads_agree_on_a_forced_win() {
    let mut rng = Rng::new(41);
    let mut engine = AlphaBeta::<Toy>::default();
    let mut won = 0;
    while won < 10 {
        let Some(position) = random(&mut rng, Toy::new([1, 1], false, Cards::None), 5) else { continue };
        let Score::Mate(turns @ 1..) = for_actor(&position, oracle(&position, 4, 0)) else { continue };
        won += 1;
        let limits = Limits { depth: Some(14), ..Limits::default() };
        let settings = Settings { threads: 3, ..Settings::default() };
        let score = search(&mut engine, &position, &limits, &settings, &Control::new(false)).reports.last().unwrap().2;
        assert!(matches!(score, Score::Mate(found) if (1..=turns).contains(&found)), "{score:?}");
    }
}
