//! Questions and options in plain words, each with its cases.

use arrayvec::ArrayVec;
use engine::wire::{Choice, Prompt, Target};

use crate::board::{Air, AssaultKind, Board, Outcome};
use crate::movement::{self, Crossing};
use crate::odds;
use crate::pack::Pack;
use crate::rule::Rule;
use crate::sets::{Place, Unit};
use crate::side::Side;
use crate::step::{Action, Step};
use crate::{
    artillery, bridges, casualties, foresight, labels, night, notation, reinforcements, retreat, rolling,
    sequence,
};

/// A place as it is spoken of: `9 Ribécourt`.
pub(crate) fn place_name(pack: &Pack, place: Place) -> String {
    let info = pack.at(place);
    format!("{} {}", info.id, info.name)
}

/// A unit as it is spoken of.
pub(crate) fn unit_name(pack: &Pack, unit: Unit) -> &str {
    &pack.info(unit).name
}

/// A unit inside a sentence: `the 185th Brigade`, but `Garrison 5`.
pub(crate) fn the_unit(pack: &Pack, unit: Unit) -> String {
    let name = unit_name(pack, unit);
    if name.starts_with("Garrison ") { name.to_owned() } else { format!("the {name}") }
}

/// A number of things: `1 point`, `2 points`.
pub(crate) fn counted(count: impl Into<i32>, thing: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

/// Losses that somebody still has to bear.
fn left_to_pay(points: i32) -> String {
    let are = if points == 1 { "is" } else { "are" };
    format!("{} {are} left to pay", counted(points, "casualty point"))
}

/// The sentence that asks at a step. Everything in it is known to all.
pub(crate) fn prompt(pack: &Pack, step: Step, board: &Board) -> Prompt {
    let mut about = Vec::new();
    let text = question(pack, step, board, &mut about);
    let rules = sequence::rules(step).iter().copied();
    let extra = match (step, board.assault) {
        (Step::Losses, Some(assault)) if assault.outcome == Some(Outcome::OnePoint) => {
            Some(Rule::DefensivePositions)
        }
        (Step::FallBack, Some(assault)) => assault.outcome.map(Outcome::rule),
        (Step::Movement, _) if pledged(board) => Some(Rule::MovementCosts),
        (Step::Artillery, _) => Some(Rule::ArtilleryRange),
        _ => None,
    };
    Prompt {
        kind: if step == Step::Movement && pledged(board) {
            "destination".into()
        } else {
            step.name().into()
        },
        text,
        cases: pack.casebook.numbers(rules.chain(extra)),
        about,
    }
}

fn pledged(board: &Board) -> bool {
    board.impulse.mover.is_some() && !board.impulse.moved
}

fn question(pack: &Pack, step: Step, board: &Board, about: &mut Vec<String>) -> String {
    match step {
        Step::Activation => {
            format!("Impulse {}: assault or regroup from which area, or pass?", board.impulse_number)
        }
        Step::Opening => "Opening barrage: which target next?".into(),
        Step::Artillery => {
            let (most, count) = (artillery::supports_left(pack, board), board.support[board.active]);
            let supports = match (most, count) {
                (_, 0) => "No support marker is left.".to_owned(),
                (0, _) => "No support marker can be placed: each goes with one infantry unit.".to_owned(),
                (1, 1) => "One support marker may be placed, for one infantry unit.".to_owned(),
                _ => format!("{most} of {count} support markers may be placed, one for each infantry unit."),
            };
            format!("Which guns and aeroplanes help the units of {}? {supports}", area(pack, board, about))
        }
        Step::PrimaryTarget => {
            format!("Which unit is the primary target in {}?", barrage_place(pack, board, about))
        }
        Step::BarrageLosses => {
            let points = board.barrage.map_or(0, |barrage| barrage.points);
            let left = left_to_pay(points.into());
            format!("{left} for the barrage on {}: which unit pays?", barrage_place(pack, board, about))
        }
        Step::Movement if pledged(board) => {
            format!("Where does {} move?", named_unit(pack, board.impulse.mover, about))
        }
        Step::Movement if let Some(place) = rolling::awaiting(pack, board) => {
            let place = named(pack, Some(place), about);
            format!("The Rolling Barrage on {place} was used: which infantry unit follows?")
        }
        Step::Movement => {
            let others =
                format!("Which unit of {} moves, or which assault is fought?", area(pack, board, about));
            let goes_on = |mover: &Unit| {
                board.place_of(*mover).is_some_and(|place| movement::has_way(pack, board, *mover, place))
            };
            match board.impulse.mover.filter(goes_on) {
                Some(mover) => {
                    let left = movement::left(pack, board, mover);
                    let name = named_unit(pack, Some(mover), about);
                    format!("With {left} MF left, {name} may go on. {others}")
                }
                None => others,
            }
        }
        Step::Regroup if board.impulse.mover.is_some() => {
            format!("Where does {} regroup?", named_unit(pack, board.impulse.mover, about))
        }
        Step::Regroup => format!("Which units of {} regroup?", area(pack, board, about)),
        Step::Demolition => "Try to blow a bridge?".into(),
        Step::Retreat => format!("Where does {} retreat?", named_unit(pack, board.subject, about)),
        _ => fight_question(pack, step, board, about)
            .unwrap_or_else(|| phase_question(pack, step, board, about)),
    }
}

/// Questions inside an assault.
fn fight_question(pack: &Pack, step: Step, board: &Board, about: &mut Vec<String>) -> Option<String> {
    let assault = board.assault?;
    let place = assault_place(pack, board, about);
    Some(match step {
        Step::Commitment => format!("Who assaults in {place}?"),
        Step::Point => format!("Which unit leads the assault in {place}?"),
        Step::Forward => format!("Which unit meets the assault in {place}?"),
        Step::Effort => {
            let result = if assault.outcome == Some(Outcome::Repulse) { "repulse" } else { "success" };
            format!("Turn the {result} in {place} into a stalemate with the advantage?")
        }
        Step::Losses => format!("{} in {place}: which unit pays?", left_to_pay(assault.points.into())),
        Step::FallBack if retreat::must_fall_back(board) => {
            format!("All attackers fall back from {place}, and room is short: which is next?")
        }
        Step::FallBack => format!("Which attackers fall back from {place}?"),
        Step::Withdrawal => format!("Which defenders leave {place}?"),
        _ => return None,
    })
}

/// Questions of dawn, night and end phase.
fn phase_question(pack: &Pack, step: Step, board: &Board, about: &mut Vec<String>) -> String {
    match step {
        Step::Bid => {
            let wanted = board.options.bid_for.unwrap_or_default();
            format!("Bid ammunition points, in secret, to play {}.", wanted.name())
        }
        Step::Reinforcements => "There is not room for all: which reinforcement enters?".into(),
        Step::Releases => "There is not room for all that are released: which unit enters?".into(),
        Step::Placement => format!("Where does {} arrive?", named_unit(pack, board.subject, about)),
        Step::Garrisons => {
            let unit = reinforcements::next_garrison(pack, board);
            format!("Where does {} return?", named_unit(pack, unit, about))
        }
        Step::TankReturn => {
            let unit = reinforcements::returning_tank(pack, board);
            format!("In which zone does {} return, if at all?", named_unit(pack, unit, about))
        }
        Step::Forecast => {
            format!("The day begins {}. Reverse that with the advantage?", board.weather.id())
        }
        Step::StormReversal => "A snowstorm ends the campaign. Stop it with the advantage?".into(),
        Step::Interdiction => "Send the air marker over a zone of the enemy?".into(),
        Step::Recall => match board.air[board.asked] {
            Air::Interdicting(place) => {
                format!("Call the air marker back from {}?", named(pack, Some(place), about))
            }
            _ => "Call the air marker back to its box?".into(),
        },
        Step::MoreAmmunition => "Spend the advantage on another two dice of ammunition?".into(),
        Step::Purchase => {
            let (points, most) = (board.ammunition[board.asked], night::most_markers(pack, board));
            let points = counted(points, "ammunition point");
            format!("How many support markers for {points}? At most {most}.")
        }
        Step::TankRefit if board.subject.is_none() => "Which tank unit refits next?".into(),
        Step::TankRefit => {
            let unit = named_unit(pack, board.subject, about);
            format!("Roll for the refit of {unit}, or spend the advantage?")
        }
        Step::InfantryRefit => format!("Which infantry unit recovers? {} may tonight.", board.refits),
        Step::Dismounting => "Does a cavalry unit dismount for good, so that infantry recovers?".into(),
        Step::DismountedRefit => "Which infantry unit recovers in exchange?".into(),
        Step::HaigsMind => "Haig would stop the offensive. Change his mind with the advantage?".into(),
        _ => "Play goes on.".into(),
    }
}

fn named_unit(pack: &Pack, unit: Option<Unit>, about: &mut Vec<String>) -> String {
    match unit {
        Some(unit) => {
            about.push(pack.info(unit).id.clone());
            the_unit(pack, unit)
        }
        None => "the unit".to_owned(),
    }
}

fn named(pack: &Pack, place: Option<Place>, about: &mut Vec<String>) -> String {
    match place {
        Some(place) => {
            about.push(pack.at(place).id.clone());
            place_name(pack, place)
        }
        None => "the area".into(),
    }
}

fn area(pack: &Pack, board: &Board, about: &mut Vec<String>) -> String {
    named(pack, board.impulse.centre.or(board.impulse.area), about)
}

fn assault_place(pack: &Pack, board: &Board, about: &mut Vec<String>) -> String {
    named(pack, board.assault.map(|assault| assault.place), about)
}

fn barrage_place(pack: &Pack, board: &Board, about: &mut Vec<String>) -> String {
    named(pack, board.barrage.map(|barrage| barrage.place), about)
}

/// The rules behind one option.
type Cited = ArrayVec<Rule, 16>;

/// An option: its label, what is clicked for it, its cost and its cases.
pub(crate) fn describe(pack: &Pack, step: Step, board: &Board, action: Action) -> Choice {
    let mut rules = Cited::new();
    let (mut label, cost) = label(pack, step, board, action, &mut rules);
    let sequel = foresight::look(pack, step, board, action);
    let last = labels::what_ends(pack, step, board, action, sequel);
    if let Some(ended) = last {
        label = format!("{label}; ends {ended}");
    }
    if rules.is_empty() {
        rules.extend(sequence::rules(step).iter().copied());
    }
    Choice {
        play: notation::print(pack, action),
        label,
        target: target(pack, action),
        cost,
        parts: Vec::new(),
        cases: pack.casebook.numbers(rules),
        odds: odds::has(pack, step, board, action, sequel),
        binding: false,
        ends: last.is_some() || (step, action) == (Step::Commitment, Action::Done),
    }
}

/// What is clicked for an option.
pub(crate) fn target(pack: &Pack, action: Action) -> Target {
    match action {
        Action::Place(place)
        | Action::Interdict(place)
        | Action::Activate(place)
        | Action::Regroup(place)
        | Action::Hurricane(place)
        | Action::Rolling(place)
        | Action::Direct(place)
        | Action::Air(place)
        | Action::To(place)
        | Action::Wade(place)
        | Action::Assault(place) => Target::Place(pack.at(place).id.clone()),
        Action::Enter(unit)
        | Action::Swap(unit)
        | Action::Target(unit)
        | Action::Move(unit)
        | Action::Commit(unit)
        | Action::Point(unit)
        | Action::Forward(unit)
        | Action::Exhaust(unit)
        | Action::Eliminate(unit)
        | Action::Retreat(unit)
        | Action::Refit(unit)
        | Action::Dismount(unit) => Target::Unit(pack.info(unit).id.clone()),
        Action::Bid(_)
        | Action::Advantage
        | Action::Decline
        | Action::Recall
        | Action::Pass
        | Action::Blow(_)
        | Action::Buy(_)
        | Action::Roll
        | Action::Done => Target::Button,
    }
}

/// The label and cost of an option; adds the rules that allow it.
fn label(pack: &Pack, step: Step, board: &Board, action: Action, rules: &mut Cited) -> (String, String) {
    let mut cost = String::new();
    if let Action::Move(who) = action
        && step == Step::Movement
    {
        cost = format!("{} MF left", movement::left(pack, board, who));
        rules.push(Rule::Movement);
        if board.turn == 0 && pack.kinds.cavalry.contains(who) {
            rules.push(Rule::CavalryConfusion);
        }
    }
    if let (Action::To(at) | Action::Wade(at), Step::Movement) = (action, step) {
        let crossing = if matches!(action, Action::To(_)) { Crossing::Dry } else { Crossing::Wading };
        cost = entry_cost(pack, board, at, crossing, rules);
    }
    if let Action::Exhaust(who) | Action::Eliminate(who) | Action::Retreat(who) = action {
        cost = loss_cost(pack, step, who, action);
    }
    rules.extend(option_rules(step, board, action));
    (labels::words(pack, step, board, action), cost)
}

/// The casualty points that a loss pays (9.3, 11.6).
fn loss_cost(pack: &Pack, step: Step, unit: Unit, action: Action) -> String {
    let points = match step {
        Step::BarrageLosses => artillery::step_of(pack, unit),
        Step::Losses => casualties::paid(pack, action),
        _ => return String::new(),
    };
    counted(points, "point")
}

fn cited<const COUNT: usize>(rules: [Rule; COUNT]) -> Cited {
    rules.into_iter().collect()
}

/// The rules that allow an option, where they say more than those of its question.
fn option_rules(step: Step, board: &Board, action: Action) -> Cited {
    match action {
        Action::Place(_) => placing_rules(step, board).iter().copied().collect(),
        Action::Swap(_) => cited([Rule::Swapping]),
        Action::Activate(_) => cited([Rule::AssaultImpulse]),
        Action::Regroup(_) => cited([Rule::RegroupImpulse]),
        Action::Pass => cited([Rule::PassImpulse]),
        Action::Hurricane(_) if step == Step::Opening => cited([Rule::OpeningBarrage]),
        Action::Hurricane(_) => cited([Rule::HurricaneBarrage]),
        Action::Rolling(_) => cited([Rule::RollingBarrage, Rule::AssaultSupport]),
        Action::Direct(_) => cited([Rule::DirectSupport, Rule::AssaultSupport]),
        Action::Air(_) => cited([Rule::AirSupport, Rule::ClearWeather]),
        Action::To(_) if step == Step::Retreat => {
            let attacks = retreat::owner(board) == board.active;
            cited([if attacks { Rule::RetreatProcedure } else { Rule::RetreatPriorities }])
        }
        Action::Assault(at) if board.impulse.contested.contains(at) => {
            cited([Rule::Combat, assault_rule(board, at), Rule::ContestedAreas])
        }
        Action::Assault(at) => cited([Rule::Combat, assault_rule(board, at)]),
        Action::Roll => cited([Rule::TankRefit]),
        Action::Advantage => cited([Rule::AdvantageUse]),
        _ => Cited::new(),
    }
}

fn placing_rules(step: Step, board: &Board) -> &'static [Rule] {
    match (step, board.asked) {
        (Step::Placement, Side::British) => &[Rule::Reinforcements, Rule::BritishReinforcements],
        (Step::Placement, Side::German) => &[Rule::Reinforcements, Rule::GermanReinforcements],
        _ => &[Rule::EliminatedUnits],
    }
}

