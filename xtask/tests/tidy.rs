//! House rules that a compiler does not check.

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

/// What the two games share must not know which of them it plays; comments that cite cases may.
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
