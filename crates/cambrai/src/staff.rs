//! Where in the day we are, and what could still be done there (4.0).

use engine::staff::{Phase, Staff, Undone};

use crate::board::Board;
use crate::notation;
use crate::pack::Pack;
use crate::rule::Rule;
use crate::sets::{Places, Units};
use crate::side::Side;
use crate::step::{Action, Step};
use crate::sunset;
use crate::words::counted;

/// The phases of a day: the part, the words, the rule, and the last step of each.
const PHASES: [(&str, &str, Rule, Step); 8] = [
    ("Dawn", "Reinforcements", Rule::Reinforcements, Step::TankReturn),
    ("Dawn", "Weather", Rule::WeatherRoll, Step::Interdiction),
    ("Daylight", "Impulses", Rule::Impulses, Step::NextImpulse),
    ("Night", "Guns", Rule::HurricaneRefit, Step::HurricaneRefit),
    ("Night", "Shells", Rule::ArtilleryRefit, Step::Purchase),
    ("Night", "Tanks", Rule::TankRefit, Step::TankRefit),
    ("Night", "Infantry", Rule::InfantryRefit, Step::DismountedRefit),
    ("Night", "End of the day", Rule::EndPhase, Step::NextTurn),
];

/// The strip of this day, and what `options` leave undone.
pub(crate) fn staff(pack: &Pack, stack: &[Step], board: &Board, options: &[Action]) -> Staff {
    let step = stack.first().copied().unwrap_or(Step::NextTurn);
    let at = PHASES.iter().position(|(.., last)| step as u8 <= *last as u8).filter(|_| step != Step::Bid);
    let phases = PHASES
        .iter()
        .map(|(part, label, rule, last)| {
            let daylight = *last == Step::NextImpulse;
            let now = daylight && at.is_some_and(|at| PHASES[at].3 == *last);
            Phase {
                part,
                label: if now {
                    format!("Impulse {}, {}", board.impulse_number, board.active.adjective())
                } else {
                    (*label).to_owned()
                },
                note: if now { sunset_in_words(pack, board) } else { String::new() },
                case: pack.casebook.numbers([*rule]).into_iter().next().unwrap_or_default(),
            }
        })
        .collect();
    let last = board.turn >= pack.scenarios[usize::from(board.scenario)].last_turn;
    let mut staff = Staff::of(phases, at, if last { "the battle ends" } else { "the next day" });
    if at.is_some_and(|at| PHASES[at].3 == Step::NextImpulse) {
        let next = board.active.enemy();
        staff.next = format!("Then: an impulse of {}, or night.", next.name());
    }
    staff.undone = undone(pack, stack.last().copied(), board, options);
    if !staff.undone.is_empty() {
        let ends = options.iter().filter(|action| matches!(action, Action::Done | Action::Pass));
        staff.ends = ends.map(|action| notation::print(pack, *action)).collect();
    }
    staff
}

/// The chance that the sun sets in this impulse (4.2.1).
fn sunset_in_words(pack: &Pack, board: &Board) -> String {
    let mut ways = 0;
    for first in 1..=6 {
        for second in 1..=6 {
            ways += u32::from(sunset::verdict(pack, board, first + second).ends);
        }
    }
    if board.active != Side::British || board.sunset.is_some() || ways == 0 {
        return String::new();
    }
    format!("{} % that the day ends", (ways * 100 + 18) / 36)
}

/// What the options of a question leave to be done before it is ended.
fn undone(pack: &Pack, step: Option<Step>, board: &Board, options: &[Action]) -> Vec<Undone> {
    let mut places = Places::NONE;
    let mut units = Units::NONE;
    for action in options {
        match *action {
            Action::Activate(place) => places.insert(place),
            Action::Move(unit) => units.insert(unit),
            _ => {}
        }
    }
    let names =
        |units: Units| -> Vec<String> { units.iter().map(|unit| pack.info(unit).id.clone()).collect() };
    let mut left = Vec::new();
    match step {
        Some(Step::Activation) => {
            let side = board.active;
            let fresh = |place| (board.own_in(pack, side, place) & board.fresh) - pack.kinds.garrisons;
            let areas: Places = places.iter().filter(|place| !fresh(*place).is_empty()).collect();
            let able = areas.iter().fold(Units::NONE, |all, place| all | fresh(place));
            let number = able.iter().count() as i32;
            if number > 0 {
                left.push(Undone {
                    text: format!(
                        "{} in {} can still act today.",
                        counted(number, "fresh unit"),
                        counted(i32::from(areas.count()), "area")
                    ),
                    units: names(able),
                    places: Vec::new(),
                });
            }
            if !options.is_empty() && board.support[side] > 0 {
                left.push(Undone {
                    text: format!(
                        "{} {} lost at nightfall.",
                        counted(board.support[side], "support marker"),
                        if board.support[side] == 1 { "is" } else { "are" }
                    ),
                    units: Vec::new(),
                    places: Vec::new(),
                });
            }
        }
        Some(Step::Movement | Step::Regroup) if !units.is_empty() => left.push(Undone {
            text: format!("{} can still move.", counted(units.iter().count() as i32, "unit")),
            units: names(units),
            places: Vec::new(),
        }),
        _ => {}
    }
    left
}
