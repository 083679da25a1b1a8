//! FEN of a turn start: `<board> <side> <spells> <waiting> <bonus> <quiet> <turn>`.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::Position;
use super::actions::Spell;
use super::field::{self, RANKS};
use super::piece::{Crew, Kind};
use crate::board::{Colour, Square};
use crate::game::Malformed;
use std::fmt::Write;
use std::iter::Peekable;
use std::str::Chars;

const FIELDS: [&str; 7] = ["board", "side", "spells", "waiting", "bonus", "quiet", "turn"];

/// The largest count or points a FEN may name: far beyond any game, far below any overflow.
const MOST: u16 = 9999;

/// Reads a FEN and reports everything that is wrong with it.
pub(super) fn read(fen: &str) -> Result<Position, Vec<Malformed>> {
    let mut position = Position::empty();
    let mut wrong = Vec::new();
    let mut fields = fen.split_whitespace();
    for name in FIELDS {
        let Some(field) = fields.next() else {
            wrong.push(Malformed(format!("the {name} is missing: a FEN is {}", FIELDS.join(", "))));
            continue;
        };
        let mut report = |what: String| wrong.push(Malformed(format!("{name} {field}: {what}")));
        match name {
            "board" => board(&mut position, field, &mut report),
            "side" => match field {
                "w" => position.mover = Colour::White,
                "b" => position.mover = Colour::Black,
                _ => report("expected w or b".into()),
            },
            "spells" => sides(field, &mut report, |colour, text| spells(&mut position, colour, text)),
            "waiting" => sides(field, &mut report, |colour, text| waiting(&mut position, colour, text)),
            "bonus" => number(field, MOST.into(), &mut report, |value| position.bonus = value as u16),
            "quiet" => number(field, MOST.into(), &mut report, |value| position.quiet = value as u16),
            _ => number(field, u32::MAX - 1, &mut report, |value| position.turn = value),
        }
    }
    for extra in fields {
        wrong.push(Malformed(format!("{extra}: nothing follows the turn")));
    }
    check(&position, &mut wrong);
    if wrong.is_empty() { Ok(position) } else { Err(wrong) }
}

/// Clause 25: what is refused of an army.
fn check(position: &Position, wrong: &mut Vec<Malformed>) {
    let mut refuse = |what: String| wrong.push(Malformed(what));
    for (colour, name) in [(Colour::White, "white"), (Colour::Black, "black")] {
        let count = |kind: Kind| {
            let inside =
                |&tower: &Square| position.crews.get(tower.index()).is_some_and(|crew| crew.officer() == Some(kind));
            let towers = position.men(colour, Kind::Tower);
            position.men(colour, kind).len() as usize + towers.filter(inside).count()
        };
        match count(Kind::King) {
            1 => {}
            kings => refuse(format!("{name} has {kings} kings, not exactly one (clause 25)")),
        }
        match count(Kind::Queen) {
            0 | 1 => {}
            queens => refuse(format!("{name} has {queens} queens, more than one (clause 25)")),
        }
        for tower in position.men(colour, Kind::Tower) & !field::half(colour) {
            refuse(format!("the {name} tower on {tower} is beyond its own half (clause 25)"));
        }
    }
    let mover = position.mover;
    for pawn in position.men(mover, Kind::Pawn) & field::last_rank(mover) {
        refuse(format!("the pawn on {pawn} stands on the last rank of the side to move (clause 25)"));
    }
}

fn board(position: &mut Position, text: &str, report: &mut impl FnMut(String)) {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(RANKS) {
        report(format!("expected {RANKS} ranks, found {}", rows.len()));
    }
    for (rank, row) in (0..RANKS).rev().zip(rows) {
        if let Err(what) = self::row(position, rank, row) {
            report(format!("rank {}: {what}", rank + 1));
        }
    }
}

fn row(position: &mut Position, rank: u8, row: &str) -> Result<(), String> {
    const FILES: u32 = 8;
    let mut file = 0;
    let mut letters = row.chars().peekable();
    while let Some(letter) = letters.next() {
        if let Some(empty @ 1..=FILES) = letter.to_digit(10) {
            file += empty;
            continue;
        }
        let kind = Kind::of(letter.to_ascii_uppercase())
            .ok_or_else(|| format!("{letter}: expected P R N B Q K in either case or a number from 1 to 8"))?;
        let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
        let inside = if letters.next_if_eq(&'(').is_some() { Some(crew(&mut letters, colour)?) } else { None };
        let exhausted = letters.next_if_eq(&'!').is_some();
        let stoned = letters.next_if_eq(&'~').is_some();
        if inside.is_some() && kind != Kind::Tower {
            return Err(format!("{letter}: only a tower has something inside"));
        }
        if exhausted && kind != Kind::Knight {
            return Err(format!("{letter}!: only a knight is ever exhausted (clause 25)"));
        }
        if file < FILES {
            let at = Square::at(file as u8, rank);
            position.put(at, colour, kind);
            position.set_crew(at, inside.unwrap_or_default());
            position.set_marks(at, exhausted, stoned);
        }
        file += 1;
    }
    if file == FILES { Ok(()) } else { Err(format!("expected {FILES} squares, found {file}")) }
}

