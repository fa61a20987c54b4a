//! Draws the maps, counters and set-ups of a pack, so that they can be looked at.
//!
//! `cargo run -p atlas --example preview -- PACK-FOLDER OUT-FOLDER [SCENARIO]` reads `map.toml`, and `units.toml` and
//! `scenarios.toml` if they are there, and writes `map.svg`, `counters.svg` and `setup.svg`.

mod areas;
mod counters;
mod read;
mod squares;

use std::error::Error;
use std::path::Path;

use atlas::{Map, map_with_counters};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [pack, out, rest @ ..] = arguments.as_slice() else {
        return Err("usage: preview PACK-FOLDER OUT-FOLDER [SCENARIO]".into());
    };
    let (pack, out) = (Path::new(pack), Path::new(out));
    std::fs::create_dir_all(out)?;
    let table = read::file(&pack.join("map.toml"))?;
    let faces = read::file(&pack.join("units.toml")).map(|units| counters::faces(&units)).unwrap_or_default();
    std::fs::write(out.join("counters.svg"), counters::contact_sheet(&faces))?;
    let placements = read::file(&pack.join("scenarios.toml"))
        .map(|table| counters::placements(&table, rest.first().map(String::as_str)))
        .unwrap_or_default();
    let (map, setup) = if table.contains_key("area") {
        let map = areas::map(&table);
        (map.draw(), map_with_counters(&map, &faces, &placements))
    } else {
        let map = squares::map(&table);
        (map.draw(), map_with_counters(&map, &faces, &placements))
    };
    println!("map {} bytes, set-up {} bytes, {} faces", map.len(), setup.len(), faces.len());
    std::fs::write(out.join("map.svg"), map)?;
    std::fs::write(out.join("setup.svg"), setup)?;
    Ok(())
}
