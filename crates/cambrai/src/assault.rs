//! An assault (11.4): who takes part, who leads and who meets it, the dice, and what follows at once.

use engine::step::Die;
use engine::{Forbidden, Order, Question, Seat, Viewer, step_words};

use crate::advantage::Effort;
use crate::bids::asks;
use crate::board::{Air, Assault, AssaultKind, Board, Outcome};
use crate::casualties::Losses;
use crate::combat::{Assessment, assess, defenders, insiders};
use crate::event::Event;
use crate::labels::Label;
use crate::pack::Pack;
use crate::retreat::FallBack;
use crate::rule::Rule;
use crate::sets::{Place, Unit, Units};
use crate::step::{Action, Answer, Ask, Asking, Below, Context, Flow, OddsCard, Run};
use crate::words::assault_place;
use crate::{bridges, control, moving, odds, orders, overrun, sequence, sunset};

/// Units that may still join the assault in hand (11.2, 11.3).
fn volunteers(pack: &Pack, board: &Board) -> Units {
    let Some(assault) = board.assault else { return Units::NONE };
    let all = match assault.kind {
        AssaultKind::Inside => insiders(pack, board, assault.place),
        AssaultKind::Optional | AssaultKind::Mandatory => moving::waiting(board, assault.place),
    };
    all - assault.attackers
}

/// Who takes part in an assault (11.2, 11.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commitment;
step_words!(Commitment of Pack = "commitment");

impl Ask<Pack> for Commitment {
    const ALL_LEGAL: bool = true;

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.active, Rule::OptionalAssault)
    }

    fn rules(&self, _: &Pack, _: &Board) -> Vec<Rule> {
        vec![Rule::OptionalAssault, Rule::ContestedActivation]
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend(volunteers(pack, board).iter().map(Action::Commit));
        if is_manned(board) {
            options.push(Action::Done);
        }
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        let kind = board.assault.map_or(AssaultKind::Optional, |assault| assault.kind);
        if let Action::Commit(unit) = action {
            return Some(Forbidden::unless(volunteers(pack, board).contains(unit), kind.rule()));
        }
        (action == Action::Done).then(|| Forbidden::unless(is_manned(board), kind.rule()))
    }

    fn choose(&mut self, _: &Pack, board: &mut Board, answer: Answer, _: &mut Context) -> Flow {
        let Some(assault) = &mut board.assault else { return Flow::Return };
        if let Action::Commit(unit) = answer.action {
            assault.attackers.insert(unit);
            return Flow::Again;
        }
        if assault.kind == AssaultKind::Inside {
            for unit in assault.attackers.iter() {
                board.impulse.spent[unit.index()] += assault.cost;
            }
        }
        Flow::goto(Point)
    }

    fn prompt(&self, pack: &Pack, board: &Board, _: Viewer) -> Asking {
        let mut about = Vec::new();
        let place = assault_place(pack, board, &mut about);
        Asking::new(format!("Who assaults in {place}?")).about(about)
    }

    fn label(&self, _: &Pack, _: &Board, action: Action) -> Option<Label> {
        (action == Action::Done).then(|| Label::from("These units assault").ending())
    }

    fn cites(&self, _: &Pack, _: &Board, _: Action, _: &mut Vec<Rule>) {}

    fn odds<'a>(&'a self, pack: &'a Pack, board: &'a Board, action: Action) -> Option<OddsCard<'a>> {
        let attackers = board.assault?.attackers;
        if let Action::Commit(unit) = action {
            return odds::assault_in_hand(pack, board, action, attackers | Units::one(unit));
        }
        (action == Action::Done).then(|| odds::assault_in_hand(pack, board, action, attackers))?
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::in_assault(below)
    }

    fn orders(&self, _: &Pack, _: &Board, _: &[Action]) -> Vec<Order> {
        orders::all_assault()
    }

    fn next_of_order(&self, _: &Pack, order: Order, _: &Board, options: &[Action]) -> Option<Action> {
        orders::next_to_assault(order, options)
    }
}

/// Whether anyone takes part yet.
fn is_manned(board: &Board) -> bool {
    board.assault.is_some_and(|assault| !assault.attackers.is_empty())
}

/// Who leads it (11.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point;
step_words!(Point of Pack = "point");

impl Ask<Pack> for Point {
    const ALL_LEGAL: bool = true;

