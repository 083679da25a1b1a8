//! The FEN: one turn start, whose player has already collected.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::pieces::{Facing, Piece, Weapon};
use super::{MOST_MONEY, Position, Stock};
use crate::board::{Seat, Square};
use crate::game::{Game, Malformed};
use std::fmt::Write;

/// The armies' letters in turn order.
pub(super) const LETTERS: [char; 4] = ['r', 'b', 'y', 'g'];

/// More things of one sort in a reserve than any game has are refused, so that counters cannot overflow.
const MOST_RESERVE: u8 = 99;

/// What is wrong with a text.
type Fault = String;

/// A number in plain decimal digits, without leading zeros.
fn number(text: &str, most: u32) -> Result<u32, Fault> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits || text.len() > 1 && text.starts_with('0') {
        return Err(format!("{text}: a number was expected"));
    }
    match text.parse() {
        Ok(value) if value <= most => Ok(value),
        _ => Err(format!("{text}: more than {most}")),
    }
}

/// `0` … `9`, several of them.
fn digits<const N: usize>(text: &str, field: &str) -> Result<[u8; N], Fault> {
    let fault = || format!("{field} {text}: {N} digits were expected");
    let bytes: [u8; N] = text.as_bytes().try_into().map_err(|_| fault())?;
    if bytes.iter().all(u8::is_ascii_digit) { Ok(bytes.map(|byte| byte - b'0')) } else { Err(fault()) }
}

/// The kind of a piece: `K`, `W`, `RN`, `Se`.
fn kind(text: &str, entry: &str) -> Result<Piece, Fault> {
    match text {
        "K" => return Ok(Piece::KING),
        "W" => return Ok(Piece::WARRIOR),
        _ => {}
    }
    let (weapons, facing) = match text.char_indices().next_back() {
        Some((at, letter)) => match (Facing::of(letter), text.get(..at)) {
            (Some(facing), Some(before)) => (before, Some(facing)),
            _ => (text, None),
        },
        None => return Err(format!("{entry}: K, W or weapons were expected after the army's letter")),
    };
    let mut piece = Piece::WARRIOR;
    let mut last = None;
    for letter in weapons.chars() {
        let Some(weapon) = Weapon::of(letter) else {
            return Err(match letter {
                'K' => format!("{entry}: a King carries no weapons and has no facing"),
                'W' => format!("{entry}: W is an unarmed Warrior and stands alone"),
                _ => format!("{entry}: {letter} is no weapon (R N B S)"),
            });
        };
        if last.is_some_and(|last| last > weapon) {
            return Err(format!("{entry}: weapons are written in the order R N B S"));
        }
        if piece.weapons() == 2 {
            return Err(format!("{entry}: a Warrior carries at most two weapons"));
        }
        // Clause 2.
        if weapon != Weapon::Swords && piece.carries(weapon) > 0 {
            return Err(format!("{entry}: two {letter} on one Warrior are not allowed"));
        }
        piece = piece.armed(weapon, facing.or(Some(Facing::North)));
        last = Some(weapon);
    }
    match (piece.facing(), facing) {
        _ if piece.is_unarmed() => Err(format!("{entry}: K, W or weapons were expected after the army's letter")),
        (Some(_), None) => Err(format!("{entry}: one S needs a facing (n e s w)")),
        (None, Some(facing)) => Err(format!("{entry}: the facing {} is superfluous", facing.letter())),
        _ => Ok(piece),
    }
}

/// A piece: army, kind, stack.
fn piece(entry: &str, seats: usize) -> Result<(Seat, Piece, u8), Fault> {
    let mut rest = entry.chars();
    let letter = rest.next();
    let Some(seat) = LETTERS.into_iter().take(seats).position(|army| Some(army) == letter) else {
        return Err(format!("{entry}: a number of empty squares or an army's letter was expected"));
    };
    let (text, stack) = match rest.as_str().split_once('+') {
        Some((text, stack)) => match number(stack, u32::from(u8::MAX)) {
            Ok(0) => return Err(format!("{entry}: +0 is not written")),
            Ok(stack) => (text, stack as u8),
            Err(fault) => return Err(format!("{entry}: after +, {fault}")),
        },
        None => (rest.as_str(), 0),
    };
    Ok((Seat::new(seat as u8), kind(text, entry)?, stack))
}

