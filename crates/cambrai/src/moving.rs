//! How units move (10.0): by which border, at what cost. [`crate::movement`] has the step.

use crate::board::{Board, Where};
use crate::combat;
use crate::control;
use crate::event::{Event, Way};
use crate::interdiction;
use crate::pack::{Kind, Pack};
use crate::reinforcements::sectors;
use crate::rolling;
use crate::rule::Rule;
use crate::scenario::{BridgeState, Weather};
use crate::sets::{Place, Places, Unit, Units};
use crate::side::Side;
use crate::step::Context;

/// How a unit may leave a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crossing {
    /// By land or bridge.
    Dry,
    /// Through a canal (infantry only).
    Wading,
}

/// A unit's movement factor in this impulse: slower under interdiction, in overcast, and cavalry on the first day
/// (10.1, 17.3, 6.2, 16.5). Ruling R63: halving comes before the loss by overcast.
pub(crate) fn allowance(pack: &Pack, board: &Board, unit: Unit) -> u8 {
    let info = pack.info(unit);
    let mut factor = info.movement;
    if board.turn == 0 && info.kind == Kind::Cavalry {
        factor = factor.min(pack.charts.movement.cavalry_first_day);
    }
    if board.impulse.area.is_some_and(|area| interdiction::hinders(board, info.side, area)) {
        factor = factor.div_ceil(2);
    }
    if board.weather == Weather::Overcast {
        factor = factor.saturating_sub(pack.charts.movement.overcast_loss);
    }
    factor
}

/// What is left of it.
pub(crate) fn left(pack: &Pack, board: &Board, unit: Unit) -> u8 {
    allowance(pack, board, unit).saturating_sub(board.impulse.spent[unit.index()])
}

/// What entering a place costs a side without any barrage: more beside or among its enemies (10.1).
pub(crate) fn base_cost(pack: &Pack, board: &Board, side: Side, place: Place) -> u8 {
    let chart = &pack.charts.movement;
    let enemy = side.enemy();
    let fresh = board.fresh_present(enemy);
    if fresh.contains(place) {
        chart.fresh_enemy
    } else if board.present(enemy).contains(place) {
        chart.exhausted_enemy
    } else if !(pack.links.neighbours[place.index()] & fresh).is_empty() {
        chart.watched
    } else {
        chart.vacant
    }
}

/// What entering a place costs, Rolling Barrages included, and what leaving a fought-over active area adds (10.1,
/// 9.5.1, 11.3).
pub(crate) fn cost(pack: &Pack, board: &Board, unit: Unit, from: Place, place: Place) -> u8 {
    let chart = &pack.charts.movement;
    let base = base_cost(pack, board, pack.info(unit).side, place);
    let barrage = rolling::counted(pack, board, unit, place).saturating_mul(chart.rolling_barrage);
    let leaves = board.impulse.area == Some(from) && board.impulse.spent[unit.index()] == 0;
    base.saturating_sub(barrage).max(chart.least) + if leaves { board.impulse.leaving } else { 0 }
}

/// Ends of intact bridges at a place, with and without room for one more unit.
#[inline]
pub(crate) fn bridge_ends(pack: &Pack, board: &Board, from: Place) -> (Places, Places) {
    let (mut intact, mut crowded) = (Places::NONE, Places::NONE);
    for (bridge, end) in pack.links.bridges[from.index()].iter().map_while(|bridge| *bridge) {
        if board.bridge(bridge) != BridgeState::Destroyed {
            intact.insert(end);
            if board.impulse.crossings[bridge.index()] >= pack.charts.movement.bridge_capacity {
                crowded.insert(end);
            }
        }
    }
    (intact, crowded)
}

/// Names every set of places closed to a unit, with the rule that closes it. What no rule closes is open: offering,
/// checking and explaining all read this one list.
#[inline]
pub(crate) fn survey(
    pack: &Pack,
    board: &Board,
    unit: Unit,
    from: Place,
    crossing: Crossing,
    mut close: impl FnMut(Places, Rule),
) {
    let (links, impulse) = (&pack.links, &board.impulse);
    let side = pack.info(unit).side;
    let (neighbours, dry) = (links.neighbours[from.index()], links.dry[from.index()]);
    let spent = impulse.spent[unit.index()];
    let zones = if links.zones.contains(from) { links.all } else { links.zones };
    close(links.all - neighbours - zones, Rule::Adjacency);
    close(zones - neighbours, Rule::ZoneConnections);
    match crossing {
        Crossing::Dry => {
            let (intact, crowded) = bridge_ends(pack, board, from);
            close(neighbours - dry - intact, Rule::CanalCrossing);
            close(crowded, Rule::BridgeCapacity);
        }
        // Ruling R15: infantry that has not spent anything yet.
        Crossing::Wading => {
            let able = pack.kinds.infantry.contains(unit) && spent == 0;
            close(if able { dry } else { links.all }, Rule::CanalCrossing);
        }
    }
    if pack.kinds.counting.contains(unit) {
        close(board.full(side), Rule::FullAreas);
        close(board.full(side), Rule::Stacking);
    }
    if sectors(pack, board) {
        let outside = !pack.kinds.sector[unit.index()];
        close(outside, Rule::OperationalSectors);
        close(outside, Rule::FirstDaySectors);
    }
    close(impulse.assaulted, Rule::SeveralDestinations);
    // This holds for every unit that leaves such an area, also where a barrage has cleared it meanwhile.
    if impulse.contested.contains(from) && (impulse.area == Some(from) || !pack.first_edition()) {
        let barred = !control::free(pack, board, side);
        close(barred, Rule::ContestedExit);
        close(barred, Rule::FreeAreas);
    }
    let left = left(pack, board, unit);
    if left == 0 {
        close(links.all, Rule::MovementCosts);
    } else if spent > 0 {
        // The minimum move is for those that have spent nothing (10.2).
        let dear = neighbours.iter().filter(|place| cost(pack, board, unit, from, *place) > left).collect();
        close(dear, Rule::MovementCosts);
    }
}

