//! What is accepted, and the sentence why something is not.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::actions::{Action, Event, Spell};
use super::field;
use super::piece::Kind;
use super::{Phase, Position};
use crate::board::{Square, attacks};
use crate::game::{Flow, Game, Refusal};

/// What is generated is accepted; in the entry phase so is any other order (clause 21).
pub(super) fn accepts(position: &Position, action: Action) -> Result<(), Refusal> {
    let listed = position.generate(&mut |each| if each == action { Flow::Break(()) } else { Flow::Continue(()) });
    if listed.is_break() { Ok(()) } else { judge(position, action).map_err(Refusal) }
}

pub(super) fn admits(position: &Position, event: Event) -> Result<(), Refusal> {
    let dice = |dice: &[u8]| {
        if dice.iter().all(|die| (1..=6).contains(die)) { Ok(()) } else { Err(Refusal::new("a die shows 1 to 6")) }
    };
    match (position.phase, event) {
        (Phase::Throw(_), Event::Throw { attack, defence }) => dice(&[attack, defence]),
        (Phase::Rider(_), Event::Die(thrown)) => dice(&[thrown]),
        (Phase::Throw(_), Event::Die(_)) => {
            Err(Refusal::new("attacker and defender throw a die each, `#52` say (clause 6)"))
        }
        (Phase::Rider(_), Event::Throw { .. }) => {
            Err(Refusal::new("the fallen knight's owner throws one die, `#4` say (clause 9)"))
        }
        _ => Err(Refusal::new("no dice are thrown now")),
    }
}

type Judgement = Result<(), String>;

fn refuse(reason: impl Into<String>) -> Judgement {
    Err(reason.into())
}

/// Judges an action that is not generated. Accepts only what clause 21 lets be done out of order.
fn judge(position: &Position, action: Action) -> Judgement {
    match position.phase {
        Phase::Over(_) => refuse("the game is over"),
        Phase::Throw(_) | Phase::Rider(_) => refuse("the table must throw first"),
        Phase::Retreat(attack) => refuse(format!(
            "the defender must choose an empty square behind {} that is not on the attacker's way (clause 6)",
            attack.to
        )),
        Phase::Sacrifice(attack) if attack.is_melee() => refuse(format!(
            "the king on {} needs a piece within two squares to give and an empty square beside him to step to, or `pass` (clause 10)",
            attack.to
        )),
        Phase::Sacrifice(attack) => refuse(format!(
            "the king on {} stays where he is: name a piece within two squares, or `pass` (clause 10)",
            attack.to
        )),
        Phase::Entry { .. } => entry(position, action),
        Phase::Moves => refuse(match action {
            Action::Move { from, to } => walk(position, from, to),
            Action::Shoot { from, to } => shoot(position, from, to),
            Action::Dismount { kind, from, to } => dismount(position, kind, from, to),
            Action::Cast { spell, at } => cast(position, spell, at),
            Action::Teleport { from, to } => teleport(position, from, to),
            Action::Sacrifice { .. } | Action::Pass => "no king has to be saved now (clause 10)".into(),
            Action::Buy(_) | Action::Enter { .. } => {
                "pieces are bought and enter when the moves are over (clause 21)".into()
            }
            Action::End => "nothing to end".into(),
        }),
    }
}

fn entry(position: &Position, action: Action) -> Judgement {
    match action {
        Action::Buy(kind) if !Kind::RECRUITS.contains(&kind) => {
            refuse(format!("a {} cannot be bought (clause 21)", kind.name()))
        }
        Action::Buy(kind) if kind.cost() > position.bonus => {
            refuse(format!("not enough points: {} of {} (clause 21)", position.bonus, kind.cost()))
        }
        Action::Buy(_) => Ok(()),
        Action::Enter { kind, at } => {
            let waiting = position.waiting.get(position.mover.index()).and_then(|kinds| kinds.get(kind.index()));
            if waiting.is_none_or(|&count| count == 0) {
                refuse(format!("no {} is waiting (clause 21)", kind.name()))
            } else if !field::entries(position.mover).contains(&at) {
                refuse(format!("{at} is no entry square of this side (clause 20)"))
            } else if position.occupied().has(at) {
                refuse(format!("{at} is not empty (clause 21)"))
            } else {
                Ok(())
            }
        }
        _ => refuse("the moves of this turn are over: buy, enter or `end` (clause 21)"),
    }
}

/// Why the piece on a square cannot act at all; none when it can.
fn idle(position: &Position, from: Square) -> Option<String> {
    let Some((owner, kind)) = position.man(from) else { return Some(format!("{from} is empty")) };
    let name = kind.name();
    if owner != position.mover {
        Some(format!("the {name} on {from} is not yours"))
    } else if position.acted.has(from) {
        Some(format!("the {name} on {from} has acted this turn (clause 4)"))
    } else if position.stoned.has(from) {
        Some(format!("the {name} on {from} is stoned (clause 17)"))
    } else if position.exhausted.has(from) {
        Some(format!("the {name} on {from} is exhausted (clause 12)"))
    } else {
        None
    }
}

