//! Tests of the alpha-beta search.

mod limits;
mod minimax;

use crate::game::{Actor, Evaluate, Game};
use crate::history::History;
use crate::search::{Best, Control, Limits, Root, Score, Settings, Table, Task};

/// What a search reported and answered.
struct Outcome<A> {
    best: Best<A>,
    /// Depth, line number, score and line of each report.
    reports: Vec<(u32, usize, Score, Vec<A>)>,
    /// Nodes of the last report.
    nodes: u64,
}

/// A root whose history begins with it.
fn root<G: Game>(position: G) -> Root<G> {
    let mut history = History::default();
    if position.at_turn_start() && !matches!(position.turn(), Actor::Over(_)) {
        history.push(&position);
    }
    Root { position, history }
}

/// Searches with a table of its own.
fn search<G: Evaluate>(
    engine: &mut super::AlphaBeta<G>,
    position: &G,
    limits: &Limits<G::Action>,
    settings: &Settings,
    control: &Control,
) -> Outcome<G::Action> {
    let table = Table::new(1).unwrap();
    let (mut reports, mut nodes) = (Vec::new(), 0);
    let task = Task { limits, settings, table: &table, control };
    let best = engine.run(&root(*position), task, &mut |report| {
        reports.push((report.depth, report.multipv, report.score, report.pv.to_vec()));
        nodes = report.nodes;
    });
    Outcome { best, reports, nodes }
}
