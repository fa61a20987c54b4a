//! The scenarios as they stand in the pack: read, and checked against map and counters.

use engine::pack::PackError;
use serde::Deserialize;

use crate::pack::{FreeSetUp, Pack, Placed, Reinforcement, SCENARIOS, Scenario, StartMode};
use crate::square::Direction;
use crate::units::{Nation, Unit};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawScenarios {
    pub calendar: RawCalendar,
    pub scenario: Vec<RawScenario>,
    #[serde(default)]
    pub own: toml::Table,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawCalendar {
    pub turns: Vec<String>,
    #[serde(default, rename = "note")]
    _note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawScenario {
    id: String,
    name: String,
    case: String,
    about: String,
    first_turn: u8,
    last_turn: u8,
    fair_first_turn: bool,
    #[serde(default)]
    school: bool,
    bounds: Option<[String; 2]>,
    #[serde(default)]
    set_up: Vec<RawPlaced>,
    #[serde(default)]
    set_up_from: String,
    #[serde(default)]
    free: Vec<RawFree>,
    #[serde(default)]
    reinforcements: Vec<RawReinforcement>,
    #[serde(default)]
    reinforcements_from: Vec<String>,
    #[serde(default)]
    pool: Vec<String>,
    #[serde(default)]
    own: toml::Table,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPlaced {
    unit: String,
    at: String,
    facing: String,
    #[serde(default)]
    mode: StartMode,
    #[serde(default)]
    strength: Strength,
    #[serde(default, rename = "estimated")]
    _estimated: bool,
    #[serde(default, rename = "source")]
    _source: String,
}

#[derive(Deserialize, Clone, Copy, Default, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Strength {
    #[default]
    Full,
    Reduced,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFree {
    nation: Nation,
    rows: (u8, u8),
    #[serde(default)]
    north: u8,
    #[serde(default)]
    south: u8,
    units: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawReinforcement {
    turn: u8,
    units: Vec<String>,
    entry: String,
    instead: Option<String>,
    #[serde(default)]
    free_of_zoc: bool,
    #[serde(default)]
    strength: Strength,
    #[serde(default, rename = "estimated")]
    _estimated: bool,
    #[serde(default, rename = "source")]
    _source: String,
}

impl RawScenario {
    /// Checks a raw scenario against the rest of the pack; it may take its set-up from another one.
    pub(crate) fn check(&self, pack: &Pack, all: &[RawScenario]) -> Result<Scenario, PackError> {
        let error = |reason: String| PackError::new(SCENARIOS, &self.id, reason);
        if self.first_turn == 0
            || self.first_turn > self.last_turn
            || usize::from(self.last_turn) > pack.calendar.len()
        {
            return Err(error("its turns are not on the calendar".to_owned()));
        }
        let from = |id: &str| {
            all.iter().find(|known| known.id == id).ok_or_else(|| error(format!("there is no scenario {id}")))
        };
        let base = if self.set_up_from.is_empty() { self } else { from(&self.set_up_from)? };
        let mut scenario = Scenario {
            id: self.id.clone(),
            name: self.name.clone(),
            case: self.case.clone(),
            about: self.about.clone(),
            first_turn: self.first_turn,
            last_turn: self.last_turn,
            fair_first_turn: self.fair_first_turn,
            school: self.school,
            bounds: None,
            set_up: Vec::new(),
            free: Vec::new(),
            reinforcements: Vec::new(),
            pool: Vec::new(),
            own: self.own.clone(),
        };
        let unit = |id: &str| pack.find(id).ok_or_else(|| error(format!("there is no unit {id}")));
        let square =
            |name: &str| pack.map.find(name).ok_or_else(|| error(format!("there is no square {name}")));
        if let Some([one, other]) = &self.bounds {
            scenario.bounds = Some([square(one)?, square(other)?]);
        }
        for placed in base.set_up.iter().chain(if std::ptr::eq(base, self) { &[] } else { &self.set_up[..] })
        {
            let facing = match placed.facing.as_str() {
                "any" => None,
                name => Some(
                    Direction::parse(name)
                        .filter(|direction| direction.is_straight())
                        .ok_or_else(|| error(format!("{name} is no facing")))?,
                ),
            };
            scenario.set_up.push(Placed {
                unit: unit(&placed.unit)?,
                at: square(&placed.at)?,
                facing,
                mode: placed.mode,
                reduced: placed.strength == Strength::Reduced,
            });
        }
        for free in &base.free {
            if free.rows.0 == 0 || free.rows.0 > free.rows.1 || free.rows.1 > pack.map.rows {
                return Err(error("free: rows are not on the map".to_owned()));
            }
            scenario.free.push(FreeSetUp {
                nation: free.nation,
                rows: (free.rows.0 - 1, free.rows.1 - 1),
                at_least: vec![free.north, free.south],
                units: free.units.iter().map(|id| unit(id)).collect::<Result<_, _>>()?,
            });
        }
        let mut schedules: Vec<&RawReinforcement> = Vec::new();
        for id in &self.reinforcements_from {
            schedules.extend(&from(id)?.reinforcements);
        }
        schedules.extend(&self.reinforcements);
        schedules.sort_by_key(|group| group.turn);
        for group in schedules {
            scenario.reinforcements.push(Reinforcement {
                turn: group.turn,
                units: group.units.iter().map(|id| unit(id)).collect::<Result<_, _>>()?,
                entry: if group.entry == "edge" { None } else { Some(square(&group.entry)?) },
                instead: group.instead.as_deref().map(square).transpose()?,
                free_of_zoc: group.free_of_zoc || pack.first_edition(),
                reduced: group.strength == Strength::Reduced,
            });
        }
        scenario.pool = base.pool.iter().map(|id| unit(id)).collect::<Result<_, _>>()?;
        let mut placed: Vec<Unit> = scenario.set_up.iter().map(|placed| placed.unit).collect();
        placed.extend(scenario.free.iter().flat_map(|free| free.units.iter().copied()));
        placed.extend(&scenario.pool);
        placed.sort_unstable();
        if let Some(pair) = placed.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(error(format!("{} is set up twice", pack.unit(pair[0]).id)));
        }
        if let Some(bounds) = scenario.bounds {
            let entries = scenario.reinforcements.iter().flat_map(|group| [group.entry, group.instead]);
            let mut used = scenario.set_up.iter().map(|placed| placed.at).chain(entries.flatten());
            let inside = pack.map.between(bounds);
            if let Some(outside) = used.find(|square| !inside.contains(*square)) {
                return Err(error(format!("uses {}, which is outside its bounds", pack.map.name(outside))));
            }
        }
        Ok(scenario)
    }
}
