//! FEN: `<board>[<to place>] <side> <ep> <hands> <discards> <last> <quiet> <turn>`.
//!
//! Whatever can be read is read and checked, so that a refusal gives every reason.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

use super::accept::name;
use super::board::{Board, forward, home};
use super::cards::{Card, Cards};
use super::{DEAL, Deed, Last, PAWNS, Phase, Position};
use crate::board::{Colour, Square};
use crate::game::Malformed;
use crate::games::chess::Kind;

const FIELDS: [&str; 8] = ["board", "side", "ep", "hands", "discards", "last", "quiet", "turn"];

/// The reasons found so far.
#[derive(Default)]
struct Reasons(Vec<Malformed>);

impl Reasons {
    fn add(&mut self, field: &str, reason: impl AsRef<str>) {
        self.0.push(Malformed(format!("{field}: {}", reason.as_ref())));
    }

    /// The value, or the default and one reason more.
    fn take<T: Default>(&mut self, field: &str, read: Result<T, String>) -> T {
        read.unwrap_or_else(|reason| {
            self.add(field, reason);
            T::default()
        })
    }
}

/// Cards as counted in a text, before it is known whether there are so many.
#[derive(Clone, Copy, Default)]
struct Tally {
    ranks: [u32; 14],
    unknown: u32,
}

impl Tally {
    fn count(&self, card: Card) -> u32 {
        self.ranks.get(card as usize).copied().unwrap_or(0)
    }

    fn len(&self) -> u32 {
        self.ranks.iter().sum::<u32>() + self.unknown
    }

    fn cards(&self) -> Cards {
        let mut cards = Cards::EMPTY;
        for card in Card::ALL {
            (0..self.count(card)).for_each(|_| cards.add(Some(card)));
        }
        (0..self.unknown).for_each(|_| cards.add(None));
        cards
    }
}

/// What is still to be placed: for each colour whether the king is, and how many pawns.
type ToPlace = [(u32, u32); 2];

pub(super) fn read(fen: &str) -> Result<Position, Vec<Malformed>> {
    let mut reasons = Reasons::default();
    let fields: Vec<&str> = fen.split_whitespace().collect();
    if fields.len() != FIELDS.len() {
        let names = FIELDS.join(" ");
        reasons.add("FEN", format!("expected {} fields ({names}), found {}", FIELDS.len(), fields.len()));
    }
    let field = |index: usize| fields.get(index).copied();
    let mut position = Position::empty();

    let mut to_place = None;
    let mut board_is_whole = false;
    if let Some(text) = field(0) {
        let before = reasons.0.len();
        let (board, bracket) = text.split_once('[').unwrap_or((text, ""));
        position.board = read_board(board, &mut reasons);
        board_is_whole = reasons.0.len() == before;
        to_place = match text.contains('[').then(|| read_to_place(bracket)) {
            Some(Ok(read)) => Some(read),
            Some(Err(reason)) => {
                reasons.add("board", reason);
                None
            }
            None => {
                reasons.add("board", "expected what is to be placed in brackets after the ranks, [] for nothing");
                None
            }
        };
    }
    let mut side = None;
    match field(1) {
        Some("w") => side = Some(Colour::White),
        Some("b") => side = Some(Colour::Black),
        Some(text) => reasons.add("side", format!("expected w or b, found {text}")),
        None => {}
    }
    if let Some(text) = field(2).filter(|&text| text != "-") {
        position.passed = Square::parse(text);
        if position.passed.is_none() {
            reasons.add("ep", format!("expected - or a square, found {text}"));
        }
    }
    let hands = field(3).map_or_else(Default::default, |text| read_hands(text, &mut reasons));
    let discards = field(4).map_or_else(Tally::default, |text| reasons.take("discards", read_cards(text)));
    if let Some(text) = field(5).filter(|&text| text != "-") {
        position.last = read_last(text);
        if position.last.is_none() {
            reasons.add(
                "last",
                format!("expected - or what a card did, such as A:e5n, 2:e5q, K:a1d4 or XA:e5n, found {text}"),
            );
        }
    }
    if let Some(text) = field(6) {
        position.quiet = reasons.take("quiet", read_number(text, u16::MAX.into())) as u16;
    }
    if let Some(text) = field(7) {
        position.turn = reasons.take("turn", read_number(text, u32::MAX));
    }

    if check_cards(hands, discards, &mut reasons) {
        position.hands = hands.map(|hand| hand.cards());
        position.discards = discards.cards();
    }
    if let Some(last) = position.last {
        check_spent(last, &discards, &mut reasons);
    }
    let Some(side) = side else { return Err(reasons.0) };
    position.side = side;
    if board_is_whole && let Some(to_place) = to_place {
        if to_place == [(0, 0); 2] {
            position.phase = Phase::Turn;
            check_turn(&position, &mut reasons);
        } else {
            check_placement(&position, to_place, &mut reasons);
        }
    }
    if reasons.0.is_empty() { Ok(position) } else { Err(reasons.0) }
}

