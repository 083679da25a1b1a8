//! FEN, read and written.
//!
//! Read are FEN, X-FEN and Shredder-FEN; the counters may be missing (`0 1`). A castling right needs its king and rook.
//! Crazyhouse adds the hands, `[QNPp]` after the board (or `/QNPp`), and `~` behind pieces that were pawns.
//!
//! An en passant square must be one that a double step has just passed, but no pawn need be able to capture there;
//! if none can legally, it is forgotten, because then it tells no rule anything. Written is `-` in that case, as
//! python-chess does.
//!
//! Castling rights are written as X-FEN: `KQkq`, and the rook's file where another rook stands further out.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::{Hands, Kind, Position, zobrist};
use crate::board::{Bitboard, Colour, Square};
use crate::game::Malformed;

const BACK_RANK: [Kind; 8] =
    [Kind::Rook, Kind::Knight, Kind::Bishop, Kind::Queen, Kind::King, Kind::Bishop, Kind::Knight, Kind::Rook];

fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "White",
        Colour::Black => "Black",
    }
}

/// A player's own first rank, 0 or 7.
pub(super) fn home(colour: Colour) -> u8 {
    match colour {
        Colour::White => 0,
        Colour::Black => 7,
    }
}

/// The reasons why a FEN is refused, as they are found.
#[derive(Default)]
struct Reasons(Vec<Malformed>);

impl Reasons {
    fn add(&mut self, reason: impl Into<String>) {
        self.0.push(Malformed::new(reason));
    }
}

impl<H: Hands> Position<H> {
    fn empty(chess960: bool) -> Self {
        Self {
            colours: [Bitboard::EMPTY; 2],
            kinds: [Bitboard::EMPTY; Kind::COUNT],
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castlers: Bitboard::EMPTY,
            key: 0,
            hands: H::default(),
            quiet: 0,
            number: 1,
            en_passant: None,
            turn: Colour::White,
            chess960,
        }
    }

    /// The start position.
    pub(super) fn initial(chess960: bool) -> Self {
        let mut start = Self::empty(chess960);
        for (file, kind) in (0..).zip(BACK_RANK) {
            for colour in Colour::ALL {
                let back = Square::at(file, home(colour));
                start.toggle(colour, kind, back);
                start.toggle(colour, Kind::Pawn, Square::at(file, if colour == Colour::White { 1 } else { 6 }));
                if kind == Kind::Rook {
                    start.grant(back);
                }
            }
        }
        start
    }

    fn grant(&mut self, rook: Square) {
        self.castlers.insert(rook);
        self.key ^= zobrist::castlers(Bitboard::of(rook));
    }

    /// Reads a FEN.
    pub(super) fn read(fen: &str, chess960: bool) -> Result<Self, Vec<Malformed>> {
        let mut reasons = Reasons::default();
        let mut position = Self::empty(chess960);
        let mut fields = fen.split_whitespace();
        match fields.next() {
            Some(placement) => position.read_placement(placement, &mut reasons),
            None => reasons.add("the FEN is empty: expected placement, side, castling, en passant and two counters"),
        }
        let sound = reasons.0.is_empty();
        match fields.next() {
            Some("w") => {}
            Some("b") => {
                position.turn = Colour::Black;
                position.key ^= zobrist::TURN;
            }
            Some(other) => reasons.add(format!("side to move `{other}`: expected w or b")),
            None => reasons.add("the side to move is missing: expected w or b"),
        }
        let kings = sound && Colour::ALL.iter().all(|&colour| position.those(colour, Kind::King).any());
        match fields.next() {
            Some(rights) => position.read_castling(rights, kings, &mut reasons),
            None => reasons.add("the castling field is missing: expected letters such as KQkq, or -"),
        }
        let passed = match fields.next() {
            Some("-") => None,
            Some(text) => position.read_en_passant(text, sound, &mut reasons),
            None => {
                reasons.add("the en passant field is missing: expected a square or -");
                None
            }
        };
        position.quiet = read_counter("half-move counter", fields.next(), 0, &mut reasons);
        position.number = read_counter("move number", fields.next(), 1, &mut reasons).max(1);
        for extra in fields {
            reasons.add(format!("`{extra}` after the move number: expected the end of the FEN"));
        }
        if kings {
            let (us, them) = (position.turn, position.turn.other());
            if position.attacked(position.king(them), us, position.occupied()) {
                reasons.add(format!("{} is in check, but {} is to move", name(them), name(us)));
            }
        }
        if !reasons.0.is_empty() {
            return Err(reasons.0);
        }
        position.find_checks();
        if let Some(square) = passed {
            position.offer_en_passant(square);
        }
        Ok(position)
    }

