//! What the games on square grids share: the grid, its counters, a position, zones of control, stacking, movement, paths.
//!
//! Every number comes from the pack's charts. A game's own rules stand in its own module.

pub(crate) mod board;
pub(crate) mod charts;
pub(crate) mod counters;
pub(crate) mod grid;
pub(crate) mod map;
pub(crate) mod movement;
pub(crate) mod paths;
pub(crate) mod position;
pub(crate) mod sets;
pub(crate) mod stacking;
pub(crate) mod turn;
pub(crate) mod zoc;
