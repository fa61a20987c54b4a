//! What comes back at dawn (5.3): garrisons, and the one tank.

use engine::{Forbidden, Question, Seat, Viewer, step_words};

use crate::bids::asks;
use crate::board::{Board, Where};
use crate::event::Event;
use crate::labels::Label;
use crate::pack::Pack;
use crate::reinforcements::Reinforcements;
use crate::rule::Rule;
use crate::sets::{Place, Places, Unit};
use crate::side::Side;
use crate::step::{Action, Answer, Ask, Asking, Below, Context, Flow, OddsCard};
use crate::weather::WeatherRoll;
use crate::words::named_unit;
use crate::{control, sequence};

/// Where a garrison may return: a free German place without one (5.3, ruling R49).
fn garrison_places(pack: &Pack, board: &Board) -> Places {
    let has_garrison = |place: &Place| !(board.units_in(*place) & pack.kinds.garrisons).is_empty();
    control::free(pack, board, Side::German).iter().filter(|place| !has_garrison(place)).collect()
}

fn next_garrison(pack: &Pack, board: &Board) -> Option<Unit> {
    pack.kinds.garrisons.iter().find(|unit| board.at[unit.index()] == Where::Eliminated)
}

/// Where a garrison returns (5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Garrisons;
step_words!(Garrisons of Pack = "garrisons");

impl Ask<Pack> for Garrisons {
    const ALL_LEGAL: bool = true;

    /// Eliminated garrisons return each dawn, as long as there is room.
    fn run(&mut self, pack: &Pack, board: &mut Board, _: &mut Context) -> Flow {
        if next_garrison(pack, board).is_some() && !garrison_places(pack, board).is_empty() {
            return Flow::Ask;
        }
        if pack.first_edition() { Flow::goto(TankReturn) } else { Flow::goto(WeatherRoll) }
    }

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, Side::German, Rule::EliminatedUnits)
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend(garrison_places(pack, board).iter().map(Action::Place));
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        let Action::Place(place) = action else { return None };
        let mut verdict =
            Forbidden::unless(garrison_places(pack, board).contains(place), Rule::EliminatedUnits);
        let free = control::free(pack, board, Side::German).contains(place);
        Some(*verdict.when(!free, Rule::FreeAreas))
    }

    fn choose(&mut self, pack: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        if let (Action::Place(place), Some(unit)) = (answer.action, next_garrison(pack, board)) {
            board.set_fresh(pack, unit, true);
            control::relocate(pack, board, unit, Where::At(place), context);
            context.tell(|| Event::GarrisonReturned { unit, place });
        }
        Flow::Again
    }

    fn prompt(&self, pack: &Pack, board: &Board, _: Viewer) -> Asking {
        let mut about = Vec::new();
        let unit = named_unit(pack, next_garrison(pack, board), &mut about);
        Asking::new(format!("Where does {unit} return?")).about(about)
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

/// The weakest tank counter that was eliminated, on the day one may return (5.3, ruling R54).
fn returning_tank(pack: &Pack, board: &Board) -> Option<Unit> {
    let due = pack.scenarios[usize::from(board.scenario)].tank_return == Some(board.turn);
    let lost = |unit: &Unit| board.at[unit.index()] == Where::Eliminated && pack.info(*unit).weaker.is_none();
    due.then(|| pack.kinds.tanks.iter().find(lost)).flatten()
}

/// Where the tank returns (5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TankReturn;
step_words!(TankReturn of Pack = "tank-return");

impl Ask<Pack> for TankReturn {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, pack: &Pack, board: &mut Board, _: &mut Context) -> Flow {
        if returning_tank(pack, board).is_some() && !(board.british & pack.links.zones).is_empty() {
            return Flow::Ask;
        }
        after_tank_return(pack, board)
    }

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, Side::British, Rule::EliminatedUnits)
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend((board.british & pack.links.zones).iter().map(Action::Place));
        options.push(Action::Decline);
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        if let Action::Place(place) = action {
            let open = (board.british & pack.links.zones).contains(place);
            return Some(Forbidden::unless(open, Rule::EliminatedUnits));
        }
        (action == Action::Decline).then_some(Forbidden::NO)
    }

    fn choose(&mut self, pack: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        if let (Action::Place(place), Some(unit)) = (answer.action, returning_tank(pack, board)) {
            board.set_fresh(pack, unit, true);
            control::relocate(pack, board, unit, Where::At(place), context);
            context.tell(|| Event::TankReturned { unit, place });
        }
        after_tank_return(pack, board)
    }

    fn prompt(&self, pack: &Pack, board: &Board, _: Viewer) -> Asking {
        let mut about = Vec::new();
        let unit = named_unit(pack, returning_tank(pack, board), &mut about);
        Asking::new(format!("In which zone does {unit} return, if at all?")).about(about)
    }

    fn label(&self, _: &Pack, _: &Board, action: Action) -> Option<Label> {
        (action == Action::Decline).then(|| "Leave the tank unit out".into())
    }

    fn cites(&self, _: &Pack, _: &Board, _: Action, _: &mut Vec<Rule>) {}

    fn odds<'a>(&'a self, _: &'a Pack, _: &'a Board, _: Action) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }
}

/// The tank is a British reinforcement: the Germans place theirs after it (4.1).
fn after_tank_return(pack: &Pack, board: &mut Board) -> Flow {
    if pack.first_edition() {
        return Flow::goto(WeatherRoll);
    }
    board.asked = Side::German;
    Flow::goto(Reinforcements)
}
