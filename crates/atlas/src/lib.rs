//! Maps and counters drawn as SVG. Knows no rule.
//!
//! Another crate fills plain structs from its packs, and this one draws them:
//!
//! - [`GridMap`]: a map of lettered and numbered squares (The Big Push, Verdun);
//! - [`AreaMap`]: a map of areas, zone boxes and connections (Breakthrough: Cambrai);
//! - [`CounterFace`]: one side of a counter; [`sheet`] turns many into one SVG of symbols;
//! - [`map_with_counters`]: a map with counters lying on it, for a picture of a set-up;
//! - [`crop`]: a window cut out of such a picture.
//!
//! # What a client may rely on
//!
//! The root is `<svg class="atlas …">`; its colours are custom properties (`--paper`, `--ink`, …) with light
//! defaults, dark ones under `prefers-color-scheme: dark` or the class `dark`, and the class `light` to refuse
//! them. Its `data-counter` is the usual side of a counter in map units. The classes `zoom-far` and `zoom-near`
//! thin out or bring in small lettering.
//!
//! Layers are `<g id="layer-…">` in the order of [`LAYERS`]. Every place is one shape
//! `<… id="place-{id}" class="place" data-place="{id}">` with `data-x` and `data-y` (its middle), and, on area
//! maps, `data-spots` (where counters of side `data-size` lie best, first spot first). A client tints a place by adding one of the
//! classes `can-move`, `can-act`, `is-target`, `is-picked` or `is-last`, and drops its counters into
//! `#layer-counters`. On area maps the side that controls a place is the class `is-british` or `is-german` of every
//! element with its `data-control-of`, and a bridge's state is the `data-state` of its group.
//!
//! # Where things live
//!
//! `ink` holds what a draughtsman has on his desk (points, curves, contours, letters, the theme);
//! `grid` and `area` draw the two kinds of map with it; `counter` draws counters, marks and markers.

mod area;
mod compose;
mod counter;
mod crop;
mod grid;
mod ink;
mod map;

pub use area::{
    Area, AreaMap, Bridge, BridgeState, Canal, Connection, Ground, GroundKind, Identifier, Sector, TrackBox,
    TrenchLine, Village,
};
pub use compose::{Placement, close, map_with_counters};
pub use counter::{CounterFace, Mark, Marker, SizeMark, Strength, Symbol, face_id, sheet};
pub use crop::{Window, crop};
pub use grid::{
    ClosedBank, Codes, Crossing, EdgeNote, EdgeSide, Fort, GridMap, Importance, Name, NameKind, Railway,
    River, RiverClass, Road, RoadClass, Square, Terrain, Town, Trench, Work,
};
pub use ink::{Colour, Nation, Point, Side};
pub use map::{Facing, LAYERS, Map, Spot};
