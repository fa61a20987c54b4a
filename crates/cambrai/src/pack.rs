//! The pack: map, counters, charts and scenarios, checked once at this door.

use std::collections::BTreeMap;

use engine::{Casebook, Files, PackError};

use crate::charts::{Charts, TURNS};
use crate::raw::{RawBorder, RawMap, RawPlace, RawUnit, RawUnits};
use crate::rule::Rule;
use crate::scenario::Scenario;
use crate::sets::{Bridge, MAX_BRIDGES, MAX_PLACES, MAX_UNITS, Place, Places, Unit, Units};
use crate::side::{BySide, Side};

pub use crate::raw::{Identifier, Kind, Link};

const MAP: &str = "map.toml";
const UNITS: &str = "units.toml";

/// A point of the drawing.
pub type Point = (i32, i32);

/// An area or zone (2.1.1, 2.1.2).
#[derive(Clone, Debug)]
pub struct PlaceInfo {
    /// As it is typed: `9`, `H`.
    pub id: String,
    /// Its villages.
    pub name: String,
    /// Whether it is a zone at the edge of the map.
    pub is_zone: bool,
    /// The terrain effects modifier (2.1.3).
    pub terrain: i8,
    /// The shape of its identifier (2.1.3).
    pub identifier: Identifier,
    /// The sectors printed below it (2.1.4).
    pub sectors: Vec<String>,
    /// Their colours.
    pub sector_colours: Vec<String>,
    /// The cavalry division it releases (2.1.5).
    pub cavalry_release: String,
    /// Where its identifier is drawn.
    pub label: Point,
    /// Its outline.
    pub polygon: Vec<Point>,
    /// What lies there.
    pub note: String,
}

/// Where two places touch.
#[derive(Clone, Debug)]
pub struct Border {
    /// The two places.
    pub between: [Place; 2],
    /// Whether they share a line or are joined by one.
    pub link: Link,
    /// The canal between them.
    pub canal: Option<String>,
    /// The bridge over it.
    pub bridge: Option<Bridge>,
    /// The line as drawn.
    pub line: Vec<Point>,
}

/// A bridge (14.0).
#[derive(Clone, Debug)]
pub struct BridgeInfo {
    /// As it is typed: `1-4`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The two places it joins.
    pub ends: [Place; 2],
    /// Whether it crosses the Canal du Nord (14.1).
    pub canal_du_nord: bool,
    /// Where it is drawn.
    pub at: Point,
}

/// A canal as drawn.
#[derive(Clone, Debug)]
pub struct CanalInfo {
    /// Its name.
    pub name: String,
    /// Its course.
    pub line: Vec<Point>,
    /// Its course beyond the areas, for the picture only.
    pub beyond: Vec<Point>,
}

/// A village, wood or ridge as drawn.
#[derive(Clone, Debug)]
pub struct Village {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: String,
    /// Where it is.
    pub at: Point,
}

/// What only a picture of the map needs.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// Width and height of the sheet.
    pub size: Point,
    /// The box of the tracks: left, top, right, bottom.
    pub tracks: [i32; 4],
    /// The canals.
    pub canals: Vec<CanalInfo>,
    /// The trenches of November 20.
    pub front: Vec<Point>,
    /// The villages.
    pub villages: Vec<Village>,
}

/// A counter (2.2.2).
#[derive(Clone, Debug)]
pub struct UnitInfo {
    /// As it is typed: `br-62-185`.
    pub id: String,
    /// As it is spoken of.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its type.
    pub kind: Kind,
    /// Its division, for show; tanks have their corps.
    pub division: String,
    /// The number of its division for 11.4.2 E; tanks and garrisons have none.
    pub division_number: Option<u8>,
    /// What stands on the counter beside the type.
    pub formation: String,
    /// Attack factor.
    pub attack: i8,
    /// Defense factor while fresh.
    pub defense: i8,
    /// Movement factor.
    pub movement: u8,
    /// Defense factor when exhausted.
    pub exhausted_defense: i8,
    /// The colour of its sector.
    pub colour: String,
    /// The weaker tank that replaces it after a failed refit (12.6).
    pub weaker: Option<Unit>,
    /// The first counter of its tank battalion.
    pub battalion: Option<Unit>,
}

