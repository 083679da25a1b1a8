//! PGN-like text: tags, then the words of the game with what the engines said in braces after them.
//!
//! ```text
//! [Variant "warrior"]
//! …
//! 1. W@d4,end {red +0.31/5 12345n 0.102s} 2. W@e5,end {blue …} 1-0
//! ```
//!
//! A number begins a step: one engine's answer or one throw. Opening words come before the first number.

use super::{Player, Record, Step};
use crate::job::Task;
use std::fmt::Write as _;

/// Columns of a line of words.
const WIDTH: usize = 100;

/// Writes a game.
pub fn write(record: &Record) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let _ = writeln!(text, "[{name} \"{}\"]", escape(value));
    };
    tag("Event", &record.event);
    tag("Round", &format!("{}.{}", record.task.pair + 1, record.task.game + 1));
    tag("Variant", &record.variant);
    for (name, value) in &record.choices {
        tag(&format!("Option{name}"), value);
    }
    for player in &record.players {
        tag(&title(&player.seat), &player.name);
        tag(&format!("{}Version", title(&player.seat)), &player.version);
    }
    tag("Result", &record.result);
    tag("Termination", &record.reason);
    if let Some(player) = record.offender.and_then(|seat| record.players.get(seat)) {
        tag("Offender", &title(&player.seat));
    }
    if let Some(detail) = &record.detail {
        tag("Detail", detail);
    }
    tag("Seed", &record.seed.to_string());
    if let Some(fen) = &record.fen {
        tag("SetUp", "1");
        tag("FEN", fen);
    }
    text.push('\n');
    let mut tokens: Vec<String> = record.opening.clone();
    for (index, step) in record.steps.iter().enumerate() {
        tokens.push(format!("{}. {}", index + 1, step.words.join(",")));
        tokens.extend(comment(step, &record.players));
    }
    tokens.push(record.result.clone());
    wrap(&mut text, &tokens);
    text.push('\n');
    text
}

fn comment(step: &Step, players: &[Player]) -> Option<String> {
    let player = players.get(step.seat?)?;
    let mut words = vec![player.seat.clone()];
    let score = match (step.info.cp, step.info.mate) {
        (_, Some(mate)) => format!("{}M{}", sign(mate), mate.unsigned_abs()),
        (Some(cp), None) => format!("{}{}.{:02}", sign(cp), cp.unsigned_abs() / 100, cp.unsigned_abs() % 100),
        (None, None) => "?".into(),
    };
    let depth = step.info.depth.map_or("?".into(), |depth| depth.to_string());
    if (score.as_str(), depth.as_str()) != ("?", "?") {
        words.push(format!("{score}/{depth}"));
    }
    words.extend(step.info.nodes.map(|nodes| format!("{nodes}n")));
    words.extend(step.ms.map(|ms| format!("{}.{:03}s", ms / 1000, ms % 1000)));
    Some(format!("{{{}}}", words.join(" ")))
}

fn sign(number: i64) -> char {
    if number < 0 { '-' } else { '+' }
}

fn wrap(text: &mut String, tokens: &[String]) {
    let mut column = 0;
    for token in tokens {
        let length = token.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(token);
        column += length;
    }
    text.push('\n');
}

/// The seat's name as a tag: `Red`.
fn title(seat: &str) -> String {
    let mut letters = seat.chars();
    letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str()).unwrap_or_default()
}

fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ")
}

/// Reads the games of a file. Seats are told by the tags that have a `…Version` beside them. From a `;` to the end of its line a
/// game is annotated for people, as in PGN; that is passed over.
///
/// # Errors
/// What is wrong, with the number of the line.
pub fn parse(text: &str) -> Result<Vec<Record>, String> {
    let mut games = Vec::new();
    let mut tags: Vec<(String, String)> = Vec::new();
    let mut body = String::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.starts_with(';') {
            continue;
        }
        if line.starts_with('[') && body.is_empty() {
            tags.push(parse_tag(line).ok_or_else(|| format!("line {}: `{line}` is no tag", index + 1))?);
        } else if !line.is_empty() {
            body.push_str(line.split(';').next().unwrap_or_default().trim_end());
            body.push(' ');
        } else if !body.is_empty() {
            games.push(game(&tags, &body).map_err(|reason| format!("game that ends in line {index}: {reason}"))?);
            tags.clear();
            body.clear();
        }
    }
    if !body.is_empty() || !tags.is_empty() {
        games.push(game(&tags, &body).map_err(|reason| format!("last game: {reason}"))?);
    }
    Ok(games)
}

