//! What both kinds of map have in common.

use serde::{Deserialize, Serialize};

use crate::Point;

/// The layers of a map, from the paper up. Each is `<g id="layer-{name}">`.
///
/// `places` holds the transparent shapes that catch clicks; `markers`, `counters` and `highlights` are the client's,
/// and come after it so that a counter can be clicked. `markers` holds the bridges of an area map.
pub const LAYERS: [&str; 17] = [
    "paper",
    "washes",
    "hachures",
    "woods",
    "marsh",
    "water",
    "railways",
    "roads",
    "towns",
    "trenches",
    "grid",
    "names",
    "codes",
    "places",
    "markers",
    "counters",
    "highlights",
];

/// A side of a square that a unit may face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Facing {
    /// Up the map.
    North,
    /// To the right.
    East,
    /// Down the map.
    South,
    /// To the left.
    West,
}

impl Facing {
    /// Degrees from north, clockwise.
    pub const fn degrees(self) -> u16 {
        match self {
            Self::North => 0,
            Self::East => 90,
            Self::South => 180,
            Self::West => 270,
        }
    }
}

/// Where a counter lies: its middle and the length of its side, in map units.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spot {
    /// The counter's middle.
    pub middle: Point,
    /// The counter's side.
    pub size: f64,
}

/// A map that can be drawn, and that knows where counters lie on it.
pub trait Map {
    /// The whole map as a standalone SVG.
    fn draw(&self) -> String {
        self.draw_with("", "", "")
    }

    /// The same, with more definitions and with something in the layers for markers and counters.
    fn draw_with(&self, definitions: &str, markers: &str, counters: &str) -> String;

    /// Where `count` counters or stacks lie in a place, the first ones first. There may be fewer spots than asked
    /// for; then the rest is stacked. `None` if the map has no such place.
    fn spots(&self, place: &str, count: usize) -> Option<Vec<Spot>>;
}