/// Everything that does not change while the game is played.
#[derive(Clone, Debug)]
pub struct Pack {
    /// Areas, then zones.
    pub places: Vec<PlaceInfo>,
    /// All borders and connections.
    pub borders: Vec<Border>,
    /// All bridges.
    pub bridges: Vec<BridgeInfo>,
    /// All counters.
    pub units: Vec<UnitInfo>,
    /// The charts.
    pub charts: Charts,
    /// The scenarios.
    pub scenarios: Vec<Scenario>,
    /// The rulebook's cases.
    pub casebook: Casebook,
    /// What only a picture needs.
    pub drawing: Drawing,
    /// What the abbreviations on counters mean (2.2.2.3).
    pub abbreviations: BTreeMap<String, String>,
    /// The last space of the impulse track.
    pub last_impulse: u8,
    /// The hash of the files.
    pub hash: String,
    /// The map as bits.
    pub links: Links,
    /// The counters as bits.
    pub kinds: Kinds,
}

/// The map as bits.
#[derive(Clone, Debug)]
pub struct Links {
    /// Every place.
    pub all: Places,
    /// The zones among them.
    pub zones: Places,
    /// The places beside each.
    pub neighbours: [Places; MAX_PLACES],
    /// Neighbours without a canal between.
    pub dry: [Places; MAX_PLACES],
    /// The places that a Hurricane Barrage from each can hit.
    pub within_range: [Places; MAX_PLACES],
    /// The bridges at a place, each with its other end.
    pub bridges: [[Option<(Bridge, Place)>; 4]; MAX_PLACES],
    /// Places with a square identifier.
    pub square: Places,
    /// Each side's own zones, where supply begins.
    pub sources: BySide<Places>,
    /// Zones that fresh cavalry must reach.
    pub breakthrough: Places,
    /// Places east of the Canal de St. Quentin.
    pub east: Places,
    /// The areas that Haig looks at.
    pub objectives: Places,
    /// Zones where British infantry refits.
    pub refit_zones: Places,
}

/// The counters as bits.
#[derive(Clone, Debug)]
pub struct Kinds {
    /// By side.
    pub of: BySide<Units>,
    /// Infantry.
    pub infantry: Units,
    /// Tanks.
    pub tanks: Units,
    /// Cavalry.
    pub cavalry: Units,
    /// Garrisons.
    pub garrisons: Units,
    /// Those that count against the stacking limit (7.1).
    pub counting: Units,
    /// Infantry of the 51st Division (17.2.3).
    pub fifty_first: Units,
    /// Where each unit may go while sectors are in force (10.5.3).
    pub sector: [Places; MAX_UNITS],
}

impl Pack {
    /// Reads and checks a pack.
    pub fn parse(files: &Files) -> Result<Pack, PackError> {
        let map: RawMap = files.read(MAP)?;
        let raw_units: RawUnits = files.read(UNITS)?;
        let charts = Charts::parse(files)?;
        let raw_places: Vec<(&RawPlace, bool)> = map
            .area
            .iter()
            .map(|area| (area, false))
            .chain(map.zone.iter().map(|zone| (zone, true)))
            .collect();
        if raw_places.len() > MAX_PLACES {
            return Err(PackError::new(MAP, "area, zone", format!("more than {MAX_PLACES} places")));
        }
        if !map.colours.contains_key("source") {
            return Err(PackError::new(MAP, "colours", "names no source"));
        }
        let places: Vec<PlaceInfo> =
            raw_places.iter().map(|(raw, is_zone)| place_info(raw, *is_zone)).collect::<Result<_, _>>()?;
        if raw_units.markers.support_per_side != charts.refit.support_limit {
            return Err(PackError::new(UNITS, "markers", "the counter mix differs from charts.toml"));
        }
        no_twice(MAP, places.iter().map(|place| place.id.as_str()))?;
        let (borders, bridges) = read_borders(&map.border, &places)?;
        let mut units: Vec<UnitInfo> = read_units(&raw_units.unit)?;
        link_tanks(&raw_units.unit, &mut units)?;
        let links = link_map(&raw_places, &borders, &bridges, &charts)?;
        let kinds = sort_units(&raw_units.unit, &units, &raw_places, links.all);
        let mut pack = Pack {
            places,
            borders,
            bridges,
            units,
            charts,
            scenarios: Vec::new(),
            casebook: Casebook::parse::<Rule>(files)?,
            drawing: Drawing {
                size: (map.map.width, map.map.height),
                tracks: map.map.tracks,
                canals: map
                    .canal
                    .iter()
                    .map(|canal| CanalInfo {
                        name: canal.name.clone(),
                        line: points(&canal.line),
                        beyond: points(&canal.decor_extension),
                    })
                    .collect(),
                front: map.front.line.clone(),
                villages: map
                    .village
                    .iter()
                    .map(|village| Village {
                        name: village.name.clone(),
                        kind: village.kind.clone(),
                        at: village.at.into(),
                    })
                    .collect(),
            },
            abbreviations: raw_units.abbreviations,
            last_impulse: map.map.last_impulse,
            hash: files.hash(),
            links,
            kinds,
        };
        pack.scenarios = Scenario::parse_all(files, &pack)?;
        Ok(pack)
    }

