//! What only this game has in its pack: read once, checked once.

use engine::pack::PackError;
use grid::{Pack, Side, Square, Squares, Unit, UnitSet};
use serde::de::DeserializeOwned;

pub use crate::charts::*;
use crate::ground::{along, between_lines, linked, north_of_line, pairs};
pub use crate::scenario::*;

pub(crate) const CHARTS: &str = "charts.toml";
pub(crate) const SCENARIOS: &str = "scenarios.toml";

/// Everything that only this game's pack holds.
#[derive(Clone, Debug)]
pub struct Data {
    /// The charts.
    pub charts: Charts,
    /// The scenarios, in the order of the pack.
    pub scenarios: Vec<Scenario>,
    /// Where units come onto the map.
    pub zones: Vec<(String, Squares)>,
    /// The squares of Verdun.
    pub town: Squares,
    /// Where raiders may leave the map.
    pub exit_zone: Squares,
    /// The squares with forts.
    pub forts: Squares,
    /// The squares of major roads.
    pub major_roads: Squares,
    /// The squares of railways.
    pub rails: Squares,
    /// The squares where the rail guns of each side may stand (12.5).
    pub rail_ground: [Squares; 2],
    /// The squares of the Voie Sacrée.
    pub sacred_way: Squares,
    /// Squares behind the German start line.
    pub north: Squares,
    /// Squares of the west bank.
    pub west: Squares,
    /// Squares between the two start lines.
    pub between: Squares,
    /// Squares joined to each by one link of major road.
    pub next_by_road: Vec<Squares>,
    /// Squares joined to each by two links of major road.
    pub by_road: Vec<Squares>,
    /// Squares joined to each by one link of railway.
    pub next_by_rail: Vec<Squares>,
    /// Squares joined to each by any number of links of railway.
    pub by_rail: Vec<Squares>,
    /// The face-down markers.
    pub markers: Vec<Unit>,
    /// The real garrisons.
    pub garrisons: Vec<Unit>,
    /// The air units of each side.
    pub air: [Vec<Unit>; 2],
    /// Mangin's division.
    pub fifth: Unit,
    /// Guns that can hit forts.
    pub fort_guns: UnitSet,
    /// Guns that are useless against the entrenched.
    pub field_guns: UnitSet,
    /// French guns of the field.
    pub seventy_fives: UnitSet,
    /// Guns that move only by rail.
    pub rail_guns: UnitSet,
    /// The objectives' squares.
    pub objectives: Vec<Squares>,
    /// The squares that East Entries asks for.
    pub entries: Squares,
}

