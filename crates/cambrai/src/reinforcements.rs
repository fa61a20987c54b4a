//! Dawn: reinforcements, returning garrisons and the one tank (4.1, 5.0).

use engine::{Context, Flow, Forbidden};

use crate::board::{Air, Board, Where};
use crate::control;
use crate::event::Event;
use crate::pack::Pack;
use crate::rule::Rule;
use crate::sets::{Place, Places, Unit, Units};
use crate::side::Side;
use crate::step::{Action, Step};
use crate::{Cambrai, supply};

/// A new day: whoever holds the advantage now will have the first impulse (4.1, 4.2).
pub(crate) fn dawn(pack: &Pack, board: &mut Board, context: &mut Context<Event>) -> Flow<Cambrai> {
    let scenario = &pack.scenarios[usize::from(board.scenario)];
    if board.turn == scenario.first_turn {
        let scenario = board.scenario;
        context.tell(|| Event::Begun { scenario });
    }
    if let Some(holder) = board.advantage {
        board.first = holder;
    }
    board.asked = Side::British;
    let (turn, first) = (board.turn, board.first);
    context.tell(|| Event::TurnBegan { turn, first });
    Flow::Goto(Step::Reinforcements)
}

/// The zone that the schedule gives a unit (5.1, 5.2).
fn scheduled(pack: &Pack, board: &Board, unit: Unit) -> Option<Place> {
    pack.scenarios[usize::from(board.scenario)].arrivals[unit.index()].map(|arrival| arrival.at)
}

/// The zone in which a unit that is due may appear today.
///
/// Ruling R48: from the day after a zone is lost, the nearest friendly zone clockwise takes its place.
fn entry(pack: &Pack, board: &Board, unit: Unit) -> Option<Place> {
    let arrival = pack.scenarios[usize::from(board.scenario)].arrivals[unit.index()]?;
    if board.at[unit.index()] != Where::Reserve || arrival.turn > board.turn {
        return None;
    }
    let own = control::controlled(pack, board, pack.info(unit).side);
    if own.contains(arrival.at) {
        return Some(arrival.at);
    }
    let zones: Vec<Place> = pack.links.zones.iter().collect();
    let start = zones.iter().position(|zone| *zone == arrival.at)?;
    let clockwise = (1..zones.len()).map(|step| zones[(start + step) % zones.len()]);
    (arrival.turn < board.turn).then(|| clockwise.into_iter().find(|zone| own.contains(*zone)))?
}

/// Whether one more unit fits (7.1).
fn fits(pack: &Pack, board: &Board, unit: Unit, place: Place) -> bool {
    !pack.kinds.counting.contains(unit) || !board.full(pack.info(unit).side).contains(place)
}

/// Units of the side that is asked whose day has come.
fn overdue(pack: &Pack, board: &Board) -> Units {
    let scenario = &pack.scenarios[usize::from(board.scenario)];
    scenario.due_by[usize::from(board.turn)] & board.derived.reserve & pack.kinds.of[board.asked]
}

/// Reinforcements that must be placed now (5.0).
fn due(pack: &Pack, board: &Board) -> Units {
    let arrivals = overdue(pack, board);
    next_in(
        pack,
        board,
        board.asked,
        arrivals.iter().filter_map(|unit| Some((unit, entry(pack, board, unit)?))),
    )
}

/// Which of the units that come are placed next. If a zone has too little room for all that come there, its owner
/// chooses among them; otherwise they come one after the other, first those that stack free (7.1, rulings R75 and
/// R96).
fn next_in(pack: &Pack, board: &Board, side: Side, arrivals: impl Iterator<Item = (Unit, Place)>) -> Units {
    let mut first: Option<Place> = None;
    let mut there = Units::NONE;
    for (unit, zone) in arrivals.filter(|(unit, zone)| fits(pack, board, *unit, *zone)) {
        if !pack.kinds.counting.contains(unit) {
            return Units::one(unit);
        }
        if *first.get_or_insert(zone) == zone {
            there.insert(unit);
        }
    }
    let Some(zone) = first else { return Units::NONE };
    let standing = (board.own_in(pack, side, zone) & pack.kinds.counting).count();
    if standing + there.count() <= pack.charts.stacking.limit {
        return there.first().map_or(Units::NONE, Units::one);
    }
    there
}

