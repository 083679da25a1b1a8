//! What any UCI client may rely on, each promise for every variant, through the real daemon.

mod common;

use banneret::variants::VARIANTS;
use common::{Client, Dice, best, field, informed, timeless};
use std::collections::HashSet;
use std::time::Duration;

/// What follows a word from the start position, the table's part by its own generator, as a list of words.
fn random_play(client: &mut Client, dice: &mut Dice, steps: usize) -> Vec<String> {
    client.tell("position startpos");
    let mut words = Vec::new();
    for _ in 0..steps {
        let reply = match client.state()["actor"].as_str() {
            None => break,
            Some("table") => client.ask("throw"),
            Some(_) => {
                let actions = client.actions();
                if actions.is_empty() {
                    break;
                }
                let word = dice.pick(&actions);
                client.ask(&format!("play {word}"))
            }
        };
        words.push(reply.split(' ').nth(1).unwrap().to_owned());
    }
    words
}

#[test]
fn the_handshake_and_its_grammar() {
    let mut client = Client::new();
    for _ in 0..2 {
        client.say("uci");
        let lines = client.until("uciok");
        assert!(lines[0].starts_with("id name banneret "));
        assert!(lines[1].starts_with("id author "));
        let mut names = HashSet::new();
        for line in &lines[2..lines.len() - 1] {
            let rest = line.strip_prefix("option name ").expect(line);
            let (name, rest) = rest.split_once(" type ").expect(line);
            assert!(names.insert(name.to_owned()), "{name} twice");
            let words: Vec<&str> = rest.split(' ').collect();
            match words[0] {
                "check" => assert!(matches!(words[1..], ["default", "true" | "false"]), "{line}"),
                "button" => assert_eq!(words.len(), 1, "{line}"),
                "spin" => {
                    assert!(matches!(words[1..], ["default", _, "min", _, "max", _]), "{line}");
                    let [default, min, max] = [2, 4, 6].map(|index| words[index].parse::<i64>().unwrap());
                    assert!(min <= default && default <= max, "{line}");
                }
                "combo" => {
                    let vars: Vec<&str> = rest.split(" var ").skip(1).collect();
                    assert!(vars.contains(&words[2]), "{line}");
                }
                other => panic!("{line}: {other} is no type"),
            }
        }
        for name in [
            "Hash",
            "Threads",
            "MultiPV",
            "Ponder",
            "Move Overhead",
            "Clear Hash",
            "UCI_Variant",
            "UCI_Chess960",
            "UCI_AnalyseMode",
            "UCI_ShowWDL",
            "UCI_LimitStrength",
            "UCI_Elo",
            "Seed",
        ] {
            assert!(names.contains(name), "{name} is missing");
        }
    }
    assert!(client.close().is_empty());
}

#[test]
fn white_space_line_ends_and_blank_lines() {
    let mut client = Client::new();
    client.bytes(b"\r\n\n  \t\n\t isready \t\r\nposition\tstartpos  moves\te2e4\r\nisready\n");
    assert_eq!(client.until("readyok"), ["readyok"]);
    assert_eq!(client.until("readyok"), ["readyok"]);
    client.say("d");
    assert!(client.until("To act").last().unwrap().contains("black"));
    // The last line may lack its end.
    client.bytes(b"isready");
    assert_eq!(client.close(), ["readyok"]);
}

#[test]
fn bad_bytes_and_long_lines_are_errors_and_no_more() {
    let mut client = Client::new();
    client.bytes(b"\xff\xfeuci\n\0\0\n");
    assert_eq!(client.hear(), "info string error not-utf8 - a line is UTF-8");
    assert!(client.hear().starts_with("info string error unknown-command "));
    let long = format!("position startpos moves {}\n", "e2e4 ".repeat(300_000));
    client.bytes(long.as_bytes());
    assert_eq!(client.hear(), "info string error line-too-long - a line may have 1 MiB");
    client.tell("stop");
    assert!(client.close().is_empty());
}

#[test]
fn unknown_commands_are_reported_and_ignored() {
    let mut client = Client::new();
    assert_eq!(client.ask("xyzzy 1 2"), "info string error unknown-command xyzzy there is no such command");
    assert!(client.ask("state").starts_with("info string error unknown-command state "));
    client.tell("register later");
    client.tell("debug on junk");
    client.tell("debug off");
    client.tell("stop");
    client.tell("ponderhit");
    assert!(client.close().is_empty());
}