    fn read_placement(&mut self, placement: &str, reasons: &mut Reasons) {
        let (board, hands) = split_hands(placement, H::DROPS);
        let ranks: Vec<_> = board.split('/').collect();
        if ranks.len() != 8 {
            reasons.add(format!("placement `{board}` has {} ranks: expected 8", ranks.len()));
        }
        for (rank, text) in (0..8).rev().zip(ranks) {
            self.read_rank(rank, text, reasons);
        }
        match hands {
            Some(Ok(letters)) => self.read_hands(letters, reasons),
            Some(Err(())) => reasons.add(format!("`{placement}`: expected the hands to end with ]")),
            None => {}
        }
        if reasons.0.is_empty() {
            self.check_material(reasons);
        }
    }

    fn read_rank(&mut self, rank: u8, text: &str, reasons: &mut Reasons) {
        let mut file = 0u32;
        let mut after_digit = false;
        let mut last = None;
        for letter in text.chars() {
            if let Some(empty) = letter.to_digit(10).filter(|digit| (1..=8).contains(digit)) {
                if after_digit {
                    reasons.add(format!("rank {}, `{text}`: two numbers in a row", rank + 1));
                }
                file += empty;
                (after_digit, last) = (true, None);
            } else if let Some((colour, kind)) = Kind::of_fen(letter) {
                last = None;
                if file < 8 {
                    let square = Square::at(file as u8, rank);
                    self.toggle(colour, kind, square);
                    last = Some((square, kind));
                }
                file += 1;
                after_digit = false;
            } else if let ('~', true) = (letter, H::DROPS) {
                match last.take() {
                    Some((square, kind)) if kind != Kind::Pawn && kind != Kind::King => {
                        self.key ^= self.hands.mark(square);
                    }
                    _ => reasons.add(format!("rank {}, `{text}`: ~ belongs behind N, B, R or Q", rank + 1)),
                }
            } else {
                reasons.add(format!(
                    "rank {}, `{text}`: `{letter}` is neither a piece (PNBRQK, pnbrqk) nor a number from 1 to 8",
                    rank + 1
                ));
                return;
            }
        }
        if file != 8 {
            reasons.add(format!("rank {}, `{text}`, has {file} squares: expected 8", rank + 1));
        }
    }

    fn read_hands(&mut self, letters: &str, reasons: &mut Reasons) {
        if letters.chars().count() > 30 {
            reasons.add("more than 30 pieces in hand");
            return;
        }
        for letter in letters.chars().filter(|&letter| letter != '-') {
            match Kind::of_fen(letter) {
                Some((colour, kind)) if kind != Kind::King => self.key ^= self.hands.gain(colour, kind),
                _ => reasons.add(format!("`{letter}` in the hands: expected PNBRQ or pnbrq")),
            }
        }
    }

