//! The sessions of the README, typed into the program: nothing in them may be answered by an error.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

/// The fenced blocks of the README marked with `kind`.
fn blocks(kind: &str) -> Vec<String> {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let fence = format!("```{kind}\n");
    readme.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

fn typed(session: &str) -> Vec<String> {
    let mut program =
        Command::new(env!("CARGO_BIN_EXE_banneret")).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = program.stdin.take().unwrap();
    let mut output = BufReader::new(program.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut told = Vec::new();
    for line in session.lines() {
        writeln!(input, "{line}").unwrap();
        // A person waits for the answer to `go` before typing on.
        while line.starts_with("go") {
            told.extend(output.next());
            if told.last().is_some_and(|line| line.starts_with("bestmove ")) {
                break;
            }
        }
    }
    drop(input);
    told.extend(output);
    assert!(program.wait().unwrap().success());
    told
}

#[test]
fn the_first_sessions_work() {
    for (kind, searches) in [("uci", 2), ("xuci", 1)] {
        let [session] = &blocks(kind)[..] else { panic!("one session of {kind}") };
        let told = typed(session);
        let faults: Vec<_> = told.iter().filter(|line| line.contains("error ")).collect();
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(told.iter().filter(|line| line.starts_with("bestmove ")).count(), searches, "{told:?}");
        assert!(!told.iter().any(|line| line == "bestmove (none)"), "{told:?}");
    }
}
