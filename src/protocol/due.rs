//! What a position can wait for: the closed list of `due` words in `state`.

/// Every word of [`due`](crate::game::Notation::due), with what it means.
pub const DUE: &[(&str, &str)] = &[
    ("move", "a move, or another action that takes its place"),
    ("place", "a piece of the army to be placed before the game"),
    ("movement", "the movement that begins a turn"),
    ("drops", "bonus drops, or anything of a later phase"),
    ("arming", "weapons to be put on, or anything of a later phase"),
    ("buying", "purchases, or the end of the turn"),
    ("combat", "the choice of a kill set"),
    ("retreat", "the square to which a pushed-back piece goes"),
    ("sacrifice", "a piece to be given for the king, or not"),
    ("entry", "purchases, pieces to be entered, or the end of the turn"),
    ("roll", "dice"),
    ("rider", "the die for a knight's rider"),
    ("deal", "the cards of a hand"),
    ("card", "a card to be turned up"),
];
