//! Typed actions: short, lossless, the same in the record, in the log and on the keyboard.

use crate::action::Action;
use crate::losses::LOSS_NAMES;
use crate::map::Edge;
use crate::speak::Speak;
use crate::square::{Direction, Square};
use crate::step::Step;
use crate::steps;
use crate::units::Unit;
use crate::variant::{BoardOf, Grid};

impl<V: Speak> Grid<V> {
    /// A unit's id, or a dash.
    pub fn id(&self, unit: Unit) -> &str {
        if unit.is_some() { &self.pack.unit(unit).id } else { "-" }
    }

    /// An action in its typed form.
    pub fn print_action(&self, action: Action<V::Own>) -> String {
        let id = |unit: Unit| self.id(unit);
        let at = |square: Square| self.pack.map.name(square);
        match action {
            Action::Done => "done".to_owned(),
            Action::Pass => "pass".to_owned(),
            Action::Pick(unit) => format!("unit {}", id(unit)),
            Action::Stay(unit) => format!("stay {}", id(unit)),
            Action::Move { unit, to } => format!("move {} {}", id(unit), at(to)),
            Action::Face { unit, to } => format!("face {} {}", id(unit), to.name()),
            Action::Flip(unit) => format!("flip {}", id(unit)),
            Action::BreakDown { unit, parts } => format!("break-down {} {parts}", id(unit)),
            Action::Build { from, into } => format!("build {} {}", id(from), id(into)),
            Action::Exit { unit, edge } => format!("exit {} {}", id(unit), edge.name()),
            Action::Target(square) => format!("target {}", at(square)),
            Action::Join(unit) if !unit.is_some() => "join off-map".to_owned(),
            Action::Join(unit) => format!("join {}", id(unit)),
            Action::Commit { unit, to } => format!("assault {} {}", id(unit), at(to)),
            Action::Close { from, to } => format!("close {} {}", at(from), at(to)),
            Action::Resolve(square) => format!("resolve {}", at(square)),
            Action::Supply(unit) => format!("supply {}", id(unit)),
            Action::Unsupplied => "unsupplied".to_owned(),
            Action::Use(kind) => format!("use {}", self.resource_id(kind)),
            Action::Lose { unit, how } => {
                format!(
                    "lose {} {}",
                    id(unit),
                    LOSS_NAMES.get(usize::from(how)).copied().map_or_else(|| how.to_string(), str::to_owned)
                )
            }
            Action::Retreat { unit, to } => format!("retreat {} {}", id(unit), at(to)),
            Action::Displace { unit, to } => format!("displace {} {}", id(unit), at(to)),
            Action::Advance { unit, to } => format!("advance {} {}", id(unit), at(to)),
            Action::Consolidate(unit) => format!("consolidate {}", id(unit)),
            Action::Strike(square) => format!("strike {}", at(square)),
            Action::Steps(steps) => format!("steps {steps}"),
            Action::Replace { unit, to, full } => {
                format!("replace {} {} {}", id(unit), if full { "full" } else { "reduced" }, at(to))
            }
            Action::Rally(unit) => format!("rally {}", id(unit)),
            Action::Place { unit, to } => format!("place {} {}", id(unit), at(to)),
            Action::Own(own) => self.variant.print_action(self, own),
        }
    }

    /// A kind of resource as it is typed.
    pub fn resource_id(&self, kind: u8) -> String {
        let name = self.pack.charts.resources.names.get(usize::from(kind));
        name.map_or_else(|| kind.to_string(), |name| name.replace([' ', '/'], "-"))
    }

    fn find_resource(&self, text: &str) -> Option<u8> {
        (0..self.pack.charts.resources.names.len() as u8).find(|kind| self.resource_id(*kind) == text)
    }

