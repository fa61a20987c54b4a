//! Infantry refit (12.7), and cavalry that dismounts for it (12.8).

use engine::{Forbidden, Order, Question, Seat, Viewer, step_words};

use crate::bids::asks;
use crate::board::{Board, Where};
use crate::end_phase::EndPhase;
use crate::event::Event;
use crate::labels::Label;
use crate::night::HurricaneRefit;
use crate::pack::{Pack, turn_of};
use crate::rule::Rule;
use crate::sets::{Places, Unit, Units};
use crate::side::Side;
use crate::step::{Action, Answer, Ask, Asking, Below, Context, Flow, OddsCard};
use crate::{control, orders, sequence, supply};

/// How many infantry units of the side that is asked may refit tonight (12.7).
pub(crate) fn infantry_refits(pack: &Pack, board: &Board) -> u8 {
    let chart = &pack.charts.refit;
    let extra =
        if turn_of(&chart.extra_from).is_some_and(|from| board.turn >= from) { chart.extra } else { 0 };
    match board.asked {
        Side::British => extra,
        Side::German => chart.german_infantry + extra,
    }
}

/// Exhausted infantry in supply, the British only in their two zones (12.7, 12.3).
fn tired_infantry(pack: &Pack, board: &Board, within: Places) -> Units {
    let side = board.asked;
    let network = supply::network(pack, board, side);
    let may = |unit: &Unit| {
        let place = board.place_of(*unit);
        place.is_some_and(|place| within.contains(place) && supply::reaches(pack, board, network, place))
    };
    ((pack.kinds.infantry & pack.kinds.of[side]) - board.fresh).iter().filter(may).collect()
}

fn refitting(pack: &Pack, board: &Board) -> Units {
    let within = if board.asked == Side::British { pack.links.refit_zones } else { pack.links.all };
    if board.refits == 0 { Units::NONE } else { tired_infantry(pack, board, within) }
}

/// Infantry refit (12.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InfantryRefit;
step_words!(InfantryRefit of Pack = "infantry-refit");

impl Ask<Pack> for InfantryRefit {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, pack: &Pack, board: &mut Board, _: &mut Context) -> Flow {
        if !refitting(pack, board).is_empty() {
            return Flow::Ask;
        }
        after_infantry(board)
    }

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.asked, Rule::InfantryRefit)
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend(refitting(pack, board).iter().map(Action::Refit));
        options.push(Action::Done);
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        if let Action::Refit(unit) = action {
            return Some(check_refit(pack, board, unit, refitting(pack, board), Rule::InfantryRefit));
        }
        (action == Action::Done).then_some(Forbidden::NO)
    }

    fn choose(&mut self, pack: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        let Action::Refit(unit) = answer.action else { return after_infantry(board) };
        board.set_fresh(pack, unit, true);
        board.refits -= 1;
        context.tell(|| Event::Refitted { unit, place: board.place_of(unit), rule: Rule::InfantryRefit });
        Flow::Again
    }

    fn prompt(&self, _: &Pack, board: &Board, _: Viewer) -> Asking {
        Asking::new(format!("Which infantry unit recovers? {} may tonight.", board.refits))
    }

    fn label(&self, _: &Pack, _: &Board, action: Action) -> Option<Label> {
        (action == Action::Done).then(|| "No more infantry recovers".into())
    }

    fn cites(&self, _: &Pack, _: &Board, _: Action, _: &mut Vec<Rule>) {}

    fn odds<'a>(&'a self, _: &'a Pack, _: &'a Board, _: Action) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }

    fn orders(&self, _: &Pack, _: &Board, _: &[Action]) -> Vec<Order> {
        orders::recover()
    }

    fn next_of_order(&self, pack: &Pack, order: Order, _: &Board, options: &[Action]) -> Option<Action> {
        orders::next_to_recover(pack, order, options)
    }
}

fn after_infantry(board: &mut Board) -> Flow {
    board.refits = 0;
    if board.asked == Side::British { Flow::goto(Dismounting) } else { Flow::goto(EndPhase) }
}

