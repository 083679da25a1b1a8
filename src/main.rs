//! The `banneret` program.

fn main() {}