    /// One king each, no pawn on a last rank, no more pieces than a set has.
    fn check_material(&self, reasons: &mut Reasons) {
        for colour in Colour::ALL {
            match self.those(colour, Kind::King).len() {
                0 => reasons.add(format!("{} has no king", name(colour))),
                1 => {}
                kings => reasons.add(format!("{} has {kings} kings", name(colour))),
            }
        }
        let pawns = self.all(Kind::Pawn);
        for square in pawns & (Bitboard::rank(0) | Bitboard::rank(7)) {
            reasons.add(format!("a pawn on {square}: pawns never stand on the first or last rank"));
        }
        if H::DROPS {
            let held = |kind| Colour::ALL.iter().map(|&colour| self.hands.held(colour, kind)).sum::<u32>();
            let pawns = pawns.len() + held(Kind::Pawn) + self.hands.promoted().len();
            if pawns > 16 {
                reasons.add(format!("{pawns} pawns on the board, promoted and in hand: a set has 16"));
            }
            let pieces = self.occupied().len() + Kind::COMMONERS.iter().map(|&kind| held(kind)).sum::<u32>();
            if pieces > 32 {
                reasons.add(format!("{pieces} pieces on the board and in hand: a set has 32"));
            }
            return;
        }
        for colour in Colour::ALL {
            let pawns = self.those(colour, Kind::Pawn).len();
            if pawns > 8 {
                reasons.add(format!("{} has {pawns} pawns: 8 at most", name(colour)));
            }
            let pieces = self.of(colour).len();
            if pieces > 16 {
                reasons.add(format!("{} has {pieces} pieces: 16 at most", name(colour)));
            }
        }
    }

    fn read_castling(&mut self, rights: &str, kings: bool, reasons: &mut Reasons) {
        if rights == "-" {
            return;
        }
        for letter in rights.chars() {
            let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
            let rook = match letter.to_ascii_uppercase() {
                'K' => Wanted::Outermost { kingside: true },
                'Q' => Wanted::Outermost { kingside: false },
                file @ 'A'..='H' => Wanted::File(file as u8 - b'A'),
                _ => {
                    reasons.add(format!("castling `{rights}`: `{letter}` is none of KQkq, A to H, a to h, or - alone"));
                    continue;
                }
            };
            // Without kings there is nothing to compare with, and that is a reason already.
            if kings {
                match self.find_castler(colour, rook) {
                    Ok(rook) if self.castlers.has(rook) => {
                        reasons.add(format!("castling `{rights}`: `{letter}` names a right twice"));
                    }
                    Ok(rook) => self.grant(rook),
                    Err(reason) => reasons.add(format!("castling `{rights}`: `{letter}`, but {reason}")),
                }
            }
        }
        for colour in Colour::ALL {
            let king = self.king(colour);
            let east = self.castlers & self.of(colour) & beyond(king, true);
            let west = self.castlers & self.of(colour) & beyond(king, false);
            if kings && (east.many() || west.many()) {
                reasons.add(format!("castling `{rights}`: {} has two rights on one side", name(colour)));
            }
        }
    }

    /// The rook a letter of the castling field speaks of.
    fn find_castler(&self, colour: Colour, wanted: Wanted) -> Result<Square, String> {
        let king = self.king(colour);
        if king.rank() != home(colour) {
            return Err(format!("{}'s king stands on {king}", name(colour)));
        }
        let rank = Bitboard::rank(home(colour));
        let rooks = self.those(colour, Kind::Rook) & rank & !self.hands.promoted();
        let rook = match wanted {
            Wanted::File(file) => Some(Square::at(file, king.rank())).filter(|&rook| rooks.has(rook)),
            Wanted::Outermost { kingside: true } => (rooks & beyond(king, true)).last(),
            Wanted::Outermost { kingside: false } => (rooks & beyond(king, false)).next(),
        };
        let Some(rook) = rook else { return Err(format!("{} has no rook there", name(colour))) };
        if !self.chess960 && (king.file() != 4 || rook.file() != 0 && rook.file() != 7) {
            return Err(format!("king {king} and rook {rook} castle in Chess960 only (option UCI_Chess960)"));
        }
        Ok(rook)
    }

