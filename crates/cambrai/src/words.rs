//! Questions and options in plain words, each with its cases.

use engine::Viewer;
use engine::wire::{Choice, Prompt, Target};

use crate::board::Board;
use crate::labels::Label;
use crate::pack::Pack;
use crate::sets::{Place, Unit, Units};
use crate::step::{Action, Aim, Asking, Step, Steps};
use crate::{foresight, notation};

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
pub(crate) fn left_to_pay(points: i32) -> String {
    let are = if points == 1 { "is" } else { "are" };
    format!("{} {are} left to pay", counted(points, "casualty point"))
}

/// The ids of some units.
pub(crate) fn ids(pack: &Pack, units: Units) -> Vec<String> {
    units.iter().map(|unit| pack.info(unit).id.clone()).collect()
}

/// The sentence that asks at a step. Everything in it is known to all.
pub(crate) fn prompt(pack: &Pack, step: Step, board: &Board, viewer: Viewer) -> Prompt {
    let Asking { kind, text, about, also } = step.prompt(pack, board, viewer);
    let rules = step.rules(pack, board).into_iter();
    Prompt {
        kind: kind.unwrap_or(step.name()).into(),
        text,
        cases: pack.casebook.numbers(rules.chain(also)),
        about,
    }
}

/// A unit by name, which the question is about.
pub(crate) fn named_unit(pack: &Pack, unit: Option<Unit>, about: &mut Vec<String>) -> String {
    match unit {
        Some(unit) => {
            about.push(pack.info(unit).id.clone());
            the_unit(pack, unit)
        }
        None => "the unit".to_owned(),
    }
}

/// A place by name, which the question is about.
pub(crate) fn named(pack: &Pack, place: Option<Place>, about: &mut Vec<String>) -> String {
    match place {
        Some(place) => {
            about.push(pack.at(place).id.clone());
            place_name(pack, place)
        }
        None => "the area".into(),
    }
}

/// The area that acts (8.1), or that has been overrun (11.5.2).
pub(crate) fn area(pack: &Pack, board: &Board, about: &mut Vec<String>) -> String {
    named(pack, board.impulse.centre.or(board.impulse.area), about)
}

/// The place of the assault in hand.
pub(crate) fn assault_place(pack: &Pack, board: &Board, about: &mut Vec<String>) -> String {
    named(pack, board.assault.map(|assault| assault.place), about)
}

/// The place of the barrage in hand.
pub(crate) fn barrage_place(pack: &Pack, board: &Board, about: &mut Vec<String>) -> String {
    named(pack, board.barrage.map(|barrage| barrage.place), about)
}

/// An option: its label, what is clicked for it, its cost and its cases.
pub(crate) fn describe(pack: &Pack, step: Step, board: &Board, action: Action) -> Choice {
    let Label { mut text, cost, ends } =
        step.label(pack, board, action).unwrap_or_else(|| Label::of(pack, board, action));
    let sequel = foresight::look(pack, step, board, action);
    let ended = if sequel.ends_impulse { step.ends(pack, board, action) } else { None };
    if let Some(ended) = ended {
        text = format!("{text}; ends {ended}");
    }
    let mut rules = Vec::new();
    step.cites(pack, board, action, &mut rules);
    if rules.is_empty() {
        rules = step.rules(pack, board);
    }
    Choice {
        play: notation::print(pack, action),
        label: text,
        target: target(pack, action),
        cost,
        parts: Vec::new(),
        cases: pack.casebook.numbers(rules),
        odds: sequel.rolls || step.odds(pack, board, action).is_some(),
        binding: false,
        ends: ended.is_some() || ends,
    }
}

/// What is clicked for an option.
pub(crate) fn target(pack: &Pack, action: Action) -> Target {
    match action.aim() {
        Aim::Place(place) => Target::Place(pack.at(place).id.clone()),
        Aim::Unit(unit) => Target::Unit(pack.info(unit).id.clone()),
        Aim::Nothing => Target::Button,
    }
}
