//! Perft and search allocate nothing between their start and their end, counted by the allocator itself.
//!
//! One test function only: the count is of the whole process.

#![allow(unsafe_code)]

use banneret::board::{List, Rng};
use banneret::game::{Actor, Choices, Evaluate, Flow, Game, Notation, Viewer};
use banneret::games::{battlechess, warlord};
use banneret::history::History;
use banneret::perft::perft;
use banneret::search::{AlphaBeta, Control, InfoSet, Limits, Root, Searcher, Settings, Table, Task};
use banneret::variants::{VARIANTS, Visitor, visit};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: everything is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn count(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    work();
    ALLOCATIONS.load(Ordering::Relaxed) - before
}

/// Perft and search of a variant.
struct Check;

impl Visitor for Check {
    type Output = ();

    fn visit<G: Notation + Evaluate, S: Searcher<G>>(self) {
        let start = G::start(&Choices::default());
        // Once before, for tables that are built when first used. A deal stops perft, which allocates nothing for that either.
        let nodes = perft(&start, 2);
        assert_eq!(count(|| assert_eq!(perft(&start, 2), nodes)), 0, "perft of {}", G::NAME);
        search_allocates_nothing::<G, S>(start);
    }
}

fn search_allocates_nothing<G: Notation + Evaluate, S: Searcher<G>>(mut position: G) {
    let mut rng = Rng::new(1);
    while position.turn() == Actor::Table {
        position.happen(position.sample(&mut rng));
    }
    let Actor::Seat(seat) = position.turn() else { panic!("{} is over before it begins", G::NAME) };
    let position = S::view(&position, Viewer::Seat(seat));
    let mut history = History::default();
    if position.at_turn_start() {
        history.push(&position);
    }
    let root = Root { position, history };
    let table = Table::new(1).unwrap();
    let mut engine = S::default();
    let mut search = |threads: usize, nodes: u64| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let settings = Settings { threads, multipv: 2, show_wdl: true, ..Settings::default() };
        engine.prepare(&settings);
        count(|| {
            let control = Control::new(false);
            let mut reports = 0;
            let task = Task { limits: &limits, settings: &settings, table: &table, control: &control };
            let best = engine.search(&root, task, &mut |_| reports += 1);
            assert!(reports > 0 && !best.pv.is_empty());
        })
    };
    assert_eq!(search(1, 20_000), 0, "search of {}", G::NAME);
    assert_eq!(search(1, 1), 0, "short search of {}", G::NAME);
    // Threads are made with allocations; how long they search adds none.
    assert_eq!(search(2, 100), search(2, 40_000), "search of {} by two threads", G::NAME);
}

/// Every card in hand, and the opponent's unknown.
fn search_of_cards_allocates_nothing() {
    let fen = "4k3/3ppp2/3n4/8/8/8/3PPP2/4K3[] w - A235789TJQKX/???? - - 0 1";
    let position = battlechess::Position::read_fen(fen, &Choices::default()).unwrap();
    let root = Root { position, history: History::default() };
    let table = Table::new(1).unwrap();
    let mut engine = InfoSet::default();
    let mut search = |threads: usize, nodes: u64| {
        let settings = Settings { threads, multipv: 2, show_wdl: true, ..Settings::default() };
        engine.prepare(&settings);
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        count(|| {
            let control = Control::new(false);
            let task = Task { limits: &limits, settings: &settings, table: &table, control: &control };
            let best = engine.search(&root, task, &mut |_| ());
            assert!(!best.pv.is_empty());
        })
    };
    assert_eq!(search(1, 50_000), 0, "search of battlechess");
    assert_eq!(search(1, 1), 0, "short search of battlechess");
    // Helpers are started once, however many worlds are searched.
    assert_eq!(search(2, 100), search(2, 100_000), "search of battlechess by two threads");
}

/// A melee in which thousands of kill sets may be chosen after any move: far more than a list holds without the heap, but the
/// search has room for it.
fn search_of_a_melee_allocates_nothing() {
    let fen = "tWn1aNa1/1PnPaap1/2nsPNW1/4Was1/Aaas4/pNN1A3/W3W3/1P5T w 0 0 1";
    let position = warlord::Position::read_fen(fen, &Choices::default()).unwrap();
    let mut most = 0;
    let _ = position.generate(&mut |action| {
        let mut next = position;
        next.act(action);
        most = most.max(next.count());
        Flow::Continue(())
    });
    assert!(most > 2 * <warlord::Position as Game>::Actions::CAPACITY as u64, "no melee: {most} choices");
    let root = Root { position, history: History::default() };
    let table = Table::new(1).unwrap();
    let settings = Settings::default();
    let mut engine = AlphaBeta::default();
    engine.prepare(&settings);
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let allocations = count(|| {
        let control = Control::new(false);
        let task = Task { limits: &limits, settings: &settings, table: &table, control: &control };
        let best = engine.search(&root, task, &mut |_| ());
        assert!(!best.pv.is_empty());
    });
    assert_eq!(allocations, 0, "search of a melee");
}

#[test]
fn nothing_is_allocated() {
    search_of_cards_allocates_nothing();
    search_of_a_melee_allocates_nothing();
    for variant in VARIANTS {
        visit(variant.name, Check).unwrap();
    }
}
