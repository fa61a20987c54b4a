//! Supply lines (12.3) and paths of control.

use std::collections::BTreeSet;

use super::board::Board;
use super::pack::{Pack, Side};

/// The places of a side that have a path of places under its control to one of its supply zones under its control;
/// contested places count, canals do not matter (12.3, R52).
pub(super) fn connected(pack: &Pack, board: &Board, side: Side) -> BTreeSet<String> {
    let source = |id: &String| pack.places.get(id).is_some_and(|p| p.supply == side.word());
    let mut found: BTreeSet<String> =
        pack.places.keys().filter(|p| source(p) && board.controls(side, p)).cloned().collect();
    loop {
        let mut more = found.clone();
        for place in &found {
            more.extend(pack.next_to(place).into_iter().filter(|p| board.controls(side, p)));
        }
        if more == found {
            return found;
        }
        found = more;
    }
}

/// A unit is supplied in a place on such a path, or in a contested place next to one (12.3, R52).
pub(super) fn supplied(pack: &Pack, board: &Board, unit: &str) -> bool {
    let (Some(u), Some(place)) = (pack.units.get(unit), board.at.get(unit)) else { return false };
    let path = connected(pack, board, u.side);
    path.contains(place)
        || (board.contested(pack, place) && pack.next_to(place).iter().any(|p| path.contains(p)))
}

/// Whether a path of places under a side's control joins two places (R47).
pub(super) fn joined(pack: &Pack, board: &Board, side: Side, a: &str, b: &str) -> bool {
    if !board.controls(side, a) || !board.controls(side, b) {
        return false;
    }
    let mut found = BTreeSet::from([a.to_string()]);
    loop {
        let mut more = found.clone();
        for place in &found {
            more.extend(pack.next_to(place).into_iter().filter(|p| board.controls(side, p)));
        }
        if more == found {
            return found.contains(b);
        }
        found = more;
    }
}