/// Goes through both sides' reinforcements, the British first (4.1).
pub(crate) fn run(pack: &Pack, board: &mut Board, context: &mut Context<Event>) -> Flow<Cambrai> {
    if !due(pack, board).is_empty() {
        return Flow::Ask;
    }
    for unit in overdue(pack, board).iter() {
        context.tell(|| Event::Delayed { unit, place: scheduled(pack, board, unit) });
    }
    if board.asked == Side::British {
        board.asked = Side::German;
        return if pack.first_edition() { Flow::Again } else { Flow::Goto(Step::TankReturn) };
    }
    markers_arrive(pack, board, context);
    Flow::Goto(Step::Garrisons)
}

/// German Hurricane and air markers arrive by the schedule, fresh (3.1, rulings R64 and R74).
fn markers_arrive(pack: &Pack, board: &mut Board, context: &mut Context<Event>) {
    let scenario = &pack.scenarios[usize::from(board.scenario)];
    let side = Side::German;
    for _ in scenario.german_hurricanes.iter().filter(|turn| **turn == board.turn) {
        board.hurricane_fresh[side] += 1;
        context.tell(|| Event::HurricaneArrived { side });
    }
    if scenario.german_air == Some(board.turn) && board.air[side] == Air::Absent {
        board.air[side] = Air::Ready;
        context.tell(|| Event::AirArrived { side });
    }
}

pub(crate) fn ask(pack: &Pack, board: &Board, options: &mut Vec<Action>) {
    options.extend(due(pack, board).iter().map(Action::Enter));
}

pub(crate) fn check(pack: &Pack, board: &Board, unit: Unit) -> Forbidden {
    let mut verdict = Forbidden::NO;
    *verdict.when(!due(pack, board).contains(unit), Rule::Reinforcements)
}

pub(crate) fn choose(board: &mut Board, action: Action) -> Flow<Cambrai> {
    if let Action::Enter(unit) = action {
        board.subject = Some(unit);
    }
    Flow::Goto(Step::Placement)
}

/// The unit being placed and its zone.
fn placing(pack: &Pack, board: &Board) -> Option<(Unit, Place)> {
    let unit = board.subject?;
    Some((unit, entry(pack, board, unit)?))
}

/// In its zone, or in place of an exhausted friend in a free area (5.1, 5.2, 5.5).
pub(crate) fn ask_placement(pack: &Pack, board: &Board, options: &mut Vec<Action>) {
    let Some((_, zone)) = placing(pack, board) else { return };
    options.push(Action::Place(zone));
    let exhausted = pack.kinds.of[board.asked] - board.fresh;
    let candidates = exhausted.iter().filter(|unit| board.place_of(*unit).is_some()).map(Action::Swap);
    options.extend(candidates.filter(|action| check_placement(pack, board, *action).is_legal()));
}

pub(crate) fn check_placement(pack: &Pack, board: &Board, action: Action) -> Forbidden {
    let Some((unit, zone)) = placing(pack, board) else { return Forbidden::by(Rule::Reinforcements) };
    let mut verdict = Forbidden::NO;
    match action {
        Action::Place(place) => *verdict.when(place != zone, Rule::Reinforcements),
        Action::Swap(other) => {
            let side = board.asked;
            let Some(place) = board.place_of(other).filter(|_| pack.info(other).side == side) else {
                return Forbidden::by(Rule::Swapping);
            };
            // Ruling R47: neither tanks nor garrisons, and a path of friendly control between the two spots.
            let own = control::controlled(pack, board, side);
            let joined = supply::joined(pack, Places::one(zone), own);
            // A substitute zone is not the one of the schedule (5.5, second exception).
            let scheduled = pack.first_edition() || scheduled(pack, board, unit) == Some(zone);
            verdict
                .when(!scheduled, Rule::Swapping)
                .when(board.is_fresh(other) || place == zone, Rule::Swapping)
                .when(!pack.kinds.counting.contains(other), Rule::Swapping)
                .when(!control::free(pack, board, side).contains(place), Rule::FreeAreas)
                .when(!joined.contains(place), Rule::Swapping)
                .when(!fits(pack, board, other, zone), Rule::Stacking)
                .when(
                    sectors(pack, board) && !pack.kinds.sector[unit.index()].contains(place),
                    Rule::OperationalSectors,
                );
            verdict
        }
        _ => Forbidden::by(Rule::Reinforcements),
    }
}

