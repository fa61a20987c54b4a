//! Bridges (14.0): who holds them, how they change hands, and how they are blown.

use engine::{Context, Flow, Forbidden};

use crate::Cambrai;
use crate::board::{Assault, Board};
use crate::control;
use crate::event::Event;
use crate::pack::Pack;
use crate::rule::Rule;
use crate::scenario::BridgeState;
use crate::sets::{Bridge, Place, Unit};
use crate::side::Side;
use crate::step::{Action, Step};
use crate::sum::{Part, Sum};

/// Bridges whose two ends a side now controls become its own (14.0).
pub(crate) fn both_ends(
    pack: &Pack,
    board: &mut Board,
    place: Place,
    side: Side,
    context: &mut Context<Event>,
) {
    let own = control::controlled(pack, board, side);
    for (bridge, end) in pack.links.bridges[place.index()].iter().map_while(|bridge| *bridge) {
        if own.contains(end) {
            take(board, bridge, side, Taking::BothEnds, context);
        }
    }
}

/// Bridges crossed in an assault that was not repulsed become the attacker's, even if he then leaves (14.0, ruling
/// R61).
pub(crate) fn crossed(pack: &Pack, board: &mut Board, assault: &Assault, context: &mut Context<Event>) {
    let side = board.active;
    for unit in assault.attackers.iter() {
        let from = board.impulse.came_from[unit.index()].filter(|_| !board.impulse.waded.contains(unit));
        if let Some(bridge) = from.and_then(|from| pack.bridge_between(from, assault.place)) {
            take(board, bridge, side, Taking::Crossed, context);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Taking {
    BothEnds,
    Crossed,
}

fn take(board: &mut Board, bridge: Bridge, by: Side, how: Taking, context: &mut Context<Event>) {
    let state = &mut board.bridges[bridge.index()];
    if *state != BridgeState::Destroyed && *state != BridgeState::held_by(by) {
        *state = BridgeState::held_by(by);
        context.tell(|| Event::BridgeTaken { bridge, by, crossed: how == Taking::Crossed });
    }
}

/// The bridge that a tank may bring down: it would lead a mandatory assault over it (17.2.4).
fn endangered(pack: &Pack, board: &Board, unit: Unit, from: Place, to: Place) -> Option<Bridge> {
    let leads = board.present(board.active.enemy()).contains(to)
        && !board.impulse.contested.contains(to)
        && board.impulse.first_in[to.index()].is_none();
    let tested = board.options.bridge_collapse && leads && pack.kinds.tanks.contains(unit);
    pack.bridge_between(from, to).filter(|_| tested)
}

/// On how many sides of a die the bridge would fall if the unit moved there; none where nothing is rolled (17.2.4).
pub(crate) fn collapse_ways(pack: &Pack, board: &Board, unit: Unit, to: Place) -> u64 {
    let bridge = board.place_of(unit).and_then(|from| endangered(pack, board, unit, from, to));
    bridge.map_or(0, |_| (1..=6).filter(|die| *die >= pack.charts.collapse_from).count() as u64)
}

/// A bridge may collapse under a tank that leads a mandatory assault over it; the tank then stays, and its move is
/// over (17.2.4, ruling R62).
pub(crate) fn collapses(
    pack: &Pack,
    board: &mut Board,
    unit: Unit,
    from: Place,
    to: Place,
    context: &mut Context<Event>,
) -> bool {
    let Some(bridge) = endangered(pack, board, unit, from, to) else { return false };
    let die = context.d6();
    let falls = die >= pack.charts.collapse_from;
    if falls {
        board.bridges[bridge.index()] = BridgeState::Destroyed;
    }
    context.tell(|| Event::BridgeCollapsed { bridge, unit, die, falls });
    falls
}

/// Whether the active side may try to blow a bridge at the end of its assault impulse (14.1).
fn eligible(pack: &Pack, board: &Board, bridge: Bridge) -> Forbidden {
    let side = board.active;
    let ends = pack.over(bridge).ends;
    let threatened = ends.iter().any(|end| {
        board.present(side.enemy()).contains(*end) || !control::controlled(pack, board, side).contains(*end)
    });
    let state = board.bridge(bridge);
    let mut verdict = Forbidden::NO;
    verdict
        .when(state == BridgeState::Destroyed, Rule::NoRepair)
        .when(state != BridgeState::held_by(side), Rule::Demolition)
        .when(!board.impulse.area.is_some_and(|area| ends.contains(&area)), Rule::Demolition)
        .when(!threatened, Rule::Demolition)
        .when(board.impulse.tried >> bridge.0 & 1 != 0, Rule::Demolition);
    verdict
}

pub(crate) fn ask(pack: &Pack, board: &Board, options: &mut Vec<Action>) {
    let area = board.impulse.area;
    let here =
        area.into_iter().flat_map(|area| pack.links.bridges[area.index()].iter().map_while(|bridge| *bridge));
    let open = here.filter(|(bridge, _)| eligible(pack, board, *bridge).is_legal());
    options.extend(open.map(|(bridge, _)| Action::Blow(bridge)));
    options.push(Action::Done);
}

pub(crate) fn check(pack: &Pack, board: &Board, bridge: Bridge) -> Forbidden {
    eligible(pack, board, bridge)
}

/// What is added to the demolition die: both ends, the canal, the first day (14.1, ruling R60).
pub(crate) fn assess(pack: &Pack, board: &Board, bridge: Bridge) -> Sum {
    let chart = &pack.charts.demolition;
    let side = board.active;
    let (own, contested) = (control::controlled(pack, board, side), control::contested(board));
    let info = pack.over(bridge);
    let mut sum = Sum::default();
    for end in info.ends {
        let (part, value) = match (own.contains(end), contested.contains(end)) {
            (true, false) => (Part::FreeEnd, chart.free),
            (true, true) => (Part::OwnContestedEnd, chart.contested_own),
            (false, true) => (Part::EnemyContestedEnd, chart.contested_enemy),
            (false, false) => continue,
        };
        sum.add(part, value);
    }
    if info.canal_du_nord {
        sum.add(Part::CanalDuNord, chart.canal_du_nord);
    }
    if board.turn == 0 {
        sum.add(Part::Surprise, chart.first_day);
    }
    sum
}

/// On how many faces of the die a demolition succeeds (14.1).
pub fn ways_to_blow(pack: &Pack, board: &Board, bridge: Bridge) -> u8 {
    let missing = pack.charts.demolition.needed - assess(pack, board, bridge).total;
    (7 - missing).clamp(0, 6) as u8
}

/// One die for each bridge (14.1); a blown bridge stays blown (14.2).
pub(crate) fn blow(
    pack: &Pack,
    board: &mut Board,
    action: Action,
    context: &mut Context<Event>,
) -> Flow<Cambrai> {
    let Action::Blow(bridge) = action else { return Flow::Goto(Step::ImpulseEnd) };
    let sum = assess(pack, board, bridge);
    let die = context.d6();
    let needed = pack.charts.demolition.needed;
    board.impulse.tried |= 1 << bridge.0;
    if die as i8 + sum.total >= needed {
        board.bridges[bridge.index()] = BridgeState::Destroyed;
    }
    let side = board.active;
    context.tell(|| Event::Demolition { side, bridge, die, sum, needed });
    Flow::Again
}
