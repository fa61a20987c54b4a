//! What only The Big Push has in its pack.

use engine::pack::PackError;
use grid::map::Edge;
use grid::pack::Pack;
use grid::units::{Kind, Nation, Size, Unit};
use grid::{Square, Squares};
use serde::Deserialize;

/// The game's own charts.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnCharts {
    /// Modifiers of the Command Center.
    pub command_center: CommandCenter,
    /// Tanks.
    pub tanks: Tanks,
    /// British and French together.
    pub coordination: Coordination,
    /// Mines.
    pub mines: Mines,
    /// Cavalry.
    pub cavalry: Cavalry,
    /// Operations of the campaign.
    pub operations: Operations,
}

/// Modifiers of the Command Center roll (9.1).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandCenter {
    /// Rain or snow.
    pub foul: i8,
    /// Each disrupted Allied HQ.
    pub disrupted_hq: i8,
    /// Two or more objectives.
    pub objectives: i8,
    /// The Command Center operation.
    pub planning: i8,
    /// No German on the start line.
    pub start_line_clear: i8,
    /// For the Germans: Allies on the start line.
    pub german_allied_in_line: i8,
    /// For the Germans: they hold a trench square.
    pub german_holds_trench: i8,
    /// For the Germans: all tanks are out of action.
    pub german_tanks_out: i8,
    /// The highest die with which a substitute succeeds.
    pub substitute_upto: u8,
}

/// Tanks (7.8, 12.3).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tanks {
    /// The lowest roll that breaks down.
    pub breakdown_from: i8,
    /// The highest roll that recovers.
    pub recovery_upto: i8,
    /// Rain or snow.
    pub foul: i8,
    /// A good-order German next to it.
    pub enemy_adjacent: i8,
    /// British cavalry or a brigade with it.
    pub escort: i8,
}

/// British and French in one assault (11.3, 11.5.2.2).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coordination {
    /// The highest roll that succeeds.
    pub upto: i8,
    /// Rain or snow.
    pub foul: i8,
    /// Near the national boundary.
    pub near_boundary: i8,
    /// How near.
    pub boundary_rows: u8,
    /// The die with which tanks and cavalry do not find the French.
    pub tanks_fail_on: u8,
    #[serde(default, rename = "estimated")]
    _estimated: bool,
    #[serde(default, rename = "source")]
    _source: String,
}

/// Mines (14.1.3).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mines {
    /// The highest die that blows.
    pub upto: u8,
    /// The six markers.
    pub markers: Vec<MineMarker>,
    #[serde(default, rename = "markers_estimated")]
    _markers_estimated: bool,
    #[serde(default, rename = "markers_source")]
    _markers_source: String,
}

/// What a mine does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum MineMarker {
    /// A step and disruption.
    #[serde(rename = "DL")]
    StepAndDisrupt,
    /// A step.
    #[serde(rename = "L")]
    Step,
    /// Disruption.
    #[serde(rename = "D")]
    Disrupt,
    /// Suppression.
    #[serde(rename = "S")]
    Suppress,
    /// Nothing.
    #[serde(rename = "-")]
    Nothing,
}

/// Cavalry (14.1.3).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cavalry {
    /// The highest die that releases.
    pub release_upto: u8,
}

/// Operations (15.5).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Operations {
    /// The Allied table.
    pub allied: Vec<Operation>,
    /// The German table.
    pub german: Vec<Operation>,
    /// Mines a turn with Plant Mines.
    pub extra_mines: u8,
    /// The gun of Build Artillery.
    pub extra_gun: ExtraGun,
    /// The first turn with Train Troops.
    pub training_starts: u8,
    /// The turns of the Allied Command Center.
    pub command_center_allied: (u8, u8),
    /// The turns of the German Command Center.
    pub command_center_german: (u8, u8),
    /// Off-map artillery.
    pub off_map: OffMap,
}

/// One line of an Operations Table.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Operation {
    /// As it is typed.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Points for the enemy.
    pub vp: i16,
}

/// The gun of Build Artillery.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtraGun {
    /// Which.
    pub unit: String,
    /// Where.
    pub at: String,
}

/// Off-map artillery.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OffMap {
    /// Factors.
    pub factors: u8,
    /// Squares inland.
    pub range: u8,
}

