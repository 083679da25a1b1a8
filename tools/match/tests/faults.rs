//! Every fault of an engine ends its game with the right reason, the engine is restarted, and the match goes on.

mod common;

use banneret_match::record::{self, Record};
use common::{fail, folder, games, match_words, player, run};

/// Plays two pairs of a bad engine against a random player. The bad engine misbehaves on its third question.
fn play(fault: &str, limit: &str, more: &[&str]) -> Vec<Record> {
    let out = folder(&format!("fault-{fault}"));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bad_engine.py");
    let bad =
        ["cmd=python3".into(), format!("arg={script}"), format!("args={fault} 3"), "name=bad".into(), limit.into()];
    let good = player("random", "good", "nodes=1");
    let mut words = match_words("arena42", &bad, &good, &out, &["--rounds", "2"]);
    words.extend(more);
    run(&words);
    let games = games(&out);
    assert_eq!(games.len(), 4, "the match goes on");
    for game in &games {
        assert_eq!(record::replay(game).map(|_| ()), Ok(()), "{game:?}");
    }
    games
}

/// Every game must be lost by the bad engine for this reason, after it has answered twice in each: it was restarted in between.
fn check(fault: &str, reason: &str, detail: &str, limit: &str, more: &[&str]) -> Vec<Record> {
    let games = play(fault, limit, more);
    for game in &games {
        let seat = game.players.iter().position(|player| player.name == "bad").unwrap();
        assert_eq!(
            (game.reason.as_str(), game.offender, game.winner),
            (reason, Some(seat), Some(1 - seat)),
            "{game:?}"
        );
        let told = game.detail.as_deref().unwrap_or_default();
        assert!(told.contains(detail), "{told}");
        assert_eq!(
            game.steps.iter().filter(|step| step.seat == Some(seat)).count(),
            if reason == "twice" { 3 } else { 2 }
        );
        assert!(game.last_lines.iter().any(|line| line.starts_with("> go")), "{:?}", game.last_lines);
    }
    games
}

#[test]
fn a_crash() {
    let games = check("crash", "crash", "it ended before `bestmove`", "nodes=1", &[]);
    assert!(
        games[0].last_lines.iter().any(|line| line == "! segmentation fault, as it were"),
        "{:?}",
        games[0].last_lines
    );
    assert!(games[0].last_lines.iter().any(|line| line == "! exit status: 139"), "{:?}", games[0].last_lines);
    let log = std::fs::read_to_string(folder_of("crash").join("stderr/bad.log")).unwrap();
    assert_eq!(log, "segmentation fault, as it were\n".repeat(4));
}

fn folder_of(fault: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fault-{fault}"))
}

#[test]
fn a_hang() {
    check("hang", "hang", "no `bestmove` in 700 ms", "nodes=1", &["--patience", "answer=0.7"]);
}

#[test]
fn nonsense() {
    let games = check("nonsense", "nonsense", "6 lines that are no protocol", "nodes=1", &["--patience", "answer=0.7"]);
    assert!(games[0].last_lines.iter().any(|line| line.starts_with("< I had a dream")), "{:?}", games[0].last_lines);
}

#[test]
fn an_illegal_move() {
    check("illegal", "illegal", "a1a6: ", "nodes=1", &[]);
}

#[test]
fn no_move_although_there_are_some() {
    check("none", "illegal", "`(none)` although there are actions", "nodes=1", &[]);
}

#[test]
fn a_malformed_move() {
    check("malformed", "malformed", "%%%: ", "nodes=1", &[]);
}

#[test]
fn an_empty_answer() {
    check("empty", "malformed", "`bestmove` without a word", "nodes=1", &[]);
}

#[test]
fn two_answers() {
    check("twice", "twice", "although nothing was asked any more", "nodes=1", &[]);
}

#[test]
fn a_late_answer_loses_on_time() {
    // A generous margin, or a slow machine would lose the good answers too.
    check("late", "time", "the answer took", "st=0.2", &["--each", "timemargin=200"]);
}

#[test]
fn an_exit_at_start() {
    let games = play("start", "nodes=1", &[]);
    for game in &games {
        assert_eq!((game.reason.as_str(), game.steps.len()), ("start", 0), "{game:?}");
        assert_eq!(game.detail.as_deref(), Some("it ended before `uciok`"));
        assert!(game.last_lines.iter().any(|line| line == "! no licence"), "{:?}", game.last_lines);
    }
}

#[test]
fn a_handshake_without_end() {
    let games = play("handshake", "nodes=1", &["--patience", "start=0.7"]);
    assert!(games.iter().all(|game| game.reason == "start" && game.detail.as_deref() == Some("no `uciok` in 700ms")));
}

#[test]
fn without_recover_the_match_stops() {
    let out = folder("fault-stop");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bad_engine.py");
    let bad =
        ["cmd=python3".into(), format!("arg={script}"), "args=illegal 1".into(), "name=bad".into(), "nodes=1".into()];
    let good = player("random", "good", "nodes=1");
    let error = fail(&match_words("arena42", &bad, &good, &out, &["--rounds", "2", "--recover", "off"]));
    assert!(error.contains("stopped by an engine's fault"), "{error}");
    assert_eq!(games(&out).len(), 1);
}

#[test]
fn a_program_that_is_not_there() {
    let out = folder("fault-missing");
    let bad = ["cmd=/nowhere/engine".to_owned(), "nodes=1".into()];
    let good = player("random", "good", "nodes=1");
    run(&match_words("arena42", &bad, &good, &out, &[]));
    let games = games(&out);
    assert!(games.iter().all(|game| game.reason == "start"), "{games:?}");
    assert!(games[0].detail.as_deref().is_some_and(|detail| detail.contains("/nowhere/engine")));
}
