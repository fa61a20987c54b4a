//! The charts that only this game has, as the pack writes them.

use engine::pack::PackError;
use serde::Deserialize;

use crate::data::CHARTS;

/// The charts.
#[derive(Clone, Debug, Deserialize)]
pub struct Charts {
    /// The rally table's other rows (17.7).
    pub rally: RallyChart,
    /// The counter-battery table (8.5.1).
    pub counter_battery: CounterBatteryChart,
    /// Air combat (8.7.3).
    pub air: AirChart,
    /// Modifiers of the Command Center (14.1).
    pub command_center: CommandCenterChart,
    /// Command range bands (13.1.4d).
    pub command: CommandChart,
    /// Heavy guns and trenches (12.5.4).
    pub heavy_trench: HeavyTrenchChart,
    /// Lulls (7.2, 7.4).
    pub lull: LullChart,
    /// Surrender (16.8.3).
    pub demoralized: DemoralizedChart,
    /// Operational reserves (17.4).
    pub reserves: ReserveChart,
    /// Mines (19.1.5k).
    pub mines: MineChart,
    /// The Somme withdrawal table (19.4.5b).
    pub somme: SommeChart,
    /// Operations (20.4).
    pub operations: OperationsChart,
    /// Random objectives (18.2).
    pub objectives: ObjectivesChart,
    /// Units with rules of their own.
    pub special: SpecialChart,
}

/// Rally: the highest die that succeeds.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct RallyChart {
    /// Near a command HQ.
    pub hq: i8,
    /// In an enemy zone of control.
    pub zoc: i8,
    /// Guns in rain or snow.
    pub foul_guns: i8,
    /// After a failed attempt.
    pub again: i8,
}

/// Counter-battery fire.
#[derive(Clone, Debug, Deserialize)]
pub struct CounterBatteryChart {
    /// The fewest factors of each column.
    pub columns: Vec<u8>,
    /// The highest roll that hits.
    pub upto: Vec<i8>,
    /// Columns lost against a ridge.
    pub ridge_shift: i8,
}

/// Air combat and bombing.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct AirChart {
    /// The highest roll with which a loser is shot down.
    pub shot_down_upto: u8,
    /// The lowest roll that misses.
    pub miss_from: u8,
}

/// Modifiers of the Command Center.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct CommandCenterChart {
    /// Rain or snow.
    pub foul: i8,
    /// Each disrupted HQ.
    pub disrupted_hq: i8,
    /// Two objectives held.
    pub objectives: i8,
    /// The French start line is clear of French units.
    pub start_line_clear: i8,
    /// A German unit is on the French start line.
    pub line_broken: i8,
    /// A French unit is on the French start line.
    pub line_held: i8,
}

/// Command range bands.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct CommandChart {
    /// Near, for a disordered HQ.
    pub disrupted_near: u8,
    /// In between.
    pub middle: u8,
    /// In between, for a disordered HQ.
    pub disrupted_middle: u8,
}

/// Heavy guns and trenches.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct HeavyTrenchChart {
    /// The highest die that lets a gun in.
    pub enters_upto: u8,
}

/// Lulls.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct LullChart {
    /// For the side that wants another lull.
    pub after_lull: i8,
    /// The lowest solitaire roll that brings one.
    pub solitaire_from: u8,
}

/// Surrender.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct DemoralizedChart {
    /// Battalions and reduced brigades: the highest die that surrenders.
    pub infantry: i8,
    /// Guns and HQs.
    pub other: i8,
    /// In a fort.
    pub fort: i8,
    /// Engineers and chasseurs.
    pub elite: i8,
    /// Points for each step.
    pub points: u8,
}

/// Operational reserves.
#[derive(Clone, Debug, Deserialize)]
pub struct ReserveChart {
    /// The highest roll that releases.
    pub release_upto: u8,
    /// The same with Open Reserves.
    pub open_release_upto: u8,
    /// The roll of the first row.
    pub first_row: i8,
    /// Steps held back, by roll and steps taken.
    pub rows: Vec<Vec<u8>>,
    /// Pétain.
    pub petain: Until,
    /// Nivelle.
    pub nivelle: From,
    /// The Somme.
    pub somme: From,
}

/// A modifier up to a turn.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Until {
    /// How much.
    pub drm: i8,
    /// The last turn.
    pub until: u8,
}

/// A modifier from a turn on.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct From {
    /// How much.
    pub drm: i8,
    /// The first turn.
    pub from: u8,
}

/// Mines.
#[derive(Clone, Debug, Deserialize)]
pub struct MineChart {
    /// The highest die that explodes.
    pub upto: u8,
    /// What the markers do: `DST`, `D`, `NE`.
    pub markers: Vec<String>,
}

