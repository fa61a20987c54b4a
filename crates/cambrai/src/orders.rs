//! Orders that stand for several answers: a barrage with its target, supports for one assault, all to one area.
//!
//! An order is a habit, not a rule: it picks among the answers that the rules offer, one after the other.

use std::cmp::Reverse;

use engine::Order;

use crate::board::Board;
use crate::control;
use crate::movement::is_pledged;
use crate::moving::{self, Crossing};
use crate::pack::Pack;
use crate::rolling;
use crate::sets::{Place, Places, Unit, Units};
use crate::step::Action;
use crate::words::{counted, place_name, the_unit, unit_name};

/// A barrage on that place, first at its strongest unit.
const BARRAGE: &str = "barrage";
/// All supports for an assault on that place.
const SUPPORT: &str = "support";
/// Rolling Barrages on that place.
const ROLL: &str = "rolling";
/// Everyone goes to that place, the best attacker first.
const ALL_TO: &str = "all-to";
/// Everyone regroups to that place.
const REGROUP: &str = "regroup-to";
/// The exhausted units regroup to that place.
const WORN: &str = "worn-to";
/// Everyone takes part in the assault, and the best attacker leads.
const ALL_ASSAULT: &str = "all-assault";
/// The attackers all fall back.
const ALL_BACK: &str = "all-fall-back";
/// Reinforcements go to their zones.
const ZONES: &str = "to-their-zones";
/// The strongest infantry recovers.
const RECOVER: &str = "strongest-recover";

/// How many barrages have an order of their own.
const BARRAGES: usize = 5;
/// How many goals have one.
const GOALS: usize = 3;

/// The opening barrages (16.2), and those of an impulse.
pub(crate) fn barrages(options: &[Action]) -> Vec<Order> {
    let order = Order::new(BARRAGE).rolling().even_alone().through(&["primary-target"]);
    let places = options.iter().filter_map(|action| match action {
        Action::Hurricane(place) => Some(*place),
        _ => None,
    });
    places.take(BARRAGES).map(|place| order.about(place.0.into())).collect()
}

/// The barrage that was ordered.
pub(crate) fn barrage(order: Order, options: &[Action]) -> Option<Action> {
    if order.name == BARRAGE { offered(options, Action::Hurricane(place(order)?)) } else { None }
}

/// A barrage at the strongest unit first.
pub(crate) fn first_at() -> Vec<Order> {
    vec![Order::new(BARRAGE).rolling().even_alone()]
}

/// The unit at which an ordered barrage fires first.
pub(crate) fn next_target(pack: &Pack, order: Order, board: &Board, options: &[Action]) -> Option<Action> {
    let units = options.iter().filter_map(target).collect();
    if order.name == BARRAGE { primary(pack, board, units).map(Action::Target) } else { None }
}

/// Supports for an assault, Rolling Barrages on what is dear to enter, and barrages.
pub(crate) fn supports(pack: &Pack, board: &Board, options: &[Action]) -> Vec<Order> {
    let mut orders = at(Order::new(SUPPORT), assailable(pack, board, options));
    let is_dear = |place: &Place| rolls_wanted(pack, board, *place) > 0;
    let dear = assailable(pack, board, options).into_iter().filter(is_dear).collect();
    orders.extend(at(Order::new(ROLL), dear));
    orders.extend(barrages(options));
    orders
}

/// The next marker of an ordered support. There is one air marker, so it comes first.
pub(crate) fn next_support(pack: &Pack, order: Order, board: &Board, options: &[Action]) -> Option<Action> {
    match order.name {
        SUPPORT => {
            let place = place(order)?;
            offered(options, Action::Air(place)).or_else(|| offered(options, Action::Direct(place)))
        }
        ROLL => {
            let place = place(order)?;
            let laid = board.impulse.rolling[place.index()];
            let more = laid < rolls_wanted(pack, board, place);
            if more { offered(options, Action::Rolling(place)) } else { None }
        }
        _ => barrage(order, options),
    }
}

/// Everyone to one place.
pub(crate) fn marches(pack: &Pack, board: &Board, options: &[Action]) -> Vec<Order> {
    if is_pledged(board) {
        return Vec::new();
    }
    at(Order::new(ALL_TO).through(&["destination"]), goals(pack, board, options))
}

/// The next unit of a march, or where it goes.
pub(crate) fn next_to_march(pack: &Pack, order: Order, board: &Board, options: &[Action]) -> Option<Action> {
    if order.name != ALL_TO {
        return None;
    }
    if is_pledged(board) {
        return offered(options, Action::To(place(order)?));
    }
    leader(pack, able_to_reach(pack, board, options, place(order)?)).map(Action::Move)
}