fn check_refit(pack: &Pack, board: &Board, unit: Unit, allowed: Units, rule: Rule) -> Forbidden {
    // Those who were counted before horsemen left stay allowed, although their supply may have gone with them.
    if allowed.contains(unit) {
        return Forbidden::NO;
    }
    let mut verdict = Forbidden::by(rule);
    let network = supply::network(pack, board, board.asked);
    let cut_off = board.place_of(unit).is_some_and(|place| !supply::reaches(pack, board, network, place));
    *verdict.when(cut_off, Rule::SupplyLines)
}

/// Cavalry in play and in supply, as long as there is infantry to refit for it (12.8).
fn cavalry(pack: &Pack, board: &Board) -> Units {
    if board.asked == Side::German || tired_infantry(pack, board, pack.links.all).is_empty() {
        return Units::NONE;
    }
    let network = supply::network(pack, board, Side::British);
    let supplied =
        |unit: &Unit| board.place_of(*unit).is_some_and(|place| supply::reaches(pack, board, network, place));
    pack.kinds.cavalry.iter().filter(supplied).collect()
}

/// Which cavalry dismounts (12.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dismounting;
step_words!(Dismounting of Pack = "dismounting");

impl Ask<Pack> for Dismounting {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, pack: &Pack, board: &mut Board, _: &mut Context) -> Flow {
        if !cavalry(pack, board).is_empty() {
            return Flow::Ask;
        }
        after_dismounting(pack, board)
    }

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, Side::British, Rule::DismountedCavalry)
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend(cavalry(pack, board).iter().map(Action::Dismount));
        options.push(Action::Done);
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        if let Action::Dismount(unit) = action {
            return Some(check_refit(pack, board, unit, cavalry(pack, board), Rule::DismountedCavalry));
        }
        (action == Action::Done).then_some(Forbidden::NO)
    }

    fn choose(&mut self, pack: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        let Action::Dismount(unit) = answer.action else { return after_dismounting(pack, board) };
        context.tell(|| Event::Dismounted { unit, place: board.place_of(unit) });
        // The infantry is counted before the horsemen leave: their leaving may cost a contested place, not the refit.
        board.treated = tired_infantry(pack, board, pack.links.all);
        control::relocate(pack, board, unit, Where::Removed, context);
        Flow::goto(DismountedRefit)
    }

    fn prompt(&self, _: &Pack, _: &Board, _: Viewer) -> Asking {
        Asking::new("Does a cavalry unit dismount for good, so that infantry recovers?")
    }

    fn label(&self, _: &Pack, _: &Board, action: Action) -> Option<Label> {
        (action == Action::Done).then(|| "No more cavalry dismounts".into())
    }

    fn cites(&self, _: &Pack, _: &Board, _: Action, _: &mut Vec<Rule>) {}

    fn odds<'a>(&'a self, _: &'a Pack, _: &'a Board, _: Action) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }
}

/// The Germans follow with the same steps (12.2).
fn after_dismounting(pack: &Pack, board: &mut Board) -> Flow {
    board.asked = Side::German;
    board.refits = infantry_refits(pack, board);
    Flow::goto(HurricaneRefit)
}

/// Which infantry refits for it (12.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DismountedRefit;
step_words!(DismountedRefit of Pack = "dismounted-refit");

impl Ask<Pack> for DismountedRefit {
    const ALL_LEGAL: bool = true;

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, Side::British, Rule::DismountedCavalry)
    }

    fn candidates(&self, _: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend(board.treated.iter().map(Action::Refit));
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        let Action::Refit(unit) = action else { return None };
        Some(check_refit(pack, board, unit, board.treated, Rule::DismountedCavalry))
    }

    fn choose(&mut self, pack: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        if let Action::Refit(unit) = answer.action {
            board.set_fresh(pack, unit, true);
            context.tell(|| Event::Refitted {
                unit,
                place: board.place_of(unit),
                rule: Rule::DismountedCavalry,
            });
        }
        board.treated = Units::NONE;
        Flow::goto(Dismounting)
    }

    fn prompt(&self, _: &Pack, _: &Board, _: Viewer) -> Asking {
        Asking::new("Which infantry unit recovers in exchange?")
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
