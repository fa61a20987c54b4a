//! Retreats and displacement: beaten units go back a square, and those in their way make room.
//!
//! Big Push 10.2, 11.8.1; Verdun 16.5.6.

use arrayvec::ArrayVec;
use engine::{Forbidden, Question};

use crate::action::Action;
use crate::board::{Mark, Place};
use crate::event::Event;
use crate::rule::{Common, Rule};
use crate::square::{Direction, Square, Squares};
use crate::step::Stage;
use crate::steps;
use crate::units::{Kind, Nation, Side, Unit};
use crate::variant::{BoardOf, ContextOf, Grid, Variant};
use crate::{Answers, Flow};

impl<V: Variant> Grid<V> {
    /// Those who must leave a square: all its defenders, or the attackers who were struck there.
    fn retreaters(&self, board: &BoardOf<V>, side: Side, from: Square) -> ArrayVec<Unit, 24> {
        if from == board.assault.strike {
            let mut units = self.attacker_list(board, board.assault.target);
            units.retain(|unit| board.square(*unit) == from);
            units
        } else {
            self.defenders(board, side, from).take(24).collect()
        }
    }

    /// The squares a unit may retreat to: among those it can enter, those that the game prefers.
    pub fn retreat_squares(&self, board: &BoardOf<V>, unit: Unit, from: Square) -> Squares {
        self.variant.retreat_order(self, board, unit, from, self.open_around(board, unit, from))
    }

    /// The squares next to one that a beaten unit can enter.
    pub fn open_around(&self, board: &BoardOf<V>, unit: Unit, from: Square) -> Squares {
        let map = &self.pack.map;
        let side = self.pack.side(unit);
        let closed = *board.occupied(side.enemy()) | self.variant.closed_to(self, board, unit);
        map.around(from)
            .filter(|(direction, to)| map.passable(from, *direction) && !closed.contains(*to))
            .map(|(_, to)| to)
            .collect()
    }

    /// Those of some squares that lie nearer to a side's own edge.
    pub fn homeward(&self, side: Side, from: Square, squares: Squares) -> Squares {
        let map = &self.pack.map;
        let depth = map.depth(side, from);
        squares.iter().filter(|to| map.depth(side, *to) < depth).collect()
    }

    /// Squares toward the own edge come first, then those free of enemy zones of control, then empty ones; a later
    /// wish yields to an earlier one (Big Push 11.8.1).
    pub fn common_retreat_order(
        &self,
        board: &BoardOf<V>,
        unit: Unit,
        from: Square,
        mut squares: Squares,
    ) -> Squares {
        let (map, side) = (&self.pack.map, self.pack.side(unit));
        let homeward = self.homeward(side, from, squares);
        // Those who retreat together may share a square that was empty before.
        let shared = |square: &Square| {
            !self.pack.first_edition()
                && board
                    .troops_at(&self.pack, side, *square)
                    .all(|other| board.assault.advanced.contains(other))
                && self.may_stand(board, unit, *square).is_legal()
        };
        let together: Squares = (squares & *board.occupied(side)).iter().filter(shared).collect();
        let empty = (map.all - *board.occupied(side)) | together;
        for wish in [homeward, map.all - *board.zoc(side.enemy()), empty] {
            if squares.meets(&wish) {
                squares = squares & wish;
            }
        }
        squares
    }

    pub(crate) fn run_retreat(
        &self,
        side: Side,
        from: Square,
        board: &mut BoardOf<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        let units = self.retreaters(board, side, from);
        let Some(unit) = units.first().copied() else {
            if self.overstacked(board, side).is_some() {
                return Flow::call(steps::Displace { side });
            }
            let beaten = side != board.assault.side;
            if beaten && !self.attacker_list(board, board.assault.target).is_empty() {
                return self.enter_cleared(board, board.assault.side);
            }
            return Flow::goto(steps::Assault { stage: Stage::End });
        };
        // An HQ in Supply Mode cannot move: it is lost with the square.
        let supply = self.pack.unit(unit).kind == Kind::Hq && board.unit(unit).has(Mark::Back);
        if supply {
            self.eliminate(board, unit, Common::Retreat.into(), context);
            return Flow::Again;
        }
        if self.retreat_squares(board, unit, from).is_empty() {
            match self.variant.retreat_off_map(self, board, unit) {
                Some(edge) => {
                    context.tell(|| Event::Exited { unit, edge, forced: true });
                    self.variant.retreated_off_map(self, board, unit, edge, context);
                }
                None => self.eliminate(board, unit, Common::Retreat.into(), context),
            }
            return Flow::Again;
        }
        Flow::Ask
    }

