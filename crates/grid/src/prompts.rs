//! The sentences that ask, and what the buttons say.

use std::fmt::Write as _;

use engine::wire::{Choice, Prompt, Target};
use engine::{Rules, Viewer};

use crate::action::Action;
use crate::losses::{DISRUPT, ELIMINATE, REDUCE};
use crate::reach::Notes;
use crate::speak::{Speak, Words};
use crate::square::Square;
use crate::step::{Stage, Step};
use crate::units::Unit;
use crate::variant::{BoardOf, Grid};

/// Half points in words: `3½ MP`.
pub fn points(half_points: u8) -> String {
    match (half_points / 2, half_points % 2) {
        (0, 1) => "½ MP".to_owned(),
        (whole, 0) => format!("{whole} MP"),
        (whole, _) => format!("{whole}½ MP"),
    }
}

impl<V: Speak> Grid<V> {
    fn name_of(&self, unit: Unit) -> &str {
        if unit.is_some() { &self.pack.unit(unit).name } else { "the guns off the map" }
    }

    fn place_of(&self, square: Square) -> String {
        let name = self.pack.map.name(square);
        let place = self.pack.map.places.iter().find(|place| {
            place.squares.contains(&square) && matches!(place.kind.as_str(), "town" | "wood" | "fort")
        });
        place.map_or_else(|| name.to_owned(), |place| format!("{name} {}", place.name))
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
                Words::new("counter-battery", format!("Answer the guns in {}?", at(board.shot.firing))),
                board.shot.firing,
            ),
            Step::Move { unit, .. } if unit.is_some() => {
                of_unit(Words::new("move-unit", format!("Where does {} go?", self.name_of(unit))), unit)
            }
            Step::Move { .. }
                if self.check_move(step, board, Action::Done, &mut Notes::default()).is_legal() =>
            {
                Words::new("move", "Choose a unit to move, or end the movement.")
            }
            Step::Move { .. } => {
                Words::new("move", "Choose a unit to move; before the end some must make room.")
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
                Words::new("take-losses", format!("Take {} more step loss(es).", board.losses.left)),
                board.losses.square,
            ),
            Step::Retreat { from, .. } => {
                about(Words::new("retreat", format!("Where do the units in {} retreat to?", at(from))), from)
            }
            Step::Displace { .. } => Words::new("displace", "Too many units stand together: who makes room?"),
            Step::Advance { .. } => about(
                Words::new("advance", format!("Who advances into {}?", at(board.assault.target))),
                board.assault.target,
            ),
            Step::SecondaryAttacks { .. } => {
                Words::new("secondary-attack", "Make a Secondary Attack, or end the assaults?")
            }
            Step::ReplacementBids => Words::new("bid", "How many replacement steps do you take?"),
            Step::Replacements { .. } => Words::new("replace", "Which units come back from the pool?"),
            Step::ReplaceAt { unit, .. } => {
                of_unit(Words::new("replace-at", format!("Where does {} arrive?", self.name_of(unit))), unit)
            }
            Step::Rally { .. } => Words::new("rally", "Which unit tries to rally next?"),
            Step::SetUp { group } => self.next_placement(board, group).map_or_else(
                || Words::new("set-up", "Where does the next gun stand?"),
                |(unit, _)| {
                    of_unit(Words::new("set-up", format!("Where does {} stand?", self.name_of(unit))), unit)
                },
            ),
            Step::Modes { next } => self.next_mode(board, next).map_or_else(
                || Words::new("mode", "In which mode does the HQ begin?"),
                |(_, unit)| {
                    of_unit(
                        Words::new("mode", format!("In which mode does {} begin?", self.name_of(unit))),
                        unit,
                    )
                },
            ),
            Step::Own(own) => self.variant.ask(self, own, board, viewer),
            _ => Words::new("wait", "The turn goes on."),
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
        let name = self.name_of(unit);
        match self.face_name(unit, back) {
            "entrenched" => format!("entrench {name}"),
            "mobile" => format!("make {name} mobile"),
            "full" | "reduced" => format!("turn {name} over"),
            mode => format!("{name} in {mode} mode"),
        }
    }

    /// What a button for an answer says.
    fn button(&self, step: &Step<V::Own>, board: &BoardOf<V>, action: Action<V::Own>) -> (String, Target) {
        let name = |unit: Unit| self.name_of(unit).to_owned();
        let unit_target = |unit: Unit| Target::Unit(self.id(unit).to_owned());
        let place = |square: Square| Target::Place(self.pack.map.name(square).to_owned());
        let at = |square: Square| self.place_of(square);
        match action {
            Action::Done => {
                let label = match step {
                    Step::Guns { .. } | Step::Counter { .. } | Step::Firers { .. } => "fire",
                    Step::Assault(_) => "roll the dice",
                    Step::Rally { .. } => "roll for all the rest",
                    Step::Move { .. } => "end movement",
                    _ => "done",
                };
                (label.to_owned(), Target::Button)
            }
            Action::Pass => ("pass".to_owned(), Target::Button),
            Action::Pick(unit) | Action::Rally(unit) => (name(unit), unit_target(unit)),
            Action::Stay(unit) if matches!(step, Step::Modes { .. }) => {
                let back = board.unit(unit).has(crate::Mark::Back);
                (self.turned(unit, back), Target::Button)
            }
            Action::Stay(unit) => (format!("leave {} here", name(unit)), Target::Button),
            Action::Move { to, .. } => (format!("to {}", at(to)), place(to)),
            Action::Face { to, .. } => (format!("face {}", to.name()), Target::Button),
            Action::Flip(unit) => {
                (self.turned(unit, !board.unit(unit).has(crate::Mark::Back)), Target::Button)
            }
            Action::BreakDown { unit, parts } => {
                let mut label = format!("break down {}", name(unit));
                if parts > 0 {
                    let _ = write!(label, " into {}", self.parts_in_words(board, unit, parts));
                }
                (label, Target::Button)
            }
            Action::Build { into, .. } => (format!("build {}", name(into)), Target::Button),
            Action::Exit { edge, .. } => (format!("leave over the {} edge", edge.name()), Target::Button),
            Action::Target(square) | Action::Resolve(square) | Action::Strike(square) => {
                (at(square), place(square))
            }
            Action::Join(unit) if unit.is_some() => (name(unit), unit_target(unit)),
            Action::Join(_) => ("the guns off the map".to_owned(), Target::Button),
            Action::Commit { unit, to } => (format!("{} assaults {}", name(unit), at(to)), unit_target(unit)),
            Action::Close { from, to } => (format!("close in from {} on {}", at(from), at(to)), place(from)),
            Action::Supply(unit) => (format!("supply from {}", name(unit)), unit_target(unit)),
            Action::Unsupplied => ("without supply".to_owned(), Target::Button),
            Action::Use(kind) => (self.variant.resource_label(kind).to_owned(), Target::Button),
            Action::Lose { unit, how } => {
                let verb = match how {
                    REDUCE => "reduce",
                    DISRUPT => "disrupt",
                    ELIMINATE => "give up",
                    _ => "lose",
                };
                (format!("{verb} {}", name(unit)), unit_target(unit))
            }
            Action::Retreat { unit, to } | Action::Displace { unit, to } if to.is_some() => {
                (format!("{} to {}", name(unit), at(to)), place(to))
            }
            Action::Retreat { unit, .. } | Action::Displace { unit, .. } => {
                (format!("{} is lost", name(unit)), unit_target(unit))
            }
            Action::Advance { unit, to } => (format!("{} to {}", name(unit), at(to)), place(to)),
            Action::Consolidate(unit) => (format!("{} consolidates", name(unit)), unit_target(unit)),
            Action::Steps(steps) => (format!("{steps} steps"), Target::Button),
            Action::Replace { unit, to, full } => {
                let strength = if full { "" } else { ", reduced" };
                let target = if to.is_some() { place(to) } else { unit_target(unit) };
                (format!("{}{strength}", name(unit)), target)
            }
            Action::Place { to, .. } => (at(to), place(to)),
            Action::Own(own) => {
                let _ = board;
                (self.variant.label(self, own), Target::Button)
            }
        }
    }

    pub(crate) fn make_choice(
        &self,
        step: &Step<V::Own>,
        board: &BoardOf<V>,
        action: Action<V::Own>,
    ) -> Choice {
        let (label, target) = self.button(step, board, action);
        let rules = self.option_rules(step, board, action);
        let cost = match (action, step) {
            (Action::Move { unit, to }, Step::Move { .. }) => {
                self.way_to(board, unit, to).cost(to).map(points).unwrap_or_default()
            }
            (Action::Flip(unit), Step::Move { .. }) if !board.unit(unit).has(crate::Mark::Back) => {
                let hq = self.pack.unit(unit).kind == crate::units::Kind::Hq;
                if hq { String::new() } else { points(self.pack.charts.movement.entrench) }
            }
            (Action::Replace { unit, full, .. }, _) => {
                format!("{} steps", self.variant.replacement_price(self, board, unit, full).0)
            }
            _ => String::new(),
        };
        let rolls = self.rolls_dice(step, action);
        Choice {
            play: self.print_action(action),
            label,
            target,
            cost,
            cases: self.pack.casebook.numbers(rules),
            odds: self.promises_odds(step, board, action),
            binding: rolls,
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
