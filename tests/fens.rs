//! Broken FENs of every variant: refused with every reason, and never a panic.
//!
//! The refusals of each page (kings, counts, checks, pockets, purses, hands) are tested clause by clause beside the variant's
//! reader; here is what holds for all.

use banneret::game::{Choices, Evaluate, Notation};
use banneret::search::Searcher;
use banneret::variants::{VARIANTS, Visitor, visit};
use std::collections::BTreeSet;

/// What no field of any FEN may be.
const JUNK: [&str; 5] = [HUGE, "?", "x-y", "\u{265e}", "//"];

/// More than any number; but cards may be written with digits, and are counted over two fields together.
const HUGE: &str = "99999999999999999999";

/// FENs of a variant that differ in every field: the start, and what its suite begins lines with.
fn good<G: Notation>() -> Vec<String> {
    let suite = std::fs::read_to_string(format!("perft/{}.epd", G::NAME)).expect("every variant has a suite");
    let lines = suite.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let fens =
        lines.filter_map(|line| line.split(" ;").next()).map(|line| line.split(" moves ").next().unwrap_or(line));
    let read = fens.map(|fen| G::read_fen(fen.trim(), &Choices::default()).unwrap_or_else(|_| panic!("{fen}")));
    let all: BTreeSet<String> = read.chain([G::start(&Choices::default())]).map(|position| position.fen()).collect();
    all.into_iter().collect()
}

/// Why a text is refused; none when it is read.
fn reasons<G: Notation>(fen: &str) -> Option<Vec<String>> {
    let refused = G::read_fen(fen, &Choices::default()).err()?;
    let reasons: Vec<String> = refused.into_iter().map(|reason| reason.0).collect();
    assert!(!reasons.is_empty(), "{}: {fen}: refused for no reason", G::NAME);
    for reason in &reasons {
        assert!(!reason.trim().is_empty() && !reason.contains('\n'), "{}: {fen}: {reason:?}", G::NAME);
    }
    Some(reasons)
}

fn replaced(fen: &str, changes: &[(usize, &str)]) -> String {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    for &(index, text) in changes {
        fields[index] = text;
    }
    fields.join(" ")
}

/// A law that a FEN is put to.
trait Law {
    fn hold<G: Notation>(fen: &str);
}

struct Put<L>(std::marker::PhantomData<L>);

impl<L: Law> Visitor for Put<L> {
    type Output = usize;

    fn visit<G: Notation + Evaluate, S: Searcher<G>>(self) -> usize {
        let fens = good::<G>();
        for fen in &fens {
            assert_eq!(reasons::<G>(fen), None, "{}: {fen}", G::NAME);
            L::hold::<G>(fen);
        }
        fens.len()
    }
}

fn check<L: Law>() {
    for variant in VARIANTS {
        let fens = visit(variant.name, Put::<L>(std::marker::PhantomData)).unwrap();
        assert!(fens > 5, "{}: {fens} FENs are too few", variant.name);
    }
}

/// A FEN cut short is refused, unless all that is gone is digits of its last number. Of chess and crazyhouse the world
/// writes FENs without the two counters; they are read.
struct CutShort;

impl Law for CutShort {
    fn hold<G: Notation>(fen: &str) {
        let least = if matches!(G::NAME, "chess" | "crazyhouse") { 4 } else { fen.split(' ').count() };
        for (end, _) in fen.char_indices() {
            let prefix = &fen[..end];
            if let Ok(position) = G::read_fen(prefix, &Choices::default()) {
                assert!(prefix.split_whitespace().count() >= least, "{}: {prefix}: read", G::NAME);
                let read = position.fen();
                assert!(read.starts_with(prefix.trim_end()), "{}: {prefix}: read as {read}", G::NAME);
            }
        }
    }
}

#[test]
fn every_prefix() {
    check::<CutShort>();
}

/// Junk in a field is refused, and in two fields for a reason in each.
struct Junked;

impl Law for Junked {
    fn hold<G: Notation>(fen: &str) {
        let fields = fen.split(' ').count();
        for junk in JUNK {
            let alone: Vec<Vec<String>> = (0..fields)
                .map(|index| {
                    let broken = replaced(fen, &[(index, junk)]);
                    reasons::<G>(&broken).unwrap_or_else(|| panic!("{}: {broken}: read", G::NAME))
                })
                .collect();
            if junk == HUGE {
                continue;
            }
            for (index, alone) in alone.iter().enumerate().take(fields - 1) {
                let broken = replaced(fen, &[(index, junk)]);
                let short = broken.rsplit_once(' ').map_or("", |(rest, _)| rest);
                let said = reasons::<G>(short).unwrap_or_else(|| panic!("{}: {short}: read", G::NAME));
                assert!(
                    alone.iter().any(|reason| said.contains(reason)),
                    "{}: {short}: nothing is said of field {}: {said:?}",
                    G::NAME,
                    index + 1
                );
            }
            for first in 0..fields {
                for second in first + 1..fields {
                    let broken = replaced(fen, &[(first, junk), (second, junk)]);
                    let both = reasons::<G>(&broken).unwrap_or_else(|| panic!("{}: {broken}: read", G::NAME));
                    for index in [first, second] {
                        assert!(
                            alone[index].iter().any(|reason| both.contains(reason)),
                            "{}: {broken}: nothing is said of field {}: {both:?}",
                            G::NAME,
                            index + 1
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn every_field() {
    check::<Junked>();
}

/// A field too many or too few is refused, and so is an empty text.
struct Counted;

impl Law for Counted {
    fn hold<G: Notation>(fen: &str) {
        let refused = |text: &str| assert!(reasons::<G>(text).is_some(), "{}: {text:?}: read", G::NAME);
        refused("");
        refused("   ");
        refused(&format!("{fen} 1"));
        for index in 0..fen.split(' ').count().min(4) {
            let mut fields: Vec<&str> = fen.split(' ').collect();
            fields.remove(index);
            refused(&fields.join(" "));
        }
    }
}

#[test]
fn the_number_of_fields() {
    check::<Counted>();
}
