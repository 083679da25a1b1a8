//! Words of actions and throws.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::actions::{Action, Event, Spell};
use super::piece::Kind;
use crate::board::Square;
use crate::game::Malformed;

/// Reads an action word; only its form is judged.
pub(super) fn read_action(word: &str) -> Result<Action, Malformed> {
    let malformed = |what: &str| Malformed(format!("{word}: {what}"));
    match word {
        "end" => return Ok(Action::End),
        "pass" => return Ok(Action::Pass),
        _ => {}
    }
    if let Some(letter) = word.strip_prefix('$') {
        return recruit(letter).map(Action::Buy).ok_or_else(|| malformed("what can be bought is $P, $R, $N or $B"));
    }
    if let Some(squares) = word.strip_prefix("sac:") {
        let read = Square::split(squares).and_then(|(given, rest)| {
            if rest.is_empty() {
                Some(Action::Sacrifice { given, step: None })
            } else {
                Some(Action::Sacrifice { given, step: Some(Square::parse(rest)?) })
            }
        });
        return read.ok_or_else(|| malformed("a sacrifice is `sac:` and one square, or two against a melee"));
    }
    if let Some((letter, square)) = word.split_once('@') {
        let kind = recruit(letter).ok_or_else(|| malformed("who can enter is P, R, N or B"))?;
        let at = Square::parse(square).ok_or_else(|| malformed("expected a square after `@`"))?;
        return Ok(Action::Enter { kind, at });
    }
    if let Some((letter, squares)) = word.split_once('!') {
        let spell = only(letter).and_then(Spell::of).ok_or_else(|| malformed("the spells are L, P, H, F, T and S"))?;
        if spell == Spell::Teleport {
            let (from, to) = two(squares).ok_or_else(|| malformed("teleport needs two squares, `T!e3f5` say"))?;
            return Ok(Action::Teleport { from, to });
        }
        let at = Square::parse(squares).ok_or_else(|| malformed("expected one square after `!`"))?;
        return Ok(Action::Cast { spell, at });
    }
    if let Some((letter, squares)) = word.split_once('-') {
        let kind = only(letter)
            .and_then(Kind::of)
            .filter(|kind| kind.places().is_some())
            .ok_or_else(|| malformed("who can step down from a tower is P, B, Q or K"))?;
        let (from, to) = two(squares).ok_or_else(|| malformed("expected two squares, `P-a2b3` say"))?;
        return Ok(Action::Dismount { kind, from, to });
    }
    if let Some((from, to)) = word.split_once('*') {
        return match (Square::parse(from), Square::parse(to)) {
            (Some(from), Some(to)) => Ok(Action::Shoot { from, to }),
            _ => Err(malformed("expected two squares, `c3*d4` say")),
        };
    }
    two(word).map(|(from, to)| Action::Move { from, to }).ok_or_else(|| {
        malformed("expected an action: e2e4, c3*d4, P-a2b3, H!e3, T!e3f5, sac:e2f1, $N, N@a1, pass or end")
    })
}

/// Writes an action word.
pub(super) fn action_word(action: Action) -> String {
    match action {
        Action::Move { from, to } => format!("{from}{to}"),
        Action::Shoot { from, to } => format!("{from}*{to}"),
        Action::Dismount { kind, from, to } => format!("{}-{from}{to}", kind.letter()),
        Action::Cast { spell, at } => format!("{}!{at}", spell.letter()),
        Action::Teleport { from, to } => format!("{}!{from}{to}", Spell::Teleport.letter()),
        Action::Sacrifice { given, step: None } => format!("sac:{given}"),
        Action::Sacrifice { given, step: Some(step) } => format!("sac:{given}{step}"),
        Action::Pass => "pass".into(),
        Action::End => "end".into(),
        Action::Buy(kind) => format!("${}", kind.letter()),
        Action::Enter { kind, at } => format!("{}@{at}", kind.letter()),
    }
}

/// Reads a throw: `#52` or `#4`.
pub(super) fn read_event(word: &str) -> Result<Event, Malformed> {
    let die = |byte: u8| (b'1'..=b'6').contains(&byte).then(|| byte - b'0');
    let read = match word.as_bytes() {
        [b'#', one] => die(*one).map(Event::Die),
        [b'#', one, two] => match (die(*one), die(*two)) {
            (Some(attack), Some(defence)) => Some(Event::Throw { attack, defence }),
            _ => None,
        },
        _ => None,
    };
    read.ok_or_else(|| Malformed(format!("{word}: expected `#` and one die or two, each 1 to 6")))
}

/// Writes a throw.
pub(super) fn event_word(event: Event) -> String {
    match event {
        Event::Throw { attack, defence } => format!("#{attack}{defence}"),
        Event::Die(die) => format!("#{die}"),
    }
}

fn only(text: &str) -> Option<char> {
    let mut letters = text.chars();
    let letter = letters.next()?;
    letters.next().is_none().then_some(letter)
}

fn recruit(text: &str) -> Option<Kind> {
    only(text).and_then(Kind::of).filter(|kind| Kind::RECRUITS.contains(kind))
}

fn two(text: &str) -> Option<(Square, Square)> {
    let (from, rest) = Square::split(text)?;
    Some((from, Square::parse(rest)?))
}