fn assault_rule(board: &Board, place: Place) -> Rule {
    if board.impulse.area == Some(place) {
        AssaultKind::Inside.rule()
    } else if board.impulse.contested.contains(place) {
        AssaultKind::Optional.rule()
    } else {
        AssaultKind::Mandatory.rule()
    }
}

fn entry_cost(pack: &Pack, board: &Board, to: Place, crossing: Crossing, rules: &mut Cited) -> String {
    let Some((unit, from)) = board.impulse.mover.and_then(|unit| Some((unit, board.place_of(unit)?))) else {
        return String::new();
    };
    rules.push(Rule::MovementCosts);
    if board.present(board.active.enemy()).contains(to) {
        let mandatory = !board.impulse.contested.contains(to);
        rules.push(if mandatory { Rule::MandatoryAssault } else { Rule::OptionalAssault });
    }
    if board.impulse.rolling[to.index()] > 0 {
        rules.extend([Rule::RollingBarrage, Rule::AssaultSupport]);
    }
    if board.turn == 0 && pack.kinds.cavalry.contains(unit) {
        rules.push(Rule::CavalryConfusion);
    }
    let (price, purse) = (movement::cost(pack, board, unit, from, to), movement::left(pack, board, unit));
    if crossing == Crossing::Wading {
        rules.extend([Rule::CanalCrossing, Rule::InfantryUnits]);
        return "all MF".into();
    }
    if pack.bridge_between(from, to).is_some() {
        rules.push(Rule::BridgeCapacity);
    }
    if bridges::collapse_ways(pack, board, unit, to) > 0 {
        rules.push(Rule::BridgeCollapse);
    }
    if board.impulse.leaving > 0 && board.impulse.area == Some(from) {
        rules.push(Rule::ContestedActivation);
    }
    if price > purse {
        rules.push(Rule::MinimumMove);
        return format!("all {purse} MF (minimum move)");
    }
    match rolling::promised(pack, board, unit, to) {
        0 => format!("{price} MF"),
        count => format!("{price} MF, {} must follow", counted(count, "infantry unit")),
    }
}
