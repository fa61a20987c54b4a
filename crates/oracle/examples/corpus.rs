//! Compares the oracle with recorded turns: `corpus PACK-DIRECTORY FILE...`, one JSON object a line.
//!
//! A line has `seat`, `position` and `next` (texts), `decision`, `play` and `events`. The counts by part and the
//! differences are printed; the exit code is 1 if there is any difference.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::process::ExitCode;

use oracle::Turn;
use serde_json::Value;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(pack) = arguments.next() else {
        eprintln!("usage: corpus PACK-DIRECTORY FILE...");
        return ExitCode::FAILURE;
    };
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(&pack).into_iter().flatten().flatten() {
        if let Ok(text) = std::fs::read_to_string(entry.path()) {
            files.insert(entry.file_name().to_string_lossy().into_owned(), text);
        }
    }
    let game = pack.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let oracle = match oracle::of(game, &files) {
        Ok(oracle) => oracle,
        Err(error) => {
            eprintln!("{pack}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut asked: BTreeMap<&str, usize> = BTreeMap::new();
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    let shown: usize = std::env::var("SHOW").ok().and_then(|s| s.parse().ok()).unwrap_or(40);
    let only = std::env::var("PART").ok();
    let mut turns = 0_u32;
    for path in arguments {
        let Ok(file) = std::fs::File::open(&path) else { continue };
        for (number, line) in BufReader::new(file).lines().map_while(Result::ok).enumerate() {
            let Some(turn) = serde_json::from_str(&line).ok().and_then(|v| read(&v)) else { continue };
            turns += 1;
            let verdict = oracle.compare(&turn);
            for (part, count) in verdict.asked {
                *asked.entry(part).or_default() += count;
            }
            for difference in verdict.differences {
                let count = found.entry(difference.part).or_default();
                *count += 1;
                if *count <= shown && only.as_deref().is_none_or(|p| p == difference.part) {
                    println!("{path}:{}: {}: {}", number + 1, difference.part, difference.what);
                }
            }
        }
    }
    println!("{turns} turns");
    for part in oracle.parts() {
        let (asked, found) = (asked.get(part).unwrap_or(&0), found.get(part).unwrap_or(&0));
        println!("{part:16} {asked:8} compared {found:6} differences");
    }
    if found.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn read(value: &Value) -> Option<Turn> {
    let text = |key: &str| value.get(key)?.as_str();
    let events = value.get("events")?.as_array()?.clone();
    let positions = [text("position")?, text("next")?];
    let decision = value.get("decision")?.clone();
    Turn::read(text("seat")?, positions, decision, text("play")?, events, text("result")).ok()
}
