//! The charts of the ground: terrain, roads, rivers, movement, stacking, ranges.

use serde::Deserialize;

use crate::map::Terrain;

/// One line of the terrain key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainLine {
    /// Half points to enter through a side.
    pub straight: u8,
    /// Half points to enter through a corner.
    pub diagonal: u8,
    /// Column shift for the defender, to the left below zero.
    pub shift: i8,
    /// Its row of the bombardment table.
    pub target: u8,
}

/// The terrain key.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainChart {
    /// Its case.
    pub case: String,
    /// Open ground.
    pub clear: TerrainLine,
    /// Houses.
    pub town: TerrainLine,
    /// Trees.
    pub woods: TerrainLine,
    /// Wet ground.
    #[serde(default)]
    pub marsh: TerrainLine,
    /// High ground.
    pub ridge: TerrainLine,
    /// A named hill.
    #[serde(default)]
    pub hill: TerrainLine,
    /// Concrete.
    #[serde(default)]
    pub defense_works: TerrainLine,
    /// A fort.
    #[serde(default)]
    pub fort: TerrainLine,
    /// The first trenches.
    pub start_trench: TerrainLine,
    /// What entrenched infantry digs.
    pub secondary_trench: TerrainLine,
    #[serde(default, rename = "estimated", alias = "reconstructed")]
    _estimated: bool,
    #[serde(default, rename = "source")]
    _source: String,
}

impl TerrainChart {
    /// The line of a terrain.
    pub fn line(&self, terrain: Terrain) -> &TerrainLine {
        match terrain {
            Terrain::Town => &self.town,
            Terrain::Woods => &self.woods,
            Terrain::Marsh => &self.marsh,
            Terrain::Ridge => &self.ridge,
            Terrain::Hill => &self.hill,
            Terrain::DefenseWorks => &self.defense_works,
            Terrain::Fort => &self.fort,
            Terrain::StartTrench => &self.start_trench,
        }
    }
}

/// What a step along a road costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// Half points through a side.
    pub straight: u8,
    /// Half points through a corner.
    pub diagonal: u8,
}

/// Road rates.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoadChart {
    /// Major roads.
    pub major: Rate,
    /// Minor roads.
    pub minor: Rate,
    /// Whether a start trench cancels road rates.
    pub trench_cancels: bool,
}

/// Shifts for attacks over water.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RiverChart {
    /// Over the barrier river.
    pub barrier_shift: i8,
    /// Into a stream square.
    pub stream_shift: i8,
}

/// Movement costs besides terrain, in half points.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovementChart {
    /// Passing through friends.
    pub passage: u8,
    /// Entering an interdicted square.
    pub interdicted_enter: u8,
    /// Leaving one.
    pub interdicted_leave: u8,
    /// Entrenching.
    pub entrench: u8,
    /// Leaving the map.
    pub exit: u8,
    /// Squares to keep away from every enemy.
    pub off_front_distance: u8,
    /// What the allowance is multiplied by.
    pub off_front_factor: u8,
    /// Whole points that a suppressed unit loses.
    pub suppressed_loss: u8,
    /// Whether units turn freely in enemy zones of control.
    #[serde(default)]
    pub turn_in_zoc: bool,
    #[serde(default, rename = "estimated", alias = "reconstructed")]
    _estimated: bool,
    #[serde(default, rename = "source")]
    _source: String,
}

/// Room in a square, in quarters.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StackingChart {
    /// Room in a square.
    pub limit: u8,
    /// What a division takes.
    pub division: u8,
    /// What a brigade takes.
    #[serde(default)]
    pub brigade: u8,
    /// What a tank company takes.
    #[serde(default)]
    pub company: u8,
    /// What a regiment takes.
    pub regiment: u8,
    /// What a battalion takes.
    pub battalion: u8,
    /// What a gun takes.
    pub artillery: u8,
    #[serde(default, rename = "estimated", alias = "reconstructed")]
    _estimated: bool,
    #[serde(default, rename = "source")]
    _source: String,
}

/// Ranges in squares.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RangeChart {
    /// Of an HQ in good order.
    pub command: u8,
    /// Of a disrupted HQ.
    pub command_disrupted: u8,
    /// Of an HQ for small units.
    pub command_small: u8,
    /// Near enough for the better modifier.
    pub command_near: u8,
    /// Of supply from a disrupted HQ.
    pub supply_disrupted: u8,
    /// For an HQ that helps to rally.
    pub rally: u8,
}
