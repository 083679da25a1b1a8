//! What actions and cards turned up do to a position. Both are legal here.

use super::board::forward;
use super::cards::{Card, Cards};
use super::{Action, DEAL, Deed, Last, Phase, Position};
use crate::board::{Colour, Square};
use crate::games::chess::Kind;

impl Position {
    pub(super) fn apply(&mut self, action: Action) {
        match action {
            Action::Place(kind, at) => return self.place(kind, at),
            Action::Draw => return self.start_drawing(1),
            Action::Swap(cards) => {
                // Clause 8: the three discards go to the pile before the first draw.
                for card in cards {
                    self.discard(card);
                }
                return self.start_drawing(2);
            }
            Action::Move(from, to) => self.move_piece(from, to),
            Action::Nope => {
                self.discard(Card::Joker);
                self.toggle_last();
            }
            Action::Play(card, at) => {
                self.discard(card);
                self.play(card, at);
            }
            Action::Killshot(_, at) => {
                self.discard(Card::Eight);
                self.do_deed(self.removal(Card::Eight, at));
            }
            Action::Teleport(from, to) => {
                self.discard(Card::King);
                self.do_deed(Some(Deed::Moved(from, to)));
            }
        }
        self.pass();
    }

    fn place(&mut self, kind: Kind, at: Square) {
        self.board.put(self.side, kind, at);
        if self.unplaced(self.side) == (false, 0) {
            self.phase = Phase::Deal(DEAL as u8);
        }
    }

    fn start_drawing(&mut self, cards: u8) {
        self.phase = Phase::Draw(cards);
        self.quiet = 0;
        self.passed = None;
        self.last = None;
    }

    /// Takes a card from the actor's hand. Whatever was done before cannot be answered any more, unless it is a joker.
    fn discard(&mut self, card: Card) {
        self.hands[self.side.index()].spend(card);
        self.discards.add(Some(card));
        self.quiet = 0;
        self.passed = None;
        if card != Card::Joker {
            self.last = None;
        }
    }

    fn move_piece(&mut self, from: Square, to: Square) {
        let us = self.side;
        let Some(kind) = self.board.kind(from) else { return };
        let mut quiet = self.quiet.saturating_add(1);
        if let Some(taken) = self.board.kind(to) {
            self.board.take(us.other(), taken, to);
            quiet = 0;
        }
        let mut passed = None;
        if kind == Kind::Pawn {
            quiet = 0;
            if self.passed == Some(to) && from.file() != to.file() {
                // Clause 5: en passant, and the pawn stands behind the square it passed over.
                if let Some(behind) = to.offset(0, -forward(us)) {
                    self.board.take(us.other(), Kind::Pawn, behind);
                }
            }
            if from.rank().abs_diff(to.rank()) == 2 {
                passed = from.offset(0, forward(us));
            }
        }
        self.board.take(us, kind, from);
        self.board.put(us, kind, to);
        self.quiet = quiet;
        self.passed = passed;
        self.last = None;
    }

    fn play(&mut self, card: Card, at: Square) {
        if let Some(kind) = card.piece() {
            self.board.put(self.side, kind, at);
            return;
        }
        let deed = match card {
            Card::Ace => self.removal(card, at),
            _ => self.board.kind(at).map(|kind| Deed::Turned(card, at, kind)),
        };
        self.do_deed(deed);
    }

    fn removal(&self, card: Card, at: Square) -> Option<Deed> {
        self.board.kind(at).map(|kind| Deed::Removed(card, at, kind))
    }

    fn do_deed(&mut self, deed: Option<Deed>) {
        self.last = deed.map(|deed| Last { deed, jokers: 0 });
        if let Some(deed) = deed {
            self.carry_out(deed, self.side);
        }
    }

    /// Does a deed of `player`'s, for the first time or again.
    pub(super) fn carry_out(&mut self, deed: Deed, player: Colour) {
        match deed {
            Deed::Removed(_, at, kind) => self.board.take(player.other(), kind, at),
            Deed::Turned(card, at, kind) => {
                self.board.take(player.other(), kind, at);
                self.board.put(pawn_owner(card, player), Kind::Pawn, at);
            }
            Deed::Moved(from, to) => self.shift(player, from, to),
        }
    }

    /// Undoes a deed of `player`'s (clause 12).
    pub(super) fn take_back(&mut self, deed: Deed, player: Colour) {
        match deed {
            Deed::Removed(_, at, kind) => self.board.put(player.other(), kind, at),
            Deed::Turned(card, at, kind) => {
                self.board.take(pawn_owner(card, player), Kind::Pawn, at);
                self.board.put(player.other(), kind, at);
            }
            Deed::Moved(from, to) => self.shift(player, to, from),
        }
    }

    fn shift(&mut self, colour: Colour, from: Square, to: Square) {
        if let Some(kind) = self.board.kind(from) {
            self.board.take(colour, kind, from);
            self.board.put(colour, kind, to);
        }
    }

    /// A joker: undoes the deed that stands, or brings back the one that was undone.
    pub(super) fn toggle_last(&mut self) {
        let Some(last) = self.last else { return };
        if last.stands() {
            self.take_back(last.deed, self.doer(last));
        } else {
            self.carry_out(last.deed, self.doer(last));
        }
        self.last = Some(Last { jokers: last.jokers + 1, ..last });
    }

    /// Who played the card: the jokers have alternated since.
    pub(super) fn doer(&self, last: Last) -> Colour {
        if last.stands() { self.side.other() } else { self.side }
    }

    fn pass(&mut self) {
        self.phase = Phase::Turn;
        if self.side == Colour::Black {
            self.turn = self.turn.saturating_add(1);
        }
        self.side = self.side.other();
    }

    /// Gives the actor the next card, and passes the turn on after the last that is due.
    pub(super) fn turn_up(&mut self, card: Option<Card>) {
        if self.deck() == 0 {
            // Clause 13.
            self.discards = Cards::EMPTY;
        }
        self.hands[self.side.index()].add(card);
        match self.phase {
            Phase::Draw(1) => self.pass(),
            Phase::Draw(cards) => self.phase = Phase::Draw(cards - 1),
            Phase::Deal(1) => {
                // Clause 3: both placements belong to turn 1, and so does the first turn after them.
                self.phase = if self.side == Colour::White { Phase::Place } else { Phase::Turn };
                self.side = self.side.other();
            }
            Phase::Deal(cards) => self.phase = Phase::Deal(cards - 1),
            Phase::Place | Phase::Turn => {}
        }
    }
}

/// Whose pawn a turned piece becomes: the enemy's by a 2, the player's own by a 7.
fn pawn_owner(card: Card, player: Colour) -> Colour {
    if card == Card::Seven { player } else { player.other() }
}
