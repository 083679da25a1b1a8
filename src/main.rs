//! The `banneret` program.

use banneret::daemon::{self, bench};
use banneret::game::Choices;
use banneret::perft::runner::{self, Plan};
use banneret::search::Control;
use banneret::terminal::{self, Setup};
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
    /// Play a game in the terminal; `help` there tells how.
    Play {
        /// The variant.
        variant: String,
        /// Your seat (white, black, red, …), several with commas, or `none` to watch; the first to move if left out.
        #[arg(long, value_delimiter = ',')]
        seat: Option<Vec<String>>,
        /// How long the engine thinks about an action, in seconds.
        #[arg(long, default_value_t = 1.0)]
        time: f64,
        /// How strong it plays, 1 to 10.
        #[arg(long, default_value_t = terminal::STRONGEST, value_parser = clap::value_parser!(u32).range(1..=10))]
        level: u32,
        /// The position to start from.
        #[arg(long)]
        fen: Option<String>,
    },
    /// Search every variant's start position: the engine's signature and speed.
    Bench {
        /// How deep.
        depth: Option<u32>,
    },
}

fn main() -> ExitCode {
    // Everything may be logged; how much is, `debug` decides, or `RUST_LOG` from the start.
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("debug")).init();
    if std::env::var_os("RUST_LOG").is_none() {
        log::set_max_level(log::LevelFilter::Warn);
    }
    match run(Arguments::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("banneret: {error}");
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
        Some(Task::Play { variant, seat, time, level, fen }) => {
            let seats = seat.map(|names| names.into_iter().filter(|name| name != "none").collect());
            let millis = (time.clamp(0.0, 86_400.0) * 1000.0) as u64;
            terminal::run(Setup { variant, seats, millis, level, fen }, io::stdin().lock(), io::stdout().lock())?;
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