    /// The place with that id, in either case of letters.
    pub fn place(&self, id: &str) -> Option<Place> {
        let found = self.places.iter().position(|place| place.id.eq_ignore_ascii_case(id))?;
        Some(Place(found as u8))
    }

    /// The unit with that id; `br-` or `de-` may be left out where that names only one.
    pub fn unit(&self, id: &str) -> Option<Unit> {
        let is = |unit: &UnitInfo| unit.id.eq_ignore_ascii_case(id);
        if let Some(found) = self.units.iter().position(is) {
            return Some(Unit(found as u8));
        }
        let ends =
            |unit: &UnitInfo| unit.id.split_once('-').is_some_and(|(_, rest)| rest.eq_ignore_ascii_case(id));
        let mut found = self.units.iter().enumerate().filter(|(_, unit)| ends(unit));
        match (found.next(), found.next()) {
            (Some((index, _)), None) => Some(Unit(index as u8)),
            _ => None,
        }
    }

    /// The bridge with that id, with or without `br-`, whichever end comes first.
    pub fn bridge(&self, id: &str) -> Option<Bridge> {
        let id = id.strip_prefix("br-").unwrap_or(id);
        let (one, other) = id.split_once('-')?;
        let ends = [self.place(one)?, self.place(other)?];
        let joins = |bridge: &BridgeInfo| bridge.ends == ends || bridge.ends == [ends[1], ends[0]];
        self.bridges.iter().position(joins).map(|found| Bridge(found as u8))
    }

    /// The facts about a place.
    pub fn at(&self, place: Place) -> &PlaceInfo {
        &self.places[place.index()]
    }

    /// The facts about a unit.
    #[inline]
    pub fn info(&self, unit: Unit) -> &UnitInfo {
        &self.units[unit.index()]
    }

    /// The facts about a bridge.
    pub fn over(&self, bridge: Bridge) -> &BridgeInfo {
        &self.bridges[bridge.index()]
    }

    /// Every unit in the order of the pack.
    pub fn all_units(&self) -> impl Iterator<Item = Unit> + use<> {
        (0..self.units.len() as u8).map(Unit)
    }

    /// The bridge between two places.
    #[inline]
    pub(crate) fn bridge_between(&self, one: Place, other: Place) -> Option<Bridge> {
        let bridges = self.links.bridges[one.index()].iter().map_while(|bridge| *bridge);
        bridges.into_iter().find(|(_, end)| *end == other).map(|(bridge, _)| bridge)
    }
}

/// The turn of a date, counted from 0 on November 20; none if it is not on the track.
pub fn turn_of(date: &str) -> Option<u8> {
    (0..TURNS as u8).find(|turn| date_of(*turn) == date)
}

/// The date of a turn: `1917-11-20`.
pub fn date_of(turn: u8) -> String {
    let day = 20 + turn;
    if day <= 30 { format!("1917-11-{day:02}") } else { format!("1917-12-{:02}", day - 30) }
}

/// The date of a turn as spoken of: `November 20`.
pub fn day_name(turn: u8) -> String {
    let day = 20 + turn;
    if day <= 30 { format!("November {day}") } else { format!("December {}", day - 30) }
}

fn points(line: &[[i32; 2]]) -> Vec<Point> {
    line.iter().map(|point| (point[0], point[1])).collect()
}

fn no_twice<'a>(file: &str, ids: impl Iterator<Item = &'a str>) -> Result<(), PackError> {
    let mut seen = std::collections::BTreeSet::new();
    for id in ids {
        if !seen.insert(id) {
            return Err(PackError::new(file, id, "is listed twice"));
        }
    }
    Ok(())
}

fn place_info(raw: &RawPlace, is_zone: bool) -> Result<PlaceInfo, PackError> {
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

fn read_borders(
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

fn read_units(raw: &[RawUnit]) -> Result<Vec<UnitInfo>, PackError> {
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
fn link_tanks(raw: &[RawUnit], units: &mut [UnitInfo]) -> Result<(), PackError> {
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

fn link_map(
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
    let mut within_range = [Places::NONE; MAX_PLACES];
    for (place, reach) in within_range.iter_mut().enumerate().take(raw.len()) {
        let here = Places::one(Place(place as u8));
        *reach = (0..charts.barrage.range).fold(here, |reach, _| {
            reach.iter().fold(reach, |wider, place| wider | neighbours[place.index()])
        });
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
        within_range,
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

fn sort_units(raw: &[RawUnit], units: &[UnitInfo], places: &[(&RawPlace, bool)], all: Places) -> Kinds {
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
