//! The pack: map, counters, charts and scenarios, read from text and checked once.

use std::collections::BTreeMap;

use engine::Cite;
use engine::casebook::Casebook;
use engine::pack::{Files, PackError};
use serde::Deserialize;

use crate::charts::{Charts, StackingChart};
use crate::map::Map;
use crate::map_file::RawMap;
use crate::scenario_file::RawScenarios;
use crate::square::{Direction, Square, Squares};
use crate::stacking::Stack;
use crate::units::{Counter, Face, Kind, Nation, Side, Size, UNITS, Unit, UnitSet};

pub(crate) const SCENARIOS: &str = "scenarios.toml";

/// The version of the rules code that new games are played by.
pub const RULES_VERSION: u32 = 3;

/// Everything that is printed: what a game is, apart from how it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Pack {
    /// Names the pack in records.
    pub hash: String,
    /// The version of the rules by which its games are played.
    pub edition: u32,
    /// The rulebook's cases.
    pub casebook: Casebook,
    /// The map.
    pub map: Map,
    /// The counters, by [`Unit`].
    pub units: Vec<Counter>,
    /// The units in the order of their ids.
    by_id: Vec<Unit>,
    /// Each counter as a stack of one, with its front and with its back up.
    pub(crate) alone: Vec<[Stack; 2]>,
    /// The units of each nation.
    pub nations: [UnitSet; 3],
    /// The units of each kind.
    pub kinds: [UnitSet; Kind::COUNT],
    /// The units of each size.
    pub(crate) sizes: [UnitSet; Size::COUNT],
    /// The charts.
    pub charts: Charts,
    /// The classes of strength, by [`Counter::class`].
    pub classes: Vec<String>,
    /// What a regiment of a class breaks down into: classes of battalions, by class.
    pub breakdown: Vec<Vec<u8>>,
    /// The attack factor of each class at full strength.
    pub(crate) class_attack: Vec<u8>,
    /// How many brigades a division may break down into.
    pub division_brigades: u8,
    /// The names of the turns, from turn 1.
    pub calendar: Vec<String>,
    /// The scenarios.
    pub scenarios: Vec<Scenario>,
    /// What only one game has in its scenario file; its own crate reads it.
    pub own: toml::Table,
    /// Squares by their row of the bombardment table when nobody stands in them.
    pub target_rows: Vec<Squares>,
}

/// A scenario as printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// As it is typed.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its case.
    pub case: String,
    /// A sentence about it.
    pub about: String,
    /// The first turn.
    pub first_turn: u8,
    /// The last turn.
    pub last_turn: u8,
    /// Whether the first turn is fair without a roll.
    pub fair_first_turn: bool,
    /// Whether it is a first battle for beginners.
    pub school: bool,
    /// Two opposite corners of the squares that it is played on, where it is not the whole map.
    pub bounds: Option<[Square; 2]>,
    /// Units with a fixed square.
    pub set_up: Vec<Placed>,
    /// Units that their owner places.
    pub free: Vec<FreeSetUp>,
    /// Units that come later; the first call of each unit counts.
    pub reinforcements: Vec<Reinforcement>,
    /// Units in the Replacement Pool.
    pub pool: Vec<Unit>,
    /// What only one game has; its own crate reads it.
    pub own: toml::Table,
}

/// How a unit with two modes starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StartMode {
    /// It has but one, or starts mobile or in Command Mode.
    #[default]
    Front,
    /// Mobile.
    Mobile,
    /// In Command Mode.
    Command,
    /// Entrenched.
    Entrenched,
    /// In Supply Mode.
    Supply,
    /// As its owner likes.
    Choice,
}

/// A unit with a fixed square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Which.
    pub unit: Unit,
    /// Where.
    pub at: Square,
    /// Which way; none where the owner chooses.
    pub facing: Option<Direction>,
    /// In which mode.
    pub mode: StartMode,
    /// Whether it is reduced.
    pub reduced: bool,
}

/// Units that their owner places behind his line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeSetUp {
    /// Whose.
    pub nation: Nation,
    /// Which rows, both ends included, from 0.
    pub rows: (u8, u8),
    /// How many at least on each bank.
    pub at_least: Vec<u8>,
    /// Which.
    pub units: Vec<Unit>,
}

/// Units that come later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reinforcement {
    /// When.
    pub turn: u8,
    /// Which.
    pub units: Vec<Unit>,
    /// Where; none is anywhere on the own edge.
    pub entry: Option<Square>,
    /// Where instead, if a square inside the map is not open.
    pub instead: Option<Square>,
    /// Whether only squares outside enemy zones of control will do.
    pub free_of_zoc: bool,
    /// Whether reduced.
    pub reduced: bool,
}

impl Pack {
    /// Whether a game began before the rules were read a second time: it is finished as it began.
    pub fn first_edition(&self) -> bool {
        self.edition == 1
    }