    fn read_en_passant(&self, text: &str, sound: bool, reasons: &mut Reasons) -> Option<Square> {
        let Some(square) = Square::parse(text) else {
            reasons.add(format!("en passant `{text}`: expected a square or -"));
            return None;
        };
        let (rank, back) = if self.turn == Colour::White { (5, -1) } else { (2, 1) };
        if square.rank() != rank {
            reasons.add(format!("en passant {text}: expected a square of rank {}", rank + 1));
            return None;
        }
        let pawn = square.offset(0, back)?;
        let start = square.offset(0, -back)?;
        if sound
            && (!self.those(self.turn.other(), Kind::Pawn).has(pawn)
                || (self.occupied().has(square) || self.occupied().has(start)))
        {
            reasons.add(format!("en passant {text}: no pawn can have gone from {start} to {pawn} just now"));
        }
        Some(square)
    }

    /// Writes the FEN.
    pub(super) fn write_fen(&self) -> String {
        let mut fen = String::with_capacity(96);
        for rank in (0..8).rev() {
            let mut empty = 0;
            for square in (0..8).map(|file| Square::at(file, rank)) {
                let Some((colour, kind)) = self.piece(square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    fen.push_str(&empty.to_string());
                    empty = 0;
                }
                fen.push(colour.dress(kind.letter()));
                if self.hands.promoted().has(square) {
                    fen.push('~');
                }
            }
            if empty > 0 {
                fen.push_str(&empty.to_string());
            }
            if rank > 0 {
                fen.push('/');
            }
        }
        if H::DROPS {
            fen.push('[');
            for colour in Colour::ALL {
                fen.push_str(&self.hand_letters(colour));
            }
            fen.push(']');
        }
        let passed = self.en_passant.map_or("-".to_owned(), |square| square.to_string());
        let rights = self.castling_letters();
        format!("{fen} {} {rights} {passed} {} {}", self.turn.letter(), self.quiet, self.number)
    }

    /// A player's hand, the strongest first, in the letters of the colour.
    pub(super) fn hand_letters(&self, colour: Colour) -> String {
        let letters = |kind: &Kind| {
            let letter = colour.dress(kind.letter());
            std::iter::repeat_n(letter, self.hands.held(colour, *kind) as usize)
        };
        Kind::COMMONERS.iter().rev().flat_map(letters).collect()
    }

    fn castling_letters(&self) -> String {
        let mut letters = String::new();
        for colour in Colour::ALL {
            let king = self.king(colour);
            let rooks = self.those(colour, Kind::Rook) & Bitboard::rank(home(colour));
            for (kingside, usual) in [(true, 'K'), (false, 'Q')] {
                let side = beyond(king, kingside);
                let outermost = if kingside { (rooks & side).last() } else { (rooks & side).first() };
                for rook in self.castlers & self.of(colour) & side {
                    let letter = if outermost == Some(rook) { usual } else { char::from(b'A' + rook.file()) };
                    letters.push(colour.dress(letter));
                }
            }
        }
        if letters.is_empty() { "-".to_owned() } else { letters }
    }
}

/// What a letter of the castling field says of the rook.
#[derive(Clone, Copy)]
enum Wanted {
    Outermost { kingside: bool },
    File(u8),
}

/// The squares of the king's rank on one side of it.
fn beyond(king: Square, kingside: bool) -> Bitboard {
    let rank = Bitboard::rank(king.rank());
    let below = Bitboard(Bitboard::of(king).0 - 1) & rank;
    if kingside { rank & !below & !Bitboard::of(king) } else { below }
}

/// The board and, where there are hands, their letters; an error when their bracket stays open.
fn split_hands(placement: &str, drops: bool) -> (&str, Option<Result<&str, ()>>) {
    if !drops {
        return (placement, None);
    }
    if let Some((board, rest)) = placement.split_once('[') {
        return (board, Some(rest.strip_suffix(']').ok_or(())));
    }
    match placement.rsplit_once('/') {
        Some((board, letters)) if board.matches('/').count() == 7 => (board, Some(Ok(letters))),
        _ => (placement, None),
    }
}

fn read_counter(what: &str, text: Option<&str>, default: u16, reasons: &mut Reasons) -> u16 {
    let Some(text) = text else { return default };
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(value) if digits => value,
        _ => {
            reasons.add(format!("{what} `{text}`: expected a number from 0 to {}", u16::MAX));
            default
        }
    }
}
