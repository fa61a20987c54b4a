//! `westfront manual GAME -o DIR`: the manual as pages for reading offline, and as a booklet for print.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use games::Playable;
use manual::{Links, Manual, Pages};

pub(crate) fn run(game: &dyn Playable, site: Option<String>, folder: &Path) -> Result<ExitCode> {
    let manual = Manual::read(game)?;
    let pages = Pages::new(&manual, game, Links::Folder(site));
    fs::create_dir_all(folder.join("pictures"))
        .with_context(|| format!("cannot make {}", folder.display()))?;
    let write = |name: &str, text: &str| {
        let file = folder.join(name);
        fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
    };
    for (name, text) in pages.folder().map_err(|error| anyhow!(error))? {
        write(&name, &text)?;
    }
    write("booklet.html", &pages.as_booklet().booklet().map_err(|error| anyhow!(error))?)?;
    for picture in pages.pictures() {
        let (name, text) = picture.map_err(|error| anyhow!(error))?;
        write(&name, &text)?;
    }
    println!("{}", folder.join("index.html").display());
    Ok(ExitCode::SUCCESS)
}
