//! What every mark, letter and number on counters and map means.

use atlas::{Window, crop};
use serde::{Deserialize, Serialize};

use crate::Playable;

/// The file `legend.toml` of a pack.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Legend {
    /// In the order in which they are shown.
    #[serde(default)]
    pub group: Vec<Group>,
}

/// Things that are found in the same place: on counters, on the map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// What they have in common.
    pub title: String,
    /// Each with its words.
    pub entry: Vec<Sign>,
}

/// One thing that can be seen, and what it means. Exactly one of the first six fields says how it is drawn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sign {
    /// A counter: the unit's id.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub counter: String,
    /// A mark on a counter: its letter.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub mark: String,
    /// A marker on the map: its words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub marker: String,
    /// A light of the program: `can`, `done`, `can-move`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub light: String,
    /// A piece of the map around a place.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// A word that is read on the screen.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub term: String,
    /// Which face of the counter is up.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub face: String,
    /// How wide the piece of the map is, in map units.
    #[serde(skip_serializing_if = "is_zero")]
    pub wide: f64,
    /// How far its middle lies to the right of the place's and below it.
    #[serde(skip_serializing_if = "is_middle")]
    pub off: (f64, f64),
    /// What it means.
    pub words: String,
}

fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

fn is_middle(off: &(f64, f64)) -> bool {
    *off == (0.0, 0.0)
}

impl Sign {
    /// How many ways of drawing it are named; a good sign has one.
    pub fn ways(&self) -> usize {
        let ways = [&self.counter, &self.mark, &self.marker, &self.light, &self.place, &self.term];
        ways.into_iter().filter(|way| !way.is_empty()).count()
    }
}

impl Legend {
    /// The signs of all groups, in order.
    pub fn signs(&self) -> impl Iterator<Item = &Sign> {
        self.group.iter().flat_map(|group| &group.entry)
    }

    /// The piece of the map that shows the sign of that number, counted from 0 over all groups; none if it has none.
    pub fn picture(&self, game: &dyn Playable, number: usize) -> Option<String> {
        let sign = self.signs().nth(number)?;
        let place = game.title().places.iter().find(|place| place.id == sign.place)?;
        let side = if sign.wide > 0.0 { sign.wide } else { 120.0 };
        let (x, y) = (f64::from(place.x) + sign.off.0, f64::from(place.y) + sign.off.1);
        let window = Window { left: x - side / 2.0, top: y - side / 2.0, width: side, height: side };
        Some(crop(&game.map(), window))
    }
}
