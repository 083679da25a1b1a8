//! Fast games of Warrior Chess: every line is legal to the end of the turn, and nobody leaves a King to be captured who had a turn
//! after which none could be.
//!
//! `KINGS_GAMES` says how many games of each variant (12 and 6 unless told), `KINGS_MS` how many milliseconds a turn (unless told,
//! 1500 nodes).

use banneret::board::Rng;
use banneret::game::{Actor, Choices, Evaluate, Flow, Game, Notation, PerfectInfo};
use banneret::games::warrior::{Action, Warrior, WarriorDoubles};
use banneret::history::History;
use banneret::search::{AlphaBeta, Control, Limits, Root, STACK, Searcher, Settings, Table, Task};
use std::time::Duration;

/// Whether the player to act can end the game at once.
fn king_hangs<G: Game>(position: &G) -> bool {
    let ends = |action| {
        let mut next = *position;
        next.act(action);
        matches!(next.turn(), Actor::Over(_))
    };
    position.generate(&mut |action| if ends(action) { Flow::Break(()) } else { Flow::Continue(()) }).is_break()
}

/// Whether the turn can be gone on with, by bonus drops alone, so that it wins or no King of the team hangs after it.
fn can_be_safe<G: Game<Action = Action>>(position: &G, drops: u32) -> bool {
    if matches!(position.turn(), Actor::Over(_)) {
        return true;
    }
    let mut safe = false;
    let _ = position.generate(&mut |action| {
        let mut next = *position;
        next.act(action);
        safe = match action {
            Action::End => !king_hangs(&next),
            Action::Drop(_) if drops > 0 => can_be_safe(&next, drops - 1),
            _ => false,
        };
        if safe { Flow::Break(()) } else { Flow::Continue(()) }
    });
    safe
}

fn a_safe_turn_exists<G: Game<Action = Action>>(position: &G) -> bool {
    let safe = |action| {
        let mut next = *position;
        next.act(action);
        can_be_safe(&next, 1)
    };
    position.generate(&mut |action| if safe(action) { Flow::Break(()) } else { Flow::Continue(()) }).is_break()
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|value| value.parse().ok())
}

/// What a turn may cost.
fn limits() -> Limits<Action> {
    match setting("KINGS_MS") {
        Some(time) => Limits { movetime: Some(Duration::from_millis(time)), ..Limits::default() },
        None => Limits { nodes: Some(1_500), ..Limits::default() },
    }
}

/// A game from a random opening; returns its number of turns.
fn play<G>(seed: u64) -> u32
where
    G: Notation<Action = Action> + Evaluate + PerfectInfo,
{
    let mut rng = Rng::new(seed);
    let mut position = G::start(&Choices::default());
    let mut history = History::default();
    history.push(&position);
    let mut searcher = AlphaBeta::<G>::default();
    let table = Table::new(4).unwrap();
    let limits = limits();
    for turn in 0.. {
        let Actor::Seat(seat) = position.turn() else { return turn };
        if history.verdict(&position).is_some() || turn == 400 {
            return turn;
        }
        let before = position;
        let mut turn_so_far = Vec::new();
        let line: Vec<Action> = if turn < 2 * G::SEATS as u32 {
            let mut movements = Vec::new();
            let _ = position.generate(&mut |action| {
                movements.push(action);
                Flow::Continue(())
            });
            vec![movements[rng.below(movements.len() as u32) as usize], Action::End]
        } else {
            let root = Root { position, history: history.clone() };
            let (settings, control) = (Settings::default(), Control::new(false));
            let task = Task { limits: &limits, settings: &settings, table: &table, control: &control };
            searcher.search(&root, task, &mut |_| ()).pv.to_vec()
        };
        for action in line {
            turn_so_far.push(position.action_word(action));
            let told = turn_so_far.join(" ");
            position.accepts(action).unwrap_or_else(|reason| panic!("{} moves {told}: {reason}", before.fen()));
            position.act(action);
            if position.turn() != Actor::Seat(seat) || position.at_turn_start() {
                break;
            }
        }
        let told = turn_so_far.join(" ");
        if let Actor::Seat(next) = position.turn() {
            assert_ne!(next, seat, "the turn is not ended: {} moves {told}", before.fen());
            history.push(&position);
            let careless = turn >= 2 * G::SEATS as u32 && king_hangs(&position) && a_safe_turn_exists(&before);
            assert!(!careless, "a King is left to be captured: {} moves {told}", before.fen());
        }
    }
    0
}

fn on_a_large_stack(run: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap();
}

#[test]
fn nobody_leaves_a_king_to_be_captured() {
    on_a_large_stack(|| {
        let games = setting("KINGS_GAMES").unwrap_or(12);
        let turns: u32 = (0..games).map(play::<Warrior>).sum();
        println!("{games} games, {turns} turns");
        assert!(turns > 200, "these were games: {turns} turns");
    });
}

#[test]
fn nor_in_doubles() {
    on_a_large_stack(|| {
        let games = setting("KINGS_GAMES").unwrap_or(6);
        let turns: u32 = (0..games).map(play::<WarriorDoubles>).sum();
        println!("{games} games, {turns} turns");
        assert!(turns > 100, "these were games: {turns} turns");
    });
}
