//! The suites of `perft/` through the registry: every variant has one, and threads and table change no count.

use banneret::game::Choices;
use banneret::perft::{Counter, suite};
use banneret::variants::{self, VARIANTS};

fn entries(name: &str) -> Vec<suite::Entry> {
    let path = format!("{}/perft/{name}.epd", env!("CARGO_MANIFEST_DIR"));
    suite::parse(&std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))).unwrap()
}

/// Counts a suite up to counts of `most` nodes.
fn check(name: &str, variant: &str, choices: &Choices, counter: &Counter, most: u64) {
    let count = variants::find(variant).unwrap().count;
    for entry in entries(name) {
        for &(depth, expected) in entry.counts.iter().filter(|(_, nodes)| *nodes <= most) {
            let found = count(&entry, choices, depth, counter);
            assert_eq!(found, Ok(expected), "{name} line {} depth {depth}: {}", entry.line, entry.position());
        }
    }
}

#[test]
fn every_variant_has_a_suite_that_agrees() {
    for variant in VARIANTS {
        check(variant.name, variant.name, &Choices::default(), &Counter::new(1, 0, None), 20_000);
    }
}

#[test]
fn threads_and_a_table_change_no_count() {
    // One table for a whole suite: positions of one game must not be taken for those of another line.
    for variant in VARIANTS {
        check(variant.name, variant.name, &Choices::default(), &Counter::new(2, 16, None), 500_000);
    }
    let option = variants::options().into_iter().find(|option| option.name == "UCI_Chess960").unwrap();
    let mut choices = Choices::default();
    choices.set(option, "true".to_owned());
    check("chess960", "chess", &choices, &Counter::new(2, 16, None), 500_000);
}
