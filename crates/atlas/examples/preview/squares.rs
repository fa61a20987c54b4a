//! A map of squares from a pack.

use atlas::{
    ClosedBank, Codes, Crossing, EdgeNote, EdgeSide, Fort, GridMap, Importance, Name, NameKind, Nation,
    Point, Railway, River, RiverClass, Road, RoadClass, Side, Square, Terrain, Town, Trench, Work,
};
use toml::{Table, Value};

use crate::read::{flag, list, nation, points, real, text, texts};

pub(crate) fn map(table: &Table) -> GridMap {
    let grid = table["grid"].as_table().expect("a grid");
    let is_verdun = grid["rows"].is_str();
    let codes = if is_verdun { Codes::RowLetters } else { Codes::ColumnLetters };
    let count = |key: &str| {
        let value = &grid[key];
        value.as_str().map_or_else(|| real(value) as u16, |letters| letters.len() as u16)
    };
    let mut map = GridMap {
        title: if is_verdun { "Verdun" } else { "The Somme" }.to_owned(),
        subtitle: if is_verdun {
            "the fortress and both banks of the Meuse, 1916"
        } else {
            "the country between Albert, Bapaume and Péronne, 1916"
        }
        .to_owned(),
        columns: count("columns"),
        rows: count("rows"),
        codes,
        square_kilometres: if is_verdun { 1.006 } else { 1.044 },
        north: if is_verdun { 2.0 } else { -2.3 },
        terrain: terrain(&text(table["layers"].as_table().expect("layers"), "terrain")),
        ..GridMap::default()
    };
    let squares = |entry: &Table, key: &str| -> Vec<Square> {
        texts(entry, key).iter().filter_map(|code| codes.square(code)).collect()
    };
    for place in list(table, "place") {
        add_place(&mut map, place, squares(place, "squares"));
    }
    for road in list(table, "road") {
        let class = if text(road, "class") == "major" { RoadClass::Major } else { RoadClass::Minor };
        map.roads.push(Road { class, path: squares(road, "path") });
    }
    for railway in list(table, "railway") {
        map.railways.push(Railway { path: squares(railway, "path") });
    }
    for river in list(table, "river") {
        add_river(&mut map, river, squares(river, "squares"));
    }
    for canal in list(table, "canal") {
        let (name, squares) = (text(canal, "name"), squares(canal, "squares"));
        map.rivers.push(River { name, class: RiverClass::Canal, squares, course: Vec::new() });
    }
    for trench in list(table, "trench") {
        let who = text(trench, if trench.contains_key("nation") { "nation" } else { "side" });
        let path = squares(trench, if trench.contains_key("path") { "path" } else { "squares" });
        map.trenches.push(Trench { nation: nation(&who), path, gaps: squares(trench, "river_gap") });
    }
    add_edges(&mut map, is_verdun);
    map
}

fn terrain(layer: &str) -> Vec<Terrain> {
    layer
        .split_whitespace()
        .flat_map(str::chars)
        .map(|letter| Terrain {
            woods: matches!(letter, 'w' | 'b'),
            ridge: matches!(letter, 'r' | 'b'),
            hill: letter == 'h',
            marsh: letter == 'm',
        })
        .collect()
}

fn add_place(map: &mut GridMap, place: &Table, squares: Vec<Square>) {
    let name = text(place, "name");
    let kind = text(place, "kind");
    match kind.as_str() {
        "town" => {
            let importance = match name.as_str() {
                "Verdun" | "Albert" | "Péronne" | "Bapaume" => Importance::City,
                "Bray-sur-Somme" | "Combles" | "Étain" | "Montfaucon" | "Guillemont" | "Pozières" => {
                    Importance::Town
                }
                _ => Importance::Village,
            };
            map.towns.push(Town { name, squares, importance });
        }
        "fort" | "citadel" => {
            let (square, citadel) = (squares[0], flag(place, "fort"));
            map.forts.push(Fort { name, square, citadel });
        }
        "defense_works" => map.works.push(Work { name, squares }),
        _ => {
            let kind = match kind.as_str() {
                "wood" => NameKind::Wood,
                "ridge" => NameKind::Ridge,
                "hill" => NameKind::Hill,
                // "Somme and Ancre marshes" is a list of squares, not a name on a map.
                "marsh" => return,
                _ => NameKind::Landmark,
            };
            map.names.push(Name { text: name, kind, squares });
        }
    }
}

fn add_river(map: &mut GridMap, river: &Table, squares: Vec<Square>) {
    let word = text(river, if river.contains_key("class") { "class" } else { "kind" });
    let class = match word.as_str() {
        "somme" | "major" => RiverClass::Major,
        "minor" | "minor_river" => RiverClass::Minor,
        _ => RiverClass::Stream,
    };
    let mut course = points(river, "course");
    // Verdun gives row and column, in that order.
    course.extend(points(river, "polyline").iter().map(|point| Point::new(point.y, point.x)));
    // The Somme's course runs upstream to downstream with its north bank on the right, the Meuse's with its west bank.
    let side = |word: &str| if matches!(word, "north" | "west") { Side::Right } else { Side::Left };
    if let Some(usable) = river.get("usable").and_then(Value::as_table) {
        for (code, bank) in usable {
            let square = map.codes.square(code).expect("a square");
            map.closed_banks.push(ClosedBank { square, open: side(bank.as_str().unwrap_or_default()) });
        }
    }
    for (square, bank) in squares.iter().zip(texts(river, "open_bank")) {
        map.closed_banks.push(ClosedBank { square: *square, open: side(&bank) });
    }
    let mut cross = |codes: Vec<String>| {
        let ends: Vec<Square> = codes.iter().filter_map(|code| map.codes.square(code)).collect();
        map.crossings.push(Crossing { between: (ends[0], ends[1]) });
    };
    for crossing in list(river, "crossing") {
        cross(texts(crossing, "between"));
    }
    if let Some(pairs) = river.get("crossings").and_then(Value::as_array) {
        for pair in pairs {
            let codes = pair.as_array().map(|pair| pair.iter().map(crate::read::words).collect());
            cross(codes.unwrap_or_default());
        }
    }
    map.rivers.push(River { name: text(river, "name"), class, squares, course });
}

fn add_edges(map: &mut GridMap, is_verdun: bool) {
    let mut note = |side, from, to, nation, text: &str| {
        map.edges.push(EdgeNote { side, from, to, nation, text: text.to_owned() });
    };
    if is_verdun {
        note(EdgeSide::North, 0, 9, Nation::German, "German entry, west bank");
        note(EdgeSide::North, 10, 33, Nation::German, "German entry, east bank");
        note(EdgeSide::South, 0, 8, Nation::French, "French entry");
        note(EdgeSide::South, 9, 21, Nation::French, "Voie Sacrée");
    } else {
        note(EdgeSide::West, 0, 19, Nation::British, "British edge");
        note(EdgeSide::West, 20, 33, Nation::French, "French edge");
        note(EdgeSide::East, 0, 33, Nation::German, "German edge");
    }
}
