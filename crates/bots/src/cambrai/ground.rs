//! The lie of the land: who holds what, what it is worth, how far the front is.

use ::cambrai::board::Board;
use ::cambrai::pack::{Identifier, Pack};
use ::cambrai::scenario::BridgeState;
use ::cambrai::sets::{Place, Places, Unit, Units};
use ::cambrai::side::Side;

use super::temper::TEMPER;

/// The places under a side's control.
pub(super) fn held(pack: &Pack, board: &Board, side: Side) -> Places {
    match side {
        Side::British => board.british,
        Side::German => pack.links.all - board.british,
    }
}

/// Everything beside at least one of some places.
pub(super) fn beside(pack: &Pack, places: Places) -> Places {
    places.iter().fold(Places::NONE, |near, place| near | pack.links.neighbours[place.index()])
}

/// What a place is worth to whoever holds it, in victory points and a little more.
pub(super) fn worth(pack: &Pack, board: &Board, place: Place) -> f32 {
    let scenario = &pack.scenarios[usize::from(board.scenario)];
    let mut worth = 1.0;
    if haig_decides(pack, board) {
        if pack.links.objectives.contains(place) {
            worth += TEMPER.objective;
        }
        if pack.links.east.contains(place) && (board.british & pack.links.east).is_empty() {
            worth += TEMPER.east;
        }
    }
    if board.turn == 0 && scenario.releases.iter().any(|(area, _)| *area == place) {
        // A division and more waits for this ground (5.4).
        worth += TEMPER.release;
    }
    if pack.links.breakthrough.contains(place) {
        worth += TEMPER.zone;
    }
    if pack.at(place).identifier == Identifier::Square {
        worth += TEMPER.line;
    }
    worth
}

/// Whether Haig still has something to decide: before the last day, in a scenario in which he decides at all (13.1.2).
pub(super) fn haig_decides(pack: &Pack, board: &Board) -> bool {
    let scenario = &pack.scenarios[usize::from(board.scenario)];
    board.turn < scenario.last_turn
        && scenario.haig[usize::from(board.turn)..usize::from(scenario.last_turn)].contains(&true)
}

/// Whether sectors bind British units today (10.5.3).
fn bound(pack: &Pack, board: &Board) -> bool {
    pack.scenarios[usize::from(board.scenario)].sectors[usize::from(board.turn)]
}

/// The places beside `from` that a unit could enter by land or bridge, as far as sectors and stacking allow.
pub(super) fn exits(pack: &Pack, board: &Board, unit: Unit, from: Place) -> Places {
    let side = pack.info(unit).side;
    let mut open = roads(pack, board, from);
    if bound(pack, board) {
        open &= pack.kinds.sector[unit.index()];
    }
    if pack.kinds.counting.contains(unit) {
        open = open - board.full(side);
    }
    open
}

/// Neighbours by land or by a bridge that stands.
pub(super) fn roads(pack: &Pack, board: &Board, from: Place) -> Places {
    let bridges = pack.links.bridges[from.index()].iter().map_while(|bridge| *bridge);
    let stands = |(bridge, end)| (board.bridge(bridge) != BridgeState::Destroyed).then_some(end);
    pack.links.dry[from.index()] | bridges.filter_map(stands).collect()
}

/// How many steps each place is from the nearest ground that the enemy holds or contests; 15 where there is none.
pub(super) struct Front([u8; 64]);

impl Front {
    pub(super) fn of(pack: &Pack, board: &Board, side: Side) -> Front {
        let mut steps = [15; 64];
        let mut edge = held(pack, board, side.enemy()) | board.present(side.enemy());
        let mut seen = Places::NONE;
        let mut distance = 0;
        while !edge.is_empty() && distance < 15 {
            for place in edge.iter() {
                steps[place.index()] = distance;
            }
            seen |= edge;
            edge = beside(pack, edge) - seen;
            distance += 1;
        }
        Front(steps)
    }

    pub(super) fn steps(&self, place: Place) -> u8 {
        self.0[place.index()]
    }
}

/// Fresh units of a side in a place that can attack.
pub(super) fn strikers(pack: &Pack, board: &Board, side: Side, place: Place) -> Units {
    (board.units_in(place) & pack.kinds.of[side] & board.fresh_units()) - pack.kinds.garrisons
}

/// Own ground without own troops that fresh enemies stand beside: they could simply walk in.
pub(super) fn gaps(pack: &Pack, board: &Board, side: Side) -> Places {
    let open = held(pack, board, side) - board.present(side) - board.present(side.enemy());
    open & beside(pack, board.fresh_present(side.enemy()))
}
