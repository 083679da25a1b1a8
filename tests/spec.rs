//! `protocol-spec.md` against the program: its tables against the program's, both ways, and its example sessions, executed.

mod common;

use banneret::daemon::states::{State, row};
use banneret::protocol::command::{COMMANDS, Level};
use banneret::protocol::due::DUE;
use banneret::protocol::fault::Code;
use banneret::protocol::go::FIELDS;
use banneret::protocol::parse::parse;
use banneret::protocol::{FEATURES, Mode, VERSION};
use banneret::variants::VARIANTS;
use common::{Client, field};
use std::collections::BTreeSet;

fn spec() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/protocol-spec.md")).unwrap()
}

/// The rows of the table whose heading begins with `heading`, cells without their code quotes.
fn table(spec: &str, heading: &str) -> Vec<Vec<String>> {
    let mut lines = spec.lines().skip_while(|line| !line.starts_with(heading));
    assert!(lines.next().is_some(), "no table {heading}");
    assert!(lines.next().unwrap().starts_with("| ---"));
    let cells = |line: &str| {
        let inside = line.strip_prefix('|').unwrap().strip_suffix('|').unwrap();
        inside.split('|').map(|cell| cell.trim().trim_matches('`').to_owned()).collect()
    };
    lines.take_while(|line| line.starts_with('|')).map(cells).collect()
}

#[test]
fn states_and_commands() {
    let table = table(&spec(), "| command | fresh");
    let here: Vec<Vec<String>> = COMMANDS
        .iter()
        .map(|spec| {
            let answers = row(spec.verb).map(|answer| answer.word().to_owned());
            [spec.word.to_owned()].into_iter().chain(answers).collect()
        })
        .collect();
    assert_eq!(table, here);
    let states: Vec<String> = self::table(&spec(), "| state | meaning").into_iter().map(|row| row[0].clone()).collect();
    assert_eq!(states, State::ALL.map(State::word));
}