#[test]
fn every_answer_is_informed_and_the_move_is_legal() {
    for variant in VARIANTS {
        let mut client = Client::of(variant.name);
        let mut dice = Dice(5);
        for game in 0..3 {
            let words = random_play(&mut client, &mut dice, 10 + 30 * game);
            let actions = client.actions();
            for fields in [
                "depth 1",
                "nodes 1",
                "nodes 2000",
                "movetime 1",
                "movetime 30",
                "depth 3 nodes 20000",
                "mate 1 nodes 5000",
            ] {
                let lines = client.go(fields);
                let word = best(lines.last().unwrap());
                if actions.is_empty() {
                    assert_eq!(word, "(none)", "{}: {words:?}", variant.name);
                } else {
                    assert!(informed(&lines), "{} {fields}: {lines:?}", variant.name);
                    let first = word.split(',').next().unwrap();
                    assert!(actions.iter().any(|action| action == first), "{} {words:?}: {word}", variant.name);
                    // The whole turn can be played, and what is pondered on after it.
                    let ponder = lines.last().unwrap().split(" ponder ").nth(1).unwrap_or_default();
                    let reply = client.ask(&format!("play {word} {ponder}"));
                    assert!(reply.starts_with("played "), "{}: {reply}", variant.name);
                    client.ask(&format!("undo {}", reply.split(" actor ").next().unwrap().split(' ').count() - 1));
                }
            }
        }
        assert!(client.close().is_empty());
    }
}

#[test]
fn a_bestmove_carries_the_whole_turn() {
    for variant in VARIANTS {
        let mut client = Client::of(variant.name);
        let mut dice = Dice(11);
        for _ in 0..6 {
            random_play(&mut client, &mut dice, 25);
            let before = client.state()["actor"].clone();
            if before.is_null() || before == "table" || client.actions().is_empty() {
                continue;
            }
            let lines = client.go("nodes 3000");
            let reply = client.ask(&format!("play {}", best(lines.last().unwrap())));
            // Who is to act after it is somebody else, the table, or nobody; or a new turn has come to the same seat, as to one that has
            // answered last.
            let state = client.state();
            let new_turn = state["moves"] == serde_json::json!([]);
            assert!(new_turn || state["actor"] != before, "{}: {reply}", variant.name);
        }
        client.close();
    }
}

#[test]
fn searchmoves_are_kept_to() {
    for variant in VARIANTS {
        let mut client = Client::of(variant.name);
        let actions = client.actions();
        for action in actions.iter().take(6) {
            let lines = client.go(&format!("nodes 500 searchmoves {action}"));
            let first = best(lines.last().unwrap()).split(',').next().unwrap().to_owned();
            assert_eq!(&first, action, "{}", variant.name);
        }
        let lines = client.go("depth 1 searchmoves nonsense");
        assert!(lines[0].starts_with("error bad-word nonsense searchmoves"), "{lines:?}");
        assert_eq!(lines.last().unwrap(), "bestmove (none)");
        client.close();
    }
}

#[test]
fn more_lines_than_moves_are_as_many_as_there_are() {
    let mut client = Client::of("chess");
    client.tell("setoption name MultiPV value 256");
    // Three moves: two of the king, one of the pawn.
    client.tell("position fen 7k/8/8/8/8/p7/8/K7 w - - 0 1");
    let actions = client.actions();
    let lines = client.go("depth 4");
    let firsts: HashSet<&str> = lines
        .iter()
        .filter(|line| field(line, "depth") == Some("4") && line.contains(" pv "))
        .map(|line| line.split(" pv ").nth(1).unwrap().split(' ').next().unwrap())
        .collect();
    assert_eq!(firsts.len(), actions.len(), "{lines:?}");
    client.close();
}

#[test]
fn odd_clocks_mean_at_once() {
    for variant in VARIANTS {
        let mut client = Client::of(variant.name);
        let zeros = vec!["0"; variant.seats.len()].join(" ");
        let below = vec!["-5"; variant.seats.len()].join(" ");
        for fields in [
            "wtime -1 btime -1".to_owned(),
            "wtime 0 btime 0 winc 0 binc 0".to_owned(),
            "wtime -99999999999999999999 btime -99999999999999999999".to_owned(),
            "wtime 1 btime 1 movestogo 1".to_owned(),
            "winc 0".to_owned(),
            "movetime 0".to_owned(),
            "movetime -3".to_owned(),
            format!("ptime {zeros} pinc {zeros}"),
            format!("ptime {below}"),
        ] {
            let start = std::time::Instant::now();
            let lines = client.go(&fields);
            assert_ne!(best(lines.last().unwrap()), "(none)", "{} {fields}", variant.name);
            assert!(informed(&lines), "{} {fields}: {lines:?}", variant.name);
            assert!(start.elapsed() < Duration::from_secs(2), "{} {fields}: {:?}", variant.name, start.elapsed());
        }
        let lines = client.go("ptime 5 pinc");
        assert!(lines[0].starts_with("error bad-number ptime"), "{lines:?}");
        client.close();
    }
}

