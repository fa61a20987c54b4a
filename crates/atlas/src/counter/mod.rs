//! Counters, the marks on them, and markers on the map.

mod face;
mod input;
mod marker;
mod nato;
mod sheet;
mod status;

pub use input::{CounterFace, SizeMark, Strength, Symbol};
pub use marker::Marker;
pub(crate) use sheet::definitions;
pub use sheet::{face_id, sheet};
pub use status::Mark;