fn read_board(text: &str, reasons: &mut Reasons) -> Board {
    let mut board = Board::default();
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        reasons.add("board", format!("expected 8 ranks, found {}", ranks.len()));
        return board;
    }
    for (rank, text) in (0..8).rev().zip(ranks) {
        let mut file = 0;
        for letter in text.chars() {
            let piece = Kind::of_fen(letter);
            if let (Some((colour, kind)), 0..8) = (piece, file) {
                board.put(colour, kind, Square::at(file, rank));
            }
            let width = match (piece, letter) {
                (Some(_), _) => 1,
                (None, '1'..='8') => letter as u8 - b'0',
                _ => {
                    reasons.add("board", format!("rank {}: {letter} is neither a piece nor a number", rank + 1));
                    1
                }
            };
            file = file.saturating_add(width);
        }
        if file != 8 {
            reasons.add("board", format!("rank {} has {file} squares", rank + 1));
        }
    }
    board
}

fn read_to_place(text: &str) -> Result<ToPlace, String> {
    let expected = || format!("expected pieces of [KPPPkppp] in brackets, found [{text}");
    let letters = text.strip_suffix(']').ok_or_else(expected)?;
    let mut found = [(0, 0); 2];
    let [white, black] = &mut found;
    for letter in letters.chars() {
        match letter {
            'K' => white.0 += 1,
            'P' => white.1 += 1,
            'k' => black.0 += 1,
            'p' => black.1 += 1,
            _ => return Err(expected()),
        }
    }
    if found.iter().any(|&(kings, pawns)| kings > 1 || pawns > PAWNS) { Err(expected()) } else { Ok(found) }
}

fn read_cards(text: &str) -> Result<Tally, String> {
    let mut tally = Tally::default();
    if text == "-" {
        return Ok(tally);
    }
    let expected = || format!("expected cards (A 2 to 9 T J Q K X) or - for none, found `{text}`");
    if text.is_empty() {
        return Err(expected());
    }
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '?' {
            tally.unknown += 1;
        } else if let Some(count) = Card::of(letter).and_then(|card| tally.ranks.get_mut(card as usize)) {
            *count += 1;
            // Clause 1: a suit is dropped.
            let _ = letters.next_if(|suit| matches!(suit, 'c' | 'd' | 'h' | 's'));
        } else {
            return Err(expected());
        }
    }
    Ok(tally)
}

fn read_hands(text: &str, reasons: &mut Reasons) -> [Tally; 2] {
    let Some((white, black)) = text.split_once('/') else {
        reasons.add("hands", format!("expected White's and Black's cards with a / between, found {text}"));
        return Default::default();
    };
    [reasons.take("hands", read_cards(white)), reasons.take("hands", read_cards(black))]
}

fn read_number(text: &str, most: u32) -> Result<u32, String> {
    if text.is_empty() || !text.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(format!("expected a number, found {text}"));
    }
    text.parse().ok().filter(|&number| number <= most).ok_or_else(|| format!("{text} is more than {most}"))
}