#[test]
fn a_position_is_all_or_nothing() {
    let mut client = Client::new();
    client.tell("position startpos moves e2e4 e7e5");
    let refused = client.ask("position startpos moves e2e4 e7e5 e4e5 g1f3");
    assert!(refused.starts_with("info string error illegal e4e5 word 3: "), "{refused}");
    let lines = client.go("depth 1");
    assert!(lines[0].starts_with("info string error no-position go "), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "bestmove (none)");
    assert!(client.ask("d").starts_with("info string error no-position d "));
    let refused = client.ask("position startpos moves e2e4,e7e5,what");
    assert!(refused.starts_with("info string error bad-word what word 3: "), "{refused}");
    // Every reason is given: no king, a bad side, and more.
    let refused = client.ask("position fen 8/8/8/8/8/8/8/8 x - - 0 1");
    assert!(refused.starts_with("info string error bad-fen fen ") && refused.contains("; "), "{refused}");
    client.tell("position startpos moves e2e4,e7e5 g1f3");
    assert_ne!(best(client.go("depth 1").last().unwrap()), "(none)");
    client.close();
}

#[test]
fn a_position_may_be_warned_about() {
    let fen = "4k3/pppp4/8/8/8/8/PPPPPPPP/NNNNNNNK w -/- N/- 0 0 1";
    let sentence = "white has 32 points, more than the 30 of an army (clause 24)";
    let mut client = Client::new();
    client.say("setoption name UCI_Variant value warchess");
    client.fence();
    assert_eq!(client.ask(&format!("position fen {fen}")), format!("info string warning {sentence}"));
    // The same again with the moves since, as clients send it: once is enough.
    client.tell(&format!("position fen {fen} moves a2a3 end"));
    // A ready army breaks nothing.
    client.tell("position startpos");
    // The extension has the same in `state`.
    client.say("xuci");
    client.until("xuciok");
    client.tell(&format!("position fen {fen} moves a2a3 end"));
    assert_eq!(client.state()["warning"], sentence);
    client.close();
}

#[test]
fn finished_games_have_no_move() {
    let mut client = Client::new();
    for (fen, score) in [("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "mate 0"), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0")] {
        client.tell(&format!("position fen {fen}"));
        let lines = client.go("depth 5");
        assert_eq!(lines.last().unwrap(), "bestmove (none)", "{fen}");
        assert!(lines[0].contains(&format!(" score {score} ")), "{fen}: {lines:?}");
    }
    client.close();
}

#[test]
fn a_draw_by_the_rules_of_the_match_is_told_and_does_not_silence_the_engine() {
    let mut client = Client::of("chess");
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
    for (position, reason) in [
        ("fen 7k/8/6K1/8/8/8/8/R7 w - - 100 90".to_owned(), "fifty"),
        (format!("startpos moves {shuffle}"), "repetition"),
    ] {
        client.tell(&format!("position {position}"));
        let state = client.state();
        assert_eq!((state["result"].as_str(), state["reason"].as_str()), (Some("1/2-1/2"), Some(reason)), "{position}");
        assert!(state["actor"].is_null() && state["due"].is_null());
        assert_ne!(best(client.go("depth 2").last().unwrap()), "(none)", "{position}");
    }
    // Moves past it are accepted; the result is that of the last position.
    client.tell(&format!("position startpos moves {shuffle} e2e4"));
    assert_eq!(client.state()["result"], "*");
    client.close();
}

#[test]
fn infinite_and_ponder_never_answer_by_themselves() {
    let silence = Duration::from_millis(150);
    for fen in ["startpos", "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "fen k7/8/1K6/8/8/8/8/7R w - - 0 1"] {
        for (fields, end) in [
            ("infinite", "stop"),
            ("infinite depth 1", "stop"),
            ("infinite movetime 1", "stop"),
            ("ponder wtime 10 btime 10", "stop"),
            ("ponder wtime 10 btime 10", "ponderhit"),
            ("ponder depth 1", "ponderhit"),
            ("ponder movetime 1", "ponderhit"),
        ] {
            let mut client = Client::new();
            client.tell(&format!("position {fen}"));
            client.say(&format!("go {fields}"));
            let start = std::time::Instant::now();
            while let Some(left) = silence.checked_sub(start.elapsed()) {
                if let Some(line) = client.hear_within(left) {
                    assert!(!line.starts_with("bestmove"), "{fen} {fields}: {line}");
                }
            }
            client.say(end);
            client.until("bestmove ");
            assert!(client.fence().is_empty());
            client.close();
        }
    }
}

