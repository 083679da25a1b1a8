//! The lines of JSON: `describe` and `state`.

use crate::game::{Description, Detail, Placed};
use serde_json::{Map, Value, json};

/// What the session says of a position for `state`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The variant's name.
    pub variant: &'static str,
    /// The FEN of the turn start.
    pub fen: String,
    /// Words since then.
    pub moves: Vec<String>,
    /// Who is to act: a seat's name or `table`; none when the game is over.
    pub actor: Option<&'static str>,
    /// What the position waits for; none when the game is over.
    pub due: Option<&'static str>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// Why the game ended.
    pub reason: Option<&'static str>,
    /// Whose eyes look: a seat's name or `all`.
    pub viewer: &'static str,
    /// What stands where.
    pub pieces: Vec<Placed>,
    /// What else the game has.
    pub details: Vec<(&'static str, Detail)>,
}

/// The answer to `state`. `seats`: their names in turn order.
pub fn state(state: &State, seats: &[&str]) -> String {
    let mut object = Map::new();
    object.insert("variant".into(), state.variant.into());
    object.insert("fen".into(), state.fen.as_str().into());
    object.insert("moves".into(), state.moves.clone().into());
    object.insert("actor".into(), state.actor.into());
    object.insert("due".into(), state.due.into());
    object.insert("result".into(), state.result.into());
    object.insert("reason".into(), state.reason.into());
    object.insert("viewer".into(), state.viewer.into());
    object.insert("pieces".into(), state.pieces.iter().map(|piece| placed(piece, seats)).collect());
    for (key, value) in &state.details {
        object.insert((*key).into(), detail(value));
    }
    Value::Object(object).to_string()
}

fn placed(piece: &Placed, seats: &[&str]) -> Value {
    let mut object = Map::new();
    object.insert("square".into(), piece.square.as_str().into());
    object.insert("piece".into(), piece.letter.as_str().into());
    object.insert("seat".into(), seats.get(piece.seat.index()).copied().into());
    for (key, value) in &piece.details {
        object.insert((*key).into(), detail(value));
    }
    Value::Object(object)
}

fn detail(value: &Detail) -> Value {
    match value {
        Detail::Null => Value::Null,
        Detail::Flag(flag) => (*flag).into(),
        Detail::Number(number) => (*number).into(),
        Detail::Text(text) => text.as_str().into(),
        Detail::List(items) => items.iter().map(detail).collect(),
        Detail::Map(entries) => {
            Value::Object(entries.iter().map(|(key, value)| (key.clone(), detail(value))).collect())
        }
    }
}

/// A variant as a whole, for `describe`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// Its name.
    pub name: &'static str,
    /// The seats in turn order, each with its team, 0 or 1.
    pub seats: Vec<(&'static str, usize)>,
    /// Whether dice or deck decide anything.
    pub events: bool,
    /// Whether seats hide anything from each other.
    pub hidden: bool,
    /// The FEN of the start position.
    pub startpos: String,
    /// What the game says of itself.
    pub description: Description,
}

/// The answer to `describe`.
pub fn describe(variant: &Variant) -> String {
    let Description { boards, pieces, abilities, display } = &variant.description;
    let boards: Vec<Value> = boards
        .iter()
        .map(|board| {
            let files: Vec<String> = board.files.chars().map(String::from).collect();
            json!({ "name": board.name, "files": files, "ranks": board.ranks })
        })
        .collect();
    let named = |list: &[(&str, &str)]| -> Value {
        list.iter().map(|(letter, name)| json!({ "letter": letter, "name": name })).collect()
    };
    let seats: Vec<Value> = variant.seats.iter().map(|(name, team)| json!({ "name": name, "team": team })).collect();
    let abilities: Map<String, Value> =
        abilities.iter().map(|(ability, list)| ((*ability).to_owned(), named(list))).collect();
    json!({
        "variant": variant.name,
        "seats": seats,
        "events": variant.events,
        "hidden": variant.hidden,
        "boards": boards,
        "pieces": named(pieces),
        "abilities": abilities,
        "startpos": variant.startpos,
        "display": {
            "files": display.files,
            "ranks": display.ranks,
            "pocket": display.pocket,
            "template": display.template,
            "startpos": display.startpos,
        },
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Seat;

    #[test]
    fn a_state_is_one_line_with_its_keys_in_order() {
        let line = state(
            &State {
                variant: "toy",
                fen: "x".into(),
                moves: vec!["a".into()],
                actor: None,
                due: Some("move"),
                result: "*",
                reason: None,
                viewer: "all",
                pieces: vec![Placed {
                    square: "a1".into(),
                    letter: "K".into(),
                    seat: Seat::FIRST,
                    details: vec![("stack", Detail::Number(2))],
                }],
                details: vec![(
                    "purse",
                    Detail::Map(vec![("red".into(), Detail::List(vec![Detail::Null, Detail::Flag(true)]))]),
                )],
            },
            &["red", "blue"],
        );
        let expected = r#"{"variant":"toy","fen":"x","moves":["a"],"actor":null,"due":"move","result":"*","reason":null,"viewer":"all","pieces":[{"square":"a1","piece":"K","seat":"red","stack":2}],"purse":{"red":[null,true]}}"#;
        assert_eq!(line, expected);
    }
}
