//! What only this game has in its pack: read once, checked once.

use engine::pack::PackError;
use grid::{Nation, Pack, Side, Square, Squares, Unit, UnitSet};
use serde::Deserialize;
use serde::de::DeserializeOwned;

const CHARTS: &str = "charts.toml";
const SCENARIOS: &str = "scenarios.toml";

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

/// A scenario's own part.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What the pack says.
    pub raw: RawScenario,
    /// Units inside forts.
    pub inside: UnitSet,
    /// Units in the Operations Reserves Box.
    pub reserves: Vec<(Unit, bool)>,
    /// Guns that are placed by their owner.
    pub guns: Vec<GunGroup>,
    /// The zone by which each unit comes.
    pub entries: Vec<(Unit, u8)>,
    /// Units from the pool that are called up.
    pub calls: Vec<Call>,
    /// Units that leave the game on a turn.
    pub leaving: Vec<Unit>,
    /// Corps that rest at first.
    pub rear_corps: Vec<Vec<Unit>>,
    /// A division that waits for a six.
    pub local_reserve: Vec<Unit>,
}

/// Guns that are placed by their owner.
#[derive(Clone, Debug)]
pub struct GunGroup {
    /// Whose.
    pub nation: Nation,
    /// Which.
    pub units: Vec<Unit>,
    /// Where.
    pub squares: Squares,
    /// How many at least on the west bank.
    pub west: u8,
    /// How many heavy guns stay, if some are drawn out.
    pub heavy: u8,
    /// How many field guns stay, if some are drawn out.
    pub field: u8,
    /// How many the owner leaves out.
    pub leave_out: u8,
}

/// Units from the pool that are called up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// From this turn on.
    pub turn: u8,
    /// Whose.
    pub nation: Nation,
    /// Of what kind.
    pub kind: CallKind,
    /// The highest attack factor.
    pub attack: u8,
    /// How many.
    pub count: u8,
    /// Where, by number.
    pub zone: u8,
}

/// What a call brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CallKind {
    /// Battalions, or regiments in change.
    Battalions,
    /// A regiment or a weaker one.
    Regiment,
    /// A division, a weaker or reduced one, or brigades.
    Division,
    /// A brigade.
    Brigade,
}

/// A scenario's own part as written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawScenario {
    #[serde(default)]
    guns: Vec<RawGuns>,
    #[serde(default)]
    entries: Vec<RawEntry>,
    #[serde(default)]
    calls: Vec<RawCall>,
    #[serde(default)]
    inside: Vec<String>,
    #[serde(default)]
    reserves: Vec<String>,
    #[serde(default)]
    reserves_reduced: Vec<String>,
    /// Whether half of the free brigades start in reserve, `chosen` or `drawn`.
    #[serde(default)]
    pub half_of_brigades: String,
    /// Air units.
    pub air: AirForce,
    /// The west-bank lines are held before this turn (19.1.5f).
    #[serde(default)]
    pub hold_until: u8,
    /// No lull before this turn (7.1.1).
    #[serde(default)]
    pub no_lull_before: u8,
    /// Turns on which bombardment costs no HQ (19.1.5e).
    #[serde(default)]
    pub free_bombardment: Vec<u8>,
    /// Guns bog down from this turn on (12.3.4).
    #[serde(default)]
    pub bog_from: u8,
    /// Face-down garrisons.
    pub garrisons: Option<Garrisons>,
    /// Mines (19.1.5k).
    pub mines: Option<Mines>,
    #[serde(default, rename = "overstacked")]
    _overstacked: Vec<String>,
    /// Whether a third of replacements goes to reserve without a roll (19.2.2b).
    #[serde(default)]
    pub reserves_third: bool,
    leaving: Option<RawLeaving>,
    /// Whether battalions may make change (19.3.5d, 20.3.4).
    #[serde(default)]
    pub battalion_change: bool,
    /// Turns with phosgene.
    #[serde(default)]
    pub phosgene: Vec<u8>,
    /// Turns with little phosgene.
    #[serde(default)]
    pub phosgene_limited: Vec<u8>,
    /// Turns with Somme withdrawals.
    #[serde(default)]
    pub somme: Vec<u8>,
    #[serde(default)]
    rear_corps: Vec<Vec<String>>,
    /// German morale is low from this turn on.
    #[serde(default)]
    pub german_morale_from: u8,
    /// German guns are worn from this turn on.
    #[serde(default)]
    pub worn_guns_from: u8,
    /// Whether the French move first.
    #[serde(default)]
    pub french_first: bool,
    #[serde(default)]
    local_reserve: Vec<String>,
    /// Gun withdrawals of the campaign.
    #[serde(default)]
    pub withdrawals: Vec<Withdrawal>,
    /// Whether Operations are chosen (20.4).
    #[serde(default)]
    pub operations: bool,
    /// How many random objectives are drawn (18.2).
    #[serde(default)]
    pub objectives: u8,
    /// The victories.
    #[serde(default)]
    pub victory: Vec<Victory>,
}