fn parse_tag(line: &str) -> Option<(String, String)> {
    let (name, quoted) = line.strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
    let quoted = quoted.strip_prefix('"')?.strip_suffix('"')?;
    let mut value = String::new();
    let mut letters = quoted.chars();
    while let Some(letter) = letters.next() {
        value.push(if letter == '\\' { letters.next()? } else { letter });
    }
    Some((name.to_owned(), value))
}

fn game(tags: &[(String, String)], body: &str) -> Result<Record, String> {
    let find = |name: &str| tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.clone());
    let need = |name: &str| find(name).ok_or_else(|| format!("no tag `{name}`"));
    let round = need("Round")?;
    let number = |text: &str| text.parse::<u64>().ok()?.checked_sub(1);
    let task = round
        .split_once('.')
        .and_then(|(pair, game)| Some(Task { pair: number(pair)?, game: u32::try_from(number(game)?).ok()? }))
        .ok_or_else(|| format!("round `{round}`; expected pair.game, both from 1"))?;
    let player = |(tag, version): &(String, String)| {
        let seat = tag.strip_suffix("Version")?;
        Some(Player { seat: seat.to_ascii_lowercase(), name: find(seat)?, version: version.clone() })
    };
    let players: Vec<_> = tags.iter().filter_map(player).collect();
    let seat = |name: &str| players.iter().position(|player| player.seat.eq_ignore_ascii_case(name));
    let result = need("Result")?;
    let (opening, steps, end) = moves(body, &seat)?;
    if end != result {
        return Err(format!("the tag says {result}, the moves end with `{end}`"));
    }
    let first_side = seat("white").or(seat("red")).unwrap_or(0);
    let winner = match result.as_str() {
        "1-0" => Some(first_side % 2),
        "0-1" => Some(1 - first_side % 2),
        "1/2-1/2" => None,
        _ => return Err(format!("`{result}` is no result; expected 1-0, 0-1 or 1/2-1/2")),
    };
    let seed = need("Seed")?;
    let choice = |(tag, value): &(String, String)| Some((tag.strip_prefix("Option")?.to_owned(), value.clone()));
    Ok(Record {
        task,
        event: find("Event").unwrap_or_default(),
        variant: need("Variant")?,
        choices: tags.iter().filter_map(choice).collect(),
        seed: seed.parse().map_err(|_| format!("`{seed}` is no seed"))?,
        fen: find("FEN"),
        opening,
        steps,
        result,
        winner,
        reason: need("Termination")?,
        offender: find("Offender").and_then(|name| seat(&name)),
        detail: find("Detail"),
        last_lines: Vec::new(),
        players,
    })
}

type Moves = (Vec<String>, Vec<Step>, String);

fn moves(body: &str, seat: &dyn Fn(&str) -> Option<usize>) -> Result<Moves, String> {
    let (mut opening, mut steps, mut end) = (Vec::new(), Vec::<Step>::new(), String::new());
    let mut rest = body.trim();
    while !rest.is_empty() {
        if let Some(comment) = rest.strip_prefix('{') {
            let (comment, after) = comment.split_once('}').ok_or("a `{` is never closed")?;
            let step = steps.last_mut().ok_or("a comment before the first step")?;
            read_comment(step, comment, seat).ok_or_else(|| format!("`{{{comment}}}` is no comment of ours"))?;
            rest = after.trim_start();
            continue;
        }
        let (token, after) = rest.split_once(' ').unwrap_or((rest, ""));
        rest = after.trim_start();
        let is_number = token.strip_suffix('.').is_some_and(|digits| digits.parse::<u32>().is_ok());
        if is_number {
            steps.push(Step::default());
        } else if rest.is_empty() {
            end = token.to_owned();
        } else {
            let words = banneret::play::words(token).map(str::to_owned);
            match steps.last_mut() {
                None => opening.extend(words),
                Some(step) => step.words.extend(words),
            }
        }
    }
    Ok((opening, steps, end))
}

