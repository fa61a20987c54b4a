//! Air interdiction (17.3): on a clear dawn an air marker may slow the enemy in a zone.

use engine::{Forbidden, Question, Seat, Viewer, step_words};

use crate::bids::asks;
use crate::board::{Air, Board};
use crate::event::Event;
use crate::impulse::{Daylight, NextImpulse};
use crate::labels::Label;
use crate::pack::Pack;
use crate::rule::Rule;
use crate::scenario::Weather;
use crate::sequence;
use crate::sets::{Place, Places};
use crate::side::Side;
use crate::step::{Action, Answer, Ask, Asking, Below, Context, Flow, OddsCard};
use crate::words::named;

/// Zones with enemies and without friends of the side that is asked (17.3).
fn zones(pack: &Pack, board: &Board) -> Places {
    (pack.links.zones & board.present(board.asked.enemy())) - board.present(board.asked)
}

/// Where the air marker hinders movement (17.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interdiction;
step_words!(Interdiction of Pack = "interdiction");

impl Ask<Pack> for Interdiction {
    const ALL_LEGAL: bool = true;

    /// Asks the British, then the Germans, on a clear dawn.
    fn run(&mut self, pack: &Pack, board: &mut Board, _: &mut Context) -> Flow {
        if !board.options.air_interdiction || board.weather == Weather::Overcast {
            return Flow::goto(Daylight);
        }
        if board.air[board.asked] == Air::Ready && !zones(pack, board).is_empty() {
            return Flow::Ask;
        }
        after_interdiction(board)
    }

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.asked, Rule::AirInterdiction)
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend(zones(pack, board).iter().map(Action::Interdict));
        options.push(Action::Decline);
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        if let Action::Interdict(place) = action {
            return Some(Forbidden::unless(zones(pack, board).contains(place), Rule::AirInterdiction));
        }
        (action == Action::Decline).then_some(Forbidden::NO)
    }

    fn choose(&mut self, _: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        let side = board.asked;
        if let Action::Interdict(place) = answer.action {
            board.air[side] = Air::Interdicting(place);
            context.tell(|| Event::AirSent { side, place });
        }
        after_interdiction(board)
    }

    fn prompt(&self, _: &Pack, _: &Board, _: Viewer) -> Asking {
        Asking::new("Send the air marker over a zone of the enemy?")
    }

    fn label(&self, _: &Pack, _: &Board, action: Action) -> Option<Label> {
        (action == Action::Decline).then(|| "Keep the air marker in its box".into())
    }

    fn cites(&self, _: &Pack, _: &Board, _: Action, _: &mut Vec<Rule>) {}

    fn odds<'a>(&'a self, _: &'a Pack, _: &'a Board, _: Action) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }
}

fn after_interdiction(board: &mut Board) -> Flow {
    if is_next_asked(board) { Flow::goto(Interdiction) } else { Flow::goto(Daylight) }
}

/// The other side is asked, after the British; whether there is one.
fn is_next_asked(board: &mut Board) -> bool {
    board.asked = board.asked.enemy();
    board.asked == Side::German
}

/// Whether an air marker is called back (17.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recall;
step_words!(Recall of Pack = "recall");

impl Ask<Pack> for Recall {
    const ALL_LEGAL: bool = true;

    /// At the end of any impulse the owner may call his marker back for support.
    fn run(&mut self, _: &Pack, board: &mut Board, _: &mut Context) -> Flow {
        if matches!(board.air[board.asked], Air::Interdicting(_)) {
            return Flow::Ask;
        }
        after_recall(board)
    }

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.asked, Rule::AirInterdiction)
    }

    fn candidates(&self, _: &Pack, _: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend([Action::Recall, Action::Decline]);
    }

    fn check(&self, _: &Pack, _: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        matches!(action, Action::Recall | Action::Decline).then_some(Forbidden::NO)
    }

    fn choose(&mut self, _: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        if answer.action == Action::Recall {
            call_back(board, board.asked, context);
        }
        after_recall(board)
    }

    fn prompt(&self, pack: &Pack, board: &Board, _: Viewer) -> Asking {
        let Air::Interdicting(place) = board.air[board.asked] else {
            return Asking::new("Call the air marker back to its box?");
        };
        let mut about = Vec::new();
        let place = named(pack, Some(place), &mut about);
        Asking::new(format!("Call the air marker back from {place}?")).about(about)
    }

    fn label(&self, _: &Pack, _: &Board, action: Action) -> Option<Label> {
        (action == Action::Decline).then(|| "Leave the air marker where it is".into())
    }

    fn cites(&self, _: &Pack, _: &Board, _: Action, _: &mut Vec<Rule>) {}

    fn odds<'a>(&'a self, _: &'a Pack, _: &'a Board, _: Action) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }
}

fn after_recall(board: &mut Board) -> Flow {
    if is_next_asked(board) { Flow::goto(Recall) } else { Flow::goto(NextImpulse) }
}

/// An interdicting marker comes home when its day or the clear weather ends: it was sent on a clear dawn, for that turn
/// (17.3, 4.1.1, 6.2, ruling R100).
pub(crate) fn come_home(board: &mut Board, context: &mut Context) {
    for side in Side::BOTH {
        call_back(board, side, context);
    }
}

fn call_back(board: &mut Board, side: Side, context: &mut Context) {
    if let Air::Interdicting(place) = board.air[side] {
        board.air[side] = Air::Ready;
        context.tell(|| Event::AirRecalled { side, place });
    }
}

/// Whether units of `side` that begin in `place` have their movement halved (17.3).
#[inline]
pub(crate) fn hinders(board: &Board, side: Side, place: Place) -> bool {
    board.air[side.enemy()] == Air::Interdicting(place)
}
