//! Movement in an assault impulse (10.0): which unit, by which border, at what cost.

use engine::{Context, Flow, Forbidden};

use crate::Cambrai;
use crate::board::{Assault, AssaultKind, Board, Where};
use crate::bridges;
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
use crate::step::{Action, Step};

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

/// After an overrun the impulse begins anew with artillery (11.5.2).
pub(crate) fn run(_pack: &Pack, board: &mut Board) -> Flow<Cambrai> {
    if std::mem::take(&mut board.impulse.overran) { Flow::Goto(Step::Artillery) } else { Flow::Ask }
}

pub(crate) fn ask(pack: &Pack, board: &Board, options: &mut Vec<Action>) {
    let impulse = &board.impulse;
    if let Some(mover) = impulse.mover
        && let Some(from) = board.place_of(mover)
    {
        let allowed = rolling::allowed(pack, board, mover);
        let open = |way: Crossing| (open_places(pack, board, mover, from, way) & allowed).iter();
        options.extend(open(Crossing::Dry).map(Action::To));
        options.extend(open(Crossing::Wading).map(Action::Wade));
        if !impulse.moved {
            return;
        }
    }
    if !impulse.halted {
        for unit in able(board).iter().filter(|unit| impulse.mover != Some(*unit)) {
            if board.place_of(unit).is_some_and(|place| has_way(pack, board, unit, place)) {
                options.push(Action::Move(unit));
            }
        }
    }
    if rolling::awaiting(pack, board).is_some() {
        return;
    }
    let (mandatory, optional) = assaults(pack, board);
    options.extend((mandatory | optional).iter().map(Action::Assault));
    if mandatory.is_empty() {
        options.push(Action::Done);
    }
}

pub(crate) fn check(pack: &Pack, board: &Board, action: Action) -> Forbidden {
    let impulse = &board.impulse;
    let mut verdict = Forbidden::NO;
    // A unit that was named must enter a place before anything else.
    let pledged = impulse.mover.is_some() && !impulse.moved;
    let awaiting = rolling::awaiting(pack, board);
    match action {
        Action::To(place) => verdict = check_way(pack, board, place, Crossing::Dry),
        Action::Wade(place) => verdict = check_way(pack, board, place, Crossing::Wading),
        Action::Move(unit) => {
            verdict = check_mover(pack, board, unit);
            verdict.when(pledged || impulse.mover == Some(unit), Rule::Movement);
        }
        Action::Assault(place) => {
            let (mandatory, optional) = assaults(pack, board);
            verdict
                .when(awaiting.is_some(), Rule::AssaultSupport)
                .when(impulse.assaulted.contains(place), Rule::SeveralDestinations)
                .when(pledged, Rule::Movement)
                .when(!(mandatory | optional).contains(place), Rule::Combat);
        }
        Action::Done => {
            verdict
                .when(awaiting.is_some(), Rule::AssaultSupport)
                .when(!assaults(pack, board).0.is_empty(), Rule::MandatoryAssault)
                .when(pledged, Rule::Movement);
        }
        _ => {}
    }
    verdict
}

fn check_way(pack: &Pack, board: &Board, place: Place, crossing: Crossing) -> Forbidden {
    let mut verdict = Forbidden::NO;
    let mover = board.impulse.mover.and_then(|mover| Some((mover, board.place_of(mover)?)));
    if let Some((mover, from)) = mover {
        survey(pack, board, mover, from, crossing, |places, rule| {
            verdict.when(places.contains(place), rule);
        });
        verdict.when(!rolling::allowed(pack, board, mover).contains(place), Rule::AssaultSupport);
    } else {
        // Those that entered among enemies had to stop (10.1).
        let stopped = board.impulse.came_from.iter().any(Option::is_some);
        verdict.when(true, Rule::Movement).when(stopped, Rule::MovementCosts);
    }
    verdict
}

