//! The printed charts, as numbers.

use engine::pack::PackError;
use serde::Deserialize;

use crate::assault::Outcome;
pub use crate::ground_charts::{
    MovementChart, RangeChart, Rate, RiverChart, RoadChart, StackingChart, TerrainChart, TerrainLine,
};
use crate::weather::Weather;

const FILE: &str = "charts.toml";

/// Every chart that both games have.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charts {
    /// The weather table.
    pub weather: WeatherChart,
    /// The terrain key.
    pub terrain: TerrainChart,
    /// Road rates.
    pub roads: RoadChart,
    /// Shifts for attacks over water.
    pub rivers: RiverChart,
    /// Movement costs besides terrain.
    pub movement: MovementChart,
    /// Room in a square.
    pub stacking: StackingChart,
    /// Ranges of command, supply and rally.
    pub ranges: RangeChart,
    /// The bombardment table.
    pub bombardment: BombardmentChart,
    /// Modifiers of counter-battery fire.
    pub counter_battery: CounterBatteryChart,
    /// The Defensive Fire table.
    pub defensive_fire: DefensiveFireChart,
    /// Closing in.
    pub closing: ClosingChart,
    /// The assault table.
    pub assault: AssaultChart,
    /// The Command Center table.
    pub resources: ResourceChart,
    /// The return of supply HQs.
    pub hq_return: HqReturnChart,
    /// The replacement chart.
    pub replacements: ReplacementChart,
    /// Rally.
    pub rally: RallyChart,
    /// What only one game has; its own crate reads it.
    #[serde(default)]
    pub own: toml::Table,
}

/// The weather table.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherChart {
    /// Its case.
    pub case: String,
    /// Rows by the highest roll they cover.
    pub rows: Vec<WeatherRow>,
    /// After rain or snow.
    pub after_rain: i8,
    /// Late in the year.
    pub late: LateChart,
    /// The turn from which rain is snow.
    pub snow_from: u8,
    /// Other turns on which rain is snow.
    #[serde(default)]
    pub snow_turns: Vec<u8>,
    /// The effects of each weather.
    pub fair: WeatherEffect,
    /// The effects of each weather.
    pub drizzle: WeatherEffect,
    /// The effects of each weather.
    pub rain: WeatherEffect,
    /// The effects of each weather.
    pub snow: WeatherEffect,
    #[serde(default, rename = "estimated", alias = "reconstructed")]
    _estimated: bool,
    #[serde(default, rename = "source")]
    _source: String,
}

/// A row of the weather table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherRow {
    /// The highest modified roll.
    pub upto: i8,
    /// What it brings.
    pub weather: Weather,
}

/// A modifier from a turn on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LateChart {
    /// The turn.
    pub from: u8,
    /// The modifier.
    pub drm: i8,
}

/// What a weather does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherEffect {
    /// The lowest die that gives the Allies air observation.
    pub allied_air: u8,
    /// The same for the Germans.
    pub german_air: u8,
    /// Movement points lost.
    pub move_loss: u8,
    /// Squares of attack supply.
    pub supply_range: u8,
}

impl WeatherChart {
    /// The effects of a weather.
    pub fn effect(&self, weather: Weather) -> &WeatherEffect {
        match weather {
            Weather::Fair => &self.fair,
            Weather::Drizzle => &self.drizzle,
            Weather::Rain => &self.rain,
            Weather::Snow => &self.snow,
        }
    }
}

/// The bombardment table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BombardmentChart {
    /// Its case.
    pub case: String,
    /// The names of the target rows.
    pub targets: Vec<String>,
    /// The fewest factors of each column, by target row.
    pub minimum: Vec<[u8; 9]>,
    /// Results by die and column.
    pub rows: Vec<Vec<String>>,
    /// The air roll of the first column.
    pub air_first: u8,
    /// Modifiers.
    pub drm: BombardmentDrm,
    #[serde(default, rename = "estimated", alias = "reconstructed")]
    _estimated: bool,
    #[serde(default, rename = "source")]
    _source: String,
}

/// Modifiers of a bombardment.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BombardmentDrm {
    /// Cavalry in the target square.
    #[serde(default)]
    pub cavalry: i8,
    /// Friendly air observation.
    pub air_observation: i8,
    /// Each target unit beyond the first.
    pub stacked: i8,
    /// Heavy guns.
    pub heavy: i8,
    /// Each unsupplied gun.
    pub unsupplied: i8,
    /// Rain or snow.
    pub foul: i8,
}

