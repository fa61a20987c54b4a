//! Maps of areas: Breakthrough: Cambrai.

mod badges;
mod draw;
mod frame;
mod input;
mod land;
mod lettering;
mod lines;
mod network;
mod roads;
mod spots;

pub use input::{
    Area, AreaMap, Bridge, BridgeState, Canal, Connection, Ground, GroundKind, Identifier, Sector, TrackBox,
    TrenchLine, Village,
};
