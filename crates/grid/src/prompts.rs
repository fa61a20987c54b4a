//! The sentences that ask, and what the buttons say.

use std::fmt::Write as _;

use engine::wire::{Choice, Prompt};
use engine::{Rules, Seat, Viewer};

use crate::action::Action;
use crate::commitment::Renewed;
use crate::losses::{DISRUPT, ELIMINATE, REDUCE, SPLIT};
use crate::reach::Notes;
use crate::resources::SECOND;
use crate::speak::{Button, Speak, Words, count, series};
use crate::square::{Square, Squares};
use crate::step::{Stage, Step};
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
    pub(crate) fn words(&self, step: &Step<V::Own>, board: &BoardOf<V>, viewer: Viewer) -> Words {
        let at = |square: Square| self.place_of(square);
        let about = |mut words: Words, square: Square| {
            if square.is_some() {
                words.about.push(self.pack.map.name(square).to_owned());
            }
            words
        };
        let of_unit = |mut words: Words, unit: Unit| {
            words.about.push(self.id(unit).to_owned());
            words
        };
        match *step {
            Step::Bombardment { .. } => {
                Words::new("bombard", "Choose a square to bombard, or end the bombardment.")
            }
            Step::Guns { .. } => about(
                Words::new("guns", format!("Which guns fire at {}?", at(board.shot.target))),
                board.shot.target,
            ),
            Step::Counter { .. } => about(
                Words::new(
                    "counter-battery",
                    format!(
                        "Answer the guns in {}, which fire at {}?",
                        at(board.shot.firing),
                        at(board.shot.target)
                    ),
                ),
                board.shot.firing,
            ),
            Step::Move { unit, .. } if unit.is_some() => of_unit(
                Words::new(
                    "move-unit",
                    format!("Where {} {} go?", self.verb(unit, "does", "do"), self.the_unit(unit)),
                ),
                unit,
            ),
            Step::Move { .. }
                if self.check_move(step, board, Action::Done, &mut Notes::default()).is_legal() =>
            {
                Words::new("move", "Choose a unit to move, or end the movement.")
            }
            Step::Move { nation, .. } => {
                let squares: Vec<Square> = self.squares_to_thin(board, nation).iter().collect();
                let names: Vec<String> = squares.iter().map(|square| at(*square)).collect();
                let text = format!("Too many stand in {}: before the end some must leave.", names.join(", "));
                squares.into_iter().fold(Words::new("move", text), about)
            }
            Step::Follow { .. } => about(
                Words::new(
                    "follow",
                    format!("The defenders have left {}: who follows?", at(board.assault.target)),
                ),
                board.assault.target,
            ),
            Step::Commit { only, .. } if only.is_some() => {
                about(Words::new("commit", format!("Which units attack {} again?", at(only))), only)
            }
            Step::Commit { .. } => Words::new("commit", "Which units assault which squares?"),
            Step::Close { .. } => Words::new("close", "Which stacks try to close in?"),
            Step::DefensiveFire { .. } => {
                Words::new("defensive-fire", "From which assaulted square do you fire next?")
            }
            Step::Firers { .. } => about(
                Words::new(
                    "firers",
                    format!("Which neighbours join the fire from {}?", at(board.assault.target)),
                ),
                board.assault.target,
            ),
            Step::FallBack { .. } => {
                let driven_off = self.attacker_list(board, board.assault.target).first().copied();
                driven_off.map_or_else(
                    || Words::new("fall-back", "Where does the driven-off unit fall back to?"),
                    |unit| {
                        let text =
                            format!("{} is driven off: where does it fall back to?", self.name_of(unit));
                        of_unit(Words::new("fall-back", text), unit)
                    },
                )
            }
            Step::Assaults { .. } => Words::new("assaults", "Which assault is resolved next?"),
            Step::Assault(Stage::Supply) => about(
                Words::new(
                    "supply",
                    format!("Which HQ supplies the assault on {}?", at(board.assault.target)),
                ),
                board.assault.target,
            ),
            Step::Assault(Stage::Strike) => {
                Words::new("strike", "Which of the attackers' squares do you strike back at?")
            }
            Step::Assault(_) => about(
                Words::new(
                    "resources",
                    format!("What supports the assault on {}?", at(board.assault.target)),
                ),
                board.assault.target,
            ),
            Step::Losses => about(
                Words::new(
                    "take-losses",
                    match board.losses.left {
                        1 => "One step is still to be lost. Who pays?".to_owned(),
                        left => format!("{left} steps are still to be lost. Who pays?"),
                    },
                ),
                board.losses.square,
            ),
            Step::Retreat { from, .. } => {
                about(Words::new("retreat", format!("Where do the units in {} retreat to?", at(from))), from)
            }
            Step::Rotate { square, .. } => about(
                Words::new(
                    "rotate",
                    format!("Which way do the units that retreated to {} face?", at(square)),
                ),
                square,
            ),
            Step::Displace { .. } => Words::new("displace", "Too many units stand together: who makes room?"),
            Step::Advance { .. } => about(
                Words::new("advance", format!("Who advances into {}?", at(board.assault.target))),
                board.assault.target,
            ),
            Step::SecondaryAttacks { .. } => {
                let second = self.variant.resource_label(SECOND);
                Words::new("secondary-attack", format!("Make a {second}, or end the assaults?"))
            }
            Step::ReplacementBids => Words::new("bid", "How many replacement steps do you take?"),
            Step::Replacements { .. } => Words::new("replace", "Which units come back from the pool?"),
            Step::ReplaceAt { unit, .. } => {
                of_unit(Words::new("replace-at", format!("Where does {} arrive?", self.the_unit(unit))), unit)
            }
            Step::Rally { .. } => Words::new("rally", "Which unit tries to rally next?"),
            Step::SetUp { group } => self.next_placement(board, group).map_or_else(
                || Words::new("set-up", "Where does the next gun stand?"),
                |(unit, _)| {
                    of_unit(Words::new("set-up", format!("Where does {} stand?", self.the_unit(unit))), unit)
                },
            ),
            Step::Modes { next } => self.next_mode(board, next).map_or_else(
                || Words::new("mode", "In which mode does the HQ begin?"),
                |(_, unit)| {
                    of_unit(
                        Words::new("mode", format!("In which mode does {} begin?", self.the_unit(unit))),
                        unit,
                    )
                },
            ),
            Step::Own(own) => self.variant.ask(self, own, board, viewer),
            _ => Words::new("wait", "Nothing is asked now."),
        }
    }

    pub(crate) fn make_prompt(&self, step: &Step<V::Own>, board: &BoardOf<V>, viewer: Viewer) -> Prompt {
        let words = self.words(step, board, viewer);
        let rule = self.question(step, board).rule;
        Prompt {
            kind: words.kind.to_owned(),
            text: words.text,
            cases: self.pack.casebook.numbers([rule]),
            about: words.about,
        }
    }

    /// What is done to a unit whose front or back comes to lie upwards.
    fn turned(&self, unit: Unit, back: bool) -> String {
        let name = self.the_unit(unit);
        match self.face_name(unit, back) {
            "entrenched" => format!("Entrench {name}"),
            "mobile" => format!("Make {name} mobile"),
            "full" | "reduced" => format!("Turn {name} over"),
            mode => format!("Put {name} into {mode} mode"),
        }
    }

    /// The button that leaves a step without doing more.
    fn ending(&self, step: &Step<V::Own>) -> Button {
        Button::ending(match step {
            Step::Guns { .. } | Step::Counter { .. } | Step::Firers { .. } => "Fire",
            Step::Assault(_) => "Roll the dice",
            Step::Rally { .. } => "Roll for all the rest",
            Step::Move { .. } => "End the movement",
            Step::Bombardment { .. } => "End the bombardment",
            Step::Commit { only, .. } if only.is_some() => "End the commitment",
            Step::Commit { .. } => "End the commitment of units",
            Step::Close { .. } => "End closing in",
            Step::DefensiveFire { .. } => "End the defensive fire",
            Step::Assaults { .. } => "End the assaults",
            Step::SecondaryAttacks { .. } => {
                return Button::ending(format!("End the {}s", self.variant.resource_label(SECOND)));
            }
            Step::Advance { .. } => "End the advance",
            Step::Replacements { .. } => "End the replacements",
            Step::Own(own) => return self.variant.ending(*own),
            _ => return Button::new("Go on"),
        })
    }

    /// The button for an answer.
    fn button(&self, step: &Step<V::Own>, board: &BoardOf<V>, seat: Seat, action: Action<V::Own>) -> Button {
        let name = |unit: Unit| self.name_of(unit).to_owned();
        let at = |square: Square| self.place_of(square);
        let on_unit = |label: String, unit: Unit| Button::new(label).on_unit(self, unit);
        let on_square = |label: String, square: Square| Button::new(label).on_square(self, square);
        match action {
            Action::Done => self.ending(step),
            Action::Pass => Button::new(match step {
                Step::Counter { .. } => "Do not answer",
                Step::Follow { .. } => "Nobody follows",
                Step::Bombardment { .. } => "Hold fire for now",
                Step::Rally { .. } => "Nobody else tries to rally",
                Step::Own(own) => return self.variant.ending(*own),
                _ => "No",
            }),
            Action::Pick(unit) => on_unit(name(unit), unit),
            Action::Rally(unit) => on_unit(format!("Rally {}", name(unit)), unit),
            Action::Stay(unit) if matches!(step, Step::Modes { .. }) => {
                let back = board.unit(unit).has(crate::Mark::Back);
                Button::new(self.turned(unit, back))
            }
            Action::Stay(unit) => Button::new(format!("Leave {} here", self.the_unit(unit))),
            Action::Move { unit, to } => {
                let cost = match step {
                    Step::Move { .. } => self.way_to(board, unit, to).cost(to).map(points),
                    _ => None,
                };
                on_square(format!("To {}", at(to)), to).costs(cost.unwrap_or_default())
            }
            Action::Face { to, .. } => Button::new(format!("Face {}", to.name())),
            Action::Flip(unit) => {
                let back = !board.unit(unit).has(crate::Mark::Back);
                let button = Button::new(self.turned(unit, back));
                let digs = back && self.pack.unit(unit).kind != crate::units::Kind::Hq;
                let moving = matches!(step, Step::Move { .. }) && board.square(unit).is_some();
                if digs && moving { button.costs(points(self.pack.charts.movement.entrench)) } else { button }
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
        let rolls = self.rolls_dice(step, action);
        Choice {
            play: self.print_action(action),
            label,
            target,
            cost,
            parts,
            cases: self.pack.casebook.numbers(rules),
            odds: self.promises_odds(step, board, action),
            binding: rolls,
            ends,
        }
    }

    /// Whether there is a card of odds for an answer, without making it.
    fn promises_odds(&self, step: &Step<V::Own>, board: &BoardOf<V>, action: Action<V::Own>) -> bool {
        match (step, action) {
            (Step::Own(own), action) => self.variant.promises_odds(self, *own, board, action),
            (Step::Bombardment { .. } | Step::SecondaryAttacks { .. }, Action::Target(_))
            | (Step::Bombardment { .. } | Step::Assault(Stage::Resources), Action::Own(_))
            | (Step::Guns { .. } | Step::Counter { .. } | Step::Firers { .. }, Action::Join(_))
            | (Step::Commit { .. }, Action::Commit { .. })
            | (Step::DefensiveFire { .. } | Step::Assaults { .. }, Action::Resolve(_))
            | (Step::Assault(Stage::Supply), Action::Supply(_) | Action::Unsupplied)
            | (Step::Assault(Stage::Resources), Action::Use(_)) => true,
            (Step::Commit { nation, only }, Action::Done) if !only.is_some() => {
                !self.assaulted(board, nation.side(), Renewed::Too).is_empty()
            }
            _ => self.rolls_dice(step, action),
        }
    }

    /// Whether dice hang on an answer.
    fn rolls_dice(&self, step: &Step<V::Own>, action: Action<V::Own>) -> bool {
        match (step, action) {
            (Step::Own(own), action) => self.variant.rolls(*own, action),
            (
                Step::Guns { .. }
                | Step::Counter { .. }
                | Step::Firers { .. }
                | Step::Assault(Stage::Resources),
                Action::Done,
            )
            | (_, Action::Close { .. } | Action::Strike(_) | Action::Rally(_)) => true,
            _ => false,
        }
    }
}
