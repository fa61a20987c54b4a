//! Retreats (11.7): where units go, in which order of preference, and who is lost on the way.

use engine::{Forbidden, Order, Question, Seat, Viewer, step_words};

use crate::assault::Aftermath;
use crate::bids::asks;
use crate::board::{AssaultKind, Board, Outcome, Where};
use crate::event::Event;
use crate::labels::Label;
use crate::moving::bridge_ends;
use crate::pack::Pack;
use crate::reinforcements::sectors;
use crate::rule::Rule;
use crate::sets::{Place, Places, Unit, Units};
use crate::side::Side;
use crate::step::{Action, Answer, Ask, Asking, Below, Context, Flow, OddsCard};
use crate::words::{assault_place, named_unit, unit_name};
use crate::{combat, control, orders, sequence};

/// Whose unit is retreating.
pub(crate) fn owner(board: &Board) -> Side {
    let attacks =
        board.subject.zip(board.assault).is_some_and(|(unit, assault)| assault.attackers.contains(unit));
    if attacks { board.active } else { board.active.enemy() }
}

/// Where a unit may retreat to from `start`, which it may not enter again.
///
/// Full places are passed through: the retreat goes on from them until there is room (11.7.1). An empty answer
/// means that the unit is lost.
fn refuges(pack: &Pack, board: &Board, unit: Unit, start: Places, mut seen: Places) -> Places {
    let side = pack.info(unit).side;
    let shelters = control::free(pack, board, side) | control::contested(board);
    let full = if pack.kinds.counting.contains(unit) { board.full(side) } else { Places::NONE };
    let mut edge = start;
    while !edge.is_empty() {
        seen |= edge;
        let reach = edge.iter().fold(Places::NONE, |reach, place| {
            // Any intact bridge serves, without limit (10.5.2, ruling R70).
            reach | pack.links.dry[place.index()] | bridge_ends(pack, board, place).0
        });
        let next = (reach & shelters) - seen;
        let open = next - full;
        if !open.is_empty() {
            return preferred(pack, board, unit, side, open);
        }
        edge = next;
    }
    Places::NONE
}

/// The best of several places: free with the fewest enemy neighbours, then own contested, then enemy contested
/// (11.7.2). Ruling R11: outside its sector only if nothing inside qualifies.
fn preferred(pack: &Pack, board: &Board, unit: Unit, side: Side, open: Places) -> Places {
    let sector = pack.kinds.sector[unit.index()];
    let inside = if sectors(pack, board) { open & sector } else { open };
    let open = if inside.is_empty() { open } else { inside };
    let free = open & control::free(pack, board, side);
    let own = control::controlled(pack, board, side);
    if !free.is_empty() {
        let enemy = control::controlled(pack, board, side.enemy());
        let enemies = |place: &Place| (pack.links.neighbours[place.index()] & enemy).count();
        let fewest = free.iter().map(|place| enemies(&place)).min();
        return free.iter().filter(|place| Some(enemies(place)) == fewest).collect();
    }
    if (open & own).is_empty() { open } else { open & own }
}

/// Where a unit of the assault in hand may retreat: attackers to where they came from, defenders by preference
/// (11.7, 11.7.2).
fn destinations(pack: &Pack, board: &Board, unit: Unit) -> Places {
    let Some(here) = board.place_of(unit) else { return Places::NONE };
    let attacks = board.assault.is_some_and(|assault| assault.attackers.contains(unit));
    if !attacks {
        return refuges(pack, board, unit, Places::one(here), Places::NONE);
    }
    // Ruling R72: whoever waded cannot go back.
    let origin = board.impulse.came_from[unit.index()].filter(|_| !board.impulse.waded.contains(unit));
    let Some(origin) = origin else { return Places::NONE };
    let side = pack.info(unit).side;
    if !pack.kinds.counting.contains(unit) || !board.full(side).contains(origin) {
        return Places::one(origin);
    }
    // Ruling R39: the overflow goes on from the area it came from.
    refuges(pack, board, unit, Places::one(origin), Places::one(here))
}

/// Whether a defender can retreat at all; garrisons never do (2.2.1.4, 11.7.1).
pub(crate) fn is_possible(pack: &Pack, board: &Board, unit: Unit) -> bool {
    !pack.kinds.garrisons.contains(unit) && !destinations(pack, board, unit).is_empty()
}

/// Where a unit retreats (11.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retreat;
step_words!(Retreat of Pack = "retreat");

impl Ask<Pack> for Retreat {
    const ALL_LEGAL: bool = true;

