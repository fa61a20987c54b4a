//! Counters and set-ups from a pack.

use std::fmt::Write;

use atlas::{
    Colour, CounterFace, Facing, Mark, Marker, Placement, SizeMark, Strength, Symbol, face_id, sheet,
};
use toml::{Table, Value};

use crate::read::{list, nation, real, text, words};

/// Both sides of every unit: `{id}` and `{id}-back`.
pub(crate) fn faces(units: &Table) -> Vec<CounterFace> {
    list(units, "unit").into_iter().flat_map(|unit| [face(unit, false), face(unit, true)]).collect()
}

fn face(unit: &Table, is_back: bool) -> CounterFace {
    let kind = text(unit, "type");
    let is_entrenched =
        is_back && kind == "infantry" && matches!(text(unit, "size").as_str(), "regiment" | "battalion");
    let is_area_game = unit.contains_key("exhausted_defense");
    CounterFace {
        id: text(unit, "id") + if is_back { "-back" } else { "" },
        nation: nation(&text(unit, "nation")),
        symbol: symbol(unit, &kind, is_back),
        size: match text(unit, "size").as_str() {
            "company" => SizeMark::Company,
            "battalion" | "battery" => SizeMark::Battalion,
            "regiment" => SizeMark::Regiment,
            "division" => SizeMark::Division,
            "corps" => SizeMark::Flag,
            _ if is_area_game && kind != "infantry" => SizeMark::None,
            _ if is_area_game && text(unit, "nation") == "german" => SizeMark::Regiment,
            _ => SizeMark::Brigade,
        },
        label: label(unit),
        parent: if is_area_game { text(unit, "division_key") } else { text(unit, "parent") }
            .split(' ')
            .next()
            .unwrap_or_default()
            .trim_end_matches("th")
            .to_owned(),
        factors: factors(unit, is_back),
        strength: match (is_back, is_area_game) {
            (true, true) => Strength::Exhausted,
            (true, false) if !is_entrenched => Strength::Reduced,
            _ => Strength::Full,
        },
        entrenched: is_entrenched,
        stripe: Colour::from_word(&text(unit, "division_colour")),
    }
}

fn symbol(unit: &Table, kind: &str, is_back: bool) -> Symbol {
    match kind {
        "cavalry" => Symbol::Cavalry,
        "tank" => Symbol::Tank,
        "artillery" if text(unit, "class") == "rail" => Symbol::RailArtillery,
        "artillery" if text(unit, "class") == "heavy" || text(unit, "heavy") == "true" => {
            Symbol::HeavyArtillery
        }
        "artillery" => Symbol::Artillery,
        "hq" if is_back => Symbol::SupplyHeadquarters,
        "hq" => Symbol::Headquarters,
        "engineer" => Symbol::Engineer,
        "chasseur" => Symbol::Chasseur,
        "garrison" if unit.contains_key("kind") => Symbol::FortGarrison,
        "garrison" => Symbol::Garrison,
        "air" => Symbol::Air,
        _ => Symbol::Infantry,
    }
}

fn label(unit: &Table) -> String {
    for key in ["formation", "calibre"] {
        if unit.contains_key(key) {
            return text(unit, key);
        }
    }
    if text(unit, "type") == "artillery" {
        return String::new();
    }
    let name = text(unit, "name");
    let last = name.rsplit(['/', ' ']).next().unwrap_or_default();
    let first = name.split(' ').next().unwrap_or_default();
    let short = if matches!(last, "Division" | "HQ" | "Corps" | "DI") { first } else { last };
    short.trim_end_matches("th").trim_end_matches("st").trim_end_matches("nd").chars().take(6).collect()
}

fn factors(unit: &Table, is_back: bool) -> String {
    if unit.contains_key("exhausted_defense") {
        return if is_back {
            text(unit, "exhausted_defense")
        } else {
            format!("{}-{}-{}", text(unit, "attack"), text(unit, "defense"), text(unit, "move"))
        };
    }
    let side = unit.get(if is_back { "back" } else { "front" });
    let joined = match side {
        Some(Value::Array(parts)) => parts.iter().map(words).collect::<Vec<_>>().join("-"),
        Some(Value::Table(parts)) => ["attack", "bombard", "defense", "move"]
            .iter()
            .filter_map(|key| parts.get(*key).map(|value| real(value).to_string()))
            .collect::<Vec<_>>()
            .join("-"),
        _ => String::new(),
    };
    if unit.contains_key("range") { format!("{joined}({})", text(unit, "range")) } else { joined }
}