/// What is inside a tower, up to the closing parenthesis, in the order P B Q K c.
fn crew(letters: &mut Peekable<Chars>, colour: Colour) -> Result<Crew, String> {
    const OFFICERS: [Kind; 3] = [Kind::Bishop, Kind::Queen, Kind::King];
    let mut inside = String::new();
    loop {
        match letters.next() {
            Some(')') => break,
            Some(letter) => inside.push(letter),
            None => return Err(format!("({inside}: the parenthesis is not closed")),
        }
    }
    let mut rest = inside.chars().peekable();
    let mut pawns: u8 = 0;
    while rest.next_if_eq(&colour.dress('P')).is_some() {
        pawns = pawns.saturating_add(1);
    }
    let officer = OFFICERS.into_iter().find(|kind| rest.next_if_eq(&colour.dress(kind.letter())).is_some());
    let catapult = rest.next_if_eq(&'c').is_some();
    let crew = if rest.next().is_some() { None } else { Crew::new(pawns, officer, catapult) };
    crew.filter(|&crew| crew != Crew::EMPTY).ok_or_else(|| {
        let order: String = "PBQK".chars().map(|letter| colour.dress(letter)).collect();
        format!(
            "({inside}): a tower holds pieces of its own side in the order {order}c, and has three places: a pawn takes \
             one, another piece two, its one catapult one (clause 15)"
        )
    })
}

/// Two texts with a slash between, White's first; `-` stands for nothing.
fn sides(field: &str, report: &mut impl FnMut(String), mut read: impl FnMut(Colour, &str) -> Result<(), String>) {
    let Some((white, black)) = field.split_once('/') else {
        return report("expected white's and black's with a slash between, `-/-` say".into());
    };
    for (colour, text) in [(Colour::White, white), (Colour::Black, black)] {
        if text == "-" {
            continue;
        }
        let read = if text.is_empty() { Err("nothing is written `-`".into()) } else { read(colour, text) };
        if let Err(what) = read {
            report(what);
        }
    }
}

fn spells(position: &mut Position, colour: Colour, text: &str) -> Result<(), String> {
    let mut known: u8 = 0;
    for letter in text.chars() {
        let spell = Spell::of(letter).ok_or_else(|| format!("{letter}: the spells are L P H F T S"))?;
        if known >= spell.bit() {
            return Err(format!("{letter}: each spell once, in the order L P H F T S"));
        }
        known |= spell.bit();
    }
    if let Some(spells) = position.spells.get_mut(colour.index()) {
        *spells = known;
    }
    Ok(())
}

fn waiting(position: &mut Position, colour: Colour, text: &str) -> Result<(), String> {
    for letter in text.chars() {
        let kind = Kind::of(letter)
            .filter(|kind| Kind::RECRUITS.contains(kind))
            .ok_or_else(|| format!("{letter}: who can wait is P R N B"))?;
        if let Some(count) = position.waiting.get_mut(colour.index()).and_then(|kinds| kinds.get_mut(kind.index())) {
            *count += 1;
            if *count > MOST {
                return Err(format!("more than {MOST} of a kind are waiting"));
            }
        }
    }
    Ok(())
}

fn number(field: &str, most: u32, report: &mut impl FnMut(String), set: impl FnOnce(u32)) {
    let digits = field.bytes().all(|byte| byte.is_ascii_digit());
    match field.parse() {
        Ok(value) if digits && value <= most => set(value),
        _ => report(format!("expected a number from 0 to {most}")),
    }
}

/// Writes what a FEN can say of the position.
pub(super) fn write(position: &Position) -> String {
    let mut fen = String::new();
    for rank in (0..RANKS).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let at = Square::at(file, rank);
            if position.occupied().has(at) {
                if empty > 0 {
                    let _ = write!(fen, "{empty}");
                }
                empty = 0;
                fen += &man(position, at);
            } else {
                empty += 1;
            }
        }
        if empty > 0 {
            let _ = write!(fen, "{empty}");
        }
        if rank > 0 {
            fen.push('/');
        }
    }
    let spells = Colour::ALL.map(|colour| spell_letters(position, colour));
    let waiting = Colour::ALL.map(|colour| waiting_letters(position, colour));
    let dash = |text: &String| if text.is_empty() { "-".to_owned() } else { text.clone() };
    let _ = write!(fen, " {} {}", position.mover.letter(), spells.each_ref().map(dash).join("/"));
    let _ = write!(fen, " {}", waiting.each_ref().map(dash).join("/"));
    let _ = write!(fen, " {} {} {}", position.bonus, position.quiet, position.turn);
    fen
}

/// A piece as the FEN's board shows it: letter, what is inside, marks.
pub(super) fn man(position: &Position, at: Square) -> String {
    let Some((colour, kind)) = position.man(at) else { return String::new() };
    let mut text = String::from(colour.dress(kind.letter()));
    let inside = crew_letters(position, at);
    if !inside.is_empty() {
        let _ = write!(text, "({inside})");
    }
    if position.exhausted.has(at) {
        text.push('!');
    }
    if position.stoned.has(at) {
        text.push('~');
    }
    text
}

/// What is inside the tower on a square, in its owner's case; nothing when there is none.
pub(super) fn crew_letters(position: &Position, at: Square) -> String {
    let colour = position.owner(at);
    let dress = |letter| if letter == 'c' { letter } else { colour.dress(letter) };
    position.crews.get(at.index()).map_or_else(String::new, |crew| crew.letters().map(dress).collect())
}

/// A side's spells in FEN order.
pub(super) fn spell_letters(position: &Position, colour: Colour) -> String {
    let known = position.spells.get(colour.index()).copied().unwrap_or_default();
    Spell::ALL.iter().filter(|spell| known & spell.bit() != 0).map(|spell| spell.letter()).collect()
}

/// A side's waiting pieces, by kind.
pub(super) fn waiting_letters(position: &Position, colour: Colour) -> String {
    let counts = position.waiting.get(colour.index()).copied().unwrap_or_default();
    let each = Kind::RECRUITS.iter().zip(counts);
    each.flat_map(|(kind, count)| std::iter::repeat_n(kind.letter(), count.into())).collect()
}