    /// A unit without a refuge is lost (11.7.1).
    fn run(&mut self, pack: &Pack, board: &mut Board, context: &mut Context) -> Flow {
        let Some(unit) = board.subject else { return Flow::Return };
        if !destinations(pack, board, unit).is_empty() {
            return Flow::Ask;
        }
        control::eliminate(pack, board, unit, Rule::RetreatProcedure, context);
        board.subject = None;
        Flow::Return
    }

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, owner(board), Rule::RetreatPriorities)
    }

    fn rules(&self, _: &Pack, _: &Board) -> Vec<Rule> {
        vec![Rule::RetreatPriorities, Rule::Retreats]
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        let places = board.subject.map_or(Places::NONE, |unit| destinations(pack, board, unit));
        options.extend(places.iter().map(Action::To));
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        let Action::To(place) = action else { return None };
        Some(check(pack, board, place))
    }

    fn choose(&mut self, pack: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        if let (Action::To(to), Some(unit)) = (answer.action, board.subject)
            && let Some(from) = board.place_of(unit)
        {
            let farther = !pack.links.neighbours[from.index()].contains(to);
            let by_procedure = farther || owner(board) == board.active;
            let rule = if by_procedure { Rule::RetreatProcedure } else { Rule::RetreatPriorities };
            context.tell(|| Event::Retreated { unit, from, to, rule });
            control::relocate(pack, board, unit, Where::At(to), context);
        }
        board.subject = None;
        Flow::Return
    }

    fn prompt(&self, pack: &Pack, board: &Board, _: Viewer) -> Asking {
        let mut about = Vec::new();
        let unit = named_unit(pack, board.subject, &mut about);
        Asking::new(format!("Where does {unit} retreat?")).about(about)
    }

    fn label(&self, _: &Pack, _: &Board, _: Action) -> Option<Label> {
        None
    }

    fn cites(&self, _: &Pack, board: &Board, _: Action, cites: &mut Vec<Rule>) {
        let attacks = owner(board) == board.active;
        cites.push(if attacks { Rule::RetreatProcedure } else { Rule::RetreatPriorities });
    }

    fn odds<'a>(&'a self, _: &'a Pack, _: &'a Board, _: Action) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Pack, board: &Board, below: Below) -> Result<(), String> {
        sequence::in_retreat(board, below)
    }

    fn next_of_order(&self, _: &Pack, order: Order, board: &Board, options: &[Action]) -> Option<Action> {
        orders::next_refuge(order, board, options)
    }
}

fn check(pack: &Pack, board: &Board, place: Place) -> Forbidden {
    let places = board.subject.map_or(Places::NONE, |unit| destinations(pack, board, unit));
    let mut verdict = Forbidden::NO;
    let Some(unit) = board.subject.filter(|_| !places.contains(place)) else {
        return *verdict.when(!places.contains(place), Rule::Retreats);
    };
    let side = pack.info(unit).side;
    let full = pack.kinds.counting.contains(unit) && board.full(side).contains(place);
    *verdict.when(full, Rule::Stacking).when(true, Rule::RetreatPriorities)
}

/// Attackers that entered for this assault and are still there.
fn entrants(board: &Board) -> Units {
    let Some(assault) = board.assault else { return Units::NONE };
    if assault.kind == AssaultKind::Inside {
        return Units::NONE;
    }
    assault.attackers & board.units_in(assault.place)
}

/// Whether all attackers must fall back: after a repulse of a mandatory assault (11.4.4.1).
pub(crate) fn must_fall_back(board: &Board) -> bool {
    board.assault.is_some_and(|assault| {
        assault.kind == AssaultKind::Mandatory && assault.outcome == Some(Outcome::Repulse)
    })
}

/// Whether the order in which attackers fall back decides who is sent on: an area they came from has too little room
/// for all of them (11.7.1).
fn order_matters(pack: &Pack, board: &Board) -> bool {
    let returning = (entrants(board) & pack.kinds.counting) - board.impulse.waded;
    returning.iter().filter_map(|unit| board.impulse.came_from[unit.index()]).any(|origin| {
        let back = returning.iter().filter(|unit| board.impulse.came_from[unit.index()] == Some(origin));
        let standing = board.own_in(pack, board.active, origin) & pack.kinds.counting;
        standing.count() + back.count() as u8 > pack.charts.stacking.limit
    })
}

/// Attackers that may fall back of their own will.
fn fallers(pack: &Pack, board: &Board) -> Units {
    entrants(board).iter().filter(|unit| !destinations(pack, board, *unit).is_empty()).collect()
}

/// Which attackers fall back (11.4.4.1, 11.4.4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FallBack;
step_words!(FallBack of Pack = "fall-back");

impl Ask<Pack> for FallBack {
    const ALL_LEGAL: bool = true;