/// Whether operational sectors bind today (10.5.3).
#[inline]
pub(crate) fn sectors(pack: &Pack, board: &Board) -> bool {
    pack.scenarios[usize::from(board.scenario)].sectors[usize::from(board.turn)]
}

pub(crate) fn place(
    pack: &Pack,
    board: &mut Board,
    action: Action,
    context: &mut Context<Event>,
) -> Flow<Cambrai> {
    let Some((unit, zone)) = placing(pack, board) else { return Flow::Goto(Step::Reinforcements) };
    board.set_fresh(pack, unit, true);
    if let Action::Swap(exhausted) = action
        && let Some(place) = board.place_of(exhausted)
    {
        control::relocate(pack, board, exhausted, Where::At(zone), context);
        control::relocate(pack, board, unit, Where::At(place), context);
        context.tell(|| Event::Swapped { unit, exhausted, place, zone });
    } else {
        control::relocate(pack, board, unit, Where::At(zone), context);
        context.tell(|| Event::Reinforced { side: pack.info(unit).side, unit, place: zone });
    }
    board.subject = None;
    Flow::Goto(Step::Reinforcements)
}

/// Where a garrison may return: a free German place without one (5.3, ruling R49).
fn garrison_places(pack: &Pack, board: &Board) -> Places {
    let has_garrison = |place: &Place| !(board.units_in(*place) & pack.kinds.garrisons).is_empty();
    control::free(pack, board, Side::German).iter().filter(|place| !has_garrison(place)).collect()
}

pub(crate) fn next_garrison(pack: &Pack, board: &Board) -> Option<Unit> {
    pack.kinds.garrisons.iter().find(|unit| board.at[unit.index()] == Where::Eliminated)
}

/// Eliminated garrisons return each dawn, as long as there is room (5.3).
pub(crate) fn run_garrisons(pack: &Pack, board: &mut Board) -> Flow<Cambrai> {
    if next_garrison(pack, board).is_some() && !garrison_places(pack, board).is_empty() {
        return Flow::Ask;
    }
    Flow::Goto(if pack.first_edition() { Step::TankReturn } else { Step::Weather })
}

pub(crate) fn ask_garrisons(pack: &Pack, board: &Board, options: &mut Vec<Action>) {
    options.extend(garrison_places(pack, board).iter().map(Action::Place));
}

pub(crate) fn check_garrison(pack: &Pack, board: &Board, place: Place) -> Forbidden {
    let mut verdict = Forbidden::NO;
    verdict.when(!garrison_places(pack, board).contains(place), Rule::EliminatedUnits);
    *verdict.when(!control::free(pack, board, Side::German).contains(place), Rule::FreeAreas)
}

pub(crate) fn return_garrison(
    pack: &Pack,
    board: &mut Board,
    action: Action,
    context: &mut Context<Event>,
) -> Flow<Cambrai> {
    if let (Action::Place(place), Some(unit)) = (action, next_garrison(pack, board)) {
        board.set_fresh(pack, unit, true);
        control::relocate(pack, board, unit, Where::At(place), context);
        context.tell(|| Event::GarrisonReturned { unit, place });
    }
    Flow::Again
}

/// The weakest tank counter that was eliminated, on the day one may return (5.3, ruling R54).
pub(crate) fn returning_tank(pack: &Pack, board: &Board) -> Option<Unit> {
    let due = pack.scenarios[usize::from(board.scenario)].tank_return == Some(board.turn);
    let lost = |unit: &Unit| board.at[unit.index()] == Where::Eliminated && pack.info(*unit).weaker.is_none();
    due.then(|| pack.kinds.tanks.iter().find(lost)).flatten()
}

pub(crate) fn run_tank_return(pack: &Pack, board: &mut Board) -> Flow<Cambrai> {
    if returning_tank(pack, board).is_some() && !(board.british & pack.links.zones).is_empty() {
        return Flow::Ask;
    }
    after_tank_return(pack, board)
}

/// The tank is a British reinforcement: the Germans place theirs after it (4.1).
fn after_tank_return(pack: &Pack, board: &mut Board) -> Flow<Cambrai> {
    if pack.first_edition() {
        return Flow::Goto(Step::Weather);
    }
    board.asked = Side::German;
    Flow::Goto(Step::Reinforcements)
}

