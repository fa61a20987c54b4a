//! Where packs come from: inside the binary, or a folder.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use engine::{Files, PackError};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../packs"]
struct Embedded;

/// The pack of a game inside the binary.
pub(crate) fn embedded(id: &str) -> Files {
    below(&format!("{id}/"))
}

/// The hashes of the packs of earlier versions, kept for the games that were begun on them.
pub(crate) fn archived_hashes(id: &str) -> Vec<String> {
    let root = format!("archive/{id}/");
    let earlier = |path: &str| path.strip_prefix(&root)?.split_once('/').map(|(hash, _)| hash.to_owned());
    let mut hashes: Vec<String> = Embedded::iter().filter_map(|path| earlier(&path)).collect();
    hashes.sort();
    hashes.dedup();
    hashes
}

/// The pack of a game with that hash: an earlier one, or that of the binary.
pub(crate) fn archived(id: &str, hash: &str) -> Files {
    let present = embedded(id);
    let mut files = below(&format!("archive/{id}/{hash}/"));
    if files.0.is_empty() {
        return present;
    }
    for (name, text) in TEXTS.iter().filter_map(|name| present.0.get_key_value(*name)) {
        files.0.insert(name.clone(), text.clone());
    }
    files
}

/// What old games share with the present: texts decide nothing, and a corrected one is better for all.
const TEXTS: [&str; 2] = ["cases.toml", "rules.toml"];

fn below(root: &str) -> Files {
    let mut files = BTreeMap::new();
    for path in Embedded::iter() {
        if let (Some(name), Some(file)) = (path.strip_prefix(root), Embedded::get(&path)) {
            files.insert(name.to_owned(), text(file.data));
        }
    }
    Files(files)
}

/// The text of a file; one that lies in the program stays there.
fn text(data: Cow<'static, [u8]>) -> Cow<'static, str> {
    match data {
        Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
        Cow::Owned(bytes) => String::from_utf8_lossy(&bytes).into_owned().into(),
    }
}

/// What a folder of a pack holds: where below it, and how the names of the files end.
const FOLDERS: [(&str, &str); 4] =
    [("", "toml"), ("examples/", "toml"), ("clauses/", "toml"), ("manual/", "md")];

/// The files of a folder: data, texts, examples, clauses and the chapters of the manual; an absent folder has none.
pub fn read_folder(folder: &Path) -> Result<Files, PackError> {
    let mut files = BTreeMap::new();
    for (prefix, ending) in FOLDERS {
        let folder = folder.join(prefix);
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.extension().is_some_and(|extension| extension == ending) {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let text = fs::read_to_string(&path)
                    .map_err(|error| PackError::new(&path.display().to_string(), "file", error))?;
                files.insert(format!("{prefix}{name}"), text.into());
            }
        }
    }
    Ok(Files(files))
}
