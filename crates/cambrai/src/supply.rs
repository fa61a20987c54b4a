//! Supply lines (12.3): chains of friendly-controlled places to a side's own zones.

use crate::board::Board;
use crate::control;
use crate::pack::Pack;
use crate::sets::{Place, Places};
use crate::side::Side;

/// The places that are joined to `from` through `through`, which it must lie in.
pub(crate) fn joined(pack: &Pack, from: Places, through: Places) -> Places {
    let mut reached = from & through;
    let mut edge = reached;
    while !edge.is_empty() {
        let next = edge.iter().fold(Places::NONE, |next, place| next | pack.links.neighbours[place.index()]);
        edge = (next & through) - reached;
        reached |= edge;
    }
    reached
}

/// The places from which a side can trace a line of control to its zones, canals ignored (12.3).
pub(crate) fn network(pack: &Pack, board: &Board, side: Side) -> Places {
    joined(pack, pack.links.sources[side], control::controlled(pack, board, side))
}

/// Whether units of a side in `place` are in supply (12.3).
///
/// Ruling R52: the place itself is on the line, or it is contested and a neighbour is.
pub(crate) fn reaches(pack: &Pack, board: &Board, network: Places, place: Place) -> bool {
    network.contains(place)
        || control::contested(board).contains(place)
            && !(pack.links.neighbours[place.index()] & network).is_empty()
}
