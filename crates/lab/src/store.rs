//! The folder of a run: its settings, its rows as JSON Lines and CSV, and shards put together.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::LabError;
use crate::rows::{GameRow, PlaceRow, Places, Results, Run, Seen};

/// The files that hold everything; the CSV files and the report follow from them.
const RUN: &str = "run.json";
const GAMES: &str = "games.jsonl";
const PLACES: &str = "places.jsonl";

/// Writes the settings and all rows into a folder, which is made if it is not there.
pub fn write(results: &Results, folder: &Path) -> Result<(), LabError> {
    fs::create_dir_all(folder).map_err(LabError::file(folder))?;
    let run = serde_json::to_string_pretty(&results.run).expect("a run is plain JSON") + "\n";
    write_file(folder, RUN, &run)?;
    write_file(folder, GAMES, &json_lines(&results.games))?;
    write_file(folder, PLACES, &json_lines(&place_rows(&results.places)))?;
    write_file(folder, "games.csv", &games_csv(&results.games))?;
    write_file(folder, "turns.csv", &turns_csv(&results.games))?;
    write_file(folder, "places.csv", &places_csv(&results.places))
}

/// Writes one text file into a folder.
pub fn write_file(folder: &Path, name: &str, text: &str) -> Result<(), LabError> {
    let file = folder.join(name);
    fs::write(&file, text).map_err(LabError::file(&file))
}

/// Reads a folder back.
pub fn read(folder: &Path) -> Result<Results, LabError> {
    let file = folder.join(RUN);
    let text = fs::read_to_string(&file).map_err(LabError::file(&file))?;
    let run: Run = serde_json::from_str(&text).map_err(|error| wrong(&file, error.line(), &error))?;
    let rows: Vec<PlaceRow> = read_lines(&folder.join(PLACES))?;
    let places = rows.into_iter().map(|row| {
        ((row.turn, row.place, row.nation), Seen { controlled: row.controlled, occupied: row.occupied })
    });
    Ok(Results { run, games: read_lines(&folder.join(GAMES))?, places: Places(places.collect()) })
}

/// Puts the shards of one run together. The result is what one machine would have found.
pub fn merge(shards: Vec<Results>) -> Result<Results, LabError> {
    let mut shards = shards.into_iter();
    let mut whole = shards.next().ok_or_else(|| LabError::Setup("there is nothing to merge".into()))?;
    whole.run.shard = None;
    for shard in shards {
        let run = Run { shard: None, ..shard.run };
        if run != whole.run {
            return Err(LabError::Setup("the folders are of different runs: their run.json differ".into()));
        }
        whole.games.extend(shard.games);
        whole.places.add(shard.places);
    }
    whole.games.sort_by_key(|row| row.game);
    let mut rows = whole.games.iter().map(|row| row.game);
    for game in 0..whole.run.games {
        match rows.next() {
            Some(found) if found == game => {}
            Some(found) if found < game => {
                return Err(LabError::Setup(format!("game {found} is there twice")));
            }
            _ => return Err(LabError::Setup(format!("game {game} is missing: is a shard not done?"))),
        }
    }
    match rows.next() {
        Some(found) => Err(LabError::Setup(format!("game {found} is not of this run, or is there twice"))),
        None => Ok(whole),
    }
}

fn wrong(file: &Path, line: usize, reason: &dyn ToString) -> LabError {
    LabError::Rows { file: file.display().to_string(), line, reason: reason.to_string() }
}

fn read_lines<T: DeserializeOwned>(file: &Path) -> Result<Vec<T>, LabError> {
    let text = fs::read_to_string(file).map_err(LabError::file(file))?;
    let rows = text
        .lines()
        .enumerate()
        .map(|(index, line)| serde_json::from_str(line).map_err(|error| wrong(file, index + 1, &error)));
    rows.collect()
}

fn json_lines<T: Serialize>(rows: &[T]) -> String {
    rows.iter().fold(String::new(), |mut text, row| {
        text.push_str(&serde_json::to_string(row).expect("rows are plain JSON"));
        text.push('\n');
        text
    })
}

fn place_rows(places: &Places) -> Vec<PlaceRow> {
    let rows = places.0.iter().map(|((turn, place, nation), seen)| PlaceRow {
        turn: *turn,
        place: place.clone(),
        nation: nation.clone(),
        controlled: seen.controlled,
        occupied: seen.occupied,
    });
    rows.collect()
}

fn games_csv(games: &[GameRow]) -> String {
    let mut csv = "game,seed,winners,result,turns,decisions,fault\n".to_owned();
    for row in games {
        let winners = if row.winners.is_empty() { "draw".to_owned() } else { row.winners.join("+") };
        let (result, fault) = (field(&row.result), field(row.fault.as_deref().unwrap_or_default()));
        let _ = writeln!(
            csv,
            "{},{},{winners},{result},{},{},{fault}",
            row.game, row.seed, row.turns, row.decisions
        );
    }
    csv
}

/// One value a line, because games have different tracks and nations.
fn turns_csv(games: &[GameRow]) -> String {
    let mut csv = "game,turn,what,of,value\n".to_owned();
    for game in games {
        for row in &game.by_turn {
            let mut add = |what: &str, of: &str, value: i64| {
                let _ = writeln!(csv, "{},{},{what},{},{value}", game.game, row.turn, field(of));
            };
            for (track, value) in &row.tracks {
                add("track", track, *value);
            }
            let counted =
                [("lost", &row.lost), ("on-map", &row.on_map), ("held", &row.held), ("event", &row.events)];
            for (what, counts) in counted {
                for (of, count) in counts {
                    add(what, of, i64::from(*count));
                }
            }
        }
    }
    csv
}

fn places_csv(places: &Places) -> String {
    let mut csv = "turn,place,nation,controlled,occupied\n".to_owned();
    for row in place_rows(places) {
        let (place, nation) = (field(&row.place), field(&row.nation));
        let _ = writeln!(csv, "{},{place},{nation},{},{}", row.turn, row.controlled, row.occupied);
    }
    csv
}

/// A field, quoted where it must be.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
