//! Rolling Barrages (9.5.1): each counts only with an infantry unit that walks behind it (9.5).
//!
//! Ruling R101: markers are laid before anyone moves, so a unit that enters enemies may count on infantry of the active
//! area that can still follow. That infantry must then follow before anything else is done.

use crate::board::Board;
use crate::moving::{self, Crossing};
use crate::pack::Pack;
use crate::sets::{Place, Places, Unit, Units};

/// How many of the Rolling Barrages on a place lower its cost for a unit: not more than help, and not more than the
/// infantry that has entered, enters now or must follow (9.5, 9.5.1).
pub(crate) fn counted(pack: &Pack, board: &Board, unit: Unit, place: Place) -> u8 {
    let laid = board.impulse.rolling[place.index()];
    if laid == 0 || pack.first_edition() {
        return laid;
    }
    let useful = useful(pack, board, place);
    let walking = walking(pack, board, unit, place);
    if walking >= useful { useful } else { useful.min(walking + followers(pack, board, Some(unit), place)) }
}

/// How much infantry must follow if a unit enters a place now (9.5, ruling R101).
pub(crate) fn promised(pack: &Pack, board: &Board, unit: Unit, place: Place) -> u8 {
    if pack.first_edition() {
        return 0;
    }
    counted(pack, board, unit, place).saturating_sub(walking(pack, board, unit, place))
}

/// The place whose Rolling Barrages have been used and still wait for infantry: nothing else may be done (9.5, ruling
/// R101).
pub(crate) fn awaiting(pack: &Pack, board: &Board) -> Option<Place> {
    let impulse = &board.impulse;
    if pack.first_edition() || impulse.halted || impulse.rolling.iter().all(|laid| *laid == 0) {
        return None;
    }
    let places = (board.present(board.active.enemy()) - impulse.assaulted).iter();
    places.filter(|place| impulse.rolling[place.index()] > 0).find(|place| {
        let there = behind(pack, board, *place).count();
        !moving::waiting(board, *place).is_empty()
            && there < useful(pack, board, *place)
            && followers(pack, board, None, *place) > 0
    })
}

/// Where a unit may go: anywhere, unless Rolling Barrages wait for infantry (9.5, ruling R101).
pub(crate) fn allowed(pack: &Pack, board: &Board, unit: Unit) -> Places {
    match awaiting(pack, board) {
        None => pack.links.all,
        Some(place) if pack.kinds.infantry.contains(unit) => Places::one(place),
        Some(_) => Places::NONE,
    }
}

/// As many markers as bring the cost down to the least (9.5.1).
fn useful(pack: &Pack, board: &Board, place: Place) -> u8 {
    let chart = &pack.charts.movement;
    let excess = moving::base_cost(pack, board, board.active, place).saturating_sub(chart.least);
    excess.div_ceil(chart.rolling_barrage.max(1)).min(board.impulse.rolling[place.index()])
}

/// Infantry that has entered a place in this impulse and is there. What fell back to where it came from did not enter.
fn behind(pack: &Pack, board: &Board, place: Place) -> Units {
    let entered = |unit: &Unit| board.impulse.came_from[unit.index()].is_some_and(|from| from != place);
    (board.impulse.started & board.fresh & pack.kinds.infantry & board.units_in(place))
        .iter()
        .filter(entered)
        .collect()
}

/// The same with a unit that enters now.
fn walking(pack: &Pack, board: &Board, unit: Unit, place: Place) -> u8 {
    behind(pack, board, place).count() + u8::from(pack.kinds.infantry.contains(unit))
}

/// Infantry of the active area, besides the unit that enters, that has not moved and can enter among the enemies
/// there. Its way is always open: it has its minimum move, and may wade if the bridge is crowded.
fn followers(pack: &Pack, board: &Board, entering: Option<Unit>, place: Place) -> u8 {
    let side = board.active;
    let Some(area) = board.impulse.area.filter(|_| board.present(side.enemy()).contains(place)) else {
        return 0;
    };
    let may = |unit: &Unit| {
        Some(*unit) != entering
            && board.impulse.spent[unit.index()] == 0
            && [Crossing::Dry, Crossing::Wading]
                .iter()
                .any(|way| moving::open_places(pack, board, *unit, area, *way).contains(place))
    };
    let idle = moving::able(board) & pack.kinds.infantry & board.units_in(area);
    let taken = (board.own_in(pack, side, place) & pack.kinds.counting).count()
        + u8::from(entering.is_some_and(|unit| pack.kinds.counting.contains(unit)));
    let room = pack.charts.stacking.limit.saturating_sub(taken);
    (idle.iter().filter(may).count() as u8).min(room)
}
