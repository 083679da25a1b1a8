//! The `banneret-match` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    banneret_match::cli::main()
}
