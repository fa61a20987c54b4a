//! The movement phase: units are taken in hand one at a time.
//!
//! Big Push 7.0, 7.2.2, 7.4, 7.7; Verdun 12.0, 9.3. A unit in hand may move, turn, change mode, break down, be built
//! into a larger one, or leave the map, as long as it has movement points; taking up another unit ends its move.

use arrayvec::ArrayVec;
use engine::{Forbidden, Question};

use crate::action::Action;
use crate::board::{Mark, Place};
use crate::event::Event;
use crate::map::Edge;
use crate::reach::{Notes, Reach};
use crate::rule::{Common, Rule};
use crate::square::{Direction, Square, Squares};
use crate::steps;
use crate::unit_state::UnitState;
use crate::units::{Kind, Nation, Side, Unit, UnitSet};
use crate::variant::{BoardOf, ContextOf, Grid, Variant};
use crate::{Answers, Flow};

impl<V: Variant> Grid<V> {
    /// The movement phase of a side, commander by commander; then those who stand too thick make room.
    pub(crate) fn run_movement(
        &self,
        step: &mut steps::Movement,
        board: &mut BoardOf<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        let steps::Movement { side, next } = step;
        let side = *side;
        if *next == 0 {
            board.doubt_movers(&self.pack);
            let has_moved = |state: &UnitState| {
                state.spent() > 0 || Mark::OF_MOVEMENT.into_iter().any(|mark| state.has(mark))
            };
            for unit in self.pack.all_units().filter(|unit| self.pack.side(*unit) == side) {
                if !has_moved(board.unit(unit)) {
                    continue;
                }
                board.update(&self.pack, unit, |state| {
                    state.set_spent(0);
                    for mark in Mark::OF_MOVEMENT {
                        state.set(mark, false);
                    }
                });
            }
        }
        let commanders = self.variant.commanders(board, side);
        if let Some(nation) = commanders.get(usize::from(*next)) {
            *next += 1;
            return Flow::call(steps::Move { nation: *nation, unit: Unit::NONE, acted: false });
        }
        board.excused = board.excused - *board.occupied(side);
        if self.overstacked(board, side).is_some() {
            return Flow::call(steps::Displace { side });
        }
        if self.abandoned(board, side.enemy()).is_some() {
            return Flow::call(steps::Follow { side: side.enemy() });
        }
        if !self.pack.first_edition() {
            // Where others have come to the square of those who withdrew the engagement is over as well.
            self.release(board, context);
        }
        board.doubt_movers(&self.pack);
        Flow::Return
    }

    /// Whether a unit that waits off the map has an entry within its points.
    pub(crate) fn can_enter(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        if !self.may_enter_map(board, unit) {
            return false;
        }
        let points = self.points_left(board, unit);
        let (entries, cost) = self.entries(board, unit);
        let open = entries - self.variant.closed_to(self, board, unit);
        open.iter().any(|square| self.entry_price(board, cost, square) <= points)
    }

    /// Whether a unit can turn at all: what keeps it from facing one other side keeps it from every other.
    pub(crate) fn can_turn(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        let facing = board.unit(unit).facing();
        Direction::SIDES
            .into_iter()
            .find(|to| *to != facing)
            .is_some_and(|to| self.may_face(board, unit, to).is_legal())
    }

    /// A stack turns together and freely, though in one of the games not in an enemy zone of control, and an HQ in Supply
    /// Mode has no facing (Big Push 7.2.2, 7.4.2; Verdun 12.1.7).
    // Ruling: a stack may be turned once in a phase, and again once a unit has come to it.
    pub(crate) fn may_face(&self, board: &BoardOf<V>, unit: Unit, to: Direction) -> Forbidden {
        let mut verdict = Forbidden::NO;
        let square = board.square(unit);
        let (counter, state) = (self.pack.unit(unit), board.unit(unit));
        let rule = |rule: Common| Rule::<V::Own>::from(rule);
        let held = square.is_some()
            && !self.pack.charts.movement.turn_in_zoc
            && board.in_zoc_of(counter.side.enemy(), square);
        verdict.when(!square.is_some() || held || state.facing() == to, rule(Common::Facing));
        verdict.when(!to.is_straight() || state.has(Mark::Turned), rule(Common::Facing));
        verdict.when(counter.kind == Kind::Hq && state.has(Mark::Back), rule(Common::HqModes));
        // Engaged attackers do not turn; where both sides of an engagement share a square, its defenders do not either.
        let together = self.pack.charts.movement.turn_in_zoc || self.pack.first_edition();
        let bound = if together { Mark::Engaged } else { Mark::Locked };
        let engaged = board.units_at(square).any(|other| board.unit(other).has(bound));
        verdict.when(engaged, rule(Common::Engaged));
        let fixed = self.variant.fixed_by(board, unit);
        verdict.when(fixed.is_some(), fixed.unwrap_or(rule(Common::Facing)));
        verdict
    }

