//! The pack's files as they stand on disk, before anything is checked.

use std::collections::BTreeMap;

use serde::Deserialize;

/// `map.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawMap {
    pub map: RawSheet,
    pub front: RawFront,
    pub colours: BTreeMap<String, toml::Value>,
    pub area: Vec<RawPlace>,
    pub zone: Vec<RawPlace>,
    pub border: Vec<RawBorder>,
    pub canal: Vec<RawCanal>,
    pub village: Vec<RawVillage>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "provenance is for the data report, which reads the file itself")]
pub(crate) struct RawFront {
    pub line: Vec<(i32, i32)>,
    pub source: String,
    pub estimated: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "provenance is for the data report, which reads the file itself")]
pub(crate) struct RawSheet {
    pub title: String,
    pub width: i32,
    pub height: i32,
    pub last_impulse: u8,
    pub impulse_source: String,
    pub tracks: [i32; 4],
    pub projection: String,
    pub note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "provenance is for the data report, which reads the file itself")]
pub(crate) struct RawPlace {
    pub id: String,
    pub name: String,
    pub tem: i8,
    pub tem_source: String,
    pub tem_estimated: bool,
    pub identifier: Identifier,
    pub identifier_source: String,
    pub identifier_estimated: bool,
    pub sectors: Vec<String>,
    pub sector_colours: Vec<String>,
    pub sectors_source: String,
    pub sectors_estimated: bool,
    #[serde(default)]
    pub sectors_open: bool,
    #[serde(default)]
    pub cavalry_release: String,
    pub cavalry_release_source: Option<String>,
    pub cavalry_release_estimated: Option<bool>,
    pub east: bool,
    #[serde(default)]
    pub haig: bool,
    #[serde(default)]
    pub breakthrough: bool,
    pub supply: Option<Nation>,
    pub supply_source: Option<String>,
    pub label: [i32; 2],
    pub polygon: Vec<[i32; 2]>,
    pub note: String,
    pub source: String,
    pub estimated: bool,
}

/// The shape around a number or letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Identifier {
    /// Open country.
    Circle,
    /// The Hindenburg Line.
    Square,
    /// Woods or a ridge.
    Triangle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Nation {
    British,
    German,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "provenance is for the data report, which reads the file itself")]
pub(crate) struct RawBorder {
    pub between: [String; 2],
    pub link: Link,
    pub canal: Option<String>,
    pub bridge: Option<String>,
    pub bridge_name: Option<String>,
    pub bridge_source: Option<String>,
    pub line: Vec<[i32; 2]>,
    pub source: String,
    pub estimated: bool,
}

/// How two places touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Link {
    /// They share a border line.
    Boundary,
    /// A connection line joins them.
    Connection,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "provenance is for the data report, which reads the file itself")]
pub(crate) struct RawCanal {
    pub name: String,
    pub line: Vec<[i32; 2]>,
    pub decor_extension: Vec<[i32; 2]>,
    pub source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawVillage {
    pub name: String,
    pub kind: String,
    pub at: [i32; 2],
}

/// `units.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawUnits {
    pub abbreviations: BTreeMap<String, String>,
    pub markers: RawMarkers,
    pub unit: Vec<RawUnit>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "provenance is for the data report, which reads the file itself")]
pub(crate) struct RawMarkers {
    pub support_per_side: u8,
    pub hurricane_per_side: u8,
    pub hurricane_source: String,
    pub hurricane_estimated: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "provenance is for the data report, which reads the file itself")]
pub(crate) struct RawUnit {
    pub id: String,
    pub name: String,
    pub nation: Nation,
    pub r#type: Kind,
    #[serde(default)]
    pub division: String,
    pub formation: String,
    #[serde(default)]
    pub sector: String,
    pub attack: i8,
    pub defense: i8,
    pub r#move: u8,
    pub exhausted_defense: i8,
    #[serde(default)]
    pub colour: String,
    #[serde(default)]
    pub sector_restricted: bool,
    pub on_failed_refit: Option<String>,
    pub factors_source: String,
    pub factors_estimated: bool,
    pub exhausted_estimated: Option<bool>,
    pub exhausted_source: Option<String>,
    pub source: String,
}

/// The type of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A British brigade or German regiment.
    Infantry,
    /// A battalion of the Tank Corps.
    Tank,
    /// A British cavalry brigade.
    Cavalry,
    /// A German garrison.
    Garrison,
}

/// `scenarios.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawScenarios {
    pub scenario: Vec<RawScenario>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "provenance is for the data report, which reads the file itself")]
pub(crate) struct RawScenario {
    pub id: String,
    pub name: String,
    pub start: String,
    pub end: String,
    pub note: String,
    pub source: String,
    pub reconstructed: bool,
    #[serde(default)]
    pub school: bool,
    pub open: Option<Vec<String>>,
    pub british_control: Vec<String>,
    pub markers: RawScenarioMarkers,
    #[serde(default)]
    pub bridges: BTreeMap<String, RawBridgeState>,
    pub victory: RawVictory,
    pub special: RawSpecial,
    pub setup: Vec<RawSetup>,
    #[serde(default)]
    pub release: Vec<RawRelease>,
    #[serde(default)]
    pub reinforcement: Vec<RawReinforcement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "provenance is for the data report, which reads the file itself")]
pub(crate) struct RawScenarioMarkers {
    pub advantage: Nation,
    pub weather: RawWeather,
    pub support: [u8; 2],
    pub hurricane_fresh: [u8; 2],
    pub hurricane_used: [u8; 2],
    pub ammunition: [u8; 2],
    pub air: [bool; 2],
    pub german_hurricane_arrivals: Vec<String>,
    pub german_air_arrival: Option<String>,
    pub source: String,
    pub arrivals_source: String,
    pub arrivals_reconstructed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RawWeather {
    Clear,
    Overcast,
    Roll,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RawBridgeState {
    British,
    German,
    Destroyed,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "provenance is for the data report, which reads the file itself")]
pub(crate) struct RawVictory {
    pub british_vp: u8,
    pub german_vp: Option<u8>,
    pub interim_until: Option<String>,
    pub interim_british_vp: Option<u8>,
    pub source: String,
    pub reconstructed: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawSpecial {
    pub opening_barrage: Vec<String>,
    pub no_sunset_end_on: Vec<String>,
    pub sector_dates: Vec<String>,
    pub haig_from: Option<String>,
    pub haig_until: Option<String>,
    pub tank_return: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "provenance is for the data report, which reads the file itself")]
pub(crate) struct RawSetup {
    pub at: String,
    #[serde(default)]
    pub fresh: Vec<String>,
    #[serde(default)]
    pub exhausted: Vec<String>,
    pub reconstructed: bool,
    pub source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "provenance is for the data report, which reads the file itself")]
pub(crate) struct RawRelease {
    pub area: String,
    pub units: Vec<String>,
    pub at: String,
    pub otherwise: String,
    pub source: String,
    pub reconstructed: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "provenance is for the data report, which reads the file itself")]
pub(crate) struct RawReinforcement {
    pub date: String,
    pub at: String,
    pub units: Vec<String>,
    pub source: String,
    pub reconstructed: bool,
}
