//! House rules that a compiler does not check.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

/// The files under version control with one of these endings, and their text.
fn files(endings: &[&str]) -> Vec<(PathBuf, String)> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output();
    let listed = String::from_utf8(listed.expect("git lists the files").stdout).expect("paths are text");
    let wanted = listed.lines().filter(|path| endings.iter().any(|ending| path.ends_with(ending)));
    wanted
        .filter_map(|path| Some((PathBuf::from(path), fs::read_to_string(root().join(path)).ok()?)))
        .collect()
}

fn check(endings: &[&str], wrong: impl Fn(&Path, &str) -> Option<String>) {
    let found: Vec<String> = files(endings)
        .iter()
        .filter_map(|(path, text)| wrong(path, text).map(|what| format!("{}: {what}", path.display())))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_source_file_is_longer_than_600_lines_without_its_tests() {
    check(&[".rs", ".js"], |_, text| {
        let lines = text.lines().take_while(|line| *line != "#[cfg(test)]").count();
        (lines > 600)
            .then(|| format!("{lines} lines: which rulebook module, which noun, would a part of it be?"))
    });
}

#[test]
fn no_work_is_left_for_later() {
    let marks = ["TO\u{44}O", "FIX\u{4d}E", "unimplemented\u{21}", "#[\u{69}gnore", "test.ski\u{70}("];
    check(&[".rs", ".js"], |_, text| {
        marks.iter().find(|mark| text.contains(*mark)).map(|mark| format!("contains {mark}"))
    });
}

#[test]
fn no_line_ends_in_white_space() {
    check(&[".rs", ".js", ".css", ".html", ".toml", ".md"], |_, text| {
        text.lines().position(|line| line.ends_with([' ', '\t'])).map(|line| format!("line {}", line + 1))
    });
}

/// The shared system must not know which of the two games it plays; comments that cite cases may.
#[test]
fn the_grid_system_names_no_game() {
    check(&[".rs"], |path, text| {
        if !path.starts_with("crates/grid/src") {
            return None;
        }
        let names = ["verdun", "big_push", "bigpush", "somme"];
        let code = |line: &&str| !line.trim_start().starts_with("//");
        let named = |line: &&str| names.iter().any(|name| line.to_lowercase().contains(name));
        text.lines().filter(code).find(named).map(|line| format!("names a game: {line}"))
    });
}

#[test]
fn every_crate_follows_the_lints_of_the_workspace() {
    check(&["Cargo.toml"], |path, text| {
        let member = path.components().count() > 1;
        (member && !text.contains("[lints]\nworkspace = true")).then(|| "does not".to_owned())
    });
}

/// The names of the dependencies that a manifest declares in its tables.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut is_table = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_table = line.ends_with("dependencies]");
        } else if is_table && let Some((name, _)) = line.split_once(['.', ' ', '=']) {
            names.push(name.to_owned());
        }
    }
    names.retain(|name| !name.is_empty() && !name.starts_with('#'));
    names
}

#[test]
fn every_dependency_is_used() {
    let manifests = files(&["Cargo.toml"]);
    let sources = files(&[".rs"]);
    let mut unused = Vec::new();
    for (path, text) in &manifests {
        let folder = path.parent().expect("a manifest lies in a folder");
        for name in dependencies(text) {
            let used = if folder == Path::new("") {
                let mut members = manifests.iter().filter(|(member, _)| member != path);
                members.any(|(_, member)| dependencies(member).contains(&name))
            } else {
                let word = name.replace('-', "_");
                let is_own = |source: &Path| source.starts_with(folder);
                // Benchmarks of sister games share a file of the crate below them.
                let mut own = sources.iter().filter(|(source, _)| is_own(source));
                let shares = own.any(|(_, source)| source.contains("#[path = "));
                let own = sources.iter().filter(|(source, _)| shares || is_own(source));
                own.flat_map(|(_, source)| {
                    source.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
                })
                .any(|found| found == word)
            };
            if !used {
                unused.push(format!("{}: {name}", path.display()));
            }
        }
    }
    assert!(unused.is_empty(), "{}", unused.join("\n"));
}

#[test]
fn the_code_map_names_every_crate() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("there is a code map");
    let listed = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output()
        .expect("cargo knows the workspace");
    let listed = String::from_utf8(listed.stdout).expect("metadata is text");
    let manifests = listed.split("\"manifest_path\":\"").skip(1).filter_map(|rest| rest.split_once('"'));
    let crates: Vec<&str> =
        manifests.filter_map(|(path, _)| Path::new(path).parent()?.file_name()?.to_str()).collect();
    assert!(crates.len() > 10, "{crates:?}");
    for name in crates {
        let names =
            |line: &str| line.split('|').nth(1).is_some_and(|cell| cell.contains(&format!("`{name}`")));
        let row = map.lines().filter(|line| line.starts_with("| `")).any(names);
        assert!(row, "the code map of ARCHITECTURE.md has no row for `{name}`");
    }
}

/// A ruling that code, packs or clauses name stands in the list.
#[test]
fn every_ruling_that_is_named_is_in_the_list() {
    let list = fs::read_to_string(root().join("docs/rulings.md")).expect("there is a list");
    let is_number = |word: &str| {
        let (letter, digits) = word.split_at(word.len().min(1));
        ["R", "S", "V"].contains(&letter)
            && !digits.is_empty()
            && digits.bytes().all(|digit| digit.is_ascii_digit())
    };
    check(&[".rs", "clauses.toml", ".toml"], |_, text| {
        let after = text.split("uling ").skip(1).chain(text.split("ulings ").skip(1));
        let named = after.filter_map(|rest| rest.split(|letter: char| !letter.is_alphanumeric()).next());
        named
            .filter(|word| is_number(word))
            .find(|number| !list.contains(&format!("**{number}.")))
            .map(|number| format!("names ruling {number}, which is not in docs/rulings.md"))
    });
}

/// Commits after this one must follow the rule below.
const FIRST_CHECKED: &str = "485f1a7";

#[test]
fn commits_have_short_subjects_and_say_why() {
    let range = format!("{FIRST_CHECKED}..HEAD");
    let log = Command::new("git")
        .args(["log", "--no-merges", "--format=%h%x1f%s%x1f%b%x1e", &range])
        .current_dir(root())
        .output()
        .expect("git tells the history");
    // A copy without its history has nothing to check.
    let log = String::from_utf8(log.stdout).expect("a log is text");
    let wrong: Vec<&str> = log
        .split('\u{1e}')
        .filter(|entry| !entry.trim().is_empty())
        .filter(|entry| {
            let mut parts = entry.trim().split('\u{1f}').skip(1);
            let (subject, body) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            subject.chars().count() > 72 || body.trim().is_empty()
        })
        .collect();
    assert!(wrong.is_empty(), "a subject has at most 72 characters, and a body says why: {wrong:?}");
}

/// `xtask/spelling.txt`: the wrong spelling of a word, then the right one.
#[test]
fn every_word_has_one_spelling() {
    let list = fs::read_to_string(root().join("xtask/spelling.txt")).expect("the list of spellings is there");
    let pairs = list.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' '));
    let right: BTreeMap<&str, &str> = pairs.collect();
    assert!(right.len() > 50, "the list is read");
    check(&[".rs", ".js", ".md", ".toml", ".html", ".py"], |_, text| {
        let words = text.split(|letter: char| !letter.is_ascii_alphabetic());
        words.into_iter().find_map(|word| {
            let better = right.get(word.to_ascii_lowercase().as_str())?;
            Some(format!("'{word}' is spelt '{better}'"))
        })
    });
}
