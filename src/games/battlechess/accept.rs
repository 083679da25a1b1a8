//! Whether an action or a card turned up is possible here, and if not, why. Clause by clause and by trial: nothing here
//! uses the generator's masks.

use super::board::{cap, forward, home};
use super::cards::Card;
use super::{Action, Phase, Position, Turned};
use crate::board::{Bitboard, Colour, Square};
use crate::game::Refusal;
use crate::games::chess::{Kind, reach};

type Verdict = Result<(), Refusal>;

fn refuse(sentence: String) -> Verdict {
    Err(Refusal(sentence))
}

pub(super) fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "White",
        Colour::Black => "Black",
    }
}

impl Position {
    pub(super) fn check_action(&self, action: Action) -> Verdict {
        match (self.phase, action) {
            (Phase::Deal(_) | Phase::Draw(_), _) => return refuse("cards must be turned up first".into()),
            (Phase::Place, Action::Place(kind, at)) => return self.check_placement(kind, at),
            (Phase::Place, _) => return refuse("the armies are not placed yet".into()),
            (Phase::Turn, Action::Place(..)) => return refuse("the armies are placed already".into()),
            (Phase::Turn, Action::Move(from, to)) => self.check_move(from, to)?,
            (Phase::Turn, Action::Nope) => self.check_nope()?,
            (Phase::Turn, Action::Play(card, at)) => self.check_play(card, at)?,
            (Phase::Turn, Action::Killshot(from, at)) => self.check_killshot(from, at)?,
            (Phase::Turn, Action::Teleport(from, to)) => self.check_teleport(from, to)?,
            (Phase::Turn, Action::Draw) => self.check_drawing()?,
            (Phase::Turn, Action::Swap(cards)) => {
                self.check_drawing()?;
                self.check_cards(&cards)?;
            }
        }
        // Clause 9. Drawing changes nothing on the board.
        let mut after = *self;
        after.apply(action);
        if after.board.in_check(self.side) {
            return refuse(format!("{}'s king would be attacked", name(self.side)));
        }
        Ok(())
    }

    /// Clause 3: any order is accepted.
    fn check_placement(&self, kind: Kind, at: Square) -> Verdict {
        let (king, pawns) = self.unplaced(self.side);
        if !home(self.side).has(at) {
            let ranks = if self.side == Colour::White { "1 and 2" } else { "7 and 8" };
            return refuse(format!("{at} is not on ranks {ranks}"));
        }
        if self.board.occupied().has(at) {
            return refuse(format!("{at} is not empty"));
        }
        match kind {
            Kind::King if !king => refuse(format!("{}'s king is placed already", name(self.side))),
            Kind::Pawn if pawns == 0 => refuse(format!("{}'s three pawns are placed already", name(self.side))),
            _ => Ok(()),
        }
    }

    fn own_piece(&self, at: Square) -> Result<Kind, Refusal> {
        match self.board.at(at) {
            Some((colour, kind)) if colour == self.side => Ok(kind),
            Some(_) => Err(Refusal(format!("the piece on {at} is not {}'s", name(self.side)))),
            None => Err(Refusal(format!("{at} is empty"))),
        }
    }

    /// An enemy piece that cards can act on: any but the king.
    fn enemy_piece(&self, at: Square) -> Result<Kind, Refusal> {
        match self.board.at(at) {
            Some((colour, _)) if colour == self.side => {
                Err(Refusal(format!("the piece on {at} is {}'s own", name(colour))))
            }
            Some((_, Kind::King)) => Err(Refusal("no card touches the enemy king".into())),
            Some((_, kind)) => Ok(kind),
            None => Err(Refusal(format!("{at} is empty"))),
        }
    }

    /// Clause 5.
    fn check_move(&self, from: Square, to: Square) -> Verdict {
        let us = self.side;
        let kind = self.own_piece(from)?;
        if self.board.colour(us).has(to) {
            return refuse(format!("{}'s own piece stands on {to}", name(us)));
        }
        let occupied = self.board.occupied();
        let mut targets = reach(us, kind, from, occupied);
        if kind == Kind::Pawn {
            let mut takes = self.board.colour(us.other());
            takes.0 |= self.passed.map_or(0, |passed| Bitboard::of(passed).0);
            targets &= takes;
            let ahead = |ranks: i8| from.offset(0, ranks * forward(us)).filter(|&square| !occupied.has(square));
            if let Some(near) = ahead(1) {
                targets.insert(near);
                if let Some(far) = ahead(2)
                    && home(us).has(from)
                {
                    targets.insert(far);
                }
            }
        }
        if !targets.has(to) {
            return refuse(format!("the {kind} on {from} cannot move to {to}"));
        }
        // Kings are never captured: FENs in which one could be are refused, and clause 9 keeps it so.
        Ok(())
    }

