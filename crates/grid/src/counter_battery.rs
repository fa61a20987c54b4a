//! Counter-battery fire: the defender's guns answer each firing square once, before the bombardment is rolled.
//!
//! Big Push 6.4 and 6.4.1, Verdun 8.5.

use arrayvec::ArrayVec;
use engine::{Forbidden, Question};

use crate::action::Action;
use crate::board::Mark;
use crate::bombardment::Hit;
use crate::event::{Event, Modifiers, Rolled};
use crate::losses::{Cause, Losses, Scope};
use crate::rule::{Common, Rule};
use crate::square::Square;
use crate::steps;
use crate::units::{Nation, Side, Unit, UnitSet};
use crate::variant::{BoardOf, ContextOf, Grid, Variant};
use crate::{Answers, Flow};

impl<V: Variant> Grid<V> {
    /// The defender's guns that can answer a firing square.
    pub(crate) fn answering_guns(
        &self,
        board: &BoardOf<V>,
        nation: Nation,
        firing: Square,
    ) -> ArrayVec<Unit, 48> {
        let mut guns = self.guns(board, nation);
        guns.retain(|gun| self.in_range(board, *gun, firing));
        guns
    }

    /// Who answers a bombardment: the commander with most units in the target; for an empty square the one whose
    /// ground it is, or his ally if only he has a gun in range.
    pub(crate) fn answering_commander(&self, board: &BoardOf<V>, side: Side, target: Square) -> Nation {
        if board.occupied(side).contains(target) {
            return self.spokesman(board, side, board.troops_at(&self.pack, side, target));
        }
        let first = self.variant.answers_for(self, board, side, target);
        std::iter::once(first)
            .chain(self.variant.commanders(board, side).iter().copied())
            .find(|nation| self.next_firing_square(board, *nation).is_some())
            .unwrap_or(first)
    }

    /// The next firing square that can still be answered: a square takes one counter-battery fire in a phase
    /// (Big Push 6.3.2).
    fn next_firing_square(&self, board: &BoardOf<V>, nation: Nation) -> Option<Square> {
        let after = board.shot.firing;
        let mut squares: ArrayVec<Square, 48> = ArrayVec::new();
        squares.extend(board.shot.guns.iter().map(|gun| board.square(gun)).take(48));
        squares.sort_unstable();
        squares.into_iter().find(|square| {
            (!after.is_some() || *square > after)
                && !board.answered.contains(*square)
                && (self.firing_guns(board, nation).any(|gun| self.in_range(board, gun, *square))
                    || self.may_answer_off_map(board, nation, *square))
        })
    }

    fn may_answer_off_map(&self, board: &BoardOf<V>, nation: Nation, square: Square) -> bool {
        let (reach, factors) = self.variant.off_map_fire(self, board, nation.side());
        factors > 0 && reach.contains(square)
    }

    pub(crate) fn run_counter(&self, board: &mut BoardOf<V>, nation: Nation) -> Flow<V::Own> {
        if board.shot.asking {
            return Flow::Ask;
        }
        if let Some(square) = self.next_firing_square(board, nation) {
            board.shot.firing = square;
            board.shot.asking = true;
            board.shot.counter = UnitSet::EMPTY;
            board.shot.counter_off_map = false;
            Flow::Ask
        } else {
            let attacker = self.acting_gunner(board, nation);
            board.shot.asking = false;
            Flow::goto(steps::Fire { nation: attacker })
        }
    }

    /// The commander whose bombardment this is.
    fn acting_gunner(&self, board: &BoardOf<V>, defender: Nation) -> Nation {
        self.spokesman(board, defender.side().enemy(), board.shot.guns.iter())
    }

    pub(crate) fn question_counter(&self, board: &BoardOf<V>, nation: Nation) -> Question<Rule<V::Own>> {
        Question { seats: self.variant.seat(board, nation).into(), rule: Common::CounterBattery.into() }
    }

    pub(crate) fn ask_counter(&self, board: &BoardOf<V>, nation: Nation, answers: &mut Answers<V>) {
        for gun in self.answering_guns(board, nation, board.shot.firing) {
            if !board.shot.counter.contains(gun) {
                answers.push(Action::Join(gun));
            }
        }
        if !board.shot.counter_off_map && self.may_answer_off_map(board, nation, board.shot.firing) {
            answers.push(Action::Join(Unit::NONE));
        }
        let named = !board.shot.counter.is_empty() || board.shot.counter_off_map;
        answers.push(if named { Action::Done } else { Action::Pass });
    }

    pub(crate) fn check_counter(
        &self,
        board: &BoardOf<V>,
        nation: Nation,
        action: Action<V::Own>,
    ) -> Forbidden {
        let rule = |rule: Common| Rule::<V::Own>::from(rule);
        let mut verdict = Forbidden::NO;
        let named = !board.shot.counter.is_empty() || board.shot.counter_off_map;
        match action {
            Action::Join(unit) if !unit.is_some() => {
                let may =
                    !board.shot.counter_off_map && self.may_answer_off_map(board, nation, board.shot.firing);
                verdict.when(!may, rule(Common::FireLimits));
            }
            Action::Join(gun) => {
                let able = self.guns(board, nation).contains(&gun) && !board.shot.counter.contains(gun);
                verdict.when(!able, rule(Common::FireLimits));
                let near = board.square(gun).is_some() && self.in_range(board, gun, board.shot.firing);
                verdict.when(!near, rule(Common::ArtilleryRange));
            }
            Action::Done => {
                verdict.when(!named, rule(Common::CounterBattery));
            }
            Action::Pass => {
                verdict.when(named, rule(Common::CounterBattery));
            }
            _ => {
                verdict.when(true, rule(Common::CounterBattery));
            }
        }
        verdict
    }