/// The places a unit may enter next.
pub(crate) fn open_places(pack: &Pack, board: &Board, unit: Unit, from: Place, crossing: Crossing) -> Places {
    let mut closed = Places::NONE;
    survey(pack, board, unit, from, crossing, |places, _| closed |= places);
    pack.links.neighbours[from.index()] - closed
}

/// Units that may still act in this impulse.
pub(crate) fn able(board: &Board) -> Units {
    (board.impulse.started & board.fresh) - board.impulse.finished
}

/// Whether a unit that may act is free to move: among enemies it is not, unless it began there (10.1).
pub(crate) fn is_loose(board: &Board, side: Side, unit: Unit, place: Place) -> bool {
    !board.present(side.enemy()).contains(place)
        || board.impulse.area == Some(place) && board.impulse.spent[unit.index()] == 0
}

/// Whether a unit can still enter any place (10.1).
pub(crate) fn has_way(pack: &Pack, board: &Board, unit: Unit, place: Place) -> bool {
    if !is_loose(board, board.active, unit, place) {
        return false;
    }
    let allowed = rolling::allowed(pack, board, unit);
    let leads = |way: Crossing| !(open_places(pack, board, unit, place, way) & allowed).is_empty();
    leads(Crossing::Dry)
        || pack.links.neighbours[place.index()] != pack.links.dry[place.index()] && leads(Crossing::Wading)
}

/// Units that entered a place and wait there for an assault (11.1, 11.2).
pub(crate) fn waiting(board: &Board, place: Place) -> Units {
    let entered = |unit: &Unit| board.impulse.came_from[unit.index()].is_some();
    if board.impulse.area == Some(place) {
        return Units::NONE;
    }
    (able(board) & board.units_in(place)).iter().filter(entered).collect()
}

/// Places where an assault can be resolved: the mandatory, the others.
pub(crate) fn assaults(pack: &Pack, board: &Board) -> (Places, Places) {
    let enemies = board.present(board.active.enemy()) - board.impulse.assaulted;
    let mut entered = Places::NONE;
    for unit in able(board).iter() {
        if let (Some(place), Some(_)) = (board.place_of(unit), board.impulse.came_from[unit.index()])
            && board.impulse.area != Some(place)
        {
            entered.insert(place);
        }
    }
    entered &= enemies;
    let mandatory = entered - board.impulse.contested;
    let mut optional = entered & board.impulse.contested;
    if let Some(area) = board.impulse.area.filter(|area| enemies.contains(*area))
        && !board.impulse.halted
        && !combat::insiders(pack, board, area).is_empty()
    {
        optional.insert(area);
    }
    (mandatory, optional)
}

/// A unit enters a place: it pays, uses the bridge, and may become the point unit (10.1, 10.4, 10.5.2).
pub(crate) fn enter(
    pack: &Pack,
    board: &mut Board,
    unit: Unit,
    from: Place,
    place: Place,
    crossing: Crossing,
    context: &mut Context,
) {
    let (price, purse) = (cost(pack, board, unit, from, place), left(pack, board, unit));
    let paid = if crossing == Crossing::Wading { purse } else { price.min(purse) };
    let bridge = if crossing == Crossing::Dry { pack.bridge_between(from, place) } else { None };
    let impulse = &mut board.impulse;
    impulse.spent[unit.index()] += paid;
    impulse.came_from[unit.index()] = Some(from);
    let way = match (crossing, bridge) {
        (Crossing::Wading, _) => Way::Wading,
        (Crossing::Dry, Some(bridge)) => {
            impulse.crossings[bridge.index()] += 1;
            Way::Bridge
        }
        (Crossing::Dry, None) => Way::Land,
    };
    if way == Way::Wading {
        impulse.waded.insert(unit);
    } else {
        impulse.waded.remove(unit);
    }
    let first = board.derived.present[board.active.enemy()].contains(place)
        && !impulse.contested.contains(place)
        && impulse.first_in[place.index()].is_none();
    if first {
        impulse.first_in[place.index()] = Some(unit);
    }
    let minimum = way != Way::Wading && price > purse;
    context.tell(|| Event::Moved { unit, from, to: place, cost: paid, way, minimum, first });
    control::relocate(pack, board, unit, Where::At(place), context);
}

/// Lets the named unit enter a place on a copy of the board, to see what an assault there would be like.
pub(crate) fn rehearse(
    pack: &Pack,
    board: &mut Board,
    place: Place,
    crossing: Crossing,
    context: &mut Context,
) {
    if let Some((unit, from)) = board.impulse.mover.and_then(|unit| Some((unit, board.place_of(unit)?))) {
        enter(pack, board, unit, from, place, crossing, context);
    }
}
