//! The extension, each promise for every variant, through the real daemon.

mod common;

use banneret::protocol::due::DUE;
use banneret::protocol::{FEATURES, VERSION};
use banneret::variants::VARIANTS;
use common::{Client, Dice};
use serde_json::Value;

#[test]
fn the_greeting() {
    let mut client = Client::new();
    assert!(client.ask("state").starts_with("info string error unknown-command state "), "not before xuci");
    client.say("xuci");
    let lines = client.until("xuciok");
    assert_eq!(lines[0], format!("xuci {VERSION}"));
    assert_eq!(lines.len(), FEATURES.len() + 2);
    for (line, feature) in lines[1..].iter().zip(FEATURES) {
        assert_eq!(line, &format!("feature {feature}"));
    }
    // From now on errors are lines of their own, and a word too many is one.
    assert!(client.ask("xyzzy").starts_with("error unknown-command xyzzy "));
    assert!(client.ask("state now").starts_with("error unexpected-word now "));
    assert!(client.ask("position startpos now").starts_with("error unexpected-word now "));
    client.close();
}

#[test]
fn variants_are_listed() {
    let mut client = Client::of("chess");
    client.say("variants");
    for variant in VARIANTS {
        let yes = |on| if on { "yes" } else { "no" };
        let expected = format!(
            "variant {} seats {} events {} hidden {}",
            variant.name,
            variant.seats.len(),
            yes((variant.events)()),
            yes(variant.hidden)
        );
        assert_eq!(client.hear(), expected);
    }
    assert_eq!(VARIANTS[0].name, "chess", "what a new client gets");
    client.close();
}

