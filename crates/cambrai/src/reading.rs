//! Reading the pack: from the raw files to checked places, borders, units and their bits.

use engine::PackError;

use crate::charts::Charts;
use crate::pack::{Border, BridgeInfo, Identifier, Kind, Kinds, Links, PlaceInfo, Point, UnitInfo};
use crate::raw::{RawBorder, RawPlace, RawUnit};
use crate::sets::{Bridge, MAX_BRIDGES, MAX_PLACES, MAX_UNITS, Place, Places, Unit, Units};
use crate::side::{BySide, Side};

pub(crate) const MAP: &str = "map.toml";
pub(crate) const UNITS: &str = "units.toml";

pub(crate) fn points(line: &[[i32; 2]]) -> Vec<Point> {
    line.iter().map(|point| (point[0], point[1])).collect()
}

pub(crate) fn no_twice<'a>(file: &str, ids: impl Iterator<Item = &'a str>) -> Result<(), PackError> {
    let mut seen = std::collections::BTreeSet::new();
    for id in ids {
        if !seen.insert(id) {
            return Err(PackError::new(file, id, "is listed twice"));
        }
    }
    Ok(())
}

pub(crate) fn place_info(raw: &RawPlace, is_zone: bool) -> Result<PlaceInfo, PackError> {
    if raw.polygon.len() < 3 {
        return Err(PackError::new(MAP, &raw.id, "has an outline of fewer than three points"));
    }
    if !(0..=9).contains(&raw.tem) {
        return Err(PackError::new(MAP, &raw.id, "has a terrain modifier outside 0 to 9"));
    }
    Ok(PlaceInfo {
        id: raw.id.clone(),
        name: raw.name.clone(),
        is_zone,
        terrain: raw.tem,
        identifier: raw.identifier,
        sectors: raw.sectors.clone(),
        sector_colours: raw.sector_colours.clone(),
        cavalry_release: raw.cavalry_release.clone(),
        label: raw.label.into(),
        polygon: points(&raw.polygon),
        note: raw.note.clone(),
    })
}

pub(crate) fn read_borders(
    raw: &[RawBorder],
    places: &[PlaceInfo],
) -> Result<(Vec<Border>, Vec<BridgeInfo>), PackError> {
    let find = |id: &str| {
        let found = places.iter().position(|place| place.id == id);
        found
            .map(|index| Place(index as u8))
            .ok_or_else(|| PackError::new(MAP, "border", format!("no place {id}")))
    };
    let (mut borders, mut bridges): (Vec<Border>, Vec<BridgeInfo>) = (Vec::new(), Vec::new());
    for border in raw {
        let between = [find(&border.between[0])?, find(&border.between[1])?];
        let key = border.between.join("-");
        let same = |known: &Border| known.between == between || known.between == [between[1], between[0]];
        if between[0] == between[1] || borders.iter().any(same) {
            return Err(PackError::new(MAP, &key, "is no border or listed twice"));
        }
        let bridge = match (&border.bridge, &border.canal) {
            (None, _) => None,
            (Some(_), None) => return Err(PackError::new(MAP, &key, "has a bridge and no canal")),
            (Some(id), Some(canal)) => {
                let middle = border.line.len() / 2;
                let at = if border.line.len() % 2 == 1 {
                    border.line[middle]
                } else {
                    let (a, b) = (border.line[middle - 1], border.line[middle]);
                    [i32::midpoint(a[0], b[0]), i32::midpoint(a[1], b[1])]
                };
                bridges.push(BridgeInfo {
                    id: id.clone(),
                    name: border.bridge_name.clone().unwrap_or_else(|| id.clone()),
                    ends: between,
                    canal_du_nord: canal == "Canal du Nord",
                    at: at.into(),
                });
                Some(Bridge(bridges.len() as u8 - 1))
            }
        };
        if border.line.is_empty() {
            return Err(PackError::new(MAP, &key, "has no line"));
        }
        borders.push(Border {
            between,
            link: border.link,
            canal: border.canal.clone(),
            bridge,
            line: points(&border.line),
        });
    }
    if bridges.len() > MAX_BRIDGES {
        return Err(PackError::new(MAP, "border", format!("more than {MAX_BRIDGES} bridges")));
    }
    Ok((borders, bridges))
}

