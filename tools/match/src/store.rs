//! The folder of a match: the job, and every game as it ends. A game is one line, written at once and pushed to the disk, so that
//! whatever kills us costs only the games in progress.

use crate::job::{Job, Task};
use crate::record::{self, Record};
use crate::shard::AnyJob;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// The job.
pub const JOB: &str = "job.json";
/// The games, a JSON object a line, in the order of their ends; when the match is over, in the order of their numbers.
pub const GAMES: &str = "games.jsonl";
/// The same as text.
pub const TEXT: &str = "games.pgn";
/// The plot.
pub const PLOT: &str = "score.svg";
/// The engines' standard error.
pub const STDERR: &str = "stderr";

/// An open folder.
pub struct Store {
    folder: PathBuf,
    games: File,
    text: File,
    text_path: PathBuf,
}

impl Store {
    /// Makes a folder for a new match; the text of the games goes to `text`, or into it.
    ///
    /// # Errors
    /// It holds a match already, or cannot be written.
    pub fn create(folder: &Path, job: &Job, text: Option<&Path>) -> Result<Self, String> {
        if folder.join(GAMES).exists() {
            let folder = folder.display();
            return Err(format!(
                "{folder} holds a match already: go on with it by `--resume --out {folder}`, or choose another folder"
            ));
        }
        let error = |error: io::Error| format!("{}: {error}", folder.display());
        fs::create_dir_all(folder.join(STDERR)).map_err(error)?;
        let json = serde_json::to_string_pretty(&AnyJob::Match(job.clone())).map_err(|error| error.to_string())?;
        replace(&folder.join(JOB), &format!("{json}\n")).map_err(error)?;
        Self::open(folder, text).map_err(error)
    }

    /// Opens the folder of a match that was stopped: the job and the games that were finished.
    ///
    /// # Errors
    /// There is no such match, or its files are damaged otherwise than by a last line cut short.
    pub fn resume(folder: &Path, text: Option<&Path>) -> Result<(Self, Job, Vec<Record>), String> {
        let AnyJob::Match(job) = read_json(&folder.join(JOB))? else {
            return Err(format!("{}: no job of a match", folder.join(JOB).display()));
        };
        let path = folder.join(GAMES);
        let records = match File::options().read(true).write(true).open(&path) {
            Ok(mut file) => read_lines(&mut file).map_err(|error| format!("{}: {error}", path.display()))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        let store = Self::open(folder, text).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok((store, job, records))
    }

    fn open(folder: &Path, text: Option<&Path>) -> io::Result<Self> {
        let append = |path: &Path| OpenOptions::new().create(true).append(true).open(path);
        let text_path = text.map_or_else(|| folder.join(TEXT), Path::to_owned);
        let games = append(&folder.join(GAMES))?;
        Ok(Self { folder: folder.to_owned(), games, text: append(&text_path)?, text_path })
    }

    /// Where the engines' standard error goes.
    pub fn stderr(&self) -> PathBuf {
        self.folder.join(STDERR)
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// The disk does not take it.
    pub fn add(&mut self, record: &Record) -> io::Result<()> {
        append_line(&mut self.games, record)?;
        self.text.write_all(record::write(record).as_bytes())
    }

    /// Writes a file of the folder, whole or not at all.
    ///
    /// # Errors
    /// The disk does not take it.
    pub fn write(&self, name: &str, content: &str) -> io::Result<()> {
        replace(&self.folder.join(name), content)
    }

    /// The match is over: puts the games in order, so that the files do not depend on who finished first.
    ///
    /// # Errors
    /// The disk does not take it.
    pub fn finish(&self, records: &[&Record]) -> io::Result<()> {
        let mut lines = Vec::new();
        let mut text = String::new();
        for record in records {
            append_line(&mut lines, record)?;
            text += &record::write(record);
        }
        replace(&self.text_path, &text)?;
        replace(&self.folder.join(GAMES), &String::from_utf8_lossy(&lines))
    }
}

/// Reads a JSON document.
///
/// # Errors
/// There is none, or it is another.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Adds a line in one write.
fn append_line(out: &mut impl AppendSync, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    out.append_sync(&line)
}

/// Writing that has happened when it returns.
trait AppendSync {
    fn append_sync(&mut self, bytes: &[u8]) -> io::Result<()>;
}

impl AppendSync for File {
    fn append_sync(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)?;
        self.sync_data()
    }
}

impl AppendSync for Vec<u8> {
    fn append_sync(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.extend_from_slice(bytes);
        Ok(())
    }
}

/// Writes a file beside, then puts it in place: nobody ever sees half of it.
fn replace(path: &Path, content: &str) -> io::Result<()> {
    let beside = path.with_extension("new");
    let mut file = File::create(&beside)?;
    file.write_all(content.as_bytes())?;
    file.sync_data()?;
    fs::rename(&beside, path)
}

/// Reads the games of a file, each once. A last line without its end was cut short by a kill: it is cut off, and its game is
/// played again.
fn read_lines(file: &mut File) -> Result<Vec<Record>, String> {
    let mut text = Vec::new();
    file.read_to_end(&mut text).map_err(|error| error.to_string())?;
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    if whole < text.len() {
        file.set_len(whole as u64).and_then(|()| file.rewind()).map_err(|error| error.to_string())?;
    }
    let mut records: Vec<Record> = Vec::new();
    for (index, line) in text[..whole].split(|&byte| byte == b'\n').enumerate() {
        if line.is_empty() {
            continue;
        }
        let record: Record = serde_json::from_slice(line).map_err(|error| format!("line {}: {error}", index + 1))?;
        if !records.iter().any(|known| known.task == record.task) {
            records.push(record);
        }
    }
    Ok(records)
}

/// The games that are still to be played.
pub fn missing(job: &Job, records: &[Record]) -> Vec<Task> {
    let done: std::collections::HashSet<_> = records.iter().map(|record| record.task).collect();
    job.tasks().filter(|task| !done.contains(task)).collect()
}
