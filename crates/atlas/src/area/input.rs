//! The parts of a map of areas. Plain data; the reader of the packs fills it.

use serde::{Deserialize, Serialize};

use crate::ink::contains;
use crate::{Colour, Importance, Nation, Point};

/// The shape that carries an area's number and its terrain value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Identifier {
    /// Prepared defences.
    Square,
    /// Wood or ridge.
    Triangle,
    /// Anything else.
    #[default]
    Circle,
}

/// A division that may operate in an area: its number on a tag of its colour.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sector {
    /// The division's number.
    pub number: String,
    /// The colour of its tag.
    pub colour: Option<Colour>,
}

/// An area, or a zone box beyond the areas.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Area {
    /// The number or letter in the identifier, and the place id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The terrain effects modifier.
    pub modifier: i8,
    /// The shape of the identifier.
    pub identifier: Identifier,
    /// Divisions that may operate here.
    pub sectors: Vec<Sector>,
    /// The number of the cavalry division released from here; empty for none. Shown as a horse's head.
    pub cavalry: String,
    /// Struck by the opening barrage: a burst beside the identifier.
    pub barrage: bool,
    /// Reaching it is a breakthrough: an arrow.
    pub breakthrough: bool,
    /// Who controls it at first.
    pub control: Nation,
    /// Where the identifier stands.
    pub label: Point,
    /// Its outline. Neighbours share their vertices exactly.
    pub polygon: Vec<Point>,
}

/// A link that is not a common border: a dashed line from label to label.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Connection {
    /// One place.
    pub from: String,
    /// The other.
    pub to: String,
}

/// A canal: a double line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Canal {
    /// Written along it.
    pub name: String,
    /// Its course along borders.
    pub line: Vec<Point>,
    /// Where it goes on beyond the areas.
    pub extension: Vec<Point>,
}

/// What has become of a bridge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BridgeState {
    /// Standing, in German hands.
    #[default]
    German,
    /// Standing, in British hands.
    British,
    /// Blown.
    Destroyed,
}

impl BridgeState {
    /// The word used as `data-state`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::German => "german",
            Self::British => "british",
            Self::Destroyed => "destroyed",
        }
    }
}

/// A bridge over a canal. Drawn as `<g class="bridge" data-bridge="{id}" data-state="…">`; a client changes the
/// state to change the picture.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Bridge {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The places it joins.
    pub between: (String, String),
    /// The border it crosses. Empty: it stands where the connection crosses a canal.
    pub border: Vec<Point>,
    /// Its state at first.
    pub state: BridgeState,
}

/// A village or town.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Village {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub at: Point,
    /// How large it is.
    pub importance: Importance,
}

/// What kind of ground a patch is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GroundKind {
    /// Trees.
    #[default]
    Wood,
    /// Hachures.
    Ridge,
}

/// A patch of wood or high ground.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ground {
    /// Its name; empty for none.
    pub name: String,
    /// What it is.
    pub kind: GroundKind,
    /// Its middle.
    pub at: Point,
    /// How far it reaches.
    pub reach: f64,
}

/// A trench line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TrenchLine {
    /// Whose it is. Its teeth are on the left of the line.
    pub nation: Nation,
    /// Its course.
    pub line: Vec<Point>,
}

/// A box kept free for a track or chart that the client fills.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TrackBox {
    /// Becomes `id="track-{id}"`.
    pub id: String,
    /// Written at its top.
    pub title: String,
    /// Upper left corner.
    pub from: Point,
    /// Lower right corner.
    pub to: Point,
}

/// A map of areas.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AreaMap {
    /// Written on the map.
    pub title: String,
    /// Written below the title.
    pub subtitle: String,
    /// In map units.
    pub width: f64,
    /// In map units.
    pub height: f64,
    /// How many map units a kilometre has, for the scale; 0 for no scale.
    pub kilometre: f64,
    /// The areas.
    pub areas: Vec<Area>,
    /// The zone boxes.
    pub zones: Vec<Area>,
    /// Links other than common borders.
    pub connections: Vec<Connection>,
    /// Canals.
    pub canals: Vec<Canal>,
    /// Bridges.
    pub bridges: Vec<Bridge>,
    /// Villages and towns.
    pub villages: Vec<Village>,
    /// Woods and ridges.
    pub grounds: Vec<Ground>,
    /// Roads, for the eye only. See [`AreaMap::village_lanes`].
    pub roads: Vec<Vec<Point>>,
    /// Trench lines.
    pub trenches: Vec<TrenchLine>,
    /// Boxes kept free.
    pub tracks: Vec<TrackBox>,
}

impl AreaMap {
    /// Whether a zone box covers a point, so that nothing there need be drawn or named.
    pub(crate) fn is_boxed(&self, point: Point) -> bool {
        self.zones.iter().any(|zone| contains(&zone.polygon, point))
    }

    /// Areas, then zones.
    pub(crate) fn places(&self) -> impl Iterator<Item = &Area> {
        self.areas.iter().chain(&self.zones)
    }
}
