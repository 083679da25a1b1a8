//! The `banneret` program.

use banneret::daemon::{self, bench};
use banneret::game::Choices;
use banneret::perft::runner::{self, Plan};
use banneret::search::Control;
use banneret::variants;
use clap::{Parser, Subcommand};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// A chess-variant engine. Without a command it is a daemon that speaks UCI on standard input and output.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Task>,
}

#[derive(Subcommand)]
enum Task {
    /// Count the positions of perft suites and compare with what the files say.
    Perft {
        /// The suites; a file's stem names the variant.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Skip deeper counts.
        #[arg(long)]
        depth: Option<u32>,
        /// Skip larger counts.
        #[arg(long)]
        max_nodes: Option<u64>,
        /// Threads that count.
        #[arg(long, default_value_t = 1)]
        threads: usize,
        /// A table of this many MiB.
        #[arg(long, default_value_t = 0)]
        hash: usize,
    },
    /// Search every variant's start position: the engine's signature and speed.
    Bench {
        /// How deep.
        depth: Option<u32>,
    },
}

fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    match run(Arguments::parse()) {
        Ok(code) => code,
        Err(error) => {
            log::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> io::Result<ExitCode> {
    match arguments.command {
        None => daemon::run(io::stdin(), io::stdout().lock())?,
        Some(Task::Perft { files, depth, max_nodes, threads, hash }) => {
            let plan = Plan { files, depth, max_nodes, threads, hash };
            if !runner::run(&plan, &variant, &mut io::stdout().lock())? {
                return Ok(ExitCode::FAILURE);
            }
        }
        Some(Task::Bench { depth }) => {
            let mut out = io::stdout().lock();
            let mut written = Ok(());
            let last = bench::run(depth, &Control::new(false), &mut |line| {
                if written.is_ok() {
                    written = writeln!(out, "{line}");
                }
            });
            written?;
            writeln!(out, "{}", last.unwrap_or_else(|fault| fault.to_string()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// How to count the variant that a suite's name stands for: `chess960` is chess with its option set.
fn variant(stem: &str) -> Option<(runner::Count, Choices)> {
    let mut choices = Choices::default();
    let name = if stem == "chess960" {
        let option = variants::options().into_iter().find(|option| option.name == "UCI_Chess960")?;
        choices.set(option, "true".to_owned());
        "chess"
    } else {
        stem
    };
    Some((variants::find(name)?.count, choices))
}