    /// The elementary actions of a typed line. `move`, `face` and the like take the unit in hand first if need be.
    pub fn parse_actions(
        &self,
        step: &Step<V::Own>,
        board: &BoardOf<V>,
        text: &str,
    ) -> Result<Vec<Action<V::Own>>, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some(action) = self.parse_one(&words)? else {
            return match self.variant.parse_action(self, &words) {
                Some(own) => Ok(vec![Action::Own(own)]),
                None => Err(format!("'{text}' is not an action")),
            };
        };
        let actor = match action {
            Action::Move { unit, .. }
            | Action::Face { unit, .. }
            | Action::Flip(unit)
            | Action::Stay(unit)
            | Action::BreakDown { unit, .. }
            | Action::Build { from: unit, .. }
            | Action::Exit { unit, .. } => Some(unit),
            _ => None,
        };
        let mut actions = Vec::new();
        match (*step, actor, action) {
            (Step::Move(steps::Move { unit, .. }), Some(actor), _) if unit != actor => {
                actions.push(Action::Pick(actor));
            }
            (Step::Replacements(_), _, Action::Replace { unit, to, full }) if to.is_some() => {
                actions.push(Action::Replace { unit, to: Square::NONE, full });
            }
            _ => {}
        }
        let _ = board;
        actions.push(action);
        Ok(actions)
    }

    fn parse_one(&self, words: &[&str]) -> Result<Option<Action<V::Own>>, String> {
        let unit = |id: &str| self.pack.find(id).ok_or_else(|| format!("there is no unit '{id}'"));
        let square = |name: &str| {
            if name == "-" {
                return Ok(Square::NONE);
            }
            self.pack.map.find(name).ok_or_else(|| format!("there is no square '{name}'"))
        };
        let side = |name: &str| Direction::parse(name).ok_or_else(|| format!("'{name}' is no direction"));
        let edge = |name: &str| {
            Edge::ALL
                .into_iter()
                .find(|edge| edge.name() == name)
                .ok_or_else(|| format!("'{name}' is no edge"))
        };
        let number = |text: &str| text.parse::<u8>().map_err(|_| format!("'{text}' is no number"));
        Ok(Some(match *words {
            ["done"] => Action::Done,
            ["pass"] => Action::Pass,
            ["unit", id] => Action::Pick(unit(id)?),
            ["stay", id] => Action::Stay(unit(id)?),
            ["move", id, to] => Action::Move { unit: unit(id)?, to: square(to)? },
            ["face", id, to] => Action::Face { unit: unit(id)?, to: side(to)? },
            ["flip", id] => Action::Flip(unit(id)?),
            ["break-down", id] => Action::BreakDown { unit: unit(id)?, parts: 0 },
            ["break-down", id, parts] => Action::BreakDown { unit: unit(id)?, parts: number(parts)? },
            ["build", from, into] => Action::Build { from: unit(from)?, into: unit(into)? },
            ["exit", id, over] => Action::Exit { unit: unit(id)?, edge: edge(over)? },
            ["target", at] => Action::Target(square(at)?),
            ["join", "off-map"] => Action::Join(Unit::NONE),
            ["join", id] => Action::Join(unit(id)?),
            ["assault", id, to] => Action::Commit { unit: unit(id)?, to: square(to)? },
            ["close", from, to] => Action::Close { from: square(from)?, to: square(to)? },
            ["resolve", at] => Action::Resolve(square(at)?),
            ["supply", id] => Action::Supply(unit(id)?),
            ["unsupplied"] => Action::Unsupplied,
            ["use", kind] => {
                Action::Use(self.find_resource(kind).ok_or_else(|| format!("there is no resource '{kind}'"))?)
            }
            ["lose", id, how] => {
                let named = LOSS_NAMES.iter().position(|name| *name == how).map(|index| index as u8);
                let how = match named {
                    Some(how) => how,
                    None => number(how)?,
                };
                Action::Lose { unit: unit(id)?, how }
            }
            ["retreat", id, to] => Action::Retreat { unit: unit(id)?, to: square(to)? },
            ["displace", id, to] => Action::Displace { unit: unit(id)?, to: square(to)? },
            ["advance", id, to] => Action::Advance { unit: unit(id)?, to: square(to)? },
            ["consolidate", id] => Action::Consolidate(unit(id)?),
            ["strike", at] => Action::Strike(square(at)?),
            ["steps", steps] => Action::Steps(number(steps)?),
            ["replace", id, strength @ ("full" | "reduced"), to] => {
                Action::Replace { unit: unit(id)?, to: square(to)?, full: strength == "full" }
            }
            ["rally", id] => Action::Rally(unit(id)?),
            ["place", id, to] => Action::Place { unit: unit(id)?, to: square(to)? },
            _ => return Ok(None),
        }))
    }
}