#[test]
fn every_command_by_its_template() {
    let spec = spec();
    let section = spec.split("\n## 4. Commands\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let parts: Vec<&str> = section.split("\n### ").skip(1).collect();
    assert_eq!(parts.len(), COMMANDS.len());
    for (part, command) in parts.iter().zip(COMMANDS) {
        let mut lines = part.lines();
        assert_eq!(lines.next(), Some(format!("`{}`", command.word).as_str()));
        let since = match command.level {
            Level::Uci => "from the start",
            Level::People => "from the start (not UCI, for people)",
            Level::Xuci => "after `xuci`",
        };
        assert!(part.contains(&format!("- *Syntax*: `{}`\n", command.syntax)), "{part}");
        assert!(part.contains(&format!("- *Since*: {since}\n")), "{part}");
        assert!(part.contains(&format!("- *ABNF*: `\"{}\"", command.word)), "{part}");
        let example = part.split("- *Example*: `").nth(1).and_then(|rest| rest.split('`').next()).unwrap();
        let parsed = parse(example, Mode::Extended).unwrap().unwrap();
        assert_eq!(parsed.verb, command.verb, "{example}");
        assert!(parsed.command.is_ok(), "{example}: {:?}", parsed.command);
        for item in ["Effect", "Reply", "Errors"] {
            assert!(part.contains(&format!("- *{item}*: ")), "{part}");
        }
    }
}

#[test]
fn options_as_they_are_declared() {
    let mut client = Client::new();
    client.say("uci");
    let declared: BTreeSet<Vec<String>> = client
        .until("uciok")
        .iter()
        .filter_map(|line| line.strip_prefix("option name "))
        .map(|option| {
            let (name, rest) = option.split_once(" type ").unwrap();
            let kind = rest.split(' ').next().unwrap();
            let default = rest.split(" default ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or_default();
            let range = match kind {
                "spin" => format!("{} to {}", field(rest, "min").unwrap(), field(rest, "max").unwrap()),
                "combo" if name == "UCI_Variant" => "the variants (annexes)".to_owned(),
                "combo" => rest.split(" var ").skip(1).collect::<Vec<_>>().join(" "),
                _ => String::new(),
            };
            [name, kind, default, &range].map(str::to_owned).to_vec()
        })
        .collect();
    client.close();
    let table: BTreeSet<Vec<String>> =
        table(&spec(), "| option | type").into_iter().map(|row| row[..4].to_vec()).collect();
    assert_eq!(table, declared);
}

#[test]
fn fields_of_go_and_info() {
    let spec = spec();
    let go: Vec<[String; 2]> =
        table(&spec, "| field | followed by").into_iter().map(|row| [row[0].clone(), row[1].clone()]).collect();
    let here: Vec<[String; 2]> = FIELDS.iter().map(|(name, value)| [(*name).to_owned(), (*value).to_owned()]).collect();
    assert_eq!(go, here);
    // Every field an `info` line has, and every one the spec has.
    let known: BTreeSet<String> = table(&spec, "| field | meaning").into_iter().map(|row| row[0].clone()).collect();
    let mut client = Client::new();
    client.tell("setoption name UCI_ShowWDL value true");
    let mut seen = BTreeSet::new();
    for line in client.go("depth 6") {
        let before = line.split(" pv ").next().unwrap().to_owned();
        if let Some(fields) = before.strip_prefix("info ") {
            let names = fields.split(' ').filter(|word| {
                word.parse::<i64>().is_err() && !matches!(*word, "cp" | "mate" | "lowerbound" | "upperbound")
            });
            seen.extend(names.map(str::to_owned));
            seen.insert("pv".to_owned());
        }
    }
    let change = client.ask("setoption name UCI_Variant value crazyhouse");
    assert!(change.starts_with("info string "));
    seen.insert("string".to_owned());
    client.close();
    assert_eq!(seen, known);
}

#[test]
fn codes_due_words_and_features() {
    let spec = spec();
    let codes: Vec<[String; 2]> =
        table(&spec, "| code | when").into_iter().map(|row| [row[0].clone(), row[1].clone()]).collect();
    let here: Vec<[String; 2]> =
        Code::ALL.iter().map(|code| [code.word().to_owned(), code.help().to_owned()]).collect();
    assert_eq!(codes, here);
    let due: Vec<[String; 2]> =
        table(&spec, "| due | what").into_iter().map(|row| [row[0].clone(), row[1].clone()]).collect();
    let here: Vec<[String; 2]> = DUE.iter().map(|(word, help)| [(*word).to_owned(), (*help).to_owned()]).collect();
    assert_eq!(due, here);
    let features: Vec<String> = FEATURES.iter().map(|feature| format!("`{feature}`")).collect();
    assert!(spec.contains(&format!("between `xuci {VERSION}` and `xuciok`: {}.", features.join(", "))));
    assert!(spec.contains(&format!("Version {VERSION} of the extension.")));
}

/// The keys of JSON objects: those of the spec's tables come first, then what the variant's annex names.
#[test]
fn json_keys() {
    let spec = spec();
    let keys = |heading: &str| -> Vec<String> {
        let section = spec.split("\n## 7. JSON\n").nth(1).unwrap().split(heading).nth(1).unwrap();
        table(section, "| key | type").into_iter().map(|row| row[0].clone()).collect()
    };
    for variant in VARIANTS {
        let mut client = Client::of(variant.name);
        let described: serde_json::Value = serde_json::from_str(&client.ask("describe")).unwrap();
        let here: Vec<String> = described.as_object().unwrap().keys().cloned().collect();
        assert_eq!(here, keys("### `describe`"), "{}", variant.name);
        let common = keys("### `state`");
        let annex = annex(&spec, variant.name);
        let mut dice = common::Dice(2);
        for _ in 0..60 {
            let state = client.state();
            let here: Vec<String> = state.as_object().unwrap().keys().cloned().collect();
            assert_eq!(here[..common.len()], common[..], "{}", variant.name);
            for key in &here[common.len()..] {
                assert!(annex.contains(&format!("`{key}`")), "{}: {key} is not in the annex", variant.name);
            }
            for piece in state["pieces"].as_array().unwrap() {
                for key in piece.as_object().unwrap().keys().skip(3) {
                    assert!(annex.contains(&format!("`{key}`")), "{}: {key} is not in the annex", variant.name);
                }
            }
            if let Some(due) = state["due"].as_str() {
                assert!(annex.contains(&format!("`{due}`")), "{}: {due} is not in the annex", variant.name);
            }
            if let Some(reason) = state["reason"].as_str() {
                assert!(annex.contains(&format!("`{reason}`")), "{}: {reason} is not in the annex", variant.name);
            }
            let actions = client.actions();
            match state["actor"].as_str() {
                None => break,
                Some("table") => client.ask("throw"),
                Some(_) if actions.is_empty() => break,
                Some(_) => client.ask(&format!("play {}", dice.pick(&actions))),
            };
        }
        client.close();
    }
}

/// The annex of a variant.
fn annex(spec: &str, variant: &str) -> String {
    let quoted = format!("`{variant}`");
    let annexes = spec.split("\n## Annexes").nth(1).expect("annexes");
    let found = annexes.split("\n### ").find(|part| part.lines().next().is_some_and(|title| title.contains(&quoted)));
    found.unwrap_or_else(|| panic!("{variant} has no annex")).to_owned()
}

/// Whether `line` is what `pattern` says; `…` stands for any text.
fn fits(pattern: &str, line: &str) -> bool {
    let Some((before, after)) = pattern.split_once('…') else { return pattern == line };
    let Some(rest) = line.strip_prefix(before) else { return false };
    (0..=rest.len()).filter(|&end| rest.is_char_boundary(end)).any(|end| fits(after, &rest[end..]))
}

/// Runs a session: what the client says is sent, what the engine says must come, and nothing else. A line `…` stands for any
/// number of lines.
fn run(session: &str) {
    let mut client = Client::new();
    let mut lines = session.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(said) = line.strip_prefix("C: ") {
            if said == "quit" {
                assert!(lines.next().is_none(), "a session ends with quit:\n{session}");
                assert!(client.fence().is_empty(), "more is said than expected:\n{session}");
                client.say("quit");
                assert!(client.close().is_empty(), "{session}");
                return;
            }
            client.say(said);
        } else if line == "E: …" {
            let next = lines.next().and_then(|line| line.strip_prefix("E: ")).expect("a line of the engine after …");
            while !fits(next, &client.hear()) {}
        } else {
            let expected = line.strip_prefix("E:").unwrap_or_else(|| panic!("{line}: neither C: nor E:")).trim_start();
            let expected = if line.starts_with("E:  ") { &line[3..] } else { expected };
            let heard = client.hear();
            assert!(fits(expected, &heard), "expected {expected:?}\n   heard {heard:?}\n{session}");
        }
    }
    panic!("a session ends with quit:\n{session}");
}

#[test]
fn example_sessions() {
    let spec = spec();
    for variant in VARIANTS {
        let annex = annex(&spec, variant.name);
        let sessions: Vec<&str> =
            annex.split("```session\n").skip(1).map(|rest| rest.split("\n```").next().unwrap()).collect();
        let chooses = format!("C: setoption name UCI_Variant value {}", variant.name);
        let own = |session: &&&str| variant.name == "chess" || session.lines().any(|line| line == chooses);
        assert!(sessions.iter().filter(own).count() >= 2, "{} has too few sessions", variant.name);
        for session in sessions.iter().filter(own) {
            run(session);
        }
    }
}

#[test]
fn wildcards() {
    assert!(fits("a…c", "abc") && fits("…", "") && fits("a…", "a") && fits("…b…", "abc"));
    assert!(!fits("a…c", "ab") && !fits("a", "ab"));
}
