//! Compares the oracle of Breakthrough: Cambrai with recorded turns.
//!
//! The arguments are files with one turn a line, as JSON: `seat`, `position` and `next` as text, `decision`, `play`,
//! `events`. The pack is read from `packs/cambrai`.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use oracle::cambrai::Cambrai;
use oracle::{Oracle, Turn};
use serde_json::Value;

fn turn(line: &str) -> Option<Turn> {
    let v: Value = serde_json::from_str(line).ok()?;
    let word = |key: &str| v.get(key).and_then(Value::as_str).map(str::to_string);
    Some(Turn {
        seat: word("seat")?,
        position: word("position")?.parse().ok()?,
        decision: v.get("decision")?.clone(),
        play: word("play")?,
        events: v.get("events")?.as_array()?.clone(),
        next: word("next")?.parse().ok()?,
    })
}

fn main() -> ExitCode {
    let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/cambrai");
    let mut files = BTreeMap::new();
    for name in ["map.toml", "units.toml", "scenarios.toml"] {
        if let Ok(body) = std::fs::read_to_string(pack.join(name)) {
            files.insert(name.to_string(), body);
        }
    }
    let oracle = match Cambrai::new(&files) {
        Ok(oracle) => oracle,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::FAILURE;
        }
    };
    let mut asked: BTreeMap<&str, usize> = BTreeMap::new();
    let mut differing: BTreeMap<&str, usize> = BTreeMap::new();
    let mut turns = 0;
    for name in std::env::args().skip(1) {
        let Ok(body) = std::fs::read_to_string(&name) else {
            eprintln!("cannot read {name}");
            return ExitCode::FAILURE;
        };
        for (number, line) in body.lines().enumerate() {
            let Some(turn) = turn(line) else { continue };
            turns += 1;
            let verdict = oracle.compare(&turn);
            for (part, n) in verdict.asked {
                *asked.entry(part).or_default() += n;
            }
            for d in verdict.differences {
                *differing.entry(d.part).or_default() += 1;
                println!("{name}:{}: {}: {} [{}]", number + 1, d.part, d.what, turn.play);
            }
        }
    }
    println!("{turns} turns");
    for (part, n) in &asked {
        println!("{part}: {n} compared, {} differ", differing.get(part).unwrap_or(&0));
    }
    if differing.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
