//! Dawn: reinforcements (4.1, 5.0).

use engine::{Forbidden, Order, Question, Seat, Viewer, step_words};

use crate::bids::asks;
use crate::board::{Air, Board, Where};
use crate::event::Event;
use crate::labels::Label;
use crate::pack::Pack;
use crate::returns::{Garrisons, TankReturn};
use crate::rule::Rule;
use crate::sets::{Place, Places, Unit, Units};
use crate::side::Side;
use crate::step::{Action, Answer, Ask, Asking, Below, Context, Flow, OddsCard, Run};
use crate::words::named_unit;
use crate::{control, orders, sequence, supply};

/// A new day begins (4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dawn;
step_words!(Dawn of Pack = "dawn");

impl Run<Pack> for Dawn {
    /// The side that holds the advantage now will have the first impulse (4.2).
    fn run(&mut self, pack: &Pack, board: &mut Board, context: &mut Context) -> Flow {
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
        Flow::goto(Reinforcements)
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }
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
pub(crate) fn fits(pack: &Pack, board: &Board, unit: Unit, place: Place) -> bool {
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
pub(crate) fn next_in(
    pack: &Pack,
    board: &Board,
    side: Side,
    arrivals: impl Iterator<Item = (Unit, Place)>,
) -> Units {
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

/// Which of too many reinforcements enters (5.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reinforcements;
step_words!(Reinforcements of Pack = "reinforcements");

impl Ask<Pack> for Reinforcements {
    const ALL_LEGAL: bool = true;

    /// Goes through both sides' reinforcements, the British first (4.1).
    fn run(&mut self, pack: &Pack, board: &mut Board, context: &mut Context) -> Flow {
        if !due(pack, board).is_empty() {
            return Flow::Ask;
        }
        for unit in overdue(pack, board).iter() {
            context.tell(|| Event::Delayed { unit, place: scheduled(pack, board, unit) });
        }
        if board.asked == Side::British {
            board.asked = Side::German;
            return if pack.first_edition() { Flow::Again } else { Flow::goto(TankReturn) };
        }
        markers_arrive(pack, board, context);
        Flow::goto(Garrisons)
    }

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.asked, Rule::Reinforcements)
    }

    fn rules(&self, _: &Pack, _: &Board) -> Vec<Rule> {
        vec![Rule::Reinforcements, Rule::Stacking]
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend(due(pack, board).iter().map(Action::Enter));
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        let Action::Enter(unit) = action else { return None };
        Some(Forbidden::unless(due(pack, board).contains(unit), Rule::Reinforcements))
    }

    fn choose(&mut self, _: &Pack, board: &mut Board, answer: Answer, _: &mut Context) -> Flow {
        if let Action::Enter(unit) = answer.action {
            board.subject = Some(unit);
        }
        Flow::goto(Placement)
    }

    fn prompt(&self, _: &Pack, _: &Board, _: Viewer) -> Asking {
        Asking::new("There is not room for all: which reinforcement enters?")
    }

    fn label(&self, _: &Pack, _: &Board, _: Action) -> Option<Label> {
        None
    }

    fn cites(&self, _: &Pack, _: &Board, _: Action, _: &mut Vec<Rule>) {}

    fn odds<'a>(&'a self, _: &'a Pack, _: &'a Board, _: Action) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }
}

/// German Hurricane and air markers arrive by the schedule, fresh (3.1, rulings R64 and R74).
fn markers_arrive(pack: &Pack, board: &mut Board, context: &mut Context) {
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

/// The unit being placed and its zone.
fn placing(pack: &Pack, board: &Board) -> Option<(Unit, Place)> {
    let unit = board.subject?;
    Some((unit, entry(pack, board, unit)?))
}

/// Where a reinforcement goes (5.1, 5.2, 5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement;
step_words!(Placement of Pack = "placement");

impl Ask<Pack> for Placement {
    const ALL_LEGAL: bool = true;

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.asked, Rule::Reinforcements)
    }

    fn rules(&self, _: &Pack, _: &Board) -> Vec<Rule> {
        vec![Rule::Reinforcements, Rule::Swapping]
    }

    /// In its zone, or in place of an exhausted friend in a free area.
    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        let Some((_, zone)) = placing(pack, board) else { return };
        options.push(Action::Place(zone));
        let exhausted = pack.kinds.of[board.asked] - board.fresh;
        let candidates = exhausted.iter().filter(|unit| board.place_of(*unit).is_some()).map(Action::Swap);
        options.extend(candidates.filter(|action| check_placement(pack, board, *action).is_legal()));
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        matches!(action, Action::Place(_) | Action::Swap(_)).then(|| check_placement(pack, board, action))
    }

    fn choose(&mut self, pack: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        let Some((unit, zone)) = placing(pack, board) else { return Flow::goto(Reinforcements) };
        board.set_fresh(pack, unit, true);
        if let Action::Swap(exhausted) = answer.action
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
        Flow::goto(Reinforcements)
    }

    fn prompt(&self, pack: &Pack, board: &Board, _: Viewer) -> Asking {
        let mut about = Vec::new();
        let unit = named_unit(pack, board.subject, &mut about);
        Asking::new(format!("Where does {unit} arrive?")).about(about)
    }

    fn label(&self, _: &Pack, _: &Board, _: Action) -> Option<Label> {
        None
    }

    fn cites(&self, _: &Pack, board: &Board, action: Action, cites: &mut Vec<Rule>) {
        if let Action::Place(_) = action {
            let british = board.asked == Side::British;
            let own = if british { Rule::BritishReinforcements } else { Rule::GermanReinforcements };
            cites.extend([Rule::Reinforcements, own]);
        } else if let Action::Swap(_) = action {
            cites.push(Rule::Swapping);
        }
    }

    fn odds<'a>(&'a self, _: &'a Pack, _: &'a Board, _: Action) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }

    fn orders(&self, _: &Pack, _: &Board, _: &[Action]) -> Vec<Order> {
        orders::zones()
    }

    fn next_of_order(&self, pack: &Pack, order: Order, _: &Board, options: &[Action]) -> Option<Action> {
        orders::next_zone(pack, order, options)
    }
}

fn check_placement(pack: &Pack, board: &Board, action: Action) -> Forbidden {
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
