//! Whole matches: repeatable, resumable, safe against being killed, in every variant.

mod common;

use banneret_match::record;
use common::{fail, folder, games, match_words, player, referee, run, text};
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

fn words<'a>(variant: &'a str, players: &'a [Vec<String>; 2], out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let mut all = match_words(variant, &players[0], &players[1], out, more);
    all.extend(["--ratinginterval", "0", "--maxmoves", "60"]);
    all
}

fn random_and_greedy() -> [Vec<String>; 2] {
    [player("random", "random", "nodes=1"), player("greedy", "greedy", "nodes=200")]
}

#[test]
fn every_variant_is_played_and_replayed() {
    for variant in banneret_match::rules::names() {
        let out = folder(&format!("variant-{variant}"));
        let players = [player("uct", "uct", "nodes=3"), player("greedy", "greedy", "nodes=100")];
        let told = run(&words(variant, &players, &out, &["--openings", "random=2"]));
        let games = games(&out);
        assert_eq!(games.len(), 2, "{told}");
        for game in &games {
            assert!(game.offender.is_none(), "{variant}: {} {:?}", game.reason, game.detail);
            record::replay(game).unwrap_or_else(|reason| panic!("{variant}: {reason}"));
        }
        // The same opening, then the seats swapped.
        assert_eq!((&games[0].fen, &games[0].opening), (&games[1].fen, &games[1].opening));
        assert_eq!(games[0].players[0].name, games[1].players[1].name);
        let pgn = fs::read_to_string(out.join("games.pgn")).unwrap();
        let read = record::parse(&pgn).unwrap();
        assert_eq!(read, games, "text and JSON say the same");
        let both = run(&["replay", out.join("games.pgn").to_str().unwrap(), out.join("games.jsonl").to_str().unwrap()]);
        assert_eq!(both, "4 games, 0 wrong\n");
        assert!(fs::read_to_string(out.join("score.svg")).unwrap().contains("<polyline"));
    }
}

#[test]
fn the_same_seed_gives_the_same_record_with_any_number_of_workers() {
    let players = random_and_greedy();
    let files = ["1", "1", "2"].iter().enumerate().map(|(index, workers)| {
        let out = folder(&format!("same-{index}"));
        run(&words("arena42", &players, &out, &["--rounds", "4", "--openings", "random=2", "--concurrency", workers]));
        (fs::read(out.join("games.pgn")).unwrap(), fs::read(out.join("games.jsonl")).unwrap())
    });
    let files: Vec<_> = files.collect();
    assert!(!files[0].0.is_empty() && files[0] == files[1], "twice");
    assert_eq!(files[0], files[2], "with one worker and with two");
    let other = folder("same-other");
    run(&words("arena42", &players, &other, &["--rounds", "4", "--openings", "random=2", "--seed", "2"]));
    assert_ne!(files[0].0, fs::read(other.join("games.pgn")).unwrap(), "another seed, another match");
}

