//! The opening barrage of November 20 (16.2): five barrages in any order, then both markers are used.

use engine::{Forbidden, Order, Question, Seat, Viewer, step_words};

use crate::artillery::{self, PrimaryTarget};
use crate::bids::asks;
use crate::board::{Barrage, Board};
use crate::event::Event;
use crate::labels::Label;
use crate::pack::Pack;
use crate::rule::Rule;
use crate::step::{Action, Answer, Ask, Asking, Below, Context, Flow, OddsCard};
use crate::sunset::ImpulseEnd;
use crate::{odds, orders, sequence};

/// The opening barrage (16.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening;
step_words!(Opening of Pack = "opening");

impl Ask<Pack> for Opening {
    const ALL_LEGAL: bool = true;

    /// Fires at one target after the other; range and the limit of one marker are waived (ruling R65).
    fn run(&mut self, pack: &Pack, board: &mut Board, context: &mut Context) -> Flow {
        let side = board.active;
        board.opening &= board.present(side.enemy()) & pack.links.all;
        if !board.opening.is_empty() {
            return Flow::Ask;
        }
        board.hurricane_used[side] += board.hurricane_fresh[side];
        board.hurricane_fresh[side] = 0;
        context.tell(|| Event::HurricaneUsed { side, place: None });
        Flow::goto(ImpulseEnd)
    }

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.active, Rule::OpeningBarrage)
    }

    fn candidates(&self, _: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend(board.opening.iter().map(Action::Hurricane));
    }

    fn check(&self, _: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        let Action::Hurricane(place) = action else { return None };
        Some(Forbidden::unless(board.opening.contains(place), Rule::OpeningBarrage))
    }

    fn choose(&mut self, _: &Pack, board: &mut Board, answer: Answer, _: &mut Context) -> Flow {
        let Action::Hurricane(place) = answer.action else { return Flow::Again };
        board.opening.remove(place);
        board.barrage = Some(Barrage { place, primary: None, points: 0, begun: false });
        Flow::call(PrimaryTarget)
    }

    fn prompt(&self, _: &Pack, _: &Board, _: Viewer) -> Asking {
        Asking::new("Opening barrage: which target next?")
    }

    fn label(&self, _: &Pack, _: &Board, _: Action) -> Option<Label> {
        None
    }

    fn cites(&self, _: &Pack, _: &Board, _: Action, cites: &mut Vec<Rule>) {
        cites.push(Rule::OpeningBarrage);
    }

    fn odds<'a>(&'a self, pack: &'a Pack, board: &'a Board, action: Action) -> Option<OddsCard<'a>> {
        let Action::Hurricane(place) = action else { return None };
        Some(odds::card(move || artillery::chances(pack, board, place)))
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }

    fn orders(&self, _: &Pack, _: &Board, options: &[Action]) -> Vec<Order> {
        orders::barrages(options)
    }

    fn next_of_order(&self, _: &Pack, order: Order, _: &Board, options: &[Action]) -> Option<Action> {
        orders::barrage(order, options)
    }
}
