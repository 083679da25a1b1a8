//! Every order of events that the checker finds: a deadlock, a wrong entry or a lost ponderhit fails the test.

use banneret::search::Bound;
use banneret_models::control::Control;
use banneret_models::table::{Entry, Table};
use loom::sync::Arc;
use loom::thread;

const ENTRY: Entry = Entry { ordinal: 7, score: 100, eval: 20, depth: 9, bound: Bound::Exact };

/// Threads write entries of `keys` into one cluster while another reads: what is read under a key was written under it, whole.
fn writers(keys: [u64; 2]) {
    let written = |thread: usize| Entry { score: 1 << thread, depth: 5 + thread as u8, ..ENTRY };
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(move || {
        let table = Arc::new(Table::of_clusters(1).unwrap());
        let threads = [0, 1].map(|index| {
            let table = table.clone();
            thread::spawn(move || table.store(keys[index], written(index)))
        });
        for key in keys {
            if let Some(entry) = table.probe(key) {
                let known = (0..2).any(|index| keys[index] == key && written(index) == entry);
                assert!(known, "{key}: {entry:?} was never written");
            }
        }
        for thread in threads {
            thread.join().unwrap();
        }
    });
}

#[test]
fn entries_of_two_positions_do_not_mix() {
    writers([1, 2]);
}

#[test]
fn entries_of_one_position_do_not_mix() {
    writers([1, 1]);
}

#[test]
fn a_stop_is_never_slept_through() {
    for infinite in [false, true] {
        loom::model(move || {
            let control = Arc::new(Control::new(true));
            let stopper = control.clone();
            let thread = thread::spawn(move || stopper.stop());
            control.wait(infinite);
            assert!(control.stopped());
            thread.join().unwrap();
        });
    }
}

#[test]
fn a_ponderhit_is_never_slept_through_and_brings_its_time() {
    loom::model(|| {
        let control = Arc::new(Control::new(true));
        let player = control.clone();
        let thread = thread::spawn(move || player.ponderhit());
        control.wait(false);
        assert!(!control.pondering() && !control.stopped());
        // Our own clock began with the hit, not with the `go`.
        let all = control.elapsed();
        assert!(control.own_time() < all);
        thread.join().unwrap();
    });
}

#[test]
fn ponderhit_and_stop_together() {
    loom::model(|| {
        let control = Arc::new(Control::new(true));
        let threads = [
            {
                let control = control.clone();
                thread::spawn(move || control.ponderhit())
            },
            {
                let control = control.clone();
                thread::spawn(move || control.stop())
            },
        ];
        control.wait(true);
        assert!(control.stopped());
        for thread in threads {
            thread.join().unwrap();
        }
    });
}
