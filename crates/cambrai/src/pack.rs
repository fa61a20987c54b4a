//! The pack: map, counters, charts and scenarios, checked once at this door.

use std::collections::BTreeMap;

use engine::{Casebook, Files, PackError};

use crate::charts::{Charts, TURNS};
use crate::raw::{RawMap, RawPlace, RawUnits};
use crate::reading::{
    MAP, UNITS, link_map, link_tanks, no_twice, place_info, points, read_borders, read_units, sort_units,
    within,
};
use crate::rule::Rule;
use crate::scenario::Scenario;
use crate::sets::{Bridge, MAX_PLACES, MAX_UNITS, Place, Places, Unit, Units};
use crate::side::{BySide, Side};

pub use crate::raw::{Identifier, Kind, Link};

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

/// The version of the rules code that new games are played by.
pub const RULES_VERSION: u32 = 2;

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
    /// The version of the rules by which its games are played.
    pub edition: u32,
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
    /// Whether a game began before the rules were read a second time: it is finished as it began.
    pub fn first_edition(&self) -> bool {
        self.edition == 1
    }

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
            edition: files.edition().map_or(RULES_VERSION, |edition| edition.rules),
            links,
            kinds,
        };
        pack.scenarios = Scenario::parse_all(files, &pack)?;
        Ok(pack)
    }

    /// The same with only those places that are open in a scenario, if not all are.
    pub(crate) fn within(&self, scenario: &Scenario) -> Option<Pack> {
        let open = scenario.open?;
        let mut pack = self.clone();
        pack.links = within(&self.links, open, &self.charts);
        let ids: Vec<&str> = open.iter().map(|place| self.at(place).id.as_str()).collect();
        let (name, ids) = (&scenario.name, ids.join(", "));
        let text = format!("{name} is fought in {ids}; borders to other places do not exist.");
        pack.casebook.reword(Rule::OpenPlaces, &text);
        Some(pack)
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
