//! Maps of squares: The Big Push and Verdun.

mod built;
mod draw;
mod frame;
mod input;
mod land;
mod lanes;
mod lettering;
mod lines;

pub(crate) use land::trees_svg;

pub use input::{
    ClosedBank, Codes, Crossing, EdgeNote, EdgeSide, Fort, GridMap, Importance, Name, NameKind, Railway,
    River, RiverClass, Road, RoadClass, Square, Terrain, Town, Trench, Work,
};

/// The side of a square in map units. A hundredth of it is the finest grain that small strokes need.
pub(crate) const SIZE: f64 = 100.0;
