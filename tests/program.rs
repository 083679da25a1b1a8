//! The program as a process: exit codes, standard error, and its commands.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_banneret"))
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn the_end_of_the_input_and_quit_are_exit_code_0() {
    for input in ["", "quit\n", "quit", "uci\n", "go infinite\n", "go infinite\nquit\nisready\n", "nonsense\n", "\u{0}"]
    {
        let output = run(&[], input);
        assert_eq!(output.status.code(), Some(0), "{input:?}");
        assert_eq!(text(&output.stderr), "", "{input:?}");
        let answers = text(&output.stdout).lines().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(answers, usize::from(input.starts_with("go")), "{input:?}");
    }
}

#[test]
fn counts_are_printed_although_the_input_has_ended() {
    let output = run(&[], "position startpos moves e2e4\ngo perft 3\nposition startpos\nperft 2\nquit\n");
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines[lines.len() - 2..], ["Nodes searched: 13160", "Nodes searched: 400"]);
}

#[test]
fn the_log_goes_to_standard_error_and_only_when_asked_for() {
    let output = run(&[], "debug on\nisready\ndebug off\nisready\n");
    assert_eq!(text(&output.stdout), "readyok\nreadyok\n");
    let log = text(&output.stderr);
    assert!(log.contains("< isready") && log.contains("< debug off"), "{log}");
    assert_eq!(log.matches("< isready").count(), 1, "{log}");
}

#[test]
fn bench_as_a_command() {
    let output = run(&["bench", "1"], "");
    assert_eq!(output.status.code(), Some(0));
    let last = text(&output.stdout).lines().last().unwrap().to_owned();
    let words: Vec<&str> = last.split(' ').collect();
    assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{last}");
}

#[test]
fn suites_that_are_wrong_or_missing_are_exit_code_1() {
    let suite = std::env::temp_dir().join(format!("banneret-{}", std::process::id()));
    std::fs::create_dir_all(&suite).unwrap();
    let file = suite.join("chess.epd");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (counts, code) in [(";D1 20 ;D2 400", 0), (";D1 20 ;D2 401", 1)] {
        std::fs::write(&file, format!("# a comment\n{start} {counts}\n")).unwrap();
        let output = run(&["perft", file.to_str().unwrap()], "");
        assert_eq!(output.status.code(), Some(code), "{}", text(&output.stdout));
    }
    assert_eq!(run(&["perft", "/no/such/chess.epd"], "").status.code(), Some(1));
    std::fs::remove_dir_all(suite).unwrap();
}