pub(crate) fn read_units(raw: &[RawUnit]) -> Result<Vec<UnitInfo>, PackError> {
    if raw.len() > MAX_UNITS {
        return Err(PackError::new(UNITS, "unit", format!("more than {MAX_UNITS} counters")));
    }
    no_twice(UNITS, raw.iter().map(|unit| unit.id.as_str()))?;
    let mut divisions: Vec<(Side, &str)> = Vec::new();
    let mut units = Vec::new();
    for unit in raw {
        let side = Side::from(unit.nation);
        let garrison = unit.r#type == Kind::Garrison;
        if garrison != (side == Side::German && unit.r#move == 0 && unit.attack == 0) {
            return Err(PackError::new(UNITS, &unit.id, "garrisons alone have no attack and no movement"));
        }
        if unit.r#move > 20 || !(0..=20).contains(&unit.attack) || !(0..=20).contains(&unit.defense) {
            return Err(PackError::new(UNITS, &unit.id, "has a factor outside 0 to 20"));
        }
        let division_number = matches!(unit.r#type, Kind::Infantry | Kind::Cavalry).then(|| {
            let key = (side, unit.division.as_str());
            let known = divisions.iter().position(|known| *known == key);
            known.unwrap_or_else(|| {
                divisions.push(key);
                divisions.len() - 1
            }) as u8
        });
        units.push(UnitInfo {
            id: unit.id.clone(),
            name: unit.name.clone(),
            side,
            kind: unit.r#type,
            division: unit.division.clone(),
            division_number,
            formation: unit.formation.clone(),
            attack: unit.attack,
            defense: unit.defense,
            movement: unit.r#move,
            exhausted_defense: unit.exhausted_defense,
            colour: unit.colour.clone(),
            weaker: None,
            battalion: None,
        });
    }
    if divisions.len() > 64 {
        return Err(PackError::new(UNITS, "division", "more than 64 divisions"));
    }
    Ok(units)
}

/// Joins each tank to the weaker counter that replaces it, and all three to their battalion (12.6).
pub(crate) fn link_tanks(raw: &[RawUnit], units: &mut [UnitInfo]) -> Result<(), PackError> {
    for index in 0..raw.len() {
        if raw[index].r#type != Kind::Tank {
            continue;
        }
        let battalion =
            units.iter().position(|unit| unit.kind == Kind::Tank && unit.formation == raw[index].formation);
        units[index].battalion = battalion.map(|first| Unit(first as u8));
        if let Some(weaker) = &raw[index].on_failed_refit {
            let found = raw.iter().position(|unit| unit.id == *weaker);
            let Some(found) = found.filter(|found| raw[*found].r#type == Kind::Tank && *found > index) else {
                return Err(PackError::new(UNITS, &raw[index].id, format!("{weaker} is no weaker tank")));
            };
            units[index].weaker = Some(Unit(found as u8));
        }
    }
    Ok(())
}

pub(crate) fn link_map(
    raw: &[(&RawPlace, bool)],
    borders: &[Border],
    bridges: &[BridgeInfo],
    charts: &Charts,
) -> Result<Links, PackError> {
    let which = |test: &dyn Fn(&RawPlace) -> bool| -> Places {
        (0..raw.len()).filter(|index| test(raw[*index].0)).map(|index| Place(index as u8)).collect()
    };
    let mut neighbours = [Places::NONE; MAX_PLACES];
    let mut dry = [Places::NONE; MAX_PLACES];
    for border in borders {
        for [here, there] in [border.between, [border.between[1], border.between[0]]] {
            neighbours[here.index()].insert(there);
            if border.canal.is_none() {
                dry[here.index()].insert(there);
            }
        }
    }
    let mut over = [[None; 4]; MAX_PLACES];
    for (index, bridge) in bridges.iter().enumerate() {
        for [here, there] in [bridge.ends, [bridge.ends[1], bridge.ends[0]]] {
            let free = over[here.index()].iter_mut().find(|slot: &&mut Option<_>| slot.is_none());
            let slot = free.ok_or_else(|| PackError::new(MAP, &bridge.id, "one place has five bridges"))?;
            *slot = Some((Bridge(index as u8), there));
        }
    }
    let zone = |id: &str| {
        let found = raw.iter().position(|(place, is_zone)| *is_zone && place.id == id);
        found
            .map(|index| Place(index as u8))
            .ok_or_else(|| PackError::new("charts.toml", "refit", format!("no zone {id}")))
    };
    let refit_zones = charts.refit.british_zones.iter().map(|id| zone(id)).collect::<Result<Places, _>>()?;
    Ok(Links {
        all: which(&|_| true),
        zones: (0..raw.len()).filter(|index| raw[*index].1).map(|index| Place(index as u8)).collect(),
        neighbours,
        dry,
        within_range: within_range(&neighbours, charts.barrage.range),
        bridges: over,
        square: which(&|place| place.identifier == Identifier::Square),
        sources: BySide::new(
            which(&|place| place.supply.map(Side::from) == Some(Side::British)),
            which(&|place| place.supply.map(Side::from) == Some(Side::German)),
        ),
        breakthrough: which(&|place| place.breakthrough),
        east: which(&|place| place.east),
        objectives: which(&|place| place.haig),
        refit_zones,
    })
}