/// What a scenario has of its own, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioOwn {
    /// The last British row, from 0, by the turn it begins.
    pub british_rows: Vec<(u8, u8)>,
    /// Points for a unit outside its national area.
    pub outside_area_vp: i16,
    /// Points for a unit that combat drives off the map; none if it is lost instead.
    pub forced_exit_vp: Option<i16>,
    /// Mines: how many, and the last row, from 0.
    pub mines: Option<(u8, u8)>,
    /// Cavalry is held, and may be released in these turns.
    pub cavalry_release: Option<(u8, u8)>,
    /// How Germans may leave.
    pub german_exit: Option<GermanExit>,
    /// Whether Allied infantry may leave over the east edge.
    pub allied_exit: bool,
    /// Whether this is the campaign.
    pub campaign: bool,
    /// How it is won.
    pub victory: Victory,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawOwn {
    british_rows: (u8, u8),
    #[serde(default)]
    british_rows_later: Vec<RawRows>,
    outside_area_vp: i16,
    forced_exit_vp: Option<i16>,
    mines: Option<RawMines>,
    cavalry_release: Option<RawRelease>,
    german_exit: Option<GermanExit>,
    #[serde(default)]
    allied_exit: bool,
    #[serde(default)]
    campaign: bool,
    victory: RawVictory,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRows {
    from: u8,
    rows: (u8, u8),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMines {
    count: u8,
    #[serde(rename = "turn")]
    _turn: u8,
    rows: (u8, u8),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRelease {
    from: u8,
    until: u8,
}

/// How Germans may leave the map (14.2.3, 14.4.4, 15.7.1).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GermanExit {
    /// Over which edges of their own will.
    pub edges: Vec<Edge>,
    /// Points for a voluntary exit.
    pub voluntary_vp: i16,
    /// Points for a forced one.
    pub forced_vp: i16,
    /// Turns until they may return.
    pub return_after: u8,
    /// The same after a forced exit.
    pub forced_return_after: Option<u8>,
    /// Whether they return only outside Allied zones of control.
    #[serde(default)]
    pub clear_of_zoc: bool,
    /// Whether they return only on or behind their own line.
    #[serde(default)]
    pub behind_lines: bool,
    /// Whether a voluntary exit earns points instead of costing them.
    #[serde(default)]
    pub earns: bool,
    /// The columns of the north edge that count.
    #[serde(default)]
    pub north_columns: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawVictory {
    #[serde(rename = "case")]
    _case: String,
    british_needed: u8,
    french_needed: u8,
    british: Vec<RawObjective>,
    french: Vec<RawObjective>,
    exits: Option<Exits>,
    #[serde(default)]
    hold: Vec<String>,
    margin: i16,
    margin_counts: Vec<String>,
    #[serde(default)]
    german_trench: u8,
    #[serde(default)]
    german_trench_without_hq: bool,
    #[serde(default)]
    vp_ratio: i16,
    #[serde(default)]
    towns_needed: u8,
    #[serde(default)]
    towns: Vec<RawObjective>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawObjective {
    name: String,
    squares: Vec<String>,
    needed: Option<u8>,
}

/// Units that must leave over the east edge (14.2.4, 14.3.7, 14.4.5).
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exits {
    /// How many.
    pub count: u8,
    /// How many of them British.
    pub british: u8,
    /// Whether the exit squares must be in Allied zones of control alone.
    pub exclusive: bool,
}

/// A place to be held.
#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    /// Its name.
    pub name: String,
    /// Its squares.
    pub squares: Vec<Square>,
    /// How many must be held.
    pub needed: u8,
}

/// How a scenario is won.
#[derive(Clone, Debug, PartialEq)]
pub struct Victory {
    /// How many of the British objectives.
    pub british_needed: u8,
    /// How many of the French.
    pub french_needed: u8,
    /// British objectives.
    pub british: Vec<Objective>,
    /// French objectives.
    pub french: Vec<Objective>,
    /// Exits that win.
    pub exits: Option<Exits>,
    /// Towns that win when held with a line to the west edge.
    pub hold: Vec<Square>,
    /// The German margin of points.
    pub margin: i16,
    /// What counts for it.
    pub margin_counts: Vec<String>,
    /// Allied start trench squares that win for the Germans; 0 if none.
    pub german_trench: u8,
    /// Whether HQs do not count there.
    pub german_trench_without_hq: bool,
    /// The campaign's ratio of points.
    pub vp_ratio: i16,
    /// Towns that win the campaign for the Germans.
    pub towns_needed: u8,
    /// Which.
    pub towns: Vec<Objective>,
}

/// What a campaign marker asks for (15.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MarkerKind {
    /// A place.
    Territorial,
    /// Units off the east edge.
    Exit,
    /// Breakthroughs with tanks or cavalry.
    Breakthrough,
    /// German strength lost.
    Strength,
    /// German regiments replaced.
    Reserves,
}

/// A campaign marker.
#[derive(Clone, Debug, PartialEq)]
pub struct Marker {
    /// Whose.
    pub nation: Nation,
    /// Its name.
    pub name: String,
    /// Its points.
    pub vp: i16,
    /// What it asks for.
    pub kind: MarkerKind,
    /// Its squares, if a place.
    pub squares: Vec<Square>,
    /// How many squares, units, breakthroughs, factors or regiments.
    pub needed: u8,
    /// Regiments if the Germans chose Commit Reserves.
    pub needed_with_reserves: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMarker {
    nation: Nation,
    name: String,
    vp: i16,
    kind: MarkerKind,
    #[serde(default)]
    squares: Vec<String>,
    needed: u8,
    #[serde(default)]
    needed_with_reserves: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawScenariosOwn {
    marker: Vec<RawMarker>,
}

/// Everything that only this game has, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnPack {
    /// Its charts.
    pub charts: OwnCharts,
    /// Its scenarios, in the order of the pack.
    pub scenarios: Vec<ScenarioOwn>,
    /// The campaign's markers, the British first.
    pub markers: Vec<Marker>,
    /// The air counter.
    pub air: Unit,
    /// Tank companies.
    pub tanks: Vec<Unit>,
    /// German regiments.
    pub regiments: Vec<Unit>,
    /// The gun of Build Artillery and its square.
    pub extra_gun: (Unit, Square),
    /// The easternmost column of the Allied start trench in each row.
    pub trench_column: Vec<i16>,
}

const CHARTS: &str = "charts.toml";
const SCENARIOS: &str = "scenarios.toml";

impl OwnPack {
    /// Reads what the common pack leaves to the game.
    pub fn parse(pack: &Pack) -> Result<OwnPack, PackError> {
        let charts: OwnCharts = read(&pack.charts.own, CHARTS, "own")?;
        if charts.mines.markers.is_empty() || charts.mines.markers.len() > 8 {
            return Err(PackError::new(CHARTS, "own.mines.markers", "needs one to eight markers"));
        }
        if charts.operations.allied.len() != 6 || charts.operations.german.len() != 6 {
            return Err(PackError::new(CHARTS, "own.operations", "each side has six operations"));
        }
        let mut scenarios = Vec::new();
        for scenario in &pack.scenarios {
            let raw: RawOwn = read(&scenario.own, SCENARIOS, &scenario.id)?;
            scenarios.push(check(pack, &scenario.id, raw)?);
        }
        let raw: RawScenariosOwn = read(&pack.own, SCENARIOS, "own")?;
        let mut markers = Vec::new();
        for marker in raw.marker {
            markers.push(Marker {
                squares: squares(pack, &marker.name, &marker.squares)?,
                nation: marker.nation,
                name: marker.name,
                vp: marker.vp,
                kind: marker.kind,
                needed: marker.needed,
                needed_with_reserves: marker.needed_with_reserves,
            });
        }
        markers.sort_by_key(|marker| marker.nation);
        let british = markers.iter().filter(|marker| marker.nation == Nation::British).count();
        if british != 11 || markers.len() != 16 {
            return Err(PackError::new(
                SCENARIOS,
                "own.marker",
                "needs eleven British and five French markers",
            ));
        }
        let gun = &charts.operations.extra_gun;
        let extra_gun = (
            pack.find(&gun.unit)
                .ok_or_else(|| PackError::new(CHARTS, "own.operations.extra_gun", "no such unit"))?,
            pack.map
                .find(&gun.at)
                .ok_or_else(|| PackError::new(CHARTS, "own.operations.extra_gun", "no such square"))?,
        );
        let of_kind = |kind: Kind| pack.all_units().filter(move |unit| pack.unit(*unit).kind == kind);
        let air = of_kind(Kind::Air)
            .next()
            .ok_or_else(|| PackError::new("units.toml", "unit", "there is no air unit"))?;
        let tanks: Vec<Unit> = of_kind(Kind::Tank).collect();
        if tanks.len() > 4 {
            return Err(PackError::new("units.toml", "unit", "there are more than four tank companies"));
        }
        let regiments = pack
            .all_units()
            .filter(|unit| {
                pack.unit(*unit).nation == Nation::German && pack.unit(*unit).size == Size::Regiment
            })
            .collect();
        Ok(OwnPack {
            regiments,
            trench_column: trench_columns(pack),
            charts,
            scenarios,
            markers,
            air,
            tanks,
            extra_gun,
        })
    }
}

fn read<T: serde::de::DeserializeOwned>(table: &toml::Table, file: &str, key: &str) -> Result<T, PackError> {
    table.clone().try_into().map_err(|error: toml::de::Error| PackError::new(file, key, error.message()))
}

fn squares(pack: &Pack, key: &str, names: &[String]) -> Result<Vec<Square>, PackError> {
    names
        .iter()
        .map(|name| {
            pack.map
                .find(name)
                .ok_or_else(|| PackError::new(SCENARIOS, key, format!("there is no square {name}")))
        })
        .collect()
}

fn check(pack: &Pack, id: &str, raw: RawOwn) -> Result<ScenarioOwn, PackError> {
    let objectives = |list: Vec<RawObjective>| -> Result<Vec<Objective>, PackError> {
        list.into_iter()
            .map(|objective| {
                let squares = squares(pack, &objective.name, &objective.squares)?;
                let needed = objective.needed.unwrap_or(squares.len() as u8 / 2 + 1);
                Ok(Objective { name: objective.name, squares, needed })
            })
            .collect()
    };
    let row =
        |last: u8| last.checked_sub(1).ok_or_else(|| PackError::new(SCENARIOS, id, "rows begin with 1"));
    let mut british_rows = vec![(0, row(raw.british_rows.1)?)];
    for later in &raw.british_rows_later {
        british_rows.push((later.from, row(later.rows.1)?));
    }
    let victory = raw.victory;
    let known = ["losses", "replacements", "exits", "area"];
    if let Some(wrong) = victory.margin_counts.iter().find(|source| !known.contains(&source.as_str())) {
        return Err(PackError::new(SCENARIOS, id, format!("margin_counts: {wrong} is no source of points")));
    }
    Ok(ScenarioOwn {
        british_rows,
        outside_area_vp: raw.outside_area_vp,
        forced_exit_vp: raw.forced_exit_vp,
        mines: match &raw.mines {
            Some(mines) => Some((mines.count, row(mines.rows.1)?)),
            None => None,
        },
        cavalry_release: raw.cavalry_release.map(|release| (release.from, release.until)),
        german_exit: raw.german_exit,
        allied_exit: raw.allied_exit,
        campaign: raw.campaign,
        victory: Victory {
            british_needed: victory.british_needed,
            french_needed: victory.french_needed,
            british: objectives(victory.british)?,
            french: objectives(victory.french)?,
            exits: victory.exits,
            hold: squares(pack, id, &victory.hold)?,
            margin: victory.margin,
            margin_counts: victory.margin_counts,
            german_trench: victory.german_trench,
            german_trench_without_hq: victory.german_trench_without_hq,
            vp_ratio: victory.vp_ratio,
            towns_needed: victory.towns_needed,
            towns: objectives(victory.towns)?,
        },
    })
}

/// The easternmost column of the Allied start trench in each row; rows without one take the nearest row's.
fn trench_columns(pack: &Pack) -> Vec<i16> {
    let trench: &Squares = &pack.map.trench[grid::Side::Allied.index()];
    let mut by_row: Vec<Option<i16>> = vec![None; usize::from(pack.map.rows)];
    for square in trench.iter() {
        let (column, row) = pack.map.position(square);
        let known = &mut by_row[row as usize];
        *known = Some(known.map_or(column, |other| other.max(column)));
    }
    let nearest = |row: usize| {
        (0..by_row.len())
            .filter_map(|other| by_row[other].map(|column| (other.abs_diff(row), column)))
            .min()
            .map_or(0, |(_, column)| column)
    };
    (0..by_row.len()).map(nearest).collect()
}