    /// Whether a commander may end his movement: nobody stands too thick who could still go elsewhere.
    fn may_end_movement(&self, board: &BoardOf<V>, nation: Nation) -> Forbidden {
        let mut verdict = Forbidden::NO;
        for square in self.thick_squares(board, nation.side()).iter() {
            if self.can_be_thinned(board, nation, square) {
                verdict.extend(self.overstack_reasons(board, nation.side(), square));
            }
        }
        verdict
    }

    /// The squares in which a commander's units stand too thick and some could still leave.
    pub(crate) fn squares_to_thin(&self, board: &BoardOf<V>, nation: Nation) -> Squares {
        let thick = self.thick_squares(board, nation.side());
        thick.iter().filter(|square| self.can_be_thinned(board, nation, *square)).collect()
    }

    /// Whether some of a commander's units can still leave a square.
    fn can_be_thinned(&self, board: &BoardOf<V>, nation: Nation, square: Square) -> bool {
        board.troops_at(&self.pack, nation.side(), square).any(|unit| {
            self.variant.commander(board, self.pack.unit(unit).nation) == nation
                && self.can_still_leave(board, unit)
        })
    }

    fn overstack_reasons(&self, board: &BoardOf<V>, side: Side, square: Square) -> Forbidden {
        let reasons = self.variant.may_stack(self, board, &self.stack(board, side, square), square);
        if reasons.is_legal() {
            return reasons;
        }
        let mut verdict = Forbidden::by(Rule::<V::Own>::from(Common::Stacking));
        verdict.extend(reasons);
        verdict
    }

    pub(crate) fn question_move(&self, board: &BoardOf<V>, nation: Nation) -> Question<Rule<V::Own>> {
        Question { seats: self.variant.seat(board, nation).into(), rule: Common::Movement.into() }
    }

    /// Every answer in the movement phase.
    pub(crate) fn ask_move(
        &self,
        step: &steps::Move,
        board: &BoardOf<V>,
        answers: &mut Answers<V>,
        notes: &mut Notes,
    ) {
        let steps::Move { nation, unit, acted } = *step;
        if unit.is_some() {
            let reach = self.reach_and_note(board, unit, notes);
            let stops = self.stops(board, unit, *reach.squares());
            stops.iter().for_each(|to| answers.push(Action::Move { unit, to }));
            if self.can_turn(board, unit) {
                let facing = board.unit(unit).facing();
                let others = Direction::SIDES.into_iter().filter(|to| *to != facing);
                answers.extend(others.map(|to| Action::Face { unit, to }));
            }
            if self.may_flip(board, unit).is_legal() {
                answers.push(Action::Flip(unit));
            }
            self.break_downs(board, unit, |parts| answers.push(Action::BreakDown { unit, parts }));
            self.builds(board, unit, |into| answers.push(Action::Build { from: unit, into }));
            answers.extend(self.may_exit(board, unit).into_iter().map(|edge| Action::Exit { unit, edge }));
            let stays = self.may_stay_unless(board, unit, || !stops.is_empty()).is_legal();
            if stays {
                answers.push(Action::Stay(unit));
            }
            if !acted || !stays {
                return;
            }
        }
        let mut picks = self.picks(board, nation);
        if unit.is_some() {
            picks.remove(unit);
        }
        picks.iter().for_each(|other| answers.push(Action::Pick(other)));
        if self.may_end_movement(board, nation).is_legal() {
            answers.push(Action::Done);
        }
    }

    /// The ground units that a commander decides for.
    pub(crate) fn commanded(&self, board: &BoardOf<V>, nation: Nation) -> UnitSet {
        let mut units = UnitSet::EMPTY;
        for own in Nation::ALL {
            if self.variant.commander(board, own) == nation {
                units = units | self.pack.nations[own.index()];
            }
        }
        units - self.pack.kinds[Kind::Air as usize]
    }

