//! Tank refit (12.6): every exhausted tank rolls, and the advantage may spare one that.

use engine::step::Die;
use engine::wire::Odds;
use engine::{Forbidden, Question, Seat, Viewer, step_words};

use crate::bids::asks;
use crate::board::{Board, Where};
use crate::event::{Event, TankResult, Use};
use crate::infantry_refit::{InfantryRefit, infantry_refits};
use crate::labels::Label;
use crate::pack::Pack;
use crate::rule::Rule;
use crate::sets::{Places, Unit, Units};
use crate::side::Side;
use crate::step::{Action, Answer, Ask, Asking, Below, Context, Flow, OddsCard};
use crate::words::{named_unit, unit_name};
use crate::{advantage, control, odds, sequence, supply};

/// Exhausted tanks on the map that have not rolled yet (12.6).
fn tired_tanks(pack: &Pack, board: &Board) -> Units {
    let waits = |unit: &Unit| board.place_of(*unit).is_some();
    (pack.kinds.tanks - board.fresh).iter().filter(waits).collect()
}

/// Those of them in supply (12.3).
fn supplied_tanks(pack: &Pack, board: &Board, network: Places) -> Units {
    let supplied =
        |unit: &Unit| board.place_of(*unit).is_some_and(|place| supply::reaches(pack, board, network, place));
    tired_tanks(pack, board).iter().filter(supplied).collect()
}

/// The tank that refits next: the one named, otherwise the first, those out of supply before the others.
fn next_tank(pack: &Pack, board: &Board) -> Option<Unit> {
    next_tank_on(pack, board, supply::network(pack, board, Side::British))
}

fn next_tank_on(pack: &Pack, board: &Board, network: Places) -> Option<Unit> {
    let tired = tired_tanks(pack, board);
    if pack.first_edition() {
        return tired.first();
    }
    let named = board.subject.filter(|unit| tired.contains(*unit));
    named.or_else(|| (tired - supplied_tanks(pack, board, network)).first()).or_else(|| tired.first())
}

/// Tank refit (12.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TankRefit;
step_words!(TankRefit of Pack = "tank-refit");

impl Ask<Pack> for TankRefit {
    const ALL_LEGAL: bool = true;

    /// Every exhausted tank must roll; one may be spared that by the advantage (15.1 D). As long as it may, the British
    /// choose the order, since each roll may change their mind (ruling R105).
    fn run(&mut self, pack: &Pack, board: &mut Board, context: &mut Context) -> Flow {
        let network = supply::network(pack, board, Side::British);
        loop {
            let Some(unit) = next_tank_on(pack, board, network) else {
                board.subject = None;
                board.refits = infantry_refits(pack, board);
                return Flow::goto(InfantryRefit);
            };
            let supplied = supplied_tanks(pack, board, network);
            // Ruling R81: without supply nothing is rolled, and the advantage does not help.
            let chooses = supplied.contains(unit) && board.advantage == Some(Side::British);
            let named = board.subject == Some(unit);
            if chooses && !named && !pack.first_edition() && supplied.count() > 1 {
                board.subject = None;
                return Flow::Ask;
            }
            board.subject = Some(unit);
            if chooses {
                return Flow::Ask;
            }
            let die = supplied.contains(unit).then(|| context.d6());
            finish_tank(pack, board, unit, die, context);
        }
    }

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, Side::British, Rule::TankRefit)
    }

    fn rules(&self, _: &Pack, _: &Board) -> Vec<Rule> {
        vec![Rule::TankRefit, Rule::AdvantageUse]
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        if board.subject.is_some() {
            options.extend([Action::Roll, Action::Advantage]);
        } else {
            let network = supply::network(pack, board, Side::British);
            options.extend(supplied_tanks(pack, board, network).iter().map(Action::Refit));
        }
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        if let Action::Refit(unit) = action {
            let tired = supplied_tanks(pack, board, supply::network(pack, board, Side::British));
            let waits = board.subject.is_none() && tired.contains(unit);
            return Some(Forbidden::unless(waits, Rule::TankRefit));
        }
        let answers = matches!(action, Action::Roll | Action::Advantage);
        answers.then(|| Forbidden::unless(board.subject.is_some(), Rule::TankRefit))
    }

    fn choose(&mut self, pack: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        if let Action::Refit(unit) = answer.action {
            board.subject = Some(unit);
            return Flow::Again;
        }
        let Some(unit) = board.subject else { return Flow::Again };
        if answer.action == Action::Advantage {
            advantage::spend(board, Use::TankRefit, context);
            board.set_fresh(pack, unit, true);
            context.tell(|| Event::Refitted { unit, place: board.place_of(unit), rule: Rule::AdvantageUse });
        } else {
            let die = context.d6();
            finish_tank(pack, board, unit, Some(die), context);
        }
        if !pack.first_edition() {
            board.subject = None;
        }
        Flow::Again
    }

    fn prompt(&self, pack: &Pack, board: &Board, _: Viewer) -> Asking {
        if board.subject.is_none() {
            return Asking::new("Which tank unit refits next?");
        }
        let mut about = Vec::new();
        let unit = named_unit(pack, board.subject, &mut about);
        Asking::new(format!("Roll for the refit of {unit}, or spend the advantage?")).about(about)
    }

    fn label(&self, pack: &Pack, board: &Board, action: Action) -> Option<Label> {
        if let Action::Refit(unit) = action {
            return Some(format!("{} refits next", unit_name(pack, unit)).into());
        }
        if action == Action::Roll {
            return Some(roll_in_words(pack, board).into());
        }
        let tank = board.subject.map_or("the tank unit", |unit| unit_name(pack, unit));
        advantage::label(action, &format!("{tank} is fresh again without a roll"), "")
    }

    fn cites(&self, _: &Pack, _: &Board, action: Action, cites: &mut Vec<Rule>) {
        if action == Action::Roll {
            cites.push(Rule::TankRefit);
        }
        advantage::cites(action, cites);
    }

    fn odds<'a>(&'a self, pack: &'a Pack, board: &'a Board, action: Action) -> Option<OddsCard<'a>> {
        let unit = board.subject.filter(|_| action == Action::Roll)?;
        Some(odds::card(move || chances(pack, unit)))
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }

    fn rolls(&self) -> Option<Die<Pack>> {
        Some(|pack, board| Some(odds::next_die(chances(pack, next_tank(pack, board)?))))
    }
}

