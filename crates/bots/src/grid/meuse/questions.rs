//! The answers to questions that only Verdun asks.

use ::grid::Action;
use ::grid::assault::Outcome;
use ::grid::command::Mode;
use ::grid::units::Kind;
use verdun::board::{Action as OwnAction, Step as OwnStep};
use verdun::{Only, Verdun};

use crate::grid::field::Field;
use crate::grid::prospect::{dice, kills_the_last};

/// With this many headquarters in command another can be spared for the guns.
const ENOUGH: usize = 3;

/// The weight of a point given away against strength that comes back.
const POINT: f32 = 1.7;

/// Air units are replaced only with more than this many turns left.
const LONG_WAR: f32 = 12.0;

/// The weight of an answer in a step that only Verdun has.
#[allow(clippy::match_same_arms, reason = "one arm for each question")]
pub(super) fn weigh_step(field: &Field<Verdun>, step: OwnStep, action: Action<Only>, zeal: f32) -> f32 {
    match (step, action) {
        (_, Action::Place { unit, to }) => field.place(unit, to),
        // The better battalions fight from the first turn on.
        (OwnStep::Battalions, Action::Own(OwnAction::StandIn(_))) => -1.0,
        (_, Action::Own(OwnAction::LeaveOut(gun))) => -0.2 * field.worth_of(gun),
        (OwnStep::Mines { .. } | OwnStep::DrumTarget { .. }, Action::Target(square)) => {
            3.0 * field.softening(square)
        }
        (_, Action::Own(OwnAction::Fly { to, .. })) => {
            // One air unit over a square does what two would do there.
            if field.grid.variant.flown_over(field.board, field.side).contains(to) {
                0.1
            } else if field.board.occupied(field.enemy).contains(to) {
                0.6 + 2.0 * field.softening(to) + 0.02 * field.steps_at(field.enemy, to)
            } else {
                0.3
            }
        }
        (OwnStep::Supply(_), Action::Supply(hq)) => {
            // A headquarters that supplies the guns leaves the map. That is worth it if bombardment has a
            // purpose; the one that serves assaults least goes first.
            0.6 + 0.6 * zeal - 0.005 * field.service_of(hq).min(20.0)
        }
        (OwnStep::Supply(_), Action::Flip(hq)) => field.turn_to_guns(hq),
        (OwnStep::Supply(_), _) => 0.3,
        (OwnStep::Close { .. }, Action::Own(OwnAction::Close(unit))) => {
            field.closing(&[unit], field.grid.target_of(field.board, unit))
        }
        (OwnStep::Lull, Action::Own(OwnAction::Yes)) => 0.5 - 1.5 * zeal,
        (OwnStep::GoOn, Action::Own(OwnAction::Yes)) => 0.6,
        (OwnStep::Operations, Action::Pass) => 0.5,
        (OwnStep::Operations, Action::Done) => 0.3,
        (_, Action::Own(OwnAction::Withdraw(unit))) => -0.3 * field.worth_of(unit) - field.useful(unit),
        // Guns and assaults need the headquarters on the map.
        (_, Action::Own(OwnAction::Reserve(unit))) => {
            let headquarters = f32::from(u8::from(field.grid.pack.unit(unit).kind == Kind::Hq));
            -0.2 * field.worth_of(unit) - headquarters
        }
        (_, Action::Own(OwnAction::Release(unit) | OwnAction::Call { unit, .. })) => {
            0.8 + 0.1 * field.worth_of(unit)
        }
        (_, Action::Own(OwnAction::Take { unit, full })) => field.take_back(unit, full),
        (_, Action::Own(OwnAction::Gun(_))) => 0.5,
        (OwnStep::ReRoll { .. }, Action::Own(OwnAction::ReRoll)) => {
            let good = field
                .board
                .assault
                .outcome
                .is_some_and(|outcome| (field.board.assault.side == field.side) == field.takes(outcome));
            // A side that cannot win by another throw does not risk a worse result.
            let hopes = field.board.assault.side != field.side || dice(field, field.board).take > 0.03;
            if good || !hopes { -1.0 } else { 0.8 }
        }
        (OwnStep::Strike, Action::Pick(unit)) => -0.2 * field.defense_of(unit),
        _ => 0.0,
    }
}

impl Field<'_, Verdun> {
    /// What a returning unit does for its side, less the points that its steps cost: near the end of the game
    /// it only gives the enemy points.
    fn take_back(&self, unit: ::grid::Unit, full: bool) -> f32 {
        let counter = self.grid.pack.unit(unit);
        let cost = f32::from(self.grid.replacement_cost(unit, full)).max(1.0);
        let turns = f32::from(self.board.last_turn.saturating_sub(self.board.turn));
        let face = counter.faces[usize::from(!full && !counter.has_modes())];
        let strength = f32::from(face.attack) + 0.5 * f32::from(face.defense);
        // One turn to come up, and no more than a few to be worn out again.
        let service = (turns - 1.0).clamp(0.0, 6.0) / 6.0;
        // A side that flies unopposed always observes for its guns, which pays in a long war.
        let besides = match counter.kind {
            Kind::Hq => 3.0,
            Kind::Air if turns > LONG_WAR => 3.0,
            _ => 0.0,
        };
        (0.8 * strength + besides) * service - POINT * cost
    }

    /// Turning a headquarters over to supply the guns: without one they are silent. An attacker needs them;
    /// in a lull both sides do, because no unit needs command. The last commander stays one while blows follow.
    fn turn_to_guns(&self, hq: ::grid::Unit) -> f32 {
        let flip = self.hq_flip(hq);
        let nation = self.grid.pack.unit(hq).nation;
        let supplied =
            self.grid.hqs(self.board, nation, Mode::Supply).any(|hq| self.board.unit(hq).good_order());
        let commanding = self.grid.hqs(self.board, nation, Mode::Command);
        let others = commanding.filter(|other| *other != hq && self.board.unit(*other).good_order()).count();
        let spare = self.board.turn >= self.board.last_turn || others >= ENOUGH;
        let wanted = !self.blows_follow || self.aims.zeal(self.side) >= 0.5 || spare;
        let is_last = others == 0 && self.blows_follow;
        if wanted && !is_last && !supplied { 0.7 + 0.05 * flip.max(-4.0) } else { flip - 0.3 }
    }

    /// Whether a result of the assault in hand takes the square.
    fn takes(&self, outcome: Outcome) -> bool {
        let assault = &self.board.assault;
        let steps = self.steps_at(assault.side.enemy(), assault.target);
        outcome.takes_square() || assault.closers && kills_the_last(outcome, steps)
    }

    /// How much a unit is needed where it stands.
    fn useful(&self, unit: ::grid::Unit) -> f32 {
        let square = self.board.square(unit);
        if square.is_some() { self.post(unit, square).max(0.0) } else { 0.0 }
    }

    fn defense_of(&self, unit: ::grid::Unit) -> f32 {
        let guns = self.grid.pack.unit(unit).kind == Kind::Artillery;
        if guns { 0.0 } else { f32::from(self.grid.defense_factor(self.board, unit)) }
    }
}
