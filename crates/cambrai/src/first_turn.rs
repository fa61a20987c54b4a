//! The opening barrage of November 20 (16.2): five barrages in any order, then both markers are used.

use engine::{Context, Flow, Forbidden};

use crate::Cambrai;
use crate::board::{Barrage, Board};
use crate::event::Event;
use crate::pack::Pack;
use crate::rule::Rule;
use crate::sets::Place;
use crate::step::{Action, Step};

/// Fires at one target after the other; range and the limit of one marker are waived (ruling R65).
pub(crate) fn run(pack: &Pack, board: &mut Board, context: &mut Context<Event>) -> Flow<Cambrai> {
    let side = board.active;
    board.opening &= board.present(side.enemy()) & pack.links.all;
    if !board.opening.is_empty() {
        return Flow::Ask;
    }
    board.hurricane_used[side] += board.hurricane_fresh[side];
    board.hurricane_fresh[side] = 0;
    context.tell(|| Event::HurricaneUsed { side, place: None });
    Flow::Goto(Step::ImpulseEnd)
}

pub(crate) fn ask(board: &Board, options: &mut Vec<Action>) {
    options.extend(board.opening.iter().map(Action::Hurricane));
}

pub(crate) fn check(board: &Board, place: Place) -> Forbidden {
    let mut verdict = Forbidden::NO;
    *verdict.when(!board.opening.contains(place), Rule::OpeningBarrage)
}

pub(crate) fn choose(board: &mut Board, action: Action) -> Flow<Cambrai> {
    if let Action::Hurricane(place) = action {
        board.opening.remove(place);
        board.barrage = Some(Barrage { place, primary: None, points: 0, begun: false });
        return Flow::Call(Step::PrimaryTarget);
    }
    Flow::Again
}
