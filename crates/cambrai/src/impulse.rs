//! Daylight and its impulses (4.2, 8.0): assault, regroup or pass.

use engine::staff::Undone;
use engine::{Forbidden, Question, Seat, Viewer, step_words};

use crate::artillery::Artillery;
use crate::bids::asks;
use crate::board::{Board, Impulse};
use crate::end_phase::Dusk;
use crate::event::Event;
use crate::labels::{self, Label};
use crate::pack::Pack;
use crate::regroup::{self, Regroup};
use crate::releases::Releases;
use crate::rule::Rule;
use crate::sequence;
use crate::sets::{Place, Places, Units};
use crate::step::{Action, Answer, Ask, Asking, Below, Context, Flow, OddsCard, Run};
use crate::sunset::ImpulseEnd;
use crate::words::{self, counted};
use crate::{advantage, control, weather};

/// Daylight begins (4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Daylight;
step_words!(Daylight of Pack = "daylight");

impl Run<Pack> for Daylight {
    /// The dawn phase ends and daylight begins with impulse 0.
    fn run(&mut self, _: &Pack, board: &mut Board, context: &mut Context) -> Flow {
        advantage::shift(board, context);
        board.impulse_number = 0;
        board.active = board.first;
        board.day_over = false;
        board.weather_turns = false;
        let first = board.first;
        context.tell(|| Event::DaylightBegan { first });
        Flow::goto(ImpulseStart)
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }
}

/// An impulse begins (8.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImpulseStart;
step_words!(ImpulseStart of Pack = "impulse");

impl Run<Pack> for ImpulseStart {
    /// A change of weather takes effect (6.3), and then areas may release units (5.4).
    fn run(&mut self, _: &Pack, board: &mut Board, context: &mut Context) -> Flow {
        weather::change(board, context);
        board.impulse = Impulse::default();
        board.sunset = None;
        let (number, side) = (board.impulse_number, board.active);
        context.tell(|| Event::ImpulseBegan { number, side });
        Flow::goto(Releases)
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }
}

/// Places with a friendly unit that did not just arrive (8.1.1, 5.4).
fn activatable(pack: &Pack, board: &Board) -> Places {
    let present = board.present(board.active);
    if board.impulse.released.is_empty() {
        return present;
    }
    let able =
        |place: &Place| !(board.own_in(pack, board.active, *place) - board.impulse.released).is_empty();
    present.iter().filter(able).collect()
}

/// Which kind of impulse, from which area (8.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activation;
step_words!(Activation of Pack = "activation");

impl Ask<Pack> for Activation {
    const ALL_LEGAL: bool = true;

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.active, Rule::ImpulseTypes)
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        let places = activatable(pack, board);
        options.extend(places.iter().map(Action::Activate));
        let regrouping = places.iter().filter(|place| regroup::is_possible(pack, board, *place));
        options.extend(regrouping.map(Action::Regroup));
        options.push(Action::Pass);
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        let may = |place| activatable(pack, board).contains(place);
        if let Action::Activate(place) = action {
            return Some(Forbidden::unless(may(place), Rule::AssaultImpulse));
        }
        if let Action::Regroup(place) = action {
            let possible = may(place) && regroup::is_possible(pack, board, place);
            return Some(Forbidden::unless(possible, Rule::RegroupImpulse));
        }
        (action == Action::Pass).then_some(Forbidden::NO)
    }

    fn choose(&mut self, pack: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        let side = board.active;
        if let Action::Activate(place) = answer.action {
            board.impulse.started = activate(pack, board, place) & board.fresh;
            context.tell(|| Event::Activated { side, place });
            return Flow::goto(Artillery);
        }
        if let Action::Regroup(place) = answer.action {
            board.impulse.started = activate(pack, board, place);
            context.tell(|| Event::RegroupBegan { side, place });
            return Flow::goto(Regroup);
        }
        context.tell(|| Event::Passed { side });
        board.impulse.passed = true;
        Flow::goto(ImpulseEnd)
    }

    fn prompt(&self, _: &Pack, board: &Board, _: Viewer) -> Asking {
        Asking::new(format!("Impulse {}: assault or regroup from which area, or pass?", board.impulse_number))
    }

    fn label(&self, _: &Pack, _: &Board, _: Action) -> Option<Label> {
        None
    }

    fn cites(&self, _: &Pack, _: &Board, action: Action, cites: &mut Vec<Rule>) {
        cites.extend(match action {
            Action::Activate(_) => Some(Rule::AssaultImpulse),
            Action::Regroup(_) => Some(Rule::RegroupImpulse),
            Action::Pass => Some(Rule::PassImpulse),
            _ => None,
        });
    }

    fn odds<'a>(&'a self, _: &'a Pack, _: &'a Board, _: Action) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }

    fn ends(&self, pack: &Pack, board: &Board, action: Action) -> Option<&'static str> {
        Some(labels::end_of_impulse(pack, board, action))
    }

    /// Fresh units that can still act, and support markers that nightfall takes.
    fn undone(&self, pack: &Pack, board: &Board, options: &[Action]) -> Vec<Undone> {
        let places = options.iter().filter_map(|action| match action {
            Action::Activate(place) => Some(*place),
            _ => None,
        });
        undone(pack, board, places.collect(), !options.is_empty())
    }
}

/// The impulse belongs to an area; the units there that may act in it (8.1).
fn activate(pack: &Pack, board: &mut Board, place: Place) -> Units {
    board.impulse.area = Some(place);
    board.impulse.centre = Some(place);
    board.impulse.contested = control::contested(board);
    board.own_in(pack, board.active, place) - board.impulse.released - pack.kinds.garrisons
}

fn undone(pack: &Pack, board: &Board, places: Places, is_asked: bool) -> Vec<Undone> {
    let mut left = Vec::new();
    let (side, support) = (board.active, board.support[board.active]);
    let fresh = |place| (board.own_in(pack, side, place) & board.fresh) - pack.kinds.garrisons;
    let areas: Places = places.iter().filter(|place| !fresh(*place).is_empty()).collect();
    let able = areas.iter().fold(Units::NONE, |all, place| all | fresh(place));
    let number = able.iter().count() as i32;
    if number > 0 {
        let (units, areas) = (counted(number, "fresh unit"), counted(i32::from(areas.count()), "area"));
        left.push(Undone {
            text: format!("{units} in {areas} can still act today."),
            units: words::ids(pack, able),
            places: Vec::new(),
        });
    }
    if is_asked && support > 0 {
        let are = if support == 1 { "is" } else { "are" };
        left.push(Undone {
            text: format!("{} {are} lost at nightfall.", counted(support, "support marker")),
            units: Vec::new(),
            places: Vec::new(),
        });
    }
    left
}

/// The next impulse, or dusk (4.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextImpulse;
step_words!(NextImpulse of Pack = "next-impulse");

impl Run<Pack> for NextImpulse {
    /// The marker goes on to the other side's impulse, or daylight is over.
    fn run(&mut self, pack: &Pack, board: &mut Board, _: &mut Context) -> Flow {
        if board.day_over || board.impulse_number >= pack.last_impulse {
            return Flow::goto(Dusk);
        }
        board.impulse_number += 1;
        board.active = board.active.enemy();
        Flow::goto(ImpulseStart)
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }
}