impl Data {
    /// Reads what only this game has in its pack.
    pub fn parse(pack: &Pack) -> Result<Data, PackError> {
        let charts: Charts = table(&pack.charts.own, CHARTS, "own")?;
        charts.check()?;
        let mut zones = Vec::new();
        let entries = pack.own.get("entries").and_then(toml::Value::as_table).cloned().unwrap_or_default();
        for (name, list) in &entries {
            let names: Vec<String> = value(list.clone(), SCENARIOS, "own.entries")?;
            zones.push((name.clone(), squares(pack, &names, "own.entries")?));
        }
        let zone =
            |name: &str| zones.iter().find(|(known, _)| known == name).map_or(Squares::EMPTY, |zone| zone.1);
        let class = |name: &str| pack.classes.iter().position(|known| known == name);
        let of_classes = |names: &[String]| -> UnitSet {
            let classes: Vec<usize> = names.iter().filter_map(|name| class(name)).collect();
            pack.all_units().filter(|unit| classes.contains(&usize::from(pack.unit(*unit).class))).collect()
        };
        let named = |name: &str| -> Vec<Unit> {
            pack.all_units().filter(|unit| class(name) == Some(usize::from(pack.unit(*unit).class))).collect()
        };
        let mut objectives = Vec::new();
        let mut blocked = Squares::EMPTY;
        for row in &charts.objectives.rows {
            objectives.push(checked_squares(pack, &row.squares, CHARTS, "own.objectives")?);
            blocked = blocked | checked_squares(pack, &row.entries, CHARTS, "own.objectives")?;
        }
        let fifth = find(pack, &charts.special.fifth_division, CHARTS, "own.special")?;
        let mut scenarios = Vec::new();
        for scenario in &pack.scenarios {
            scenarios.push(Scenario::parse(pack, scenario, &zones)?);
        }
        let is_air = |side: Side| {
            let air =
                |unit: &Unit| pack.unit(*unit).kind == grid::units::Kind::Air && pack.side(*unit) == side;
            pack.all_units().filter(air).collect::<Vec<Unit>>()
        };
        let rails = along(pack, |line| line.class == "railway");
        let town = zone("verdun");
        let west: Squares = pack.map.all.iter().filter(|square| pack.map.bank[square.index()] == 1).collect();
        let south = |square: &Square| pack.map.position(*square).1 >= 16 || town.contains(*square);
        let mut garrisons = named("garrison-1");
        garrisons.extend(named("garrison-2"));
        Ok(Data {
            town,
            exit_zone: zone("exit-zone"),
            forts: pack.map.terrain[grid::map::Terrain::Fort as usize],
            major_roads: along(pack, |line| line.class == "major"),
            rails,
            rail_ground: [(rails & west).iter().filter(south).collect(), rails & north_of_line(pack)],
            sacred_way: along(pack, |line| line.name.starts_with("Voie Sacr")),
            north: north_of_line(pack),
            west,
            between: between_lines(pack),
            next_by_road: linked(pack, &pairs(pack, |line| line.class == "major"), 1),
            by_road: linked(pack, &pairs(pack, |line| line.class == "major"), 2),
            next_by_rail: linked(pack, &pairs(pack, |line| line.class == "railway"), 1),
            by_rail: linked(pack, &pairs(pack, |line| line.class == "railway"), 40),
            markers: named("garrison-marker"),
            garrisons,
            air: [is_air(Side::Allied), is_air(Side::German)],
            fifth,
            fort_guns: of_classes(&charts.special.fort_guns),
            field_guns: of_classes(&charts.special.field_guns),
            seventy_fives: of_classes(&["gun-75".to_owned()]),
            rail_guns: pack
                .all_units()
                .filter(|unit| {
                    pack.unit(*unit).kind == grid::units::Kind::Artillery
                        && pack.unit(*unit).faces[0].movement == 0
                })
                .collect(),
            objectives,
            entries: blocked,
            charts,
            scenarios,
            zones,
        })
    }

    /// The same where only some squares of the map are played on.
    pub(crate) fn within(&self, inside: &Squares) -> Data {
        let mut data = self.clone();
        let sets = [
            &mut data.town,
            &mut data.exit_zone,
            &mut data.forts,
            &mut data.major_roads,
            &mut data.rails,
            &mut data.sacred_way,
            &mut data.north,
            &mut data.west,
            &mut data.between,
            &mut data.entries,
        ];
        let lists = [
            &mut data.next_by_road,
            &mut data.by_road,
            &mut data.next_by_rail,
            &mut data.by_rail,
            &mut data.objectives,
        ];
        let zones = data.zones.iter_mut().map(|(_, squares)| squares);
        let lists = lists.into_iter().flatten().chain(&mut data.rail_ground).chain(zones);
        for set in sets.into_iter().chain(lists) {
            *set = *set & *inside;
        }
        data
    }

    /// The squares of a zone by its number; zone 0 is everywhere.
    pub fn zone(&self, number: u8) -> Option<Squares> {
        usize::from(number).checked_sub(1).and_then(|index| self.zones.get(index)).map(|zone| zone.1)
    }
}

pub(crate) fn table<T: DeserializeOwned>(table: &toml::Table, file: &str, key: &str) -> Result<T, PackError> {
    value(toml::Value::Table(table.clone()), file, key)
}

fn value<T: DeserializeOwned>(value: toml::Value, file: &str, key: &str) -> Result<T, PackError> {
    value.try_into().map_err(|error: toml::de::Error| PackError::new(file, key, error.message()))
}

pub(crate) fn find(pack: &Pack, id: &str, file: &str, key: &str) -> Result<Unit, PackError> {
    pack.find(id).ok_or_else(|| PackError::new(file, key, format!("there is no unit {id}")))
}

fn squares(pack: &Pack, names: &[String], key: &str) -> Result<Squares, PackError> {
    checked_squares(pack, names, SCENARIOS, key)
}

pub(crate) fn checked_squares(
    pack: &Pack,
    names: &[String],
    file: &str,
    key: &str,
) -> Result<Squares, PackError> {
    let mut found = Squares::EMPTY;
    for name in names {
        let square = pack
            .map
            .find(name)
            .ok_or_else(|| PackError::new(file, key, format!("there is no square {name}")))?;
        found.insert(square);
    }
    Ok(found)
}
