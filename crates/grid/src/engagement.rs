//! Engagements: how they begin, go on and end, and how engaged defenders withdraw.
//!
//! Big Push 8.8, Verdun 16.5.1.

use arrayvec::ArrayVec;
use engine::{Forbidden, Question};

use crate::action::Action;
use crate::assault::{Assault, Wave};
use crate::board::{Mark, Place};
use crate::event::Event;
use crate::rule::{Common, Rule};
use crate::square::{Square, Squares};
use crate::units::{Side, Unit};
use crate::variant::{BoardOf, ContextOf, Grid, Variant};
use crate::{Answers, Flow};

impl<V: Variant> Grid<V> {
    /// Whether the assault in hand is that of engaged defenders on those who engaged them (Verdun 16.5.1).
    pub fn turns_on_attackers(&self, board: &BoardOf<V>) -> bool {
        let mut turned = false;
        if self.variant.engaged_fight_on() {
            self.attackers(board, board.assault.target, |unit| {
                let state = board.unit(unit);
                turned |= state.has(Mark::Engaged) && !state.has(Mark::Locked);
            });
        }
        turned
    }

    /// Whether the assault in hand goes on with an engagement: it is in supply, and does not count for replacements
    /// (Big Push 8.8, Verdun 16.5.1).
    pub fn is_engaged_assault(&self, board: &BoardOf<V>) -> bool {
        board.assault.wave == Wave::Renewed || self.turns_on_attackers(board)
    }

    /// Whether a unit is an engaged defender: nobody may join it (Big Push 8.8, Verdun 16.5.1).
    pub fn is_under_attack(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        let state = board.unit(unit);
        state.has(Mark::Engaged) && !state.has(Mark::Locked)
    }

    /// Whether an engaged unit fights those in a square: they attack it there, or it attacks them.
    fn fights(&self, board: &BoardOf<V>, unit: Unit, against: Square) -> bool {
        let state = board.unit(unit);
        let elsewhere = state.has(Mark::Locked) && self.target_of(board, unit) != against;
        state.has(Mark::Engaged) && !(elsewhere && self.binds_fighters_alone())
    }

    /// Whether an engagement binds those who fight it and nobody else in their jump-off squares (Verdun 16.5.1, 8.3).
    pub fn binds_fighters_alone(&self) -> bool {
        self.variant.engaged_fight_on() && !self.pack.first_edition()
    }

    /// Whether an engagement shelters a square: nobody there is free of it (Big Push 6.3.2, Verdun 8.3.2).
    pub(crate) fn is_sheltered_by_engagement(&self, board: &BoardOf<V>, square: Square) -> bool {
        let mut engaged = board.units_at(square).map(|unit| board.unit(unit).has(Mark::Engaged)).peekable();
        if self.binds_fighters_alone() {
            engaged.peek().is_some() && engaged.all(|engaged| engaged)
        } else {
            engaged.any(|engaged| engaged)
        }
    }

    /// Both sides stay locked together until another result ends it (Big Push 8.8, 11.8).
    pub fn engage(&self, board: &mut BoardOf<V>, context: &mut ContextOf<V>) {
        let (side, target) = (board.assault.side, board.assault.target);
        if self.turns_on_attackers(board) {
            // The engagement goes on as it was: those who engaged must renew it.
            context.tell(|| Event::Engaged { target });
            return;
        }
        for unit in self.attacker_list(board, target) {
            board.update(&self.pack, unit, |state| {
                let direction = state.commitment().direction();
                state.set(Mark::Engaged, true);
                state.set(Mark::Locked, true);
                state.stand_down();
                if let Some(direction) = direction {
                    state.commit(direction);
                    state.fought();
                }
            });
        }
        let defenders: ArrayVec<Unit, 16> = self.defenders(board, side.enemy(), target).take(16).collect();
        for unit in defenders {
            board.update(&self.pack, unit, |state| state.set(Mark::Engaged, true));
        }
        context.tell(|| Event::Engaged { target });
    }

    /// A result other than an engagement ends the one that the assault in hand goes on with (Verdun 16.5.1).
    pub(crate) fn disengage(&self, board: &mut BoardOf<V>, context: &mut ContextOf<V>) {
        let target = board.assault.target;
        let attackers = self.attacker_list(board, target);
        let contested: Squares = if self.turns_on_attackers(board) {
            attackers.iter().map(|unit| board.square(*unit)).collect()
        } else {
            Squares::one(target)
        };
        for unit in self.pack.all_units() {
            let state = board.unit(unit);
            let at = if state.has(Mark::Locked) { self.target_of(board, unit) } else { state.square() };
            if !state.has(Mark::Engaged) || !at.is_some() || !contested.contains(at) {
                continue;
            }
            board.update(&self.pack, unit, |state| {
                state.set(Mark::Locked, false);
                state.set(Mark::Engaged, false);
                if !attackers.contains(&unit) {
                    state.stand_down();
                }
            });
        }
        context.tell(|| Event::Disengaged { target });
    }

