//! Where in the day we are, and what could still be done there (4.0).

use engine::staff::{Phase, Staff, Undone};

use crate::board::Board;
use crate::notation;
use crate::pack::Pack;
use crate::rule::Rule;
use crate::sets::Units;
use crate::side::Side;
use crate::step::{Action, Step, StepKind, Steps};
use crate::sunset;
use crate::words::{self, counted};

/// The phases of a day: the part, the words, the rule, and the last step of each.
const PHASES: [(&str, &str, Rule, StepKind); 8] = [
    ("Dawn", "Reinforcements", Rule::Reinforcements, StepKind::TankReturn),
    ("Dawn", "Weather", Rule::WeatherRoll, StepKind::Interdiction),
    ("Daylight", "Impulses", Rule::Impulses, StepKind::NextImpulse),
    ("Night", "Guns", Rule::HurricaneRefit, StepKind::HurricaneRefit),
    ("Night", "Shells", Rule::ArtilleryRefit, StepKind::Purchase),
    ("Night", "Tanks", Rule::TankRefit, StepKind::TankRefit),
    ("Night", "Infantry", Rule::InfantryRefit, StepKind::DismountedRefit),
    ("Night", "End of the day", Rule::EndPhase, StepKind::NextTurn),
];

/// The strip of this day, and what `options` leave undone.
pub(crate) fn staff(pack: &Pack, stack: &[Step], board: &Board, options: &[Action]) -> Staff {
    let step = stack.first().map_or(StepKind::NextTurn, |step| step.kind());
    let at = PHASES.iter().position(|(.., last)| step <= *last).filter(|_| step != StepKind::Bid);
    let phases = PHASES
        .iter()
        .map(|(part, label, rule, last)| {
            let daylight = *last == StepKind::NextImpulse;
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
    if at.is_some_and(|at| PHASES[at].3 == StepKind::NextImpulse) {
        let next = board.active.enemy();
        staff.next = format!("Then: an impulse of {}, or night.", next.name());
    }
    staff.undone = stack.last().map_or_else(Vec::new, |step| step.undone(pack, board, options));
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

/// The units that the options of an impulse still let move.
pub(crate) fn can_still_move(pack: &Pack, options: &[Action]) -> Vec<Undone> {
    let movers = options.iter().filter_map(|action| match action {
        Action::Move(unit) => Some(*unit),
        _ => None,
    });
    let units: Units = movers.collect();
    if units.is_empty() {
        return Vec::new();
    }
    vec![Undone {
        text: format!("{} can still move.", counted(units.iter().count() as i32, "unit")),
        units: words::ids(pack, units),
        places: Vec::new(),
    }]
}