fn walk(position: &Position, from: Square, to: Square) -> String {
    if let Some(reason) = idle(position, from) {
        return reason;
    }
    let kind = position.kind_at(from);
    match position.man(to) {
        Some((owner, Kind::Tower)) if owner == position.mover => match kind.places() {
            None => format!("a {} never mounts a tower (clause 15)", kind.name()),
            Some(_) if !attacks::king(from).has(to) => {
                format!("{to} is not beside {from}: towers are mounted from there (clause 15)")
            }
            Some(_) => format!("no room in the tower on {to} (clause 15)"),
        },
        Some((owner, _)) if owner == position.mover => format!("{to} holds an own piece"),
        Some(_) if position.stoned.has(to) => format!("{to} is stoned and cannot be attacked (clause 17)"),
        _ if kind == Kind::Tower && !field::half(position.mover).has(to) => {
            "a tower never goes beyond its own half (clause 8)".into()
        }
        _ => format!("the {} on {from} does not reach {to}", kind.name()),
    }
}

/// Why a square is no target of a shot or an attack spell.
fn spared(position: &Position, to: Square) -> Option<String> {
    match position.man(to) {
        None => Some(format!("{to} is empty")),
        Some((owner, _)) if owner == position.mover => Some(format!("{to} holds an own piece")),
        Some(_) if position.stoned.has(to) => Some(format!("{to} is stoned and cannot be attacked (clause 17)")),
        Some(_) => None,
    }
}

fn shoot(position: &Position, from: Square, to: Square) -> String {
    if let Some(reason) = idle(position, from).or_else(|| spared(position, to)) {
        return reason;
    }
    match position.kind_at(from) {
        Kind::Bishop => format!("{to} is not beside {from} (clause 13)"),
        Kind::Tower if attacks::king(from).has(to) => {
            format!("the tower on {from} needs a catapult and two pawns inside to shoot (clause 14)")
        }
        Kind::Tower => format!("{to} is not beside {from} (clause 14)"),
        kind => format!("a {} cannot shoot (clauses 13 and 14)", kind.name()),
    }
}

fn dismount(position: &Position, kind: Kind, from: Square, to: Square) -> String {
    if position.man(from) != Some((position.mover, Kind::Tower)) {
        return format!("no own tower on {from} (clause 16)");
    }
    let crew = position.crews.get(from.index()).copied().unwrap_or_default();
    let inside = if kind == Kind::Pawn { crew.pawns() > 0 } else { crew.officer() == Some(kind) };
    if !inside {
        format!("no {} in the tower on {from} (clause 16)", kind.name())
    } else if !crew.has_idle(kind) {
        format!("the {} in the tower on {from} has acted this turn (clause 16)", kind.name())
    } else if !attacks::king(from).has(to) {
        format!("{to} is not beside {from} (clause 16)")
    } else {
        format!("{to} is not empty (clause 16)")
    }
}

/// The queen who could cast this spell, or why there is none.
fn caster(position: &Position, spell: Spell) -> Result<Square, String> {
    let Some(queen) = position.men(position.mover, Kind::Queen).first() else {
        return Err("no queen on the board to cast a spell (clause 17)".into());
    };
    let known = position.spells.get(position.mover.index()).copied().unwrap_or_default();
    if known & spell.bit() == 0 {
        Err(format!("{} is not among this side's spells (clause 17)", spell.name()))
    } else if position.cast {
        Err("a spell was cast this turn (clause 17)".into())
    } else {
        idle(position, queen).map_or(Ok(queen), Err)
    }
}

/// Why a square is out of a spell's range.
fn beyond(queen: Square, spell: Spell, at: Square) -> Option<String> {
    if at == queen {
        Some("the queen casts no spell on herself (clause 17)".into())
    } else if !field::within(queen, spell.range()).has(at) {
        Some(format!("{at} is more than {} from the queen on {queen} (clause 17)", spell.range()))
    } else {
        None
    }
}

fn cast(position: &Position, spell: Spell, at: Square) -> String {
    let queen = match caster(position, spell) {
        Ok(queen) => queen,
        Err(reason) => return reason,
    };
    if let Some(reason) = beyond(queen, spell, at) {
        return reason;
    }
    match spell {
        Spell::Lightning | Spell::Pain => spared(position, at).unwrap_or_else(|| "not a target (clause 17)".into()),
        Spell::Heroism => format!("heroism is for own pieces, and none is on {at} (clause 17)"),
        Spell::Fear => format!("fear is for enemies, and none is on {at} (clause 17)"),
        Spell::Teleport => "teleport needs two squares, `T!e3f5` say (clause 17)".into(),
        Spell::Stone => format!("{at} is empty"),
    }
}

fn teleport(position: &Position, from: Square, to: Square) -> String {
    let queen = match caster(position, Spell::Teleport) {
        Ok(queen) => queen,
        Err(reason) => return reason,
    };
    let Some((_, kind)) = position.man(from) else { return format!("{from} is empty") };
    if let Some(reason) = beyond(queen, Spell::Teleport, from) {
        reason
    } else if position.occupied().has(to) {
        format!("{to} is not empty (clause 17)")
    } else if let Some(reason) = beyond(queen, Spell::Teleport, to) {
        reason
    } else if kind == Kind::Tower {
        "a tower stays in its own half (clause 17)".into()
    } else {
        "an enemy pawn cannot be sent onto its last rank (clause 17)".into()
    }
}
