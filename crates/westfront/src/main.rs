//! The program: one binary that plays, hosts, checks and measures.

mod admin;
mod arena;
mod coverage;
mod data;
mod examples;
mod fuzz;
mod lab;
mod list;
mod manual;
mod map;
mod protocol;
mod replay;
mod serve;
mod settings;
mod tell;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use games::{Library, Playable};

/// The server makes and drops many small pieces; this allocator takes a third of the time for them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Board wargames of the First World War: The Big Push, Verdun, Breakthrough: Cambrai.
///
/// Every rule is enforced and cited by its case; dice can be audited; one text file is save, replay and bug report.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Arguments {
    /// A folder with packs that replace those inside the program: DIR/cambrai/units.toml and so on.
    #[arg(long, global = true, value_name = "DIR")]
    packs: Option<PathBuf>,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the games to browsers. This is what the program does without a command.
    Serve(serve::ServeArguments),
    /// Write everything that a server has stored into one file.
    Backup {
        #[command(flatten)]
        source: settings::Source,
        /// The file to write.
        file: PathBuf,
    },
    /// Read such a file into an empty database.
    Restore {
        #[command(flatten)]
        source: settings::Source,
        /// The file to read.
        file: PathBuf,
    },
    /// Look after the database of a server: tables, accounts, bans, names, chat. Every act is logged.
    Admin(admin::AdminArguments),
    /// List the games and their scenarios with ids, turns, seats and options.
    List,
    /// Play random legal games to the end with every invariant checked.
    ///
    /// A failure writes a record that reproduces it into the folder fuzz-failures. The last line counts games,
    /// decisions and failures; the exit status is 1 if anything failed.
    Fuzz(fuzz::FuzzArguments),
    /// Speak the engine protocol on standard input and output: one JSON object a line (docs/engine-protocol.md).
    Engine,
    /// Re-run a record and show what happened.
    Replay {
        /// The record.
        file: PathBuf,
        /// Stop after this many actions and show the position there.
        #[arg(long, value_name = "N")]
        at: Option<usize>,
    },
    /// Check every action, die and board hash of records.
    Verify {
        /// The records.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Show for each case of a rulebook whether it is enforced and which examples prove it.
    Coverage {
        /// The game's id.
        game: String,
    },
    /// Run the worked examples of a game and say which do not hold.
    Examples {
        /// The game's id.
        game: String,
        /// Only those whose name contains this.
        name: Option<String>,
    },
    /// Validate packs, or list what in them is estimated.
    #[command(subcommand)]
    Data(data::DataCommand),
    /// Draw a game's map with a scenario's set-up as an SVG picture.
    Map {
        /// The game's id.
        game: String,
        /// The scenario; the first one if left out.
        #[arg(long)]
        scenario: Option<String>,
        /// Draw the position of this record instead.
        #[arg(long, value_name = "FILE", conflicts_with = "scenario")]
        record: Option<PathBuf>,
        /// Leave the counters out.
        #[arg(long)]
        bare: bool,
        /// The file to write.
        #[arg(short, long, value_name = "FILE.svg")]
        output: PathBuf,
    },
    /// Write a game's manual as pages for reading offline, and as a booklet for print.
    ///
    /// DIR/index.html is its start, DIR/booklet.html has everything on one page of A5 sheets.
    Manual {
        /// The game's id.
        game: String,
        /// The address of a server where its examples can be tried: `https://play.example.org`.
        #[arg(long, value_name = "URL")]
        site: Option<String>,
        /// The folder to write.
        #[arg(short, long, value_name = "DIR")]
        output: PathBuf,
    },
    /// Let two players meet in pairs of games with the same dice and sides swapped.
    ///
    /// Prints Elo and score with 95 % intervals, and counts crashes, wrong answers and time losses.
    Arena(arena::ArenaArguments),
    /// Simulate a scenario many times into a report with plots, or merge the shards of such a run (docs/lab.md).
    Lab(lab::LabArguments),
    /// Show what the dice of a finished game were worth to each side.
    Luck {
        /// The record.
        file: PathBuf,
        /// A page with plot and tables to write.
        #[arg(short, long, value_name = "FILE.html")]
        output: Option<PathBuf>,
        /// Look at all falls of a roll's dice if there are no more than these.
        #[arg(long, value_name = "N", default_value_t = ::lab::Effort::default().few)]
        few: u64,
        /// Otherwise sample this many of them.
        #[arg(long, value_name = "N", default_value_t = ::lab::Effort::default().samples)]
        samples: u64,
        /// How many threads to use; all cores if left out.
        #[arg(long, value_name = "N")]
        threads: Option<usize>,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("westfront: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<ExitCode> {
    let library = || -> Result<Library> {
        Ok(match &arguments.packs {
            Some(folder) if !folder.is_dir() => bail!("there is no folder {}", folder.display()),
            Some(folder) => Library::with_overrides(folder)?,
            None => Library::embedded()?,
        })
    };
    match arguments.command.unwrap_or_else(|| Command::Serve(serve::ServeArguments::default())) {
        Command::Serve(serve) => serve::run(library()?, serve),
        Command::Backup { source, file } => serve::backup(&source, &file),
        Command::Restore { source, file } => serve::restore(&source, &file),
        Command::Admin(arguments) => admin::run(&library()?, arguments),
        Command::List => list::run(&library()?),
        Command::Fuzz(fuzz) => fuzz::run(&library()?, &fuzz),
        Command::Engine => protocol::run(&library()?),
        Command::Replay { file, at } => replay::show(&library()?, &file, at),
        Command::Verify { files } => Ok(replay::verify(&library()?, &files)),
        Command::Coverage { game } => coverage::run(find(&library()?, &game)?.as_ref()),
        Command::Examples { game, name } => {
            examples::run(find(&library()?, &game)?.as_ref(), name.as_deref())
        }
        Command::Arena(arguments) => arena::run(&library()?, &arguments),
        Command::Lab(arguments) => lab::run(&library()?, arguments),
        Command::Luck { file, output, few, samples, threads } => {
            let threads = threads.unwrap_or_else(::lab::workers::cores);
            lab::luck(&library()?, &file, output.as_deref(), ::lab::Effort { few, samples, threads })
        }
        Command::Data(command) => data::run(&command, library),
        Command::Manual { game, site, output } => {
            crate::manual::run(find(&library()?, &game)?.as_ref(), site, &output)
        }
        Command::Map { game, scenario, record, bare, output } => {
            let library = library()?;
            let game = find(&library, &game)?;
            let what = match (record, scenario) {
                (Some(file), _) => map::What::Record(file),
                _ if bare => map::What::Bare,
                (None, scenario) => map::What::Scenario(scenario),
            };
            map::run(&library, game.as_ref(), what, &output)
        }
    }
}

/// The game with that id, or a sentence that names those there are.
fn find(library: &Library, id: &str) -> Result<Arc<dyn Playable>> {
    library.game(id).cloned().with_context(|| {
        let known: Vec<&str> = library.games().iter().map(|game| game.title().id.as_str()).collect();
        format!("there is no game '{id}'; there are {}", known.join(", "))
    })
}
