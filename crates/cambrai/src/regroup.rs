//! The regroup impulse (8.1.2): units of one area step into adjacent free areas.

use engine::staff::Undone;
use engine::{Forbidden, Order, Question, Seat, Viewer, step_words};

use crate::bids::asks;
use crate::board::{Board, Where};
use crate::event::{Event, Way};
use crate::labels::{self, Label};
use crate::moving::{Crossing, bridge_ends};
use crate::pack::Pack;
use crate::reinforcements::sectors;
use crate::rule::Rule;
use crate::scenario::BridgeState;
use crate::sets::{Place, Places, Unit};
use crate::side::Side;
use crate::step::{Action, Answer, Ask, Asking, Below, Context, Flow, OddsCard};
use crate::sunset::ImpulseEnd;
use crate::words::{area, named_unit, unit_name};
use crate::{control, orders, sequence, staff};

/// Ends of bridges at a place that the enemy holds.
fn enemy_bridges(pack: &Pack, board: &Board, side: Side, from: Place) -> Places {
    let own = BridgeState::held_by(side);
    let bridges = pack.links.bridges[from.index()].iter().map_while(|bridge| *bridge);
    bridges.filter(|(bridge, _)| board.bridge(*bridge) != own).map(|(_, end)| end).collect()
}

/// Names every set of places closed to a regrouping unit, with the rule that closes it.
fn survey(
    pack: &Pack,
    board: &Board,
    unit: Unit,
    from: Place,
    crossing: Crossing,
    mut close: impl FnMut(Places, Rule),
) {
    let links = &pack.links;
    let side = pack.info(unit).side;
    let (neighbours, dry) = (links.neighbours[from.index()], links.dry[from.index()]);
    let zones = if links.zones.contains(from) { links.all } else { links.zones };
    close(links.all - neighbours - zones, Rule::Adjacency);
    close(zones - neighbours, Rule::ZoneConnections);
    match crossing {
        Crossing::Dry => {
            let (intact, crowded) = bridge_ends(pack, board, from);
            close(neighbours - dry - intact, Rule::CanalCrossing);
            close(crowded, Rule::BridgeCapacity);
            close(enemy_bridges(pack, board, side, from), Rule::RegroupImpulse);
        }
        // Rulings R16 and R76: infantry, fresh or exhausted, may cross without a bridge here, too.
        Crossing::Wading => {
            let able = pack.kinds.infantry.contains(unit);
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
    let barred = !control::free(pack, board, side);
    close(barred, Rule::RegroupImpulse);
    close(barred, Rule::FreeAreas);
}

fn open_places(pack: &Pack, board: &Board, unit: Unit, from: Place, crossing: Crossing) -> Places {
    let mut closed = Places::NONE;
    survey(pack, board, unit, from, crossing, |places, _| closed |= places);
    pack.links.neighbours[from.index()] - closed
}

fn has_way(pack: &Pack, board: &Board, unit: Unit, from: Place) -> bool {
    !open_places(pack, board, unit, from, Crossing::Dry).is_empty()
        || pack.links.neighbours[from.index()] != pack.links.dry[from.index()]
            && !open_places(pack, board, unit, from, Crossing::Wading).is_empty()
}

/// Whether anything in a place could regroup.
pub(crate) fn is_possible(pack: &Pack, board: &Board, place: Place) -> bool {
    let units = board.own_in(pack, board.active, place) - pack.kinds.garrisons - board.impulse.released;
    let goals = pack.links.neighbours[place.index()] & control::free(pack, board, board.active);
    !goals.is_empty() && units.iter().any(|unit| has_way(pack, board, unit, place))
}

/// A regroup may end at any time, even without a move; that is no pass, which must be declared (8.1.2, ruling R95).
fn may_stop(pack: &Pack, board: &Board) -> bool {
    board.impulse.regrouped || !pack.first_edition()
}

/// Every rule that forbids an answer, and those it must follow (8.1.2).
fn check(pack: &Pack, board: &Board, action: Action) -> Forbidden {
    let impulse = &board.impulse;
    let Some(area) = impulse.area else { return Forbidden::by(Rule::RegroupImpulse) };
    let mut verdict = Forbidden::NO;
    match (action, impulse.mover) {
        (Action::To(place) | Action::Wade(place), Some(mover)) => {
            let crossing = if matches!(action, Action::To(_)) { Crossing::Dry } else { Crossing::Wading };
            survey(pack, board, mover, area, crossing, |places, rule| {
                verdict.when(places.contains(place), rule);
            });
        }
        (Action::Move(unit), None) => {
            verdict
                .when(pack.info(unit).side != board.active, Rule::InactiveSide)
                .when(pack.kinds.garrisons.contains(unit), Rule::Garrisons)
                .when(impulse.released.contains(unit), Rule::FirstDayReleases)
                .when(
                    !impulse.started.contains(unit) || impulse.finished.contains(unit),
                    Rule::RegroupImpulse,
                );
            if verdict.is_legal() {
                verdict.when(!has_way(pack, board, unit, area), Rule::RegroupImpulse);
            }
        }
        (Action::Done, None) => {
            verdict.when(!may_stop(pack, board), Rule::RegroupImpulse);
        }
        _ => {
            verdict.when(true, Rule::RegroupImpulse);
        }
    }
    verdict
}

fn step_into(pack: &Pack, board: &mut Board, to: Place, crossing: Crossing, context: &mut Context) {
    let Some((unit, from)) = board.impulse.mover.and_then(|unit| Some((unit, board.place_of(unit)?))) else {
        return;
    };
    let impulse = &mut board.impulse;
    impulse.mover = None;
    impulse.regrouped = true;
    impulse.finished.insert(unit);
    let way = match (crossing, pack.bridge_between(from, to)) {
        (Crossing::Wading, _) => Way::Wading,
        (Crossing::Dry, Some(bridge)) => {
            impulse.crossings[bridge.index()] += 1;
            Way::Bridge
        }
        (Crossing::Dry, None) => Way::Land,
    };
    context.tell(|| Event::Regrouped { unit, from, to, way });
    control::relocate(pack, board, unit, Where::At(to), context);
}

/// A regroup impulse (8.1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regroup;
step_words!(Regroup of Pack = "regroup");

impl Ask<Pack> for Regroup {
    const ALL_LEGAL: bool = true;

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.active, Rule::RegroupImpulse)
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        let Some(area) = board.impulse.area else { return };
        if let Some(mover) = board.impulse.mover {
            options.extend(open_places(pack, board, mover, area, Crossing::Dry).iter().map(Action::To));
            options.extend(open_places(pack, board, mover, area, Crossing::Wading).iter().map(Action::Wade));
            return;
        }
        let waiting = board.impulse.started - board.impulse.finished;
        options.extend(waiting.iter().filter(|unit| has_way(pack, board, *unit, area)).map(Action::Move));
        if may_stop(pack, board) {
            options.push(Action::Done);
        }
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        let answers = matches!(action, Action::Move(_) | Action::To(_) | Action::Wade(_) | Action::Done);
        answers.then(|| check(pack, board, action))
    }

    fn choose(&mut self, pack: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        match answer.action {
            Action::Move(unit) => board.impulse.mover = Some(unit),
            Action::To(place) => step_into(pack, board, place, Crossing::Dry, context),
            Action::Wade(place) => step_into(pack, board, place, Crossing::Wading, context),
            _ => return Flow::goto(ImpulseEnd),
        }
        Flow::Again
    }

    fn prompt(&self, pack: &Pack, board: &Board, _: Viewer) -> Asking {
        let mut about = Vec::new();
        let text = if board.impulse.mover.is_some() {
            format!("Where does {} regroup?", named_unit(pack, board.impulse.mover, &mut about))
        } else {
            format!("Which units of {} regroup?", area(pack, board, &mut about))
        };
        Asking::new(text).about(about)
    }

    fn label(&self, pack: &Pack, _: &Board, action: Action) -> Option<Label> {
        if let Action::Move(unit) = action {
            return Some(format!("Regroup {}", unit_name(pack, unit)).into());
        }
        (action == Action::Done).then(|| "No more units regroup".into())
    }

    fn cites(&self, _: &Pack, _: &Board, _: Action, _: &mut Vec<Rule>) {}

    fn odds<'a>(&'a self, _: &'a Pack, _: &'a Board, _: Action) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Pack, board: &Board, below: Below) -> Result<(), String> {
        sequence::of_impulse(board, below)
    }

    fn ends(&self, pack: &Pack, board: &Board, action: Action) -> Option<&'static str> {
        Some(labels::end_of_impulse(pack, board, action))
    }

    fn undone(&self, pack: &Pack, _: &Board, options: &[Action]) -> Vec<Undone> {
        staff::can_still_move(pack, options)
    }

    fn orders(&self, pack: &Pack, board: &Board, options: &[Action]) -> Vec<Order> {
        orders::regroups(pack, board, options)
    }

    fn next_of_order(&self, pack: &Pack, order: Order, board: &Board, options: &[Action]) -> Option<Action> {
        orders::next_to_regroup(pack, order, board, options)
    }
}