/// The Somme withdrawal table.
#[derive(Clone, Debug, Deserialize)]
pub struct SommeChart {
    /// By the die.
    pub rows: Vec<SommeRow>,
}

/// What leaves for the Somme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct SommeRow {
    /// Regiments.
    pub regiments: u8,
    /// Battalions.
    pub battalions: u8,
    /// Heavy guns.
    pub heavy: u8,
}

/// Operations.
#[derive(Clone, Debug, Deserialize)]
pub struct OperationsChart {
    /// The German table.
    pub german: Vec<Operation>,
    /// The French table.
    pub french: Vec<Operation>,
    /// Mines planted each turn.
    pub mines: u8,
    /// Objectives that may be changed.
    pub changes: u8,
    /// Drum fire.
    pub drum_fire: DrumFire,
    /// What a regiment costs with Best Replacements.
    pub regiment_cost: u8,
    /// Guns off the map.
    pub off_map: OffMap,
    /// HQs that Stronger Command adds.
    pub extra_hqs: u8,
    /// Fort Guns.
    pub fort_guns: i8,
    /// Higher Élan.
    pub elan_range: u8,
}

/// An operation.
#[derive(Clone, Debug, Deserialize)]
pub struct Operation {
    /// As it is typed.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it concedes.
    pub vp: i16,
}

/// Drum fire.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct DrumFire {
    /// Heavy guns needed.
    pub heavy: u8,
    /// The highest die that succeeds.
    pub upto: u8,
}

/// Guns off the map.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct OffMap {
    /// Their factors.
    pub factors: u8,
    /// Their range, the edge square counted.
    pub range: u8,
}

/// Random objectives.
#[derive(Clone, Debug, Deserialize)]
pub struct ObjectivesChart {
    /// The table.
    pub rows: Vec<ObjectiveRow>,
}

/// One random objective.
#[derive(Clone, Debug, Deserialize)]
pub struct ObjectiveRow {
    /// As it is typed.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The first die.
    pub first: Vec<u8>,
    /// The second die.
    pub second: Vec<u8>,
    /// Its points.
    pub vp: i16,
    /// Its squares, if it is a place.
    #[serde(default)]
    pub squares: Vec<String>,
    /// Squares to be blocked by good-order infantry.
    #[serde(default)]
    pub entries: Vec<String>,
    /// French divisions replaced, with Open Reserves.
    #[serde(default)]
    pub open: u8,
    /// French divisions replaced, without.
    #[serde(default)]
    pub otherwise: u8,
    /// French steps lost.
    #[serde(default)]
    pub steps: u16,
    /// Forts taken.
    #[serde(default)]
    pub forts: u8,
    /// Units exited.
    #[serde(default)]
    pub units: u8,
    /// Regiments among them.
    #[serde(default)]
    pub regiments: u8,
    /// French guns destroyed.
    #[serde(default)]
    pub guns: u8,
    /// Guns for each point.
    #[serde(default)]
    pub per_point: u8,
}

/// Units with rules of their own.
#[derive(Clone, Debug, Deserialize)]
pub struct SpecialChart {
    /// Mangin's division.
    pub fifth_division: String,
    /// The turn of its first re-roll.
    pub fifth_from: u8,
    /// How near an HQ gives élan.
    pub elan_range: u8,
    /// Classes of guns that can hit forts.
    pub fort_guns: Vec<String>,
    /// Classes of guns that are useless against the entrenched.
    pub field_guns: Vec<String>,
    /// Squares of the start line for the third French victory.
    pub line_squares: u8,
    /// Battalions for a regiment, by its attack factor.
    pub change: std::collections::BTreeMap<String, u8>,
}

impl Charts {
    /// Whether the tables have the sizes that the rules count on.
    pub(crate) fn check(&self) -> Result<(), PackError> {
        let error = |key: &str, reason: &str| Err(PackError::new(CHARTS, key, reason));
        if self.counter_battery.columns.is_empty()
            || self.counter_battery.columns.len() != self.counter_battery.upto.len()
        {
            return error("own.counter_battery", "needs as many success numbers as columns");
        }
        if self.reserves.rows.is_empty() || self.reserves.rows.iter().any(Vec::is_empty) {
            return error("own.reserves.rows", "has an empty row");
        }
        if self.somme.rows.len() != 6 {
            return error("own.somme.rows", "needs six rows, one for each die");
        }
        if self.operations.german.len() != 6 || self.operations.french.len() != 6 {
            return error("own.operations", "each side needs six options");
        }
        if self.objectives.rows.len() != 17 {
            return error("own.objectives.rows", "needs seventeen objectives");
        }
        if self.mines.markers.iter().any(|marker| !matches!(marker.as_str(), "DST" | "D" | "NE")) {
            return error("own.mines.markers", "may be DST, D or NE");
        }
        Ok(())
    }
}
