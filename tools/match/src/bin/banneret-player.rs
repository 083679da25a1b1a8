//! The `banneret-player` program: a reference player as an engine.

use banneret_match::player::{Greedy, RandomMover, Uct, serve};
use clap::{Parser, ValueEnum};
use std::io;

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// Each action of its turn by chance.
    Random,
    /// The turn after which the evaluation is best.
    Greedy,
    /// Plain UCT with random playouts: `go nodes N` playouts, or as many as the time allows, else the option Nodes (1000).
    Uct,
}

/// A reference player for measuring strength, in every variant. Speaks UCI on standard input and output.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    /// How it chooses.
    kind: Kind,
}

fn main() -> io::Result<()> {
    let (input, out) = (io::stdin().lock(), io::stdout().lock());
    match Arguments::parse().kind {
        Kind::Random => serve::<RandomMover>(input, out),
        Kind::Greedy => serve::<Greedy>(input, out),
        Kind::Uct => serve::<Uct>(input, out),
    }
}