    /// Whether a game began before headquarters could turn to the guns whoever moved last turn (Verdun 12.8.2).
    pub fn second_edition(&self) -> bool {
        self.edition <= 2
    }

    /// Reads a pack; the error names file, key and reason.
    pub fn parse<C: Cite>(files: &Files) -> Result<Pack, PackError> {
        let charts: Charts = files.read("charts.toml")?;
        charts.check()?;
        let map = files.read::<RawMap>("map.toml")?.check(&charts)?;
        let raw: RawUnits = files.read("units.toml")?;
        let (units, classes) = raw.counters(&charts.stacking)?;
        let breakdown = raw.breakdown.lists(&classes)?;
        let units_where = |is: &dyn Fn(&Counter) -> bool| -> UnitSet {
            units
                .iter()
                .enumerate()
                .filter(|(_, unit)| is(unit))
                .map(|(index, _)| Unit(index as u16))
                .collect()
        };
        let nations = Nation::ALL.map(|nation| units_where(&|unit| unit.nation == nation));
        let kinds = std::array::from_fn(|kind| units_where(&|unit| unit.kind as usize == kind));
        let sizes = std::array::from_fn(|size| units_where(&|unit| unit.size as usize == size));
        let alone = units.iter().map(|unit| [false, true].map(|back| Stack::of(unit, back))).collect();
        let of_class = |class: usize| units.iter().find(|unit| usize::from(unit.class) == class);
        let class_attack =
            (0..classes.len()).map(|class| of_class(class).map_or(0, |unit| unit.faces[0].attack)).collect();
        let mut by_id: Vec<Unit> = (0..units.len() as u16).map(Unit).collect();
        by_id.sort_by_key(|unit| &units[unit.index()].id);
        let mut pack = Pack {
            hash: files.hash(),
            edition: files.edition().map_or(RULES_VERSION, |edition| edition.rules),
            casebook: Casebook::parse::<C>(files)?,
            map,
            alone,
            class_attack,
            units,
            by_id,
            nations,
            kinds,
            sizes,
            charts,
            classes,
            breakdown,
            division_brigades: raw.breakdown.division_brigades,
            calendar: Vec::new(),
            scenarios: Vec::new(),
            own: toml::Table::new(),
            target_rows: Vec::new(),
        };
        pack.target_rows = pack.rows_of_squares();
        let raw: RawScenarios = files.read(SCENARIOS)?;
        pack.calendar = raw.calendar.turns;
        pack.own = raw.own;
        for scenario in &raw.scenario {
            let checked = scenario.check(&pack, &raw.scenario)?;
            pack.scenarios.push(checked);
        }
        Ok(pack)
    }

    fn rows_of_squares(&self) -> Vec<Squares> {
        let chart = &self.charts.terrain;
        let row = |square: Square| {
            self.map.terrain(square).map(|kind| chart.line(kind).target).fold(chart.clear.target, u8::max)
        };
        (0..self.charts.bombardment.targets.len())
            .map(|wanted| self.map.all.iter().filter(|square| usize::from(row(*square)) == wanted).collect())
            .collect()
    }

    /// The same with only that part of the map on which a scenario is played, if it has bounds.
    pub(crate) fn within_bounds<C: Cite>(&self, scenario: &Scenario, rule: C) -> Option<Pack> {
        let bounds = scenario.bounds?;
        let mut pack = self.clone();
        pack.map = self.map.within(self.map.between(bounds));
        pack.target_rows = pack.rows_of_squares();
        let [from, to] = bounds.map(|corner| self.map.name(corner));
        let (name, note) = (&scenario.name, "the rest of the map is closed");
        pack.casebook.reword(rule, &format!("{name} is fought on the squares from {from} to {to}; {note}."));
        Some(pack)
    }

    /// The counter of a unit.
    #[inline]
    pub fn unit(&self, unit: Unit) -> &Counter {
        &self.units[unit.index()]
    }

    /// The unit of that id.
    pub fn find(&self, id: &str) -> Option<Unit> {
        let found = self.by_id.binary_search_by(|unit| self.unit(*unit).id.as_str().cmp(id));
        found.ok().map(|index| self.by_id[index])
    }

    /// The units of a kind that belong to a nation.
    #[inline]
    pub fn units_of(&self, nation: Nation, kind: Kind) -> UnitSet {
        self.nations[nation.index()] & self.kinds[kind as usize]
    }

    /// All units.
    #[inline]
    pub fn all_units(&self) -> impl Iterator<Item = Unit> + use<> {
        (0..self.units.len() as u16).map(Unit)
    }

    /// The name of a turn.
    pub fn turn_name(&self, turn: u8) -> &str {
        self.calendar.get(usize::from(turn).wrapping_sub(1)).map_or("", String::as_str)
    }

