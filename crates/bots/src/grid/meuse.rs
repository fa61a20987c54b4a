//! Verdun: the Germans bleed the French with guns and take the forts; later the French want them back.

mod goals;
mod questions;
mod standing;
mod tempers;

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

    fn seasoned(&self, board: &Table, side: Side) -> Temper {
        tempers::seasoned(board.last_turn, side)
    }

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

    fn may_go_in(&self, game: &Game, board: &Table, unit: Unit) -> bool {
        self.may_change_place(game, board, unit, true).is_legal() && self.holder(game, board, unit).is_none()
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

    /// An attacker guards his gains against the enemy's last moves.
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

    /// A side that holds all squares that must be occupied together does not walk out of them again.
    fn posts(&self, game: &Game, board: &Table, side: Side) -> Squares {
        goals::won(self, game, board, side)
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
            // Changing places with the unit inside gains nothing.
            (_, Action::Own(OwnAction::GoIn(unit))) if self.may_go_in(field.grid, field.board, unit) => {
                field.strength_around(field.enemy, field.board.square(unit)).min(1.0) + 0.3
            }
            (_, Action::Own(OwnAction::GoIn(_) | OwnAction::GoOut(_))) => -0.8,
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

    fn advice_own(&self, field: &Field<Verdun>, action: Action<Only>) -> &'static str {
        match action {
            Action::Own(OwnAction::Fly { .. }) => "aeroplanes do most over the guns and the fighting",
            Action::Own(OwnAction::Take { .. } | OwnAction::Call { .. } | OwnAction::Release(_)) => {
                "fresh troops are needed at the front"
            }
            Action::Own(OwnAction::ReRoll) => "a new roll is better on average than this one",
            Action::Own(OwnAction::Close(_)) => "the blow gains more by it than its losses weigh",
            Action::Done | Action::Pass => super::advice::NO_BETTER,
            _ if field.aims.zeal(field.side) > 0.5 => "it prepares your next blow",
            _ => "it strengthens your line",
        }
    }
}