    /// Whether no unit that is alike waits in the same place with a lower number.
    fn is_first_alike(&self, board: &BoardOf<V>, nation: Nation, unit: Unit) -> bool {
        let like = self.pack.unit(unit).like;
        if like == unit || board.square(unit).is_some() {
            return true;
        }
        !(like.0..unit.0).map(Unit).any(|other| {
            self.pack.unit(other).like == like
                && board.unit(other) == board.unit(unit)
                && self.may_pick(board, nation, other)
        })
    }

    /// Whether the unit in hand may be left where it is: the stack is legal, or there is nowhere to go.
    fn may_stay(&self, board: &BoardOf<V>, unit: Unit) -> Forbidden {
        let elsewhere = || self.stops(board, unit, *self.reach(board, unit).squares());
        self.may_stay_unless(board, unit, || !elsewhere().is_empty())
    }

    /// The same, asking whether there is somewhere to go only where it matters.
    pub(crate) fn may_stay_unless(
        &self,
        board: &BoardOf<V>,
        unit: Unit,
        can_go: impl FnOnce() -> bool,
    ) -> Forbidden {
        let square = board.square(unit);
        if !square.is_some() {
            return Forbidden::NO;
        }
        if board.unit(unit).has(Mark::Leaving) {
            let must = self.can_step(board, unit) && can_go();
            return if must { Forbidden::by(Rule::<V::Own>::from(Common::Engaged)) } else { Forbidden::NO };
        }
        let verdict = self.may_stop(board, unit, square);
        if verdict.is_legal() || !self.can_still_leave(board, unit) {
            return Forbidden::NO;
        }
        if can_go() { verdict } else { Forbidden::NO }
    }

    /// The edges over which a unit may leave the map from where it stands.
    pub(crate) fn may_exit(&self, board: &BoardOf<V>, unit: Unit) -> ArrayVec<Edge, 2> {
        let square = board.square(unit);
        if !square.is_some() || board.unit(unit).has(Mark::Locked) || self.has_stopped(board, unit) {
            return ArrayVec::new();
        }
        // Few squares lead off the map, so the points are counted last.
        let mut edges = self.variant.exits(self, board, unit, square);
        if !edges.is_empty() && self.points_here(board, unit) < self.exit_price(board, unit) {
            edges.clear();
        }
        edges
    }

    /// What forbids an answer in the movement phase.
    pub(crate) fn check_move(
        &self,
        step: &steps::Move,
        board: &BoardOf<V>,
        action: Action<V::Own>,
        notes: &mut Notes,
    ) -> Forbidden {
        let steps::Move { nation, unit, acted } = *step;
        let rule = |rule: Common| Forbidden::by(Rule::<V::Own>::from(rule));
        let in_hand = |actor: Unit| actor == unit && unit.is_some();
        match action {
            Action::Move { unit: actor, to } if in_hand(actor) => {
                self.may_move(board, actor, to, self.way_and_note(board, actor, to, notes))
            }
            Action::Face { unit: actor, to } if in_hand(actor) => self.may_face(board, actor, to),
            Action::Flip(actor) if in_hand(actor) => self.may_flip(board, actor),
            Action::BreakDown { unit: actor, parts } if in_hand(actor) => {
                let mut found = false;
                self.break_downs(board, actor, |offered| found |= offered == parts);
                if found { Forbidden::NO } else { self.why_no_break_down(board, actor) }
            }
            Action::Build { from, into } if in_hand(from) => {
                let mut found = false;
                self.builds(board, from, |offered| found |= offered == into);
                if found { Forbidden::NO } else { self.why_no_build(board, from) }
            }
            Action::Exit { unit: actor, edge } if in_hand(actor) => {
                if self.may_exit(board, actor).contains(&edge) { Forbidden::NO } else { rule(Common::Exits) }
            }
            Action::Stay(actor) if in_hand(actor) => self.may_stay(board, actor),
            Action::Pick(other) if !unit.is_some() || (acted && other != unit) => {
                if unit.is_some() && !self.may_stay(board, unit).is_legal() {
                    return self.may_stay(board, unit);
                }
                if self.may_pick(board, nation, other) && self.is_first_alike(board, nation, other) {
                    Forbidden::NO
                } else {
                    self.why_not_pick(board, nation, other)
                }
            }
            Action::Done if !unit.is_some() || (acted && self.may_stay(board, unit).is_legal()) => {
                self.may_end_movement(board, nation)
            }
            _ => rule(Common::Movement),
        }
    }