    /// Engaged defenders who turned on one of their attackers have ended that engagement (Big Push 8.8).
    pub(crate) fn break_off(
        &self,
        board: &mut BoardOf<V>,
        from: Square,
        against: Square,
        context: &mut ContextOf<V>,
    ) {
        let units: ArrayVec<Unit, 16> = board
            .units_at(from)
            .filter(|unit| board.unit(*unit).has(Mark::Locked) && self.target_of(board, *unit) == against)
            .take(16)
            .collect();
        if !units.is_empty() {
            context.tell(|| Event::Disengaged { target: against });
        }
        for unit in units {
            board.update(&self.pack, unit, |state| {
                state.set(Mark::Locked, false);
                state.set(Mark::Engaged, false);
                state.stand_down();
            });
        }
    }

    /// Ends every engagement that has lost one of its two sides.
    pub fn release(&self, board: &mut BoardOf<V>, context: &mut ContextOf<V>) {
        let mut engaged = Squares::EMPTY;
        for unit in self.pack.all_units() {
            if board.unit(unit).has(Mark::Locked) {
                let target = self.target_of(board, unit);
                let side = self.pack.side(unit).enemy();
                let opposed = target.is_some()
                    && board
                        .troops_at(&self.pack, side, target)
                        .any(|other| self.fights(board, other, board.square(unit)));
                if opposed {
                    engaged.insert(target);
                    engaged.insert(board.square(unit));
                } else {
                    board.update(&self.pack, unit, |state| {
                        state.set(Mark::Locked, false);
                        state.set(Mark::Engaged, false);
                        state.stand_down();
                    });
                    context.tell(|| Event::Disengaged { target });
                }
            }
        }
        for unit in self.pack.all_units() {
            let square = board.square(unit);
            if board.unit(unit).has(Mark::Engaged)
                && !board.unit(unit).has(Mark::Locked)
                && !engaged.contains(square)
            {
                board.update(&self.pack, unit, |state| state.set(Mark::Engaged, false));
            }
        }
    }

    /// Whether a unit is an engaged defender who may break off: with its whole stack, and with a first step that may
    /// lead into an enemy zone of control (Verdun 16.5.1).
    pub(crate) fn breaks_off(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        let state = board.unit(unit);
        state.has(Mark::Engaged) && !state.has(Mark::Locked) && self.variant.withdraws_together()
    }

    /// The other engaged defenders in the square of one.
    pub(crate) fn engaged_companions(&self, board: &BoardOf<V>, unit: Unit) -> ArrayVec<Unit, 16> {
        let (side, square) = (self.pack.side(unit), board.square(unit));
        let units = board.troops_at(&self.pack, side, square);
        units.filter(|other| *other != unit && self.breaks_off(board, *other)).take(16).collect()
    }

    fn can_get_away(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        self.comes_to(board, unit, |to| self.may_stop(board, unit, to).is_legal())
    }

    /// Whether an engaged defender can come to a square that fits. Most often a step is enough; only if it is not, the
    /// whole reach is searched.
    fn comes_to(&self, board: &BoardOf<V>, unit: Unit, mut fits: impl FnMut(Square) -> bool) -> bool {
        let closed = self.variant.closed_to(self, board, unit);
        let points = self.points_left(board, unit);
        let steps = !self.has_stopped(board, unit)
            && self.affordable_steps(board, unit, points, &closed).any(&mut fits);
        steps || self.reach_alone(board, unit).squares().iter().any(fits)
    }

    /// Whether there is a square to which an engaged defender may withdraw so that all others can go as well.
    pub(crate) fn can_withdraw(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        let companions = self.engaged_companions(board, unit);
        companions.iter().all(|other| self.can_get_away(board, *other))
            && self.comes_to(board, unit, |to| self.frees_all(board, unit, to, &companions))
    }

    /// Whether all companions of an engaged defender can go if it withdraws to a square.
    fn frees_all(&self, board: &BoardOf<V>, unit: Unit, to: Square, companions: &[Unit]) -> bool {
        if companions.is_empty() {
            return true;
        }
        if !self.may_stop(board, unit, to).is_legal() {
            return false;
        }
        let mut trial = board.clone();
        trial.update(&self.pack, unit, |state| {
            state.put(Place::Map(to));
            state.set(Mark::Engaged, false);
            state.set(Mark::Moved, true);
        });
        companions.iter().all(|other| self.can_get_away(&trial, *other))
    }