/// Everyone, or the exhausted, to one place.
pub(crate) fn regroups(pack: &Pack, board: &Board, options: &[Action]) -> Vec<Order> {
    let Some(area) = board.impulse.area.filter(|_| board.impulse.mover.is_none()) else { return Vec::new() };
    let open = pack.links.neighbours[area.index()] & control::free(pack, board, board.active);
    let mut orders = at(Order::new(REGROUP), open.iter().collect());
    let movers = movers(options);
    if !(movers - board.fresh).is_empty() && !(movers & board.fresh).is_empty() {
        orders.extend(at(Order::new(WORN), open.iter().collect()));
    }
    orders
}

/// The next unit that regroups by an order, or where it goes.
pub(crate) fn next_to_regroup(
    pack: &Pack,
    order: Order,
    board: &Board,
    options: &[Action],
) -> Option<Action> {
    let units = match order.name {
        REGROUP => movers(options),
        WORN => movers(options) - board.fresh,
        _ => return None,
    };
    if board.impulse.mover.is_some() {
        return offered(options, Action::To(place(order)?));
    }
    leader(pack, units).map(Action::Move)
}

/// Everyone takes part in the assault.
pub(crate) fn all_assault() -> Vec<Order> {
    vec![Order::new(ALL_ASSAULT).rolling().through(&["point"])]
}

/// The next that takes part in the assault, until all do.
pub(crate) fn next_to_assault(order: Order, options: &[Action]) -> Option<Action> {
    if order.name != ALL_ASSAULT {
        return None;
    }
    let next = options.iter().copied().find(|action| matches!(action, Action::Commit(_)));
    next.or_else(|| offered(options, Action::Done))
}

/// The best attacker leads the assault of all.
pub(crate) fn next_leader(pack: &Pack, order: Order, options: &[Action]) -> Option<Action> {
    let units = options.iter().filter_map(|action| match action {
        Action::Point(unit) => Some(*unit),
        _ => None,
    });
    if order.name == ALL_ASSAULT { leader(pack, units.collect()).map(Action::Point) } else { None }
}

/// The attackers all fall back.
pub(crate) fn all_back() -> Vec<Order> {
    vec![Order::new(ALL_BACK).through(&["retreat"])]
}

/// The next that falls back.
pub(crate) fn next_back(order: Order, options: &[Action]) -> Option<Action> {
    let next = || options.iter().copied().find(|action| matches!(action, Action::Retreat(_)));
    if order.name == ALL_BACK { next() } else { None }
}

/// Where it falls back to: where it came from, if it may.
pub(crate) fn next_refuge(order: Order, board: &Board, options: &[Action]) -> Option<Action> {
    if order.name != ALL_BACK {
        return None;
    }
    let home = board.subject.and_then(|unit| board.impulse.came_from[unit.index()]);
    home.and_then(|place| offered(options, Action::To(place))).or_else(|| options.first().copied())
}

/// Reinforcements go to their zones.
pub(crate) fn zones() -> Vec<Order> {
    vec![Order::new(ZONES)]
}

/// The zone of the reinforcement in hand.
pub(crate) fn next_zone(pack: &Pack, order: Order, options: &[Action]) -> Option<Action> {
    let is_zone =
        |action: &Action| matches!(action, Action::Place(place) if pack.links.zones.contains(*place));
    if order.name == ZONES { options.iter().copied().find(is_zone) } else { None }
}

/// The strongest infantry recovers.
pub(crate) fn recover() -> Vec<Order> {
    vec![Order::new(RECOVER)]
}

/// The strongest of those that may recover.
pub(crate) fn next_to_recover(pack: &Pack, order: Order, options: &[Action]) -> Option<Action> {
    let units = options.iter().filter_map(|action| match action {
        Action::Refit(unit) => Some(*unit),
        _ => None,
    });
    if order.name == RECOVER { leader(pack, units.collect()).map(Action::Refit) } else { None }
}

/// An answer, if it is offered.
fn offered(options: &[Action], action: Action) -> Option<Action> {
    options.contains(&action).then_some(action)
}

/// The place that an order names.
fn place(order: Order) -> Option<Place> {
    order.number.map(|number| Place(number as u8))
}