pub(crate) fn ask_tank_return(pack: &Pack, board: &Board, options: &mut Vec<Action>) {
    options.extend((board.british & pack.links.zones).iter().map(Action::Place));
    options.push(Action::Decline);
}

pub(crate) fn check_tank_return(pack: &Pack, board: &Board, place: Place) -> Forbidden {
    let mut verdict = Forbidden::NO;
    *verdict.when(!(board.british & pack.links.zones).contains(place), Rule::EliminatedUnits)
}

pub(crate) fn return_tank(
    pack: &Pack,
    board: &mut Board,
    action: Action,
    context: &mut Context<Event>,
) -> Flow<Cambrai> {
    if let (Action::Place(place), Some(unit)) = (action, returning_tank(pack, board)) {
        board.set_fresh(pack, unit, true);
        control::relocate(pack, board, unit, Where::At(place), context);
        context.tell(|| Event::TankReturned { unit, place });
    }
    after_tank_return(pack, board)
}

/// Units that areas in British hands release now: each with its zone and the area (5.4).
fn released<'a>(pack: &'a Pack, board: &'a Board) -> impl Iterator<Item = (Unit, Place, Place)> + 'a {
    let scenario = &pack.scenarios[usize::from(board.scenario)];
    scenario.releases.iter().filter_map(|(area, unit)| {
        let arrival = scenario.arrivals[unit.index()]?;
        let waits = board.at[unit.index()] == Where::Reserve && arrival.turn > board.turn;
        let open = board.british.contains(*area) && board.british.contains(arrival.at);
        (waits && open).then_some((*unit, arrival.at, *area))
    })
}

/// On November 20 areas in British hands release units at the start of a British impulse; they wait for the next
/// (5.4). Those that do not fit wait for room; their owner chooses (rulings R46 and R75).
pub(crate) fn run_releases(pack: &Pack, board: &mut Board, context: &mut Context<Event>) -> Flow<Cambrai> {
    if board.active == Side::British {
        if pack.first_edition() {
            let all: Vec<Unit> = released(pack, board).map(|(unit, ..)| unit).collect();
            for unit in all {
                release(pack, board, unit, context);
            }
        }
        if !releasing(pack, board).is_empty() {
            return Flow::Ask;
        }
        for (unit, place, _) in released(pack, board) {
            context.tell(|| Event::ReleaseDelayed { unit, place });
        }
    }
    let opening = !board.opening.is_empty() && board.impulse_number == 0;
    Flow::Goto(if opening { Step::Opening } else { Step::Activation })
}

fn releasing(pack: &Pack, board: &Board) -> Units {
    next_in(pack, board, Side::British, released(pack, board).map(|(unit, zone, _)| (unit, zone)))
}

pub(crate) fn ask_releases(pack: &Pack, board: &Board, options: &mut Vec<Action>) {
    options.extend(releasing(pack, board).iter().map(Action::Enter));
}

pub(crate) fn check_release(pack: &Pack, board: &Board, unit: Unit) -> Forbidden {
    let mut verdict = Forbidden::NO;
    *verdict.when(!releasing(pack, board).contains(unit), Rule::FirstDayReleases)
}

pub(crate) fn choose_release(
    pack: &Pack,
    board: &mut Board,
    action: Action,
    context: &mut Context<Event>,
) -> Flow<Cambrai> {
    if let Action::Enter(unit) = action {
        release(pack, board, unit, context);
    }
    Flow::Again
}

/// Places a released unit if it fits (5.4.1, 5.4.2).
fn release(pack: &Pack, board: &mut Board, unit: Unit, context: &mut Context<Event>) {
    let found = released(pack, board).find(|(released, ..)| *released == unit);
    let Some((_, place, area)) = found.filter(|(_, place, _)| fits(pack, board, unit, *place)) else {
        return;
    };
    board.set_fresh(pack, unit, true);
    control::relocate(pack, board, unit, Where::At(place), context);
    board.impulse.released.insert(unit);
    let cavalry = pack.kinds.cavalry.contains(unit);
    let rule = if cavalry { Rule::CavalryRelease } else { Rule::TwentyNinthDivision };
    context.tell(|| Event::Released { unit, place, area, rule });
}