/// The letters of a reserve: `WWRS`, or `-`.
fn reserve(text: &str, stock: &mut Stock) -> Result<(), Fault> {
    if text == "-" {
        return Ok(());
    }
    if text.is_empty() {
        return Err("reserve: an entry is empty (- for nothing)".to_owned());
    }
    let mut last = 0;
    for letter in text.chars() {
        let (place, count) = match (letter, Weapon::of(letter)) {
            ('W', _) => (0, &mut stock.warriors),
            (_, Some(weapon)) => match stock.weapons.get_mut(weapon.index()) {
                Some(count) => (weapon.index() + 1, count),
                None => continue,
            },
            _ => return Err(format!("reserve {text}: {letter} is none of W R N B S")),
        };
        if place < last {
            return Err(format!("reserve {text}: letters are written in the order W R N B S"));
        }
        if *count == MOST_RESERVE {
            return Err(format!("reserve: more than {MOST_RESERVE} of {letter}"));
        }
        *count += 1;
        last = place;
    }
    Ok(())
}

impl<const SEATS: usize> Position<SEATS> {
    /// Reads a FEN.
    pub(super) fn parse_fen(fen: &str) -> Result<Self, Vec<Malformed>> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let mut position = Self::bare();
        let mut faults = Vec::new();
        if fields.len() != 8 {
            let found = fields.len();
            faults.push(format!("{found} fields instead of 8: board side money reserve bank reissue quiet turn"));
        }
        // Every field there is has its say, whatever is wrong before it.
        for (index, &field) in fields.iter().enumerate() {
            position.parse_field(index, field, &mut faults);
        }
        if faults.is_empty() {
            position.key = position.fresh_key();
            Ok(position)
        } else {
            Err(faults.into_iter().map(Malformed).collect())
        }
    }

    /// Reads the field with this index, of eight.
    fn parse_field(&mut self, index: usize, text: &str, faults: &mut Vec<Fault>) {
        match index {
            0 => self.parse_board(text, faults),
            1 => match LETTERS.iter().take(SEATS).position(|letter| text.chars().eq([*letter])) {
                Some(seat) => self.seat = Seat::new(seat as u8),
                None => faults.push(format!("side {text}: one of {} was expected", letters::<SEATS>())),
            },
            2 => self.parse_stocks("money", text, faults, |text, stock| {
                stock.money = number(text, u32::from(MOST_MONEY)).map_err(|fault| format!("money {fault}"))? as u8;
                Ok(())
            }),
            3 => self.parse_stocks("reserve", text, faults, reserve),
            4 => self.parse_stocks("bank", text, faults, |text, stock| {
                let [warriors, rooks, knights, bishops, swords] = digits(text, "bank")?;
                stock.bank_warriors = warriors;
                stock.bank = [rooks, knights, bishops, swords];
                Ok(())
            }),
            5 => self.parse_stocks("reissue", text, faults, |text, stock| {
                stock.reissue = digits(text, "reissue")?;
                Ok(())
            }),
            6 => match number(text, u32::from(u16::MAX)) {
                Ok(value) => self.quiet = value as u16,
                Err(fault) => faults.push(format!("quiet {fault}")),
            },
            7 => match number(text, u32::MAX) {
                Ok(value) => self.turn = value,
                Err(fault) => faults.push(format!("turn {fault}")),
            },
            _ => {}
        }
    }

    fn parse_board(&mut self, board: &str, faults: &mut Vec<Fault>) {
        let ranks = board.split('/').count();
        if ranks != 8 {
            faults.push(format!("board: {ranks} ranks instead of 8"));
        }
        let mut kings = [0u32; SEATS];
        for (text, rank) in board.split('/').zip((0..8).rev()) {
            let mut file = 0u32;
            let mut after_gap = false;
            for entry in text.split(',') {
                if !entry.is_empty() && entry.bytes().all(|byte| byte.is_ascii_digit()) {
                    match number(entry, 8) {
                        Ok(0) | Err(_) => {
                            faults.push(format!("rank {}: {entry} is no number of empty squares (1 to 8)", rank + 1));
                        }
                        Ok(gap) => file = file.saturating_add(gap),
                    }
                    if after_gap {
                        faults.push(format!("rank {}: two numbers of empty squares side by side", rank + 1));
                    }
                    after_gap = true;
                    continue;
                }
                after_gap = false;
                match piece(entry, SEATS) {
                    Ok((seat, piece, stack)) => {
                        if let Some(count) = kings.get_mut(seat.index()).filter(|_| piece.is_king()) {
                            *count += 1;
                        }
                        if file < 8 {
                            self.put(seat, Square::at(file as u8, rank), piece, stack);
                        }
                    }
                    Err(fault) => faults.push(format!("rank {}: {fault}", rank + 1)),
                }
                file = file.saturating_add(1);
            }
            if file != 8 {
                faults.push(format!("rank {} is {file} squares wide instead of 8", rank + 1));
            }
        }
        for (letter, count) in LETTERS.into_iter().zip(kings) {
            if count != 1 {
                faults.push(format!("board: {count} Kings of {letter} instead of 1"));
            }
        }
    }

    /// Reads a field with one entry per army.
    fn parse_stocks(
        &mut self,
        name: &str,
        text: &str,
        faults: &mut Vec<Fault>,
        read: impl Fn(&str, &mut Stock) -> Result<(), Fault>,
    ) {
        let count = text.split('/').count();
        if count != SEATS {
            faults.push(format!("{name}: {count} entries instead of {SEATS}"));
        }
        for (entry, stock) in text.split('/').zip(&mut self.stocks) {
            if let Err(fault) = read(entry, stock) {
                faults.push(fault);
            }
        }
    }

    /// Writes the FEN.
    pub(super) fn write_fen(&self) -> String {
        let mut ranks = Vec::new();
        for rank in (0..8).rev() {
            let mut entries: Vec<String> = Vec::new();
            let mut gap = 0;
            for file in 0..8 {
                match self.entry(Square::at(file, rank)) {
                    Some(entry) => {
                        if gap > 0 {
                            entries.push(gap.to_string());
                        }
                        gap = 0;
                        entries.push(entry);
                    }
                    None => gap += 1,
                }
            }
            if gap > 0 {
                entries.push(gap.to_string());
            }
            ranks.push(entries.join(","));
        }
        let stocks = |write: fn(&Stock) -> String| self.stocks.iter().map(write).collect::<Vec<_>>().join("/");
        format!(
            "{} {} {} {} {} {} {} {}",
            ranks.join("/"),
            letter(self.seat),
            stocks(|stock| stock.money.to_string()),
            stocks(Stock::reserve_text),
            stocks(|stock| one_digit_each(&[stock.bank_warriors]) + &one_digit_each(&stock.bank)),
            stocks(|stock| one_digit_each(&stock.reissue)),
            self.quiet,
            self.turn
        )
    }

    /// The entry of an occupied square: `rRB+2`.
    pub(super) fn entry(&self, square: Square) -> Option<String> {
        let mut text = format!("{}{}", letter(self.owner(square)?), self.piece(square).letters());
        if let Some(facing) = self.piece(square).facing() {
            text.push(facing.letter());
        }
        match self.stacks.get(square.index()) {
            Some(0) | None => {}
            Some(stack) => _ = write!(text, "+{stack}"),
        }
        Some(text)
    }
}