#[test]
fn while_searching() {
    for variant in VARIANTS {
        let mut client = Client::of(variant.name);
        client.say("go infinite");
        client.until("info depth");
        for _ in 0..20 {
            client.say("isready");
            client.until("readyok");
        }
        for command in
            ["position startpos", "go depth 1", "setoption name Hash value 1", "ucinewgame", "play a", "undo"]
        {
            client.say(command);
            let lines = client.until("error ");
            let word = command.split(' ').next().unwrap();
            assert!(lines.last().unwrap().starts_with(&format!("error busy {word} ")), "{lines:?}");
        }
        client.say("stop");
        client.until("bestmove ");
        assert!(client.fence().is_empty());
        assert!(client.close().is_empty());
    }
}

#[test]
fn the_end_of_the_input_and_quit_stop_the_search_and_print_its_move() {
    for variant in VARIANTS {
        for quit in [true, false] {
            let mut client = Client::of(variant.name);
            client.say("go infinite");
            client.until("info depth");
            if quit {
                client.say("quit");
            }
            let lines = client.close();
            assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{lines:?}");
        }
    }
}

#[test]
fn a_thousand_bursts_have_a_thousand_answers_each_legal_in_its_own_position() {
    let mut client = Client::of("chess");
    // Positions that share no legal move, so that an answer to another one shows.
    let positions = [
        "position startpos",
        "position startpos moves e2e4",
        "position fen 4k3/8/8/8/8/8/8/R3K3 b - - 0 1",
        "position fen 8/8/8/3k4/8/8/8/K6q w - - 0 1",
    ];
    let legal: Vec<HashSet<String>> = positions
        .iter()
        .map(|position| {
            client.tell(position);
            client.actions().into_iter().collect()
        })
        .collect();
    for (index, some) in legal.iter().enumerate() {
        assert!(legal[..index].iter().all(|other| other.is_disjoint(some)));
    }
    let bursts = 1000;
    for burst in 0..bursts {
        let fields = ["infinite", "depth 30", "wtime 1000 btime 1000", "ponder"][burst / 4 % 4];
        client.say(&format!("{}\ngo {fields}\nstop", positions[burst % 4]));
    }
    let mut answers = 0;
    while answers < bursts {
        let line = client.hear();
        assert!(!line.starts_with("error"), "{line}");
        if line.starts_with("bestmove ") {
            assert!(legal[answers % 4].contains(best(&line)), "{answers}: {line}");
            answers += 1;
        }
    }
    assert!(client.fence().is_empty());
    client.close();
}

#[test]
fn one_thread_a_seed_and_nodes_give_the_same_output_every_time() {
    for variant in VARIANTS {
        let mut outputs = Vec::new();
        for _ in 0..2 {
            let mut client = Client::of(variant.name);
            client.tell("setoption name Seed value 42");
            for _ in 0..2 {
                client.tell("ucinewgame");
                client.tell("position startpos");
                outputs.push(timeless(&client.go("nodes 20000")));
            }
            client.close();
        }
        assert!(outputs.windows(2).all(|pair| pair[0] == pair[1]), "{}: {outputs:#?}", variant.name);
    }
}

#[test]
fn the_variant_line_comes_after_a_change_and_only_then() {
    let mut client = Client::new();
    client.tell("setoption name UCI_Variant value chess");
    client.tell("setoption name UCI_Variant value standard");
    for variant in VARIANTS.iter().skip(1) {
        let line = client.ask(&format!("setoption name uci_variant value {}", variant.name));
        let rest = line.strip_prefix(&format!("info string variant {} files ", variant.name)).expect(&line);
        let words: Vec<&str> = rest.split(' ').collect();
        assert!(matches!(words[..7], [_, "ranks", _, "pocket", _, "template", _]), "{line}");
        assert_eq!(words[7], "startpos", "{line}");
        // What XBoard reads of the start position: as many rows as ranks, each as wide as the board has files.
        let [files, ranks]: [usize; 2] = [0, 2].map(|index| words[index].parse().unwrap());
        let board = words[8].split('[').next().unwrap();
        let rows: Vec<&str> = board.split('/').collect();
        assert_eq!(rows.len(), ranks, "{line}");
        for row in rows {
            assert_eq!(width(row), files, "{line}: {row}");
        }
        client.tell(&format!("setoption name UCI_Variant value {}", variant.name));
        let back = client.ask("setoption name UCI_Variant value standard");
        assert!(
            back.starts_with("info string variant chess files 8 ranks 8 pocket 0 template chess startpos rnbqkbnr/"),
            "{back}"
        );
    }
    assert!(client.ask("setoption name UCI_Variant value go").starts_with("info string error unknown-variant go "));
    assert!(client.ask("setoption name Nothing value 1").starts_with("info string error unknown-option Nothing "));
    assert!(client.ask("setoption name Hash value x").starts_with("info string error bad-value x "));
    client.close();
}

