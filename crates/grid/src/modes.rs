//! Changing mode (Big Push 7.4.1, 7.4.2, 7.7.1; Verdun 12.8): who may, and what it costs.

use engine::Forbidden;

use crate::board::Mark;
use crate::event::Event;
use crate::rule::{Common, Rule};
use crate::stacking::Stack;
use crate::units::{Kind, Unit};
use crate::variant::{BoardOf, ContextOf, Grid, Variant};

impl<V: Variant> Grid<V> {
    /// What speaks against a change of an HQ's mode in any phase (Big Push 7.4.2, Verdun 12.8.2).
    pub fn may_flip_hq(&self, board: &BoardOf<V>, hq: Unit) -> Forbidden {
        let (counter, state) = (self.pack.unit(hq), board.unit(hq));
        let mut verdict = Forbidden::NO;
        let rule = |rule: Common| Rule::<V::Own>::from(rule);
        let square = state.square();
        verdict.when(!square.is_some() || state.has(Mark::Flipped), rule(Common::HqModes));
        let late = state.spent() > 0 && !state.has(Mark::Entered);
        verdict.when(late, rule(Common::HqModes));
        verdict.when(state.spent() > 0 && state.has(Mark::Back), rule(Common::ReinforcementHqs));
        verdict.when(state.has(Mark::Locked) || state.has(Mark::Held), rule(Common::HqModes));
        verdict.when(state.has(Mark::Leaving), rule(Common::Engaged));
        if !state.has(Mark::Back) && square.is_some() {
            let mut stack = Stack::default();
            for other in board.troops_at(&self.pack, counter.side, square) {
                if other != hq && !self.can_still_leave(board, other) {
                    stack.add(&self.pack, board, other);
                }
            }
            stack.add_as(&self.pack, hq, true);
            verdict.extend(self.variant.may_stack(self, board, &stack, square));
        }
        verdict
    }

    /// German infantry in good order may entrench for a price or leave its trench for nothing, once in a phase; an HQ
    /// changes mode before it moves, or at the end of its arrival (Big Push 7.4.1, 7.4.2, 7.7.1; Verdun 12.8).
    pub fn may_flip(&self, board: &BoardOf<V>, unit: Unit) -> Forbidden {
        let (counter, state) = (self.pack.unit(unit), board.unit(unit));
        let mut verdict = self.variant.may_change_mode(self, board, unit);
        let rule = |rule: Common| Rule::<V::Own>::from(rule);
        let square = state.square();
        if counter.kind == Kind::Hq {
            verdict.extend(self.may_flip_hq(board, unit));
            return verdict;
        }
        let modes = rule(Common::InfantryModes);
        verdict.when(!counter.has_modes() || state.has(Mark::Flipped) || state.has(Mark::DugIn), modes);
        verdict.when(!state.good_order() || board.is_interdicted(square), modes);
        verdict.when(state.has(Mark::Locked), rule(Common::Engaged));
        if counter.has_modes() && !state.has(Mark::Back) {
            let price = self.pack.charts.movement.entrench;
            let points =
                if square.is_some() { self.points_here(board, unit) } else { self.points_left(board, unit) };
            let arrives = !square.is_some() && !self.pack.first_edition();
            verdict.when(points < price && !arrives, modes);
            // Whoever must leave an engagement does not dig in first.
            verdict.when(state.has(Mark::Leaving), rule(Common::Engaged));
        }
        verdict
    }

    /// Changes a unit's mode.
    pub fn flip(&self, board: &mut BoardOf<V>, unit: Unit, context: &mut ContextOf<V>) {
        let hq = self.pack.unit(unit).kind == Kind::Hq;
        let back = !board.unit(unit).has(Mark::Back);
        if !board.square(unit).is_some() && !self.pack.first_edition() {
            // A reinforcement comes in the mode that its owner likes; it has the allowance of that mode.
            board.update(&self.pack, unit, |state| {
                state.set(Mark::Back, back);
                state.set(Mark::DugIn, true);
            });
            context.tell(|| Event::Flipped { unit, back });
            return;
        }
        let price = self.pack.charts.movement.entrench;
        board.update(&self.pack, unit, |state| {
            state.set(Mark::Back, back);
            state.set(Mark::Flipped, true);
            if back && !hq {
                state.spend(price);
            }
            if back && hq {
                state.set(Mark::Moved, true);
            }
        });
        context.tell(|| Event::Flipped { unit, back });
    }
}