/// What the button of an order of that number of answers says.
pub(crate) fn label(pack: &Pack, order: Order, board: &Board, options: &[Action], answers: usize) -> String {
    let place = order.number.map(|number| Place(number as u8));
    let name = place.map_or_else(String::new, |place| place_name(pack, place));
    let number = answers as i32;
    match (order.name, place) {
        (BARRAGE, Some(place)) => {
            let first = primary(pack, board, board.own_in(pack, board.active.enemy(), place));
            let first = first.map_or_else(|| "its defenders".to_owned(), |unit| the_unit(pack, unit));
            format!("Fire at {name}, first at {first}")
        }
        (BARRAGE, None) => {
            let first = primary(pack, board, options.iter().filter_map(target).collect());
            let first = first.map_or_else(|| "the strongest".to_owned(), |unit| the_unit(pack, unit));
            format!("Fire, first at {first}")
        }
        (SUPPORT, Some(place)) => {
            let air = i32::from(options.contains(&Action::Air(place)));
            let also = if air > 0 { " and the air marker" } else { "" };
            format!("Support an assault on {name}: {}{also}", counted(number - air, "marker"))
        }
        (ROLL, Some(place)) => {
            let chart = &pack.charts.movement;
            let cost = moving::base_cost(pack, board, board.active, place);
            let laid = board.impulse.rolling[place.index()] + answers as u8;
            let left = cost.saturating_sub(laid.saturating_mul(chart.rolling_barrage)).max(chart.least);
            format!("Open the way to {name}: {}, {left} MF to enter", counted(number, "Rolling Barrage"))
        }
        (ALL_TO, Some(place)) => {
            let first = leader(pack, able_to_reach(pack, board, options, place));
            let first = first.map_or("the strongest", |unit| unit_name(pack, unit));
            format!("Everyone who can to {name}, {first} first")
        }
        (REGROUP, _) => format!("Everyone who can to {name}"),
        (WORN, _) => format!("All exhausted units to {name}"),
        (ALL_ASSAULT, _) => "Everyone assaults, the strongest leads".to_owned(),
        (ALL_BACK, _) => "All fall back where they came from".to_owned(),
        (ZONES, _) => format!("{} to their zones", counted(number, "unit")),
        _ => format!("The strongest {number} recover"),
    }
}

fn at(order: Order, places: Vec<Place>) -> Vec<Order> {
    places.into_iter().take(GOALS).map(|place| order.about(place.0.into())).collect()
}

/// Places with enemies next to the active area, and it itself, where support may lie.
fn assailable(pack: &Pack, board: &Board, options: &[Action]) -> Vec<Place> {
    let Some(area) = board.impulse.area else { return Vec::new() };
    let near = pack.links.neighbours[area.index()] | Places::one(area);
    let places = options.iter().filter_map(|action| match action {
        Action::Direct(place) => Some(*place),
        _ => None,
    });
    places.filter(|place| near.contains(*place)).collect()
}

/// How many Rolling Barrages bring the cost of a place down to the least.
fn rolls_wanted(pack: &Pack, board: &Board, place: Place) -> u8 {
    let chart = &pack.charts.movement;
    let excess = moving::base_cost(pack, board, board.active, place).saturating_sub(chart.least);
    excess.div_ceil(chart.rolling_barrage.max(1))
}

/// Where at least two can go next, places with enemies first.
fn goals(pack: &Pack, board: &Board, options: &[Action]) -> Vec<Place> {
    let Some(area) = board.impulse.area else { return Vec::new() };
    let near = pack.links.neighbours[area.index()];
    let is_open = |place: &Place| able_to_reach(pack, board, options, *place).count() > 1;
    let mut places: Vec<Place> = near.iter().filter(is_open).collect();
    places.sort_by_key(|place| !board.present(board.active.enemy()).contains(*place));
    places
}

/// Units still in the active area that may go to a place next.
fn able_to_reach(pack: &Pack, board: &Board, options: &[Action], place: Place) -> Units {
    let Some(area) = board.impulse.area else { return Units::NONE };
    let may = |unit: &Unit| {
        let open = moving::open_places(pack, board, *unit, area, Crossing::Dry);
        (open & rolling::allowed(pack, board, *unit)).contains(place)
    };
    (movers(options) & board.units_in(area)).iter().filter(may).collect()
}

/// The units that may be named to move.
fn movers(options: &[Action]) -> Units {
    let named = options.iter().filter_map(|action| match action {
        Action::Move(unit) => Some(*unit),
        _ => None,
    });
    named.collect()
}

/// The unit with the highest attack factor, a tank before others.
fn leader(pack: &Pack, units: Units) -> Option<Unit> {
    let worth = |unit: &Unit| {
        let info = pack.info(*unit);
        (info.attack, pack.kinds.tanks.contains(*unit), info.defense, Reverse(unit.0))
    };
    units.iter().max_by_key(worth)
}

/// The strongest fresh unit of a target.
fn primary(pack: &Pack, board: &Board, units: Units) -> Option<Unit> {
    units.iter().max_by_key(|unit| (board.is_fresh(*unit), pack.info(*unit).defense, Reverse(unit.0)))
}

fn target(action: &Action) -> Option<Unit> {
    if let Action::Target(unit) = action { Some(*unit) } else { None }
}