/// What a tank's refit roll means, in words.
fn roll_in_words(pack: &Pack, board: &Board) -> String {
    let Some(info) = board.subject.map(|unit| pack.info(unit)) else { return "Roll".into() };
    let failed = info.weaker.map(|weaker| pack.info(weaker)).map_or("it is lost".to_owned(), |weaker| {
        format!("a fresh {}-{}-{} replaces it", weaker.attack, weaker.defense, weaker.movement)
    });
    let most = info.exhausted_defense;
    let repaired = if most == 1 { "a 1".to_owned() } else { format!("{most} or less") };
    format!("Roll for {}: fresh with {repaired}, otherwise {failed}", info.name)
}

/// A die up to the exhausted defense makes the tank fresh; otherwise a weaker counter replaces it, fresh, and the
/// weakest is lost (12.6).
fn finish_tank(pack: &Pack, board: &mut Board, unit: Unit, die: Option<u8>, context: &mut Context) {
    let info = pack.info(unit);
    let needed = info.exhausted_defense as u8;
    let place = board.at[unit.index()];
    let result = match (die.is_some_and(|die| die <= needed), info.weaker) {
        (true, _) => TankResult::Fresh,
        (false, Some(weaker)) => TankResult::Weaker(weaker),
        (false, None) => TankResult::Lost,
    };
    context.tell(|| Event::TankRefit { unit, place: board.place_of(unit), die, needed, result });
    match result {
        TankResult::Fresh => board.set_fresh(pack, unit, true),
        TankResult::Weaker(weaker) => {
            board.set_fresh(pack, weaker, true);
            board.put(pack, weaker, place);
            board.put(pack, unit, Where::Removed);
        }
        TankResult::Lost => control::relocate(pack, board, unit, Where::Eliminated, context),
    }
}

fn chances(pack: &Pack, unit: Unit) -> Odds {
    let info = pack.info(unit);
    let mut tally = odds::tally(pack, 6);
    for die in 1..=6i8 {
        let label = match (die <= info.exhausted_defense, info.weaker) {
            (true, _) => "fresh",
            (false, Some(_)) => "weaker",
            (false, None) => "lost",
        };
        tally.add(label.into(), 1, &[Rule::TankRefit]);
    }
    Odds {
        title: format!("The refit of {}", info.name),
        cases: pack.casebook.numbers([Rule::TankRefit]),
        sums: Vec::new(),
        summary: format!("{} % to keep its strength", tally.share(|label| label == "fresh")),
        results: tally.results,
        chart: Some(("tank-refit".into(), String::new())),
    }
}