/// The places within a number of borders of each.
fn within_range(neighbours: &[Places; MAX_PLACES], range: u8) -> [Places; MAX_PLACES] {
    std::array::from_fn(|place| {
        (0..range).fold(Places::one(Place(place as u8)), |reach, _| {
            reach.iter().fold(reach, |wider, place| wider | neighbours[place.index()])
        })
    })
}

/// The map as bits where only some places are open: no border, canal, bridge or barrage leads to another.
pub(crate) fn within(links: &Links, open: Places, charts: &Charts) -> Links {
    let cut =
        |sets: &[Places; MAX_PLACES]| -> [Places; MAX_PLACES] {
            std::array::from_fn(|place| {
                if open.contains(Place(place as u8)) { sets[place] & open } else { Places::NONE }
            })
        };
    let neighbours = cut(&links.neighbours);
    let mut bridges = [[None; 4]; MAX_PLACES];
    for place in open.iter() {
        let ends = links.bridges[place.index()].iter().flatten().filter(|(_, end)| open.contains(*end));
        for (slot, bridge) in bridges[place.index()].iter_mut().zip(ends) {
            *slot = Some(*bridge);
        }
    }
    Links {
        all: links.all & open,
        zones: links.zones & open,
        neighbours,
        dry: cut(&links.dry),
        within_range: within_range(&neighbours, charts.barrage.range),
        bridges,
        square: links.square & open,
        sources: BySide::new(links.sources[Side::British] & open, links.sources[Side::German] & open),
        breakthrough: links.breakthrough & open,
        east: links.east & open,
        objectives: links.objectives & open,
        refit_zones: links.refit_zones & open,
    }
}

pub(crate) fn sort_units(
    raw: &[RawUnit],
    units: &[UnitInfo],
    places: &[(&RawPlace, bool)],
    all: Places,
) -> Kinds {
    let which = |test: &dyn Fn(usize) -> bool| -> Units {
        (0..units.len()).filter(|index| test(*index)).map(|index| Unit(index as u8)).collect()
    };
    let kind = |kind: Kind| which(&|index| units[index].kind == kind);
    let (tanks, garrisons) = (kind(Kind::Tank), kind(Kind::Garrison));
    let mut sector = [all; MAX_UNITS];
    for (unit, allowed) in raw.iter().zip(sector.iter_mut()).filter(|(unit, _)| unit.sector_restricted) {
        let open = |place: &RawPlace| {
            let listed = if unit.r#type == Kind::Tank {
                place.sector_colours.contains(&unit.colour)
            } else {
                place.sectors.contains(&unit.sector)
            };
            place.sectors_open || listed
        };
        *allowed = (0..places.len())
            .filter(|index| open(places[*index].0))
            .map(|index| Place(index as u8))
            .collect();
    }
    Kinds {
        of: BySide::new(
            which(&|index| units[index].side == Side::British),
            which(&|index| units[index].side == Side::German),
        ),
        infantry: kind(Kind::Infantry),
        cavalry: kind(Kind::Cavalry),
        counting: which(&|_| true) - tanks - garrisons,
        fifty_first: which(&|index| {
            raw[index].sector == "51"
                && units[index].kind == Kind::Infantry
                && units[index].side == Side::British
        }),
        tanks,
        garrisons,
        sector,
    }
}
