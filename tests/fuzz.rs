//! Whole sessions of random lines, valid and not, over all variants: no panic, no hang, and exactly one `bestmove` for
//! every `go`.
//!
//! `FUZZ_SECONDS` says how long (5 unless told; CI takes a minute), `FUZZ_SEED` where to start.

mod common;

use banneret::protocol::command::COMMANDS;
use banneret::variants::VARIANTS;
use common::{Client, Dice};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::time::{Duration, Instant};

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// What a session is made of.
#[derive(Clone, Debug)]
enum Step {
    /// A line as it stands.
    Line(String),
    /// The next line plays an action that is possible, or lets the table throw.
    Act(u64),
    /// A search, and then these lines before its answer is waited for.
    Search(String, Vec<String>),
    /// Bytes that need not be text.
    Bytes(Vec<u8>),
}

fn any_variant() -> impl Strategy<Value = &'static str> {
    (0..VARIANTS.len()).prop_map(|index| VARIANTS[index].name)
}

/// Words that mean something somewhere.
fn word() -> impl Strategy<Value = String> {
    const KNOWN: &[&str] = &[
        "startpos",
        "fen",
        "moves",
        "name",
        "value",
        "Hash",
        "Threads",
        "MultiPV",
        "Seed",
        "UCI_Variant",
        "UCI_Chess960",
        "e2e4",
        "e7e8q",
        "O-O",
        "W@d4",
        "K@e1",
        "$N",
        "$N*",
        "A:e5",
        "X",
        "draw",
        "swap:357",
        "c3*d4",
        "P-a2b3",
        "sac:e2f1",
        "H!e3",
        "*d5+e6",
        "end",
        "pass",
        "#52",
        "#Q",
        "#?",
        "#???????",
        "all",
        "white",
        "red",
        "green",
        "nobody",
        "1",
        "0",
        "-1",
        "99999999999999999999",
        "4",
        "depth",
        "nodes",
        "infinite",
        "x-y",
        "♞",
        "a,b,,c",
        ",",
    ];
    prop_oneof![
        4 => proptest::sample::select(KNOWN).prop_map(str::to_owned),
        1 => "[ -~]{0,12}",
        1 => any::<String>().prop_map(|text| text.replace('\n', " ")),
    ]
}

/// A FEN, possibly broken: a variant's own with a few characters changed.
fn fen() -> impl Strategy<Value = String> {
    (any_variant(), proptest::collection::vec((any::<u16>(), "[ -~]?"), 0..4)).prop_map(|(name, changes)| {
        let variant = VARIANTS.iter().find(|variant| variant.name == name).unwrap();
        let described = (variant.describe)(&Default::default());
        let described: serde_json::Value = serde_json::from_str(&described).unwrap();
        let mut fen: Vec<char> = described["startpos"].as_str().unwrap().chars().collect();
        for (place, text) in changes {
            let place = usize::from(place) % fen.len().max(1);
            fen.splice(place..(place + 1).min(fen.len()), text.chars());
        }
        fen.into_iter().collect()
    })
}

