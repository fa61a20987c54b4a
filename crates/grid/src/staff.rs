//! Where in the sequence of play we are, and what could still be done there (Big Push 4.1, Verdun 4.0).

use engine::staff::{Phase, Staff, Undone};

use crate::action::Action;
use crate::rule::{Common, Rule};
use crate::speak::{Speak, count};
use crate::square::{Square, Squares};
use crate::step::Step;
use crate::steps;
use crate::units::{Side, Unit, UnitSet};
use crate::variant::{BoardOf, Grid};

/// A phase as a game lists it: whose it is, in a word, and the rule that explains it.
pub type PhaseName<O> = (Option<Side>, &'static str, Rule<O>);

impl<V: Speak> Grid<V> {
    /// The strip of this turn, and what `options` leave undone.
    pub(crate) fn make_staff(
        &self,
        stack: &[Step<V::Own>],
        board: &BoardOf<V>,
        options: &[Action<V::Own>],
    ) -> Staff {
        let mut phases: Vec<Phase> = Vec::new();
        let mut at = None;
        // The turn counts the entry that comes next.
        let turn = stack
            .iter()
            .find_map(|step| if let Step::Turn(steps::Turn { at }) = step { Some(*at) } else { None });
        for (index, step) in self.variant.sequence(board).iter().enumerate() {
            if let Some((side, label, rule)) = self.phase(step) {
                let part = side.map_or("", |side| self.pack.side_in_plural(side));
                if !phases.last().is_some_and(|last| last.part == part && last.label == label) {
                    let case = self.pack.casebook.numbers([rule]).into_iter().next().unwrap_or_default();
                    phases.push(Phase { label: label.to_owned(), part, note: String::new(), case });
                }
            }
            if turn.is_some_and(|turn| index < usize::from(turn)) {
                at = phases.len().checked_sub(1);
            }
        }
        let last = board.turn >= board.last_turn;
        let mut staff = Staff::of(phases, at, if last { "the battle ends" } else { "the next turn" });
        staff.undone = stack.last().map(|step| self.undone(step, board, options)).unwrap_or_default();
        if !staff.undone.is_empty() {
            let ends = options.iter().filter(|action| matches!(action, Action::Done | Action::Pass));
            staff.ends = ends.map(|action| self.print_action(*action)).collect();
        }
        staff
    }

    /// The phase that an entry of the sequence belongs to; none for what happens by itself.
    fn phase(&self, step: &Step<V::Own>) -> Option<PhaseName<V::Own>> {
        Some(match step {
            Step::Weather(steps::Weather) => (None, "Weather", Common::Weather.into()),
            Step::Bombardment(steps::Bombardment { side, .. }) => {
                (Some(*side), "Guns", Common::Bombardment.into())
            }
            Step::Movement(steps::Movement { side, .. }) => (Some(*side), "March", Common::Movement.into()),
            Step::Commitment(steps::Commitment { side, .. }) => {
                (Some(*side), "Commit", Common::Commitment.into())
            }
            Step::CommandCenter(steps::CommandCenter { side }) => {
                (Some(*side), "Resources", Common::CommandCenter.into())
            }
            // The defender fires in the phase of the attacker.
            Step::DefensiveFire(steps::DefensiveFire { side, .. }) => {
                (Some(side.enemy()), "Defensive fire", Common::DefensiveFire.into())
            }
            Step::Assaults(steps::Assaults { side, .. }) => (Some(*side), "Assaults", Common::Assault.into()),
            Step::SecondaryAttacks(steps::SecondaryAttacks { side, .. }) => {
                (Some(*side), "Second attacks", Common::SecondaryAttacks.into())
            }
            Step::ReplacementRolls(_)
            | Step::ReplacementBids(steps::ReplacementBids)
            | Step::Replacements(_) => (None, "Replacements", Common::Reorganization.into()),
            Step::Rally(_) => (None, "Rally", Common::Rally.into()),
            Step::Own(own) => return self.variant.phase(*own),
            _ => return None,
        })
    }

    /// What the options of a question leave to be done before it is ended.
    fn undone(&self, step: &Step<V::Own>, board: &BoardOf<V>, options: &[Action<V::Own>]) -> Vec<Undone> {
        let mut units = UnitSet::EMPTY;
        let mut squares = Squares::EMPTY;
        for action in options {
            match (step, *action) {
                (Step::Move(_), Action::Pick(unit))
                | (Step::Commit(_), Action::Commit { unit, .. })
                | (Step::Rally(_), Action::Rally(unit)) => units.insert(unit),
                (Step::Close(_), Action::Close { from, .. }) => squares.insert(from),
                (Step::SecondaryAttacks(_), Action::Target(square) | Action::Resolve(square)) => {
                    squares.insert(square);
                }
                (Step::Bombardment(_), Action::Target(square)) if self.is_worth_a_shot(board, square) => {
                    squares.insert(square);
                }
                (Step::Own(_), Action::Own(own)) => {
                    if let Some(unit) = self.variant.waits(own) {
                        units.insert(unit);
                    }
                }
                _ => {}
            }
        }
        let number = units.iter().count() as i64;
        match step {
            Step::Move(_) => self.left("can still move", units),
            Step::Commit(_) => self.left("could still be committed", units),
            Step::Rally(_) => self.left("could still try to rally", units),
            Step::Own(_) if number > 0 => self.left("could still close in", units),
            Step::Close(_) => self.left_at("stack", "could still close in", squares),
            Step::SecondaryAttacks(_) => self.left_at("square", "could be attacked once more", squares),
            Step::Bombardment(steps::Bombardment { side, .. }) => self.silent_guns(board, *side, squares),
            _ => Vec::new(),
        }
    }

    fn is_worth_a_shot(&self, board: &BoardOf<V>, square: Square) -> bool {
        board.occupied(board.phasing.enemy()).contains(square)
    }

    /// Guns that could still fire at an enemy.
    fn silent_guns(&self, board: &BoardOf<V>, side: Side, targets: Squares) -> Vec<Undone> {
        let mut guns = UnitSet::EMPTY;
        for nation in self.variant.commanders(board, side) {
            for gun in self.firing_guns(board, *nation) {
                if targets.iter().any(|target| self.in_range(board, gun, target)) {
                    guns.insert(gun);
                }
            }
        }
        match guns.iter().count() as i64 {
            0 => Vec::new(),
            guns_left => vec![Undone {
                text: format!(
                    "{} {} an enemy and {} not fired.",
                    count(guns_left, "gun"),
                    if guns_left == 1 { "reaches" } else { "reach" },
                    if guns_left == 1 { "has" } else { "have" }
                ),
                units: self.ids(guns),
                places: Vec::new(),
            }],
        }
    }

    fn left(&self, what: &str, units: UnitSet) -> Vec<Undone> {
        let number = units.iter().count() as i64;
        if number == 0 {
            return Vec::new();
        }
        let text = format!("{} {what}.", count(number, "unit"));
        vec![Undone { text, units: self.ids(units), places: Vec::new() }]
    }

    fn left_at(&self, thing: &str, what: &str, squares: Squares) -> Vec<Undone> {
        if squares.is_empty() {
            return Vec::new();
        }
        let text = format!("{} {what}.", count(i64::from(squares.count()), thing));
        let places = squares.iter().map(|square| self.pack.map.name(square).to_owned()).collect();
        vec![Undone { text, units: Vec::new(), places }]
    }

    fn ids(&self, units: UnitSet) -> Vec<String> {
        units.iter().map(|unit: Unit| self.id(unit).to_owned()).collect()
    }
}