    pub(crate) fn question_retreat(
        &self,
        side: Side,
        from: Square,
        board: &BoardOf<V>,
    ) -> Question<Rule<V::Own>> {
        let unit = self.retreaters(board, side, from).first().copied();
        let nation = unit.map_or(Nation::German, |unit| self.pack.unit(unit).nation);
        self.question_of(board, self.variant.commander(board, nation), Common::Retreat)
    }

    pub(crate) fn ask_retreat(&self, side: Side, from: Square, board: &BoardOf<V>, answers: &mut Answers<V>) {
        if let Some(unit) = self.retreaters(board, side, from).first().copied() {
            let squares = self.retreat_squares(board, unit, from);
            answers.extend(squares.iter().map(|to| Action::Retreat { unit, to }));
        }
    }

    pub(crate) fn check_retreat(
        &self,
        side: Side,
        from: Square,
        board: &BoardOf<V>,
        action: Action<V::Own>,
    ) -> Forbidden {
        let mut verdict = Forbidden::NO;
        let first = self.retreaters(board, side, from).first().copied();
        let legal = matches!(action, Action::Retreat { unit, to }
            if first == Some(unit) && self.retreat_squares(board, unit, from).contains(to));
        verdict.when(!legal, Rule::<V::Own>::from(Common::Retreat));
        if let Action::Retreat { to, .. } = action {
            let barred = to.is_some()
                && self.pack.map.direction(from, to).is_some_and(|d| !self.pack.map.passable(from, d));
            verdict.when(barred, Rule::<V::Own>::from(Common::RiverCrossing));
        }
        verdict
    }

    pub(crate) fn choose_retreat(
        &self,
        board: &mut BoardOf<V>,
        action: Action<V::Own>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        if let Action::Retreat { unit, to } = action {
            let side = self.pack.side(unit);
            let vacant = board.troops_at(&self.pack, side, to).next().is_none();
            self.push_back(board, unit, to);
            context.tell(|| Event::Retreated { unit, to });
            if !self.pack.first_edition() {
                board.assault.advanced.insert(unit);
                if vacant {
                    return Flow::call(steps::Rotate { side, square: to });
                }
            }
        }
        Flow::Again
    }

    pub(crate) fn question_rotate(
        &self,
        side: Side,
        square: Square,
        board: &BoardOf<V>,
    ) -> Question<Rule<V::Own>> {
        let nation = self.spokesman(board, side, board.troops_at(&self.pack, side, square));
        self.question_of(board, nation, Common::Retreat)
    }

    pub(crate) fn ask_rotate(
        &self,
        side: Side,
        square: Square,
        board: &BoardOf<V>,
        answers: &mut Answers<V>,
    ) {
        if let Some(unit) = board.troops_at(&self.pack, side, square).next() {
            answers.extend(Direction::SIDES.map(|to| Action::Face { unit, to }));
        }
    }

    /// Units that retreated into an empty square face any side of it, all alike (Big Push 11.8.1, Verdun 16.5.6).
    pub(crate) fn check_rotate(
        &self,
        side: Side,
        square: Square,
        board: &BoardOf<V>,
        action: Action<V::Own>,
    ) -> Forbidden {
        let first = board.troops_at(&self.pack, side, square).next();
        let legal = matches!(action, Action::Face { unit, to } if Some(unit) == first && to.is_straight());
        let mut verdict = Forbidden::NO;
        verdict.when(!legal, Rule::<V::Own>::from(Common::Retreat));
        verdict
    }

    pub(crate) fn choose_rotate(
        &self,
        board: &mut BoardOf<V>,
        action: Action<V::Own>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        if let Action::Face { unit, to } = action
            && board.unit(unit).facing() != to
        {
            self.turn_stack(board, unit, to);
            context.tell(|| Event::Turned { unit, to });
        }
        Flow::Return
    }

    /// Moves a beaten unit; it faces like those it joins, or the enemy's edge.
    fn push_back(&self, board: &mut BoardOf<V>, unit: Unit, to: Square) {
        let facing = self.facing_on_arrival(board, unit, to, None);
        board.update(&self.pack, unit, |state| {
            state.put(Place::Map(to));
            state.face(facing);
            state.set(Mark::Engaged, false);
            state.set(Mark::Locked, false);
            state.stand_down();
        });
        board.hold(self.pack.unit(unit).nation, to);
        self.variant.pushed_back(self, board, unit);
    }