/// Modifiers of counter-battery fire.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CounterBatteryChart {
    /// Its case.
    pub case: String,
    /// Friendly air observation.
    pub air_observation: i8,
    /// Each heavy gun.
    #[serde(default)]
    pub heavy: i8,
    /// Each unsupplied gun.
    #[serde(default)]
    pub unsupplied: i8,
    /// Rain or snow.
    #[serde(default)]
    pub foul: i8,
    #[serde(default, rename = "estimated", alias = "reconstructed")]
    _estimated: bool,
    #[serde(default, rename = "source")]
    _source: String,
}

/// The Defensive Fire table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DefensiveFireChart {
    /// Its case.
    pub case: String,
    /// Results by roll and factors.
    pub rows: Vec<Vec<String>>,
    /// The roll of the first row.
    pub first_row: i8,
    /// Modifiers.
    pub drm: DefensiveFireDrm,
    #[serde(default, rename = "estimated", alias = "reconstructed")]
    _estimated: bool,
    #[serde(default, rename = "source")]
    _source: String,
}

/// Modifiers of Defensive Fire.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DefensiveFireDrm {
    /// Closers.
    pub closer: i8,
    /// Whether several closers count as one.
    #[serde(default)]
    pub closers_once: bool,
    /// An attacker in an interdicted square.
    pub interdicted_attacker: i8,
    /// Rain or snow.
    pub foul: i8,
    /// The defender is interdicted.
    pub interdicted_defender: i8,
    /// Tanks attack.
    #[serde(default)]
    pub tanks: i8,
}

/// Closing in.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClosingChart {
    /// Its case.
    pub case: String,
    /// A suppressed unit.
    pub suppressed: i8,
    /// Divisions with that many factors need no roll; 0 if none is exempt.
    pub automatic_from: u8,
}

/// The assault table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AssaultChart {
    /// Its case.
    pub case: String,
    /// The differential of the first column.
    pub first_column: i8,
    /// The roll of the first row.
    pub first_row: i8,
    /// Results.
    pub rows: Vec<Vec<Outcome>>,
    /// Modifiers.
    pub drm: AssaultDrm,
    /// How far attackers may go on.
    pub advance: AdvanceChart,
    #[serde(default, rename = "estimated", alias = "reconstructed")]
    _estimated: bool,
    #[serde(default, rename = "source")]
    _source: String,
}

/// Modifiers of an assault.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AssaultDrm {
    /// A defender is disrupted.
    pub disrupted: i8,
    /// A defender is suppressed.
    pub suppressed: i8,
    /// The defender is interdicted.
    pub interdicted_defender: i8,
    /// Each interdicted jump-off square.
    pub interdicted_attacker: i8,
    /// An HQ is near.
    pub command_near: i8,
    /// All HQs are far.
    pub command_far: i8,
    /// An attacker is out of supply.
    pub unsupplied: i8,
    /// Rain or snow.
    pub foul: i8,
    /// Entrenched infantry off the start line.
    pub secondary_trench: i8,
    /// Closers.
    pub closer: i8,
    /// A flank attack.
    pub flank: i8,
}

/// How far attackers may go on beyond the assaulted square.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdvanceChart {
    /// Infantry after a breakthrough.
    pub infantry_breakthrough: u8,
    /// Tanks and cavalry after a breakthrough.
    #[serde(default)]
    pub mounted_breakthrough: u8,
    /// Tanks and cavalry after an elimination.
    #[serde(default)]
    pub mounted_eliminated: u8,
}

/// The Command Center table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResourceChart {
    /// Its case.
    pub case: String,
    /// The columns.
    pub names: Vec<String>,
    /// The roll of the first row.
    pub first_row: i8,
    /// How many of each.
    pub rows: Vec<Vec<u8>>,
    /// Column shifts to the right.
    pub shifts: Vec<i8>,
    /// Modifiers of the assault roll.
    pub drms: Vec<i8>,
    /// Which need a gun in range.
    pub needs_gun: Vec<bool>,
    /// Kinds in one assault.
    pub most: u8,
    /// The highest die with which smoke helps.
    pub smoke_upto: u8,
    /// Whether its die is rolled as soon as it is put in.
    #[serde(default)]
    pub smoke_at_once: bool,
    #[serde(default, rename = "estimated", alias = "reconstructed")]
    _estimated: bool,
    #[serde(default, rename = "source")]
    _source: String,
}

