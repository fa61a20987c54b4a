//! Daylight and its impulses (4.2, 8.0): assault, regroup or pass.

use engine::{Context, Flow, Forbidden};

use crate::board::{Board, Impulse};
use crate::event::Event;
use crate::pack::Pack;
use crate::rule::Rule;
use crate::sets::{Place, Places};
use crate::step::{Action, Step};
use crate::{Cambrai, advantage, control, regroup, weather};

/// The dawn phase ends and daylight begins with impulse 0 (4.2).
pub(crate) fn daylight(board: &mut Board, context: &mut Context<Event>) -> Flow<Cambrai> {
    advantage::shift(board, context);
    board.impulse_number = 0;
    board.active = board.first;
    board.day_over = false;
    board.weather_turns = false;
    let first = board.first;
    context.tell(|| Event::DaylightBegan { first });
    Flow::Goto(Step::Impulse)
}

/// An impulse begins: a change of weather takes effect (6.3), and then areas may release units (5.4).
pub(crate) fn begin(board: &mut Board, context: &mut Context<Event>) -> Flow<Cambrai> {
    weather::change(board, context);
    board.impulse = Impulse::default();
    board.sunset = None;
    let (number, side) = (board.impulse_number, board.active);
    context.tell(|| Event::ImpulseBegan { number, side });
    Flow::Goto(Step::Releases)
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

pub(crate) fn ask(pack: &Pack, board: &Board, options: &mut Vec<Action>) {
    let places = activatable(pack, board);
    options.extend(places.iter().map(Action::Activate));
    let regrouping = places.iter().filter(|place| regroup::is_possible(pack, board, *place));
    options.extend(regrouping.map(Action::Regroup));
    options.push(Action::Pass);
}

pub(crate) fn check(pack: &Pack, board: &Board, action: Action) -> Forbidden {
    let mut verdict = Forbidden::NO;
    match action {
        Action::Activate(place) => {
            verdict.when(!activatable(pack, board).contains(place), Rule::AssaultImpulse);
        }
        Action::Regroup(place) => {
            let possible =
                activatable(pack, board).contains(place) && regroup::is_possible(pack, board, place);
            verdict.when(!possible, Rule::RegroupImpulse);
        }
        _ => {}
    }
    verdict
}

pub(crate) fn choose(
    pack: &Pack,
    board: &mut Board,
    action: Action,
    context: &mut Context<Event>,
) -> Flow<Cambrai> {
    let side = board.active;
    match action {
        Action::Activate(place) | Action::Regroup(place) => {
            let able = board.own_in(pack, side, place) - board.impulse.released - pack.kinds.garrisons;
            board.impulse.area = Some(place);
            board.impulse.centre = Some(place);
            board.impulse.contested = control::contested(board);
            if matches!(action, Action::Activate(_)) {
                board.impulse.started = able & board.fresh;
                context.tell(|| Event::Activated { side, place });
                Flow::Goto(Step::Artillery)
            } else {
                board.impulse.started = able;
                context.tell(|| Event::RegroupBegan { side, place });
                Flow::Goto(Step::Regroup)
            }
        }
        _ => {
            context.tell(|| Event::Passed { side });
            board.impulse.passed = true;
            Flow::Goto(Step::ImpulseEnd)
        }
    }
}

/// The marker goes on to the other side's impulse, or daylight is over (4.2.1).
pub(crate) fn next(pack: &Pack, board: &mut Board) -> Flow<Cambrai> {
    if board.day_over || board.impulse_number >= pack.last_impulse {
        return Flow::Goto(Step::Dusk);
    }
    board.impulse_number += 1;
    board.active = board.active.enemy();
    Flow::Goto(Step::Impulse)
}
