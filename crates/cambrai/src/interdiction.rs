//! Air interdiction (17.3): on a clear dawn an air marker may slow the enemy in a zone.

use engine::{Context, Flow, Forbidden};

use crate::Cambrai;
use crate::board::{Air, Board};
use crate::event::Event;
use crate::pack::Pack;
use crate::rule::Rule;
use crate::scenario::Weather;
use crate::sets::{Place, Places};
use crate::side::Side;
use crate::step::{Action, Step};

/// Zones with enemies and without friends of the side that is asked (17.3).
fn zones(pack: &Pack, board: &Board) -> Places {
    (pack.links.zones & board.present(board.asked.enemy())) - board.present(board.asked)
}

/// Asks the British, then the Germans, on a clear dawn.
pub(crate) fn run(pack: &Pack, board: &mut Board) -> Flow<Cambrai> {
    if !board.options.air_interdiction || board.weather == Weather::Overcast {
        return Flow::Goto(Step::Daylight);
    }
    if board.air[board.asked] == Air::Ready && !zones(pack, board).is_empty() {
        return Flow::Ask;
    }
    next_side(board, Step::Interdiction, Step::Daylight)
}

pub(crate) fn ask(pack: &Pack, board: &Board, options: &mut Vec<Action>) {
    options.extend(zones(pack, board).iter().map(Action::Interdict));
    options.push(Action::Decline);
}

pub(crate) fn check(pack: &Pack, board: &Board, place: Place) -> Forbidden {
    let mut verdict = Forbidden::NO;
    *verdict.when(!zones(pack, board).contains(place), Rule::AirInterdiction)
}

pub(crate) fn choose(board: &mut Board, action: Action, context: &mut Context<Event>) -> Flow<Cambrai> {
    let side = board.asked;
    if let Action::Interdict(place) = action {
        board.air[side] = Air::Interdicting(place);
        context.tell(|| Event::AirSent { side, place });
    }
    next_side(board, Step::Interdiction, Step::Daylight)
}

/// At the end of any impulse the owner may call his marker back for support (17.3).
pub(crate) fn run_recall(board: &mut Board) -> Flow<Cambrai> {
    if matches!(board.air[board.asked], Air::Interdicting(_)) {
        return Flow::Ask;
    }
    next_side(board, Step::Recall, Step::NextImpulse)
}

pub(crate) fn recall(board: &mut Board, action: Action, context: &mut Context<Event>) -> Flow<Cambrai> {
    let side = board.asked;
    if action == Action::Recall {
        call_back(board, side, context);
    }
    next_side(board, Step::Recall, Step::NextImpulse)
}

/// An interdicting marker comes home when its day or the clear weather ends: it was sent on a clear dawn, for that turn
/// (17.3, 4.1.1, 6.2, ruling R100).
pub(crate) fn come_home(board: &mut Board, context: &mut Context<Event>) {
    for side in Side::BOTH {
        call_back(board, side, context);
    }
}

fn call_back(board: &mut Board, side: Side, context: &mut Context<Event>) {
    if let Air::Interdicting(place) = board.air[side] {
        board.air[side] = Air::Ready;
        context.tell(|| Event::AirRecalled { side, place });
    }
}

fn next_side(board: &mut Board, again: Step, after: Step) -> Flow<Cambrai> {
    board.asked = board.asked.enemy();
    Flow::Goto(if board.asked == Side::German { again } else { after })
}

/// Whether units of `side` that begin in `place` have their movement halved (17.3).
#[inline]
pub(crate) fn hinders(board: &Board, side: Side, place: Place) -> bool {
    board.air[side.enemy()] == Air::Interdicting(place)
}