/// The width of a FEN row; `5*3` is five squares and three holes, a number alone is that many squares.
fn width(row: &str) -> usize {
    let mut width = 0;
    let mut number = 0;
    for c in row.chars() {
        match c {
            '0'..='9' => number = number * 10 + c.to_digit(10).unwrap() as usize,
            '+' => {}
            '*' if number > 0 => {
                // XBoard counts the digits as squares and each star as a hole.
                width += number + 1;
                number = 0;
            }
            _ => {
                width += number + 1;
                number = 0;
            }
        }
    }
    width + number
}

#[test]
fn counts() {
    let mut client = Client::new();
    client.say("go perft 3");
    let lines = client.until("Nodes searched");
    let counts = &lines[..lines.len() - 2];
    assert_eq!(counts.len(), 20);
    assert!(counts.windows(2).all(|pair| pair[0] < pair[1]), "sorted by word");
    assert_eq!(counts[0], "a2a3: 380");
    assert_eq!(lines[lines.len() - 2..], ["", "Nodes searched: 8902"]);
    client.say("divide 3");
    assert_eq!(client.until("Nodes searched"), lines);
    client.say("perft 3");
    assert_eq!(client.hear(), "Nodes searched: 8902");
    client.say("perft 0");
    assert_eq!(client.hear(), "Nodes searched: 1");
    assert!(client.ask("perft 201").starts_with("info string error bad-number 201 "));
    // A long one is stopped, and the daemon listens meanwhile.
    client.say("perft 30");
    assert!(client.fence().is_empty());
    client.say("stop");
    assert_eq!(client.hear(), "info string error stopped perft stopped");
    // Commands wait for a count instead of being refused, as they do where counts hold the daemon up.
    client.say("go perft 4\nposition startpos moves e2e4\ngo perft 1\nposition startpos\nperft 1");
    assert_eq!(client.until("Nodes searched").pop().unwrap(), "Nodes searched: 197281");
    assert_eq!(client.until("Nodes searched").pop().unwrap(), "Nodes searched: 20");
    assert_eq!(client.hear(), "Nodes searched: 20");
    // Also when the input ends before it is done.
    client.say("perft 5");
    assert_eq!(client.close(), ["Nodes searched: 4865609"]);
}

#[test]
fn bench_ends_with_nodes_and_rate() {
    let mut client = Client::new();
    client.say("bench 2");
    let mut total = 0;
    for variant in VARIANTS {
        let line = client.hear();
        assert!(line.starts_with(&format!("bench {} depth 2 nodes ", variant.name)), "{line}");
        total += field(&line, "nodes").unwrap().parse::<u64>().unwrap();
    }
    let last = client.hear();
    let words: Vec<&str> = last.split(' ').collect();
    assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{last}");
    assert_eq!(words[0].parse(), Ok(total));
    client.close();
}

/// XBoard stops reading a FEN at a letter it does not know, and shows the set-up of chess from there on.
#[test]
fn the_line_for_boards_of_chess_has_only_pieces_they_know() {
    // The letters of XBoard's variant `fairy`, from its table of pieces; `crazyhouse` has those of chess.
    const FAIRY: &str = "PNBRQFEACWMOHIJGDVLSUK";
    for variant in VARIANTS {
        let line = (variant.announce)(&Default::default());
        let words: Vec<&str> = line.split_whitespace().collect();
        let word_after = |name: &str| words[words.iter().position(|word| *word == name).unwrap() + 1];
        let known = if word_after("template") == "fairy" { FAIRY } else { "PNBRQK" };
        let letters = word_after("startpos").chars().filter(char::is_ascii_alphabetic);
        let unknown: String = letters.filter(|letter| !known.contains(letter.to_ascii_uppercase())).collect();
        assert_eq!(unknown, "", "{line}");
    }
}