    /// Factors and modifiers of the counter-battery fire in hand.
    pub fn assess_counter(&self, board: &BoardOf<V>, nation: Nation) -> (u8, Modifiers<V::Own>) {
        let chart = &self.pack.charts.counter_battery;
        let shot = &board.shot;
        let side = nation.side();
        let mut factors: u8 = shot.counter.iter().map(|gun| board.face(&self.pack, gun).defense).sum();
        if shot.counter_off_map {
            factors += self.variant.off_map_fire(self, board, side).1;
        }
        let mut modifiers = Modifiers::new();
        modifiers.add_if(
            board.observation[side.index()],
            Common::AirObservation,
            chart.air_observation,
            "air observation",
        );
        self.gun_modifiers(board, &shot.counter, chart.heavy, chart.unsupplied, &mut modifiers);
        modifiers.add_if(board.weather.is_foul(), board.weather.rule(), chart.foul, "rain or snow");
        (factors, modifiers)
    }

    pub(crate) fn choose_counter(
        &self,
        board: &mut BoardOf<V>,
        nation: Nation,
        action: Action<V::Own>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        match action {
            Action::Join(gun) if gun.is_some() => {
                board.shot.counter.insert(gun);
                Flow::Again
            }
            Action::Join(_) => {
                board.shot.counter_off_map = true;
                Flow::Again
            }
            Action::Done => self.variant.counter_battery(self, board, nation, context),
            _ => {
                board.shot.asking = false;
                Flow::Again
            }
        }
    }

    /// The guns in the firing square are rolled for one by one: a total at most the factors disrupts and silences
    /// (Big Push 6.4).
    pub fn fire_counter_battery(
        &self,
        board: &mut BoardOf<V>,
        nation: Nation,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        let (factors, modifiers) = self.assess_counter(board, nation);
        let firing = self.spend_counter(board, nation);
        let guns: ArrayVec<Unit, 8> =
            board.units_at(firing).filter(|unit| board.shot.guns.contains(*unit)).take(8).collect();
        for gun in guns {
            let die = context.d6();
            let roll = Rolled::one(Common::CounterBattery, die, modifiers.clone());
            let hit = roll.total() <= factors as i8;
            context.tell(|| Event::CounterBattery { gun, factors, roll, hit });
            if hit {
                self.disrupt(board, gun);
            }
        }
        Flow::Again
    }

    /// Counter-battery fire is rolled once on the bombardment table against the firing square, and any result silences
    /// the guns it touches (Big Push 6.4.1).
    pub fn fire_counter_battery_on_table(
        &self,
        board: &mut BoardOf<V>,
        nation: Nation,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        let (factors, modifiers) = self.assess_counter(board, nation);
        let side = nation.side();
        let firing = self.spend_counter(board, nation);
        let row = self.target_row(board, side.enemy(), firing);
        let minimum = &self.pack.charts.bombardment.minimum[usize::from(row)];
        let Some(column) = minimum.iter().rposition(|least| factors >= *least) else {
            context.tell(|| Event::BombardmentFailed { target: firing });
            return Flow::Again;
        };
        let die = context.d6();
        let rule = self.variant.counter_battery_rule(board);
        let roll = Rolled::one(rule, die, modifiers);
        let hit = self.bombardment_result(column as u8, roll.total());
        context.tell(|| Event::Bombarded { side, target: firing, column: column as u8, roll, hit });
        match hit {
            Hit::Miss => {}
            Hit::Interdict => {
                let guns: ArrayVec<Unit, 8> = board.units_at(firing).take(8).collect();
                guns.iter().for_each(|gun| board.shot.guns.remove(*gun));
                board.interdict(&self.pack, side, firing, true);
                context.tell(|| Event::Interdicted { square: firing });
            }
            Hit::Suppress | Hit::Disrupt => {
                let disrupted = hit == Hit::Disrupt;
                let units = self.shake(board, side.enemy(), firing, disrupted);
                context.tell(|| Event::Shaken { square: firing, disrupted, units, rule });
            }
            Hit::Steps(steps) => {
                board.losses = Losses::new(side.enemy(), firing, steps, Cause::Bombardment, Scope::Guns);
                return Flow::call(steps::Losses);
            }
        }
        Flow::Again
    }

    /// Marks the guns that answered, and the square as answered.
    pub fn spend_counter(&self, board: &mut BoardOf<V>, nation: Nation) -> Square {
        let firing = board.shot.firing;
        let guns = board.shot.counter;
        for gun in guns.iter() {
            board.update(&self.pack, gun, |state| state.set(Mark::Fired, true));
        }
        if board.shot.counter_off_map {
            self.variant.off_map_fired(board, nation.side());
        }
        board.answered.insert(firing);
        board.shot.asking = false;
        firing
    }
}