#[test]
fn a_killed_match_loses_nothing_finished_and_is_resumed() {
    let players = random_and_greedy();
    let whole = folder("kill-whole");
    let more = ["--rounds", "10", "--openings", "random=2"];
    run(&words("arena42", &players, &whole, &more));
    let out = folder("kill");
    let mut child =
        referee(&words("arena42", &players, &out, &more)).stdout(std::process::Stdio::null()).spawn().unwrap();
    let lines = || fs::read_to_string(out.join("games.jsonl")).unwrap_or_default();
    while lines().lines().count() < 3 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it could be killed");
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = lines();
    let finished = before.lines().count();
    assert!((3..20).contains(&finished), "{finished}");
    // As if the kill had come in the middle of a line.
    fs::write(out.join("games.jsonl"), format!("{before}{{\"pair\":9,\"ga")).unwrap();
    let again = fail(&words("arena42", &players, &out, &more));
    assert!(again.contains("holds a match already"), "{again}");
    let told = run(&["--resume", "--out", out.to_str().unwrap()]);
    let played =
        told.lines().filter(|line| [": 1-0 ", ": 0-1 ", ": 1/2-1/2 "].iter().any(|end| line.contains(end))).count();
    assert_eq!(played, 20 - finished, "only what is missing is played:\n{told}");
    for file in ["games.jsonl", "games.pgn", "score.svg"] {
        assert_eq!(fs::read(out.join(file)).unwrap(), fs::read(whole.join(file)).unwrap(), "{file}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_in_good_order() {
    let players = [player("uct", "one", "nodes=200"), player("uct", "two", "nodes=200")];
    let out = folder("interrupt");
    let command = words("arena42", &players, &out, &["--rounds", "1000"]);
    let child =
        referee(&command).stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    while fs::read_to_string(out.join("games.jsonl")).unwrap_or_default().lines().count() < 1 {
        thread::sleep(Duration::from_millis(5));
    }
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("go on by --resume"), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("Ptnml(0-2)") || text(&output.stdout).contains("no game counted yet"));
    assert!(games(&out).iter().all(|game| record::replay(game).is_ok()));
}

#[test]
fn a_shard_is_what_the_whole_match_plays() {
    let players = random_and_greedy();
    let out = folder("shards");
    let more = ["--rounds", "4", "--openings", "random=2"];
    run(&words("arena42", &players, &out, &more));
    let job = out.join("job.json");
    let job = job.to_str().unwrap();
    let unused = folder("shards-unused");
    let printed = run(&words("arena42", &players, &unused, &[&more[..], &["--print-job"]].concat()));
    assert_eq!(printed, fs::read_to_string(job).unwrap());
    assert_eq!(run(&["shards", "--job", job]), "4\n");
    // In any order, one of them twice.
    let lines: String = ["2", "0", "3", "1", "0"].iter().map(|id| run(&["shard", "--job", job, "--id", id])).collect();
    let file = out.join("shards.jsonl");
    fs::write(&file, &lines).unwrap();
    let merged = folder("shards-merged");
    run(&["merge", "--job", job, file.to_str().unwrap(), "--out", merged.to_str().unwrap()]);
    for name in ["games.jsonl", "games.pgn"] {
        assert_eq!(fs::read(out.join(name)).unwrap(), fs::read(merged.join(name)).unwrap(), "{name}");
    }
    fs::write(&file, lines.lines().next().unwrap()).unwrap();
    let missing = fail(&["merge", "--job", job, file.to_str().unwrap()]);
    assert!(missing.contains("3 of 4 shards are missing: 0 1 3"), "{missing}");
    assert!(fail(&["shard", "--job", job, "--id", "4"]).contains("there is no shard 4"));
}

#[test]
fn the_shards_of_a_perft_make_the_published_count() {
    let out = folder("perft-job");
    fs::create_dir_all(&out).unwrap();
    let job = out.join("job.json");
    fs::write(&job, run(&["perft-job", "--variant", "chess", "--depth", "4", "--split", "1"])).unwrap();
    let job = job.to_str().unwrap();
    assert_eq!(run(&["shards", "--job", job]), "20\n");
    let lines: String = (0..20).rev().map(|id| run(&["shard", "--job", job, "--id", &id.to_string()])).collect();
    let file = out.join("lines");
    fs::write(&file, lines).unwrap();
    assert_eq!(run(&["merge", "--job", job, file.to_str().unwrap()]), "Nodes searched: 197281\n");
}

#[test]
fn a_tournament_has_a_cross_table() {
    let out = folder("tournament");
    let out = out.to_str().unwrap();
    let engine = |name: &str| player(if name == "greedy" { "greedy" } else { "random" }, name, "nodes=100");
    let engines = ["greedy", "one", "two"].map(engine);
    for (kind, encounters) in [("roundrobin", 3), ("gauntlet", 2)] {
        let _ = fs::remove_dir_all(out);
        let mut all = vec!["--variant", "arena42", "--tournament", kind, "--out", out, "--openings", "random=2"];
        all.extend(["--ratinginterval", "0", "--maxmoves", "60"]);
        for engine in &engines {
            all.push("--engine");
            all.extend(engine.iter().map(String::as_str));
        }
        let told = run(&all);
        assert_eq!(games(Path::new(out)).len(), 2 * encounters);
        let rows: Vec<_> =
            told.lines().filter(|line| line.trim_start().starts_with(['1', '2', '3']) && line.contains('%')).collect();
        assert_eq!(rows.len(), 3, "{told}");
    }
}

#[test]
fn doubles_with_an_engine_a_seat_plays_every_rotation() {
    let out = folder("doubles");
    let engines = ["a", "b", "c", "d"].map(|name| player("random", name, "nodes=1"));
    let mut all = vec!["--variant", "warrior-doubles", "--out", out.to_str().unwrap(), "--openings", "random=2"];
    all.extend(["--maxmoves", "30", "--ratinginterval", "0"]);
    for engine in &engines {
        all.push("--engine");
        all.extend(engine.iter().map(String::as_str));
    }
    let told = run(&all);
    let games = games(&out);
    let seats: Vec<String> =
        games.iter().map(|game| game.players.iter().map(|player| player.name.as_str()).collect()).collect();
    assert_eq!(seats, ["abcd", "bcda", "cdab", "dabc"]);
    assert!(games.iter().all(|game| record::replay(game).is_ok() && game.opening == games[0].opening));
    assert!(told.contains("a+c vs b+d: warrior-doubles") && told.contains("Games: 4,"), "{told}");
    let pairs = told.lines().find_map(|line| line.strip_prefix("Ptnml(0-2): [")).unwrap();
    let pairs: u32 = pairs.trim_end_matches(']').split(", ").map(|count| count.parse::<u32>().unwrap()).sum();
    assert_eq!(pairs, 2);
}

#[test]
fn dice_fall_alike_in_both_games_of_a_pair() {
    let out = folder("dice");
    let players = [player("random", "one", "nodes=1"), player("random", "two", "nodes=1")];
    run(&words("warchess", &players, &out, &["--rounds", "6"]));
    let games = games(&out);
    let firsts =
        |game: &record::Record| game.steps.iter().find(|step| step.seat.is_none()).map(|step| step.words.clone());
    let pairs: Vec<_> = games.chunks(2).filter_map(|pair| Some((firsts(&pair[0])?, firsts(&pair[1])?))).collect();
    assert!(pairs.len() >= 3, "dice are thrown");
    assert!(pairs.iter().all(|(one, other)| one == other), "{pairs:?}");
    assert!(pairs.iter().any(|(one, _)| *one != pairs[0].0), "but not from pair to pair: {pairs:?}");
}

#[test]
fn json_lines_are_for_programs() {
    let players = random_and_greedy();
    let out = folder("json");
    let told = run(&words("arena42", &players, &out, &["--json", "--sprt", "elo0=0", "elo1=400"]));
    let lines: Vec<serde_json::Value> = told.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let types: Vec<_> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
    assert_eq!(types, ["game", "game", "end"]);
    assert_eq!(lines[2]["encounters"][0]["games"], 2);
    assert!(lines[2]["sprt"]["llr"].is_number());
}

#[test]
fn clocks_are_kept_in_real_time() {
    let players = [player("uct", "one", "tc=2+0.05"), player("uct", "two", "st=0.03")];
    let out = folder("clocks");
    run(&words("arena42", &players, &out, &["--each", "timemargin=1000"]));
    for game in games(&out) {
        assert!(game.offender.is_none(), "{} {:?}", game.reason, game.detail);
        assert!(game.steps.iter().all(|step| step.seat.is_none() || step.ms.is_some()));
        let one = game.players.iter().position(|player| player.name == "one");
        let spent: u64 = game.steps.iter().filter(|step| step.seat == one).filter_map(|step| step.ms).sum();
        assert!(spent > 100 && spent < 7000, "{spent}");
    }
}