fn read_comment(step: &mut Step, comment: &str, seat: &dyn Fn(&str) -> Option<usize>) -> Option<()> {
    let mut words = comment.split_ascii_whitespace();
    step.seat = Some(seat(words.next()?)?);
    for word in words {
        if let Some((score, depth)) = word.split_once('/') {
            if depth != "?" {
                step.info.depth = Some(depth.parse().ok()?);
            }
            if let Some((sign, mate)) = score.split_once('M') {
                step.info.mate = Some(format!("{sign}{mate}").parse().ok()?);
            } else if score != "?" {
                // Pawns with two decimals are centipawns without the point.
                step.info.cp = Some(score.replace('.', "").parse().ok()?);
            }
        } else if let Some(nodes) = word.strip_suffix('n') {
            step.info.nodes = Some(nodes.parse().ok()?);
        } else {
            step.ms = Some(word.strip_suffix('s')?.replace('.', "").parse().ok()?);
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Info;

    fn record() -> Record {
        let version = |name: &str| format!("{name} \"1\"\\");
        let player = |seat: &str, name: &str| Player { seat: seat.into(), name: name.into(), version: version(name) };
        let step = |seat, words: &[&str], info, ms| {
            let words = words.iter().map(|&word| word.to_owned()).collect();
            Step { seat, words, info, ms }
        };
        let none = Info::default();
        Record {
            task: Task { pair: 11, game: 1 },
            event: "a test".into(),
            variant: "warrior".into(),
            choices: vec![("WhiteArmy".into(), "arms".into())],
            seed: 99,
            players: vec![player("red", "one"), player("blue", "two")],
            fen: Some("3,bK,4/8 r - 0 1".into()),
            opening: vec!["W@d4".into(), "end".into()],
            steps: vec![
                step(
                    Some(1),
                    &["W@e5", "$S*", "end"],
                    Info { cp: Some(-5), depth: Some(3), nodes: Some(70), ..none },
                    Some(1002),
                ),
                step(None, &["#52"], none, None),
                step(Some(0), &["pass"], Info { mate: Some(-4), ..none }, None),
                step(Some(1), &["P-a2b3"], none, None),
                step(Some(0), &["end"], Info { depth: Some(1), ..none }, Some(0)),
                step(Some(1), &["end"], Info { cp: Some(1234), ..none }, Some(0)),
            ],
            result: "0-1".into(),
            winner: Some(1),
            reason: "king".into(),
            offender: Some(0),
            detail: Some("`x` \"said\" so".into()),
            last_lines: vec![],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let record = record();
        let text = write(&record);
        let flat = text.replace('\n', " ");
        assert!(
            flat.contains("W@d4 end 1. W@e5,$S*,end {blue -0.05/3 70n 1.002s} 2. #52 3. pass {red -M4/?}"),
            "{text}"
        );
        let two = format!("{text}\n{text}");
        assert_eq!(parse(&two).unwrap(), [record.clone(), record]);
    }

    #[test]
    fn annotations_are_passed_over() {
        let record = record();
        let annotate = |line: &str| {
            let remark = "; {red, [or] 1. blue";
            if line.is_empty() || line.starts_with('[') {
                line.to_owned()
            } else {
                format!("{remark}\n{line} {remark}")
            }
        };
        let annotated: Vec<_> = write(&record).lines().map(annotate).collect();
        assert_eq!(parse(&annotated.join("\n")).unwrap(), [record]);
    }

    #[test]
    fn damage_is_named() {
        let text = write(&record());
        for (from, to, reason) in [
            ("[Seed \"99\"]\n", "", "no tag `Seed`"),
            ("\"12.2\"", "\"0.2\"", "round `0.2`"),
            ("[Seed", "[Seed Seed", "is no tag"),
            (" 0-1\n", " 1-0\n", "the tag says 0-1"),
            ("{blue -0.05/3", "{green -0.05/3", "is no comment of ours"),
            ("1.002s}", "1.002s", "is no comment of ours"),
        ] {
            let damaged = text.replacen(from, to, 1);
            assert_ne!(damaged, text, "{from}");
            let error = parse(&damaged).unwrap_err();
            assert!(error.contains(reason), "{from}: {error}");
        }
    }
}