    /// The first unit in leads a mandatory assault; otherwise the attacker names one (10.4, ruling R20).
    fn run(&mut self, _: &Pack, board: &mut Board, _: &mut Context) -> Flow {
        let known = board.assault.is_none_or(|assault| assault.point.is_some());
        if known { Flow::goto(Forward) } else { Flow::Ask }
    }

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.active, Rule::PointUnit)
    }

    fn rules(&self, _: &Pack, _: &Board) -> Vec<Rule> {
        vec![Rule::PointUnit, Rule::AssaultProcedure]
    }

    fn candidates(&self, _: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        let attackers = board.assault.map_or(Units::NONE, |assault| assault.attackers);
        options.extend(attackers.iter().map(Action::Point));
    }

    fn check(&self, _: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        let Action::Point(unit) = action else { return None };
        let attacks = board.assault.is_some_and(|assault| assault.attackers.contains(unit));
        Some(Forbidden::unless(attacks, Rule::PointUnit))
    }

    fn choose(&mut self, _: &Pack, board: &mut Board, answer: Answer, _: &mut Context) -> Flow {
        if let (Some(assault), Action::Point(unit)) = (&mut board.assault, answer.action) {
            assault.point = Some(unit);
        }
        Flow::goto(Forward)
    }

    fn prompt(&self, pack: &Pack, board: &Board, _: Viewer) -> Asking {
        let mut about = Vec::new();
        let place = assault_place(pack, board, &mut about);
        Asking::new(format!("Which unit leads the assault in {place}?")).about(about)
    }

    fn label(&self, _: &Pack, _: &Board, _: Action) -> Option<Label> {
        None
    }

    fn cites(&self, _: &Pack, _: &Board, _: Action, _: &mut Vec<Rule>) {}

    fn odds<'a>(&'a self, pack: &'a Pack, board: &'a Board, action: Action) -> Option<OddsCard<'a>> {
        odds::assault_in_hand(pack, board, action, board.assault?.attackers)
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::in_assault(below)
    }

    fn next_of_order(&self, pack: &Pack, order: Order, _: &Board, options: &[Action]) -> Option<Action> {
        orders::next_leader(pack, order, options)
    }
}

/// Who meets it (11.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forward;
step_words!(Forward of Pack = "forward");

impl Ask<Pack> for Forward {
    const ALL_LEGAL: bool = true;

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.active.enemy(), Rule::AssaultProcedure)
    }

    fn rules(&self, _: &Pack, _: &Board) -> Vec<Rule> {
        vec![Rule::AssaultProcedure, Rule::DefenseValue]
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend(defenders(pack, board).iter().map(Action::Forward));
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        let Action::Forward(unit) = action else { return None };
        Some(Forbidden::unless(defenders(pack, board).contains(unit), Rule::DefenseValue))
    }

    fn choose(&mut self, _: &Pack, board: &mut Board, answer: Answer, _: &mut Context) -> Flow {
        if let (Some(assault), Action::Forward(unit)) = (&mut board.assault, answer.action) {
            assault.forward = Some(unit);
        }
        Flow::goto(Resolution)
    }

    fn prompt(&self, pack: &Pack, board: &Board, _: Viewer) -> Asking {
        let mut about = Vec::new();
        let place = assault_place(pack, board, &mut about);
        Asking::new(format!("Which unit meets the assault in {place}?")).about(about)
    }

    fn label(&self, _: &Pack, _: &Board, _: Action) -> Option<Label> {
        None
    }

    fn cites(&self, _: &Pack, _: &Board, _: Action, _: &mut Vec<Rule>) {}

    fn odds<'a>(&'a self, pack: &'a Pack, board: &'a Board, action: Action) -> Option<OddsCard<'a>> {
        odds::assault_in_hand(pack, board, action, board.assault?.attackers)
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::in_assault(below)
    }
}

/// The dice of an assault (11.4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolution;
step_words!(Resolution of Pack = "resolution");

impl Run<Pack> for Resolution {
    /// Both sides roll two dice; the first British ones may be the sunset roll, too (4.2.1).
    fn run(&mut self, pack: &Pack, board: &mut Board, context: &mut Context) -> Flow {
        let Some(assault) = board.assault else { return Flow::Return };
        let (Some(point), Some(forward)) = (assault.point, assault.forward) else { return Flow::Return };
        let side = board.active;
        let assessment = assess(pack, board, &assault, point, forward);
        let [a, b] = sunset::roll_two(board, side, context);
        let [c, d] = sunset::roll_two(board, side.enemy(), context);
        let difference = assessment.attack.total + (a + b) as i8 - assessment.defense.total - (c + d) as i8;
        let outcome = assessment.outcome(difference);
        board.assault = Some(Assault { outcome: Some(outcome), ..assault });
        let helps = match outcome {
            Outcome::Repulse => Some(side),
            Outcome::Stalemate | Outcome::Overrun => None,
            Outcome::OnePoint | Outcome::Success(_) | Outcome::Cleared | Outcome::Halted => {
                Some(side.enemy())
            }
        };
        let (place, kind) = (assault.place, assault.kind);
        context.tell(|| {
            let Assessment { attack, defense, .. } = assessment;
            Event::Assaulted {
                side,
                place,
                kind,
                point,
                forward,
                attack,
                defense,
                dice: [a, b, c, d],
                outcome,
            }
        });
        // Only the holder of the advantage can use it, so no order is needed (rulings R41 and R78).
        let asked = helps.is_some() && helps == board.advantage;
        if asked { Flow::goto(Effort) } else { Flow::goto(ApplyResult) }
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::in_assault(below)
    }

