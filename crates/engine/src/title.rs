//! What a game is, before anyone plays: names, seats, scenarios, options, cases, charts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Everything about a game that does not change while it is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Title {
    /// The short name: `cambrai`.
    pub id: String,
    /// The full name.
    pub name: String,
    /// The version of the rules code; named in every record.
    pub rules_version: u32,
    /// The hash of the pack; named in every record.
    pub pack: String,
    /// Who plays, in seat order.
    pub seats: Vec<SeatInfo>,
    /// What can be played.
    pub scenarios: Vec<ScenarioInfo>,
    /// Optional rules and rulings that players may choose.
    pub options: Vec<OptionInfo>,
    /// Every numbered case of the rulebook.
    pub cases: Vec<Case>,
    /// The printed charts.
    pub charts: Vec<Chart>,
    /// The counters.
    pub units: Vec<UnitInfo>,
    /// The squares, areas or zones.
    pub places: Vec<PlaceInfo>,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatInfo {
    /// `british`.
    pub id: String,
    /// `British`.
    pub name: String,
    /// The colours of its counters: `british`, `french`, `german`.
    pub nation: String,
}

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScenarioInfo {
    /// `tank-attack`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// When it begins, in words.
    pub from: String,
    /// When it ends, in words.
    pub to: String,
    /// How many turns at most.
    pub turns: u16,
    /// The seats that take part, by their number. All of them unless an option says otherwise.
    pub seats: Vec<u8>,
    /// A sentence about it.
    pub about: String,
    /// Whether it is a first battle: the last lesson of the course, and the first in the list.
    #[serde(default, skip_serializing_if = "is_false")]
    pub school: bool,
    /// The places that it is played on; none are all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// An optional rule or a ruling with an alternative.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionInfo {
    /// `tank-fright`.
    pub id: String,
    /// What it does, in a sentence.
    pub about: String,
    /// The case it belongs to.
    pub case: String,
    /// The values it may have, the default first. A plain switch has `off` and `on`.
    pub values: Vec<String>,
}

/// A numbered case of the rulebook, in our own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// `7.2.3`.
    pub number: String,
    /// A short title.
    pub title: String,
    /// What it says, in one sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub gist: String,
}

/// A printed chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chart {
    /// `bombardment`.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// Its case.
    pub case: String,
    /// The headings of the columns; the first is that of the row names.
    pub columns: Vec<String>,
    /// The rows, each as long as `columns`.
    pub rows: Vec<Vec<String>>,
    /// What a reader should know: `reconstructed`, footnotes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitInfo {
    /// As it is typed.
    pub id: String,
    /// As it is spoken of.
    pub name: String,
    /// The colours of the counter.
    pub nation: String,
    /// `infantry`, `tank`, …
    pub kind: String,
    /// What its card says, line by line.
    pub card: Vec<String>,
}

/// A square, area or zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceInfo {
    /// As it is typed: `H19`, `12`, `K`.
    pub id: String,
    /// Its name, if it has one.
    pub name: String,
    /// Where its middle is on the map picture.
    pub x: i32,
    /// The same, downwards.
    pub y: i32,
    /// What its card says, line by line.
    pub card: Vec<String>,
}

/// Which game is set up: scenario and options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The scenario's id.
    pub scenario: String,
    /// Options that differ from their default.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

impl Setup {
    /// A scenario with all options at their defaults.
    pub fn of(scenario: &str) -> Setup {
        Setup { scenario: scenario.to_owned(), options: BTreeMap::new() }
    }
}

impl Title {
    /// The seat with that id.
    pub fn seat(&self, id: &str) -> Option<crate::Seat> {
        self.seats
            .iter()
            .position(|seat| seat.id.eq_ignore_ascii_case(id))
            .map(|index| crate::Seat(index as u8))
    }

    /// The value of an option in a set-up.
    pub fn option<'a>(&'a self, setup: &'a Setup, id: &str) -> &'a str {
        let default = || {
            self.options.iter().find(|option| option.id == id).map_or("", |option| option.values[0].as_str())
        };
        setup.options.get(id).map_or_else(default, String::as_str)
    }

    /// The seats that take part in a set-up: those of its scenario, and any that an option `SEAT-seat` brings in.
    pub fn playing(&self, setup: &Setup) -> Vec<u8> {
        let scenario = self.scenarios.iter().find(|scenario| scenario.id == setup.scenario);
        let is_playing = |number: u8, seat: &SeatInfo| match scenario {
            Some(scenario) => {
                scenario.seats.contains(&number) || self.option(setup, &format!("{}-seat", seat.id)) == "on"
            }
            None => true,
        };
        let numbered = self.seats.iter().enumerate().map(|(number, seat)| (number as u8, seat));
        numbered.filter(|(number, seat)| is_playing(*number, seat)).map(|(number, _)| number).collect()
    }

    /// What is wrong with a set-up, if anything.
    pub fn check(&self, setup: &Setup) -> Result<(), String> {
        if !self.scenarios.iter().any(|scenario| scenario.id == setup.scenario) {
            let known: Vec<&str> = self.scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
            return Err(format!(
                "{} has no scenario '{}'; it has {}",
                self.id,
                setup.scenario,
                known.join(", ")
            ));
        }
        for (id, value) in &setup.options {
            let Some(option) = self.options.iter().find(|option| option.id == *id) else {
                let known: Vec<&str> = self.options.iter().map(|option| option.id.as_str()).collect();
                return Err(format!("{} has no option '{id}'; it has {}", self.id, known.join(", ")));
            };
            if !option.values.contains(value) {
                return Err(format!("option '{id}' may be {}, not '{value}'", option.values.join(", ")));
            }
        }
        Ok(())
    }
}
