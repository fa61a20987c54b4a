//! The movement step of an assault impulse (8.1.1, 10.0): units move one at a time, and assaults are resolved.

use engine::staff::Undone;
use engine::wire::Planned;
use engine::{Forbidden, Order, Question, Seat, Viewer, step_words};

use crate::artillery::{self, Artillery};
use crate::assault::{Commitment, Point};
use crate::bids::asks;
use crate::board::{Assault, AssaultKind, Board};
use crate::bridges::Demolition;
use crate::labels::{self, Label};
use crate::moving::{
    Crossing, able, assaults, cost, enter, has_way, is_loose, left, open_places, survey, waiting,
};
use crate::pack::Pack;
use crate::rule::Rule;
use crate::sets::{Place, Unit, Units};
use crate::step::{Action, Answer, Ask, Asking, Below, Context, Flow, OddsCard};
use crate::sunset::ImpulseEnd;
use crate::words::{area, counted, named, named_unit, unit_name};
use crate::{bridges, combat, odds, orders, rolling, sequence, staff};

/// Movement and assaults (8.1.1, second and third step).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Movement;
step_words!(Movement of Pack = "movement");

impl Ask<Pack> for Movement {
    const ALL_LEGAL: bool = true;

    /// After an overrun the impulse begins anew with artillery (11.5.2).
    fn run(&mut self, _: &Pack, board: &mut Board, _: &mut Context) -> Flow {
        if std::mem::take(&mut board.impulse.overran) { Flow::goto(Artillery) } else { Flow::Ask }
    }

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.active, Rule::Movement)
    }

    fn rules(&self, _: &Pack, _: &Board) -> Vec<Rule> {
        vec![Rule::Movement, Rule::AssaultImpulse]
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
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

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        check(pack, board, action)
    }

    fn choose(&mut self, pack: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        match answer.action {
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
                return if board.impulse.halted { Flow::goto(ImpulseEnd) } else { Flow::goto(Demolition) };
            }
        }
        Flow::Again
    }

    fn prompt(&self, pack: &Pack, board: &Board, _: Viewer) -> Asking {
        let mut about = Vec::new();
        if is_pledged(board) {
            let unit = named_unit(pack, board.impulse.mover, &mut about);
            let asking = Asking::new(format!("Where does {unit} move?")).of_kind("destination");
            return asking.about(about).also(Rule::MovementCosts);
        }
        Asking::new(question(pack, board, &mut about)).about(about)
    }

    fn label(&self, pack: &Pack, board: &Board, action: Action) -> Option<Label> {
        if let Action::Move(unit) = action {
            let left = left(pack, board, unit);
            return Some(
                Label::from(format!("Move {}", unit_name(pack, unit))).costs(format!("{left} MF left")),
            );
        }
        if let Action::To(_) | Action::Wade(_) = action {
            return Some(Label::of(pack, board, action).costs(price(pack, board, action)));
        }
        (action == Action::Done).then(|| "No more moves and assaults".into())
    }

    fn cites(&self, pack: &Pack, board: &Board, action: Action, cites: &mut Vec<Rule>) {
        if let Action::Move(unit) = action {
            cites.push(Rule::Movement);
            if board.turn == 0 && pack.kinds.cavalry.contains(unit) {
                cites.push(Rule::CavalryConfusion);
            }
        } else if let Action::Assault(place) = action {
            cites.extend([Rule::Combat, kind_of_assault(board, place).rule()]);
            if board.impulse.contested.contains(place) {
                cites.push(Rule::ContestedAreas);
            }
        } else {
            cites_of_entry(pack, board, action, cites);
        }
    }

    fn odds<'a>(&'a self, pack: &'a Pack, board: &'a Board, action: Action) -> Option<OddsCard<'a>> {
        if let Action::Assault(place) = action {
            let kind = kind_of_assault(board, place);
            let inside = kind == AssaultKind::Inside;
            let attackers = if inside { combat::insiders(pack, board, place) } else { waiting(board, place) };
            return Some(Box::new(move || odds::assault(pack, board, action, attackers, place, kind)));
        }
        let (place, crossing) = way(action)?;
        let enemies = board.present(board.active.enemy()).contains(place);
        let mandatory = enemies && !board.impulse.contested.contains(place);
        let mover = board.impulse.mover.filter(|_| mandatory)?;
        Some(Box::new(move || odds::assault_on_entry(pack, board, action, mover, place, crossing)))
    }

    fn needs(&self, _: &Pack, board: &Board, below: Below) -> Result<(), String> {
        sequence::of_impulse(board, below)
    }

    /// What could not be fired or placed was skipped: the refusal says why, too.
    fn objects(&self, pack: &Pack, board: &Board, action: Action) -> Forbidden {
        let mut verdict = Forbidden::by(Rule::Movement);
        if artillery::is_artillery(action) {
            verdict.extend(artillery::check(pack, board, action));
        }
        verdict
    }

    fn ends(&self, pack: &Pack, board: &Board, action: Action) -> Option<&'static str> {
        Some(labels::end_of_impulse(pack, board, action))
    }

    fn planned(&self, pack: &Pack, board: &Board) -> Vec<Planned> {
        odds::planned(pack, board)
    }

    fn undone(&self, pack: &Pack, _: &Board, options: &[Action]) -> Vec<Undone> {
        staff::can_still_move(pack, options)
    }

    fn orders(&self, pack: &Pack, board: &Board, options: &[Action]) -> Vec<Order> {
        orders::marches(pack, board, options)
    }

    fn next_of_order(&self, pack: &Pack, order: Order, board: &Board, options: &[Action]) -> Option<Action> {
        orders::next_to_march(pack, order, board, options)
    }
}

