//! The lie of the land: who holds what, what it is worth, how far the front is.

use ::cambrai::board::Board;
use ::cambrai::pack::{Identifier, Pack};
use ::cambrai::scenario::{BridgeState, Weather};
use ::cambrai::sets::{Place, Places, Unit, Units};
use ::cambrai::side::Side;

use super::temper::TEMPER;

/// No unit has more movement factors than this.
const FARTHEST: u8 = 8;

/// The movement factors of cavalry on November 20 (16.5).
const CONFUSED: u8 = 5;

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

/// What a place is worth to its holder, in victory points and a little more.
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

/// The worth to the British of merely contesting a place, because Haig looks at it (13.1.2).
pub(super) fn foothold(pack: &Pack, board: &Board, place: Place) -> f32 {
    let there = board.british | board.present(Side::British);
    if there.contains(place) || !haig_decides(pack, board) {
        return 0.0;
    }
    let objective = if pack.links.objectives.contains(place) { TEMPER.objective } else { 0.0 };
    let first_east = pack.links.east.contains(place) && (there & pack.links.east).is_empty();
    objective + if first_east { 0.5 * TEMPER.east } else { 0.0 }
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

/// How many movement factors a unit has in an impulse (6.2, 16.5).
fn pace(pack: &Pack, board: &Board, unit: Unit) -> u8 {
    let confused = board.turn == 0 && pack.kinds.cavalry.contains(unit);
    let factors = pack.info(unit).movement.min(if confused { CONFUSED } else { FARTHEST });
    factors.saturating_sub(u8::from(board.weather == Weather::Overcast))
}

/// How many of them are left in this one.
pub(super) fn allowance(pack: &Pack, board: &Board, unit: Unit) -> u8 {
    pace(pack, board, unit).saturating_sub(board.impulse.spent[unit.index()])
}

/// Whether a single German unit bars the way to a zone of breakthrough while fresh cavalry waits for it to leave.
pub(super) fn bars_the_way(pack: &Pack, board: &Board, place: Place) -> bool {
    let guards = board.units_in(place) & pack.kinds.of[Side::German];
    let riders = pack.kinds.cavalry & board.fresh_units();
    guards.count() == 1
        && !pack.at(place).is_zone
        && beside(pack, pack.links.breakthrough).contains(place)
        && riders.iter().any(|rider| board.place_of(rider).is_some())
}

/// Where a unit could walk from a place without meeting the enemy, with these movement factors (10.1).
pub(super) fn walks(pack: &Pack, board: &Board, unit: Unit, from: Place, factors: u8) -> Places {
    let side = pack.info(unit).side;
    let enemies = board.present(side.enemy());
    let watched = beside(pack, board.fresh_present(side.enemy()));
    let factors = usize::from(factors.min(FARTHEST));
    let mut edges = [Places::NONE; FARTHEST as usize + 2];
    edges[0] = Places::one(from);
    let mut seen = Places::NONE;
    for spent in 0..=factors {
        let edge = edges[spent] - seen;
        seen |= edge;
        for place in edge.iter().filter(|_| spent < factors) {
            let mut open = exits(pack, board, unit, place) - enemies - seen;
            if enemies.contains(place) {
                // A unit leaves a contested place only for free ground.
                open &= held(pack, board, side);
            }
            edges[spent + 1] |= open - watched;
            edges[(spent + 2).min(factors + 1)] |= open & watched;
        }
    }
    seen - Places::one(from)
}

/// Enemy ground without defenders.
pub(super) fn vacant(pack: &Pack, board: &Board, side: Side) -> Places {
    held(pack, board, side.enemy()) - board.present(side.enemy())
}

/// Where fresh British cavalry could ride in one impulse if that leads it to a zone of breakthrough (13.1.1): the zones
/// within its reach, and what lies before them.
pub(super) fn raid(pack: &Pack, board: &Board) -> Places {
    let zones = pack.links.breakthrough;
    let riders = pack.kinds.cavalry & board.fresh_units();
    let (mut raid, mut seen) = (Places::NONE, Places::NONE);
    for rider in riders.iter() {
        let Some(from) = board.place_of(rider).filter(|from| !seen.contains(*from)) else { continue };
        seen.insert(from);
        let ride = walks(pack, board, rider, from, pace(pack, board, rider));
        if !(ride & zones).is_empty() {
            raid |= ride & (zones | beside(pack, zones));
        }
    }
    raid
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

/// Where fresh enemies stand that could step out. Garrisons and engaged units cannot (10.1).
pub(super) fn menace(pack: &Pack, board: &Board, side: Side) -> Places {
    let standing = board.fresh_present(side.enemy()) - board.present(side);
    standing.iter().filter(|place| !strikers(pack, board, side.enemy(), *place).is_empty()).collect()
}

/// Whether enemies who stand there could walk into a place, at once or over their own ground.
pub(super) fn exposed(pack: &Pack, board: &Board, side: Side, place: Place, menace: Places) -> bool {
    let over = held(pack, board, side.enemy()) - board.present(side);
    let ways = menace | (over & beside(pack, menace));
    !(pack.links.neighbours[place.index()] & ways).is_empty()
}

/// Own ground without own troops, with such enemies beside it.
pub(super) fn breaches(pack: &Pack, board: &Board, side: Side) -> Places {
    let open = held(pack, board, side) - board.present(side) - board.present(side.enemy());
    open & beside(pack, menace(pack, board, side))
}

/// Own ground without own troops, with fresh enemies beside it: they could simply walk in.
pub(super) fn gaps(pack: &Pack, board: &Board, side: Side) -> Places {
    let open = held(pack, board, side) - board.present(side) - board.present(side.enemy());
    open & beside(pack, board.fresh_present(side.enemy()))
}