/// Where the units of a scenario stand, if the pack says so in a way this example understands.
pub(crate) fn placements(table: &Table, scenario: Option<&str>) -> Vec<Placement> {
    let scenarios = list(table, "scenario");
    let Some(chosen) = scenarios.iter().find(|entry| scenario.is_none_or(|id| text(entry, "id") == id))
    else {
        return Vec::new();
    };
    let mut placements = Vec::new();
    for entry in list(chosen, "setup") {
        let is_turned = matches!(text(entry, "mode").as_str(), "entrenched" | "supply")
            || text(entry, "strength") == "reduced";
        let place = ["square", "place", "location", "area"]
            .iter()
            .find(|key| entry.contains_key(**key))
            .map(|key| text(entry, key));
        let units = entry.get("units").and_then(Value::as_array);
        let ids = units.map_or_else(|| vec![text(entry, "unit")], |units| units.iter().map(words).collect());
        for id in ids {
            placements.push(Placement {
                place: place.clone().unwrap_or_default(),
                face: id + if is_turned { "-back" } else { "" },
                marks: Vec::new(),
                facing: match text(entry, "facing").as_str() {
                    "north" => Some(Facing::North),
                    "east" => Some(Facing::East),
                    "south" => Some(Facing::South),
                    "west" => Some(Facing::West),
                    _ => None,
                },
            });
        }
    }
    placements
}

/// Faces, marks and markers side by side, at two sizes.
pub(crate) fn contact_sheet(faces: &[CounterFace]) -> String {
    let mut kinds: Vec<&CounterFace> = Vec::new();
    for face in faces {
        let like = |other: &&CounterFace| {
            (other.nation, other.symbol, other.size, other.entrenched)
                == (face.nation, face.symbol, face.size, face.entrenched)
                && other.strength == face.strength
        };
        if kinds.iter().filter(|other| like(other)).count() < 2 {
            kinds.push(face);
        }
    }
    let mut out = sheet(faces).replace("width=\"0\" height=\"0\"", "viewBox=\"0 0 1400 1000\"");
    out.truncate(out.len() - "</svg>".len());
    out.push_str("<rect width=\"1400\" height=\"1000\" fill=\"#f1e8d3\"/>");
    for (index, face) in kinds.iter().take(60).enumerate() {
        let (x, y) = (20 + index % 12 * 112, 20 + index / 12 * 112);
        let _ = write!(
            out,
            "<use href=\"#{}\" x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\"/>",
            face_id(&face.id)
        );
    }
    for (index, face) in kinds.iter().take(60).enumerate() {
        let (x, y) = (20 + index % 30 * 45, 600 + index / 30 * 46);
        let _ = write!(
            out,
            "<use href=\"#{}\" x=\"{x}\" y=\"{y}\" width=\"40\" height=\"40\"/>",
            face_id(&face.id)
        );
    }
    for (index, mark) in Mark::ALL.iter().enumerate() {
        let x = 20 + index * 60;
        let _ = write!(
            out,
            "<use href=\"#{}\" x=\"{x}\" y=\"710\" width=\"50\" height=\"50\"/>",
            mark.symbol_id()
        );
        let _ = write!(
            out,
            "<use href=\"#{}\" x=\"{}\" y=\"720\" width=\"18\" height=\"18\"/>",
            mark.symbol_id(),
            780 + index * 24
        );
    }
    for (index, marker) in Marker::all().iter().enumerate() {
        let (x, y) = (20 + index % 12 * 112, 780 + index / 12 * 110);
        let _ = write!(
            out,
            "<use href=\"#{}\" x=\"{x}\" y=\"{y}\" width=\"90\" height=\"90\"/>",
            marker.symbol_id()
        );
    }
    out.push_str("</svg>");
    out
}
