//! Orders that stand for several answers: all guns in range, all headquarters, all who face an enemy.
//!
//! An order is a habit, not a rule: it picks among the answers that the rules offer, one after the other.

use engine::Rules;

use crate::action::Action;
use crate::speak::{Speak, count};
use crate::square::Square;
use crate::step::Step;
use crate::units::Unit;
use crate::variant::{BoardOf, Grid};

/// Every gun in range fires.
const ALL_GUNS: &str = "guns-all";
/// The fewest guns that can hit join.
const FEWEST: &str = "guns-fewest";
/// Every gun in range answers.
const ALL_ANSWER: &str = "counter-all";
/// Every neighbour joins the fire.
const ALL_FIRE: &str = "fire-all";
/// Every headquarters stays in its mode.
const MODES: &str = "modes-as-they-are";
/// Every unit is committed against the square it faces.
const FACING: &str = "commit-facing";
/// Every stack that needs no die closes in.
const CLOSE: &str = "close-without-dice";
/// What is left is placed.
const PLACE: &str = "place-the-rest";
/// The strongest enemies are chosen.
const STRONGEST: &str = "strongest-targets";

impl<V: Speak> Grid<V> {
    pub(crate) fn orders_for(
        &self,
        step: &Step<V::Own>,
        options: &[Action<V::Own>],
    ) -> Vec<(&'static str, bool)> {
        let has = |fits: fn(&Action<V::Own>) -> bool| options.iter().filter(|action| fits(action)).count();
        match step {
            Step::Guns { .. } => vec![(ALL_GUNS, true), (FEWEST, false)],
            Step::Counter { .. } => vec![(ALL_ANSWER, true)],
            Step::Firers { .. } => vec![(ALL_FIRE, true)],
            Step::Modes { .. } => vec![(MODES, false)],
            Step::Commit { only, .. } if !only.is_some() => vec![(FACING, false)],
            Step::Close { .. } => vec![(CLOSE, false)],
            Step::SetUp { .. } | Step::Own(_) if has(|action| matches!(action, Action::Place { .. })) > 1 => {
                vec![(PLACE, false)]
            }
            Step::Own(_) if has(|action| matches!(action, Action::Target(_))) > 1 => vec![(STRONGEST, false)],
            _ => Vec::new(),
        }
    }

    pub(crate) fn next_of(
        &self,
        order: &'static str,
        step: &Step<V::Own>,
        board: &BoardOf<V>,
        options: &[Action<V::Own>],
    ) -> Option<Action<V::Own>> {
        let joins = || options.iter().copied().find(|action| matches!(action, Action::Join(_)));
        let done = || options.contains(&Action::Done).then_some(Action::Done);
        match (order, step) {
            (ALL_GUNS, Step::Guns { .. })
            | (ALL_ANSWER, Step::Counter { .. })
            | (ALL_FIRE, Step::Firers { .. }) => joins().or_else(done),
            (FEWEST, Step::Guns { nation }) => {
                if self.assess_bombardment(board, nation.side()).column.is_some() {
                    return None;
                }
                let strength = |action: &Action<V::Own>| match action {
                    Action::Join(gun) if gun.is_some() => {
                        self.variant.gun_factor(self, board, *gun, board.shot.target)
                    }
                    _ => 0,
                };
                let guns = options.iter().copied().filter(|action| matches!(action, Action::Join(_)));
                guns.max_by_key(|action| strength(action))
            }
            (MODES, Step::Modes { .. }) => options.iter().copied().find(|a| matches!(a, Action::Stay(_))),
            (FACING, Step::Commit { .. }) => options.iter().copied().find(|action| {
                matches!(action, Action::Commit { unit, to } if self.faces(board, *unit) == *to)
            }),
            (CLOSE, Step::Close { .. }) => options.iter().copied().find(|action| {
                matches!(action, Action::Close { from, to } if self.assess_closing(board, *from, *to).automatic)
            }),
            (PLACE, _) => self.best_place(board, options),
            (STRONGEST, Step::Own(_)) => self.strongest_target(board, options),
            _ => None,
        }
    }

    pub(crate) fn label_of(
        &self,
        order: &'static str,
        step: &Step<V::Own>,
        board: &BoardOf<V>,
        answers: usize,
    ) -> String {
        let number = answers as i64;
        match (order, step) {
            (ALL_GUNS, Step::Guns { nation }) => {
                let mut trial = board.clone();
                for action in self.options_at(step, board) {
                    match action {
                        Action::Join(gun) if gun.is_some() => trial.shot.guns.insert(gun),
                        Action::Join(_) => trial.shot.off_map = true,
                        _ => {}
                    }
                }
                let factors = self.assess_bombardment(&trial, nation.side()).factors;
                let guns = trial.shot.guns.count();
                format!("Fire with all {} in range: {}", count(guns, "gun"), count(factors, "factor"))
            }
            (FEWEST, _) => format!("Just enough to hit: {}", count(number, "gun")),
            (ALL_ANSWER, _) => "Answer with every gun in range".to_owned(),
            (ALL_FIRE, _) => "Fire with every neighbour".to_owned(),
            (MODES, _) => format!("All {number} headquarters as they are"),
            (FACING, _) => format!("Commit {} against what they face", count(number, "unit")),
            (CLOSE, _) => format!("{} that need no die close in", count(number, "stack")),
            (PLACE, _) => format!("Place these {number} for me"),
            _ => format!("Choose the {number} strongest for me"),
        }
    }

    fn options_at(&self, step: &Step<V::Own>, board: &BoardOf<V>) -> Vec<Action<V::Own>> {
        let mut answers = Vec::new();
        self.ask(step, board, engine::Seat(0), &mut answers);
        answers
    }

    /// The square in front of a unit.
    fn faces(&self, board: &BoardOf<V>, unit: Unit) -> Square {
        let state = board.unit(unit);
        if state.square().is_some() {
            self.pack.map.neighbour(state.square(), state.facing())
        } else {
            Square::NONE
        }
    }

    /// Where a gun reaches most enemies, and of such squares the one farthest from them; where nothing is in range, the
    /// nearest to them.
    fn best_place(&self, board: &BoardOf<V>, options: &[Action<V::Own>]) -> Option<Action<V::Own>> {
        let worth = |action: &Action<V::Own>| {
            let Action::Place { unit, to } = *action else { return None };
            let counter = self.pack.unit(unit);
            let enemies = *board.occupied(counter.side.enemy());
            let reached = (self.pack.map.disc(to, counter.range) & enemies).count();
            let nearest = enemies.iter().map(|square| self.pack.map.distance(to, square)).min().unwrap_or(0);
            let distance = if reached > 0 { i32::from(nearest) } else { -i32::from(nearest) };
            Some((reached, distance, std::cmp::Reverse(to.index())))
        };
        options.iter().copied().filter(|action| worth(action).is_some()).max_by_key(worth)
    }

    /// The square with the strongest defence.
    fn strongest_target(&self, board: &BoardOf<V>, options: &[Action<V::Own>]) -> Option<Action<V::Own>> {
        let strength = |action: &Action<V::Own>| {
            let Action::Target(square) = *action else { return None };
            let sum: u32 =
                board.units_at(square).map(|unit| u32::from(self.defense_number(board, unit))).sum();
            Some((sum, std::cmp::Reverse(square.index())))
        };
        options.iter().copied().filter(|action| strength(action).is_some()).max_by_key(strength)
    }
}