/// A unit that was named must enter a place before anything else.
pub(crate) fn is_pledged(board: &Board) -> bool {
    board.impulse.mover.is_some() && !board.impulse.moved
}

/// The way that an answer takes into a place.
fn way(action: Action) -> Option<(Place, Crossing)> {
    match action {
        Action::To(place) => Some((place, Crossing::Dry)),
        Action::Wade(place) => Some((place, Crossing::Wading)),
        _ => None,
    }
}

/// What is asked where no unit has to go on.
fn question(pack: &Pack, board: &Board, about: &mut Vec<String>) -> String {
    if let Some(place) = rolling::awaiting(pack, board) {
        let place = named(pack, Some(place), about);
        return format!("The Rolling Barrage on {place} was used: which infantry unit follows?");
    }
    let others = format!("Which unit of {} moves, or which assault is fought?", area(pack, board, about));
    let goes_on =
        |mover: &Unit| board.place_of(*mover).is_some_and(|place| has_way(pack, board, *mover, place));
    let Some(mover) = board.impulse.mover.filter(goes_on) else { return others };
    let left = left(pack, board, mover);
    let name = named_unit(pack, Some(mover), about);
    format!("With {left} MF left, {name} may go on. {others}")
}

/// The unit in hand, and where it stands.
fn mover(board: &Board) -> Option<(Unit, Place)> {
    board.impulse.mover.and_then(|unit| Some((unit, board.place_of(unit)?)))
}

/// What entering a place costs the unit in hand, in words (10.1).
fn price(pack: &Pack, board: &Board, action: Action) -> String {
    let (Some((unit, from)), Some((to, crossing))) = (mover(board), way(action)) else {
        return String::new();
    };
    let (price, purse) = (cost(pack, board, unit, from, to), left(pack, board, unit));
    if crossing == Crossing::Wading {
        return "all MF".into();
    }
    if price > purse {
        return format!("all {purse} MF (minimum move)");
    }
    match rolling::promised(pack, board, unit, to) {
        0 => format!("{price} MF"),
        count => format!("{price} MF, {} must follow", counted(count, "infantry unit")),
    }
}

/// The rules behind entering a place (10.1 to 10.5).
fn cites_of_entry(pack: &Pack, board: &Board, action: Action, cites: &mut Vec<Rule>) {
    let (Some((unit, from)), Some((to, crossing))) = (mover(board), way(action)) else { return };
    cites.push(Rule::MovementCosts);
    if board.present(board.active.enemy()).contains(to) {
        let mandatory = !board.impulse.contested.contains(to);
        cites.push(if mandatory { Rule::MandatoryAssault } else { Rule::OptionalAssault });
    }
    if board.impulse.rolling[to.index()] > 0 {
        cites.extend([Rule::RollingBarrage, Rule::AssaultSupport]);
    }
    if board.turn == 0 && pack.kinds.cavalry.contains(unit) {
        cites.push(Rule::CavalryConfusion);
    }
    if crossing == Crossing::Wading {
        cites.extend([Rule::CanalCrossing, Rule::InfantryUnits]);
        return;
    }
    let leaves = board.impulse.leaving > 0 && board.impulse.area == Some(from);
    let minimum = cost(pack, board, unit, from, to) > left(pack, board, unit);
    let conditions = [
        (pack.bridge_between(from, to).is_some(), Rule::BridgeCapacity),
        (bridges::collapse_ways(pack, board, unit, to) > 0, Rule::BridgeCollapse),
        (leaves, Rule::ContestedActivation),
        (minimum, Rule::MinimumMove),
    ];
    cites.extend(conditions.into_iter().filter(|(holds, _)| *holds).map(|(_, rule)| rule));
}

/// The kind of assault that would be fought in a place (11.1 to 11.3).
fn kind_of_assault(board: &Board, place: Place) -> AssaultKind {
    if board.impulse.area == Some(place) {
        AssaultKind::Inside
    } else if board.impulse.contested.contains(place) {
        AssaultKind::Optional
    } else {
        AssaultKind::Mandatory
    }
}

/// Every rule that forbids an answer; none if it answers another question.
fn check(pack: &Pack, board: &Board, action: Action) -> Option<Forbidden> {
    let impulse = &board.impulse;
    let mut verdict = Forbidden::NO;
    let pledged = is_pledged(board);
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
        _ => return None,
    }
    Some(verdict)
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

/// Units move one at a time: when the next begins, the last has ended its move (10.0).
fn stop_mover(board: &mut Board) {
    if let Some(mover) = board.impulse.mover.take() {
        board.impulse.finished.insert(mover);
    }
    board.impulse.moved = false;
}

fn step_into(pack: &Pack, board: &mut Board, place: Place, crossing: Crossing, context: &mut Context) {
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

fn begin_assault(pack: &Pack, board: &mut Board, place: Place) -> Flow {
    let kind = kind_of_assault(board, place);
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
    if mandatory { Flow::call(Point) } else { Flow::call(Commitment) }
}
