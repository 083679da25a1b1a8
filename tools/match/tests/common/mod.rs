//! What the tests of the program share.

#![allow(dead_code)]

use banneret_match::record::Record;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The referee.
pub(crate) const MATCH: &str = env!("CARGO_BIN_EXE_banneret-match");
/// The reference players.
pub(crate) const PLAYER: &str = env!("CARGO_BIN_EXE_banneret-player");

/// A fresh folder of this name.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// The referee with these words, to be started.
pub(crate) fn referee(words: &[&str]) -> Command {
    let mut command = Command::new(MATCH);
    command.args(words).env("PLAYER", PLAYER);
    command
}

/// Runs the referee and gives what it printed; it must succeed.
pub(crate) fn run(words: &[&str]) -> String {
    let output = referee(words).output().expect("the referee starts");
    assert!(output.status.success(), "{words:?}: {}\n{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// Runs the referee, which must fail; what it printed as the reason.
pub(crate) fn fail(words: &[&str]) -> String {
    let output: Output = referee(words).output().expect("the referee starts");
    assert!(!output.status.success(), "{words:?}: {}", text(&output.stdout));
    text(&output.stderr)
}

/// Bytes as text.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The words of a match between two players of ours, into `out`.
pub(crate) fn match_words<'a>(
    variant: &'a str,
    first: &'a [String],
    second: &'a [String],
    out: &'a Path,
    more: &[&'a str],
) -> Vec<&'a str> {
    let mut words = vec!["--variant", variant, "--engine"];
    words.extend(first.iter().map(String::as_str));
    words.push("--engine");
    words.extend(second.iter().map(String::as_str));
    words.extend(["--out", out.to_str().expect("a path of letters")]);
    words.extend(more);
    words
}

/// The words of a reference player.
pub(crate) fn player(kind: &str, name: &str, limit: &str) -> Vec<String> {
    vec![format!("cmd={PLAYER}"), format!("args={kind}"), format!("name={name}"), limit.to_owned()]
}

/// The games of a folder.
pub(crate) fn games(folder: &Path) -> Vec<Record> {
    let lines = fs::read_to_string(folder.join("games.jsonl")).expect("games");
    lines.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}
