//! The registry: every variant, one line each. The only place that names them all.

use crate::board::Seat;
use crate::game::{Choices, Evaluate, GameOption, NoEvent, Notation};
use crate::perft::{runner, suite};
use crate::play;
use crate::protocol::{json, write};
use crate::search::{Control, Limits, Root, Searcher, Settings, Table, Task};
use crate::session::{Running, Session};
use std::any::TypeId;

/// Hands the list of variants to the macro `$then`: for the registry, and for tests that are written once and run for every
/// variant.
macro_rules! every_variant {
    ($then:path) => {
        $then! {
            chess: $crate::games::chess::Position, AlphaBeta;
            crazyhouse: $crate::games::crazyhouse::Position, AlphaBeta;
            arena42: $crate::games::arena42::Position, AlphaBeta;
            warlord: $crate::games::warlord::Position, AlphaBeta;
            warchess: $crate::games::warchess::Position, AlphaBeta;
            warrior: $crate::games::warrior::Warrior, AlphaBeta;
            warrior_doubles: $crate::games::warrior::WarriorDoubles, AlphaBeta;
            battlechess: $crate::games::battlechess::Position, InfoSet;
        }
    };
}
#[allow(unused_imports)]
pub(crate) use every_variant;

macro_rules! registry {
    ($($name:ident: $game:ty, $searcher:ident;)*) => {
        /// Every variant, the one a new client gets first.
        pub const VARIANTS: &[Variant] = &[$(Variant::of::<$game, $crate::search::$searcher<$game>>()),*];
    };
}

every_variant!(registry);

/// Something to be done with a game whose type only the registry knows, compiled for every variant: how tools that play games
/// themselves (referee, reference players) get at them.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Notation + Evaluate, S: Searcher<G>>(self) -> Self::Output;
}

macro_rules! visits {
    ($($name:ident: $game:ty, $searcher:ident;)*) => {
        /// Does it with the variant of this name, as [`find`] finds it.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
            let name = find(name)?.name;
            $(if name == <$game as Notation>::NAME {
                return Some(visitor.visit::<$game, $crate::search::$searcher<$game>>());
            })*
            None
        }
    };
}

every_variant!(visits);

/// A variant, its type forgotten.
#[derive(Clone, Copy)]
pub struct Variant {
    /// Its name on the wire.
    pub name: &'static str,
    /// The seats' names in turn order.
    pub seats: &'static [&'static str],
    /// Whether seats hide anything from each other.
    pub hidden: bool,
    /// The rules, for people.
    pub rules: &'static str,
    /// The options it adds.
    pub options: &'static [GameOption],
    /// Whether dice or deck decide anything.
    pub events: fn() -> bool,
    /// Opens a session; the seed is that of the table.
    pub open: fn(&Choices, u64) -> Box<dyn Session>,
    /// The line of `describe`.
    pub describe: fn(&Choices) -> String,
    /// What an event decides, in a sentence for people: asked with the FEN of a turn start, the words since, and the event's word.
    pub tell: fn(&str, &str, &str) -> Option<String>,
    /// The lines after a change to this variant.
    pub announce: fn(&Choices) -> String,
    /// Counts an entry of a suite.
    pub count: runner::Count,
    /// Searches the start position to a depth with one thread, and says how many nodes that took.
    pub bench: fn(u32, &Control) -> u64,
}

impl Variant {
    const fn of<G: Notation + Evaluate, S: Searcher<G>>() -> Self {
        Self {
            name: G::NAME,
            rules: G::RULES,
            seats: G::SEAT_NAMES,
            hidden: S::HIDDEN,
            options: G::OPTIONS,
            events: events::<G>,
            open: |choices, seed| Box::new(Running::<G, S>::new(choices, seed)),
            describe: describe::<G, S>,
            tell: tell::<G>,
            announce: |choices| write::variant(G::NAME, &G::describe(choices).display),
            count: suite::count::<G>,
            bench: bench::<G, S>,
        }
    }
}

/// The variant of this name. `standard` is what some clients call chess.
pub fn find(name: &str) -> Option<&'static Variant> {
    let name = if name.eq_ignore_ascii_case("standard") { "chess" } else { name };
    VARIANTS.iter().find(|variant| variant.name.eq_ignore_ascii_case(name))
}

/// Every option that a variant adds, each once.
pub fn options() -> Vec<&'static GameOption> {
    let mut options: Vec<&GameOption> = Vec::new();
    for option in VARIANTS.iter().flat_map(|variant| variant.options) {
        if !options.contains(&option) {
            options.push(option);
        }
    }
    options
}

fn events<G: Notation>() -> bool {
    TypeId::of::<G::Event>() != TypeId::of::<NoEvent>()
}

fn describe<G: Notation, S: Searcher<G>>(choices: &Choices) -> String {
    let seat = |(name, index): (&&'static str, u8)| (*name, G::team(Seat::new(index)).index());
    json::describe(&json::Variant {
        name: G::NAME,
        seats: G::SEAT_NAMES.iter().zip(0..).map(seat).collect(),
        events: events::<G>(),
        hidden: S::HIDDEN,
        startpos: G::start(choices).fen(),
        description: G::describe(choices),
    })
}

fn tell<G: Notation>(fen: &str, since: &str, event: &str) -> Option<String> {
    let mut position = G::read_fen(fen, &Choices::default()).ok()?;
    for word in play::words(since) {
        play::play(&mut position, word).ok()?;
    }
    let event = position.read_event(event).ok()?;
    position.admits(event).ok()?;
    position.tell(event)
}

fn bench<G: Notation, S: Searcher<G>>(depth: u32, control: &Control) -> u64 {
    let Ok(table) = Table::new(Table::DEFAULT_MIB) else { return 0 };
    let position = G::start(&Choices::default());
    let mut history = crate::history::History::default();
    history.push(&position);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut nodes = 0;
    let task = Task { limits: &limits, settings: &Settings::default(), table: &table, control };
    S::default().search(&Root { position, history }, task, &mut |report| nodes = report.nodes);
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_differ_and_are_found() {
        let names: HashSet<_> = VARIANTS.iter().map(|variant| variant.name).collect();
        assert_eq!(names.len(), VARIANTS.len());
        for variant in VARIANTS {
            assert_eq!(find(variant.name).map(|found| found.name), Some(variant.name));
        }
        assert!(find("").is_none() && find("nonsense").is_none());
    }

    #[test]
    fn every_variant_can_be_visited() {
        struct Name;
        impl Visitor for Name {
            type Output = &'static str;
            fn visit<G: Notation + Evaluate, S: Searcher<G>>(self) -> &'static str {
                G::NAME
            }
        }
        for variant in VARIANTS {
            assert_eq!(visit(variant.name, Name), Some(variant.name));
        }
        assert_eq!(visit("standard", Name), Some("chess"));
        assert_eq!(visit("nonsense", Name), None);
    }

    #[test]
    fn options_of_one_name_are_one_option() {
        let names: HashSet<_> = options().iter().map(|option| option.name).collect();
        assert_eq!(names.len(), options().len());
    }
}