/// Air units.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct AirForce {
    /// German units.
    pub german: u8,
    /// French units.
    pub french: u8,
    /// The first turn of the French.
    pub french_from: u8,
}

/// Face-down garrisons.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Garrisons {
    /// How many.
    pub markers: u8,
    /// How many at least on the west bank.
    pub west: u8,
}

/// Mines.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Mines {
    /// When.
    pub turn: u8,
    /// How many.
    pub count: u8,
}

/// A withdrawal of guns.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Withdrawal {
    /// When.
    pub turn: u8,
    /// Heavy guns that stay.
    pub heavy: u8,
    /// Field guns that stay.
    pub field: u8,
    /// How many at least on the west bank.
    pub west: u8,
}

/// A kind of victory.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// Whose.
    pub side: Nation,
    /// Its name.
    pub level: String,
    /// How many conditions must hold.
    pub need: usize,
    /// Whether it falls to that side when the other does not win.
    #[serde(default)]
    pub otherwise: bool,
    /// The conditions.
    #[serde(default)]
    pub conditions: Vec<Condition>,
}

/// A condition of victory.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Condition {
    /// No French unit on the French start line.
    ClearStartLine {
        /// Which line.
        #[serde(rename = "line")]
        _line: Nation,
    },
    /// So many of the objectives.
    OccupyAtLeast {
        /// How many.
        n: u8,
        /// Of these.
        objectives: Vec<Objective>,
    },
    /// Ahead by that many points.
    VpLead {
        /// By how many.
        margin: i16,
        /// From what: anything beyond losses, replacements and surrenders counts only where named.
        sources: Vec<String>,
    },
    /// A unit there, or the last to pass.
    OccupyOrLastThrough {
        /// Where.
        squares: Vec<String>,
    },
    /// Units there.
    Occupy {
        /// Where.
        squares: Vec<String>,
    },
    /// Units in all of them.
    OccupyAll {
        /// Where.
        squares: Vec<String>,
    },
    /// A unit in one of them.
    OccupyAny {
        /// Where.
        squares: Vec<String>,
        /// Or next to one.
        #[serde(default)]
        or_adjacent: bool,
    },
    /// A friendly zone of control on one of them.
    ZocOnAny {
        /// Where.
        squares: Vec<String>,
    },
    /// No enemy zone of control on any.
    NoEnemyZoc {
        /// Where.
        squares: Vec<String>,
    },
    /// No enemy zone of control that a friend does not share.
    NoUncontestedEnemyZoc {
        /// Where.
        squares: Vec<String>,
    },
    /// A path to the own edge.
    SupplyLine {
        /// From there.
        squares: Vec<String>,
    },
    /// Own units on so many squares of the French start line.
    OccupyStartLine {
        /// Which line.
        #[serde(rename = "line")]
        _line: Nation,
        /// How many.
        n: u8,
    },
    /// A closed ring of units and zones of control.
    Encircle {
        /// Around these.
        squares: Vec<String>,
    },
    /// Every objective drawn.
    AllRandomObjectives {
        /// How many there are.
        #[serde(rename = "n")]
        _n: u8,
    },
    /// The other side does not win, or not at that level.
    Prevent {
        /// Whose.
        side: Nation,
        /// Which level, or `any`.
        level: String,
    },
    /// The other side meets not one condition of that level.
    NoneMet {
        /// Whose.
        side: Nation,
        /// Which level.
        level: String,
    },
    /// All of these.
    AllOf {
        /// Which.
        conditions: Vec<Condition>,
    },
}

