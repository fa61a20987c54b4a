//! The guns of one bombardment, named one by one.
//!
//! Big Push 6.3, Verdun 8.2.

use engine::Forbidden;

use crate::action::Action;
use crate::board::Mark;
use crate::bombardment::Shot;
use crate::event::Event;
use crate::rule::{Common, Rule};
use crate::square::Square;
use crate::steps;
use crate::units::{Kind, Nation, Side, Unit};
use crate::variant::{BoardOf, ContextOf, Grid, Variant};
use crate::{Answers, Flow};

impl<V: Variant> Grid<V> {
    /// Factors of the guns named so far.
    pub(crate) fn shot_factors(&self, board: &BoardOf<V>, side: Side) -> u8 {
        let target = board.shot.target;
        let guns: u8 =
            board.shot.guns.iter().map(|gun| self.variant.gun_factor(self, board, gun, target)).sum();
        guns + if board.shot.off_map { self.variant.off_map_fire(self, board, side).1 } else { 0 }
    }

    pub(crate) fn may_fire_now(&self, board: &BoardOf<V>, side: Side) -> bool {
        let row = self.target_row(board, side.enemy(), board.shot.target);
        self.shot_factors(board, side) >= self.pack.charts.bombardment.minimum[usize::from(row)][0]
    }

    /// Whether a gun is in range of a square and counts for anything there (Verdun 8.2.2, 8.3.2).
    fn reaches(&self, board: &BoardOf<V>, gun: Unit, target: Square) -> bool {
        self.in_range(board, gun, target) && self.variant.gun_factor(self, board, gun, target) > 0
    }

    /// The guns of a shot are named one by one. One that they cannot bring to the minimum lapses, which happens only in
    /// positions written by hand.
    pub(crate) fn run_guns(
        &self,
        board: &mut BoardOf<V>,
        nation: Nation,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        let (shot, target) = (&board.shot, board.shot.target);
        let (off_map, factors) = self.variant.off_map_fire(self, board, nation.side());
        let can_join = (factors > 0 && !shot.off_map && off_map.contains(target))
            || self
                .firing_guns(board, nation)
                .any(|gun| !shot.guns.contains(gun) && self.reaches(board, gun, target));
        if can_join || self.may_fire_now(board, nation.side()) {
            return Flow::Ask;
        }
        context.tell(|| Event::BombardmentFailed { target });
        board.shot = Shot::NONE;
        self.variant.fire_lapsed(board);
        Flow::Return
    }

    pub(crate) fn ask_guns(&self, board: &BoardOf<V>, nation: Nation, answers: &mut Answers<V>) {
        let shot = &board.shot;
        for gun in self.firing_guns(board, nation) {
            if !shot.guns.contains(gun) && self.reaches(board, gun, shot.target) {
                answers.push(Action::Join(gun));
            }
        }
        let (off_map, factors) = self.variant.off_map_fire(self, board, nation.side());
        if factors > 0 && !shot.off_map && off_map.contains(shot.target) {
            answers.push(Action::Join(Unit::NONE));
        }
        if self.may_fire_now(board, nation.side()) {
            answers.push(Action::Done);
        }
    }

    pub(crate) fn check_guns(&self, board: &BoardOf<V>, nation: Nation, action: Action<V::Own>) -> Forbidden {
        let rule = |rule: Common| Rule::<V::Own>::from(rule);
        let mut verdict = Forbidden::NO;
        match action {
            Action::Done => {
                verdict.when(!self.may_fire_now(board, nation.side()), rule(Common::MinimumFactors));
            }
            Action::Join(unit) if !unit.is_some() => {
                let (off_map, factors) = self.variant.off_map_fire(self, board, nation.side());
                let may = factors > 0 && !board.shot.off_map && off_map.contains(board.shot.target);
                verdict.when(!may, rule(Common::FireLimits));
            }
            Action::Join(gun) => {
                verdict.when(self.pack.unit(gun).kind != Kind::Artillery, rule(Common::FiringGuns));
                verdict.when(!self.guns(board, nation).contains(&gun), rule(Common::FireLimits));
                verdict.when(board.shot.guns.contains(gun), rule(Common::FireLimits));
                let near = board.square(gun).is_some() && self.in_range(board, gun, board.shot.target);
                verdict.when(!near, rule(Common::ArtilleryRange));
                let idle = near && !self.reaches(board, gun, board.shot.target);
                verdict.when(idle, rule(Common::FireLimits));
            }
            _ => {
                verdict.when(true, rule(Common::BombardmentSequence));
            }
        }
        verdict
    }

    pub(crate) fn choose_guns(
        &self,
        board: &mut BoardOf<V>,
        nation: Nation,
        action: Action<V::Own>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        match action {
            Action::Join(gun) if gun.is_some() => board.shot.guns.insert(gun),
            Action::Join(_) => board.shot.off_map = true,
            _ => {
                let (side, target) = (nation.side(), board.shot.target);
                let factors = self.shot_factors(board, side);
                let guns = board.shot.guns;
                for gun in guns.iter() {
                    board.update(&self.pack, gun, |state| state.set(Mark::Fired, true));
                }
                context.tell(|| Event::Bombards { side, target, factors, guns });
                self.variant.fire_opened(self, board);
                let enemy = side.enemy();
                let defender = self.answering_commander(board, enemy, target);
                return Flow::goto(steps::Counter { nation: defender });
            }
        }
        Flow::Again
    }
}