/// The return of supply HQs.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HqReturnChart {
    /// Its case.
    pub case: String,
    /// The highest roll that brings it back next turn.
    pub next_turn_upto: i8,
    /// Rain or snow.
    pub foul: i8,
}

/// The replacement chart.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplacementChart {
    /// Its case.
    pub case: String,
    /// The working total of the first column.
    pub first_column: u8,
    /// The roll of the first row.
    pub first_row: u8,
    /// Steps.
    pub rows: Vec<Vec<u8>>,
    #[serde(default, rename = "estimated", alias = "reconstructed")]
    _estimated: bool,
    #[serde(default, rename = "source")]
    _source: String,
}

/// Rally.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RallyChart {
    /// Its case.
    pub case: String,
    /// The highest roll that rallies.
    pub upto: i8,
    /// An HQ in range.
    #[serde(default)]
    pub hq: i8,
    /// In an enemy ZoC.
    #[serde(default)]
    pub zoc: i8,
    /// Tanks in rain or snow.
    #[serde(default)]
    pub foul_tanks: i8,
    #[serde(default, rename = "estimated", alias = "reconstructed")]
    _estimated: bool,
    #[serde(default, rename = "source")]
    _source: String,
}

impl Charts {
    /// What is wrong with the charts, if anything.
    pub(crate) fn check(&self) -> Result<(), PackError> {
        let wide = |rows: &[Vec<String>], width: usize, known: &[&str], key: &str| {
            if rows.is_empty() {
                return Err(PackError::new(FILE, key, "has no rows"));
            }
            for (index, row) in rows.iter().enumerate() {
                if row.len() != width {
                    return Err(PackError::new(FILE, key, format!("row {} is not {width} long", index + 1)));
                }
                if let Some(cell) = row.iter().find(|cell| !known.contains(&cell.as_str())) {
                    return Err(PackError::new(FILE, key, format!("row {} has '{cell}'", index + 1)));
                }
            }
            Ok(())
        };
        wide(&self.bombardment.rows, 9, &["-", "I", "S", "D", "ST", "2ST", "3ST"], "bombardment.rows")?;
        if self.bombardment.rows.len() != 6 {
            return Err(PackError::new(FILE, "bombardment.rows", "needs six rows, one for each die"));
        }
        let targets = self.bombardment.targets.len();
        if targets == 0 || self.bombardment.minimum.len() != targets {
            return Err(PackError::new(FILE, "bombardment.minimum", "needs one row for each target"));
        }
        let lines = [
            &self.terrain.clear,
            &self.terrain.town,
            &self.terrain.woods,
            &self.terrain.marsh,
            &self.terrain.ridge,
            &self.terrain.hill,
            &self.terrain.defense_works,
            &self.terrain.fort,
            &self.terrain.start_trench,
            &self.terrain.secondary_trench,
        ];
        if lines.iter().any(|line| usize::from(line.target) >= targets) {
            return Err(PackError::new(
                FILE,
                "terrain",
                "names a target row that the bombardment table lacks",
            ));
        }
        wide(&self.defensive_fire.rows, 10, &["-", "R", "D", "1", "2", "3", "4"], "defensive_fire.rows")?;
        if self.assault.rows.is_empty() || self.assault.rows.iter().any(|row| row.len() != 9) {
            return Err(PackError::new(FILE, "assault.rows", "needs rows of nine results"));
        }
        let kinds = self.resources.names.len();
        if kinds == 0 || kinds > 12 || self.resources.rows.is_empty() {
            return Err(PackError::new(
                FILE,
                "resources.names",
                "needs between 1 and 12 kinds and some rows",
            ));
        }
        let lists = [self.resources.shifts.len(), self.resources.drms.len(), self.resources.needs_gun.len()];
        if lists != [kinds; 3] || self.resources.rows.iter().any(|row| row.len() != kinds) {
            return Err(PackError::new(FILE, "resources", "every list must be as long as `names`"));
        }
        let steps = &self.replacements.rows;
        if steps.is_empty() || steps[0].is_empty() || steps.iter().any(|row| row.len() != steps[0].len()) {
            return Err(PackError::new(FILE, "replacements.rows", "rows must be equally long"));
        }
        if self.weather.rows.is_empty() {
            return Err(PackError::new(FILE, "weather.rows", "is empty"));
        }
        Ok(())
    }
}