/// An objective of a scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// Its name.
    pub name: String,
    /// Its squares.
    #[serde(default)]
    pub squares: Vec<String>,
    /// Squares of which one must lie in a German zone of control.
    #[serde(default)]
    pub zoc_on_any: Vec<String>,
    /// Whether it counts twice when its garrison was a dummy.
    #[serde(default)]
    pub double_if_dummy: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawGuns {
    nation: Nation,
    units: Vec<String>,
    squares: Vec<String>,
    west: u8,
    #[serde(default)]
    heavy: u8,
    #[serde(default)]
    field: u8,
    #[serde(default)]
    leave_out: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    #[serde(rename = "turn")]
    _turn: u8,
    units: Vec<String>,
    at: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCall {
    turn: u8,
    nation: Nation,
    kind: CallKind,
    attack: u8,
    count: u8,
    at: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLeaving {
    turn: u8,
    units: Vec<String>,
}

/// How many calls a scenario may have.
pub const CALLS: usize = 64;

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

    /// The squares of a zone by its number; zone 0 is everywhere.
    pub fn zone(&self, number: u8) -> Option<Squares> {
        usize::from(number).checked_sub(1).and_then(|index| self.zones.get(index)).map(|zone| zone.1)
    }
}

impl Charts {
    fn check(&self) -> Result<(), PackError> {
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

impl Scenario {
    fn parse(
        pack: &Pack,
        scenario: &grid::pack::Scenario,
        zones: &[(String, Squares)],
    ) -> Result<Scenario, PackError> {
        let key = &scenario.id;
        let mut raw: RawScenario = table(&scenario.own, SCENARIOS, key)?;
        if raw.guns.is_empty()
            && let Some(first) = pack.scenarios.first()
        {
            // The Crown Prince's plan and the campaign are set up as the first scenario.
            raw.guns = table::<RawScenario>(&first.own, SCENARIOS, &first.id)?.guns;
        }
        let unit = |id: &String| find(pack, id, SCENARIOS, key);
        let zone = |name: &String| {
            zones
                .iter()
                .position(|(known, _)| known == name)
                .map(|index| index as u8 + 1)
                .ok_or_else(|| PackError::new(SCENARIOS, key, format!("there is no zone {name}")))
        };
        let mut entries = Vec::new();
        let inherited: Vec<RawEntry> = if raw.entries.is_empty() {
            pack.scenarios.first().map_or(Ok(Vec::new()), |first| {
                table::<RawScenario>(&first.own, SCENARIOS, &first.id).map(|raw| raw.entries)
            })?
        } else {
            raw.entries.clone()
        };
        for group in &inherited {
            let number = zone(&group.at)?;
            for id in &group.units {
                entries.push((unit(id)?, number));
            }
        }
        let mut guns = Vec::new();
        for group in &raw.guns {
            guns.push(GunGroup {
                nation: group.nation,
                units: group.units.iter().map(unit).collect::<Result<_, _>>()?,
                squares: checked_squares(pack, &group.squares, SCENARIOS, key)?,
                west: group.west,
                heavy: group.heavy,
                field: group.field,
                leave_out: group.leave_out,
            });
        }
        let mut calls = Vec::new();
        for call in &raw.calls {
            calls.push(Call {
                turn: call.turn,
                nation: call.nation,
                kind: call.kind,
                attack: call.attack,
                count: call.count,
                zone: zone(&call.at)?,
            });
        }
        if calls.len() > CALLS {
            return Err(PackError::new(SCENARIOS, key, format!("has more than {CALLS} calls")));
        }
        let mut reserves = Vec::new();
        for (list, reduced) in [(&raw.reserves, false), (&raw.reserves_reduced, true)] {
            for id in list {
                reserves.push((unit(id)?, reduced));
            }
        }
        let units = |list: &[String]| list.iter().map(unit).collect::<Result<Vec<Unit>, PackError>>();
        Ok(Scenario {
            inside: units(&raw.inside)?.into_iter().collect(),
            reserves,
            guns,
            entries,
            calls,
            leaving: raw.leaving.as_ref().map_or(Ok(Vec::new()), |leaving| units(&leaving.units))?,
            rear_corps: raw.rear_corps.iter().map(|corps| units(corps)).collect::<Result<_, _>>()?,
            local_reserve: units(&raw.local_reserve)?,
            raw,
        })
    }

    /// The turn on which units leave the game, if any do.
    pub fn leaving_turn(&self) -> Option<u8> {
        self.raw.leaving.as_ref().map(|leaving| leaving.turn)
    }
}

fn table<T: DeserializeOwned>(table: &toml::Table, file: &str, key: &str) -> Result<T, PackError> {
    value(toml::Value::Table(table.clone()), file, key)
}

fn value<T: DeserializeOwned>(value: toml::Value, file: &str, key: &str) -> Result<T, PackError> {
    value.try_into().map_err(|error: toml::de::Error| PackError::new(file, key, error.message()))
}

fn find(pack: &Pack, id: &str, file: &str, key: &str) -> Result<Unit, PackError> {
    pack.find(id).ok_or_else(|| PackError::new(file, key, format!("there is no unit {id}")))
}

fn squares(pack: &Pack, names: &[String], key: &str) -> Result<Squares, PackError> {
    checked_squares(pack, names, SCENARIOS, key)
}

fn checked_squares(pack: &Pack, names: &[String], file: &str, key: &str) -> Result<Squares, PackError> {
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

fn along(pack: &Pack, wanted: impl Fn(&grid::map::Line) -> bool) -> Squares {
    pack.map.lines.iter().filter(|line| wanted(line)).flat_map(|line| line.squares.iter().copied()).collect()
}

fn pairs(pack: &Pack, wanted: impl Fn(&grid::map::Line) -> bool) -> Vec<(Square, Square)> {
    let mut pairs = Vec::new();
    for line in pack.map.lines.iter().filter(|line| wanted(line)) {
        for pair in line.squares.windows(2) {
            pairs.push((pair[0], pair[1]));
            pairs.push((pair[1], pair[0]));
        }
    }
    pairs
}

/// For each square those joined to it by so many links.
fn linked(pack: &Pack, links: &[(Square, Square)], steps: u8) -> Vec<Squares> {
    let mut all: Vec<Squares> = pack.map.all.iter().map(Squares::one).collect();
    let lined: Squares = links.iter().map(|(a, _)| *a).collect();
    for square in lined.iter() {
        let reached = &mut all[square.index()];
        for _ in 0..steps {
            let next: Squares = links.iter().filter(|(a, _)| reached.contains(*a)).map(|(_, b)| *b).collect();
            let wider = *reached | next;
            if wider == *reached {
                break;
            }
            *reached = wider;
        }
    }
    all
}

/// The squares that can be reached from the north edge without crossing the German start line (12.3.4d).
fn north_of_line(pack: &Pack) -> Squares {
    behind(pack, grid::map::Edge::North, pack.map.trench[Side::German.index()])
}

/// The squares between the two start lines.
fn between_lines(pack: &Pack) -> Squares {
    let lines = pack.map.trench[0] | pack.map.trench[1];
    pack.map.all - lines - north_of_line(pack) - behind(pack, grid::map::Edge::South, lines)
}

/// The squares that straight steps reach from an edge without crossing a line: a diagonal step would slip through a
/// line that runs diagonally.
fn behind(pack: &Pack, edge: grid::map::Edge, line: Squares) -> Squares {
    let map = &pack.map;
    let mut reached = map.edges[edge as usize] - line;
    loop {
        let mut wider = reached;
        for square in reached.iter() {
            for (direction, next) in map.around(square) {
                if direction.is_straight() && !line.contains(next) {
                    wider.insert(next);
                }
            }
        }
        if wider == reached {
            return reached;
        }
        reached = wider;
    }
}
