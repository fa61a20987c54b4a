//! The briefings before a battle: the situation, the task and first ideas of each side.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The file `briefings.toml` of a pack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Briefings {
    /// One for each side of each scenario.
    #[serde(default)]
    pub briefing: Vec<Briefing>,
    /// One for each scenario.
    #[serde(default)]
    pub shape: Vec<Shape>,
}

/// The briefing of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Briefing {
    /// The scenario's id.
    pub scenario: String,
    /// The seat's id.
    pub side: String,
    /// How things stand.
    pub situation: String,
    /// What this side must do to win.
    pub task: String,
    /// How one might begin.
    pub ideas: Vec<String>,
}

/// What a scenario is like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// The scenario's id.
    pub scenario: String,
    /// The battle in a line.
    pub text: String,
    /// Its length in turns.
    pub turns: u16,
    /// Its length in minutes.
    pub minutes: u16,
    /// How hard it is for each seat, from 1 to 5.
    pub hard: BTreeMap<String, u8>,
    /// How games between captains ended, once the laboratory has counted them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balance: Option<Balance>,
}

/// How games between two computers of one level ended; games without a winner were drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Balance {
    /// How many games were played.
    pub games: u32,
    /// How many of them each seat won.
    pub won: BTreeMap<String, u32>,
}
