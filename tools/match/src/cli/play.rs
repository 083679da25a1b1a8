//! Plays a match and shows it.

use super::Play;
use crate::job::Job;
use crate::record::Record;
use crate::report::{self, Progress};
use crate::run;
use crate::shard::AnyJob;
use crate::stats::Verdict;
use crate::store::{self, Store};
use crate::tally::Board;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What the program says when it was stopped and can go on.
const STOPPED: u8 = 3;

pub(super) fn play(options: &Play) -> Result<ExitCode, String> {
    let text_file = options.text_file()?;
    if options.print_job {
        let json = serde_json::to_string_pretty(&AnyJob::Match(options.job()?)).map_err(|error| error.to_string())?;
        println!("{json}");
        return Ok(ExitCode::SUCCESS);
    }
    let (store, job, finished) = if options.resume {
        Store::resume(&options.out, text_file.as_deref())?
    } else {
        let job = options.job()?;
        (Store::create(&options.out, &job, text_file.as_deref())?, job, Vec::new())
    };
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    let handler = move || {
        if raised.swap(true, Ordering::Relaxed) {
            // Asked twice: at once. What is finished is on the disk.
            std::process::exit(130);
        }
        eprintln!("stopping: games in progress are given up; once more to stop at once");
    };
    ctrlc::set_handler(handler).map_err(|error| error.to_string())?;
    let rules = job.check()?;
    let tasks = store::missing(&job, &finished);
    let mut show = Show {
        options,
        job: &job,
        board: Board::new(&job),
        store,
        progress: Progress::new(job.tasks().count() as u64),
        failed: None,
    };
    for record in finished {
        show.board.add(record);
    }
    show.progress.show(&show.board);
    let stderr = show.store.stderr();
    let cost = if show.board.verdict == Verdict::Continue {
        run::run(&job, &rules, &tasks, options.concurrency, Some(&stderr), &stop, &mut |record| show.game(record))?
    } else {
        crate::referee::Cost::default()
    };
    show.progress.finish();
    if let Some(reason) = show.failed.take() {
        return Err(reason);
    }
    show.end(&cost, stop.load(Ordering::Relaxed))
}

/// What is shown and written as games end.
struct Show<'a> {
    options: &'a Play,
    job: &'a Job,
    board: Board<'a>,
    store: Store,
    progress: Progress,
    failed: Option<String>,
}

impl Show<'_> {
    /// A game has ended.
    fn game(&mut self, record: Record) -> ControlFlow<()> {
        if let Err(error) = self.store.add(&record) {
            self.failed = Some(format!("a game could not be written: {error}"));
            return ControlFlow::Break(());
        }
        self.tell(&record);
        let fault = record.offender.is_some();
        self.board.add(record);
        self.progress.show(&self.board);
        let every = self.options.ratinginterval;
        let last = self.board.pairs == self.job.pairs();
        if every > 0 && !last && self.board.games().is_multiple_of(every) {
            self.report("report", None);
        }
        if fault && !self.job.recover {
            self.failed = Some("stopped by an engine's fault (--recover off)".into());
            return ControlFlow::Break(());
        }
        if self.board.verdict == Verdict::Continue { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn tell(&self, record: &Record) {
        let players: Vec<_> = record.players.iter().map(|player| format!("{} {}", player.seat, player.name)).collect();
        let line = format!(
            "{}.{} {}: {} {}{}",
            record.task.pair + 1,
            record.task.game + 1,
            players.join(", "),
            record.result,
            record.reason,
            record.detail.as_ref().map(|detail| format!(" ({detail})")).unwrap_or_default()
        );
        self.progress.aside(|| {
            if self.options.json {
                let game = serde_json::json!({
                    "type": "game", "pair": record.task.pair, "game": record.task.game, "players": record.players,
                    "result": record.result, "winner": record.winner, "reason": record.reason,
                    "offender": record.offender, "detail": record.detail,
                });
                println!("{game}");
            } else {
                println!("{line}");
            }
        });
    }

    fn report(&self, event: &str, cost: Option<&crate::referee::Cost>) {
        self.progress.aside(|| {
            if self.options.json {
                println!("{}", report::json(event, &self.board, self.job, cost));
            } else {
                print!("{}", self.text());
            }
        });
    }

    fn text(&self) -> String {
        let table = report::table(&self.board, self.job);
        if self.job.encounters.len() > 1 {
            format!("{table}\n{}", report::crosstable(&self.board, self.job))
        } else {
            table
        }
    }

    fn end(self, cost: &crate::referee::Cost, stopped: bool) -> Result<ExitCode, String> {
        let error = |error: std::io::Error| format!("the folder of the match: {error}");
        let complete = !stopped;
        if complete {
            self.store.finish(&self.board.records().collect::<Vec<_>>()).map_err(error)?;
        }
        self.store.write(store::PLOT, &report::plot(&self.board, self.job)).map_err(error)?;
        self.report("end", Some(cost));
        if !self.options.json && cost.asked > 0 {
            println!("Referee: {:.0} µs a question beside the engines' thinking", report::microseconds(cost));
        }
        if stopped {
            eprintln!(
                "stopped after {} games; go on by --resume --out {}",
                self.board.games(),
                self.options.out.display()
            );
            return Ok(ExitCode::from(STOPPED));
        }
        Ok(ExitCode::SUCCESS)
    }
}