    /// Attackers fall back: all after a repulse of a mandatory assault, otherwise as they like. They go one at a time;
    /// their owner chooses the order where it matters (11.7.1, ruling R102).
    fn run(&mut self, pack: &Pack, board: &mut Board, _: &mut Context) -> Flow {
        if must_fall_back(board) {
            return match entrants(board).first() {
                Some(_) if !pack.first_edition() && order_matters(pack, board) => Flow::Ask,
                Some(unit) => {
                    board.subject = Some(unit);
                    Flow::call(Retreat)
                }
                None => Flow::goto(Withdrawal),
            };
        }
        if fallers(pack, board).is_empty() { Flow::goto(Withdrawal) } else { Flow::Ask }
    }

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.active, Rule::Retreats)
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        if must_fall_back(board) {
            options.extend(entrants(board).iter().map(Action::Retreat));
            return;
        }
        options.extend(fallers(pack, board).iter().map(Action::Retreat));
        options.push(Action::Done);
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        let must = must_fall_back(board);
        if let Action::Retreat(unit) = action {
            let may = if must { entrants(board) } else { fallers(pack, board) };
            return Some(Forbidden::unless(may.contains(unit), Rule::Retreats));
        }
        (action == Action::Done).then(|| Forbidden::unless(!must, Rule::Repulse))
    }

    fn choose(&mut self, _: &Pack, board: &mut Board, answer: Answer, _: &mut Context) -> Flow {
        send_away(board, answer.action).unwrap_or_else(|| Flow::goto(Withdrawal))
    }

    fn prompt(&self, pack: &Pack, board: &Board, _: Viewer) -> Asking {
        let mut about = Vec::new();
        let place = assault_place(pack, board, &mut about);
        let text = if must_fall_back(board) {
            format!("All attackers fall back from {place}, and room is short: which is next?")
        } else {
            format!("Which attackers fall back from {place}?")
        };
        let result = board.assault.and_then(|assault| assault.outcome.map(Outcome::rule));
        Asking::new(text).about(about).also(result)
    }

    fn label(&self, pack: &Pack, _: &Board, action: Action) -> Option<Label> {
        if let Action::Retreat(unit) = action {
            return Some(format!("{} falls back", unit_name(pack, unit)).into());
        }
        (action == Action::Done).then(|| "No more attackers fall back".into())
    }

    fn cites(&self, _: &Pack, _: &Board, _: Action, _: &mut Vec<Rule>) {}

    fn odds<'a>(&'a self, _: &'a Pack, _: &'a Board, _: Action) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::in_assault(below)
    }

    fn orders(&self, _: &Pack, _: &Board, _: &[Action]) -> Vec<Order> {
        orders::all_back()
    }

    fn next_of_order(&self, _: &Pack, order: Order, _: &Board, options: &[Action]) -> Option<Action> {
        orders::next_back(order, options)
    }
}

/// The unit that is named goes first, and then more may be named.
fn send_away(board: &mut Board, action: Action) -> Option<Flow> {
    let Action::Retreat(unit) = action else { return None };
    board.subject = Some(unit);
    Some(Flow::call(Retreat))
}

/// Defenders that may leave of their own will: not garrisons, and only to a legal refuge (11.7.3, ruling R32).
fn leavers(pack: &Pack, board: &Board) -> Units {
    combat::defenders(pack, board).iter().filter(|unit| is_possible(pack, board, *unit)).collect()
}

/// Which defenders leave (11.7.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Withdrawal;
step_words!(Withdrawal of Pack = "withdrawal");

impl Ask<Pack> for Withdrawal {
    const ALL_LEGAL: bool = true;

    /// Once the assault is resolved defenders may leave.
    fn run(&mut self, pack: &Pack, board: &mut Board, _: &mut Context) -> Flow {
        if leavers(pack, board).is_empty() { Flow::goto(Aftermath) } else { Flow::Ask }
    }

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.active.enemy(), Rule::VoluntaryRetreat)
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend(leavers(pack, board).iter().map(Action::Retreat));
        options.push(Action::Done);
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        if let Action::Retreat(unit) = action {
            let mut verdict = Forbidden::NO;
            verdict.when(pack.kinds.garrisons.contains(unit), Rule::Garrisons);
            return Some(*verdict.when(!leavers(pack, board).contains(unit), Rule::VoluntaryRetreat));
        }
        (action == Action::Done).then_some(Forbidden::NO)
    }

    fn choose(&mut self, _: &Pack, board: &mut Board, answer: Answer, _: &mut Context) -> Flow {
        send_away(board, answer.action).unwrap_or_else(|| Flow::goto(Aftermath))
    }

    fn prompt(&self, pack: &Pack, board: &Board, _: Viewer) -> Asking {
        let mut about = Vec::new();
        let place = assault_place(pack, board, &mut about);
        Asking::new(format!("Which defenders leave {place}?")).about(about)
    }

    fn label(&self, pack: &Pack, _: &Board, action: Action) -> Option<Label> {
        if let Action::Retreat(unit) = action {
            return Some(format!("{} leaves", unit_name(pack, unit)).into());
        }
        (action == Action::Done).then(|| "No other defender leaves".into())
    }

    fn cites(&self, _: &Pack, _: &Board, _: Action, _: &mut Vec<Rule>) {}

    fn odds<'a>(&'a self, _: &'a Pack, _: &'a Board, _: Action) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::in_assault(below)
    }
}
