//! Shards, their merging, and replays.

use crate::job::Job;
use crate::record::{self, Record};
use crate::report;
use crate::shard::{AnyJob, PerftJob, Shard};
use crate::store::{self, Store};
use crate::tally::Board;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(super) fn shard(job: &Path, id: u64) -> Result<ExitCode, String> {
    let shard = store::read_json::<AnyJob>(job)?.shard(id, &|| false)?;
    println!("{}", serde_json::to_string(&shard).map_err(|error| error.to_string())?);
    Ok(ExitCode::SUCCESS)
}

pub(super) fn count(job: &Path) -> Result<ExitCode, String> {
    println!("{}", store::read_json::<AnyJob>(job)?.shards()?);
    Ok(ExitCode::SUCCESS)
}

pub(super) fn print_perft_job(job: PerftJob) -> Result<ExitCode, String> {
    let job = AnyJob::Perft(job);
    job.shards()?;
    println!("{}", serde_json::to_string_pretty(&job).map_err(|error| error.to_string())?);
    Ok(ExitCode::SUCCESS)
}

pub(super) fn merge(job: &Path, files: &[PathBuf], out: Option<&Path>) -> Result<ExitCode, String> {
    let job = store::read_json::<AnyJob>(job)?;
    let mut shards = BTreeMap::new();
    if files.is_empty() {
        read_shards(io::stdin().lock(), "standard input", &mut shards)?;
    }
    for path in files {
        let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
        read_shards(BufReader::new(file), &path.display().to_string(), &mut shards)?;
    }
    let count = job.shards()?;
    let missing: Vec<_> =
        (0..count).filter(|number| !shards.contains_key(number)).map(|number| number.to_string()).collect();
    if !missing.is_empty() {
        return Err(format!("{} of {count} shards are missing: {}", missing.len(), missing.join(" ")));
    }
    if let Some(beyond) = shards.keys().find(|&&number| number >= count) {
        return Err(format!("shard {beyond} is not of this job"));
    }
    match job {
        AnyJob::Match(job) => merge_match(&job, shards, out),
        AnyJob::Perft(_) => {
            let nodes = shards.values().map(|shard| if let Shard::Perft { nodes, .. } = shard { *nodes } else { 0 });
            println!("Nodes searched: {}", nodes.sum::<u64>());
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Reads lines of shards. The same shard twice is worked on twice, by a worker thought dead, say: the first line counts.
fn read_shards(input: impl BufRead, name: &str, shards: &mut BTreeMap<u64, Shard>) -> Result<(), String> {
    for (index, line) in input.lines().enumerate() {
        let line = line.map_err(|error| format!("{name}: {error}"))?;
        if line.trim().is_empty() {
            continue;
        }
        let shard: Shard =
            serde_json::from_str(&line).map_err(|error| format!("{name}, line {}: {error}", index + 1))?;
        shards.entry(shard.number()).or_insert(shard);
    }
    Ok(())
}

fn merge_match(job: &Job, shards: BTreeMap<u64, Shard>, out: Option<&Path>) -> Result<ExitCode, String> {
    let mut board = Board::new(job);
    for shard in shards.into_values() {
        if let Shard::Match { games, .. } = shard {
            games.into_iter().for_each(|record| board.add(record));
        }
    }
    if let Some(out) = out {
        let error = |error: io::Error| format!("{}: {error}", out.display());
        let store = Store::create(out, job, None)?;
        store.finish(&board.records().collect::<Vec<_>>()).map_err(error)?;
        store.write(store::PLOT, &report::plot(&board, job)).map_err(error)?;
    }
    print!("{}", report::table(&board, job));
    if job.encounters.len() > 1 {
        print!("{}", report::crosstable(&board, job));
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn replay(files: &[PathBuf], positions: bool) -> Result<ExitCode, String> {
    let (mut games, mut wrong) = (0, 0);
    for path in files {
        let name = path.display();
        let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
        let records = if text.trim_start().starts_with('{') {
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            let read = |(index, line)| {
                serde_json::from_str(line).map_err(|error| format!("{name}, line {}: {error}", index + 1))
            };
            lines.enumerate().map(read).collect::<Result<Vec<Record>, String>>()?
        } else {
            record::parse(&text).map_err(|reason| format!("{name}: {reason}"))?
        };
        for record in &records {
            games += 1;
            let round = format!("{}.{}", record.task.pair + 1, record.task.game + 1);
            match record::replay(record) {
                Ok(replayed) if positions => {
                    println!("# {name} {round}: {} {}", record.result, record.reason);
                    replayed.fens.iter().for_each(|fen| println!("{fen}"));
                }
                Ok(_) => {}
                Err(reason) => {
                    wrong += 1;
                    println!("{name} {round}: {reason}");
                }
            }
        }
    }
    println!("{games} games, {wrong} wrong");
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