    fn check_nope(&self) -> Verdict {
        self.check_cards(&[Card::Joker])?;
        if self.last.is_none() {
            return refuse("the opponent has just played no card that a joker answers".into());
        }
        Ok(())
    }

    /// Clause 2: the cards are in the hand, or can be among its unknown ones.
    fn check_cards(&self, cards: &[Card]) -> Verdict {
        let mut after = *self;
        for &card in cards {
            let hand = after.hand(self.side);
            if !hand.has(card) && (hand.unknown() == 0 || !after.pool().has(card)) {
                return refuse(format!("{} has no {} to play", name(self.side), card.letter()));
            }
            after.hands[self.side.index()].spend(card);
            after.discards.add(Some(card));
        }
        Ok(())
    }

    fn check_room(&self, colour: Colour, kind: Kind) -> Verdict {
        if self.board.has_room(colour, kind) {
            return Ok(());
        }
        let plural = if cap(kind) == 1 { "" } else { "s" };
        refuse(format!("{} has {} {kind}{plural} already", name(colour), self.board.of(colour, kind).len()))
    }

    fn check_officer(&self, at: Square) -> Verdict {
        if self.enemy_piece(at)? == Kind::Pawn { refuse(format!("{at} holds a pawn already")) } else { Ok(()) }
    }

    /// An empty square of one's zone (clause 10).
    fn check_open(&self, at: Square) -> Verdict {
        if self.board.occupied().has(at) {
            refuse(format!("{at} is not empty"))
        } else if !self.board.zone(self.side).has(at) {
            refuse(format!("{at} is not in {}'s zone of control", name(self.side)))
        } else {
            Ok(())
        }
    }

    fn check_play(&self, card: Card, at: Square) -> Verdict {
        self.check_cards(&[card])?;
        match card {
            Card::Ace => self.enemy_piece(at).map(drop),
            Card::Two => self.check_officer(at).and_then(|()| self.check_room(self.side.other(), Kind::Pawn)),
            Card::Seven => self.check_officer(at).and_then(|()| self.check_room(self.side, Kind::Pawn)),
            _ => match card.piece() {
                Some(kind) => self.check_open(at).and_then(|()| self.check_room(self.side, kind)),
                None => refuse(format!("{} is not played on one square", card.letter())),
            },
        }
    }

    fn check_killshot(&self, from: Square, at: Square) -> Verdict {
        self.check_cards(&[Card::Eight])?;
        let kind = self.own_piece(from)?;
        self.enemy_piece(at)?;
        if !reach(self.side, kind, from, self.board.occupied()).has(at) {
            return refuse(format!("the {kind} on {from} could not capture on {at}"));
        }
        Ok(())
    }

    fn check_teleport(&self, from: Square, to: Square) -> Verdict {
        self.check_cards(&[Card::King])?;
        self.own_piece(from)?;
        self.check_open(to)
    }

    /// Clauses 7, 8 and 13.
    fn check_drawing(&self) -> Verdict {
        if self.board.besiegers(self.side).many() {
            return refuse(format!("two enemy pawns stand on {}'s back rank: no cards are drawn", name(self.side)));
        }
        if !self.may_draw() {
            return refuse("deck and discard pile are empty".into());
        }
        if self.board.in_check(self.side) {
            return refuse(format!("{}'s king is attacked: no cards are drawn", name(self.side)));
        }
        Ok(())
    }

    /// Clauses 2, 4 and 16: as many cards as are due, each of a rank that can still come.
    pub(super) fn check_event(&self, event: Turned) -> Verdict {
        let due = self.due_cards();
        if event.len() > due {
            return refuse(format!("{} cards, but {due} due", event.len()));
        }
        let mut after = *self;
        for card in event.iter() {
            if let Some(card) = card
                && !after.next_card().has(card)
            {
                return refuse(format!("no {} is left to be turned up", card.letter()));
            }
            after.turn_up(card);
        }
        Ok(())
    }
}