    fn why_not_pick(&self, board: &BoardOf<V>, nation: Nation, unit: Unit) -> Forbidden {
        let mut verdict = Forbidden::NO;
        let rule = |rule: Common| Rule::<V::Own>::from(rule);
        let state = board.unit(unit);
        let counter = self.pack.unit(unit);
        verdict.when(counter.side != nation.side(), rule(Common::TurnSequence));
        verdict.when(state.has(Mark::Locked) || self.breaks_off(board, unit), rule(Common::Engaged));
        verdict.extend(self.is_fixed(board, unit));
        verdict.when(state.has(Mark::Moved), rule(Common::MovementPoints));
        if let Place::Due(turn) | Place::Off(_, turn) = state.place() {
            verdict.when(turn > board.turn, rule(Common::Reinforcements));
        }
        let held = state.square().is_some() && board.zoc(counter.side.enemy()).contains(state.square());
        verdict.when(held, rule(Common::ZoneOfControl));
        if verdict.is_legal() {
            verdict.when(true, rule(Common::Movement));
        }
        verdict
    }

    /// Carries out an answer in the movement phase.
    pub(crate) fn choose_move(
        &self,
        step: &mut steps::Move,
        board: &mut BoardOf<V>,
        action: Action<V::Own>,
        notes: &Notes,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        let steps::Move { nation, unit, acted } = step;
        let nation = *nation;
        match action {
            Action::Done => {
                self.put_down(board, *unit);
                return Flow::Return;
            }
            Action::Stay(_) => {
                self.put_down(board, *unit);
                (*unit, *acted) = (Unit::NONE, false);
            }
            Action::Pick(next) => {
                self.put_down(board, *unit);
                (*unit, *acted) = (next, false);
            }
            Action::Move { unit: actor, to } => {
                let (from, withdraws) = (board.square(actor), self.breaks_off(board, actor));
                let first = !self.has_anyone_stepped(board, nation.side());
                match notes.of(actor) {
                    Some(reach) => self.move_unit(board, actor, to, reach, context),
                    None => self.move_unit(board, actor, to, &self.way_to(board, actor, to), context),
                }
                *acted = true;
                if first && !self.pack.first_edition() {
                    // What HQs may do can hang on whether anyone has moved.
                    board.doubt_hqs(&self.pack, nation.side());
                }
                if withdraws && board.square(actor) != from {
                    if let Some(next) = self.next_to_leave(board, nation.side(), from) {
                        (*unit, *acted) = (next, false);
                        return Flow::Again;
                    }
                    if self.abandoned(board, nation.side().enemy()).is_some() {
                        return Flow::call(steps::Follow { side: nation.side().enemy() });
                    }
                }
            }
            Action::Face { unit: actor, to } => {
                self.turn_stack(board, actor, to);
                context.tell(|| Event::Turned { unit: actor, to });
                *acted = true;
            }
            Action::Flip(actor) => {
                self.flip(board, actor, context);
                *acted = true;
            }
            Action::BreakDown { unit: actor, parts } => {
                self.break_down(board, actor, parts, context);
                (*unit, *acted) = (Unit::NONE, false);
            }
            Action::Build { from, into } => {
                self.build(board, from, into, context);
                (*unit, *acted) = (into, true);
            }
            Action::Exit { unit: actor, edge } => {
                board.update(&self.pack, actor, |state| state.set(Mark::Moved, true));
                context.tell(|| Event::Exited { unit: actor, edge, forced: false });
                self.variant.exited(self, board, actor, edge, context);
                (*unit, *acted) = (Unit::NONE, false);
            }
            _ => {}
        }
        if unit.is_some() && *acted && !self.can_go_on(board, *unit) {
            self.put_down(board, *unit);
            (*unit, *acted) = (Unit::NONE, false);
        }
        let _ = nation;
        Flow::Again
    }

    /// Whether somebody of a side has moved in this phase.
    pub fn has_anyone_stepped(&self, board: &BoardOf<V>, side: Side) -> bool {
        board.stepped().iter().any(|unit| self.pack.side(unit) == side)
    }

