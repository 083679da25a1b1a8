//! The engines of one worker, started when first needed and kept from game to game.

use crate::engine::{Client, Failure, Patience};
use crate::job::Job;
use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Engines at hand.
pub struct Bench<'a> {
    job: &'a Job,
    /// Where their standard error goes: a file an engine.
    stderr: Option<PathBuf>,
    clients: HashMap<usize, Client>,
    versions: HashMap<usize, String>,
    /// What an engine said that could not be started.
    last_lines: HashMap<usize, Vec<String>>,
}

impl<'a> Bench<'a> {
    /// A bench without engines yet. Their standard error is added to files in the directory `stderr`.
    pub fn new(job: &'a Job, stderr: Option<&Path>) -> Self {
        let stderr = stderr.map(Path::to_owned);
        Self { job, stderr, clients: HashMap::new(), versions: HashMap::new(), last_lines: HashMap::new() }
    }

    /// Gets an engine ready for a new game, starting it where need be. What it did wrong after its last game is forgotten with
    /// a restart.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn make_ready(&mut self, engine: usize, seed: u64, viewer: Option<&str>) -> Result<(), Failure> {
        if let Some(mut client) = self.clients.remove(&engine)
            && prepare(&mut client, self.job, engine, seed, viewer).is_ok()
        {
            self.clients.insert(engine, client);
            return Ok(());
        }
        let (answer, handshake) = (self.job.patience.1, Duration::from_millis(self.job.patience.0));
        let patience = Patience { handshake, answer: Duration::from_millis(answer), rest: Duration::from_secs(1) };
        let config = &self.job.engines[engine];
        let started = Client::start(config, &self.job.variant, &self.job.choices, patience, self.stderr_of(engine));
        let mut client = started.map_err(|(failure, lines)| {
            self.last_lines.insert(engine, lines);
            failure
        })?;
        self.versions.insert(engine, client.name().to_owned());
        if let Err(failure) = prepare(&mut client, self.job, engine, seed, viewer) {
            self.last_lines.insert(engine, client.last_lines());
            return Err(failure);
        }
        self.clients.insert(engine, client);
        Ok(())
    }

    /// An engine that has been made ready.
    pub fn client(&mut self, engine: usize) -> &mut Client {
        self.clients.get_mut(&engine).expect("engines are made ready before they are asked")
    }

    /// What an engine has called itself.
    pub fn version(&self, engine: usize) -> String {
        self.versions.get(&engine).cloned().unwrap_or_default()
    }

    /// Ends an engine that was at fault; the next game starts it anew. Its last lines.
    pub fn dismiss(&mut self, engine: usize) -> Vec<String> {
        match self.clients.remove(&engine) {
            Some(mut client) => client.last_lines(),
            None => self.last_lines.remove(&engine).unwrap_or_default(),
        }
    }

    fn stderr_of(&self, engine: usize) -> Option<Box<dyn Write + Send>> {
        let path = self.stderr.as_ref()?.join(format!("{}.log", file_name(&self.job.engines[engine].name)));
        let file = OpenOptions::new().create(true).append(true).open(path).ok()?;
        Some(Box::new(file))
    }
}

/// An engine that plays by chance gets a seed of the game's own, unless the user has set one.
fn prepare(client: &mut Client, job: &Job, engine: usize, seed: u64, viewer: Option<&str>) -> Result<(), Failure> {
    let fixed = job.engines[engine].options.iter().any(|(name, _)| name.eq_ignore_ascii_case("seed"));
    let seed = (client.has_option("Seed") && !fixed).then_some(seed);
    let viewer = viewer.filter(|_| client.is_extended());
    client.new_game(seed, viewer)
}

/// A name that is safe as that of a file.
fn file_name(name: &str) -> String {
    name.chars()
        .map(|letter| if letter.is_ascii_alphanumeric() || "-._".contains(letter) { letter } else { '_' })
        .collect()
}