/// A line that is not `go`, `quit` nor a count of unknown length.
fn line() -> impl Strategy<Value = String> {
    let commands: Vec<&str> = COMMANDS
        .iter()
        .map(|spec| spec.word)
        .filter(|word| !matches!(*word, "go" | "quit" | "perft" | "divide" | "bench" | "helpmate"))
        .collect();
    prop_oneof![
        6 => (proptest::sample::select(commands), proptest::collection::vec(word(), 0..5))
            .prop_map(|(command, words)| format!("{command} {}", words.join(" "))),
        2 => fen().prop_map(|fen| format!("position fen {fen}")),
        1 => Just("position startpos".to_owned()),
        1 => any_variant().prop_map(|name| format!("setoption name UCI_Variant value {name}")),
        1 => (0..200u32).prop_map(|depth| format!("perft {}", depth % 3)),
        1 => Just("divide 1\nstop".to_owned()),
        1 => Just("perft 40\nstop".to_owned()),
        1 => Just("helpmate 40\nstop".to_owned()),
        1 => proptest::collection::vec(word(), 0..6).prop_map(|words| words.join(" ")),
        1 => Just("setoption name Threads value 2".to_owned()),
        1 => Just("setoption name Threads value 1".to_owned()),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let go = prop_oneof![
        Just("depth 2".to_owned()),
        Just("nodes 300".to_owned()),
        Just("movetime 3".to_owned()),
        Just("wtime 30 btime 30 winc 1 binc 1".to_owned()),
        Just("ptime 20 20 20 20".to_owned()),
        Just("infinite".to_owned()),
        Just("ponder depth 2".to_owned()),
        Just("depth".to_owned()),
        word().prop_map(|word| format!("nodes 100 searchmoves {word}")),
    ];
    prop_oneof![
        5 => line().prop_map(Step::Line),
        4 => any::<u64>().prop_map(Step::Act),
        2 => (go, proptest::collection::vec(line(), 0..3)).prop_map(|(go, lines)| Step::Search(go, lines)),
        1 => proptest::collection::vec(any::<u8>(), 0..30).prop_map(Step::Bytes),
    ]
}

/// Runs a session. The first failure panics.
fn run(variant: &str, steps: &[Step]) {
    let mut client = Client::of(variant);
    for step in steps {
        match step {
            Step::Line(line) => {
                // A `go` hidden among the words of a random line would need its own answer.
                if line.lines().any(|line| matches!(line.split_whitespace().next(), Some("go" | "quit" | "bench"))) {
                    continue;
                }
                client.say(line);
                settle(&mut client);
            }
            Step::Act(choice) => act(&mut client, *choice),
            Step::Search(fields, lines) => {
                client.say(&format!("go {fields}"));
                let mut sent = 0;
                for line in lines {
                    if !matches!(line.split_whitespace().next(), Some("go" | "quit" | "bench")) {
                        client.say(line);
                        sent += 1;
                    }
                }
                client.say("stop");
                let said = client.until("bestmove ");
                assert_eq!(
                    said.iter().filter(|line| line.starts_with("bestmove")).count(),
                    1,
                    "{sent} lines: {said:?}"
                );
                settle(&mut client);
            }
            Step::Bytes(bytes) => {
                let tame: Vec<u8> = bytes.iter().copied().filter(|byte| *byte != b'\n').collect();
                client.bytes(&tame);
                client.bytes(b"\n");
                settle(&mut client);
            }
        }
    }
    client.close();
}

/// Waits until the daemon is idle; nothing it says meanwhile may be an answer to no question, or a bug.
fn settle(client: &mut Client) {
    client.say("stop");
    for line in client.fence() {
        assert!(!line.starts_with("bestmove"), "{line}");
        assert!(!line.contains("error internal"), "{line}");
    }
    // A count that was told to stop says so; `undo 0` waits for it and is answered by exactly one line. Twice, because the
    // first answer may be that of an `undo` among the random lines; the mark is answered at once and leaves nothing unread.
    for mark in ["x-first-mark", "x-second-mark"] {
        client.say("undo 0");
        loop {
            let line = client.hear();
            assert!(!line.contains("error internal"), "{line}");
            if line.starts_with("undone 0") || line.starts_with("error no-position undo") {
                break;
            }
        }
        client.say(mark);
        while !client.hear().contains(mark) {}
    }
}

/// Plays something that is possible.
fn act(client: &mut Client, choice: u64) {
    let reply = client.ask("actions");
    let list = reply.strip_prefix("actions ").unwrap_or_default();
    let actions: Vec<&str> = list.split(' ').skip(1).collect();
    if actions.is_empty() {
        let reply = client.ask("throw");
        assert!(
            reply.starts_with("played ")
                || reply.starts_with("error not-due")
                || reply.starts_with("error no-position"),
            "{reply}"
        );
    } else {
        let word = Dice(choice).pick(&actions).to_string();
        let reply = client.ask(&format!("play {word}"));
        assert!(reply.starts_with("played "), "a generated action is refused: {reply}");
    }
}

#[test]
fn random_sessions() {
    let end = Instant::now() + Duration::from_secs(setting("FUZZ_SECONDS", 5));
    let mut seed = setting("FUZZ_SEED", std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(1, |time| time.as_secs()));
    let mut sessions = 0;
    while Instant::now() < end {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let config = Config { cases: 1, failure_persistence: None, max_shrink_time: 60_000, ..Config::default() };
        let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
        let session = (any_variant(), proptest::collection::vec(step(), 1..60));
        let result = runner.run(&session, |(variant, steps)| {
            run(variant, &steps);
            Ok(())
        });
        if let Err(failure) = result {
            panic!("FUZZ_SEED={seed}: {failure}");
        }
        sessions += 1;
        seed += 1;
    }
    println!("{sessions} sessions");
    assert!(sessions > 0);
}
