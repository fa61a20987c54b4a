//! A map of areas from a pack.

use std::collections::BTreeMap;

use atlas::{
    Area, AreaMap, Bridge, BridgeState, Canal, Colour, Connection, Ground, GroundKind, Identifier,
    Importance, Nation, Point, Sector, TrackBox, TrenchLine, Village,
};
use toml::Table;

use crate::read::{flag, list, nation, point, points, real, text, texts};

pub(crate) fn map(table: &Table) -> AreaMap {
    let about = table["map"].as_table().expect("a map table");
    let mut map = AreaMap {
        title: "Cambrai".to_owned(),
        subtitle: "between the Canal du Nord and the Canal de St. Quentin, November 1917".to_owned(),
        width: real(&about["width"]),
        height: real(&about["height"]),
        kilometre: real(&about["units_per_km"]),
        areas: list(table, "area").into_iter().map(area).collect(),
        zones: list(table, "zone").into_iter().map(area).collect(),
        ..AreaMap::default()
    };
    for border in list(table, "border") {
        let between = (text(border, "a"), text(border, "b"));
        let is_connection = text(border, "link") == "connection";
        if flag(border, "bridge") {
            map.bridges.push(Bridge {
                id: text(border, "bridge_id"),
                name: text(border, "bridge_name"),
                between: between.clone(),
                border: if is_connection { Vec::new() } else { points(border, "line") },
                state: BridgeState::German,
            });
        }
        if is_connection {
            map.connections.push(Connection { from: between.0, to: between.1 });
        }
    }
    for canal in list(table, "canal") {
        let (line, extension) = (points(canal, "line"), points(canal, "decor_extension"));
        map.canals.push(Canal { name: text(canal, "name"), line, extension });
    }
    for place in list(table, "place") {
        let (name, at) = (text(place, "name"), point(&place["at"]));
        match text(place, "kind").as_str() {
            "wood" => map.grounds.push(Ground { name, kind: GroundKind::Wood, at, reach: 46.0 }),
            "ridge" => map.grounds.push(Ground { name, kind: GroundKind::Ridge, at, reach: 62.0 }),
            kind => {
                let importance = if kind == "town" { Importance::City } else { Importance::Village };
                map.villages.push(Village { name, at, importance });
            }
        }
    }
    // Broken ground that is not a wood is high ground.
    for area in map.areas.iter().filter(|area| area.identifier == Identifier::Triangle) {
        let near = |ground: &Ground| (ground.at.x - area.label.x).hypot(ground.at.y - area.label.y) < 90.0;
        if !map.grounds.iter().any(near) {
            let at = Point::new(area.label.x, area.label.y + 10.0);
            map.grounds.push(Ground { name: String::new(), kind: GroundKind::Ridge, at, reach: 62.0 });
        }
    }
    let corners: Vec<f64> =
        about["track_box"].as_array().map(|list| list.iter().map(real).collect()).unwrap_or_default();
    if let [left, top, right, bottom] = corners[..] {
        let (from, to) = (Point::new(left, top), Point::new(right, bottom));
        map.tracks.push(TrackBox { id: "turns".to_owned(), title: "Tracks".to_owned(), from, to });
    }
    map.roads = map.village_lanes();
    map.trenches = front_line(table);
    map
}

/// A vertex by its whole coordinates.
type Corner = (i64, i64);

fn area(entry: &Table) -> Area {
    let colours = texts(entry, "sector_colours");
    let sectors = texts(entry, "operational_sectors").into_iter().enumerate().map(|(index, number)| Sector {
        number,
        colour: colours.get(index).and_then(|word| Colour::from_word(word)),
    });
    Area {
        id: text(entry, "id"),
        name: text(entry, "name").replace(" (Sensée crossings)", ""),
        modifier: real(&entry["tem"]) as i8,
        identifier: match text(entry, "identifier").as_str() {
            "square" => Identifier::Square,
            "triangle" => Identifier::Triangle,
            _ => Identifier::Circle,
        },
        sectors: sectors.collect(),
        cavalry: text(entry, "cavalry_release").chars().take_while(char::is_ascii_digit).collect(),
        barrage: flag(entry, "opening_barrage"),
        breakthrough: flag(entry, "breakthrough"),
        control: nation(&text(entry, "initial_control")),
        label: point(&entry["label"]),
        polygon: points(entry, "polygon"),
    }
}

/// The German front of the first day: the outer edge of the areas under the opening barrage, set back a little, with
/// the British line opposite.
fn front_line(table: &Table) -> Vec<TrenchLine> {
    let key = |point: Point| (point.x as i64, point.y as i64);
    let mut owners: BTreeMap<(Corner, Corner), Vec<&Table>> = BTreeMap::new();
    for area in list(table, "area") {
        let polygon = points(area, "polygon");
        for (index, from) in polygon.iter().enumerate() {
            let to = polygon[(index + 1) % polygon.len()];
            let (a, b) = (key(*from), key(to));
            owners.entry((a.min(b), a.max(b))).or_default().push(area);
        }
    }
    let mut next: BTreeMap<Corner, Corner> = BTreeMap::new();
    for ((a, b), areas) in owners {
        let is_front = areas.iter().any(|area| flag(area, "opening_barrage"))
            && areas
                .iter()
                .all(|area| flag(area, "opening_barrage") || text(area, "initial_control") == "british")
            && (areas.len() == 1 || areas.iter().any(|area| text(area, "initial_control") == "british"));
        // Area 1, west of the canal, faces no neighbour.
        if is_front && a.0.min(b.0) > 256 && !(a.0 < 270 && b.0 < 270) {
            next.insert(a, b);
        }
    }
    let mut line: Vec<Point> = Vec::new();
    for (a, b) in &next {
        for end in [a, b] {
            let point = Point::new(end.0 as f64, end.1 as f64);
            if line.last() != Some(&point) {
                line.push(point);
            }
        }
    }
    line.sort_by(|a, b| (a.x + a.y).total_cmp(&(b.x + b.y)));
    line.dedup();
    let moved = |dx: f64, dy: f64| line.iter().map(|point| Point::new(point.x + dx, point.y + dy)).collect();
    let mut german: Vec<Point> = moved(9.0, -9.0);
    german.reverse();
    vec![
        TrenchLine { nation: Nation::German, line: german },
        TrenchLine { nation: Nation::British, line: moved(-9.0, 9.0) },
    ]
}
