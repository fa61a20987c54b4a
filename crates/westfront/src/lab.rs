//! `westfront lab` and `westfront luck`: many games of one scenario, and the dice of one game.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use engine::Record;
use games::{Library, Playable};
use indicatif::{ProgressBar, ProgressStyle};
use lab::luck::{self, Effort};
use lab::{Results, Run, Shard, report, simulate, store, workers};

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct LabArguments {
    #[command(subcommand)]
    command: Option<LabCommand>,
    #[command(flatten)]
    simulation: Option<Simulation>,
}

#[derive(Subcommand)]
enum LabCommand {
    /// Put the shards of one run together: the same files as one machine would have written.
    Merge {
        /// The folders of the shards.
        #[arg(required = true)]
        folders: Vec<PathBuf>,
        /// The folder to write.
        #[arg(short, long, value_name = "DIR")]
        output: PathBuf,
    },
}

#[derive(Args)]
struct Simulation {
    /// The game's id.
    game: String,
    /// The scenario's id.
    scenario: String,
    /// An option of the game, as ID=VALUE; may be repeated.
    #[arg(long = "option", value_name = "ID=VALUE")]
    options: Vec<String>,
    /// How many games.
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// The level of all sides.
    #[arg(long, default_value = "recruit", conflicts_with = "levels")]
    level: String,
    /// The level of each side, the side of the first seat first: captain,recruit.
    #[arg(long, value_delimiter = ',')]
    levels: Vec<String>,
    /// Where all dice come from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play only the Kth of N parts, for a job scheduler; `lab merge` puts them together.
    #[arg(long, value_name = "K/N", value_parser = Shard::parse)]
    shard: Option<Shard>,
    /// How many games run at once; one for each core if left out.
    #[arg(long)]
    threads: Option<usize>,
    /// The folder to write: report.html and the rows as JSON Lines and CSV.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

pub(crate) fn run(library: &Library, arguments: LabArguments) -> Result<ExitCode> {
    match (arguments.command, arguments.simulation) {
        (Some(LabCommand::Merge { folders, output }), _) => merge(library, &folders, &output),
        (None, Some(simulation)) => play(library, simulation),
        (None, None) => bail!("name a game and a scenario, or merge"),
    }
}

fn play(library: &Library, arguments: Simulation) -> Result<ExitCode> {
    let game = crate::find(library, &arguments.game)?;
    let setup = crate::arena::setup(game.as_ref(), Some(&arguments.scenario), &arguments.options)?;
    let run = Run {
        game: arguments.game,
        scenario: arguments.scenario,
        options: setup.options,
        rules: game.title().rules_version,
        pack: game.title().pack.clone(),
        levels: if arguments.levels.is_empty() { vec![arguments.level] } else { arguments.levels },
        seed: arguments.seed,
        games: arguments.games,
        shard: arguments.shard,
    };
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left")?;
    let bar = ProgressBar::new(run.indices().len() as u64).with_style(style);
    // A game that fails stands in the report; a panic's own noise would only bury it.
    std::panic::set_hook(Box::new(|_| {}));
    let threads = arguments.threads.unwrap_or_else(workers::cores);
    let results = simulate(game.as_ref(), &run, threads, || bar.inc(1));
    let _ = std::panic::take_hook();
    bar.finish_and_clear();
    write(game.as_ref(), &results?, &arguments.output)
}

fn merge(library: &Library, folders: &[PathBuf], output: &Path) -> Result<ExitCode> {
    let shards = folders.iter().map(|folder| store::read(folder)).collect::<Result<Vec<_>, _>>()?;
    let merged = store::merge(shards)?;
    let run = &merged.run;
    let game = library.game_on_pack(&run.game, &run.pack);
    let game = game.with_context(|| format!("there is no {} with pack {} here", run.game, run.pack))?;
    write(game.as_ref(), &merged, output)
}

fn write(game: &dyn Playable, results: &Results, folder: &Path) -> Result<ExitCode> {
    store::write(results, folder)?;
    store::write_file(folder, "report.html", &report::html(game, results)?)?;
    let failed = results.games.iter().filter(|row| row.fault.is_some()).count();
    println!("{} games, {failed} failures: {}", results.games.len(), folder.join("report.html").display());
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The luck of one record: sums on the screen, and a page if one is wanted.
pub(crate) fn luck(
    library: &Library,
    file: &Path,
    output: Option<&Path>,
    effort: Effort,
) -> Result<ExitCode> {
    let name = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    let record = Record::parse(&text).with_context(|| name.to_string())?;
    let ledger = luck::ledger_with(library, &record, effort, &luck::promise, &|_, _| true)
        .with_context(|| name.to_string())?;
    print!("{}", luck::text(&ledger));
    if let Some(output) = output {
        fs::write(output, luck::html(&ledger))
            .with_context(|| format!("cannot write {}", output.display()))?;
        println!("{}", output.display());
    }
    Ok(ExitCode::SUCCESS)
}