/// The letter of a seat's army.
pub(super) fn letter(seat: Seat) -> char {
    LETTERS.get(seat.index()).copied().unwrap_or('?')
}

fn letters<const SEATS: usize>() -> String {
    LETTERS.iter().take(SEATS).map(char::to_string).collect::<Vec<_>>().join(" ")
}

/// A digit for each count. Boards with more weapons than the armies' stock are accepted; should more than nine of a
/// sort come back to the bank there, the FEN says nine.
fn one_digit_each(counts: &[u8]) -> String {
    counts.iter().map(|count| char::from(b'0' + count.min(&9))).collect()
}

impl Stock {
    /// The reserve in letters, `-` when empty.
    pub(super) fn reserve_text(&self) -> String {
        let mut text = "W".repeat(self.warriors.into());
        for (weapon, count) in Weapon::ALL.into_iter().zip(self.weapons) {
            text += &weapon.letter().to_string().repeat(count.into());
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }
}

impl Piece {
    /// `K`, `W`, or the weapons in rank order; no facing.
    pub(super) fn letters(self) -> String {
        match self {
            Self::KING => "K".to_owned(),
            Self::WARRIOR => "W".to_owned(),
            _ => {
                let carried = |weapon: Weapon| weapon.letter().to_string().repeat(self.carries(weapon).into());
                Weapon::ALL.into_iter().map(carried).collect()
            }
        }
    }
}
