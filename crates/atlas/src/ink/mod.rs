//! The draughtsman's desk: what both kinds of map are drawn with.

pub(crate) mod contour;
mod curve;
mod geometry;
pub(crate) mod glyphs;
pub(crate) mod hachures;
pub(crate) mod labels;
mod nation;
pub(crate) mod noise;
pub(crate) mod strokes;
mod svg;
pub(crate) mod theme;
pub(crate) mod words;

pub(crate) use curve::{Curve, smooth};
pub use geometry::{Point, Side};
pub(crate) use geometry::{Rect, contains, length, nearest_on, resample, side_of};
pub use nation::{Colour, Nation};
pub(crate) use svg::{Path, escape, number, slug};
