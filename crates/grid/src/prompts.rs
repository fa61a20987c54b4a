//! The sentences that ask, and what the buttons say.

use std::fmt::Write as _;

use engine::step::{Asking, Steps};
use engine::wire::{Choice, Prompt};
use engine::{Rules, Seat, Viewer};

use crate::action::Action;
use crate::losses::{DISRUPT, ELIMINATE, REDUCE, SPLIT};
use crate::rule::Rule;
use crate::speak::{Button, Speak, count, series};
use crate::square::{Square, Squares};
use crate::step::Step;
use crate::units::{Unit, UnitSet};
use crate::variant::{BoardOf, Grid};

/// A text with a capital letter at its beginning.
pub fn sentence_case(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Half points in words: `3½ MP`.
pub fn points(half_points: u8) -> String {
    match (half_points / 2, half_points % 2) {
        (0, 1) => "½ MP".to_owned(),
        (whole, 0) => format!("{whole} MP"),
        (whole, _) => format!("{whole}½ MP"),
    }
}

impl<V: Speak> Grid<V> {
    pub(crate) fn name_of(&self, unit: Unit) -> &str {
        if unit.is_some() { &self.pack.unit(unit).name } else { "the guns off the map" }
    }

    /// A unit's name for a sentence.
    pub fn who(&self, unit: Unit) -> &str {
        if unit.is_some() { &self.pack.unit(unit).name } else { "nobody" }
    }

    /// The names of some units for the beginning of a sentence.
    pub fn all_of(&self, units: &UnitSet) -> String {
        series(&units.iter().map(|unit| self.who(unit)).collect::<Vec<_>>())
    }

    /// A verb that agrees with a unit's name: the 80th Regiment goes, the 59th Chasseurs go.
    pub fn verb<'a>(&self, unit: Unit, one: &'a str, many: &'a str) -> &'a str {
        let name = self.who(unit);
        if name.ends_with('s') && !name.ends_with("Corps") { many } else { one }
    }

    /// A unit's name with a verb: the beginning of a sentence.
    pub(crate) fn does(&self, unit: Unit, one: &str, many: &str) -> String {
        format!("{} {}", self.who(unit), self.verb(unit, one, many))
    }

    /// A unit's name with "is" or "are".
    pub(crate) fn is(&self, unit: Unit) -> String {
        self.does(unit, "is", "are")
    }

    /// A unit within a sentence: `the 80th Regiment`, but `Garrison 1-2`.
    pub(crate) fn the_unit(&self, unit: Unit) -> String {
        let name = self.name_of(unit);
        if name.starts_with("Garrison ") || name.starts_with("the ") {
            name.to_owned()
        } else {
            format!("the {name}")
        }
    }

    /// A square by name, if it has one.
    pub fn place_of(&self, square: Square) -> String {
        let name = self.pack.map.name(square);
        let place = self.pack.map.places.iter().find(|place| {
            place.squares.contains(&square) && matches!(place.kind.as_str(), "town" | "wood" | "fort")
        });
        place.map_or_else(|| name.to_owned(), |place| format!("{name} {}", place.name))
    }

    /// Some squares by name: the first few, and how many more there are.
    pub fn list_places(&self, squares: Squares) -> String {
        const FEW: usize = 4;
        let named = |square: &Square| self.place_of(*square) != self.pack.map.name(*square);
        let (known, plain): (Vec<Square>, Vec<Square>) = squares.iter().partition(named);
        let all: Vec<Square> = known.into_iter().chain(plain).collect();
        let shown = if all.len() > FEW + 1 { FEW } else { all.len() };
        let list: Vec<String> = all[..shown].iter().map(|square| self.place_of(*square)).collect();
        match all.len() - shown {
            0 => list.join(", "),
            more => format!("{} and {more} more", list.join(", ")),
        }
    }

    /// The sentence that asks.
    pub(crate) fn make_prompt(&self, step: &Step<V::Own>, board: &BoardOf<V>, viewer: Viewer) -> Prompt {
        let asking: Asking<Rule<V::Own>> = if let Step::Own(own) = *step {
            self.variant.ask(self, own, board, viewer).into()
        } else {
            step.prompt(self, board, viewer)
        };
        let rule = self.question(step, board).rule;
        Prompt {
            kind: asking.kind.unwrap_or_default().to_owned(),
            text: asking.text,
            cases: self.pack.casebook.numbers([rule]),
            about: asking.about,
        }
    }

    /// What is done to a unit whose front or back comes to lie upwards.
    pub(crate) fn turned(&self, unit: Unit, back: bool) -> String {
        let name = self.the_unit(unit);
        match self.face_name(unit, back) {
            "entrenched" => format!("Entrench {name}"),
            "mobile" => format!("Make {name} mobile"),
            "full" | "reduced" => format!("Turn {name} over"),
            mode => format!("Put {name} into {mode} mode"),
        }
    }

    /// The button for an answer: the step's own, or what it says everywhere.
    fn button(&self, step: &Step<V::Own>, board: &BoardOf<V>, seat: Seat, action: Action<V::Own>) -> Button {
        let said = match (*step, action) {
            (Step::Own(own), Action::Done | Action::Pass) => Some(self.variant.ending(own)),
            (Step::Own(_), _) => None,
            _ => step.label(self, board, action),
        };
        said.unwrap_or_else(|| self.common_button(step, board, seat, action))
    }

    /// The button to a square.
    pub(crate) fn button_to(&self, square: Square) -> Button {
        Button::new(format!("To {}", self.place_of(square))).on_square(self, square)
    }

    /// The button that turns a unit over; to dig in costs points.
    pub(crate) fn flip_button(&self, board: &BoardOf<V>, unit: Unit) -> Button {
        let back = !board.unit(unit).has(crate::Mark::Back);
        let button = Button::new(self.turned(unit, back));
        let digs =
            back && self.pack.unit(unit).kind != crate::units::Kind::Hq && board.square(unit).is_some();
        if digs { button.costs(points(self.pack.charts.movement.entrench)) } else { button }
    }

    /// The button for an answer that says the same at every step.
    fn common_button(
        &self,
        step: &Step<V::Own>,
        board: &BoardOf<V>,
        seat: Seat,
        action: Action<V::Own>,
    ) -> Button {
        let name = |unit: Unit| self.name_of(unit).to_owned();
        let at = |square: Square| self.place_of(square);
        let on_unit = |label: String, unit: Unit| Button::new(label).on_unit(self, unit);
        let on_square = |label: String, square: Square| Button::new(label).on_square(self, square);
        match action {
            Action::Done => Button::new("Go on"),
            Action::Pass => Button::new("No"),
            Action::Pick(unit) => on_unit(name(unit), unit),
            Action::Rally(unit) => on_unit(format!("Rally {}", name(unit)), unit),
            Action::Stay(unit) => Button::new(format!("Leave {} here", self.the_unit(unit))),
            Action::Move { to, .. } => self.button_to(to),
            Action::Face { to, .. } => Button::new(format!("Face {}", to.name())),
            Action::Flip(unit) => {
                let back = !board.unit(unit).has(crate::Mark::Back);
                Button::new(self.turned(unit, back))
            }
            Action::BreakDown { unit, parts } => {
                let mut label = format!("Break down {}", self.the_unit(unit));
                if parts > 0 {
                    let _ = write!(label, " into {}", self.parts_in_words(board, unit, parts));
                }
                Button::new(label)
            }
            Action::Build { into, .. } => Button::new(format!("Build {}", name(into))),
            Action::Exit { unit, edge } => {
                let label = format!("Leave over the {} edge", edge.name());
                Button::new(label).costs(points(self.exit_price(board, unit)))
            }
            Action::Target(square) | Action::Resolve(square) => on_square(at(square), square),
            Action::Strike(square) => on_square(format!("Strike back at {}", at(square)), square),
            Action::Join(unit) if unit.is_some() => on_unit(name(unit), unit),
            Action::Join(_) => Button::new("The guns off the map"),
            Action::Commit { unit, to } => {
                on_unit(format!("{} {} {}", name(unit), self.verb(unit, "assaults", "assault"), at(to)), unit)
            }
            Action::Close { from, to } => {
                on_square(format!("Close in from {} on {}", at(from), at(to)), from)
            }
            Action::Supply(unit) => on_unit(format!("Supply from {}", name(unit)), unit),
            Action::Unsupplied => Button::new("Attack without supply"),
            Action::Use(kind) => Button::new(sentence_case(self.variant.resource_label(kind))),
            Action::Lose { unit, how } => self.loss_button(board, unit, how),
            Action::Retreat { unit, to } | Action::Displace { unit, to } if to.is_some() => {
                on_square(format!("{} to {}", name(unit), at(to)), to)
            }
            Action::Retreat { unit, .. } | Action::Displace { unit, .. } => {
                on_unit(format!("{} is lost", name(unit)), unit)
            }
            Action::Advance { unit, to } => on_square(format!("{} to {}", name(unit), at(to)), to),
            Action::Consolidate(unit) => {
                let target = at(board.assault.target);
                on_unit(format!("{} follows into {target} (consolidation)", name(unit)), unit)
            }
            Action::Steps(0) => Button::new("None"),
            Action::Steps(steps) => Button::new(count(steps, "step")),
            Action::Replace { unit, to, full } => {
                let strength = if full { "" } else { ", reduced" };
                let (steps, _) = self.variant.replacement_price(self, board, unit, full);
                let button = if to.is_some() {
                    on_square(format!("{}{strength} in {}", name(unit), at(to)), to)
                } else {
                    on_unit(format!("{}{strength}", name(unit)), unit)
                };
                button.costs(count(steps, "step"))
            }
            Action::Place { unit, to } => on_square(format!("{} in {}", name(unit), at(to)), to),
            Action::Own(own) => self.variant.button(self, step, board, seat, own),
        }
    }

    /// The button for a loss, with the points that it gives the enemy.
    fn loss_button(&self, board: &BoardOf<V>, unit: Unit, how: u8) -> Button {
        let name = self.name_of(unit);
        let given = |steps: u8| match steps {
            0 => "no point".to_owned(),
            steps => count(steps, "point"),
        };
        let (label, steps) = match how {
            REDUCE => (format!("Reduce {name}"), 1),
            DISRUPT => (format!("Disrupt {name}"), 0),
            ELIMINATE => (format!("Give up {name}"), self.steps_left(board, unit)),
            SPLIT => {
                let (_, lost) = self.parts_that_stay(board, unit, how);
                (format!("Break {name} up, all its parts disrupted"), lost)
            }
            _ => {
                let (_, lost) = self.parts_that_stay(board, unit, how);
                let parts = if lost > 1 { count(lost, "part") } else { "a part".to_owned() };
                (format!("Break {name} up and lose {parts}"), lost)
            }
        };
        Button::new(label).on_unit(self, unit).costs(given(steps))
    }

    pub(crate) fn make_choice(
        &self,
        step: &Step<V::Own>,
        board: &BoardOf<V>,
        seat: Seat,
        action: Action<V::Own>,
    ) -> Choice {
        let Button { label, target, cost, parts, ends } = self.button(step, board, seat, action);
        let rules = self.option_rules(step, board, action);
        let binding = match *step {
            Step::Own(own) => self.variant.rolls(own, action),
            _ => step.binds(self, action),
        };
        Choice {
            play: self.print_action(action),
            label,
            target,
            cost,
            parts,
            cases: self.pack.casebook.numbers(rules),
            odds: self.promises_odds(step, board, action),
            binding,
            ends,
        }
    }

    /// Whether there is a card of odds for an answer, without making it.
    fn promises_odds(&self, step: &Step<V::Own>, board: &BoardOf<V>, action: Action<V::Own>) -> bool {
        match *step {
            Step::Own(own) => self.variant.promises_odds(self, own, board, action),
            _ => step.odds(self, board, action).is_some(),
        }
    }
}
