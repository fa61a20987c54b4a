//! `westfront map GAME -o FILE.svg`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use engine::{Setup, Start};
use games::{Library, Playable};

/// What to draw.
pub(crate) enum What {
    /// The map alone.
    Bare,
    /// The set-up of a scenario, or of the first one.
    Scenario(Option<String>),
    /// Where a record ends.
    Record(PathBuf),
}

pub(crate) fn run(library: &Library, game: &dyn Playable, what: What, output: &Path) -> Result<ExitCode> {
    let picture = match what {
        What::Bare => game.map(),
        What::Scenario(scenario) => {
            let first = || game.title().scenarios.first().map(|scenario| scenario.id.clone());
            let scenario = scenario.or_else(first).context("the game has no scenario")?;
            let session =
                game.open(Start::seeded(Setup::of(&scenario), 1)).map_err(|error| anyhow!(error))?;
            game.picture(session.as_ref())
        }
        What::Record(file) => {
            let session = crate::replay::load(library, &file, None)?;
            game.picture(session.as_ref())
        }
    };
    fs::write(output, picture).with_context(|| format!("cannot write {}", output.display()))?;
    println!("{}", output.display());
    Ok(ExitCode::SUCCESS)
}
