//! Releases on November 20 (5.4): areas in British hands let units enter.

use engine::{Forbidden, Question, Seat, Viewer, step_words};

use crate::bids::asks;
use crate::board::{Board, Where};
use crate::control;
use crate::event::Event;
use crate::first_turn::Opening;
use crate::impulse::Activation;
use crate::labels::Label;
use crate::pack::Pack;
use crate::reinforcements::{fits, next_in};
use crate::rule::Rule;
use crate::sequence;
use crate::sets::{Place, Unit, Units};
use crate::side::Side;
use crate::step::{Action, Answer, Ask, Asking, Below, Context, Flow, OddsCard};

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

fn releasing(pack: &Pack, board: &Board) -> Units {
    next_in(pack, board, Side::British, released(pack, board).map(|(unit, zone, _)| (unit, zone)))
}

/// Which of too many released units enters (5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Releases;
step_words!(Releases of Pack = "releases");

impl Ask<Pack> for Releases {
    const ALL_LEGAL: bool = true;

    /// On November 20 areas in British hands release units at the start of a British impulse; they wait for the next.
    /// Those that do not fit wait for room; their owner chooses (rulings R46 and R75).
    fn run(&mut self, pack: &Pack, board: &mut Board, context: &mut Context) -> Flow {
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
        if opening { Flow::goto(Opening) } else { Flow::goto(Activation) }
    }

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, Side::British, Rule::FirstDayReleases)
    }

    fn rules(&self, _: &Pack, _: &Board) -> Vec<Rule> {
        vec![Rule::FirstDayReleases, Rule::Stacking]
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend(releasing(pack, board).iter().map(Action::Enter));
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        let Action::Enter(unit) = action else { return None };
        Some(Forbidden::unless(releasing(pack, board).contains(unit), Rule::FirstDayReleases))
    }

    fn choose(&mut self, pack: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        if let Action::Enter(unit) = answer.action {
            release(pack, board, unit, context);
        }
        Flow::Again
    }

    fn prompt(&self, _: &Pack, _: &Board, _: Viewer) -> Asking {
        Asking::new("There is not room for all that are released: which unit enters?")
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

/// Places a released unit if it fits (5.4.1, 5.4.2).
fn release(pack: &Pack, board: &mut Board, unit: Unit, context: &mut Context) {
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
