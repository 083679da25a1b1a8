//! The command line. Options have the names they have in cutechess-cli and fastchess where the thing is the same.

mod play;
mod shards;
mod words;

use crate::engine::Config;
use crate::job::{Adjudication, Job};
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

/// Referees matches and tournaments between engines that speak UCI and its extension, in every variant of banneret.
///
/// Without a command it plays: `banneret-match --variant warrior --engine cmd=./new name=new --engine cmd=./old name=old
/// --each tc=10+0.1 --rounds 100 --openings random=4 --concurrency 2`
#[derive(Parser)]
#[command(name = "banneret-match", version, about, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: Play,
}

#[derive(Subcommand)]
enum Command {
    /// Work on one shard of a job and print one line of JSON: a pair of a match, or a part of a perft.
    Shard {
        /// The job: `job.json` of a match's folder, or what `--print-job` or `perft-job` printed.
        #[arg(long)]
        job: PathBuf,
        /// The shard's number, from 0.
        #[arg(long)]
        id: u64,
    },
    /// Print the number of shards of a job.
    Shards {
        /// The job.
        #[arg(long)]
        job: PathBuf,
    },
    /// Put the lines of shards together, in whatever order they come: the table of a match, the sum of a perft.
    Merge {
        /// The job.
        #[arg(long)]
        job: PathBuf,
        /// Files of lines; standard input when none.
        files: Vec<PathBuf>,
        /// Write the folder of the match too.
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Print the job of a perft cut into shards.
    PerftJob {
        /// The variant.
        #[arg(long, default_value = "chess")]
        variant: String,
        /// An option of the variant, `NAME=VALUE`.
        #[arg(long = "variant-option", value_name = "NAME=VALUE")]
        choices: Vec<String>,
        /// Where it starts; the start position when not given.
        #[arg(long)]
        fen: Option<String>,
        /// Words played from there.
        #[arg(long, num_args = 1..)]
        moves: Vec<String>,
        /// Actions deep.
        #[arg(long)]
        depth: u32,
        /// Actions at the root that tell the shards apart.
        #[arg(long, default_value_t = 2)]
        split: u32,
    },
    /// Play recorded games through again: every word legal, every throw that of the seed, every result what the rules say.
    Replay {
        /// Files of games, `.pgn` or `.jsonl`.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Print the FEN of every turn start.
        #[arg(long)]
        positions: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Tournament {
    /// Everybody meets everybody.
    Roundrobin,
    /// The first engine meets every other.
    Gauntlet,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Switch {
    On,
    Off,
}

#[derive(Args)]
struct Play {
    /// An engine: cmd= name= arg= args= dir= option.NAME= and limits (see --each). Two, one a seat, or more in a tournament.
    #[arg(long = "engine", value_name = "KEY=VALUE", num_args = 1..)]
    engines: Vec<String>,
    /// What every engine gets. Limits: `tc=[turns/][minutes:]seconds[+increment]` st=seconds-a-turn sa=seconds-an-answer nodes= depth= timemargin=ms (unless said, 20 of a fixed time, none of a clock).
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    each: Vec<String>,
    /// The variant.
    #[arg(long, default_value = "chess")]
    variant: String,
    /// An option of the variant, such as UCI_Chess960=true or WhiteArmy=arms.
    #[arg(long = "variant-option", value_name = "NAME=VALUE")]
    choices: Vec<String>,
    /// Rounds: every encounter is one pair of games in each.
    #[arg(long, default_value_t = 1)]
    rounds: u64,
    /// Games of a pair, all with the same opening, dice and cards: 2 with the seats swapped, 1 to swap them from round to
    /// round, or as many as there are seats, to play every rotation of the table. The default: all rotations.
    #[arg(long)]
    games: Option<u32>,
    /// The same as --games 2.
    #[arg(long)]
    repeat: bool,
    /// More than two engines.
    #[arg(long, value_enum)]
    tournament: Option<Tournament>,
    /// Games at a time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// How games begin: file=FILE (lines of `FEN [moves …]` or `startpos [moves …]`) order=sequential|random start=LINE
    /// random=TURNS (random legal turns after that).
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    openings: Vec<String>,
    /// What openings, dice and cards come from.
    #[arg(long, alias = "srand", default_value_t = 1)]
    seed: u64,
    /// Stop when decided: elo0= elo1= alpha=0.05 beta=0.05 model=normalized|logistic.
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    sprt: Vec<String>,
    /// A side loses that has been this far behind for so many answers: movecount= score= twosided=false.
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    resign: Vec<String>,
    /// A draw when all sides have seen so little for so long: movenumber=0 movecount= score=.
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    draw: Vec<String>,
    /// A draw after so many turns of each side; 0: no limit.
    #[arg(long, default_value_t = 1000)]
    maxmoves: u32,
    /// Whether the match goes on after a crash or another fault, with the engine restarted.
    #[arg(long, value_enum, default_value = "on", default_missing_value = "on", num_args = 0..=1)]
    recover: Switch,
    /// Seconds an engine may take to start, and to answer where no clock limits it: start=10 answer=60.
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    patience: Vec<String>,
    /// Report every so many games; 0: only at the end.
    #[arg(long, default_value_t = 20)]
    ratinginterval: usize,
    /// What the match is called in records.
    #[arg(long, default_value = "banneret match")]
    event: String,
    /// The folder of the match: job, games, plot, the engines' standard error.
    #[arg(long, default_value = "match")]
    out: PathBuf,
    /// Where the games go as text: file=FILE.
    #[arg(long, value_name = "file=FILE")]
    pgnout: Option<String>,
    /// Go on with the match in the folder --out: only what is missing is played.
    #[arg(long)]
    resume: bool,
    /// Print JSON lines for programs on standard output.
    #[arg(long)]
    json: bool,
    /// Print the job for `shard` and play nothing.
    #[arg(long)]
    print_job: bool,
    /// The words of each `--engine`, one list an engine.
    #[arg(skip)]
    engine_words: Vec<Vec<String>>,
}

/// Runs the program.
pub fn main() -> ExitCode {
    // cutechess-cli and fastchess have one dash.
    let dashed = |word: String| {
        let letters = word.strip_prefix('-').filter(|rest| rest.len() > 1 && !rest.starts_with('-'));
        letters.map_or(word.clone(), |letters| format!("--{letters}"))
    };
    let matches = Cli::command().get_matches_from(std::env::args().map(dashed));
    let run =
        Cli::from_arg_matches(&matches).map_err(|error| error.to_string()).and_then(|cli| dispatch(cli, &matches));
    run.unwrap_or_else(|reason| {
        eprintln!("banneret-match: {reason}");
        ExitCode::FAILURE
    })
}

fn dispatch(cli: Cli, matches: &ArgMatches) -> Result<ExitCode, String> {
    match cli.command {
        None => {
            let mut options = cli.play;
            options.engine_words = occurrences(matches, "engines");
            play::play(&options)
        }
        Some(Command::Shard { job, id }) => shards::shard(&job, id),
        Some(Command::Shards { job }) => shards::count(&job),
        Some(Command::Merge { job, files, out }) => shards::merge(&job, &files, out.as_deref()),
        Some(Command::PerftJob { variant, choices, fen, moves, depth, split }) => {
            let moves = moves.iter().flat_map(|words| banneret::play::words(words)).map(str::to_owned).collect();
            let choices = parse_choices(&choices)?;
            shards::print_perft_job(crate::shard::PerftJob { variant, choices, fen, moves, depth, split })
        }
        Some(Command::Replay { files, positions }) => shards::replay(&files, positions),
    }
}

/// The values of an option, one list an occurrence.
fn occurrences(matches: &ArgMatches, id: &str) -> Vec<Vec<String>> {
    let lists = matches.get_occurrences::<String>(id);
    lists.map(|lists| lists.map(|list| list.cloned().collect()).collect()).unwrap_or_default()
}

fn parse_choices(words: &[String]) -> Result<Vec<(String, String)>, String> {
    let parse = |word: &String| {
        let (name, value) =
            word.split_once('=').ok_or_else(|| format!("--variant-option: `{word}` is no `NAME=VALUE`"))?;
        Ok((name.to_owned(), value.to_owned()))
    };
    words.iter().map(parse).collect()
}

impl Play {
    /// The job these options describe.
    fn job(&self) -> Result<Job, String> {
        let engines =
            self.engine_words.iter().map(|words| Config::parse(words, &self.each)).collect::<Result<Vec<_>, _>>()?;
        let count = engines.len();
        if count < 2 {
            return Err(format!("{count} engines; expected `--engine cmd=…` at least twice"));
        }
        let rules = crate::rules::Rules::find(&self.variant, &parse_choices(&self.choices)?)?;
        let seats = rules.seats.len();
        let encounters: Vec<_> = match self.tournament {
            None if count == 2 || count == seats => vec![(0..count).collect()],
            None => {
                return Err(format!("{count} engines for {seats} seats; for more there is --tournament roundrobin"));
            }
            Some(Tournament::Gauntlet) => (1..count).map(|other| vec![0, other]).collect(),
            Some(Tournament::Roundrobin) => {
                (0..count).flat_map(|one| (one + 1..count).map(move |other| vec![one, other])).collect()
            }
        };
        let rotations = encounters[0].len() as u32;
        let job = Job {
            event: self.event.clone(),
            variant: self.variant.clone(),
            choices: parse_choices(&self.choices)?,
            engines,
            games: if self.repeat { 2 } else { self.games.unwrap_or(rotations) },
            encounters,
            rounds: self.rounds,
            openings: words::openings(&self.openings)?,
            seed: self.seed,
            adjudication: Adjudication {
                resign: words::resign(&self.resign)?,
                draw: words::draw(&self.draw)?,
                max_turns: self.maxmoves * seats as u32,
            },
            sprt: words::sprt(&self.sprt)?,
            patience: words::patience(&self.patience)?,
            recover: self.recover == Switch::On,
        };
        job.check()?;
        Ok(job)
    }

    /// Where the text of the games goes.
    fn text_file(&self) -> Result<Option<PathBuf>, String> {
        let Some(word) = &self.pgnout else { return Ok(None) };
        Ok(Some(PathBuf::from(word.strip_prefix("file=").unwrap_or(word))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_are_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_engine_keeps_its_words_together() {
        let words = "x --engine cmd=a name=A --engine cmd=b --each nodes=5 option.Hash=2 --rounds 3";
        let matches = Cli::command().get_matches_from(words.split(' '));
        let mut play = Cli::from_arg_matches(&matches).unwrap().play;
        play.engine_words = occurrences(&matches, "engines");
        play.variant = "arena42".into();
        let job = play.job().unwrap();
        assert_eq!(job.engines.iter().map(|engine| engine.name.as_str()).collect::<Vec<_>>(), ["A", "b"]);
        assert_eq!((job.games, job.rounds, job.engines[1].control.nodes), (2, 3, Some(5)));
    }
}
