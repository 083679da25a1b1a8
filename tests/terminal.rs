//! `banneret play` as a person types it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn play(arguments: &[&str], typed: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_banneret"))
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may have ended before it read all of it.
    let _ = program.stdin.take().unwrap().write_all(typed.as_bytes());
    program.wait_with_output().unwrap()
}

fn told(arguments: &[&str], typed: &str) -> String {
    let output = play(arguments, typed);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_move_is_answered_and_taken_back() {
    let told = told(&["arena42", "--time", "0.05"], "b2b3\nundo\nfen\nquit\n");
    assert!(told.contains("black plays "), "{told}");
    // After `undo` it is the person's turn again, in the start position.
    assert!(told.contains("Fen: rnbgw/ppppp/5/5/PPPPP/RNBGW|3/3/3/3 w 4+4 0 1"), "{told}");
}

#[test]
fn nonsense_changes_nothing_and_says_why() {
    let told = told(&["arena42", "--time", "0.05"], "b2b5\nb2\n\nlevel 11\ntime x\nseat green\nundo\nfen\nquit\n");
    assert!(told.matches("`moves` lists what you can play").count() == 2, "{told}");
    assert!(told.contains("say `level` and a number from 1 to 10"), "{told}");
    assert!(told.contains("the seats are white, black"), "{told}");
    assert!(told.contains("there is nothing to take back"), "{told}");
    assert!(told.contains(" w 4+4 0 1"), "{told}");
    assert!(!told.contains("black plays"), "{told}");
}

#[test]
fn the_rules_are_at_hand() {
    let told = told(&["warrior", "--time", "0.05"], "rules\nrules SWORDS\nrules teapot\nW@e4\nquit\n");
    assert!(told.contains("# Warrior Chess") && told.contains("Two swords (SS)"), "{told}");
    assert!(told.contains("the rules do not speak of teapot"), "{told}");
    assert!(!told.contains("red, movement (`end`"), "the movement must come first: {told}");
    assert!(told.contains("(`end` ends your turn)> "), "{told}");
}

/// Nobody looks at a card and then decides not to draw it, draws again, or names the card.
#[test]
fn what_the_deck_has_decided_stands() {
    let fen = "4k3/3ppp2/8/8/8/8/3PPP2/4K3[] w - 9/3 - - 0 1";
    let told =
        told(&["battlechess", "--fen", fen], "seat all\ndraw #Q\n9:b1\nundo\ndraw\nundo\nundo 1\nundo 2\nfen\nquit\n");
    assert!(told.contains("#Q: dice and cards are the table's"), "{told}");
    let after = told.split("The table: #").nth(1).expect(&told);
    assert_eq!(after.matches("what dice or cards have decided is not taken back").count(), 3, "{told}");
    assert_eq!(told.matches("The table: ").count(), 1, "{told}");
    // It is Black's turn; White's knight has been taken back into the hand, and a card has been drawn.
    let fen = after.split("Fen: 4k3/3ppp2/8/8/8/8/3PPP2/4K3[] b - ").nth(1).expect(&told);
    let (white, _) = fen.split_once("/3 ").expect(&told);
    assert!(white.len() == 2 && white.contains('9'), "{told}");
}

#[test]
fn the_engine_plays_a_whole_game_against_itself() {
    let told = told(&["arena42", "--time", "0.01", "--seat", "none"], "quit\n");
    assert!(told.contains("white plays ") && told.contains("black plays "), "{told}");
    assert!(told.contains("The game is over: "), "{told}");
}

#[test]
fn the_person_may_sit_elsewhere_and_start_from_a_position() {
    let fen = "2b1w/p1Bpp/3r1/1PNgP/P2R1/4W|3/P2/Pn1/3 w 3+2 11 16";
    let told = told(&["arena42", "--time", "0.05", "--seat", "black", "--fen", fen], "moves\nquit\n");
    assert!(told.contains("white plays ") && told.contains("black, move> "), "{told}");
}

#[test]
fn what_cannot_be_set_up_is_refused() {
    for (arguments, reason) in [
        (&["nope"][..], "variants are"),
        (&["arena42", "--seat", "green"][..], "no seat called green"),
        (&["arena42", "--fen", "8/8 w"][..], "expected 5 fields"),
    ] {
        let output = play(arguments, "");
        assert!(!output.status.success());
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn a_throw_is_explained() {
    let fen = "4k3/pppp4/8/4p3/3P4/8/PPPP4/4K3 w -/- -/- 0 0 1";
    let told = told(&["warchess", "--time", "0.05", "--fen", fen], "d4e5\nquit\n");
    assert!(told.contains("The table: #"), "{told}");
    assert!(told.contains("(white pawn d4 attacks black pawn e5: "), "{told}");
    assert!(told.contains(" + 1 against "), "{told}");
}
