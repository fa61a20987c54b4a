//! Verdun: the Germans bleed the French with guns and take the forts; later the French want them back.

mod goals;
mod questions;
mod standing;

use ::grid::units::Kind;
use ::grid::{Action, Side, Square, Squares, Step, Unit};
use verdun::board::{Action as OwnAction, Lull};
use verdun::data::Condition;
use verdun::{Game, Only, Table, Verdun};

use super::aims::Aims;
use super::field::{Field, at_least};
use super::temper::Temper;
use super::{Doctrine, NEVER, Part};

/// The turn of July 3, when the Somme begins to draw troops away.
const SOMME: u8 = 20;
/// The turn of October 2, when the French go over to the attack.
const RETURN: u8 = 33;

/// Whether a side must clear the French start line.
fn wants_line(variant: &Verdun, board: &Table, side: Side) -> bool {
    let mut victories =
        variant.scenario(board).raw.victory.iter().filter(|victory| victory.side.side() == side);
    victories.any(|victory| {
        victory.conditions.iter().any(|condition| matches!(condition, Condition::ClearStartLine { .. }))
    })
}

/// Who moves last in a turn.
fn second(variant: &Verdun, board: &Table) -> Side {
    if variant.scenario(board).raw.french_first { Side::German } else { Side::Allied }
}

impl Doctrine for Verdun {
    const CLARITY: f32 = 0.62;
    const LEAST_CHANCE: f32 = 0.12;
    const SEASONED: [Temper; 2] = [
        Temper {
            boldness: -0.06,
            price: 0.89,
            kill: 1.46,
            line: 1.43,
            depth: 2.12,
            guard: 1.13,
            north: -0.12,
            riposte: 0.44,
            garrison: 1.07,
            menace: 1.54,
            onward: 1.33,
            hold: 1.47,
            pull: 0.93,
            risk: 0.64,
            wall: 0.87,
            hope: 0.84,
            bared: 0.75,
            foothold: 1.35,
            caught: 1.28,
            elsewhere: 1.44,
            soften: 0.81,
            service: 1.18,
            hq_danger: 0.87,
            again: 0.51,
            spare: 1.58,
            entrench: -0.21,
            climb: 0.94,
            bother: 0.82,
            crowd: 1.73,
            reach: 0.70,
            confidence: 0.67,
        },
        Temper {
            boldness: -0.09,
            price: 0.86,
            kill: 1.28,
            line: 1.12,
            depth: 0.74,
            guard: 0.81,
            north: 0.15,
            riposte: 0.08,
            garrison: 1.22,
            menace: 0.85,
            onward: 0.88,
            hold: 0.78,
            pull: 0.78,
            risk: 1.14,
            wall: 1.17,
            hope: 1.14,
            bared: 1.04,
            foothold: 0.80,
            caught: 0.88,
            elsewhere: 0.80,
            soften: 0.82,
            service: 1.35,
            hq_danger: 0.84,
            again: 0.29,
            entrench: -0.10,
            climb: 1.17,
            bother: 1.07,
            crowd: 1.20,
            reach: 1.06,
            confidence: 0.75,
            ..Temper::ORDINARY
        },
    ];

    fn aims(&self, game: &Game, board: &Table) -> Aims {
        goals::aims(self, game, board)
    }

    /// Forts are for one small unit alone.
    fn part(&self, game: &Game, board: &Table, unit: Unit, target: Square) -> Part {
        match (self.data.forts.contains(target), self.is_fort_sized(game, board, unit)) {
            (false, _) => Part::Joins,
            (true, true) => Part::Alone,
            (true, false) => Part::Cannot,
        }
    }

    fn has_last_word(&self, board: &Table, side: Side) -> bool {
        board.turn >= board.last_turn && board.phasing == side && second(self, board) == side
    }

    fn blows_follow(&self, board: &Table) -> bool {
        board.own.lull != Lull::Yes
    }

    fn reform(&self, field: &Field<Verdun>, action: Action<Only>) -> f32 {
        match action {
            Action::BreakDown { unit, parts } => field.for_forts(unit, parts),
            // A regiment may not stay in a fort (13.3), so the fort would be left.
            Action::Build { from, .. } if self.data.forts.contains(field.board.square(from)) => NEVER,
            Action::Build { from, .. } => {
                if field.fort_near(field.board.square(from)) > 0.0 {
                    -1.0
                } else {
                    0.6
                }
            }
            _ => 0.0,
        }
    }

    /// Whoever attacks must not be robbed at the last moment of what he has taken.
    fn guarded(&self, game: &Game, board: &Table, side: Side, aims: &Aims) -> (Squares, f32) {
        let left = board.last_turn.saturating_sub(board.turn);
        if left > 2 || aims.zeal(side) < 0.5 || second(self, board) == side {
            return (Squares::EMPTY, 0.0);
        }
        let mut squares = aims.goals.iter().map(|(square, _)| *square).collect::<Squares>();
        if wants_line(self, board, side) {
            squares = squares | game.pack.map.trench[Side::Allied.index()];
        }
        (squares - *board.occupied(side.enemy()), [1.5, 0.8, 0.4][usize::from(left)])
    }

    /// A garrison does not strike back (16.5.2).
    fn rolls_again(&self, game: &Game, board: &Table) -> bool {
        let side = board.assault.side.enemy();
        let mut defenders = board.troops_at(&game.pack, side, board.assault.target).peekable();
        defenders.peek().is_some() && defenders.all(|unit| game.pack.unit(unit).kind == Kind::Garrison)
    }

    fn silences(&self, game: &Game, board: &Table, nation: ::grid::Nation) -> f32 {
        let (factors, modifiers) = game.assess_counter(board, nation);
        let Some(column) = self.counter_column(game, factors, board.shot.firing) else { return 0.0 };
        let most = self.data.charts.counter_battery.upto[column] - modifiers.sum();
        1.0 - at_least(most + 1)
    }

    fn standing(&self, game: &Game, board: &Table) -> f32 {
        standing::standing(self, game, board)
    }

    fn weigh_own(&self, field: &Field<Verdun>, step: &Step<Only>, action: Action<Only>) -> f32 {
        let zeal = field.aims.zeal(field.side);
        match (*step, action) {
            (_, Action::Own(OwnAction::Inside(square))) => 2.0 * field.softening(square) - 0.2,
            (_, Action::Own(OwnAction::DrumFire | OwnAction::Phosgene | OwnAction::Claim)) => 0.5,
            (_, Action::Own(OwnAction::GoIn(unit))) => {
                field.strength_around(field.enemy, field.board.square(unit)).min(1.0) - 0.4
            }
            (_, Action::Own(OwnAction::GoOut(_))) => -0.8,
            (Step::Own(own), _) => questions::weigh_step(field, own, action, zeal),
            _ => 0.0,
        }
    }

    fn reason_own(&self, field: &Field<Verdun>, action: Action<Only>) -> &'static str {
        match action {
            Action::Own(OwnAction::Fly { .. }) => "wants the sky over its guns",
            Action::Own(OwnAction::Take { .. } | OwnAction::Call { .. } | OwnAction::Release(_)) => {
                "brings up what it can"
            }
            Action::Own(OwnAction::ReRoll) => "hopes for better dice",
            Action::Own(OwnAction::Close(_)) => "closes in: the blow gains by it",
            Action::Supply(_) | Action::Flip(_) => "the guns need shells",
            _ if field.aims.zeal(field.side) > 0.5 => "prepares the next blow",
            _ => "strengthens the line",
        }
    }
}
