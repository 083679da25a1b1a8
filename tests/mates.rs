//! Mates in three by old masters, found by `go mate 3`.

use banneret::game::{Actor, Choices, Game, Notation};
use banneret::games::chess;
use banneret::history::History;
use banneret::search::{AlphaBeta, Control, Limits, Root, Score, Searcher, Settings, Table, Task};

type Chess = chess::Position;
type Line = Vec<<Chess as Game>::Action>;

fn search(position: Chess, limits: Limits<<Chess as Game>::Action>) -> (Score, Line, u64) {
    let mut history = History::default();
    history.push(&position);
    let root = Root { position, history };
    let mut engine = AlphaBeta::<Chess>::default();
    let table = Table::new(4).unwrap();
    let mut score = Score::Cp(0);
    let mut nodes = 0;
    let (settings, control) = (Settings::default(), Control::new(false));
    let task = Task { limits: &limits, settings: &settings, table: &table, control: &control };
    let best = engine.search(&root, task, &mut |report| {
        (score, nodes) = (report.score, report.nodes);
    });
    (score, best.pv.to_vec(), nodes)
}

#[test]
fn mates_in_three_are_found() {
    let suite = include_str!("data/mates.epd");
    let mut solved = 0;
    for line in suite.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" ;").collect();
        let position = Chess::read_fen(fields[0], &Choices::default()).unwrap();
        let mate = |turns| Limits { mate: Some(turns), ..Limits::default() };

        let (score, pv, nodes) = search(position, mate(3));
        assert_eq!(score, Score::Mate(3), "{line}");
        assert_eq!(position.action_word(pv[0]), fields[1], "{line}");
        assert_eq!(pv.len(), 5, "{line}");
        assert!(nodes < 1_000_000, "{nodes} nodes for {line}");
        let mut end = position;
        pv.iter().for_each(|&action| end.act(action));
        assert!(matches!(end.actor(), Actor::Over(outcome) if outcome.reason == "checkmate"), "{line}");

        // There is none in two: the search ends all the same and answers.
        let (score, pv, _) = search(position, mate(2));
        assert_ne!(score, Score::Mate(2), "{line}");
        assert!(!pv.is_empty(), "{line}");
        solved += 1;
    }
    assert_eq!(solved, 11);
}
