//! `westfront data`: checks packs, and lists what is estimated in them.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Subcommand;
use games::Library;

use crate::tell::tell;

#[derive(Subcommand)]
pub(crate) enum DataCommand {
    /// Validate the packs inside the program, or those of a folder in their place.
    Check {
        /// A folder with packs: DIR/cambrai/units.toml and so on.
        folder: Option<PathBuf>,
    },
    /// List what is estimated or reconstructed in a game's pack, and why.
    Report {
        /// The game's id.
        game: String,
    },
}

pub(crate) fn run(command: &DataCommand, library: impl Fn() -> Result<Library>) -> Result<ExitCode> {
    match command {
        DataCommand::Check { folder } => {
            let library = match folder {
                Some(folder) if !folder.is_dir() => bail!("there is no folder {}", folder.display()),
                Some(folder) => Library::with_overrides(folder)?,
                None => library()?,
            };
            for game in library.games() {
                let title = game.title();
                let (units, places) = (title.units.len(), title.places.len());
                let (scenarios, examples) = (title.scenarios.len(), game.examples()?.len());
                println!(
                    "{}: pack {}: {units} units, {places} places, {scenarios} scenarios, {} charts, {} cases, {examples} examples: good",
                    title.id,
                    title.pack,
                    title.charts.len(),
                    title.cases.len()
                );
            }
        }
        DataCommand::Report { game } => {
            let estimates = crate::find(&library()?, game)?.estimates();
            tell(|out| {
                for estimate in &estimates {
                    writeln!(out, "{} {}: {}", estimate.file, estimate.key, estimate.reason)?;
                }
                writeln!(out, "{} data are estimated or reconstructed", estimates.len())
            })?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