#[test]
fn describe_is_enough_to_draw_the_start_position() {
    for variant in VARIANTS {
        let mut client = Client::of(variant.name);
        let description: Value = serde_json::from_str(&client.ask("describe")).unwrap();
        let mut other = Client::of("chess");
        assert_eq!(other.ask(&format!("describe {}", variant.name)), description.to_string());
        other.close();
        assert_eq!(description["variant"], variant.name);
        let seats: Vec<&str> =
            description["seats"].as_array().unwrap().iter().map(|seat| seat["name"].as_str().unwrap()).collect();
        assert_eq!(seats, variant.seats);
        let squares: Vec<String> = description["boards"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|board| {
                let ranks = board["ranks"].as_u64().unwrap();
                let files: Vec<&str> =
                    board["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap()).collect();
                files
                    .into_iter()
                    .flat_map(move |file| (1..=ranks).map(move |rank| format!("{file}{rank}")))
                    .collect::<Vec<_>>()
            })
            .collect();
        let letters: Vec<&str> =
            description["pieces"].as_array().unwrap().iter().map(|piece| piece["letter"].as_str().unwrap()).collect();
        assert_eq!(client.state()["fen"], description["startpos"]);
        let mut dice = Dice(3);
        for _ in 0..40 {
            let state = client.state();
            for piece in state["pieces"].as_array().unwrap() {
                let square = piece["square"].as_str().unwrap();
                assert!(squares.iter().any(|known| known == square), "{}: {square}", variant.name);
                // Letters of several things carried are joined.
                for letter in piece["piece"].as_str().unwrap().chars() {
                    assert!(letters.contains(&letter.to_string().as_str()), "{}: {piece}", variant.name);
                }
                assert!(seats.contains(&piece["seat"].as_str().unwrap()), "{piece}");
            }
            match state["actor"].as_str() {
                None => break,
                Some("table") => client.ask("throw"),
                Some(_) => {
                    let actions = client.actions();
                    let word = dice.pick(&actions);
                    client.ask(&format!("play {word}"))
                }
            };
        }
        client.close();
    }
}

/// Plays at random, and checks on the way all that a reply and a state say.
fn playthrough(variant: &str, seats: &[&str], seed: u64, steps: usize) {
    let mut client = Client::of(variant);
    client.tell(&format!("setoption name Seed value {seed}"));
    client.tell("position startpos");
    let mut dice = Dice(seed);
    let mut words: Vec<String> = Vec::new();
    let mut states = vec![client.state()];
    for _ in 0..steps {
        let state = states.last().unwrap().clone();
        let actions = client.actions();
        let reply = match state["actor"].as_str() {
            None => {
                assert_ne!(state["result"], "*");
                assert!(state["reason"].is_string() && state["due"].is_null());
                assert!(client.ask("throw").starts_with("error not-due throw "));
                let lines = client.go("depth 1");
                assert_eq!(lines.last().unwrap(), "bestmove (none)");
                break;
            }
            Some("table") => {
                assert!(actions.is_empty());
                let lines = client.go("depth 1");
                assert_eq!(lines.last().unwrap(), "bestmove (none)");
                client.ask("throw")
            }
            Some(seat) => {
                assert!(seats.contains(&seat));
                assert!(client.ask("throw").starts_with("error not-due throw "));
                let word = dice.pick(&actions);
                client.ask(&format!("play {word}"))
            }
        };
        assert_eq!((state["result"].as_str(), &state["reason"]), (Some("*"), &Value::Null));
        let due = state["due"].as_str().unwrap();
        assert!(DUE.iter().any(|(word, _)| *word == due), "{variant}: {due} is not in the list");
        let said: Vec<&str> = reply.split(' ').collect();
        assert_eq!((said[0], said[2]), ("played", "actor"), "{reply}");
        words.push(said[1].to_owned());
        let after = client.state();
        match after["actor"].as_str() {
            Some(actor) => {
                assert_eq!(said[3..], [actor, "due", after["due"].as_str().unwrap()], "{reply}");
            }
            None => {
                let (result, reason) = (after["result"].as_str().unwrap(), after["reason"].as_str().unwrap());
                assert_eq!(said[3..], ["none", "result", result, "reason", reason], "{reply}");
            }
        }
        states.push(after);
    }
    // The whole list at once, words separated by commas: the same state.
    let last = states.last().unwrap().clone();
    client.tell(&format!("position startpos moves {}", words.join(",")));
    assert_eq!(client.state(), last, "{variant}: {words:?}");
    // What a state says is a position again, but for what only the history knows.
    let moves: Vec<&str> = last["moves"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    client.tell(&format!("position fen {} moves {}", last["fen"].as_str().unwrap(), moves.join(" ")));
    let again = client.state();
    for key in ["variant", "fen", "moves", "pieces"] {
        assert_eq!(again[key], last[key], "{variant} {key}");
    }
    // Back again, one or several steps at a time.
    client.tell(&format!("position startpos moves {}", words.join(" ")));
    let mut at = words.len();
    while at > 0 {
        let back = 1 + dice.below(4.min(at));
        let reply = client.ask(&format!("undo {back}"));
        assert!(reply.starts_with(&format!("undone {back} actor ")), "{reply}");
        at -= back;
        assert_eq!(client.state(), states[at], "{variant}: {at} of {words:?}");
    }
    assert!(client.ask("undo").starts_with("error nothing-to-undo 1 "));
    client.close();
}

#[test]
fn play_throw_state_and_undo_agree() {
    for variant in VARIANTS {
        for seed in 1..=3 {
            playthrough(variant.name, variant.seats, seed, 120);
        }
    }
}

#[test]
fn play_is_all_or_nothing() {
    for variant in VARIANTS {
        let mut client = Client::of(variant.name);
        let before = client.ask("state");
        let first = client.actions().swap_remove(0);
        let refused = client.ask(&format!("play {first} nonsense"));
        assert!(refused.starts_with("error bad-word nonsense word 2: "), "{refused}");
        let refused = client.ask("play #11");
        assert!(refused.starts_with("error ") && refused.contains(" #11 word 1: "), "{refused}");
        assert_eq!(client.ask("state"), before);
        client.close();
    }
}

/// Words that are no words, and words of actions that are not possible, anywhere in a list of moves: the word and its place
/// are named, and the daemon has no position until a good one comes.
#[test]
fn a_wrong_word_is_named_with_its_place() {
    for variant in VARIANTS {
        let mut client = Client::of(variant.name);
        let mut dice = Dice(7);
        let mut words: Vec<String> = Vec::new();
        let mut impossible = 0;
        while words.len() < 30 && !client.state()["actor"].is_null() {
            let actions = client.actions();
            let word = if actions.is_empty() {
                client.ask("throw").split(' ').nth(1).unwrap().to_owned()
            } else {
                dice.pick(&actions).clone()
            };
            // What was possible earlier need not be possible now.
            let earlier = words.iter().find(|word| !actions.contains(word)).cloned();
            for wrong in ["nonsense".to_owned(), "\u{265e}".to_owned()].into_iter().chain(earlier) {
                let list = format!("{} {wrong} {word}", words.join(" "));
                let place = words.len() + 1;
                client.say(&format!("position startpos moves {list}"));
                client.say("go depth 1");
                let answer = client.until("bestmove ");
                match answer.iter().find(|line| line.starts_with("error ")) {
                    Some(refused) => {
                        let code = if words.contains(&wrong) { "" } else { "bad-word" };
                        assert!(refused.starts_with(&format!("error {code}")), "{refused}");
                        assert!(refused.contains(&format!(" {wrong} word {place}: ")), "{list}: {refused}");
                        assert_eq!(answer.last().unwrap(), "bestmove (none)");
                        impossible += usize::from(words.contains(&wrong));
                    }
                    // Not all that the rules accept is generated, and another throw of the dice may do as well as the last.
                    None => assert!(words.contains(&wrong), "{list}: accepted"),
                }
            }
            words.push(word);
            client.tell(&format!("position startpos moves {}", words.join(" ")));
        }
        assert!(impossible > 0, "{}: no impossible word was tried", variant.name);
        client.close();
    }
}

#[test]
fn who_looks() {
    for variant in VARIANTS {
        let mut client = Client::of(variant.name);
        for name in variant.seats.iter().chain(["all"].iter()) {
            assert_eq!(client.ask(&format!("viewer {name}")), format!("viewer {name}"));
            assert_eq!(client.state()["viewer"], **name);
        }
        assert!(client.ask("viewer nobody").starts_with("error unknown-seat nobody "));
        client.close();
    }
}

#[test]
fn the_table_is_repeatable_with_a_seed() {
    for variant in VARIANTS.iter().filter(|variant| (variant.events)()) {
        let mut thrown = Vec::new();
        for seed in [7, 7, 8] {
            let mut client = Client::of(variant.name);
            client.tell(&format!("setoption name Seed value {seed}"));
            client.tell("ucinewgame");
            let mut dice = Dice(1);
            let mut words = String::new();
            for _ in 0..300 {
                let reply = match client.state()["actor"].as_str() {
                    None => break,
                    Some("table") => {
                        // A search knows nothing of the table's generator and takes nothing from it.
                        client.go("depth 1");
                        let reply = client.ask("throw");
                        words += reply.split(' ').nth(1).unwrap();
                        continue;
                    }
                    Some(_) => {
                        let actions = client.actions();
                        format!("play {}", dice.pick(&actions))
                    }
                };
                client.ask(&reply);
            }
            thrown.push(words);
            client.close();
        }
        assert!(!thrown[0].is_empty());
        assert_eq!(thrown[0], thrown[1], "{}", variant.name);
        assert_ne!(thrown[0], thrown[2], "{}", variant.name);
    }
}

#[test]
fn show_and_eval() {
    for variant in VARIANTS {
        let mut client = Client::of(variant.name);
        client.say("d");
        let lines = client.until("To act: ");
        assert!(lines.iter().any(|line| line.starts_with("Fen: ")));
        assert!(lines.iter().any(|line| line.starts_with("Key: ")));
        if client.state()["actor"] != "table" {
            let line = client.ask("eval");
            let words: Vec<&str> = line.split(' ').collect();
            assert!(matches!(words[..], ["eval", _, "cp", _]), "{line}");
            assert!(words[3].parse::<i32>().unwrap().abs() <= 20_000);
        }
        client.close();
    }
}

#[test]
fn a_count_is_divided_by_the_event_that_is_pending() {
    let mut client = Client::of("warchess");
    client.tell("position fen 4k3/8/8/3p4/4P3/8/8/4K3 w -/- -/- 0 0 1 moves e4d5");
    client.say("perft 2");
    let whole = client.hear();
    client.say("divide 2");
    let lines = client.until("Nodes searched: ");
    assert_eq!(lines.last(), Some(&whole));
    let counts: Vec<(&str, u64)> = lines[..lines.len() - 2]
        .iter()
        .filter_map(|line| line.split_once(": ").map(|(word, count)| (word, count.parse().unwrap())))
        .collect();
    assert!(!counts.is_empty() && counts.iter().all(|(word, _)| word.starts_with('#')), "{lines:?}");
    assert_eq!(whole, format!("Nodes searched: {}", counts.iter().map(|(_, count)| count).sum::<u64>()));
    client.close();
    let mut client = Client::of("battlechess");
    client.tell("position startpos moves K@e1 P@d2 P@e2 P@f2");
    for command in ["divide 2", "go perft 2"] {
        client.say(command);
        assert!(client.hear().starts_with("error sample-only "), "{command}");
    }
    client.close();
}

#[test]
fn helpmates() {
    let mut client = Client::of("chess");
    // The shortest game: 1. f3 e5 2. g4 Qh4.
    client.say("helpmate 3");
    assert_eq!(client.hear(), "helpmate none");
    client.say("helpmate 4");
    let line = client.hear();
    let words = line.strip_prefix("helpmate 4 ").expect(&line);
    let reply = client.ask(&format!("play {words}"));
    assert!(reply.ends_with("actor none result 0-1 reason checkmate"), "{reply}");
    client.tell("position startpos");
    client.say("helpmate 100");
    assert!(client.hear().starts_with("helpmate 4 "));
    client.close();
}

#[test]
fn what_the_viewer_cannot_see_changes_nothing() {
    for variant in VARIANTS.iter().filter(|variant| variant.hidden) {
        assert_eq!(variant.name, "battlechess", "deals are written for this variant");
        let white = "K@e1 P@d2 P@e2 P@f2 #A23789X K@e8 P@d7 P@e7 P@f7";
        for moves in ["", "e2e4 e7e5", "e2e4 draw #?", "9:b1"] {
            let mut outputs = Vec::new();
            // Three hands of Black's, one of them unknown to the daemon itself.
            for black in ["#456TJQK", "#2345566", "#???????"] {
                let mut client = Client::of(variant.name);
                client.tell("setoption name Seed value 5");
                client.ask("viewer white");
                // What Black draws is another card each time, too.
                let drawn = if black.contains('?') { "#?" } else { &black[..2] };
                let moves = moves.replace("#?", drawn);
                client.tell(&format!("position startpos moves {white} {black} {moves}"));
                let mut output = vec![client.ask("state"), client.ask("actions"), client.ask("eval")];
                output.extend(common::timeless(&client.go("nodes 2000")));
                outputs.push(output);
                client.close();
            }
            assert!(outputs.windows(2).all(|pair| pair[0] == pair[1]), "{moves}: {outputs:#?}");
        }
    }
}