fn check_mover(pack: &Pack, board: &Board, unit: Unit) -> Forbidden {
    let impulse = &board.impulse;
    let mut verdict = Forbidden::NO;
    let Some(place) = board.place_of(unit).filter(|_| pack.info(unit).side == board.active) else {
        return Forbidden::by(Rule::InactiveSide);
    };
    verdict
        .when(pack.kinds.garrisons.contains(unit), Rule::Garrisons)
        .when(!board.is_fresh(unit), Rule::UnitStates)
        .when(impulse.released.contains(unit), Rule::FirstDayReleases)
        .when(!impulse.started.contains(unit), Rule::AssaultImpulse)
        .when(impulse.finished.contains(unit), Rule::Movement)
        .when(impulse.halted, Rule::TriangleOverrun)
        .when(!is_loose(board, board.active, unit, place), Rule::MovementCosts);
    if verdict.is_legal() && !has_way(pack, board, unit, place) {
        let awaited = rolling::awaiting(pack, board).is_some();
        verdict.when(true, if awaited { Rule::AssaultSupport } else { Rule::Movement });
    }
    verdict
}

pub(crate) fn choose(
    pack: &Pack,
    board: &mut Board,
    action: Action,
    context: &mut Context<Event>,
) -> Flow<Cambrai> {
    match action {
        Action::To(place) => step_into(pack, board, place, Crossing::Dry, context),
        Action::Wade(place) => step_into(pack, board, place, Crossing::Wading, context),
        Action::Move(unit) => {
            stop_mover(board);
            board.impulse.mover = Some(unit);
        }
        Action::Assault(place) => {
            stop_mover(board);
            return begin_assault(pack, board, place);
        }
        _ => {
            stop_mover(board);
            return Flow::Goto(if board.impulse.halted { Step::ImpulseEnd } else { Step::Demolition });
        }
    }
    Flow::Again
}

/// Units move one at a time: when the next begins, the last has ended its move (10.0).
fn stop_mover(board: &mut Board) {
    if let Some(mover) = board.impulse.mover.take() {
        board.impulse.finished.insert(mover);
    }
    board.impulse.moved = false;
}

fn step_into(pack: &Pack, board: &mut Board, place: Place, crossing: Crossing, context: &mut Context<Event>) {
    let Some((unit, from)) = board.impulse.mover.and_then(|unit| Some((unit, board.place_of(unit)?))) else {
        return;
    };
    if crossing == Crossing::Dry && bridges::collapses(pack, board, unit, from, place, context) {
        stop_mover(board);
        return;
    }
    enter(pack, board, unit, from, place, crossing, context);
    board.impulse.moved = true;
    if !is_loose(board, board.active, unit, place) {
        // It must stop and wait for its assault; it is not finished.
        board.impulse.mover = None;
        board.impulse.moved = false;
    } else if pack.first_edition() && !has_way(pack, board, unit, place) {
        stop_mover(board);
    }
}

/// A unit enters a place: it pays, uses the bridge, and may become the point unit (10.1, 10.4, 10.5.2).
fn enter(
    pack: &Pack,
    board: &mut Board,
    unit: Unit,
    from: Place,
    place: Place,
    crossing: Crossing,
    context: &mut Context<Event>,
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

fn begin_assault(pack: &Pack, board: &mut Board, place: Place) -> Flow<Cambrai> {
    let kind = if board.impulse.area == Some(place) {
        AssaultKind::Inside
    } else if board.impulse.contested.contains(place) {
        AssaultKind::Optional
    } else {
        AssaultKind::Mandatory
    };
    let chart = &pack.charts.movement;
    let fresh = board.fresh_present(board.active.enemy()).contains(place);
    let mandatory = kind == AssaultKind::Mandatory;
    board.assault = Some(Assault {
        place,
        kind,
        attackers: if mandatory { waiting(board, place) } else { Units::NONE },
        point: if mandatory { board.impulse.first_in[place.index()] } else { None },
        forward: None,
        outcome: None,
        points: 0,
        begun: false,
        cost: if fresh { chart.assault_fresh } else { chart.assault_exhausted },
    });
    Flow::Call(if mandatory { Step::Point } else { Step::Commitment })
}

/// Lets the named unit enter a place on a copy of the board, to see what an assault there would be like.
pub(crate) fn rehearse(
    pack: &Pack,
    board: &mut Board,
    place: Place,
    crossing: Crossing,
    context: &mut Context<Event>,
) {
    if let Some((unit, from)) = board.impulse.mover.and_then(|unit| Some((unit, board.place_of(unit)?))) {
        enter(pack, board, unit, from, place, crossing, context);
    }
}