    /// The squares, of some, to which an engaged defender may withdraw so that all others can go as well.
    // Ruling: in a stack of three or more, one who then finds no room stays and fights on.
    pub(crate) fn ways_to_withdraw(&self, board: &BoardOf<V>, unit: Unit, squares: Squares) -> Squares {
        let companions = self.engaged_companions(board, unit);
        if companions.is_empty() {
            return squares;
        }
        if !companions.iter().all(|other| self.can_get_away(board, *other)) {
            return Squares::EMPTY;
        }
        squares.iter().filter(|to| self.frees_all(board, unit, *to, &companions)).collect()
    }

    /// After one engaged defender has left a square the next who can must follow him; when nobody is left the enemy
    /// takes the square.
    pub(crate) fn next_to_leave(&self, board: &mut BoardOf<V>, side: Side, from: Square) -> Option<Unit> {
        let units: ArrayVec<Unit, 16> = board.troops_at(&self.pack, side, from).take(16).collect();
        let next = units
            .into_iter()
            .find(|unit| self.breaks_off(board, *unit) && self.can_get_away(board, *unit))?;
        board.update(&self.pack, next, |state| {
            state.set(Mark::Leaving, true);
            state.set(Mark::Moved, false);
        });
        Some(next)
    }

    /// A square that its engaged defenders have left, if any.
    pub(crate) fn abandoned(&self, board: &BoardOf<V>, side: Side) -> Option<Square> {
        self.pack.all_units().find_map(|unit| {
            let locked = self.pack.side(unit) == side && board.unit(unit).has(Mark::Locked);
            let target = if locked { self.target_of(board, unit) } else { Square::NONE };
            (target.is_some() && !board.occupied(side.enemy()).contains(target)).then_some(target)
        })
    }

    /// When engaged defenders withdraw, one attacker may enter the square they left (Big Push 8.8), or all must as far as
    /// they can stack (Verdun 16.5.1).
    pub(crate) fn run_follow(
        &self,
        side: Side,
        board: &mut BoardOf<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        let Some(target) = self.abandoned(board, side) else {
            board.assault = Assault::NONE;
            self.release(board, context);
            return Flow::Return;
        };
        board.assault.target = target;
        board.assault.side = side;
        if self.followers(board, side).is_empty() {
            self.let_go(board, side);
            return Flow::Again;
        }
        Flow::Ask
    }

    fn followers(&self, board: &BoardOf<V>, side: Side) -> ArrayVec<Unit, 24> {
        let target = board.assault.target;
        let mut units = ArrayVec::new();
        for unit in self.pack.all_units() {
            if self.pack.side(unit) == side
                && board.unit(unit).has(Mark::Locked)
                && self.target_of(board, unit) == target
                && self.may_stand(board, unit, target).is_legal()
            {
                let _ = units.try_push(unit);
            }
        }
        units
    }

    fn let_go(&self, board: &mut BoardOf<V>, side: Side) {
        let target = board.assault.target;
        for unit in self.pack.all_units() {
            if self.pack.side(unit) == side
                && board.unit(unit).has(Mark::Locked)
                && self.target_of(board, unit) == target
            {
                board.update(&self.pack, unit, |state| {
                    state.set(Mark::Locked, false);
                    state.set(Mark::Engaged, false);
                    state.stand_down();
                });
            }
        }
    }

    pub(crate) fn question_follow(&self, side: Side, board: &BoardOf<V>) -> Question<Rule<V::Own>> {
        let nation = self.spokesman(board, side, self.followers(board, side).into_iter());
        self.question_of(board, nation, Common::Engaged)
    }

    pub(crate) fn ask_follow(&self, side: Side, board: &BoardOf<V>, answers: &mut Answers<V>) {
        let to = board.assault.target;
        answers.extend(self.followers(board, side).into_iter().map(|unit| Action::Advance { unit, to }));
        if !self.variant.withdraws_together() {
            answers.push(Action::Pass);
        }
    }

    pub(crate) fn check_follow(&self, side: Side, board: &BoardOf<V>, action: Action<V::Own>) -> Forbidden {
        let legal = match action {
            Action::Advance { unit, to } => {
                to == board.assault.target && self.followers(board, side).contains(&unit)
            }
            Action::Pass => !self.variant.withdraws_together(),
            _ => false,
        };
        let mut verdict = Forbidden::NO;
        verdict.when(!legal, Rule::<V::Own>::from(Common::Engaged));
        verdict
    }

    pub(crate) fn choose_follow(
        &self,
        side: Side,
        board: &mut BoardOf<V>,
        action: Action<V::Own>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        if !self.variant.withdraws_together() {
            self.let_go(board, side);
        }
        if let Action::Advance { unit, to } = action {
            self.step_forward(board, unit, to, Common::Engaged, context);
        }
        Flow::Again
    }
}