    /// The squares toward its own edge to which a unit can be pushed (Big Push 10.2).
    pub(crate) fn ways_back(&self, board: &BoardOf<V>, unit: Unit) -> Squares {
        let from = board.square(unit);
        self.homeward(self.pack.side(unit), from, self.open_around(board, unit, from))
    }

    /// The choices of who makes room in an over-stacked square, and where to; nobody is lost while another can go.
    fn displacements(&self, board: &BoardOf<V>, side: Side) -> ArrayVec<(Unit, Square), 64> {
        let mut choices: ArrayVec<(Unit, Square), 64> = ArrayVec::new();
        let Some(square) = self.overstacked(board, side) else { return choices };
        // Those who were there before make room; those who came only if nobody else can.
        for came in [false, true] {
            for unit in board.troops_at(&self.pack, side, square) {
                if board.unit(unit).has(Mark::Locked) || self.variant.has_fallen_back(board, unit) != came {
                    continue;
                }
                // Nobody makes room by going where the others have just been driven out.
                let lost = if side == board.assault.side { Square::NONE } else { board.assault.target };
                let before = choices.len();
                for to in self.ways_back(board, unit).iter().filter(|to| *to != lost) {
                    let _ = choices.try_push((unit, to));
                }
                if choices.len() == before && self.may_be_pushed_off(board, unit) {
                    let _ = choices.try_push((unit, Square::NONE));
                }
            }
            if !choices.is_empty() {
                return choices;
            }
        }
        if choices.is_empty() {
            for unit in board.troops_at(&self.pack, side, square) {
                let _ = choices.try_push((unit, Square::NONE));
            }
        }
        choices
    }

    /// Whether a unit that makes room may leave the map by its own edge (Verdun 16.5.6).
    fn may_be_pushed_off(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        let home = self.pack.map.home[self.pack.side(unit).index()];
        !self.pack.first_edition() && self.variant.retreat_off_map(self, board, unit) == Some(home)
    }

    pub(crate) fn run_displace(&self, side: Side, board: &mut BoardOf<V>) -> Flow<V::Own> {
        if self.overstacked(board, side).is_some() { Flow::Ask } else { Flow::Return }
    }

    pub(crate) fn question_displace(&self, side: Side, board: &BoardOf<V>) -> Question<Rule<V::Own>> {
        let units = self.displacements(board, side);
        let nation = self.spokesman(board, side, units.iter().map(|(unit, _)| *unit));
        self.question_of(board, nation, Common::DefensiveResults)
    }

    pub(crate) fn ask_displace(&self, side: Side, board: &BoardOf<V>, answers: &mut Answers<V>) {
        let choices = self.displacements(board, side);
        answers.extend(choices.into_iter().map(|(unit, to)| Action::Displace { unit, to }));
    }

    pub(crate) fn check_displace(&self, side: Side, board: &BoardOf<V>, action: Action<V::Own>) -> Forbidden {
        let legal = matches!(action, Action::Displace { unit, to }
            if self.displacements(board, side).contains(&(unit, to)));
        let mut verdict = Forbidden::NO;
        verdict.when(!legal, Rule::<V::Own>::from(Common::DefensiveResults));
        verdict
    }

    pub(crate) fn choose_displace(
        &self,
        board: &mut BoardOf<V>,
        action: Action<V::Own>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        if let Action::Displace { unit, to } = action {
            if to.is_some() {
                // An HQ in Supply Mode turns to Command Mode to get out of the way.
                if self.pack.unit(unit).kind == Kind::Hq {
                    board.update(&self.pack, unit, |state| state.set(Mark::Back, false));
                }
                self.push_back(board, unit, to);
                context.tell(|| Event::Displaced { unit, to });
            } else if self.may_be_pushed_off(board, unit) {
                let edge = self.pack.map.home[self.pack.side(unit).index()];
                context.tell(|| Event::Exited { unit, edge, forced: true });
                self.variant.retreated_off_map(self, board, unit, edge, context);
            } else {
                self.eliminate(board, unit, Common::DefensiveResults.into(), context);
            }
        }
        Flow::Again
    }
}
