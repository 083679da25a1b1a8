//! The state table: what the daemon is doing, and which commands it takes meanwhile.

use crate::protocol::Verb;

/// What the daemon is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Nothing, and no position stands: the last one was refused.
    Fresh,
    /// Nothing.
    Idle,
    /// Searching.
    Searching,
    /// Searching, told to stop, not yet answered.
    Stopping,
    /// Counting (`perft`, `divide`, `bench`, `helpmate`).
    Counting,
}

impl State {
    /// Every state, in the order of the table's columns.
    pub const ALL: [Self; 5] = [Self::Fresh, Self::Idle, Self::Searching, Self::Stopping, Self::Counting];

    /// The state's word in the spec.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Idle => "idle",
            Self::Searching => "searching",
            Self::Stopping => "stopping",
            Self::Counting => "counting",
        }
    }
}

/// What becomes of a command in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It is carried out at once.
    Now,
    /// It is answered by the error `busy`.
    Busy,
    /// It waits in the queue until the search or count has ended.
    Wait,
    /// It is answered by the error `no-position`; `go` by `bestmove (none)` too.
    NoPosition,
    /// It means nothing and is no error.
    Ignored,
}

impl Answer {
    /// The answer's word in the spec.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Now => "now",
            Self::Busy => "busy",
            Self::Wait => "waits",
            Self::NoPosition => "no-position",
            Self::Ignored => "ignored",
        }
    }
}

/// The row of a command: an answer for each of [`State::ALL`].
pub const fn row(verb: Verb) -> [Answer; 5] {
    use Answer::{Busy, Ignored, NoPosition, Now, Wait};
    match verb {
        Verb::Uci
        | Verb::Xuci
        | Verb::Debug
        | Verb::IsReady
        | Verb::Register
        | Verb::Quit
        | Verb::Variants
        | Verb::Describe => [Now, Now, Now, Now, Now],
        Verb::Stop => [Ignored, Ignored, Now, Wait, Now],
        Verb::PonderHit => [Ignored, Ignored, Now, Wait, Wait],
        Verb::SetOption | Verb::UciNewGame | Verb::Position => [Now, Now, Busy, Wait, Wait],
        Verb::Bench | Verb::Viewer => [Now, Now, Busy, Wait, Wait],
        Verb::Go
        | Verb::Perft
        | Verb::Divide
        | Verb::Helpmate
        | Verb::Play
        | Verb::Drop
        | Verb::Arm
        | Verb::Buy
        | Verb::Card
        | Verb::Roll
        | Verb::End
        | Verb::Pass
        | Verb::Throw
        | Verb::Undo => [NoPosition, Now, Busy, Wait, Wait],
        Verb::Show | Verb::Eval | Verb::State | Verb::Actions => [NoPosition, Now, Now, Wait, Wait],
    }
}

/// Whether the command starts a search or a count, which a later `stop` is meant for.
pub const fn starts_work(verb: Verb) -> bool {
    matches!(verb, Verb::Go | Verb::Perft | Verb::Divide | Verb::Bench | Verb::Helpmate)
}

/// What becomes of a command in a state.
pub fn answer(verb: Verb, state: State) -> Answer {
    let [fresh, idle, searching, stopping, counting] = row(verb);
    match state {
        State::Fresh => fresh,
        State::Idle => idle,
        State::Searching => searching,
        State::Stopping => stopping,
        State::Counting => counting,
    }
}
