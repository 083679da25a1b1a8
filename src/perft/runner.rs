//! The `perft` command: suites counted, a summary a file.

use super::{Counter, suite};
use crate::game::Choices;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Counts one entry of a suite: [`suite::count`] of a game.
pub type Count = fn(&suite::Entry, &Choices, u32, &Counter<'_>) -> Result<u64, String>;

/// What to count.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The suites; a file's stem names the variant.
    pub files: Vec<PathBuf>,
    /// Skip deeper counts.
    pub depth: Option<u32>,
    /// Skip larger counts.
    pub max_nodes: Option<u64>,
    /// Threads that count.
    pub threads: usize,
    /// A table of this many MiB; 0 for none.
    pub hash: usize,
}

/// What a file came to.
#[derive(Default)]
struct Tally {
    positions: usize,
    counts: usize,
    wrong: usize,
    nodes: u64,
    time: Duration,
}

/// Runs a plan and writes a line per file, and one per wrong count, to `out`. `variant` finds a variant by the stem of a
/// file's name. True when every file could be read and every count was right.
///
/// # Errors
/// `out` cannot be written to.
pub fn run(plan: &Plan, variant: &dyn Fn(&str) -> Option<(Count, Choices)>, out: &mut dyn Write) -> io::Result<bool> {
    let mut right = true;
    for file in &plan.files {
        right &= match open(file, variant) {
            Ok((count, choices, entries)) => {
                let tally = run_file(plan, file, count, &choices, &entries, out)?;
                let rate = tally.nodes as f64 / tally.time.as_secs_f64().max(1e-9);
                writeln!(
                    out,
                    "{}: {} positions, {} counts, {} wrong, {} nodes in {:.2} s, {:.0} nodes/s",
                    file.display(),
                    tally.positions,
                    tally.counts,
                    tally.wrong,
                    tally.nodes,
                    tally.time.as_secs_f64(),
                    rate
                )?;
                tally.wrong == 0
            }
            Err(reason) => {
                writeln!(out, "{}: {reason}", file.display())?;
                false
            }
        };
    }
    Ok(right)
}

type Opened = (Count, Choices, Vec<suite::Entry>);

fn open(file: &Path, variant: &dyn Fn(&str) -> Option<(Count, Choices)>) -> Result<Opened, String> {
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let (count, choices) = variant(stem).ok_or_else(|| format!("no variant is called `{stem}`"))?;
    let text = fs::read_to_string(file).map_err(|reason| reason.to_string())?;
    let entries = suite::parse(&text)?;
    if entries.is_empty() {
        return Err("no positions".into());
    }
    Ok((count, choices, entries))
}

fn run_file(
    plan: &Plan,
    file: &Path,
    count: Count,
    choices: &Choices,
    entries: &[suite::Entry],
    out: &mut dyn Write,
) -> io::Result<Tally> {
    let counter = Counter::new(plan.threads, plan.hash, None);
    let wanted = |&&(depth, nodes): &&(u32, u64)| {
        plan.depth.is_none_or(|most| depth <= most) && plan.max_nodes.is_none_or(|most| nodes <= most)
    };
    let total: u64 = entries.iter().flat_map(|entry| entry.counts.iter().filter(wanted)).map(|(_, nodes)| nodes).sum();
    let bar = io::stderr().is_terminal();
    let mut tally = Tally { positions: entries.len(), ..Tally::default() };
    for entry in entries {
        for &(depth, expected) in entry.counts.iter().filter(wanted) {
            if bar {
                let done = tally.nodes * 100 / total.max(1);
                eprint!("\r{} line {} depth {depth}: {done} %\x1b[K", file.display(), entry.line);
            }
            let start = Instant::now();
            let found = count(entry, choices, depth, &counter);
            tally.time += start.elapsed();
            tally.counts += 1;
            let found = match found {
                Ok(nodes) => {
                    tally.nodes += nodes;
                    if nodes == expected {
                        continue;
                    }
                    nodes.to_string()
                }
                Err(reason) => reason,
            };
            tally.wrong += 1;
            let (line, position) = (entry.line, entry.position());
            writeln!(out, "{}:{line}: depth {depth}: expected {expected}, found {found}: {position}", file.display())?;
        }
    }
    if bar {
        eprint!("\r\x1b[K");
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tell(text: &str) -> (bool, String) {
        let folder = std::env::temp_dir().join(format!("banneret-perft-{}-{}", std::process::id(), text.len()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("toy.epd");
        fs::write(&file, text).unwrap();
        let plan = Plan { files: vec![file], depth: Some(2), max_nodes: None, threads: 1, hash: 0 };
        let mut out = Vec::new();
        // A "game" in which every position has depth * 10 sequences.
        let right = run(
            &plan,
            &|stem| {
                (stem == "toy").then_some(((|_, _, depth, _| Ok(u64::from(depth) * 10)) as Count, Choices::default()))
            },
            &mut out,
        );
        fs::remove_dir_all(&folder).unwrap();
        (right.unwrap(), String::from_utf8(out).unwrap())
    }

    #[test]
    fn tells_right_from_wrong() {
        let (right, told) = tell("8/8 w ;D1 10 ;D2 20 ;D3 999\n");
        assert!(right, "{told}");
        assert!(told.contains("1 positions, 2 counts, 0 wrong, 30 nodes"), "{told}");
        let (right, told) = tell("8/8 w ;D1 10 ;D2 21\n");
        assert!(!right);
        assert!(told.contains("toy.epd:1: depth 2: expected 21, found 20: 8/8 w"), "{told}");
        let (right, told) = tell("# nothing\n");
        assert!(!right && told.contains("no positions"), "{told}");
    }

    #[test]
    fn refuses_an_unknown_variant_and_a_missing_file() {
        let plan = Plan { files: vec!["x.epd".into()], depth: None, max_nodes: None, threads: 1, hash: 0 };
        let mut out = Vec::new();
        assert!(!run(&plan, &|_| None, &mut out).unwrap());
        assert!(String::from_utf8_lossy(&out).contains("no variant is called `x`"));
    }
}