    /// A side in words: a side of one nation has that nation's name.
    pub fn side_name(&self, side: Side) -> &'static str {
        let fights = |nation: &Nation| {
            nation.side() == side && self.units.iter().any(|counter| counter.nation == *nation)
        };
        let mut nations = Nation::ALL.into_iter().filter(fights);
        match (nations.next(), nations.next()) {
            (Some(only), None) => only.name(),
            _ => side.name(),
        }
    }

    /// The scenario of that id.
    pub fn scenario(&self, id: &str) -> Option<u8> {
        self.scenarios.iter().position(|scenario| scenario.id == id).map(|index| index as u8)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawUnits {
    #[serde(default, rename = "mix")]
    _mix: toml::Table,
    breakdown: RawBreakdown,
    unit: Vec<RawUnit>,
}

#[derive(Deserialize)]
struct RawBreakdown {
    division_brigades: u8,
    #[serde(flatten)]
    lists: BTreeMap<String, toml::Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawUnit {
    id: String,
    name: String,
    nation: Nation,
    #[serde(rename = "type")]
    kind: Kind,
    size: Size,
    #[serde(default)]
    parent: String,
    #[serde(default)]
    class: String,
    front: Face,
    back: Face,
    steps: u8,
    #[serde(default)]
    range: u8,
    #[serde(default)]
    heavy: bool,
    #[serde(default, rename = "source")]
    _source: String,
    #[serde(default, rename = "estimated")]
    _estimated: bool,
    #[serde(default, rename = "back_estimated")]
    _back_estimated: bool,
    #[serde(default, rename = "back_source")]
    _back_source: String,
}

impl RawUnits {
    fn counters(&self, stacking: &StackingChart) -> Result<(Vec<Counter>, Vec<String>), PackError> {
        if self.unit.len() > UNITS {
            return Err(PackError::new("units.toml", "unit", format!("more than {UNITS} units")));
        }
        let mut classes: Vec<String> = Vec::new();
        let mut counters: Vec<Counter> = Vec::new();
        for raw in &self.unit {
            if counters.iter().any(|known| known.id == raw.id) {
                return Err(PackError::new("units.toml", &raw.id, "is listed twice"));
            }
            let odd = |letter: char| !(letter.is_alphanumeric() || "-_./+'".contains(letter));
            if raw.id.is_empty() || raw.id.contains(odd) {
                return Err(PackError::new("units.toml", &raw.id, "an id is one word of letters and digits"));
            }
            let class = if raw.class.is_empty() { raw.id.clone() } else { raw.class.clone() };
            let class = classes.iter().position(|known| *known == class).unwrap_or_else(|| {
                classes.push(class);
                classes.len() - 1
            });
            let room = match (raw.kind, raw.size) {
                (Kind::Hq | Kind::Air, _) => 0,
                (Kind::Artillery, _) => stacking.artillery,
                (_, Size::Division) => stacking.division,
                (_, Size::Regiment) => stacking.regiment,
                (_, Size::Battalion) => stacking.battalion,
                (_, Size::Company) => stacking.company,
                _ => stacking.brigade,
            };
            let mut counter = Counter {
                id: raw.id.clone(),
                name: raw.name.clone(),
                nation: raw.nation,
                side: raw.nation.side(),
                kind: raw.kind,
                size: raw.size,
                parent: raw.parent.clone(),
                class: class as u8,
                faces: [raw.front, raw.back],
                steps: raw.steps,
                range: raw.range,
                heavy: raw.heavy,
                room,
                like: Unit(counters.len() as u16),
            };
            let twin = counters.iter().position(|known| {
                !raw.class.is_empty()
                    && (known.class, known.nation, known.size)
                        == (counter.class, counter.nation, counter.size)
                    && matches!(counter.size, Size::Brigade | Size::Battalion)
            });
            if let Some(twin) = twin {
                counter.like = Unit(twin as u16);
            }
            counters.push(counter);
        }
        if classes.len() > 255 {
            return Err(PackError::new("units.toml", "class", "more than 255 classes"));
        }
        Ok((counters, classes))
    }
}

impl RawBreakdown {
    fn lists(&self, classes: &[String]) -> Result<Vec<Vec<u8>>, PackError> {
        let error =
            |key: &str, reason: String| PackError::new("units.toml", format!("breakdown.{key}"), reason);
        let mut lists = vec![Vec::new(); classes.len()];
        for (key, value) in &self.lists {
            if matches!(key.as_str(), "estimated" | "source") {
                continue;
            }
            let class = |name: &str| {
                classes
                    .iter()
                    .position(|known| known == name)
                    .ok_or_else(|| error(key, format!("there is no class {name}")))
            };
            let parts = value.as_array().ok_or_else(|| error(key, "must be a list of classes".to_owned()))?;
            let mut list = Vec::new();
            for part in parts {
                let name = part.as_str().ok_or_else(|| error(key, "must be a list of classes".to_owned()))?;
                list.push(class(name)? as u8);
            }
            lists[class(key)?] = list;
        }
        Ok(lists)
    }
}