fn read_last(text: &str) -> Option<Last> {
    let deed = text.trim_start_matches('X');
    let jokers = u8::try_from(text.len() - deed.len()).ok().filter(|&jokers| jokers <= 2)?;
    let (card, effect) = deed.split_once(':')?;
    let (at, rest) = Square::split(effect)?;
    let removed = || {
        let letter = only(rest).filter(char::is_ascii_lowercase)?;
        Kind::of_letter(letter.to_ascii_uppercase()).filter(|&kind| kind != Kind::King)
    };
    let turned = || removed().filter(|&kind| kind != Kind::Pawn);
    let deed = match card {
        "A" => Deed::Removed(Card::Ace, at, removed()?),
        "8" => Deed::Removed(Card::Eight, at, removed()?),
        "2" => Deed::Turned(Card::Two, at, turned()?),
        "7" => Deed::Turned(Card::Seven, at, turned()?),
        "K" => Deed::Moved(at, Square::parse(rest)?),
        _ => return None,
    };
    Some(Last { deed, jokers })
}

/// The letter of a text of one letter.
fn only(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// No more cards than there are; whether so.
fn check_cards(hands: [Tally; 2], discards: Tally, reasons: &mut Reasons) -> bool {
    let before = reasons.0.len();
    if discards.unknown > 0 {
        reasons.add("discards", "discards lie open: no ? is among them");
    }
    let all = [hands[0], hands[1], discards];
    for card in Card::ALL {
        let (found, most) = (all.iter().map(|cards| cards.count(card)).sum::<u32>(), Cards::PACK.count(card));
        if found > most {
            reasons
                .add("hands", format!("{found} cards {} in hands and discards, but there are {most}", card.letter()));
        }
    }
    let found: u32 = all.iter().map(Tally::len).sum();
    if found > Cards::TOTAL {
        reasons.add("hands", format!("{found} cards in hands and discards, but there are {}", Cards::TOTAL));
    }
    reasons.0.len() == before
}

/// The card answered and the jokers played on it lie in the discard pile.
fn check_spent(last: Last, discards: &Tally, reasons: &mut Reasons) {
    let card = last.deed.card();
    if discards.count(card) == 0 {
        reasons.add("last", format!("no {} is among the discards", card.letter()));
    }
    if discards.count(Card::Joker) < u32::from(last.jokers) {
        reasons.add("last", format!("{} X played, but not among the discards", last.jokers));
    }
}

/// Clause 3: what stands and what is to come make an army, White's first.
fn check_placement(position: &Position, to_place: ToPlace, reasons: &mut Reasons) {
    let [white, black] = to_place;
    let due = if white == (0, 0) { Colour::Black } else { Colour::White };
    if due == Colour::White && black != (1, PAWNS) {
        reasons.add("board", "Black places nothing before White has placed everything");
    }
    if position.side != due {
        reasons.add("side", format!("{} is to place", name(due)));
    }
    for (colour, (kings, pawns)) in Colour::ALL.into_iter().zip(to_place) {
        let army = position.board.colour(colour);
        let whole = position.board.of(colour, Kind::King).len() + kings == 1
            && position.board.of(colour, Kind::Pawn).len() + pawns == PAWNS
            && army.len() + kings + pawns == 1 + PAWNS;
        if !whole {
            reasons.add("board", format!("{} places a king and three pawns, no more and no less", name(colour)));
        }
        if (army & !home(colour)).any() {
            reasons.add("board", format!("{} places its army on its first two ranks", name(colour)));
        }
    }
    if position.passed.is_some() {
        reasons.add("ep", "no pawn has moved before the armies are placed");
    }
    if position.last.is_some() {
        reasons.add("last", "no card is played before the armies are placed");
    }
    let deals = if due == Colour::White { 2 } else { 1 };
    let held = position.hands[0].len() + position.hands[1].len();
    if held + deals * DEAL as u32 > Cards::TOTAL {
        reasons.add("hands", format!("{held} cards held, too few left to deal {DEAL} to each player who places"));
    }
}

/// A turn start with everything on the board.
fn check_turn(position: &Position, reasons: &mut Reasons) {
    let before = reasons.0.len();
    // Of the other pieces there may be any number: the cards' limits (clause 11) bear on playing them, not on what a FEN says.
    for colour in Colour::ALL {
        let kings = position.board.of(colour, Kind::King).len();
        if kings != 1 {
            reasons.add("board", format!("{} has {kings} kings; there is one", name(colour)));
        }
    }
    if reasons.0.len() == before && position.board.in_check(position.side.other()) {
        let (idle, actor) = (name(position.side.other()), name(position.side));
        reasons.add("board", format!("{idle}'s king is attacked, but it is {actor}'s turn"));
    }
    if let Some(passed) = position.passed {
        if position.last.is_some() {
            reasons.add("last", "either a pawn has just moved or a card has just been played, not both");
        }
        if !just_passed(position, passed) {
            let mover = name(position.side.other());
            reasons.add("ep", format!("no pawn of {mover}'s can just have passed over {passed}"));
        }
    }
    if let Some(last) = position.last
        && let Err(reason) = check_last(position, last)
    {
        reasons.add("last", reason);
    }
}

/// Whether a pawn can just have advanced two squares over this one (clause 5).
fn just_passed(position: &Position, passed: Square) -> bool {
    let mover = position.side.other();
    let occupied = position.board.occupied();
    let [Some(from), Some(to)] = [-1, 1].map(|ranks| passed.offset(0, ranks * forward(mover))) else { return false };
    home(mover).has(from)
        && !occupied.has(from)
        && !occupied.has(passed)
        && position.board.of(mover, Kind::Pawn).has(to)
}

/// Whether the deed can have been done: the board is as it left it, and before it the card could be played so.
fn check_last(position: &Position, last: Last) -> Result<(), String> {
    let deed = last.deed;
    let player = position.doer(last);
    let enemy = player.other();
    let mut before = *position;
    let occupied = position.board.occupied();
    if last.stands() {
        let as_left = match deed {
            Deed::Removed(_, at, _) => !occupied.has(at),
            Deed::Turned(Card::Seven, at, _) => position.board.at(at) == Some((player, Kind::Pawn)),
            Deed::Turned(_, at, _) => position.board.at(at) == Some((enemy, Kind::Pawn)),
            Deed::Moved(from, to) => !occupied.has(from) && position.board.colour(player).has(to),
        };
        if !as_left {
            return Err(format!("the board is not as {} leaves it", deed_text(deed)));
        }
        before.take_back(deed, player);
    }
    let board = &before.board;
    let possible = match deed {
        Deed::Moved(from, to) => {
            board.colour(player).has(from) && !board.occupied().has(to) && board.zone(player).has(to)
        }
        Deed::Removed(card, at, kind) => {
            let reached = card == Card::Ace || board.attackers(player, at, board.occupied()).any();
            board.at(at) == Some((enemy, kind)) && reached
        }
        Deed::Turned(card, at, kind) => {
            let owner = if card == Card::Seven { player } else { enemy };
            board.at(at) == Some((enemy, kind)) && board.has_room(owner, Kind::Pawn)
        }
    };
    if possible { Ok(()) } else { Err(format!("{} was not possible on this board", deed_text(deed))) }
}

fn deed_text(deed: Deed) -> String {
    match deed {
        Deed::Removed(card, at, kind) | Deed::Turned(card, at, kind) => {
            format!("{}:{at}{}", card.letter(), Colour::Black.dress(kind.letter()))
        }
        Deed::Moved(from, to) => format!("K:{from}{to}"),
    }
}

pub(super) fn write(position: &Position) -> String {
    let mut fen = String::new();
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let Some((colour, kind)) = position.board.at(Square::at(file, rank)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                fen += &empty.to_string();
                empty = 0;
            }
            fen.push(colour.dress(kind.letter()));
        }
        if empty > 0 {
            fen += &empty.to_string();
        }
        fen.push(if rank > 0 { '/' } else { '[' });
    }
    for colour in Colour::ALL {
        let (king, pawns) = position.unplaced(colour);
        fen.extend(king.then(|| colour.dress('K')));
        fen.extend((0..pawns).map(|_| colour.dress('P')));
    }
    let passed = position.passed.map_or_else(|| "-".into(), |passed| passed.to_string());
    let last = position
        .last
        .map_or_else(|| "-".into(), |last| format!("{}{}", "X".repeat(last.jokers.into()), deed_text(last.deed)));
    let [white, black] = position.hands.map(Cards::text);
    format!(
        "{fen}] {} {passed} {white}/{black} {} {last} {} {}",
        position.side.letter(),
        position.discards.text(),
        position.quiet,
        position.turn
    )
}