    /// Whether the unit in hand can do anything more.
    fn can_go_on(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        if !board.square(unit).is_some() {
            return self.can_enter(board, unit);
        }
        // Most units that have moved can turn, and that is soon seen.
        (self.can_turn(board, unit) && !self.pack.first_edition())
            || self.can_step(board, unit)
            || self.may_flip(board, unit).is_legal()
            || self.can_break_down(board, unit)
            || !self.may_exit(board, unit).is_empty()
    }

    fn put_down(&self, board: &mut BoardOf<V>, unit: Unit) {
        if unit.is_some() {
            board.update(&self.pack, unit, |state| state.set(Mark::Moved, true));
        }
    }

    /// Moves a unit along the cheapest way; it faces as it moved, or the enemy's edge where it may turn
    /// (Big Push 7.2.2).
    fn move_unit(
        &self,
        board: &mut BoardOf<V>,
        unit: Unit,
        to: Square,
        reach: &Reach,
        context: &mut ContextOf<V>,
    ) {
        let Some(cost) = reach.cost(to) else { return };
        if !self.variant.sets_out(self, board, unit, to, context) {
            return;
        }
        let from = board.square(unit);
        let path = reach.path(&self.pack.map, to);
        let counter = self.pack.unit(unit);
        let (nation, side) = (counter.nation, counter.side);
        let facing = self.facing_on_arrival(board, unit, to, reach.last_step(&self.pack.map, to));
        let near = !reach.is_off_front(to);
        let withdraws = self.breaks_off(board, unit);
        let first_edition = self.pack.first_edition();
        board.update(&self.pack, unit, |state| {
            state.put(Place::Map(to));
            state.spend(cost);
            state.face(facing);
            state.set(Mark::Engaged, false);
            state.set(Mark::Leaving, false);
            state.set(Mark::Stepped, true);
            state.set(Mark::Parted, false);
            if !first_edition {
                state.set(Mark::Turned, false);
            }
            if withdraws {
                state.set(Mark::Withdrew, true);
            }
            if near {
                state.set(Mark::Near, true);
            }
            if !from.is_some() {
                state.set(Mark::Entered, true);
                // Those that enter for nothing have still come onto the map in this phase.
            }
        });
        let skip = usize::from(from.is_some());
        for square in path.iter().skip(skip) {
            if !board.occupied(side.enemy()).contains(*square) {
                board.hold(nation, *square);
            }
        }
        context.tell(|| {
            if from.is_some() {
                let rules = self.move_rules(board, reach, &path, nation);
                Event::Moved { unit, from, to, half_points: cost, rules }
            } else {
                Event::Entered { unit, to, half_points: cost }
            }
        });
        self.variant.arrived(self, board, unit, context);
    }

    /// How a unit faces that comes to a square by a step: like those who are there; in an enemy zone of control as it
    /// moved; elsewhere toward the enemy's edge, since turning is free (Big Push 7.2.2).
    pub(crate) fn facing_on_arrival(
        &self,
        board: &BoardOf<V>,
        unit: Unit,
        to: Square,
        step: Option<Direction>,
    ) -> Direction {
        let side = self.pack.side(unit);
        let front = self.pack.map.front(side);
        if let Some(other) = board.troops_at(&self.pack, side, to).find(|other| *other != unit) {
            return board.unit(other).facing();
        }
        match step {
            Some(step) if board.zoc(side.enemy()).contains(to) && !self.pack.charts.movement.turn_in_zoc => {
                if step.is_straight() {
                    step
                } else {
                    // Ruling: after a diagonal step a unit faces the enemy's edge if that is one of the two sides,
                    // otherwise the side to its right.
                    let (left, right) = (Direction((step.0 + 7) % 8), Direction((step.0 + 1) % 8));
                    if left == front { left } else { right }
                }
            }
            _ => front,
        }
    }

    /// Turns all units of a stack.
    pub(crate) fn turn_stack(&self, board: &mut BoardOf<V>, unit: Unit, to: Direction) {
        let (side, square) = (self.pack.side(unit), board.square(unit));
        let stack: arrayvec::ArrayVec<Unit, 16> =
            board.troops_at(&self.pack, side, square).take(16).collect();
        for other in stack {
            board.update(&self.pack, other, |state| {
                state.face(to);
                state.set(Mark::Turned, true);
            });
        }
    }
}