    fn rolls(&self) -> Option<Die<Pack>> {
        Some(odds::assault_about_to_be_rolled)
    }
}

/// Its result (11.4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ApplyResult;
step_words!(ApplyResult of Pack = "result");

impl Run<Pack> for ApplyResult {
    /// Carries out the result up to the first choice.
    fn run(&mut self, pack: &Pack, board: &mut Board, context: &mut Context) -> Flow {
        let Some(assault) = board.assault else { return Flow::Return };
        let (Some(point), Some(forward), Some(outcome)) = (assault.point, assault.forward, assault.outcome)
        else {
            return Flow::Return;
        };
        if outcome == Outcome::Repulse {
            for unit in assault.attackers.iter() {
                control::exhaust(pack, board, unit, Rule::Repulse, context);
            }
            return Flow::goto(FallBack);
        }
        bridges::crossed(pack, board, &assault, context);
        if outcome == Outcome::Overrun {
            return overrun::apply(pack, board, point, context);
        }
        let leaders = (assault.attackers & pack.kinds.tanks) | Units::one(point);
        for unit in leaders.iter() {
            control::exhaust(pack, board, unit, outcome.rule(), context);
        }
        match outcome {
            Outcome::Stalemate => {
                if board.is_fresh(forward) {
                    control::exhaust(pack, board, forward, Rule::Stalemate, context);
                } else {
                    control::eliminate(pack, board, forward, Rule::Stalemate, context);
                }
                Flow::goto(FallBack)
            }
            Outcome::Cleared | Outcome::Halted => {
                overrun::sweep(pack, board, Rule::AssaultCasualties, context);
                Flow::goto(Aftermath)
            }
            Outcome::Success(points) => {
                board.assault = Some(Assault { points, ..assault });
                Flow::goto(Losses)
            }
            Outcome::OnePoint | Outcome::Repulse | Outcome::Overrun => {
                board.assault = Some(Assault { points: pack.charts.casualties.exhaust, ..assault });
                Flow::goto(Losses)
            }
        }
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::in_assault(below)
    }
}

/// The assault is over (11.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aftermath;
step_words!(Aftermath of Pack = "aftermath");

impl Run<Pack> for Aftermath {
    /// Its markers come off, and no unit joins it any more (10.3, 11.3, 11.8).
    fn run(&mut self, pack: &Pack, board: &mut Board, context: &mut Context) -> Flow {
        let Some(assault) = board.assault.take() else { return Flow::Return };
        let (side, place) = (board.active, assault.place);
        let impulse = &mut board.impulse;
        impulse.assaulted.insert(place);
        let rolling = std::mem::take(&mut impulse.rolling[place.index()]);
        let direct = std::mem::take(&mut impulse.direct[place.index()]);
        let air = board.air[side] == Air::Over(place);
        if air {
            board.air[side] = Air::Flown;
        }
        if rolling + direct > 0 || air {
            context.tell(|| Event::MarkersLifted { side, place, rolling, direct, air });
        }
        if assault.kind == AssaultKind::Inside {
            impulse.leaving = assault.cost;
        }
        match assault.outcome {
            Some(Outcome::Overrun) => overrun::renew(pack, board, place),
            Some(Outcome::Halted) if !board.options.triangle_stops_few => {
                impulse.finished |= assault.attackers;
                impulse.halted = true;
                context.tell(|| Event::ImpulseHalted { side, place });
            }
            _ => {
                impulse.finished |= assault.attackers;
                if !pack.first_edition() {
                    stop_among_enemies(board, place);
                }
            }
        }
        Flow::Return
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::in_assault(below)
    }
}

/// Units that entered among enemies stay there, also if they took no part and others have cleared the place (10.1).
fn stop_among_enemies(board: &mut Board, place: Place) {
    let entered =
        |unit: &Unit| board.impulse.came_from[unit.index()].is_some() && board.place_of(*unit) == Some(place);
    let stopped: Units = board.impulse.started.iter().filter(entered).collect();
    board.impulse.finished |= stopped;
}
